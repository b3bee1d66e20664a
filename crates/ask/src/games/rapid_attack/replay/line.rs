//! Lines of a replay, one per event, and their conversion from the events of a battle.
//!
//! Frames (`unit`), pieces of terrain, stations and players (`company`) are identified by their places in the header's
//! lists.

use super::{place, rounded};
use hitchart_mobile_frame::geometry::Point;
use hitchart_rapid_attack::battle::state::{Colour, CoverBy, Die, Target, numbers_in};
use hitchart_rapid_attack::battle::{Event, Face, Path, State, Strike};
use hitchart_rapid_attack::loadout::Range;
use hitchart_rapid_attack::ruleset::ChartName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

// The lines of a replay.

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Line {
    /// Running number, from 1.
    pub n: u32,
    /// The round; 0 before the first.
    pub round: u8,
    /// Kind of the event in `event`, with the fields of this kind.
    #[serde(flatten)]
    pub what: Happening,
    /// Description of the event.
    pub text: String,
    /// Scores by company, if the event changed any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<i32>>,
    /// Other changes: rockets fired or handed on, heights climbed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Changed>,
}

/// Changes of a frame in addition to the event itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Changed {
    pub unit: u8,
    /// Rockets left.
    pub rockets: u8,
    /// Height of the frame's place, in bricks.
    pub elevation: u8,
}

/// An event, by its kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(crate) enum Happening {
    /// The companies were compared. `seats` lists the companies from the highest starting score down.
    Setup {
        field: u16,
        points_per_asset: Vec<i8>,
        seats: Vec<u8>,
    },
    /// Several companies were tied and rolled for their order.
    RolledOff {
        order: Vec<u8>,
    },
    /// A spare frame joined.
    FrameAdded {
        unit: u8,
    },
    /// A frame was given up in a tie for defense.
    FrameWithdrawn {
        unit: u8,
    },
    /// The attackers had no room; all but these frames and stations left the table.
    Blocked {
        units: Vec<u8>,
        stations: Vec<u8>,
    },
    StationPlaced {
        station: u8,
        at: [f64; 2],
        #[serde(skip_serializing_if = "Option::is_none")]
        owner: Option<u8>,
    },
    FramePlaced {
        unit: u8,
        at: [f64; 2],
    },
    /// A round began; all frames may act again.
    RoundBegan {
        clock: u8,
    },
    /// Dice of per-unit turn order.
    OrderRolled {
        unit: u8,
        dice: Vec<u8>,
    },
    Passed {
        company: u8,
    },
    /// A frame's turn began, because it was attacked or because its owner chose it.
    TurnBegan {
        unit: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attacked_by: Option<u8>,
    },
    /// A system was dropped before the roll; `left` is the loadout without it.
    Jettisoned {
        unit: u8,
        system: String,
        left: String,
    },
    Declared {
        unit: u8,
        #[serde(flatten)]
        target: Aim,
        range: Range,
        rockets: u8,
    },
    /// The target was changed.
    Renamed {
        unit: u8,
        #[serde(flatten)]
        target: Aim,
    },
    Rolled {
        unit: u8,
        faces: Vec<DieFace>,
    },
    /// Without `die` the defense is 0.
    Defended {
        unit: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
    },
    /// Dice were set aside for all actions at once; 0 means none.
    Committed {
        unit: u8,
        movement: u8,
        attack: u8,
        spot: u8,
    },
    /// `path` runs from the old place to the new one, corners included.
    Moved {
        unit: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
        from: [f64; 2],
        to: [f64; 2],
        path: Vec<[f64; 2]>,
        length: f64,
    },
    AttackForgone {
        unit: u8,
    },
    /// The attack's die is chosen; the defense follows.
    AttackDeclared {
        unit: u8,
        #[serde(flatten)]
        target: Aim,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
    },
    /// An attack hit or missed. A spot that was added is removed from the target.
    Attacked(Struck),
    /// A piece of terrain took hits; `left` is the number of hits it can still take.
    CoverHit {
        piece: u8,
        hits: u8,
        left: u8,
    },
    /// A piece of terrain is no longer cover.
    CoverDestroyed {
        piece: u8,
    },
    /// A system was given up; `left` is the loadout without it.
    SystemLost {
        unit: u8,
        system: String,
        left: String,
    },
    /// A lost system was restored at the end of a turn; `left` is the loadout with it.
    Repaired {
        unit: u8,
        system: String,
        left: String,
    },
    /// A white die was given up; `left` is the number of white dice left.
    WhiteLost {
        unit: u8,
        left: u8,
    },
    /// A frame left a station instead of taking damage.
    Dodged {
        unit: u8,
        from: [f64; 2],
        to: [f64; 2],
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<u8>,
    },
    /// A station changed hands; without `to` it belongs to no company now.
    StationTaken {
        station: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<u8>,
    },
    /// A spot was placed, possibly replacing a lower one.
    Spotted {
        unit: u8,
        #[serde(flatten)]
        target: Aim,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaced: Option<u8>,
    },
    /// A turn ended, with these numbers of unused dice.
    TurnEnded {
        unit: u8,
        unused_whites: u8,
        unused_colors: u8,
    },
    /// Defenses and spots are removed from the table.
    RoundEnded,
    /// The clock counted down, automatically or by a company.
    Ticked {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        company: Option<u8>,
        clock: u8,
    },
    /// A company did not count the clock down.
    Held {
        company: u8,
    },
    Over {
        final_scores: Vec<i32>,
    },
}

