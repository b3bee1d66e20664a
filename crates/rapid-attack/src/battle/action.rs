//! Decisions and actions of players.

use super::open_turn::{CoverBy, Die, Target};
use crate::battlefield::{MAX_BENDS, Route};
use crate::ids::UnitId;
use crate::loadout::{Range, SystemKind};
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::action_kinds;

/// A pending decision and the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingDecision {
    /// Number of the player who decides.
    pub player: PlayerId,
    /// Kind of the decision.
    pub what: Decision,
}

hitchart_config::named! {
    /// Kinds of decisions, in the order in which a battle meets them (flow page).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Decision {
        /// Break a tie for defense.
        BreakTie = "break-tie",
        /// Place a station.
        PlaceStation = "place-station",
        /// Place a frame.
        PlaceFrame = "place-frame",
        /// Act with one frame, or pass.
        Act = "act",
        /// Declare target, range and rockets.
        Declare = "declare",
        /// Choose the defense die.
        Defend = "defend",
        /// Assign all dice at once (S11).
        Commit = "commit",
        /// Move, attack, or go on to the spot.
        Proceed = "proceed",
        /// Add the spot to the attack or not.
        UseSpot = "use-spot",
        /// Choose the cover that takes the damage.
        ChooseCover = "choose-cover",
        /// Choose the loss for a point of damage.
        Lose = "lose",
        /// Give a spot.
        Spot = "spot",
        /// Count the clock down or not.
        Tick = "tick",
        /// Move the special objective, or leave it where it is.
        MoveObjective = "move-objective",
    }
}

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Field the spare frame (S22).
    AddFrame,
    /// Give up a frame, by its number (S22).
    RemoveFrame(UnitId),
    /// Let another of the tied players choose (S22).
    Defer,
    /// Place the player's next station, with its centre at this point.
    PlaceStation(Point),
    /// Field a frame.
    PlaceFrame {
        /// Number of the frame.
        unit: UnitId,
        /// Centre of the frame.
        at: Point,
    },
    /// Let the next player act (R06); in per-unit order, let the due frames wait for their second die (S35).
    Pass,
    /// Begin the turn of a frame, by its number.
    Activate(UnitId),
    /// Drop a system before the roll (S37); the declaration follows.
    Jettison(SystemKind),
    /// Declare the attack of the turn and roll the dice.
    Declare {
        /// Target of the attack; [`Target::Nothing`] to roll no attack dice.
        target: Target,
        /// Range of the attack; without effect if there is no target.
        range: Range,
        /// Number of rockets fired with the attack; 0 except at direct range.
        rockets: u8,
    },
    /// Give a die to the defense, which lasts for the round (R42).
    Defend(Die),
    /// Set aside the dice of the other three actions (S11).
    Commit {
        /// Die for movement.
        movement: Die,
        /// Die for the attack.
        attack: Die,
        /// Die for the spot.
        spot: Die,
    },
    /// Move along a path.
    Move {
        /// Die given to movement.
        die: Die,
        /// Path from the frame's present place.
        path: Path,
    },
    /// Name a new target, at the same range (R11).
    Rename(Target),
    /// Attack with a die, never [`Die::None`].
    Attack(Die),
    /// Skip the rest of movement and attack.
    Finish,
    /// Add the spot to the attack if true; leave it on the target if false (R20).
    UseSpot(bool),
    /// Choose terrain or a frame as the cover of the target (R31).
    Cover(CoverBy),
    /// Give up a system.
    LoseSystem(SystemKind),
    /// Give up a white (S36, or no systems left).
    LoseWhite,
    /// Leave the station instead of taking the damage (S16).
    Dodge(Point),
    /// Spot a target.
    Spot {
        /// Die given to the spot.
        die: Die,
        /// The frame or piece of terrain to spot.
        target: Target,
    },
    /// Give no further spot, and end the turn.
    NoSpot,
    /// Count the clock down by `clock.vote` steps (R43).
    Tick,
    /// Do not tick the clock.
    Hold,
    /// Move the special objective to this place, or leave it there (S46).
    MoveObjective(Point),
}

action_kinds! {
    Action {
        "pass" = Action::Pass,
        "activate" = Action::Activate(_),
        "declare none" = Action::Declare { target: Target::Nothing, .. },
        "declare" = Action::Declare { .. },
        "defend with blue" = Action::Defend(Die::Own),
        "defend with white" = Action::Defend(_),
        "commit" = Action::Commit { .. },
        "move" = Action::Move { .. },
        "attack" = Action::Attack(_),
        "finish" = Action::Finish,
        "cover" = Action::Cover(_),
        "lose system" = Action::LoseSystem(_),
        "lose white" = Action::LoseWhite,
        "dodge" = Action::Dodge(_),
        "spot" = Action::Spot { .. },
        "no spot" = Action::NoSpot,
        "tick" = Action::Tick,
        "hold" = Action::Hold,
    }
}

/// The path of a move: straight, or around a few corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// Centre of the frame at the end of the move.
    pub to: Point,
    bends: [Point; MAX_BENDS],
    bend_count: u8,
    /// Length, in ruler units; climbing included (R47).
    pub length: f64,
}

/// Writes the end, the corners and the length.
impl serde::Serialize for Path {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut path = serializer.serialize_struct("Path", 3)?;
        path.serialize_field("to", &self.to)?;
        path.serialize_field("corners", self.bends())?;
        path.serialize_field("length", &self.length)?;
        path.end()
    }
}

impl Path {
    /// Returns the straight path.
    #[inline]
    pub fn straight(from: Point, to: Point) -> Path {
        Path { to, bends: [to; MAX_BENDS], bend_count: 0, length: from.distance(to) }
    }

    /// Converts a route to a path.
    #[inline]
    pub fn around(route: &Route, to: Point) -> Path {
        let mut path = Path { to, bends: [to; MAX_BENDS], bend_count: route.bends().len() as u8, length: route.length };
        path.bends[..route.bends().len()].copy_from_slice(route.bends());
        path
    }

    /// Returns the corners of the path.
    #[inline]
    pub fn bends(&self) -> &[Point] {
        &self.bends[..usize::from(self.bend_count)]
    }
}
