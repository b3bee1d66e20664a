//! White dice: those that a frame rolls, and those that it can lose.

use super::Battle;
use super::state::State;
use crate::games::rapid_attack::loadout::Kind;

/// Returns the number of white dice that a frame rolls: all that are left, or fewer in hostile terrain without the
/// system for it (S41, R36).
pub fn whites_rolled<D>(battle: &Battle<D>, state: &State, unit: u8) -> u8 {
    let unit = state.unit(unit);
    let hostile = battle.field(state).is_hostile_at(unit.at) && unit.loadout.count(Kind::Environment) == 0;
    let aside = if hostile { battle.rules.options.hostile_whites } else { 0 };
    unit.whites.saturating_sub(aside)
}

/// Returns the number of white dice that a frame can lose: all that are left, or only those that it rolls (R36).
pub fn whites_to_lose<D>(battle: &Battle<D>, state: &State, unit: u8) -> u8 {
    match battle.rules.options.hostile_whites_lost {
        true => whites_rolled(battle, state, unit),
        false => state.unit(unit).whites,
    }
}
