//! Steps of a battle: they carry out decisions and find the next one. Each file is a part of the flow; all of them work
//! on [`Play`].

mod company;
mod damage;
mod sailing;
mod setup;
mod strike;
mod turn;

pub(super) use company::{enemies, may_be_aided, next_of, place_before};
pub(super) use sailing::being_turned;
pub(super) use setup::{ASK_ANEW, droppable, fresh, open_carriers};

use super::super::ruleset::Ruleset;
use super::action::{Decision, PendingDecision};
use super::{Battle, dice::BattleDice, event::Event, state::State};
use hitchart_mobile_frame::PlayerId;
use hitchart_play::Observer;

/// A battle in progress, with its observer.
pub(super) struct Play<'a, D, O> {
    pub battle: &'a Battle<D>,
    pub state: &'a mut State,
    pub watch: &'a mut O,
}

impl<'a, D: BattleDice, O: Observer<Battle<D>>> Play<'a, D, O> {
    pub(super) fn rules(&self) -> &'a Ruleset {
        &self.battle.rules
    }

    /// Reports an event to the observer, if it watches.
    #[inline]
    pub(super) fn tell(&mut self, event: impl FnOnce() -> Event) {
        if O::WATCHES {
            self.watch.see(self.battle, self.state, &event());
        }
    }

    /// Makes a decision due.
    pub(super) fn ask(&mut self, player: PlayerId, what: Decision) {
        self.state.asked = Some(PendingDecision { player, what });
    }

    /// Asks the player who controls the asset of the turn in control.
    pub(super) fn ask_side(&mut self, what: Decision) {
        let asset = self.state.turn_mut().asset;
        let side = self.state.asset(asset).side();
        self.ask(side, what);
    }
}
