//! Decisions and actions of players.

use super::super::space::{Maneuver, Pose};
use super::super::{attack::Band, ship::System};
use super::open_turn::{AssignedWhites, Die, Loss, Target};
use super::state::Parts;
use crate::ids::AssetId;
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::action_kinds;

/// A decision that is due, and the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingDecision {
    /// Player who decides: the index of the player's fleet.
    pub player: PlayerId,
    /// Kind of the decision.
    pub what: Decision,
}

hitchart_config::named! {
    /// Kinds of decisions, in the order in which a battle reaches them (flow page). A decision with only one choice is not
    /// asked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Decision {
        /// Answer to a tie for the first place (I11).
        BreakTie = "break-tie",
        /// Place of a ship or a high value asset.
        Place = "place",
        /// The carrier of the ace's company.
        Dock = "dock",
        /// Place of a piece of debris.
        PlaceDebris = "place-debris",
        /// Asset to act with, or a pass.
        Act = "act",
        /// Target and band of a ship.
        Declare = "declare",
        /// Use of the whites of a captured ship (I33).
        Give = "give",
        /// The defense die.
        Defend = "defend",
        /// Repair of a system with a white.
        Repair = "repair",
        /// Attack, move, or go on.
        Proceed = "proceed",
        /// Use of the spot for the attack.
        UseSpot = "use-spot",
        /// Sparing the cover (I41).
        Spare = "spare",
        /// Passing debris, for a pip.
        Avoid = "avoid",
        /// Collision of two ships that meet.
        Ram = "ram",
        /// Removal or move of debris that was hit (I55).
        Debris = "debris",
        /// Number of clicks by which the other asset of a collision is turned.
        Turn = "turn",
        /// Turn of a high value asset at the edge (I57).
        Head = "head",
        /// Ride of a company on the ship that it is on.
        Ride = "ride",
        /// Clinging of a company to a ship that comes by.
        Cling = "cling",
        /// Rescue of a company that drifts.
        PickUp = "pick-up",
        /// Nudge by a green ace (I63).
        Nudge = "nudge",
        /// Repair, fuel and launch.
        Launch = "launch",
        /// Place of a launched company.
        PlaceCompany = "place-company",
        /// The spot.
        Spot = "spot",
        /// Loss for a point of damage.
        Lose = "lose",
        /// Gift of dice to another player in boarding (I32).
        Aid = "aid",
        /// Player hit by a die of boarding (I30).
        Hit = "hit",
        /// Extra step of the clock (I37).
        Tick = "tick",
    }
}

