//! The way home: companies fly no farther than their fuel brings them back, unless a goal is worth their loss.
//! Companies adrift are fetched.

use super::super::super::battle::Dice;
use super::super::super::battle::state::{Asset, Life, numbers_in};
use super::super::super::ship::System;
use super::super::view::View;
use crate::geometry::Point;

/// Usual length of a company's flight in a turn, in units.
pub(in super::super) const USUAL: f64 = 4.0;
/// Decrease of the chance to drift for each flight to spare.
const TO_SPARE: f64 = 0.35;
/// Chance to drift on an own carrier, which will refuel the company, with one turn of fuel and without. The third is
/// the maximum on an enemy carrier, which may be captured.
const AT_HOME: f64 = 0.1;
const EMPTY_AT_HOME: f64 = 0.5;
const ON_ANOTHERS: f64 = 0.5;

impl<D: Dice> View<'_, D> {
    /// Returns the expected cost of fuel that does not last to the end of the battle. `acts` is true if the company
    /// still has a turn this round.
    pub(super) fn drifting(&self, at: Point, on: Option<u8>, fuel: u8, acts: bool) -> f64 {
        if self.lasts(fuel) {
            return 0.0;
        }
        let turns = self.lasting(fuel) - if acts { 0.0 } else { 1.0 };
        self.tactics.drift * self.value(self.me) * self.chance_to_drift(at, on, turns)
    }

    /// Returns the chance that a company does not get home within `turns` turns.
    fn chance_to_drift(&self, at: Point, on: Option<u8>, turns: f64) -> f64 {
        let carrier = on.map(|ship| self.state.asset(ship)).filter(|ship| serves(ship));
        if carrier.is_some_and(|ship| ship.side() == self.me) {
            return if turns < 1.0 { EMPTY_AT_HOME } else { AT_HOME / turns };
        }
        let spare = turns - self.flights_home(at);
        let chance = (self.tactics.just_enough - TO_SPARE * spare).clamp(self.tactics.stranded.min(1.0), 1.0);
        if carrier.is_some() { chance.min(ON_ANOTHERS) } else { chance }
    }

    /// Returns the approximate number of flights from a point to the nearest own ship with a catapult; infinite if
    /// there is none.
    pub(in super::super) fn flights_home(&self, at: Point) -> f64 {
        let carriers = numbers_in(self.state.ships() & self.state.of(self.me)).map(|ship| self.state.asset(ship));
        let apart = carriers.filter(|ship| serves(ship)).map(|ship| ship.pose.at.distance_squared(at));
        let least = apart.fold(f64::INFINITY, f64::min);
        if least.is_finite() { (least.sqrt() - 1.0).max(0.0) / USUAL } else { f64::INFINITY }
    }

    /// Returns true if an own company is adrift and not carried.
    pub(super) fn wants_rescue(&self, company: u8) -> bool {
        let asset = self.state.asset(company);
        asset.is_company() && asset.side() == self.me && asset.life() == Life::Drifting && asset.carried_by.is_none()
    }

    /// Returns a mask of the own companies adrift that are not carried.
    pub(super) fn adrift(&self) -> u64 {
        let drifting = self.state.companies() & !self.state.standing() & self.state.of(self.me);
        numbers_in(drifting).filter(|company| self.wants_rescue(*company)).fold(0, |mask, company| mask | 1 << company)
    }

    /// Returns true if a company carries an own company adrift.
    pub(super) fn carries(&self, company: u8) -> bool {
        numbers_in(self.state.companies() & !self.state.standing() & self.state.of(self.me))
            .any(|other| self.state.asset(other).carried_by == Some(company))
    }
}

/// Returns true if a ship can fuel and launch companies.
pub(super) fn serves(ship: &Asset) -> bool {
    ship.systems.count(System::Catapult) > 0
}
