//! The way home: companies fly no farther than their fuel brings them back, unless for something that is worth them;
//! those that drift are fetched.

use super::super::super::battle::Dice;
use super::super::super::battle::state::{Asset, Life, numbers_in};
use super::super::super::ship::System;
use super::super::view::View;
use crate::geometry::Point;

/// Units that a company flies in a turn, as a rule.
pub(in super::super) const USUAL: f64 = 4.0;
/// How much of the chance to drift each flight to spare takes off.
const TO_SPARE: f64 = 0.35;
/// The same on an own carrier, which will fuel it, with fuel and without, and on another's that may be taken.
const AT_HOME: f64 = 0.1;
const EMPTY_AT_HOME: f64 = 0.5;
const ON_ANOTHERS: f64 = 0.5;

impl<D: Dice> View<'_, D> {
    /// Cost of fuel that does not last to the end of the battle, at a point, with a turn of this round to come or without.
    pub(super) fn drifting(&self, at: Point, on: Option<u8>, fuel: u8, acts: bool) -> f64 {
        if self.lasts(fuel) {
            return 0.0;
        }
        let turns = self.lasting(fuel) - if acts { 0.0 } else { 1.0 };
        self.tactics.drift * self.value(self.me) * self.chance_to_drift(at, on, turns)
    }

    /// The chance that a company does not get home in so many turns.
    fn chance_to_drift(&self, at: Point, on: Option<u8>, turns: f64) -> f64 {
        let carrier = on.map(|ship| self.state.asset(ship)).filter(|ship| serves(ship));
        if carrier.is_some_and(|ship| ship.side() == self.me) {
            return if turns < 1.0 { EMPTY_AT_HOME } else { AT_HOME / turns };
        }
        let spare = turns - self.flights_home(at);
        let chance = (self.tactics.just_enough - TO_SPARE * spare).clamp(self.tactics.stranded.min(1.0), 1.0);
        if carrier.is_some() { chance.min(ON_ANOTHERS) } else { chance }
    }

    /// Flights, about, from a point to the nearest own ship with a catapult; no end of them where there is none.
    pub(in super::super) fn flights_home(&self, at: Point) -> f64 {
        let carriers = numbers_in(self.state.ships() & self.state.of(self.me)).map(|ship| self.state.asset(ship));
        let apart = carriers.filter(|ship| serves(ship)).map(|ship| ship.pose.at.distance_squared(at));
        let least = apart.fold(f64::INFINITY, f64::min);
        if least.is_finite() { (least.sqrt() - 1.0).max(0.0) / USUAL } else { f64::INFINITY }
    }

    /// Whether an own company drifts that nobody holds.
    pub(super) fn wants_rescue(&self, company: u8) -> bool {
        let asset = self.state.asset(company);
        asset.is_company() && asset.side() == self.me && asset.life() == Life::Drifting && asset.carried_by.is_none()
    }

    /// Own companies adrift that nobody holds, as a mask; none where no carrier could launch them anew.
    pub(super) fn adrift(&self) -> u64 {
        let drifting = self.state.companies() & !self.state.standing() & self.state.of(self.me);
        numbers_in(drifting).filter(|company| self.wants_rescue(*company)).fold(0, |mask, company| mask | 1 << company)
    }

    /// Own companies adrift that another one carries.
    pub(super) fn carries(&self, company: u8) -> bool {
        numbers_in(self.state.companies() & !self.state.standing() & self.state.of(self.me))
            .any(|other| self.state.asset(other).carried_by == Some(company))
    }
}

/// Whether a ship fuels and launches companies.
pub(super) fn serves(ship: &Asset) -> bool {
    ship.systems.count(System::Catapult) > 0
}
