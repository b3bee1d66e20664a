//! Choice of the frame that acts, passes, and the clock.

use super::Scratch;
use super::worth::View;
use crate::games::rapid_attack::battle::legal::order::{due_units, may_wait, must_act, ready};
use crate::games::rapid_attack::battle::{Action, Dice};
use crate::games::rapid_attack::battle_rules::PerUnit;
use crate::games::rapid_attack::loadout::Kind;

/// Share of `patience` below which a frame waits for its other die.
const NOTHING_YET: f64 = 0.1;
/// Share of a spot's value to friends still to act that counts in the choice of the first frame. Some friends could
/// attack without the spot.
const SPOT_FIRST: f64 = 0.5;

impl<D: Dice> View<'_, D> {
    /// Returns the frame with the most valuable turn now, or a pass if no turn is worth taking yet.
    pub fn act(&self, scratch: &mut Scratch) -> Action {
        if self.battle.rules.order.per_unit != PerUnit::Off {
            return self.act_when_due(scratch);
        }
        let mut waiting = ready(self.state, self.me);
        if let (Some(only), None, true) = (waiting.next(), waiting.next(), must_act(self.battle, self.state)) {
            return Action::Activate(only);
        }
        let mut best = (f64::NEG_INFINITY, None);
        for unit in ready(self.state, self.me) {
            let worth = self.turn_worth(unit, scratch);
            if worth > best.0 {
                best = (worth, Some(unit));
            }
        }
        let waits = best.0 < self.tactics.patience * self.asset(self.me) && !must_act(self.battle, self.state);
        match best.1 {
            Some(unit) if !waits => Action::Activate(unit),
            _ => Action::Pass,
        }
    }

    /// Returns the due frame with the most valuable turn. A frame with another die waits for it while its turn is worth
    /// little (S35).
    fn act_when_due(&self, scratch: &mut Scratch) -> Action {
        let due = || due_units(self.state, self.me);
        let waits = due().all(|unit| may_wait(self.state, unit));
        let mut best = (f64::NEG_INFINITY, Action::Pass);
        for unit in due() {
            let worth = self.turn_worth(unit, scratch);
            if worth > best.0 {
                best = (worth, Action::Activate(unit));
            }
        }
        if waits && best.0 < NOTHING_YET * self.tactics.patience * self.asset(self.me) { Action::Pass } else { best.1 }
    }

    /// Returns the value of a frame's turn now. It includes the attack, a station within its way if the attack does not
    /// need the way, and the spot for friends who act later.
    fn turn_worth(&self, number: u8, scratch: &mut Scratch) -> f64 {
        let movement = self.worth_of_movement(number);
        let attack = self.best_attack(number, movement, &mut scratch.weapons);
        let spots = self.state.unit(number).loadout.count(Kind::Comms) > 0;
        let promise = if spots { SPOT_FIRST * self.spot_promise(number) } else { 0.0 };
        promise + movement + attack.map_or(0.0, |attack| attack.worth)
    }

    /// Returns the value of a frame's movement without its attack: a station within its way.
    pub fn worth_of_movement(&self, number: u8) -> f64 {
        let unit = self.state.unit(number);
        let mover = self.mover(unit);
        let stations = self.state.stations().iter().filter(|station| station.placed && station.owner != Some(self.me));
        let seizing = stations.map(|station| {
            let need = self.battle.from_station(unit.at, station) - self.battle.rules.stations.reach;
            let chance = self.chance_to_move(mover, need.max(0.0));
            if chance <= 0.0 || self.is_contested(station) { 0.0 } else { chance * self.seizing(station) }
        });
        seizing.fold(0.0, f64::max)
    }

    /// Counts the clock down if the lead is at least `tick`.
    pub fn tick(&self) -> Action {
        if self.lead >= self.tactics.tick { Action::Tick } else { Action::Hold }
    }
}