/// Target of an action: a frame, a piece of terrain, or nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Aim {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_unit: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_piece: Option<u8>,
}

/// A resolved attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Struck {
    pub unit: u8,
    #[serde(flatten)]
    pub target: Aim,
    pub range: Range,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<DieColor>,
    /// Pips of the attack die.
    pub attack: u8,
    /// Pips of the spot that was added; 0 means none.
    pub spot: u8,
    /// The frame that had placed the spot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spotted_by: Option<u8>,
    pub defense: u8,
    /// The hit chart.
    pub chart: ChartName,
    /// Terrain that shelters the target.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cover_pieces: Vec<u8>,
    /// The frame that shelters the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover_unit: Option<u8>,
    /// True if height shelters the target.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cover_height: bool,
    /// Hits that the cover can take.
    pub cover_hits: u8,
    /// Damage dice.
    pub dice: u8,
    /// Faces of the damage dice, in rising order.
    pub faces: Vec<u8>,
    /// Hits that went to the cover.
    pub on_cover: u8,
    /// Hits that went to the target.
    pub on_target: u8,
}

/// Colours of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DieColor {
    White,
    /// Defense
    Blue,
    /// Movement
    Green,
    /// Attack
    Red,
    /// Spotting
    Yellow,
}

impl DieColor {
    /// Returns the letter that loadouts and players use.
    pub(crate) fn letter(self) -> char {
        ['W', 'B', 'G', 'R', 'Y'][self as usize]
    }
}

/// A rolled die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct DieFace {
    pub color: DieColor,
    pub sides: u8,
    pub face: u8,
}

// Conversion of events: plain numbers, rounded, with names for codes.

/// Converts an event; `state` is the state right after the event. Long, but one line of the same shape per event.
pub(crate) fn told(state: &State, event: &Event) -> Happening {
    use Happening as To;
    match event {
        Event::Setup { field, points_per_asset, seats } => {
            let points = points_per_asset[..state.players().len()].to_vec();
            To::Setup { field: *field, points_per_asset: points, seats: of_players(state, seats) }
        }
        Event::RolledOff { order } => To::RolledOff { order: of_players(state, order) },
        Event::FrameAdded { unit } => To::FrameAdded { unit: *unit },
        Event::FrameWithdrawn { unit } => To::FrameWithdrawn { unit: *unit },
        Event::Blocked => {
            let placed = (0..state.station_count).filter(|station| state.stations[usize::from(*station)].placed);
            To::Blocked { units: state.standing_units().collect(), stations: placed.collect() }
        }
        Event::StationPlaced { station, at } => {
            let owner = state.stations[usize::from(*station)].owner;
            To::StationPlaced { station: *station, at: place(*at), owner }
        }
        Event::FramePlaced { unit, at } => To::FramePlaced { unit: *unit, at: place(*at) },
        Event::RoundBegan { round: _, clock } => To::RoundBegan { clock: *clock },
        Event::OrderRolled { unit, dice } => {
            To::OrderRolled { unit: *unit, dice: dice.iter().copied().filter(|die| *die > 0).collect() }
        }
        Event::Passed { player } => To::Passed { company: *player },
        Event::RoundEnded { round: _ } => To::RoundEnded,
        Event::Ticked { by, clock } => To::Ticked { company: *by, clock: *clock },
        Event::Held { player } => To::Held { company: *player },
        Event::Over { scores } => To::Over { final_scores: scores[..state.players().len()].to_vec() },
        Event::TurnBegan { unit, attacked_by } => To::TurnBegan { unit: *unit, attacked_by: *attacked_by },
        Event::Jettisoned { unit, kind } => {
            To::Jettisoned { unit: *unit, system: kind.token().to_owned(), left: left(state, *unit) }
        }
        Event::Declared { unit, target, range, rockets } => {
            To::Declared { unit: *unit, target: aim(*target), range: *range, rockets: *rockets }
        }
        Event::Renamed { unit, target } => To::Renamed { unit: *unit, target: aim(*target) },
        Event::Rolled { unit, faces } => To::Rolled { unit: *unit, faces: faces.iter().map(face).collect() },
        Event::Defended { unit, die, value } => {
            To::Defended { unit: *unit, die: color(Colour::Blue, *die), value: *value }
        }
        Event::Committed { unit, movement, attack, spot } => {
            To::Committed { unit: *unit, movement: *movement, attack: *attack, spot: *spot }
        }
        Event::Moved { unit, die, value, from, path } => To::Moved {
            unit: *unit,
            die: color(Colour::Green, *die),
            value: *value,
            from: place(*from),
            to: place(path.to),
            path: corners(*from, path),
            length: rounded(path.length),
        },
        Event::AttackForgone { unit } => To::AttackForgone { unit: *unit },
        Event::AttackDeclared { unit, target, die, value } => {
            To::AttackDeclared { unit: *unit, target: aim(*target), die: color(Colour::Red, *die), value: *value }
        }
        Event::Attacked(strike) => To::Attacked(struck(state, strike)),
        Event::Spotted { unit, target, die, value, replaced } => To::Spotted {
            unit: *unit,
            target: aim(*target),
            die: color(Colour::Yellow, *die),
            value: *value,
            replaced: *replaced,
        },
        Event::TurnEnded { unit, unused } => {
            To::TurnEnded { unit: *unit, unused_whites: unused.whites, unused_colors: unused.colours }
        }
        Event::CoverHit { piece, hits, left } => To::CoverHit { piece: *piece, hits: *hits, left: *left },
        Event::CoverDestroyed { piece } => To::CoverDestroyed { piece: *piece },
        Event::Repaired { unit, kind } => {
            To::Repaired { unit: *unit, system: kind.token().to_owned(), left: left(state, *unit) }
        }
        Event::SystemLost { unit, kind } => {
            To::SystemLost { unit: *unit, system: kind.token().to_owned(), left: left(state, *unit) }
        }
        Event::WhiteLost { unit } => To::WhiteLost { unit: *unit, left: state.unit(*unit).whites },
        Event::Dodged { unit, from, to } => To::Dodged { unit: *unit, from: place(*from), to: place(*to) },
        Event::Fell { unit, bricks, dice, hits, faces } => {
            To::Fell { unit: *unit, bricks: *bricks, dice: *dice, hits: *hits, faces: sorted(faces) }
        }
        Event::Destroyed { unit, by } => To::Destroyed { unit: *unit, by: *by },
        Event::StationTaken { station, from, to } => To::StationTaken { station: *station, from: *from, to: *to },
    }
}

