//! Decisions and actions of players.

use super::super::attack::Band;
use super::super::ship::System;
use super::super::space::{Maneuver, Pose};
use super::open_turn::{AssignedWhites, Die, Loss, Target};
use super::state::Parts;
use hitchart_mobile_frame::geometry::Point;

/// A decision that is due, and the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingDecision {
    pub player: u8,
    pub what: Decision,
}

/// Kinds of decisions, in the order in which a battle reaches them (flow page). A decision with only one choice is not
/// asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Decision {
    /// Answer to a tie for the first place (I11).
    BreakTie,
    /// Place of a ship or a high value asset.
    Place,
    /// The carrier of the ace's company.
    Dock,
    /// Place of a piece of debris.
    PlaceDebris,
    /// Asset to act with, or a pass.
    Act,
    /// Target and band of a ship.
    Declare,
    /// Use of the whites of a captured ship (I33).
    Give,
    /// The defense die.
    Defend,
    /// Repair of a system with a white.
    Repair,
    /// Attack, move, or go on.
    Proceed,
    /// Use of the spot for the attack.
    UseSpot,
    /// Sparing the cover (I41).
    Spare,
    /// Passing debris, for a pip.
    Avoid,
    /// Collision of two ships that meet.
    Ram,
    /// Removal or move of debris that was hit (I55).
    Debris,
    /// Number of clicks by which the other asset of a collision is turned.
    Turn,
    /// Turn of a high value asset at the edge (I57).
    Head,
    /// Ride of a company on the ship that it is on.
    Ride,
    /// Clinging of a company to a ship that comes by.
    Cling,
    /// Rescue of a company that drifts.
    PickUp,
    /// Nudge by a green ace (I63).
    Nudge,
    /// Repair, fuel and launch.
    Launch,
    /// Place of a launched company.
    PlaceCompany,
    /// The spot.
    Spot,
    /// Loss for a point of damage.
    Lose,
    /// Gift of dice to another player in boarding (I32).
    Aid,
    /// Player hit by a die of boarding (I30).
    Hit,
    /// Extra step of the clock (I37).
    Tick,
}

/// One choice of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Keep the tie (I11).
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
    /// Target and band; `Nothing` at dogfight band means no attack.
    Declare {
        target: Target,
        band: Band,
    },
    Give(AssignedWhites),
    Defend(Die),
    /// Restore a system with a white, given by its place.
    Repair {
        white: u8,
        system: System,
    },
    NoRepair,
    /// Attack with a die, never [`Die::None`]. Ships attack the declared target, companies a target in reach.
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
    /// Forgo the rest of movement and attack.
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
    /// Come along to a place on the ship, or stay behind.
    Ride(Option<Point>),
    Cling(bool),
    PickUp(bool),
    /// Move or turn an asset that the ace touches to this pose.
    Nudge {
        asset: u8,
        to: Pose,
    },
    NoNudge,
    /// Repair a company with a die: these systems and whites come back.
    Mend {
        company: u8,
        die: Die,
        parts: Parts,
        whites: u8,
    },
    /// Launch a company, with a die as its fuel or with the fuel that it has left.
    Launch {
        company: u8,
        die: Die,
    },
    NoLaunch,
    PlaceCompany(Point),
    /// Spot an asset. [`Die::None`] places only the yellow ace's die.
    Spot {
        die: Die,
        target: u8,
    },
    NoSpot,
    /// Give up something of an asset for a hit.
    Lose {
        asset: u8,
        loss: Loss,
    },
    /// Step away with a company instead of taking a hit (I64).
    Dodge(u8),
    /// Give the dice to a player, or keep them.
    Aid(Option<u8>),
    /// The player whose companies a die hits.
    Hit(u8),
    Tick,
    Hold,
}
