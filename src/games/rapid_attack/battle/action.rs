//! Decisions of players.

use super::super::battlefield::{MAX_BENDS, Route};
use super::super::loadout::{Kind, Range};
use super::open_turn::{CoverBy, Die, Target};
use crate::geometry::Point;

/// A pending decision and the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    pub player: u8,
    pub what: Decision,
}

/// Kinds of decisions, in the order in which a battle meets them (flow page).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Decision {
    /// Break a tie for defense.
    BreakTie,
    /// Place a station.
    PlaceStation,
    /// Place a frame.
    PlaceFrame,
    /// Act with one frame, or pass.
    Act,
    /// Declare target, range and rockets.
    Declare,
    /// Choose the defense die.
    Defend,
    /// Assign all dice at once (S11).
    Commit,
    /// Move, attack, or go on to the spot.
    Proceed,
    /// Add the spot to the attack or not.
    UseSpot,
    /// Choose the cover that takes the damage.
    ChooseCover,
    /// Choose the loss for a point of damage.
    Lose,
    /// Give a spot.
    Spot,
    /// Count the clock down or not.
    Tick,
}

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Field the spare frame (S22).
    AddFrame,
    /// Give up a frame, by its number (S22).
    RemoveFrame(u8),
    /// Let another of the tied players choose (S22).
    Defer,
    PlaceStation(Point),
    PlaceFrame {
        unit: u8,
        at: Point,
    },
    Pass,
    Activate(u8),
    /// Drop a system before the roll (S37); the declaration follows.
    Jettison(Kind),
    Declare {
        target: Target,
        range: Range,
        rockets: u8,
    },
    Defend(Die),
    Commit {
        movement: Die,
        attack: Die,
        spot: Die,
    },
    /// Move along a path.
    Move {
        die: Die,
        path: Path,
    },
    /// Name a new target, at the same range (R11).
    Rename(Target),
    /// Attack with a die, never [`Die::None`].
    Attack(Die),
    /// Skip the rest of movement and attack.
    Finish,
    UseSpot(bool),
    Cover(CoverBy),
    /// Give up a system.
    LoseSystem(Kind),
    /// Give up a white (S36, or no systems left).
    LoseWhite,
    /// Leave the station instead of taking the damage (S16).
    Dodge(Point),
    Spot {
        die: Die,
        target: Target,
    },
    NoSpot,
    Tick,
    Hold,
}

/// The path of a move: straight, or around a few corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    pub to: Point,
    bends: [Point; MAX_BENDS],
    bend_count: u8,
    /// Length, in ruler units; climbing included (R47).
    pub length: f64,
}

impl Path {
    /// Returns the straight path.
    pub fn straight(from: Point, to: Point) -> Path {
        Path { to, bends: [to; MAX_BENDS], bend_count: 0, length: from.distance(to) }
    }

    /// Converts a route to a path.
    pub fn around(route: &Route, to: Point) -> Path {
        let mut path = Path { to, bends: [to; MAX_BENDS], bend_count: route.bends().len() as u8, length: route.length };
        path.bends[..route.bends().len()].copy_from_slice(route.bends());
        path
    }

    /// Returns the corners of the path.
    pub fn bends(&self) -> &[Point] {
        &self.bends[..usize::from(self.bend_count)]
    }
}
