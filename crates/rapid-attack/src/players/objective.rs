//! The move of the special objective: nearer to own frames than to those of others.

use crate::battle::objective::{nearest, places};
use crate::battle::{Action, Battle, State};
use hitchart_mobile_frame::PlayerId;

/// Returns the move after which the nearest own frame is nearest in comparison with the nearest frame of others. The
/// first of equal places is where the objective is.
pub(super) fn choose<D>(battle: &Battle<D>, state: &State, player: PlayerId) -> Option<Action> {
    let lead = |at| nearest(state, at, state.friends(player)) - nearest(state, at, state.enemies(player));
    let rated = places(battle, state).map(|at| (if lead(at).is_nan() { 0.0 } else { lead(at) }, at));
    let best = rated.reduce(|best, next| if next.0 < best.0 - 1e-9 { next } else { best });
    best.map(|(_, at)| Action::MoveObjective(at))
}
