//! The random player: every candidate is as likely as any other.

use super::super::mission::{Action, Dice, Mission, State};
use hitchart_dice::Throw;
use hitchart_play::{Game, Policy};

/// Plays a candidate drawn with equal chances.
#[derive(Clone, Debug)]
pub struct Random {
    throw: Throw,
    buffer: Vec<Action>,
}

impl Random {
    /// A random player; [`Policy::begin`] names its stream.
    pub fn new() -> Random {
        Random { throw: Throw::new(0), buffer: Vec::with_capacity(256) }
    }
}

impl Default for Random {
    fn default() -> Random {
        Random::new()
    }
}

impl<D: Dice> Policy<Mission<D>> for Random {
    fn begin(&mut self, key: u64) {
        self.throw = Throw::new(key);
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        self.buffer.clear();
        mission.candidates(state, &mut self.buffer);
        self.buffer[self.throw.below(self.buffer.len())]
    }
}
