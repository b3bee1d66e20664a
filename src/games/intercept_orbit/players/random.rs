//! The random player: every candidate has the same chance.

use super::super::battle::candidates;
use super::super::battle::{Action, Battle, Dice, State};
use hitchart_dice::Throw;
use hitchart_play::{Game, Policy};

/// A policy that draws a candidate with equal chances.
#[derive(Clone, Debug)]
pub struct Random {
    throw: Throw,
    buffer: Vec<Action>,
}

impl Random {
    /// Creates a random player; [`Policy::begin`] names its stream.
    pub fn new() -> Random {
        Random { throw: Throw::new(0), buffer: Vec::with_capacity(512) }
    }

    /// Draws a number smaller than `below` with equal chances.
    pub(super) fn draw(&mut self, below: usize) -> usize {
        self.throw.below(below)
    }

    fn listed<D: Dice>(&mut self, battle: &Battle<D>, state: &State) -> Action {
        self.buffer.clear();
        battle.candidates(state, &mut self.buffer);
        self.buffer[self.throw.below(self.buffer.len())]
    }
}

impl Default for Random {
    fn default() -> Random {
        Random::new()
    }
}

impl<D: Dice> Policy<Battle<D>> for Random {
    fn begin(&mut self, key: u64) {
        self.throw = Throw::new(key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        let drawn = candidates::any(battle, state, |count| self.throw.below(count));
        drawn.unwrap_or_else(|| self.listed(battle, state))
    }
}
