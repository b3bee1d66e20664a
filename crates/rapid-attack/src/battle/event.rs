//! Events of a battle for observers.
//!
//! An event serializes to the fields of its line in a replay (`docs/replays.md`). Changes of the state that follow from
//! an event are not among its fields.

use super::event_fields as fields;
use super::open_turn::{CoverBy, Die, Target};
use super::{action::Path, state::Colour};
use crate::ids::{StationId, UnitId};
use crate::loadout::{Range, SystemKind};
use crate::ruleset::ChartName;
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::MAX_PLAYERS;
use serde::Serialize;

/// An event. Frames, stations, pieces and players are identified by number.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The battle was set up: layout, points per asset and seats, highest starting score first.
    Setup {
        /// Index of the layout that the battle is played on.
        field: u16,
        /// Points per asset, by player.
        points_per_asset: [i8; MAX_PLAYERS],
        /// Players from the defender to the player on point; entries beyond the number of players have no meaning.
        seats: [PlayerId; MAX_PLAYERS],
    },
    /// Several players had the same score and rolled for their order.
    RolledOff {
        /// All players by descending score, tied ones as rolled; entries beyond the number of players have no meaning.
        order: [PlayerId; MAX_PLAYERS],
    },
    /// A tie for defense was broken by fielding a spare (S22).
    FrameAdded {
        /// Number of the spare frame.
        unit: UnitId,
    },
    /// A tie for defense was broken by giving up a frame (S22).
    FrameWithdrawn {
        /// Number of the frame that was given up.
        unit: UnitId,
    },
    /// The attackers had no room; the defender starts fielding again (S28).
    Blocked,
    /// A station was placed on the table.
    StationPlaced {
        /// Number of the station.
        station: StationId,
        /// Centre of the station.
        at: Point,
        /// Piece of terrain that the player claimed as the station; `None` for a station of its own.
        #[serde(skip_serializing_if = "Option::is_none")]
        claims: Option<u8>,
    },
    /// A frame was fielded.
    FramePlaced {
        /// Number of the frame.
        unit: UnitId,
        /// Centre of the frame.
        at: Point,
    },
    /// A round began; every frame on the table may take a turn.
    RoundBegan {
        /// Number of the round, from 1.
        #[serde(skip)]
        round: u8,
        /// The clock at the beginning of the round.
        clock: u8,
    },
    /// Dice of per-unit turn order; 0 means no die.
    OrderRolled {
        /// Number of the frame.
        unit: UnitId,
        /// Faces of the first and the second die; only frames built with fewer systems can have a second (S35).
        #[serde(serialize_with = "fields::thrown")]
        dice: [u8; 2],
    },
    /// A player passed, or let the due frames wait in per-unit order (R06, S35).
    Passed {
        /// Number of the player.
        #[serde(rename = "company")]
        player: PlayerId,
    },
    /// A frame's turn began, on its owner's choice or because it was attacked.
    TurnBegan {
        /// Number of the frame.
        unit: UnitId,
        /// Number of the attacking frame; `None` if the turn answers no attack.
        attacked_by: Option<UnitId>,
    },
    /// A frame dropped a system before the roll (S37).
    Jettisoned {
        /// Number of the frame.
        unit: UnitId,
        /// Kind of the dropped system.
        #[serde(rename = "system", serialize_with = "fields::token")]
        kind: SystemKind,
    },
    /// A frame declared its attack, before its dice are rolled.
    Declared {
        /// Number of the frame.
        unit: UnitId,
        /// Target of the attack; [`Target::Nothing`] if no attack dice are rolled.
        #[serde(flatten, serialize_with = "fields::target")]
        target: Target,
        /// Range of the attack; without effect if there is no target.
        range: Range,
        /// Number of rockets that add dice to the attack.
        rockets: u8,
    },
    /// An answering frame named a new target (R11).
    Renamed {
        /// Number of the answering frame.
        unit: UnitId,
        /// The new target, at the same range.
        #[serde(flatten, serialize_with = "fields::target")]
        target: Target,
    },
    /// The hand of a turn.
    Rolled {
        /// Number of the frame.
        unit: UnitId,
        /// Every die in the order of the roll; empty if the observer does not want faces.
        faces: Vec<Face>,
    },
    /// A frame chose its defense for the round (R42).
    Defended {
        /// Number of the frame.
        unit: UnitId,
        /// Die given to the defense.
        #[serde(serialize_with = "fields::blue")]
        die: Die,
        /// The defense, including the modifier; 0 without a die.
        value: u8,
    },
    /// A frame set aside the dice of its other actions (S11).
    Committed {
        /// Number of the frame.
        unit: UnitId,
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
        unit: UnitId,
        /// Die given to movement.
        #[serde(serialize_with = "fields::green")]
        die: Die,
        /// Pips of the die, including the modifier.
        value: u8,
        /// Centre of the frame before the move.
        from: Point,
        /// Path of the frame's centre.
        #[serde(flatten)]
        path: Path,
    },
    /// The attack was not made: nothing was in range, no die was left, or the owner did not want to attack.
    AttackForgone {
        /// Number of the frame that did not attack.
        unit: UnitId,
    },
    /// An attack was declared with this die; the defense follows.
    AttackDeclared {
        /// Number of the attacking frame.
        unit: UnitId,
        /// Target of the attack.
        #[serde(flatten, serialize_with = "fields::target")]
        target: Target,
        /// Die given to the attack.
        #[serde(serialize_with = "fields::red")]
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
        unit: UnitId,
        /// Kind of the lost system.
        #[serde(rename = "system", serialize_with = "fields::token")]
        kind: SystemKind,
    },
    /// A lost system was restored at the end of a turn of its frame.
    Repaired {
        /// Number of the frame.
        unit: UnitId,
        /// Kind of the restored system.
        #[serde(rename = "system", serialize_with = "fields::token")]
        kind: SystemKind,
    },
    /// A frame lost a white die to damage.
    WhiteLost {
        /// Number of the frame.
        unit: UnitId,
        /// Number of whites left.
        left: u8,
    },
    /// A frame left a station instead of taking damage (S16).
    Dodged {
        /// Number of the frame.
        unit: UnitId,
        /// Centre of the frame before it left the station.
        from: Point,
        /// Centre of the frame afterwards.
        to: Point,
    },
    /// A frame fell because its footing was lost or became lower (R47).
    Fell {
        /// Number of the frame.
        unit: UnitId,
        /// Height of the fall, in bricks.
        bricks: u8,
        /// Number of damage dice.
        dice: u8,
        /// Number of hits on the frame.
        hits: u8,
        /// Faces of the damage dice, in rising order; empty if the observer does not want faces.
        faces: Vec<u8>,
    },
    /// A frame was destroyed and left the table.
    Destroyed {
        /// Number of the frame.
        unit: UnitId,
        /// Number of the frame that dealt the damage; `None` for a fall.
        by: Option<UnitId>,
    },
    /// A station changed hands, or lost its owner.
    StationTaken {
        /// Number of the station.
        station: StationId,
        /// Previous owner; `None` if the station had no owner.
        from: Option<PlayerId>,
        /// New owner; `None` if the station has no owner now (S14).
        to: Option<PlayerId>,
    },
    /// The special objective moved (S46).
    ObjectiveMoved {
        /// Player who moved it; `None` if it followed the frame that holds it.
        #[serde(rename = "company")]
        by: Option<PlayerId>,
        /// Centre of the objective before the move.
        from: Point,
        /// Centre of the objective afterwards.
        to: Point,
        /// The die of an objective under orders; 0 for others.
        pips: u8,
    },
    /// A spot was placed; `replaced` is the value of the lower spot that was there before.
    Spotted {
        /// Number of the frame that placed the spot.
        unit: UnitId,
        /// The spotted frame or piece of terrain.
        #[serde(flatten, serialize_with = "fields::target")]
        target: Target,
        /// Die given to the spot.
        #[serde(serialize_with = "fields::yellow")]
        die: Die,
        /// Value of the spot, including the modifier.
        value: u8,
        /// Value of the lower spot that was removed; `None` if there was none.
        replaced: Option<u8>,
    },
    /// A frame's turn ended; repairs follow.
    TurnEnded {
        /// Number of the frame.
        unit: UnitId,
        /// Dice that the turn did not use.
        #[serde(flatten)]
        unused: Unused,
    },
    /// A round ended: defenses and spots were removed, and the clock follows.
    RoundEnded {
        /// Number of the round, from 1.
        #[serde(skip)]
        round: u8,
    },
    /// The clock counted down, automatically or by a player.
    Ticked {
        /// Player who counted the clock down; `None` for the automatic step (R43).
        #[serde(rename = "company")]
        by: Option<PlayerId>,
        /// The clock after the step.
        clock: u8,
    },
    /// A player did not count the clock down.
    Held {
        /// Number of the player.
        #[serde(rename = "company")]
        player: PlayerId,
    },
    /// The battle is over.
    Over {
        /// Final scores, by player; 0 beyond the number of players.
        #[serde(rename = "final_scores")]
        scores: [i32; MAX_PLAYERS],
    },
}

