//! Games for learning and searches: a fixed policy against responses, two settings of a policy on common random
//! numbers, and states of missions.
//!
//! Aces and game master cannot swap seats. Instead each mission is played twice, once by each setting, and the better
//! end wins: a victory first, then the Harm that the Aces can still take. Two missions are one observation, like two
//! games with swapped seats in other games.

use super::batch::{Batch, Cell};
use hitchart_apocalypse_frame::encounter::Ending;
use hitchart_apocalypse_frame::mission::state::AceState;
use hitchart_apocalypse_frame::mission::{Action, KeyedDice, Mission, State};
use hitchart_apocalypse_frame::players::Player;
use hitchart_apocalypse_frame::players::search::SearchSettings;
use hitchart_apocalypse_frame::players::tactician::Tactics;
use hitchart_apocalypse_frame::players::{Kind, PolicySpec, Side};
use hitchart_config::InputError;
use hitchart_config::words::counted;
use hitchart_lab::runner::games::{Stoppable, block_size, key};
use hitchart_lab::runner::{Job, Simulation, States};
use hitchart_lab::study::{Bout, Contest, Duel, Learnable, Meeting, Responder, Response, Sampling, in_pairs};
use hitchart_play::network::parts;
use hitchart_play::policy::Evaluation;
use hitchart_play::{Featured, Unwatched, play};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
    Ok(Contest::new(&name, responders, settings.as_ref(), move |bout| {
        Job::whole(bout.name.clone(), Arc::new(Bouts::new(&batch, bout, &all, (side, &policy))))
    }))
}

/// Missions of a batch, its cells in turn, by one policy of each side. Two missions of a cell are a pair, on different
/// random numbers.
struct Bouts {
    missions: Vec<Mission<KeyedDice>>,
    /// Policies of the Aces and of the game master.
    policies: [PolicySpec; 2],
    /// The side that responds.
    answers: Side,
    pairs: u64,
    dice: String,
    seed: u64,
}

impl Bouts {
    fn new(batch: &Batch, bout: Bout, all: &[PolicySpec], (side, policy): (Side, &PolicySpec)) -> Bouts {
        let response = match bout.response {
            Response::Named(place) => all[place].clone(),
            Response::Of(values) => PolicySpec::new("tuned", Kind::Tactician(Tactics::of_values(&values))),
            Response::Learned(network) => {
                let settings = SearchSettings { evaluation: Evaluation::Network(network), ..SearchSettings::default() };
                PolicySpec::new("learned", Kind::Search(settings))
            }
        };
        let policies = match side {
            Side::Aces => [policy.clone(), response],
            Side::Gm => [response, policy.clone()],
        };
        let missions = batch.cells.iter().map(|cell| cell.mission(&batch.common.rules)).collect();
        Bouts { missions, policies, answers: other(side), pairs: bout.pairs, dice: bout.dice, seed: bout.seed }
    }
}

impl Simulation for Bouts {
    type Counts = Duel;

    fn size(&self) -> u64 {
        2 * self.pairs
    }

    fn block_size(&self) -> u64 {
        block_size(2 * self.pairs, 2)
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Duel> {
        let mut players: [Stoppable<'_, Player, Action>; 2] =
            self.policies.each_ref().map(|policy| Stoppable::new(policy.build(), stop));
        in_pairs(games, stop, |pair| {
            let mission = &self.missions[(pair % self.missions.len() as u64) as usize];
            [2 * pair, 2 * pair + 1].map(|game| {
                let state = play(mission, key(self.seed, &self.dice, game), &mut players, &mut Unwatched);
                let aces_won = state.ending == Some(Ending::Victory);
                if aces_won == (self.answers == Side::Aces) { 1 } else { -1 }
            })
        })
    }

    fn fits(&self, duel: &Duel, games: u64) -> bool {
        duel.fits(games)
    }

    fn effort(&self) -> f64 {
        self.policies.iter().map(PolicySpec::effort).sum()
    }
}

/// Pairs of missions of a batch, its cells in turn.
pub(crate) struct Pairs {
    missions: Vec<Mission<KeyedDice>>,
    /// For each cell both settings, and the game master.
    policies: Vec<[PolicySpec; 3]>,
    pairs: u64,
    name: String,
    seed: u64,
}

impl Pairs {
    /// Returns the pairs of missions of a meeting of two tacticians.
    pub(crate) fn new(batch: &Batch, meeting: Meeting) -> Pairs {
        let Meeting { name, seed, pairs, values } = meeting;
        let [first, second] =
            values.map(|values| PolicySpec::new("tuned", Kind::Tactician(Tactics::of_values(&values))));
        let missions = batch.cells.iter().map(|cell| cell.mission(&batch.common.rules)).collect();
        let of = |gm: &PolicySpec| [first.clone(), second.clone(), gm.clone()];
        let policies = batch.cells.iter().map(|cell| of(&cell.policies[1])).collect();
        Pairs { missions, policies, pairs, name, seed }
    }

    /// Returns the result of a mission for the first setting against the second: 1, 0 or -1.
    fn one(&self, mission: u64, players: &mut [[Stoppable<'_, Player, Action>; 2]; 2], cell: usize) -> i8 {
        let key = key(self.seed, &self.name, mission);
        let mission = &self.missions[cell];
        let [first, second] = players.each_mut().map(|seats| end(mission, &play(mission, key, seats, &mut Unwatched)));
        match first.cmp(&second) {
            Greater => 1,
            Equal => 0,
            Less => -1,
        }
    }
}

/// Returns the end of a mission for the Aces, larger for a better end: a victory first, then the Harm that they can
/// still take.
pub(crate) fn end(mission: &Mission<KeyedDice>, state: &State) -> (bool, u32) {
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

impl Simulation for Pairs {
    type Counts = Duel;

    fn size(&self) -> u64 {
        2 * self.pairs
    }

    fn block_size(&self) -> u64 {
        block_size(2 * self.pairs, 2)
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Duel> {
        let seated = |[first, second, gm]: &[PolicySpec; 3]| {
            [first, second].map(|aces| [aces, gm].map(|policy| Stoppable::new(policy.build(), stop)))
        };
        let mut players: Vec<_> = self.policies.iter().map(seated).collect();
        in_pairs(games, stop, |pair| {
            let cell = (pair % self.missions.len() as u64) as usize;
            [2 * pair, 2 * pair + 1].map(|mission| self.one(mission, &mut players[cell], cell))
        })
    }

    fn fits(&self, duel: &Duel, games: u64) -> bool {
        duel.fits(games)
    }

    fn effort(&self) -> f64 {
        self.policies[0].iter().map(PolicySpec::effort).sum()
    }
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
    let players = cell.policies.iter().map(|policy| policy.name().to_owned()).collect();
    let (batch, cell, games) = (batch.clone(), cell.clone(), batch.games);
    let features = <Mission<KeyedDice> as Featured>::FEATURES;
    Ok(Learnable::new(features, (players, games), move |sampling| job(&batch, &cell, sampling)))
}

fn job(batch: &Batch, cell: &Cell, sampling: Sampling) -> Job {
    let Sampling { name, seed, games, states } = sampling;
    let policies = cell.policies.clone();
    let effort = policies.iter().map(PolicySpec::effort).sum();
    let build = move |_: u64| -> Vec<Player> { policies.iter().map(PolicySpec::build).collect() };
    let game = cell.mission(&batch.common.rules);
    let count = States { game, build, parts, games, states, name: name.clone(), seed, effort };
    Job::whole(name, Arc::new(count))
}