/// One choice of a player.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Keep the tie (I11).
    GoOn,
    /// Leave a tactical asset behind (I11).
    Drop(AssetId),
    /// Put a ship or high value asset on the table.
    Place {
        /// Number of the ship or high value asset.
        asset: AssetId,
        /// Centre and heading on the table.
        pose: Pose,
    },
    /// Put the ace's company on a carrier; the others follow in order.
    Dock {
        /// Number of the ace's company.
        company: AssetId,
        /// Number of an own ship that carries fewer companies than it has catapults.
        ship: AssetId,
    },
    /// Put a piece of debris at this point (I65).
    PlaceDebris(Point),
    /// Leave the choice of an asset to the next player in tactical order (I12).
    Pass,
    /// Begin the turn of the asset with this number.
    Activate(AssetId),
    /// Target and band; `Nothing` at dogfight band means no attack.
    Declare {
        /// Ship, company or piece of debris to attack, or `Nothing`.
        target: Target,
        /// Band of the weapon; at dogfight band a ship attacks with a white.
        band: Band,
    },
    /// Assign the whites of a captured ship to its actions (I33).
    Give(AssignedWhites),
    /// Give a die to the defense for the whole round; [`Die::None`] is a defense of 0.
    Defend(Die),
    /// Restore a system with a white, given by its place.
    Repair {
        /// Place of the white in the hand.
        white: u8,
        /// Kind of a system that the ship has lost.
        system: System,
    },
    /// Repair nothing, or nothing more, with whites in this turn (I22).
    NoRepair,
    /// Attack with a die, never [`Die::None`]. Ships attack the declared target, companies a target in reach.
    Attack {
        /// The best red, or a white.
        die: Die,
        /// Ship, company or piece of debris that is attacked.
        target: Target,
    },
    /// Move a ship or high value asset.
    Sail {
        /// Green or white that pays for the maneuver; [`Die::None`] pays 0 pips.
        die: Die,
        /// Speed, and clicks at the hinges.
        maneuver: Maneuver,
    },
    /// Move a company straight to a place.
    Fly {
        /// The best green, or a white; its pips are the most units of the flight.
        die: Die,
        /// Centre of the company's base after the flight.
        to: Point,
    },
    /// Forgo the rest of movement and attack.
    Finish,
    /// Answer about the spots on the target: true adds their pips to the attack and removes them.
    UseSpot(bool),
    /// Answer about the cover of the target: true saves the cover from damage (I41).
    Spare(bool),
    /// Answer about debris on the way: true passes the debris, false collides (I55).
    Avoid(bool),
    /// Answer about a meeting of two assets: true rams the other (I52).
    Ram(bool),
    /// Remove the debris that a ship has hit (I55).
    RemoveDebris,
    /// Move the debris that a ship has hit to this point (I55).
    MoveDebris(Point),
    /// Clicks to the left, negative to the right.
    Turn(i8),
    /// A heading.
    Head(u8),
    /// Come along to a place on the ship, or stay behind.
    Ride(Option<Point>),
    /// Answer about a ship that comes by: true makes the company cling to the ship.
    Cling(bool),
    /// Answer about a drifting company on the way: true picks up the company (I59).
    PickUp(bool),
    /// Move or turn an asset that the ace touches to this pose.
    Nudge {
        /// Number of the ship or company that the ace touches.
        asset: AssetId,
        /// Pose after the nudge, one unit or one click from the present pose (I63).
        to: Pose,
    },
    /// Leave all assets that the green ace touches in place (I63).
    NoNudge,
    /// Repair a company with a die: these systems and whites come back.
    Mend {
        /// Number of the company.
        company: AssetId,
        /// Black or white; its pips limit the repair (I21).
        die: Die,
        /// Systems that come back.
        parts: Parts,
        /// Number of whites that come back.
        whites: u8,
    },
    /// Launch a company, with a die as its fuel or with the fuel that it has left.
    Launch {
        /// Number of the company.
        company: AssetId,
        /// Black or white; its pips are the fuel (I19). [`Die::None`] keeps the fuel that the company has.
        die: Die,
    },
    /// Launch and repair nothing, or nothing more, in this turn.
    NoLaunch,
    /// Put the launched company at this point (I16).
    PlaceCompany(Point),
    /// Spot an asset. [`Die::None`] places only the yellow ace's die.
    Spot {
        /// The best yellow, or a white.
        die: Die,
        /// Number of the ship or company that is spotted.
        target: AssetId,
    },
    /// Place no spot in this turn, and no die of a yellow ace.
    NoSpot,
    /// Give up something of an asset for a hit.
    Lose {
        /// Number of the asset that takes the hit.
        asset: AssetId,
        /// System, white or ace that is lost.
        loss: Loss,
    },
    /// Step away with a company instead of taking a hit (I64).
    Dodge(AssetId),
    /// Give the dice to a player, or keep them.
    Aid(Option<PlayerId>),
    /// The player whose companies a die hits.
    Hit(PlayerId),
    /// Count the clock down by one more step (I37).
    Tick,
    /// Do not tick the clock (I37).
    Hold,
}

action_kinds! {
    Action {
        "pass" = Action::Pass,
        "activate" = Action::Activate(_),
        "declare none" = Action::Declare { target: Target::Nothing, .. },
        "declare" = Action::Declare { .. },
        "defend" = Action::Defend(_),
        "repair" = Action::Repair { .. },
        "no repair" = Action::NoRepair,
        "attack" = Action::Attack { .. },
        "sail" = Action::Sail { .. },
        "fly" = Action::Fly { .. },
        "finish" = Action::Finish,
        "ram" = Action::Ram(_),
        "launch" = Action::Launch { .. },
        "no launch" = Action::NoLaunch,
        "place company" = Action::PlaceCompany(_),
        "spot" = Action::Spot { .. },
        "no spot" = Action::NoSpot,
        "lose" = Action::Lose { .. },
        "dodge" = Action::Dodge(_),
        "tick" = Action::Tick,
        "hold" = Action::Hold,
    }
}
