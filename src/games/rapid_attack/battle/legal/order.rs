//! Who may act, who must, and who may wait.

use super::super::Battle;
use super::super::state::State;
use crate::games::rapid_attack::battle_rules::Forced;

/// Frames of a player that have not begun a turn.
pub fn ready(state: &State, player: u8) -> impl Iterator<Item = u8> + '_ {
    state.friends(player).filter(move |unit| !state.unit(*unit).acted)
}

/// Whether a player who is asked to act must (S31). The lowest of those level is the last asked (R07).
pub fn must_act<D>(battle: &Battle<D>, state: &State) -> bool {
    let to_act = |player: &u8| state.players[usize::from(*player)].to_act > 0;
    let rest = &state.query[usize::from(state.place) + 1..usize::from(state.player_count)];
    match battle.rules.order.forced {
        Forced::NobodyAfter => !rest.iter().any(to_act),
        // Read literally nobody need act once the lowest is spent: a second round of passes ends the wait.
        Forced::LowestScore => rest.is_empty() || (state.all_passed && !rest.iter().any(to_act)),
    }
}

/// A player's frames whose numbers have come up (S35).
pub fn due_units(state: &State, player: u8) -> impl Iterator<Item = u8> + '_ {
    let is_due = move |unit: &u8| state.unit(*unit).owner == player && state.unit(*unit).is_due(state.count);
    state.standing_units().filter(is_due)
}

/// Whether a frame has a die that comes up later (S35).
pub fn may_wait(state: &State, unit: u8) -> bool {
    state.unit(unit).order.iter().any(|die| *die > state.count)
}
