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
    /// Number of the player who decides.
    pub player: u8,
    /// Kind of the decision.
    pub what: Decision,
}

/// Kinds of decisions, in the order in which a battle meets them (flow page).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Field the spare frame (S22).
    AddFrame,
    /// Give up a frame, by its number (S22).
    RemoveFrame(u8),
    /// Let another of the tied players choose (S22).
    Defer,
    /// Place the player's next station, with its centre at this point.
    PlaceStation(Point),
    /// Field a frame.
    PlaceFrame {
        /// Number of the frame.
        unit: u8,
        /// Centre of the frame.
        at: Point,
    },
    /// Let the next player act (R06); in per-unit order, let the due frames wait for their second die (S35).
    Pass,
    /// Begin the turn of a frame, by its number.
    Activate(u8),
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
    /// Leave the clock as it is.
    Hold,
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

// Events.

/// An event. Frames, stations, pieces and players are identified by number.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The battle was set up: layout, points per asset and seats, highest starting score first.
    Setup {
        /// Index of the layout that the battle is played on.
        field: u16,
        /// Points per asset, by player.
        points_per_asset: [i8; MAX_PLAYERS],
        /// Players from the defender to the player on point; entries beyond the number of players have no meaning.
        seats: [u8; MAX_PLAYERS],
    },
    /// Several players had the same score and rolled for their order.
    RolledOff {
        /// All players by descending score, tied ones as rolled; entries beyond the number of players have no meaning.
        order: [u8; MAX_PLAYERS],
    },
    /// A tie for defense was broken by fielding a spare (S22).
    FrameAdded {
        /// Number of the spare frame.
        unit: u8,
    },
    /// A tie for defense was broken by giving up a frame (S22).
    FrameWithdrawn {
        /// Number of the frame that was given up.
        unit: u8,
    },
    /// The attackers had no room; the defender starts fielding again (S28).
    Blocked,
    /// A station was placed on the table.
    StationPlaced {
        /// Number of the station.
        station: u8,
        /// Centre of the station.
        at: Point,
    },
    /// A frame was fielded.
    FramePlaced {
        /// Number of the frame.
        unit: u8,
        /// Centre of the frame.
        at: Point,
    },
    /// A round began; every frame on the table may take a turn.
    RoundBegan {
        /// Number of the round, from 1.
        round: u8,
        /// The clock at the beginning of the round.
        clock: u8,
    },
    /// Dice of per-unit turn order; 0 means no die.
    OrderRolled {
        /// Number of the frame.
        unit: u8,
        /// Faces of the first and the second die; only frames built with fewer systems can have a second (S35).
        dice: [u8; 2],
    },
    /// A player passed, or let the due frames wait in per-unit order (R06, S35).
    Passed {
        /// Number of the player.
        player: u8,
    },
    /// A frame's turn began, on its owner's choice or because it was attacked.
    TurnBegan {
        /// Number of the frame.
        unit: u8,
        /// Number of the attacking frame; `None` if the turn answers no attack.
        attacked_by: Option<u8>,
    },
    /// A frame dropped a system before the roll (S37).
    Jettisoned {
        /// Number of the frame.
        unit: u8,
        /// Kind of the dropped system.
        kind: SystemKind,
    },
    /// A frame declared its attack, before its dice are rolled.
    Declared {
        /// Number of the frame.
        unit: u8,
        /// Target of the attack; [`Target::Nothing`] if no attack dice are rolled.
        target: Target,
        /// Range of the attack; without effect if there is no target.
        range: Range,
        /// Number of rockets that add dice to the attack.
        rockets: u8,
    },
    /// An answering frame named a new target (R11).
    Renamed {
        /// Number of the answering frame.
        unit: u8,
        /// The new target, at the same range.
        target: Target,
    },
    /// The hand of a turn.
    Rolled {
        /// Number of the frame.
        unit: u8,
        /// Every die in the order of the roll; empty if the observer does not want faces.
        faces: Vec<Face>,
    },
    /// A frame chose its defense for the round (R42).
    Defended {
        /// Number of the frame.
        unit: u8,
        /// Die given to the defense.
        die: Die,
        /// The defense, including the modifier; 0 without a die.
        value: u8,
    },
    /// A frame set aside the dice of its other actions (S11).
    Committed {
        /// Number of the frame.
        unit: u8,
        /// Value of the movement die, including the modifier; 0 without a die.
        movement: u8,
        /// Value of the attack die, including the modifier; 0 without a die.
        attack: u8,
        /// Value of the spot die, including the modifier; 0 without a die.
        spot: u8,
    },
    /// A frame moved.
    Moved {
        /// Number of the frame.
        unit: u8,
        /// Die given to movement.
        die: Die,
        /// Pips of the die, including the modifier.
        value: u8,
        /// Centre of the frame before the move.
        from: Point,
        /// Path of the frame's centre.
        path: Path,
    },
    /// The attack was not made: nothing was in range, no die was left, or the owner did not want to attack.
    AttackForgone {
        /// Number of the frame that did not attack.
        unit: u8,
    },
    /// An attack was declared with this die; the defense follows.
    AttackDeclared {
        /// Number of the attacking frame.
        unit: u8,
        /// Target of the attack.
        target: Target,
        /// Die given to the attack.
        die: Die,
        /// Value of the die, including the modifier.
        value: u8,
    },
    /// An attack hit or missed. `dice` is the number of damage dice; `faces` lists their faces if the observer wants
    /// them.
    Attacked(Strike),
    /// A piece of terrain took hits.
    CoverHit {
        /// Number of the piece.
        piece: u8,
        /// Number of hits dealt, including any beyond those that were left.
        hits: u8,
        /// Hits left; a piece may stop being cover before they are used up (R33).
        left: u8,
    },
    /// A piece of terrain stopped being cover (R33).
    CoverDestroyed {
        /// Number of the piece.
        piece: u8,
    },
    /// A frame lost a system to damage (R38).
    SystemLost {
        /// Number of the frame.
        unit: u8,
        /// Kind of the lost system.
        kind: SystemKind,
    },
    /// A lost system was restored at the end of a turn of its frame.
    Repaired {
        /// Number of the frame.
        unit: u8,
        /// Kind of the restored system.
        kind: SystemKind,
    },
    /// A frame lost a white die to damage.
    WhiteLost {
        /// Number of the frame.
        unit: u8,
    },
    /// A frame left a station instead of taking damage (S16).
    Dodged {
        /// Number of the frame.
        unit: u8,
        /// Centre of the frame before it left the station.
        from: Point,
        /// Centre of the frame afterwards.
        to: Point,
    },
    /// A frame fell because its footing was lost or became lower (R47).
    Fell {
        /// Number of the frame.
        unit: u8,
        /// Height of the fall, in bricks.
        bricks: u8,
        /// Number of damage dice.
        dice: u8,
        /// Number of hits on the frame.
        hits: u8,
        /// Faces of the damage dice; empty if the observer does not want faces.
        faces: Vec<u8>,
    },
    /// A frame was destroyed and left the table.
    Destroyed {
        /// Number of the frame.
        unit: u8,
        /// Number of the frame that dealt the damage; `None` for a fall.
        by: Option<u8>,
    },
    /// A station changed hands, or lost its owner.
    StationTaken {
        /// Number of the station.
        station: u8,
        /// Previous owner; `None` if the station had no owner.
        from: Option<u8>,
        /// New owner; `None` if the station has no owner now (S14).
        to: Option<u8>,
    },
    /// A spot was placed; `replaced` is the value of the lower spot that was there before.
    Spotted {
        /// Number of the frame that placed the spot.
        unit: u8,
        /// The spotted frame or piece of terrain.
        target: Target,
        /// Die given to the spot.
        die: Die,
        /// Value of the spot, including the modifier.
        value: u8,
        /// Value of the lower spot that was removed; `None` if there was none.
        replaced: Option<u8>,
    },
    /// A frame's turn ended; repairs follow.
    TurnEnded {
        /// Number of the frame.
        unit: u8,
        /// Dice that the turn did not use.
        unused: Unused,
    },
    /// A round ended: defenses and spots were removed, and the clock follows.
    RoundEnded {
        /// Number of the round, from 1.
        round: u8,
    },
    /// The clock counted down, automatically or by a player.
    Ticked {
        /// Player who counted the clock down; `None` for the automatic step (R43).
        by: Option<u8>,
        /// The clock after the step.
        clock: u8,
    },
    /// A player did not count the clock down.
    Held {
        /// Number of the player.
        player: u8,
    },
    /// The battle is over.
    Over {
        /// Final scores, by player; 0 beyond the number of players.
        scores: [i32; MAX_PLAYERS],
    },
}

