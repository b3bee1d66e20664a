//! Which frame acts, whether to pass, and the clock.

use super::Scratch;
use super::worth::View;
use crate::games::rapid_attack::battle::legal::order::{due_units, must_act, ready};
use crate::games::rapid_attack::battle::{Action, Dice};
use crate::games::rapid_attack::battle_rules::PerUnit;

impl<D: Dice> View<'_, D> {
    /// The frame whose turn is worth most now, or a pass if none is worth taking yet.
    pub fn act(&self, scratch: &mut Scratch) -> Action {
        if self.battle.rules.order.per_unit != PerUnit::Off {
            return due_units(self.state, self.me).next().map_or(Action::Pass, Action::Activate);
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

    /// Worth of a frame's turn now: its attack, and a station within its way.
    fn turn_worth(&self, number: u8, scratch: &mut Scratch) -> f64 {
        let unit = self.state.unit(number);
        let attack = self.best_attack(number, false, &mut scratch.weapons).map_or(0.0, |attack| attack.worth);
        let mover = self.mover(unit);
        let stations = self.state.stations().iter().filter(|station| station.placed && station.owner != Some(self.me));
        let seizing = stations.map(|station| {
            let need = self.battle.from_station(unit.at, station) - self.battle.rules.stations.reach;
            let chance = self.chance_to_move(mover, need.max(0.0));
            if chance <= 0.0 || self.is_contested(station) { 0.0 } else { chance * self.seizing(station) }
        });
        attack + seizing.fold(0.0, f64::max)
    }

    /// Counts the clock down when ahead.
    pub fn tick(&self) -> Action {
        if self.lead >= self.tactics.tick { Action::Tick } else { Action::Hold }
    }
}
