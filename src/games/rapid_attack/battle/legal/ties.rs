//! Ways to break a tie for defense.

use super::super::Battle;
use super::super::action::Action;
use super::super::state::{Life, State};
use super::fielding::waiting;

/// Returns the changes of frames that break a tie for defense: adding the spare or giving up a frame, within the legal
/// numbers (S22, R04).
pub fn frame_changes<D>(battle: &Battle<D>, state: &State, player: u8) -> impl Iterator<Item = Action> {
    let frames = state.players[usize::from(player)].frames;
    let own = move |unit: &u8| state.unit(*unit).owner == player;
    let spare = (0..state.unit_count).filter(own).any(|unit| state.unit(unit).life() == Life::Withdrawn);
    let (least, most) = match battle.rules.bidding.tie_within_limits {
        true => (battle.limits.min_frames, battle.limits.max_frames),
        false => (1, u8::MAX),
    };
    let add = (spare && frames < most).then_some(Action::AddFrame);
    let may_remove = frames > least;
    let remove = waiting(state, player).filter(move |_| may_remove).map(Action::RemoveFrame);
    add.into_iter().chain(remove)
}
