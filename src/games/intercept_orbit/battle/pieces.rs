//! Pieces on the table: ships, companies, high value assets, and debris.

use super::super::fleet::Ace;
use super::super::ship::Systems;
use super::super::space::{Body, Pose};
use crate::geometry::Point;

/// Stage of an asset's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// Not on the table yet.
    Waiting,
    /// On the table, and able to act: ships, high value assets, companies with fuel.
    Standing,
    /// A company on its carrier that was never launched (I15).
    Docked,
    /// A company without fuel.
    Drifting,
    Destroyed,
    /// A ship that left the table, or a company lost with it.
    Lost,
    /// A tactical asset left behind in a tie for the first place (I11).
    Dropped,
}

/// The systems of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Weapon,
    Defense,
    Comms,
    Movement,
}

/// Set of systems that a company has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts(pub u8);

impl Parts {
    /// All four systems.
    pub const ALL: Parts = Parts(0b1111);

    /// The systems with their names, in order.
    pub const NAMES: [(Part, &'static str); 4] =
        [(Part::Weapon, "weapon"), (Part::Defense, "defense"), (Part::Comms, "comms"), (Part::Movement, "movement")];

    /// Returns true if a system is in the set.
    #[inline]
    pub fn has(self, part: Part) -> bool {
        self.0 >> part as u8 & 1 == 1
    }

    /// Returns the number of systems in the set.
    #[inline]
    pub fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Lists the systems of the set.
    pub fn iter(self) -> impl Iterator<Item = Part> {
        Parts::NAMES.into_iter().map(|(part, _)| part).filter(move |part| self.has(*part))
    }

    /// Returns the set without a system.
    pub fn without(self, part: Part) -> Parts {
        Parts(self.0 & !(1 << part as u8))
    }
}

/// A spot die on an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpotDie {
    pub value: u8,
    /// Number of the asset that placed it.
    pub by: u8,
}

/// A ship, a company or a high value asset.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    pub pose: Pose,
    pub body: Body,
    /// The player whose fleet it belongs to.
    pub owner: u8,
    /// The player who holds the asset instead of the owner. Ships and high value assets can be captured; companies
    /// docked on a captured ship go with it if the rules say so (I35).
    pub(super) captor: Option<u8>,
    pub(super) life: Life,
    /// Systems that a ship has left.
    pub systems: Systems,
    /// Systems that a company has left.
    pub parts: Parts,
    pub whites: u8,
    /// The ace that leads the company.
    pub ace: Option<Ace>,
    /// True if the ace is still a point of life (I08).
    pub ace_left: bool,
    /// Defense for the round, once it is chosen.
    pub defense: Option<u8>,
    /// The spot on the asset; `ace_spot` is the one of a yellow ace (I62).
    pub spot: Option<SpotDie>,
    pub ace_spot: Option<SpotDie>,
    /// Fuel of a company; 0 while it is docked or drifts.
    pub fuel: u8,
    /// The ship that a company is on: docked, attached, or touching since its last move.
    pub on: Option<u8>,
    /// The asset that carries a drifting company.
    pub carried_by: Option<u8>,
    /// Speed of the last move of a ship.
    pub speed: u8,
}

impl Asset {
    /// Returns the player who controls the asset: the captor, else the owner.
    #[inline]
    pub fn side(&self) -> u8 {
        self.captor.unwrap_or(self.owner)
    }

    /// Returns the player who captured the asset and holds it.
    pub fn captor(&self) -> Option<u8> {
        self.captor
    }

    /// Returns the stage of the asset's life.
    pub fn life(&self) -> Life {
        self.life
    }

    /// Returns true if the asset is a ship.
    #[inline]
    pub fn is_ship(&self) -> bool {
        matches!(self.body, Body::Capital | Body::Frigate)
    }

    /// Returns true if the asset is a company.
    #[inline]
    pub fn is_company(&self) -> bool {
        self.body == Body::Company
    }

    /// Returns true if the asset is a high value asset.
    #[inline]
    pub fn is_hva(&self) -> bool {
        self.body == Body::Hva
    }

    /// Returns true if the asset is on the table and able to act.
    #[inline]
    pub fn stands(&self) -> bool {
        self.life == Life::Standing
    }

    /// Returns the number of hits that destroy the asset (I06, I08).
    pub fn hit_points(&self) -> u8 {
        self.systems.total() + self.parts.count() + self.whites + u8::from(self.ace_left)
    }

    /// Returns body and pose, as the geometry of the table uses them.
    #[inline]
    pub fn placed(&self) -> (Body, Pose) {
        (self.body, self.pose)
    }

    /// Returns the sum of the spots on the asset; 0 without spots.
    #[inline]
    pub fn spotted(&self) -> u8 {
        self.spot.map_or(0, |spot| spot.value) + self.ace_spot.map_or(0, |spot| spot.value)
    }
}

/// A piece of debris.
#[derive(Clone, Copy, Debug, Default)]
pub struct Debris {
    pub at: Point,
    /// Number of hits absorbed.
    pub hits: u8,
}

impl Debris {
    /// Returns body and pose, as the geometry of the table uses them.
    #[inline]
    pub fn placed(&self) -> (Body, Pose) {
        (Body::Debris, Pose { at: self.at, heading: 0 })
    }
}
