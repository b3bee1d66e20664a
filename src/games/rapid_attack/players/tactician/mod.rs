//! The tactician: plans one turn ahead, by the exact tables.
//!
//! Every choice has a value in points of score. It includes damage dealt and taken by the exact odds, stations won and
//! held, spots for friends, and the prospects and dangers of a place. The weights are [`Tactics`]; each kind of choice
//! has a file.

mod attacks;
mod defense_plans;
mod dice_choice;
mod fielding;
mod ground;
mod losses;
mod order;
mod places;
mod plan;
mod ruins;
mod spots;
mod tactics;
#[cfg(test)]
mod tests;
mod ties;
mod turn;
mod worth;

pub use defense_plans::DefensePlans;
pub use tactics::{STYLES, Style, Tactics};

use super::super::battle::state::{MAX_STATIONS, MAX_UNITS, Turn};
use super::super::battle::{Action, Battle, Decision, Dice, State};
use super::super::battlefield::Anchors;
use attacks::Weapon;
use ground::{Rival, Site};
use hitchart_dice::Throw;
use hitchart_play::{Game, Policy};
use places::{Position, Rough};
use turn::{Outline, Pending, Reach};
use worth::View;

/// A policy that plays the choice of greatest value.
#[derive(Clone, Debug)]
pub struct Tactician {
    tactics: Tactics,
    throw: Throw,
    scratch: Scratch,
}

/// Buffers that are reused between decisions, so that no decision allocates.
#[derive(Clone, Debug)]
struct Scratch {
    rivals: Vec<Rival>,
    sites: Vec<Site>,
    rough: Vec<Rough>,
    positions: Vec<Position>,
    actions: Vec<Action>,
    reaches: Vec<Reach>,
    weapons: Vec<Weapon>,
    pending: Option<Pending>,
    outline: Option<Outline>,
    /// Storage for paths around corners; boxed for its size.
    anchors: Box<Option<Anchors>>,
}

impl Scratch {
    /// Creates empty buffers, large enough for most states.
    fn new() -> Scratch {
        Scratch {
            rivals: Vec::with_capacity(MAX_UNITS),
            sites: Vec::with_capacity(MAX_STATIONS),
            rough: Vec::with_capacity(256),
            positions: Vec::with_capacity(256),
            actions: Vec::with_capacity(256),
            reaches: Vec::with_capacity(MAX_UNITS),
            weapons: Vec::with_capacity(16),
            pending: None,
            outline: None,
            anchors: Box::default(),
        }
    }
}

impl Tactician {
    /// Creates a tactician with these weights.
    pub fn new(tactics: Tactics) -> Tactician {
        Tactician { tactics, throw: Throw::new(0), scratch: Scratch::new() }
    }

    /// Returns the defenses of a turn, each with the value of the other dice.
    pub fn defense_plans<D: Dice>(&mut self, battle: &Battle<D>, state: &State, turn: &Turn) -> DefensePlans {
        let player = state.unit(turn.unit).owner;
        View::new(battle, state, &self.tactics, player).defense_plans(turn, &mut self.scratch)
    }

    /// Returns the first candidate, for decisions without evaluation.
    fn first<D: Dice>(&mut self, battle: &Battle<D>, state: &State) -> Action {
        let actions = &mut self.scratch.actions;
        actions.clear();
        battle.candidates(state, actions);
        actions[0]
    }
}

impl<D: Dice> Policy<Battle<D>> for Tactician {
    fn begin(&mut self, key: u64) {
        self.throw = Throw::new(key);
        (self.scratch.pending, self.scratch.outline) = (None, None);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        let Tactician { tactics, throw, scratch } = self;
        let view = View::new(battle, state, tactics, asked.player);
        let chosen = match asked.what {
            Decision::PlaceStation => view.station(throw),
            Decision::PlaceFrame => view.frame(throw, scratch),
            Decision::Act => Some(view.act(scratch)),
            Decision::Declare => Some(view.declare(scratch)),
            Decision::Defend => view.defend(scratch),
            Decision::Commit => view.commit(scratch),
            Decision::Proceed => view.proceed(scratch),
            Decision::UseSpot => Some(view.use_spot()),
            Decision::Lose => view.lose(scratch),
            Decision::Spot => Some(view.spot()),
            Decision::Tick => Some(view.tick()),
            Decision::BreakTie => view.break_tie(),
            Decision::ChooseCover => None,
        };
        chosen.unwrap_or_else(|| self.first(battle, state))
    }
}
