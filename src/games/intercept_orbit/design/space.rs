//! Space of fleets: the rules of the battle, and the further constraints of a study.

use super::{Bid, count};
use crate::games::intercept_orbit::fleet::{Ace, Fleet, limits};
use crate::games::intercept_orbit::ruleset::Ruleset;
use crate::games::intercept_orbit::ship::{Class, Ship, System};
use crate::games::intercept_orbit::shipyard::all;
use hitchart_lab::builds::Limit;
use std::sync::Arc;

pub use crate::games::intercept_orbit::muster::Size;

/// The fleets that a study allows, among those that may meet others.
#[derive(Clone, Debug)]
pub struct Space {
    pub rules: Arc<Ruleset>,
    pub size: Size,
    pub players: usize,
    /// Tactical assets: ships and companies.
    pub assets: Limit,
    pub ships: Limit,
    pub companies: Limit,
    /// Shipboard systems of all ships.
    pub systems: Limit,
    /// Classes that ships may have.
    pub classes: Vec<Class>,
    /// Kinds of systems that ships may have.
    pub kinds: Vec<System>,
    /// Kinds of systems of which a fleet has at least one.
    pub required: Vec<System>,
    /// Aces that may lead a company.
    pub aces: Vec<Ace>,
}

impl Space {
    /// Returns the space of all fleets of a battle of `players` players.
    pub fn of(rules: Arc<Ruleset>, size: Size, players: usize) -> Space {
        let (least, most) = limits(players, size == Size::Major, &rules);
        let (least, most) = (u16::from(least), u16::from(most));
        let known = |kind: &System| !kind.is_split() || rules.weapons.split_allowed;
        Space {
            size,
            players,
            assets: Limit { least, most },
            ships: Limit { least: 1, most },
            companies: Limit { least: 0, most },
            systems: Limit { least: 0, most: most * u16::from(Class::Capital.systems(&rules)) },
            classes: Class::ALL.map(|(class, ..)| class).to_vec(),
            kinds: System::ALL.map(|(kind, _)| kind).into_iter().filter(known).collect(),
            required: Vec::new(),
            aces: Ace::ALL.map(|(ace, _)| ace).to_vec(),
            rules,
        }
    }

    /// Returns the part of the space with this bid.
    pub fn of_bid(&self, bid: Bid) -> Space {
        Space {
            ships: Limit::exactly(bid.ships.into()),
            companies: Limit::exactly(bid.companies.into()),
            systems: Limit::exactly(bid.systems),
            ..self.clone()
        }
    }

    /// Returns the space without weapons for two bands, unless `split` is true.
    pub fn splitting(mut self, split: bool) -> Space {
        self.kinds.retain(|kind| split || !kind.is_split());
        self
    }

    /// Returns true if a fleet is in the space.
    pub fn allows(&self, fleet: &Fleet) -> bool {
        let bid = fleet.bid(0);
        let has = |kind: &System| fleet.ships.iter().any(|ship| ship.systems.count(*kind) > 0);
        let fits = |ship: &Ship| ship.systems.kinds().all(|kind| self.kinds.contains(&kind));
        self.assets.allows(bid.tactical().into())
            && self.ships.allows(bid.ships.into())
            && self.companies.allows(bid.companies.into())
            && self.systems.allows(bid.systems)
            && Class::ALL.iter().all(|(class, ..)| self.classes.contains(class) || count(fleet, *class) == 0)
            && fleet.check().is_ok()
            && fleet.check_size(self.players, self.size == Size::Major, &self.rules).is_ok()
            && fleet.ace.is_none_or(|ace| self.aces.contains(&ace))
            && fleet.ships.iter().all(|ship| ship.check(&self.rules).is_ok() && fits(ship))
            && self.required.iter().all(has)
    }

    /// Lists all ships of a class that a fleet of the space may have.
    pub fn ships_of(&self, class: Class) -> Vec<Ship> {
        let split = self.kinds.iter().any(|kind| kind.is_split());
        let fits = |ship: &Ship| ship.systems.kinds().all(|kind| self.kinds.contains(&kind));
        all(class, split, &self.rules).into_iter().filter(fits).collect()
    }
}
