//! What players decide.

use super::super::battlefield::{MAX_BENDS, Route};
use super::super::loadout::{Kind, Range};
use super::open_turn::{CoverBy, Die, Target};
use crate::geometry::Point;

/// A decision that is due, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    pub player: u8,
    pub what: Decision,
}

/// Kinds of decisions, in the order in which a battle meets them (flow page).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Decision {
    /// How to break a tie for defense.
    BreakTie,
    /// Where a station goes.
    PlaceStation,
    /// Which frame goes where.
    PlaceFrame,
    /// Act with one frame, or pass.
    Act,
    /// Target, range, rockets.
    Declare,
    /// The defense die.
    Defend,
    /// All dice at once (S11).
    Commit,
    /// Move, attack, or go on to the spot.
    Proceed,
    /// Whether to add the spot to the attack.
    UseSpot,
    /// Which cover takes the damage.
    ChooseCover,
    /// What a point of damage takes.
    Lose,
    /// The spot.
    Spot,
    /// Whether to count the clock down.
    Tick,
}

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Field the spare frame (S22).
    AddFrame,
    /// Give up a frame, by its number (S22).
    RemoveFrame(u8),
    /// Let another of the tied choose (S22).
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
    /// Name the target anew, at the same range (R11).
    Rename(Target),
    /// Attack with a die, never [`Die::None`].
    Attack(Die),
    /// Forgo what is left of movement and attack.
    Finish,
    UseSpot(bool),
    Cover(CoverBy),
    /// Give up a system.
    LoseSystem(Kind),
    /// Give up a white (S36, or no systems left).
    LoseWhite,
    /// Leave the station in place of the damage (S16).
    Dodge(Point),
    Spot {
        die: Die,
        target: Target,
    },
    NoSpot,
    Tick,
    Hold,
}

/// The way of a move: straight, or around a few corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    pub to: Point,
    bends: [Point; MAX_BENDS],
    bend_count: u8,
    /// Length, in ruler units; climbing included (R47).
    pub length: f64,
}

impl Path {
    /// The straight way.
    pub fn straight(from: Point, to: Point) -> Path {
        Path { to, bends: [to; MAX_BENDS], bend_count: 0, length: from.distance(to) }
    }

    /// The way of a route.
    pub fn around(route: &Route, to: Point) -> Path {
        let mut path = Path { to, bends: [to; MAX_BENDS], bend_count: route.bends().len() as u8, length: route.length };
        path.bends[..route.bends().len()].copy_from_slice(route.bends());
        path
    }

    /// The corners on the way.
    pub fn bends(&self) -> &[Point] {
        &self.bends[..usize::from(self.bend_count)]
    }
}
