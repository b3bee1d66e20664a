//! A fixed policy of one side against responses of the other side.

use super::super::encounter::Ending;
use super::super::mission::{Action, KeyedDice, Mission};
use super::super::players::Player;
use super::super::players::search::SearchSettings;
use super::super::players::spec::{Kind, PolicySpec, Side};
use super::super::players::tactician::Tactics;
use super::batch::Batch;
use hitchart_config::InputError;
use hitchart_lab::runner::games::{Stoppable, block_size, key};
use hitchart_lab::runner::{Job, Simulation};
use hitchart_lab::study::{Bout, Contest, Duel, Responder, Response, in_pairs};
use hitchart_play::policy::Evaluation;
use hitchart_play::{Unwatched, play};
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
pub fn contest(batch: &Batch, policy: &str, side: Option<&str>) -> Result<Contest, InputError> {
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
