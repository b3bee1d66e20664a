//! The order of turns: the next asset to act, and when to wait.

use super::super::super::band::Band;
use super::super::super::battle::legal::attack::fits_band;
use super::super::super::battle::legal::launch::in_hangar;
use super::super::super::battle::legal::order::{may_act, must_act};
use super::super::super::battle::odds::{Behind, Situation};
use super::super::super::battle::state::{Part, numbers_in};
use super::super::super::battle::{Action, Dice};
use super::super::super::ship::System;
use super::super::view::{Mark, View};

/// Distance in units outside a band that a move usually makes up for.
const NEAR: f64 = 2.0;

impl<D: Dice> View<'_, D> {
    /// Returns the asset with the most valuable turn now, or a pass if no turn is worth taking.
    pub(super) fn act(&self) -> Action {
        let waits = (0..self.state.player_count)
            .any(|player| player != self.me && self.state.ready(player) & !self.state.hvas() != 0);
        let may = may_act(self.state, self.me);
        if may.count_ones() == 1 && (!waits || must_act(self.battle, self.state)) {
            return Action::Activate(may.trailing_zeros() as u8);
        }
        let mut best = (f64::NEG_INFINITY, 0);
        for asset in self.each(may) {
            let worth = self.urgency(asset, waits);
            if worth > best.0 {
                best = (worth, asset);
            }
        }
        let idle = best.0 < self.tactics.patience * self.value(self.me);
        if idle && waits && !must_act(self.battle, self.state) { Action::Pass } else { Action::Activate(best.1) }
    }

    /// Returns the value of acting with an asset now rather than later.
    fn urgency(&self, number: u8, waits: bool) -> f64 {
        let asset = self.state.asset(number);
        // A high value asset always moves the same way, so others go first, unless it sails into enemy hands.
        if asset.is_hva() {
            return self.tactics.patience * self.value(self.me) + self.tactics.escort * self.met(number);
        }
        let scouts = if self.spots_for_friends(number) { self.tactics.scout * self.value(self.me) } else { 0.0 };
        let promise = self.tactics.eager * self.promise(number) + scouts;
        if asset.is_ship() {
            let carries = asset.systems.count(System::Catapult) > 0 && in_hangar(self.state, number) != 0;
            let late = if carries && waits { self.tactics.late * self.value(self.me) } else { 0.0 };
            // A captor near the ship, but not aboard, boards it again before it sails away.
            let captive = match asset.captor() {
                Some(_) if self.is_left(number) => -self.tactics.captive,
                Some(_) => self.tactics.captive,
                None => 0.0,
            };
            return promise - late + captive * self.value(self.me);
        }
        // A company that must get home does so before its carrier acts.
        let low = !self.lasts(asset.fuel) && self.lasting(asset.fuel) <= 2.0;
        promise + if low { self.value(self.me) } else { 0.0 }
    }

    /// Returns the expected change of points if a high value asset sails on now. It falls to enemies that it meets
    /// without own assets, and gets away from enemies that only a guard keeps off.
    fn met(&self, hva: u8) -> f64 {
        let asset = self.state.asset(hva);
        let own = self.state.of(self.me);
        let end = (asset.body, self.straight_on(asset));
        let meets = |sides: u64| {
            let mut others = numbers_in(self.state.standing() & !self.state.hvas() & sides);
            others.any(|other| self.holds(other, end))
        };
        let swing = self.tactics.hva * 2.0 * self.value(self.me);
        if meets(!own) && !meets(own) {
            return -swing;
        }
        if self.state.beside(hva) & !own != 0 { 0.5 * swing } else { 0.0 }
    }

    /// Returns true if an asset has comms and friends are still to act.
    fn spots_for_friends(&self, number: u8) -> bool {
        let asset = self.state.asset(number);
        let comms = asset.systems.count(System::Comms) > 0 || (asset.is_company() && asset.parts.has(Part::Comms));
        comms && self.state.ready(self.me) & !self.state.hvas() & !(1 << number) != 0
    }

    /// Returns the value of the best attack that an asset may make.
    pub(super) fn promise(&self, number: u8) -> f64 {
        let asset = self.state.asset(number);
        let ahead = if asset.is_ship() { self.straight_on(asset) } else { asset.pose };
        let mut best: f64 = 0.0;
        for (band, _) in Band::ALL {
            let Some(dice) = self.arms(asset, band) else { continue };
            for target in numbers_in(self.foes()) {
                let to = self.state.asset(target);
                if asset.is_ship() && !fits_band(to, band) {
                    continue;
                }
                let here = self.out_of_band(asset, asset.pose, to, band);
                let out = here.min(self.out_of_band(asset, ahead, to, band));
                if out > NEAR {
                    continue;
                }
                let mark = Mark::new(to);
                let at = match asset.is_company() {
                    true => Situation::dogfight(mark.kind),
                    false => Situation::of(band, mark.kind, Behind::Nothing),
                };
                let worth = self.harm(target, self.odds.strike(dice, mark.spot, mark.defense, at, mark.life));
                best = best.max(worth * if out == 0.0 { 1.0 } else { 0.5 });
            }
        }
        best
    }
}