/// An attack as resolved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Strike {
    /// Number of the attacking frame.
    pub unit: UnitId,
    /// Target of the attack.
    #[serde(flatten, serialize_with = "fields::target")]
    pub target: Target,
    /// Declared range of the attack.
    pub range: Range,
    /// Die given to the attack.
    #[serde(serialize_with = "fields::red")]
    pub die: Die,
    /// Value of the attack die, including the modifier.
    pub attack: u8,
    /// Value of the spot added; 0 for none.
    pub spot: u8,
    /// Number of the frame that placed the spot; `None` if no spot is added.
    pub spotted_by: Option<UnitId>,
    /// Defense of the target, including the modifier; 0 for terrain.
    pub defense: u8,
    /// Number of damage dice: attack plus spot minus defense, at least 0 (R21).
    pub dice: u8,
    /// Damage chart that the dice are read on.
    pub chart: ChartName,
    /// Cover of the target against this attack.
    #[serde(flatten, serialize_with = "fields::cover")]
    pub cover: CoverBy,
    /// Hits that the cover can take.
    pub cover_hits: u8,
    /// Faces of the damage dice, in rising order; empty if the observer does not want faces.
    pub faces: Vec<u8>,
    /// Number of hits on the cover.
    pub on_cover: u8,
    /// Number of hits on the target.
    pub on_target: u8,
}

/// A die as rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Face {
    /// `None` for white.
    #[serde(rename = "color", serialize_with = "fields::face_colour")]
    pub colour: Option<Colour>,
    /// Number of sides of the die.
    pub sides: u8,
    /// Face that was rolled, from 1.
    pub face: u8,
}

/// Dice left unused at the end of a turn: whites, and colours that their action did not use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unused {
    /// Number of whites that no action used.
    #[serde(rename = "unused_whites")]
    pub whites: u8,
    /// Number of colours with a die that their action did not use, 0 to 4.
    #[serde(rename = "unused_colors")]
    pub colours: u8,
}
