//! Rules of the flight of companies ("Move", "Mobile Frame Companies").

use super::super::super::space::{Body, Pose, TOUCH};
use super::super::Battle;
use super::super::state::{State, numbers_in};
use crate::geometry::Point;

/// Returns the body and pose of a company at a point; a company has no bow.
pub fn company_at(at: Point) -> (Body, Pose) {
    (Body::Company, Pose { at, heading: 0 })
}

/// Returns true if there is room for a company at a point: the base is on the table and overlaps nothing solid.
pub fn is_room<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    let (space, here) = (&battle.space, company_at(at));
    space.holds(here) && !numbers_in(state.solid()).any(|thing| space.overlaps(here, state.placed(thing)))
}

/// Returns true if a company may fly straight from one point to another. There must be room at the end, and the company
/// must be able to pass through everything in its way.
pub fn may_fly<D>(battle: &Battle<D>, state: &State, crosses: bool, from: Point, to: Point) -> bool {
    let (space, far) = (&battle.space, from.distance(to));
    let blocks = |thing: u8| {
        let placed = state.placed(thing);
        let near = far + space.reach(placed.0) + space.reach(Body::Company);
        placed.1.at.distance_squared(from) <= near * near && !space.clear_way(from, to, placed)
    };
    is_room(battle, state, to) && (crosses || !numbers_in(state.solid()).any(blocks))
}

/// Returns the ship that a company at a point touches; the lowest number if there are several.
pub fn ship_at<D>(battle: &Battle<D>, state: &State, at: Point) -> Option<u8> {
    numbers_in(state.ships()).find(|ship| battle.space.touches(company_at(at), state.placed(*ship)))
}

/// Returns the place at a gap from a ship that is nearest to a point, of a few places around the ship that are on the
/// table.
pub fn beside_ship<D>(battle: &Battle<D>, state: &State, ship: u8, gap: f64, near: Point) -> Point {
    let ring = battle.space.ring(state.placed(ship), gap, PLACES_AROUND);
    let on_table = ring.filter(|at| battle.space.on_table(*at));
    let nearer = |a: Point, b: Point| if b.distance_squared(near) < a.distance_squared(near) { b } else { a };
    on_table.reduce(nearer).unwrap_or(near)
}

/// Returns the place at a gap from a ship, directly away from the ship's centre. If that is off the table, returns the
/// nearest place of `beside_ship`.
pub fn away_from_ship<D>(battle: &Battle<D>, state: &State, ship: u8, gap: f64, from: Point) -> Point {
    let placed = state.placed(ship);
    let ahead = battle.space.direction(placed.1.heading);
    let away = (from - placed.1.at).unit().unwrap_or(ahead);
    let mut to = from;
    // The gap grows almost as fast as the step, so a few corrections are enough.
    for _ in 0..CORRECTIONS {
        to = to + away * (gap + TOUCH - battle.space.gap(company_at(to), placed));
    }
    if battle.space.on_table(to) { to } else { beside_ship(battle, state, ship, gap, from) }
}

/// Number of corrections of the length of a step.
const CORRECTIONS: usize = 4;

/// Number of places around a ship among which companies on it choose.
pub const PLACES_AROUND: usize = 8;
