//! What a hit may take, and who may step away from it (I07, I08, I64).

use super::super::Battle;
use super::super::state::{Asset, Life, Loss, State, Victim, mask_of, numbers_in};

/// What an asset may lose to a hit: systems first, then whites, the ace last.
pub fn losses(asset: &Asset) -> impl Iterator<Item = Loss> + '_ {
    let systems = asset.systems.kinds().map(Loss::System);
    let parts = asset.parts.iter().map(Loss::Part);
    let has_systems = asset.systems.total() > 0 || asset.parts.count() > 0;
    let white = (!has_systems && asset.whites > 0).then_some(Loss::White);
    let ace = (!has_systems && asset.whites == 0 && asset.ace_left).then_some(Loss::Ace);
    systems.chain(parts).chain(white).chain(ace)
}

/// Whether a company may spend fuel and step away in place of a hit: from the ship it touches, or from what it carries.
pub fn may_dodge<D>(battle: &Battle<D>, state: &State, company: u8) -> bool {
    let (rules, asset) = (&battle.rules.fuel, state.asset(company));
    asset.is_company()
        && asset.life() == Life::Standing
        && asset.fuel >= rules.per_dodge.max(1)
        && (!rules.dodge_needs_green || asset.parts.has(super::super::state::Part::Movement))
        && (asset.on.is_some() || carries(state, company))
}

fn carries(state: &State, asset: u8) -> bool {
    numbers_in(state.drifting).any(|other| state.asset(other).carried_by == Some(asset))
}

/// Assets that may take a hit of a wound, as a mask.
pub fn victims<D>(battle: &Battle<D>, state: &State, victim: Victim) -> u64 {
    match victim {
        Victim::Asset(asset) => state.on_table() & 1 << asset,
        Victim::Aboard { ship, player } => fighters(battle, state, ship) & state.of(player),
    }
}

/// Companies on a ship that take part in boarding: those that fly, and docked ones where the rules say so (I15).
pub fn fighters<D>(battle: &Battle<D>, state: &State, ship: u8) -> u64 {
    let docked = battle.rules.launch.docked_board;
    let fights = |company: &u8| {
        let company = state.asset(*company);
        company.on == Some(ship) && (company.life() == Life::Standing || (docked && company.life() == Life::Docked))
    };
    mask_of(numbers_in(state.companies()).filter(fights))
}