/// An attack as resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Strike {
    /// Number of the attacking frame.
    pub unit: u8,
    /// Target of the attack.
    pub target: Target,
    /// Declared range of the attack.
    pub range: Range,
    /// Value of the attack die, including the modifier.
    pub attack: u8,
    /// Value of the spot added (0 for none), and the frame that placed it.
    pub spot: u8,
    /// Number of the frame that placed the spot; the attacker if no spot is added.
    pub spotted_by: u8,
    /// Defense of the target, including the modifier; 0 for terrain.
    pub defense: u8,
    /// Number of damage dice: attack plus spot minus defense, at least 0 (R21).
    pub dice: u8,
    /// Damage chart that the dice are read on.
    pub chart: ChartName,
    /// Cover of the target against this attack.
    pub cover: CoverBy,
    /// Hits that the cover can take.
    pub cover_hits: u8,
    /// Faces of the damage dice; empty if the observer does not want faces.
    pub faces: Vec<u8>,
    /// Hits spent on the cover, and on the target.
    pub on_cover: u8,
    /// Number of hits on the target.
    pub on_target: u8,
}

/// A die as rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// `None` for white.
    pub colour: Option<Colour>,
    /// Number of sides of the die.
    pub sides: u8,
    /// Face that was rolled, from 1.
    pub face: u8,
}

/// Dice left unused at the end of a turn: whites, and colours that their action did not use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unused {
    /// Number of whites that no action used.
    pub whites: u8,
    /// Number of colours with a die that their action did not use, 0 to 4.
    pub colours: u8,
}
