//! Decisions and actions of players, and the events of a battle.
//!
//! Observers see the events, which are enough to rebuild every state from the setup.

use super::open_turn::{CoverBy, Die, Target};
use super::state::Colour;
use crate::battlefield::{MAX_BENDS, Route};
use crate::loadout::{Range, SystemKind};
use crate::ruleset::ChartName;
use hitchart_mobile_frame::geometry::Point;
use hitchart_play::MAX_PLAYERS;

// Decisions and actions.

/// A pending decision and the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingDecision {
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
    Jettison(SystemKind),
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
    LoseSystem(SystemKind),
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

// Events.

/// An event. Frames, stations, pieces and players are identified by number.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The battle was set up: layout, points per asset and seats, highest starting score first.
    Setup {
        field: u16,
        points_per_asset: [i8; MAX_PLAYERS],
        seats: [u8; MAX_PLAYERS],
    },
    /// Several players had the same score and rolled for their order.
    RolledOff {
        order: [u8; MAX_PLAYERS],
    },
    /// A tie for defense was broken by fielding a spare (S22).
    FrameAdded {
        unit: u8,
    },
    /// A tie for defense was broken by giving up a frame (S22).
    FrameWithdrawn {
        unit: u8,
    },
    /// The attackers had no room; the defender starts fielding again (S28).
    Blocked,
    StationPlaced {
        station: u8,
        at: Point,
    },
    FramePlaced {
        unit: u8,
        at: Point,
    },
    RoundBegan {
        round: u8,
        clock: u8,
    },
    /// Dice of per-unit turn order; 0 means no die.
    OrderRolled {
        unit: u8,
        dice: [u8; 2],
    },
    Passed {
        player: u8,
    },
    /// A frame's turn began, on its owner's choice or because it was attacked.
    TurnBegan {
        unit: u8,
        attacked_by: Option<u8>,
    },
    Jettisoned {
        unit: u8,
        kind: SystemKind,
    },
    Declared {
        unit: u8,
        target: Target,
        range: Range,
        rockets: u8,
    },
    Renamed {
        unit: u8,
        target: Target,
    },
    /// The hand of a turn, with every die.
    Rolled {
        unit: u8,
        faces: Vec<Face>,
    },
    Defended {
        unit: u8,
        die: Die,
        value: u8,
    },
    Committed {
        unit: u8,
        movement: u8,
        attack: u8,
        spot: u8,
    },
    Moved {
        unit: u8,
        die: Die,
        value: u8,
        from: Point,
        path: Path,
    },
    /// The attack was not made: nothing was in range, no die was left, or the owner did not want to attack.
    AttackForgone {
        unit: u8,
    },
    /// An attack was declared with this die; the defense follows.
    AttackDeclared {
        unit: u8,
        target: Target,
        die: Die,
        value: u8,
    },
    /// An attack hit or missed. `dice` is the number of damage dice; `faces` lists their faces if the observer wants
    /// them.
    Attacked(Strike),
    CoverHit {
        piece: u8,
        hits: u8,
        left: u8,
    },
    CoverDestroyed {
        piece: u8,
    },
    SystemLost {
        unit: u8,
        kind: SystemKind,
    },
    /// A lost system was restored at the end of a turn of its frame.
    Repaired {
        unit: u8,
        kind: SystemKind,
    },
    WhiteLost {
        unit: u8,
    },
    /// A frame left a station instead of taking damage (S16).
    Dodged {
        unit: u8,
        from: Point,
        to: Point,
    },
    Fell {
        unit: u8,
        bricks: u8,
        dice: u8,
        hits: u8,
        faces: Vec<u8>,
    },
    Destroyed {
        unit: u8,
        by: Option<u8>,
    },
    /// A station changed hands, or lost its owner.
    StationTaken {
        station: u8,
        from: Option<u8>,
        to: Option<u8>,
    },
    /// A spot was placed; `replaced` is the value of the lower spot that was there before.
    Spotted {
        unit: u8,
        target: Target,
        die: Die,
        value: u8,
        replaced: Option<u8>,
    },
    TurnEnded {
        unit: u8,
        unused: Unused,
    },
    RoundEnded {
        round: u8,
    },
    /// The clock counted down, automatically or by a player.
    Ticked {
        by: Option<u8>,
        clock: u8,
    },
    /// A player did not count the clock down.
    Held {
        player: u8,
    },
    Over {
        scores: [i32; MAX_PLAYERS],
    },
}

/// An attack as resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Strike {
    pub unit: u8,
    pub target: Target,
    pub range: Range,
    pub attack: u8,
    /// Value of the spot added (0 for none), and the frame that placed it.
    pub spot: u8,
    pub spotted_by: u8,
    pub defense: u8,
    pub dice: u8,
    pub chart: ChartName,
    pub cover: CoverBy,
    /// Hits that the cover can take.
    pub cover_hits: u8,
    pub faces: Vec<u8>,
    /// Hits spent on the cover, and on the target.
    pub on_cover: u8,
    pub on_target: u8,
}

/// A die as rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// `None` for white.
    pub colour: Option<Colour>,
    pub sides: u8,
    pub face: u8,
}

/// Dice left unused at the end of a turn: whites, and colours that their action did not use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unused {
    pub whites: u8,
    pub colours: u8,
}
