//! Games for learning and searches: a fixed policy against responses, two settings of a policy on common random
//! numbers, and states of missions.
//!
//! Aces and game master cannot swap seats. Instead each mission is played twice, once by each setting, and the better
//! end wins: a victory first, then the Harm that the Aces can still take. Two missions are one observation, like two
//! games with swapped seats in other games.

use super::batch::{Batch, Cell, Seated, seated};
use hitchart_apocalypse_frame::mission::{KeyedDice, Mission, State};
use hitchart_apocalypse_frame::players::{Kind, PolicySpec, Side};
use hitchart_apocalypse_frame::{
    encounter::Ending, mission::state::AceState, players::Player, players::tactician::Tactics,
};
use hitchart_config::{InputError, words::counted};
use hitchart_lab::runner::games::key;
use hitchart_lab::runner::{Job, SampledGames, Streams, TrainingRows};
use hitchart_lab::study::{Bouts, Contest, Learnable, MeetingTable, PairTable, Responder, Response};
use hitchart_play::{Unwatched, play};
use hitchart_play::{network::parts, policy::QUICK};
use std::{sync::Arc, sync::atomic::AtomicBool};

/// Names of the sides on the command line, in the order of [`Side`].
const SIDES: [(&str, Side); 2] = [("aces", Side::Aces), ("game-master", Side::Gm)];

/// Returns the other side.
fn other(side: Side) -> Side {
    match side {
        Side::Aces => Side::Gm,
        Side::Gm => Side::Aces,
    }
}

/// Returns the contest of a policy against responses of the other side. Only policies of Aces have parameters to tune.
pub(crate) fn contest(batch: &Batch, policy: &str, side: Option<&str>) -> Result<Contest, InputError> {
    let book = &batch.common.policies;
    let side = match side {
        Some(name) => SIDES.iter().find(|(known, _)| *known == name).map(|(_, side)| *side).ok_or_else(|| {
            InputError::unknown("side", name, SIDES.iter().map(|(known, _)| *known).collect::<Vec<&str>>())
        })?,
        None if book.named(Side::Aces as usize, policy).is_ok() => Side::Aces,
        None if book.named(Side::Gm as usize, policy).is_ok() => Side::Gm,
        None => Side::Aces,
    };
    let policy = book.named(side as usize, policy)?;
    let all = book.all(other(side) as usize);
    let responders = all.iter().map(|spec| Responder::new(spec, spec.tactician().ok())).collect();
    let settings = (side == Side::Gm).then(Tactics::default);
    let (name, batch) = (policy.name().to_owned(), Arc::new(batch.clone()));
    let against = move |response| {
        let response = answer(&all, response);
        match side {
            Side::Aces => [policy.clone(), response],
            Side::Gm => [response, policy.clone()],
        }
    };
    let (played, learned_by) = (Arc::clone(&batch), against.clone());
    let contest = Contest::new(&name, responders, settings.as_ref(), move |response, streams| {
        let policies = against(response);
        let effort = policies.iter().map(PolicySpec::effort).sum();
        let is_point = move |ends: &[End]| if ends[0].0 == (side == Side::Gm) { 1 } else { -1 };
        rows_in_turn(&played, streams, effort, move |_| vec![policies.clone()], is_point)
    });
    let [cell] = batch.cells.as_slice() else { return Ok(contest) };
    let cell = cell.clone();
    Ok(contest
        .with_learning(move |response| learnable_row(&batch, Cell { policies: learned_by(response), ..cell.clone() })))
}

/// Returns the policy of a response.
fn answer(all: &[PolicySpec], response: Response) -> PolicySpec {
    match response {
        Response::Named(place) => all[place].clone(),
        Response::Of(values) => tuned(&values),
        Response::Learned(learned) => {
            let quick = all.iter().find(|spec| spec.name() == QUICK).and_then(PolicySpec::search);
            let settings = learned.settings(quick.cloned().unwrap_or_default());
            PolicySpec::new("learned", Kind::Search(settings))
        }
    }
}

/// Returns a tactician with these values.
fn tuned(values: &[f64]) -> PolicySpec {
    PolicySpec::new("tuned", Kind::Tactician(Tactics::of_values(values)))
}

/// Returns the table of two tacticians who play the same missions; the better end wins.
pub(crate) fn compared(batch: &Arc<Batch>, values: [Vec<f64>; 2], streams: &Streams) -> PairTable {
    let settings = values.map(|values| tuned(&values));
    let effort = settings.iter().chain([&batch.cells[0].policies[1]]).map(PolicySpec::effort).sum();
    let seatings = move |cell: &Cell| settings.each_ref().map(|aces| [aces.clone(), cell.policies[1].clone()]).to_vec();
    rows_in_turn(batch, streams, effort, seatings, better)
}

