//! The tactician: one turn ahead, by the exact tables.

mod tactics;

pub use tactics::Tactics;

use super::super::battle::{Action, Battle, Dice, State};
use super::greedy::Greedy;
use crate::play::Policy;

/// Plays the choice of greatest worth.
#[derive(Clone, Debug)]
pub struct Tactician {
    tactics: Tactics,
    greedy: Greedy,
}

impl Tactician {
    /// A tactician of these weights.
    pub fn new(tactics: Tactics) -> Tactician {
        Tactician { tactics, greedy: Greedy::new() }
    }

    /// Its weights.
    pub fn tactics(&self) -> &Tactics {
        &self.tactics
    }
}

impl<D: Dice> Policy<Battle<D>> for Tactician {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<D>>::begin(&mut self.greedy, key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        self.greedy.decide(battle, state)
    }
}
