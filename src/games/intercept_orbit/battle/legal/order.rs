//! Who may act, who must, and who may wait.

use super::super::Battle;
use super::super::state::State;

/// Whether a player who is asked to act must: nobody after can, or the rules know no passing (I12), or it is the first
/// turn of the battle (I14).
pub fn must_act<D>(battle: &Battle<D>, state: &State) -> bool {
    let rest = &state.query[usize::from(state.place) + 1..usize::from(state.player_count)];
    !battle.rules.order.passing || !state.opened || rest.iter().all(|player| state.ready(*player) == 0)
}

/// Assets that a player may begin a turn with, as a mask. The first turn of the battle is that of a ship or of a high
/// value asset (I14), which all are that stand by then.
pub fn may_act(state: &State, player: u8) -> u64 {
    state.ready(player)
}
