//! The space of fleets: fleets that a study allows, fleets one change away, and random draws and crossovers.

mod changes;
mod draws;
mod space;
#[cfg(test)]
mod tests;
mod why;

pub use changes::{Change, Changed, Sort, all_single, pairs_of, sort_of};
pub use draws::{crossed, drawn, mutated};
pub use space::{Size, Space};
pub use why::{must_carry, why_none};

use super::fleet::Fleet;
use super::ship::{Class, Ship};
use hitchart_lab::builds::Built;
use serde_json::{Map, Value, json};

/// Numbers of a fleet in the comparison of bids. High value assets are left out, because all fleets have equally many.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    pub ships: u8,
    pub companies: u8,
    /// Shipboard systems.
    pub systems: u16,
}

impl Bid {
    /// Returns the bid of a fleet.
    pub fn of(fleet: &Fleet) -> Bid {
        let bid = fleet.bid(0);
        Bid { ships: bid.ships, companies: bid.companies, systems: bid.systems }
    }
}

impl std::fmt::Display for Bid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{}+{}/{}", self.ships, self.companies, self.systems))
    }
}

/// Returns the ships in writing order and the ace: equal for equal fleets, in any order of ships.
pub fn sorted(fleet: &Fleet) -> (Vec<Ship>, Option<super::fleet::Ace>) {
    let mut ships = fleet.ships.clone();
    ships.sort_unstable();
    (ships, fleet.ace)
}

/// Counts the ships of a class.
pub fn count(fleet: &Fleet, class: Class) -> usize {
    fleet.ships.iter().filter(|ship| ship.class == class).count()
}

/// Returns a fleet in notation with its ships in writing order: equal for equal fleets.
pub fn key(fleet: &Fleet) -> String {
    let (ships, ace) = sorted(fleet);
    Fleet { ships, ace }.to_string()
}

impl Built for Fleet {
    fn describe(&self) -> String {
        self.to_string()
    }

    fn bid(&self) -> String {
        Bid::of(self).to_string()
    }

    fn written(&self) -> Map<String, Value> {
        Map::from_iter([("fleet".to_owned(), json!(self.to_string()))])
    }

    /// Returns the ships, then the ace.
    fn parts(&self) -> Vec<String> {
        let ace = self.ace.map(|ace| format!("ace={}", ace.name()));
        self.ships.iter().map(Ship::to_string).chain(ace).collect()
    }

    fn standing(&self, place: usize) -> String {
        self.ships[place].to_string()
    }
}
