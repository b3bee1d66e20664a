//! A mission under way: the context of every step.

use super::super::ruleset::Ruleset;
use super::Mission;
use super::action::Decision;
use super::dice::Dice;
use super::event::{DieOf, Event};
use super::state::State;
use hitchart_play::Observer;

/// A mission under way, with its observer.
pub(super) struct Play<'a, D, O> {
    pub mission: &'a Mission<D>,
    pub state: &'a mut State,
    pub watch: &'a mut O,
}

impl<'a, D: Dice, O: Observer<Mission<D>>> Play<'a, D, O> {
    #[inline]
    pub(super) fn rules(&self) -> &'a Ruleset {
        &self.mission.rules
    }

    /// Sends an event to the observer, if it listens.
    #[inline]
    pub(super) fn tell(&mut self, event: impl FnOnce() -> Event) {
        if O::WATCHES {
            self.watch.see(self.mission, self.state, &event());
        }
    }

    /// Makes a decision due.
    #[inline]
    pub(super) fn ask(&mut self, what: Decision) {
        self.state.asked = Some(what);
    }

    /// Rolls a single six-sided die and reports it.
    pub(super) fn d6(&mut self, of: DieOf) -> u8 {
        let face = self.mission.dice.die(&mut self.state.throw, 6);
        self.tell(|| Event::DieRolled { of, face });
        face
    }
}
