//! Losses: the systems and hit points to give up for damage.

use super::super::super::battle::Dice;
use super::super::super::battle::state::{Asset, Loss, Part, numbers_in};
use super::super::super::ship::System;
use super::super::view::View;

/// Cost of the last hit point, and of an ace, relative to a system.
const LAST: f64 = 4.0;
const ACE: f64 = 0.5;

impl<D: Dice> View<'_, D> {
    /// Returns the value of a ship's system relative to others.
    pub(super) fn keeping(&self, ship: &Asset, system: System) -> f64 {
        let t = self.tactics;
        match system {
            System::Defense => t.keep_defense,
            System::Comms => t.keep_comms,
            System::Catapult => {
                let companies = numbers_in(self.state.companies() & self.state.of(ship.side())).next();
                if companies.is_some() { t.keep_movement } else { 0.1 }
            }
            _ => t.keep_weapon,
        }
    }

    /// Returns the value of a company's system.
    pub(super) fn keeping_part(&self, part: Part) -> f64 {
        let t = self.tactics;
        match part {
            Part::Weapon => t.keep_weapon,
            Part::Defense => t.keep_defense,
            Part::Comms => t.keep_comms,
            Part::Movement => t.keep_movement,
        }
    }

    /// Returns the cost of a hit that takes this loss from an asset.
    pub(super) fn losing(&self, number: u8, loss: Loss) -> f64 {
        let asset = self.state.asset(number);
        let part = match loss {
            Loss::System(system) => self.keeping(asset, system),
            Loss::Part(part) => self.keeping_part(part),
            Loss::White => 1.0,
            Loss::Ace => 1.0,
        };
        let life = asset.hit_points();
        let last = if life <= 1 { LAST } else { 0.0 };
        let ace = if asset.ace.is_some() { ACE } else { 0.0 };
        // Of several companies, the one with the most hit points takes the hit.
        part + last + ace + 2.0 / f64::from(life.max(1))
    }

    /// Returns the cost of stepping away to dodge a hit (I64).
    pub(super) fn dodging(&self, company: u8) -> f64 {
        let asset = self.state.asset(company);
        let left = asset.fuel.saturating_sub(self.battle.rules.fuel.per_dodge);
        if left <= self.battle.rules.fuel.per_round {
            return 2.0 * LAST;
        }
        let host = asset.on.map(|ship| self.state.asset(ship));
        let leaves = host.is_some_and(|ship| ship.side() != self.me || ship.captor() == Some(self.me));
        self.tactics.dodge + if leaves { self.tactics.leaving } else { 0.0 }
    }
}
