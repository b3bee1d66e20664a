//! What may be in a fleet: the rules of the battle, and what a question allows besides.

use super::Bid;
use crate::games::intercept_orbit::fleet::{Ace, Fleet};
use crate::games::intercept_orbit::ruleset::Ruleset;
use crate::games::intercept_orbit::ship::{Class, Ship};
use crate::games::intercept_orbit::shipyard::all;
use std::sync::Arc;

pub use crate::games::intercept_orbit::muster::Size;

/// The fleets that a question allows: a part of those that may meet others.
#[derive(Clone, Debug)]
pub struct Space {
    pub rules: Arc<Ruleset>,
    pub size: Size,
    pub players: usize,
    /// Whether ships may have weapons for two bands.
    pub split: bool,
    /// Aces that may lead.
    pub aces: Vec<Ace>,
    /// Fleets of this bid alone.
    pub bid: Option<Bid>,
}

impl Space {
    /// All fleets of a battle of so many players.
    pub fn of(rules: Arc<Ruleset>, size: Size, players: usize) -> Space {
        let split = rules.weapons.split_allowed;
        Space { rules, size, players, split, aces: Ace::ALL.map(|(ace, _)| ace).to_vec(), bid: None }
    }

    /// The same for fleets of this bid.
    pub fn of_bid(&self, bid: Bid) -> Space {
        Space { bid: Some(bid), ..self.clone() }
    }

    /// Whether a fleet is one of these.
    pub fn allows(&self, fleet: &Fleet) -> bool {
        let splits = |ship: &Ship| ship.systems.kinds().any(|kind| kind.is_split());
        self.bid.is_none_or(|bid| bid == Bid::of(fleet))
            && fleet.check().is_ok()
            && fleet.check_size(self.players, self.size == Size::Major, &self.rules).is_ok()
            && fleet.ace.is_none_or(|ace| self.aces.contains(&ace))
            && fleet.ships.iter().all(|ship| ship.check(&self.rules).is_ok() && (self.split || !splits(ship)))
    }

    /// All ships of a class that such a fleet may have.
    pub fn ships(&self, class: Class) -> Vec<Ship> {
        all(class, self.split, &self.rules)
    }
}