/// Returns the table of the rows of a batch in turn. Two missions of a row, on different random numbers, are a pair;
/// each is played once in every seating of its row.
fn rows_in_turn(
    batch: &Arc<Batch>,
    streams: &Streams,
    effort: f64,
    seatings: impl Fn(&Cell) -> Vec<[PolicySpec; 2]> + Send + Sync + 'static,
    margin: impl Fn(&[End]) -> i16 + Copy + Send + Sync + 'static,
) -> PairTable {
    let (batch, Streams { name, seed, .. }) = (Arc::clone(batch), streams.clone());
    PairTable::new(effort, move || {
        let row = |cell: &Cell| {
            let mission = Arc::new(cell.mission(&batch.common.rules));
            seatings(cell).into_iter().map(|policies| Lineup { mission: Arc::clone(&mission), policies }).collect()
        };
        let name = name.clone();
        let keys = move |_, pair| [2 * pair, 2 * pair + 1].map(|mission| key(seed, &name, mission));
        table(batch.cells.iter().map(row).collect(), keys, margin)
    })
}

/// A mission, and the policies of its Aces and of its game master.
pub(crate) struct Lineup {
    pub mission: Arc<Mission<KeyedDice>>,
    pub policies: [PolicySpec; 2],
}

/// Returns the table of lineups that are played in turn, several for each pair of missions. `keys` returns the keys of
/// a pair by its key and its number; `margin` judges the ends of a mission, one for each lineup.
pub(crate) fn table(
    turns: Vec<Vec<Lineup>>,
    keys: impl Fn(u64, u64) -> [u64; 2] + Send + Sync + 'static,
    margin: impl Fn(&[End]) -> i16 + Copy + Send + Sync + 'static,
) -> MeetingTable {
    let (turns, keys) = (Arc::new(turns), Arc::new(keys));
    Box::new(move |stop: &AtomicBool| -> Bouts<'_> {
        let (turns, keys) = (Arc::clone(&turns), Arc::clone(&keys));
        let sit = |lineups: &Vec<Lineup>| lineups.iter().map(|lineup| seated(&lineup.policies, stop)).collect();
        let mut players: Vec<Vec<Seated<'_>>> = turns.iter().map(sit).collect();
        Box::new(move |key, pair| {
            let turn = (pair % turns.len() as u64) as usize;
            keys(key, pair).map(|key| {
                let both = turns[turn].iter().zip(&mut players[turn]);
                let ends = both.map(|(Lineup { mission, .. }, players)| {
                    end(mission, &play(mission.as_ref(), key, players, &mut Unwatched))
                });
                margin(&ends.collect::<Vec<End>>())
            })
        })
    })
}

/// The end of a mission for the Aces, larger for a better end: a victory first, then the Harm that they can still take.
pub(crate) type End = (bool, u32);

/// Returns the margin of a mission with two lineups: positive if the first has the better end.
pub(crate) fn better(ends: &[End]) -> i16 {
    ends[0].cmp(&ends[1]) as i16
}

/// Returns the end of a mission.
fn end(mission: &Mission<KeyedDice>, state: &State) -> End {
    (state.ending == Some(Ending::Victory), life(mission, state))
}

/// Returns the Harm that the Aces on the map can still take until all are out. Left Tension and Ammo do not count:
/// players that are rewarded for them hoard them.
pub(super) fn life(mission: &Mission<KeyedDice>, state: &State) -> u32 {
    let allowed = mission.rules.damage.allowed;
    let of = |ace: &AceState| {
        u32::from(ace.vigor) + u32::from(allowed.saturating_sub(ace.damage)) * u32::from(ace.max_vigor)
    };
    state.aces.iter().filter(|ace| ace.is_on_map()).map(of).sum()
}

/// Returns the learnable missions of a batch of one row.
///
/// # Errors
/// Returns an error for a batch of several rows, since the missions of different rows are different games.
pub(crate) fn learnable(batch: &Batch) -> Result<Learnable, InputError> {
    let [cell] = batch.cells.as_slice() else {
        let rows = counted(batch.cells.len() as u64, "rows");
        return Err(InputError::plain(format!(
            "it has {rows}, and one is learned from: a study of `missions` has one"
        )));
    };
    Ok(learnable_row(batch, cell.clone()))
}

/// Returns the learnable missions of a row.
fn learnable_row(batch: &Batch, cell: Cell) -> Learnable {
    let players = cell.policies.iter().map(|policy| policy.name().to_owned()).collect();
    let (batch, games) = (batch.clone(), batch.games);
    let has_search = cell.policies.iter().any(|policy| policy.search().is_some());
    Learnable::new::<Mission<KeyedDice>>((players, games), has_search, move |streams, most, rows| {
        job(&batch, &cell, streams, most, rows)
    })
}

fn job(batch: &Batch, cell: &Cell, streams: Streams, most: usize, rows: TrainingRows) -> Job {
    let policies = cell.policies.clone();
    let effort = policies.iter().map(PolicySpec::effort).sum();
    let build = move |_: u64| -> Vec<Player> { policies.iter().map(PolicySpec::build).collect() };
    let game = cell.mission(&batch.common.rules);
    let name = streams.name.clone();
    streams.job(name, SampledGames { game, build, parts, rows, most, effort })
}
