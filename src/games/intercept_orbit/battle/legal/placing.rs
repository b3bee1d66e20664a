//! Rules of placement in set-up ("Placing Assets Into the Battlespace"; I65).

use super::super::super::space::{Body, Pose};
use super::super::Battle;
use super::super::state::{DEBRIS, Life, SetupStep, State, mask_of, numbers_in};
use crate::geometry::Point;

/// Least distance of a placement just within a range, as a share of the range.
pub const JUST_WITHIN: f64 = 0.875;

/// Returns the assets of a player that are not on the table yet, as a mask.
pub fn waiting(state: &State, player: u8, among: u64) -> u64 {
    mask_of(numbers_in(state.of(player) & among).filter(|asset| state.asset(*asset).life() == Life::Waiting))
}

/// Returns true if a step places high value assets.
pub fn places_hvas(step: SetupStep) -> bool {
    matches!(step, SetupStep::FirstHva | SetupStep::DefenderHvas | SetupStep::AttackerHvas)
}

/// Returns the assets that a player may place in a step, as a mask. High value assets are alike, so it is the next one.
/// For a first ship the player may choose among ships that differ. Of other ships it is the next one.
pub fn to_place(state: &State, step: SetupStep, player: u8) -> u64 {
    let lowest = |mask: u64| mask & mask.wrapping_neg();
    if places_hvas(step) {
        return lowest(waiting(state, player, state.hvas()));
    }
    let ships = waiting(state, player, state.ships);
    match step {
        SetupStep::FirstShip | SetupStep::PrimaryShip | SetupStep::SecondaryShips => {
            let alike = |a: u8, b: u8| {
                let (a, b) = (state.asset(a), state.asset(b));
                a.body == b.body && a.systems == b.systems
            };
            mask_of(
                numbers_in(ships).filter(|ship| !numbers_in(ships).any(|other| other < *ship && alike(other, *ship))),
            )
        }
        _ => lowest(ships),
    }
}

/// Returns true if there is room for a ship or a high value asset at a pose.
pub fn is_free<D>(battle: &Battle<D>, state: &State, placed: (Body, Pose)) -> bool {
    battle.space.holds(placed)
        && !numbers_in(state.solid()).any(|thing| battle.space.overlaps(placed, state.placed(thing)))
}

/// Returns true if the rule of a step allows a placement at a pose; room is not checked.
pub fn may_place<D>(battle: &Battle<D>, state: &State, step: SetupStep, placed: (Body, Pose)) -> bool {
    let (space, reach) = (&battle.space, battle.rules.ranges.assault);
    let defenders = state.of(state.seats[0]) & state.standing();
    let near = |other: u8| space.within(state.placed(other), placed, reach);
    let first = |among: u64| numbers_in(defenders & among).next();
    match step {
        SetupStep::DefenderHvas | SetupStep::FirstShip => first(state.hvas()).is_none_or(near),
        SetupStep::PrimaryShip => first(state.ships)
            .is_none_or(|ship| near(ship) && space.gap(state.placed(ship), placed) >= reach * JUST_WITHIN),
        SetupStep::SecondaryShips | SetupStep::AttackerShips => !numbers_in(defenders).any(near),
        _ => true,
    }
}

/// Returns true if a player may place debris at a point: no nearer than assault range to ships of others and to other
/// debris.
pub fn may_place_debris<D>(battle: &Battle<D>, state: &State, player: u8, at: Point) -> bool {
    let (space, reach) = (&battle.space, battle.rules.ranges.assault);
    let here = (Body::Debris, Pose { at, heading: 0 });
    // A distance equal to the range is allowed.
    let too_near = |thing: u8| {
        let there = state.placed(thing);
        let (far, square) = (reach + space.reach(there.0) + space.reach(here.0), there.1.at.distance_squared(at));
        square < far * far && (square < reach * reach || space.gap(there, here) < reach)
    };
    let others = state.ships() & !state.of(player);
    !numbers_in(others).any(too_near)
        && !state.pieces().any(|piece| too_near(piece + DEBRIS))
        && is_free(battle, state, here)
}
