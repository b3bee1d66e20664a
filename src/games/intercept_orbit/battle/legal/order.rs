//! Rules about the order of turns: assets that may act, and players that may not pass.

use super::super::Battle;
use super::super::state::State;

/// Returns true if the player who is asked must act: no later player can act, the rules have no passing (I12), or it is
/// the first turn of the battle (I14).
pub fn must_act<D>(battle: &Battle<D>, state: &State) -> bool {
    let rest = &state.query[usize::from(state.place) + 1..usize::from(state.player_count)];
    !battle.rules.order.passing || !state.opened || rest.iter().all(|player| state.ready(*player) == 0)
}

/// Returns the assets with which a player may begin a turn, as a mask. The first turn of the battle is that of a ship
/// or a high value asset (I14); no other assets stand at that time.
pub fn may_act(state: &State, player: u8) -> u64 {
    state.ready(player)
}
