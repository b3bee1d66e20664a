//! Conversion from the events of a battle to those of a replay: plain numbers, rounded, with names for codes.

use super::super::battle::state::{Colour, CoverBy, Die, Target, numbers_in};
use super::super::battle::{Event, Face, Path, State, Strike};
use super::line::{Aim, DieColor, DieFace, Happening, Struck};
use super::places::{place, rounded};
use crate::geometry::Point;

/// Converts an event; `state` is the state right after the event. Long, but one line of the same shape per event.
pub fn told(state: &State, event: &Event) -> Happening {
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
