//! Losses for hits, and steps away from hits (I07, I08, I64).

use super::super::Battle;
use super::super::state::{Asset, Life, Loss, State, Victim, mask_of, numbers_in};

/// Lists the possible losses of an asset for a hit: systems first, then whites, the ace last.
pub fn losses(asset: &Asset) -> impl Iterator<Item = Loss> + '_ {
    let systems = asset.systems.kinds().map(Loss::System);
    let parts = asset.parts.iter().map(Loss::Part);
    let has_systems = asset.systems.total() > 0 || asset.parts.count() > 0;
    let white = (!has_systems && asset.whites > 0).then_some(Loss::White);
    let ace = (!has_systems && asset.whites == 0 && asset.ace_left).then_some(Loss::Ace);
    systems.chain(parts).chain(white).chain(ace)
}

/// Returns true if a company may spend fuel and step away instead of taking a hit: from the ship that it touches, or
/// from a company that it carries.
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

/// Returns the assets that may take a hit of a wound, as a mask.
pub fn victims<D>(battle: &Battle<D>, state: &State, victim: Victim) -> u64 {
    match victim {
        Victim::Asset(asset) => state.on_table() & 1 << asset,
        Victim::Aboard { ship, player } => fighters(battle, state, ship) & state.of(player),
    }
}

/// Returns the companies on a ship that take part in boarding, as a mask: flying ones, and docked ones if the rules say
/// so (I15).
pub fn fighters<D>(battle: &Battle<D>, state: &State, ship: u8) -> u64 {
    let docked = battle.rules.launch.docked_board;
    let fights = |company: &u8| {
        let company = state.asset(*company);
        company.on == Some(ship) && (company.life() == Life::Standing || (docked && company.life() == Life::Docked))
    };
    mask_of(numbers_in(state.companies()).filter(fights))
}
