//! The steps of a battle, which carry out decisions and find the next. All files work on [`Play`], a battle in play.
//!
//! Setup and turns depend on the order of play; attacks depend on turns and on the order.

mod damage;
mod objective;
mod order;
mod setup;
mod turn;

pub(super) use setup::fresh;

use super::action::{Decision, PendingDecision};
use super::state::{FieldingStep, Phase, State};
use super::{Battle, dice::BattleDice, event::Event};
use crate::ruleset::Ruleset;
use hitchart_mobile_frame::PlayerId;
use hitchart_play::Observer;

/// A battle in play, with its observer.
pub(super) struct Play<'a, D, O> {
    pub battle: &'a Battle<D>,
    pub state: &'a mut State,
    pub watch: &'a mut O,
}

impl<'a, D: BattleDice, O: Observer<Battle<D>>> Play<'a, D, O> {
    #[inline]
    pub(super) fn rules(&self) -> &'a Ruleset {
        &self.battle.rules
    }

    /// Sends an event to the observer, if the observer watches.
    #[inline]
    pub(super) fn tell(&mut self, event: impl FnOnce() -> Event) {
        if O::WATCHES {
            self.watch.see(self.battle, self.state, &event());
        }
    }

    /// Sets the decision that is due.
    #[inline]
    pub(super) fn ask(&mut self, player: PlayerId, what: Decision) {
        self.state.asked = Some(PendingDecision { player, what });
    }

    /// Asks the owner of the turn in control.
    #[inline]
    pub(super) fn ask_owner(&mut self, what: Decision) {
        let unit = self.state.turn_mut().unit;
        let owner = self.state.unit(unit).owner;
        self.ask(owner, what);
    }

    /// Goes on to a step of fielding.
    #[inline]
    pub(super) fn go_to(&mut self, step: FieldingStep) {
        self.state.phase = Phase::Fielding(step);
    }
}