fn struck(state: &State, strike: &Strike) -> Struck {
    let turns = [state.turn, state.answer];
    let turn = turns.iter().flatten().find(|turn| turn.unit == strike.unit);
    let (cover_pieces, cover_unit) = match strike.cover {
        CoverBy::Nothing | CoverBy::Height => (Vec::new(), None),
        CoverBy::Pieces(mask) => (numbers_in(mask).collect(), None),
        CoverBy::Frame(unit) => (Vec::new(), Some(unit)),
    };
    Struck {
        unit: strike.unit,
        target: aim(strike.target),
        range: strike.range,
        die: turn.and_then(|turn| color(Colour::Red, turn.attack_die)),
        attack: strike.attack,
        spot: strike.spot,
        spotted_by: (strike.spot > 0).then_some(strike.spotted_by),
        defense: strike.defense,
        chart: strike.chart,
        cover_pieces,
        cover_unit,
        cover_height: strike.cover == CoverBy::Height,
        cover_hits: strike.cover_hits,
        dice: strike.dice,
        faces: sorted(&strike.faces),
        on_cover: strike.on_cover,
        on_target: strike.on_target,
    }
}

/// Returns the companies of an order, without the unused places.
fn of_players(state: &State, order: &[u8]) -> Vec<u8> {
    order[..state.players().len()].to_vec()
}

/// Returns the loadout that a frame has left.
fn left(state: &State, unit: u8) -> String {
    state.unit(unit).loadout.to_string()
}

fn aim(target: Target) -> Aim {
    match target {
        Target::Nothing => Aim::default(),
        Target::Frame(unit) => Aim { target_unit: Some(unit), target_piece: None },
        Target::Piece(piece) => Aim { target_unit: None, target_piece: Some(piece) },
    }
}

/// Returns the colour of a die given to an action; `None` without a die. The own die of an action has the action's
/// colour.
fn color(action: Colour, die: Die) -> Option<DieColor> {
    match die {
        Die::None => None,
        Die::Own => Some(own(action)),
        Die::White(_) => Some(DieColor::White),
    }
}

fn own(colour: Colour) -> DieColor {
    match colour {
        Colour::Blue => DieColor::Blue,
        Colour::Green => DieColor::Green,
        Colour::Red => DieColor::Red,
        Colour::Yellow => DieColor::Yellow,
    }
}

fn face(face: &Face) -> DieFace {
    DieFace { color: face.colour.map_or(DieColor::White, own), sides: face.sides, face: face.face }
}

fn corners(from: Point, path: &Path) -> Vec<[f64; 2]> {
    let way = [from].into_iter().chain(path.bends().iter().copied()).chain([path.to]);
    way.map(place).collect()
}

fn sorted(faces: &[u8]) -> Vec<u8> {
    let mut faces = faces.to_vec();
    faces.sort_unstable();
    faces
}
