//! Whole battles of Intercept Orbit: the state machine of the rules, from the comparison of fleets to doomsday.
//!
//! Follows the flow page; rulings are cited by id. [`Battle`] is the setup, [`State`] holds everything that changes,
//! [`Action`] is a player's choice, and an [`Event`] is reported to observers.

pub mod action;
pub mod candidates;
pub mod dice;
mod engine;
pub mod event;
pub mod legal;
pub mod odds;
pub mod open_turn;
pub mod pieces;
pub mod state;
mod steps;
#[cfg(test)]
mod tests;

pub use action::{Action, Asked, Decision};
pub use dice::{Dice, KeyedDice};
pub use event::{BoardingRoll, Event, Face, Hue, Strike, Unused};
pub use state::State;

use super::bidding::ppa;
use super::fleet::{Bid, Fleet, FleetError, limits};
use super::ruleset::Ruleset;
use super::ship::Systems;
use super::space::Space;
use dice::SystemSides;
use odds::Odds;
use state::MAX_FLEETS;
use std::sync::{Arc, OnceLock};

/// Setup of a battle: everything that play does not change. Players are the fleets, in order.
#[derive(Debug)]
pub struct Battle<D> {
    pub rules: Ruleset,
    /// 2 to 4 fleets.
    pub fleets: Vec<Fleet>,
    /// True for a major battle, with more tactical assets.
    pub major: bool,
    /// High value assets of each fleet.
    pub hvas: u8,
    /// Sizes, compass and table of the rules.
    pub space: Space,
    /// Source of the faces of dice.
    pub dice: D,
    /// Dice of systems, companies and aces, made from the rules.
    sides: SystemSides,
    /// Exact odds for players, computed at the first use.
    odds: Arc<OnceLock<Odds>>,
    /// Points per asset of the fleets as built.
    points_per_asset: Vec<u8>,
    /// Systems that each asset was built with, by its number; companies have none.
    built: Vec<Systems>,
}

/// Error of fleets that cannot play a battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many fleets.
    #[error("{found} fleets; a battle has 2 to {MAX_FLEETS}")]
    Fleets { found: usize },
    /// A fleet that does not fit the battle, counted from 1.
    #[error("fleet {fleet}: {error}")]
    Fleet { fleet: usize, error: FleetError },
}

impl<D> Battle<D> {
    /// Creates a battle between fleets that were parsed under the same rules.
    ///
    /// # Errors
    /// Fails if there are too few or too many fleets, or if a fleet does not fit the battle.
    pub fn new(rules: Ruleset, fleets: Vec<Fleet>, major: bool, dice: D) -> Result<Battle<D>, SetupError> {
        if !(2..=MAX_FLEETS).contains(&fleets.len()) {
            return Err(SetupError::Fleets { found: fleets.len() });
        }
        for (fleet, at) in fleets.iter().zip(1..) {
            let sized = fleet.check().and_then(|()| fleet.check_size(fleets.len(), major, &rules));
            sized.map_err(|error| SetupError::Fleet { fleet: at, error })?;
        }
        Ok(Battle::of_checked(rules, fleets, major, dice))
    }

    /// Creates a battle between fleets that were parsed under the same rules, with number and sizes already checked.
    pub fn of_checked(rules: Ruleset, fleets: Vec<Fleet>, major: bool, dice: D) -> Battle<D> {
        let hvas = rules.fleet.hvas[fleets.len().clamp(2, MAX_FLEETS) - 2];
        let space = Space::new(&rules);
        let sides = SystemSides::new(&rules);
        let bids: Vec<Bid> = fleets.iter().map(|fleet| fleet.bid(hvas)).collect();
        let points_per_asset = ppa(&bids, &rules.bidding);
        let odds = Arc::default();
        let built = fleets.iter().flat_map(built_of).collect();
        Battle { rules, fleets, major, hvas, space, dice, sides, points_per_asset, built, odds }
    }

    /// Returns the battle with odds that all battles under the same rules share.
    pub fn sharing(self, odds: Arc<OnceLock<Odds>>) -> Battle<D> {
        Battle { odds, ..self }
    }

    /// Returns the exact odds under the rules, for players.
    pub fn odds(&self) -> &Odds {
        self.odds.get_or_init(|| Odds::new(&self.rules))
    }

    /// Returns the systems that a ship was built with, by its number.
    pub fn built(&self, ship: u8) -> Systems {
        self.built.get(usize::from(ship)).copied().unwrap_or_default()
    }

    /// Returns the fewest tactical assets of a fleet in this battle.
    pub fn least_assets(&self) -> u8 {
        limits(self.fleets.len(), self.major, &self.rules).0
    }
}

/// Lists the systems of a fleet's ships, then an empty set for each company.
fn built_of(fleet: &Fleet) -> impl Iterator<Item = Systems> {
    let companies = std::iter::repeat_n(Systems::default(), fleet.companies().into());
    fleet.ships.iter().map(|ship| ship.systems).chain(companies)
}
