//! Repair, fuel and launches ("Launch, Fueling, and Repairing Mobile Frames"; I15 to I21).

use super::super::super::ship::System;
use super::super::Battle;
use super::super::state::{Life, Parts, State, Turn, mask_of, numbers_in};
use super::cover::covering_assets;
use super::flight::{company_at, is_room};
use crate::geometry::Point;

/// Returns the companies that a ship may repair, fuel and launch, as a mask: those of its player that touch it. A
/// drifting company returns to its owner once it is fuelled, so only its owner is asked (I60).
pub fn in_hangar(state: &State, ship: u8) -> u64 {
    let side = state.asset(ship).side();
    let serves = |number: &u8| {
        let company = state.asset(*number);
        let held = |by: u8| by == ship || (state.asset(by).side() == side && state.asset(by).on == Some(ship));
        let is_here = company.on == Some(ship) || company.carried_by.is_some_and(held);
        is_here && (company.life() != Life::Drifting || company.carried_by.is_none_or(held))
    };
    mask_of(numbers_in(state.companies() & state.of(side)).filter(serves))
}

/// Returns true if a turn may launch another company.
pub fn launches_left(state: &State, turn: &Turn) -> bool {
    turn.launches < state.asset(turn.asset).systems.count(System::Catapult)
}

/// Returns the number of dice that a repair die restores to a company at most: systems, and whites if the rules count
/// them (I21).
pub fn room_for_repair<D>(battle: &Battle<D>, state: &State, company: u8, pips: u8) -> u8 {
    let (rules, asset) = (&battle.rules.repair, state.asset(company));
    let there = asset.parts.count() + if rules.whites_count { asset.whites } else { 0 };
    pips.saturating_sub(there)
}

/// Returns the systems and whites that a company has lost and may get back.
pub fn missing<D>(battle: &Battle<D>, state: &State, company: u8) -> (Parts, u8) {
    let (rules, asset) = (&battle.rules, state.asset(company));
    let whites = if rules.repair.whites_return { rules.companies.whites - asset.whites } else { 0 };
    (Parts(Parts::ALL.0 & !asset.parts.0), whites)
}

/// Returns true if `back` restores as much as a die allows: no more, and no less while anything is missing.
pub fn is_full_repair<D>(battle: &Battle<D>, state: &State, company: u8, pips: u8, back: (Parts, u8)) -> bool {
    let (parts, whites) = missing(battle, state, company);
    let fits = back.0.0 & !parts.0 == 0 && back.1 <= whites;
    // If whites do not count, any number of them returns with a die (I21).
    let counted =
        |(parts, whites): (Parts, u8)| parts.count() + if battle.rules.repair.whites_count { whites } else { 0 };
    let room = room_for_repair(battle, state, company, pips);
    fits && counted(back) == room.min(counted((parts, whites))) && counted(back) > 0
}

/// Returns true if a launched company may be placed at a point: in reach and out of cover of its carrier, on nothing
/// solid (I16, I17).
pub fn may_be_placed<D>(battle: &Battle<D>, state: &State, ship: u8, at: Point) -> bool {
    let (rules, space) = (&battle.rules.launch, &battle.space);
    let (carrier, here) = (state.asset(ship).placed(), company_at(at));
    let in_reach = rules.reach == 0.0 || space.within(carrier, here, rules.reach);
    let allowed = |other: u8| {
        rules.onto_enemies
            || state.asset(other).side() == state.asset(ship).side()
            || !space.touches(here, state.placed(other))
    };
    in_reach
        && is_room(battle, state, at)
        && numbers_in(state.ships()).all(allowed)
        && (!rules.out_of_cover || is_in_sight(battle, state, ship, at))
}

fn is_in_sight<D>(battle: &Battle<D>, state: &State, ship: u8, at: Point) -> bool {
    let (carrier, here) = (state.asset(ship).placed(), company_at(at));
    let pieces = covering_assets(battle, state) & state.ships() & !(1 << ship)
        | u64::from(state.debris_left) << super::super::state::DEBRIS;
    numbers_in(pieces).all(|piece| !battle.space.covers(carrier, here, state.placed(piece)))
}
