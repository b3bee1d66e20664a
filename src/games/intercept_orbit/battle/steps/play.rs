//! A battle in progress, as all steps use it.

use super::super::Battle;
use super::super::action::{Asked, Decision};
use super::super::dice::Dice;
use super::super::event::Event;
use super::super::state::State;
use crate::games::intercept_orbit::ruleset::Ruleset;
use hitchart_play::Observer;

/// A battle in progress, with its observer.
pub struct Play<'a, D, O> {
    pub battle: &'a Battle<D>,
    pub state: &'a mut State,
    pub watch: &'a mut O,
}

impl<'a, D: Dice, O: Observer<Battle<D>>> Play<'a, D, O> {
    pub fn rules(&self) -> &'a Ruleset {
        &self.battle.rules
    }

    /// Reports an event to the observer, if it watches.
    #[inline]
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        if O::WATCHES {
            self.watch.see(self.battle, self.state, &event());
        }
    }

    /// Makes a decision due.
    pub fn ask(&mut self, player: u8, what: Decision) {
        self.state.asked = Some(Asked { player, what });
    }

    /// Asks the player who controls the asset of the turn in control.
    pub fn ask_side(&mut self, what: Decision) {
        let asset = self.state.turn_mut().asset;
        let side = self.state.asset(asset).side();
        self.ask(side, what);
    }
}
