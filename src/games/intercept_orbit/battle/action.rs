//! What players decide.

use super::super::band::Band;
use super::super::ship::System;
use super::super::space::{Maneuver, Pose};
use super::open_turn::{Die, Given, Loss, Target};
use super::state::Parts;
use crate::geometry::Point;

/// A decision that is due, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    pub player: u8,
    pub what: Decision,
}

/// Kinds of decisions, in the order in which a battle meets them (flow page). What has one choice only is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Decision {
    /// How to go on with a tie for the first place (I11).
    BreakTie,
    /// Where a ship or a high value asset goes.
    Place,
    /// The carrier of the ace's company.
    Dock,
    /// Where a piece of debris goes.
    PlaceDebris,
    /// Act with one asset, or pass.
    Act,
    /// Target and band of a ship.
    Declare,
    /// What the whites of a captured ship do (I33).
    Give,
    /// The defense die.
    Defend,
    /// Whether a white repairs a system.
    Repair,
    /// Attack, move, or go on.
    Proceed,
    /// Whether to add the spot to the attack.
    UseSpot,
    /// Whether to spare the cover (I41).
    Spare,
    /// Whether to pay a pip for passing debris.
    Avoid,
    /// Whether two ships that meet collide.
    Ram,
    /// What becomes of debris that was hit (I55).
    Debris,
    /// By how many clicks the other of a collision is turned.
    Turn,
    /// Turn of a high value asset at the edge (I57).
    Head,
    /// Whether a company comes along with the ship it is on.
    Ride,
    /// Whether a company clings to a ship that comes by.
    Cling,
    /// Whether a company that drifts is picked up.
    PickUp,
    /// What a green ace does (I63).
    Nudge,
    /// Repair, fuel and launch.
    Launch,
    /// Where a launched company goes.
    PlaceCompany,
    /// The spot.
    Spot,
    /// What a point of damage takes.
    Lose,
    /// Whether to give dice to another in boarding (I32).
    Aid,
    /// Whom a die of boarding hits (I30).
    Hit,
    /// Whether to count the clock down (I37).
    Tick,
}

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Leave the tie as it is (I11).
    GoOn,
    /// Leave a tactical asset behind (I11).
    Drop(u8),
    /// Put a ship or high value asset on the table.
    Place {
        asset: u8,
        pose: Pose,
    },
    /// Put the ace's company on a carrier; the others follow in order.
    Dock {
        company: u8,
        ship: u8,
    },
    PlaceDebris(Point),
    Pass,
    Activate(u8),
    /// Target and band; nothing at dogfight band is no attack.
    Declare {
        target: Target,
        band: Band,
    },
    Give(Given),
    Defend(Die),
    /// A white, by its place, restores a system.
    Repair {
        white: u8,
        system: System,
    },
    NoRepair,
    /// Attack with a die, never [`Die::None`]. Ships attack the target declared, companies one in reach.
    Attack {
        die: Die,
        target: Target,
    },
    /// Move a ship or high value asset.
    Sail {
        die: Die,
        maneuver: Maneuver,
    },
    /// Move a company straight to a place.
    Fly {
        die: Die,
        to: Point,
    },
    /// Forgo what is left of movement and attack.
    Finish,
    UseSpot(bool),
    Spare(bool),
    Avoid(bool),
    Ram(bool),
    RemoveDebris,
    MoveDebris(Point),
    /// Clicks to the left, negative to the right.
    Turn(i8),
    /// A heading.
    Head(u8),
    /// Come along to a place on the ship, or stay where it is.
    Ride(Option<Point>),
    Cling(bool),
    PickUp(bool),
    /// Move or turn what the ace touches to this pose.
    Nudge {
        asset: u8,
        to: Pose,
    },
    NoNudge,
    /// Repair a company with a die up to these systems and whites.
    Mend {
        company: u8,
        die: Die,
        parts: Parts,
        whites: u8,
    },
    /// Launch a company, with a die for its fuel or with what it has left.
    Launch {
        company: u8,
        die: Die,
    },
    NoLaunch,
    PlaceCompany(Point),
    /// Spot an asset. [`Die::None`] places the yellow ace's die alone.
    Spot {
        die: Die,
        target: u8,
    },
    NoSpot,
    /// An asset gives something up for a hit.
    Lose {
        asset: u8,
        loss: Loss,
    },
    /// A company steps away from its ship in place of a hit (I64).
    Dodge(u8),
    /// Give the dice to a player, or to nobody.
    Aid(Option<u8>),
    /// The player whose companies a die hits.
    Hit(u8),
    Tick,
    Hold,
}
