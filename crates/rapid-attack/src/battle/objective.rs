//! The special objective: the place that the players agree on, and the places that it may be moved to (rulebook, "Basic
//! Campaign Rules"; S46).

use super::Battle;
use super::measure::{DIRECTIONS, to_square};
use super::state::{Phase, State, Station};
use crate::battle_rules::{ObjectiveMoves, ObjectivePlace};
use crate::ids::UnitId;
use hitchart_mobile_frame::geometry::Point;

/// Returns true if the objective has room at a point: on the table, clear of cover, frames and stations.
pub fn has_room<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    let (side, field) = (battle.rules.stations.side, battle.field(state));
    let others = state
        .station_ids()
        .zip(state.stations())
        .filter(|(number, other)| Some(*number) != state.objective && other.placed);
    let mut others = others.map(|(_, other)| to_square(at, other.at, side) - side / 2.0);
    let mut frames = state.standing_units();
    field.contains(at, (side / 2.0).max(0.1))
        && field.under(at, state.standing) == 0
        && others.all(|gap| gap >= 0.0)
        && frames.all(|unit| to_square(state.unit(unit).at, at, side) >= battle.rules.movement.frame_radius)
}

/// Returns the place that the players agree on: a free place out of every frame's reach if there is one.
pub(super) fn agreed_place<D>(battle: &Battle<D>, state: &State) -> Point {
    let station = |at: Point| Station { placed: true, at, ..Station::new(None, None) };
    let is_reached = |at: Point| {
        let station = station(at);
        state.standing_units().any(|unit| battle.reaches_station(state.unit(unit).at, &station))
    };
    let unfairness = |at: Point| {
        let gaps = state.player_ids().map(|player| nearest(state, at, state.friends(player)));
        let (least, most) = gaps.fold((f64::INFINITY, 0.0f64), |(least, most), gap| (least.min(gap), most.max(gap)));
        most - least
    };
    let worth = |at: Point| match battle.rules.objective.place {
        ObjectivePlace::Fair => [f64::from(is_reached(at)), unfairness(at), at.dot(at)],
        ObjectivePlace::Middle => [f64::from(is_reached(at)), at.dot(at), 0.0],
    };
    let spots = battle.field(state).spots().iter().map(|spot| spot.at).filter(|at| has_room(battle, state, *at));
    let places = spots.map(|at| (worth(at), at));
    places
        .min_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal))
        .map_or(Point::ORIGIN, |best| best.1)
}

/// Returns the distance from a point to the nearest of some frames; infinite without frames.
pub fn nearest(state: &State, at: Point, frames: impl Iterator<Item = UnitId>) -> f64 {
    frames.map(|unit| state.unit(unit).at.distance(at)).fold(f64::INFINITY, f64::min)
}

/// Returns the units that the objective may be moved in the phase that is due.
fn reach<D>(battle: &Battle<D>, state: &State) -> f64 {
    let Phase::Objective { pips, .. } = state.phase else { return 0.0 };
    match battle.rules.objective.moves {
        ObjectiveMoves::Orders => f64::from(pips) * battle.rules.movement.units_per_pip,
        _ => battle.rules.objective.step,
    }
}

/// Returns the places that a player may move the objective to: where it is, and the ends of moves with room.
pub fn places<D>(battle: &Battle<D>, state: &State) -> impl Iterator<Item = Point> {
    let reach = reach(battle, state);
    let from = state.objective.map_or(Point::ORIGIN, |number| state.station(number).at);
    let moves = [1.0, 0.5].into_iter().flat_map(move |part| DIRECTIONS.map(move |way| from + way * (reach * part)));
    std::iter::once(from).chain(moves.filter(move |at| reach > 0.0 && has_room(battle, state, *at)))
}
