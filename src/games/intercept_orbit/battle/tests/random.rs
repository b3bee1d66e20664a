//! A player that draws among the candidates.

use super::super::*;
use crate::dice::Throw;
use crate::play::Policy;

/// Draws every candidate with the same chance.
pub struct Random {
    throw: Throw,
}

impl Random {
    /// A random player; its stream is named when a game begins.
    pub fn new() -> Random {
        Random { throw: Throw::new(0) }
    }
}

impl<D: Dice> Policy<Battle<D>> for Random {
    fn begin(&mut self, key: u64) {
        self.throw = Throw::new(key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        candidates::any(battle, state, |below| self.throw.below(below)).expect("a decision has a candidate")
    }
}
