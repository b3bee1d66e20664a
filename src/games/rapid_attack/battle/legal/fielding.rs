//! Legal places for fielding frames and stations (flow, step 4; S27 to S30).

use super::super::Battle;
use super::super::directions::DIRECTIONS;
use super::super::measure::to_square;
use super::super::range_band::CLOSE;
use super::super::state::{FieldingStep, Life, MAX_STATIONS, State, Station};
use crate::geometry::Point;

/// Returns the frames of a player that wait to be fielded.
pub fn waiting(state: &State, player: u8) -> impl Iterator<Item = u8> + '_ {
    (0..state.unit_count).filter(move |unit| {
        let unit = state.unit(*unit);
        unit.owner == player && unit.life() == Life::Waiting
    })
}

/// Returns the next station that a player fields.
pub fn next_station(state: &State, player: u8) -> Option<u8> {
    let unplaced = |(_, station): &(u8, &Station)| !station.placed && station.fielded_by == player;
    (0..).zip(state.stations()).find(unplaced).map(|(number, _)| number)
}

/// Returns true if a frame at a point is inside the perimeter: within a ruler of a station of the defender (S29).
pub fn in_perimeter<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    let defender = state.seats[0];
    let mut stations = state.stations().iter().filter(|station| station.placed && station.fielded_by == defender);
    stations.any(|station| battle.from_station(at, station) <= battle.rules.ranges.direct + CLOSE)
}

/// Returns true if a station may be placed at a point: on the table, clear of cover, frames and other stations. The
/// defender's stations form a chain within a ruler (S29), and leave room once attackers were blocked (S28).
pub fn may_place_station<D>(battle: &Battle<D>, state: &State, player: u8, at: Point) -> bool {
    let side = battle.rules.stations.side;
    let field = battle.field(state);
    let radius = side / 2.0;
    if !field.contains(at, radius.max(0.1)) || field.under(at, state.standing) != 0 {
        return false;
    }
    let placed = || state.stations().iter().filter(|station| station.placed);
    if placed().any(|other| to_square(at, other.at, side) < radius * 2.0) {
        return false;
    }
    if state.standing_units().any(|unit| to_square(state.unit(unit).at, at, side) < battle.rules.movement.frame_radius)
    {
        return false;
    }
    if player != state.seats[0] {
        return true;
    }
    let own = || placed().filter(|station| station.fielded_by == player);
    let chained = own().next().is_none()
        // Two squares are as far apart as a point and a square of twice the side.
        || own().any(|other| to_square(at, other.at, 2.0 * side) <= battle.rules.ranges.direct + CLOSE);
    chained && (!state.blocked || leaves_room(battle, state, own().map(|station| station.at), at))
}

fn leaves_room<D>(battle: &Battle<D>, state: &State, others: impl Iterator<Item = Point>, at: Point) -> bool {
    let mut stations = [at; MAX_STATIONS];
    let mut count = 1;
    for (slot, other) in stations[1..].iter_mut().zip(others) {
        *slot = other;
        count += 1;
    }
    let reach = battle.rules.ranges.direct + battle.rules.movement.frame_radius;
    battle.field(state).leaves_free(&stations[..count], reach, battle.rules.fielding.open_share)
}

/// Returns true if a frame of a player may be fielded at a point in the step that is due.
pub fn may_place_frame<D>(battle: &Battle<D>, state: &State, step: FieldingStep, player: u8, at: Point) -> bool {
    // The check for room at the point costs most, so it runs after the cheap checks.
    let inside = in_perimeter(battle, state, at);
    let fits = match step {
        FieldingStep::DefenderFrames => inside,
        FieldingStep::PointFrame => !inside,
        FieldingStep::AttackerFrames => !inside && is_far_from_defenders(battle, state, at),
        FieldingStep::LateFrames => true,
        FieldingStep::DefenderStations | FieldingStep::AttackerStations => false,
    };
    fits && is_free(battle, state, at)
        && match step {
            FieldingStep::PointFrame => is_point_position(battle, state, at),
            FieldingStep::LateFrames => {
                inside || !battle.rules.fielding.late_frames_in_cover || is_in_cover(battle, state, player, at)
            }
            _ => true,
        }
}

/// Returns true if a frame fits at a point: on the table, off cover and frames. Stations do not block.
pub fn is_free<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    battle.is_room(state, None, at, false, 0)
}

/// Returns true if a point is more than a ruler from every frame of the defender.
fn is_far_from_defenders<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    defenders(state).all(|unit| battle.between(at, state.unit(unit).at) > battle.rules.ranges.direct + CLOSE)
}

/// Returns true if a point is exactly a ruler from a frame of the defender and without cover against that frame (S30).
fn is_point_position<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    let ruler = battle.rules.ranges.direct;
    let near = battle.field(state).near(at, state.standing);
    defenders(state).any(|unit| {
        let from = state.unit(unit).at;
        (battle.between(at, from) - ruler).abs() <= CLOSE
            && battle.pieces_covering(state, at, near, from) == 0
            && battle.nearest_between(state, at, from, state.standing_units().filter(|other| *other != unit)).is_none()
    })
}

/// Returns true if a point is in cover, of terrain or frames, against the nearest frame of another player (S27, read
/// plainly).
fn is_in_cover<D>(battle: &Battle<D>, state: &State, player: u8, at: Point) -> bool {
    let near = battle.field(state).near(at, state.standing);
    let gap = |unit: &u8| state.unit(*unit).at.distance_squared(at);
    let nearest = state.enemies(player).min_by(|a, b| gap(a).total_cmp(&gap(b)));
    nearest.is_some_and(|unit| {
        let (from, others) = (state.unit(unit).at, state.standing_units().filter(|other| *other != unit));
        battle.pieces_covering(state, at, near, from) != 0 || battle.nearest_between(state, at, from, others).is_some()
    })
}

/// Returns true if any legal position is left in a step. Without one, the rules of the step are dropped, except that
/// the frame must fit.
pub fn has_place<D>(battle: &Battle<D>, state: &State, step: FieldingStep, player: u8) -> bool {
    let legal = |at: Point| may_place_frame(battle, state, step, player, at);
    match step {
        FieldingStep::PointFrame => point_positions(battle, state).any(legal),
        _ => battle.field(state).spots().iter().any(|spot| legal(spot.at)),
    }
}

/// Returns the positions at exactly a ruler from the defender's frames, all around (S30).
pub fn point_positions<D>(battle: &Battle<D>, state: &State) -> impl Iterator<Item = Point> {
    (0..).map_while(|place| point_position(battle, state, place))
}

/// Returns the number of [`point_positions`].
pub fn point_position_count(state: &State) -> usize {
    POSITIONS * defenders(state).count()
}

/// Returns one of the [`point_positions`] by index.
pub fn point_position<D>(battle: &Battle<D>, state: &State, place: usize) -> Option<Point> {
    let from = state.unit(defenders(state).nth(place / POSITIONS)?).at;
    let away = battle.rules.ranges.direct + 2.0 * battle.rules.movement.frame_radius;
    let way = DIRECTIONS[place % POSITIONS / 2];
    // Another direction lies between each two of the sixteen.
    let between = || (way + way.left() * 0.198_912_367_379_658).unit().unwrap_or(way);
    Some(from + if place.is_multiple_of(2) { way } else { between() } * away)
}

/// Number of positions around each frame.
const POSITIONS: usize = 2 * DIRECTIONS.len();

/// Returns the frames of the defender on the table.
fn defenders(state: &State) -> impl Iterator<Item = u8> {
    state.friends(state.seats[0])
}
