//! Frames that may act or wait, and players who must act.

use super::super::Battle;
use super::super::state::State;
use crate::games::rapid_attack::battle_rules::Forced;

/// Returns the frames of a player that have not begun a turn.
pub fn ready(state: &State, player: u8) -> impl Iterator<Item = u8> + '_ {
    state.friends(player).filter(move |unit| !state.unit(*unit).acted)
}

/// Returns true if the player who decides must act (S31). Of tied players, the lowest is the last in the order (R07).
pub fn must_act<D>(battle: &Battle<D>, state: &State) -> bool {
    let to_act = |player: &u8| state.players[usize::from(*player)].to_act > 0;
    let rest = &state.query[usize::from(state.place) + 1..usize::from(state.player_count)];
    match battle.rules.order.forced {
        Forced::NobodyAfter => !rest.iter().any(to_act),
        // Read literally, no player must act once the lowest has no frames left to act: a second round of passes ends
        // the wait.
        Forced::LowestScore => rest.is_empty() || (state.all_passed && !rest.iter().any(to_act)),
    }
}

/// Returns the frames of a player that have an order die equal to the count (S35).
pub fn due_units(state: &State, player: u8) -> impl Iterator<Item = u8> + '_ {
    let is_due = move |unit: &u8| state.unit(*unit).owner == player && state.unit(*unit).is_due(state.count);
    state.standing_units().filter(is_due)
}

/// Returns true if a frame has an order die that comes up later (S35).
pub fn may_wait(state: &State, unit: u8) -> bool {
    state.unit(unit).order.iter().any(|die| *die > state.count)
}
