//! Ranges and rockets that a frame may declare.

use super::super::Battle;
use super::super::state::State;
use crate::games::rapid_attack::loadout::{Loadout, Range};

/// Returns the ranges that a frame may declare, each with the numbers of rockets it may fire there.
pub fn ranges_and_rockets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    unit: u8,
) -> impl Iterator<Item = (Range, u8)> + 'a {
    let loadout = &state.unit(unit).loadout;
    let at = move |range| rockets_at(battle, loadout, range).map(move |rockets| (range, rockets));
    Range::ALL.into_iter().flat_map(move |(range, _)| at(range))
}

/// Returns the numbers of rockets that may be fired at a range; empty if the range may not be declared.
pub fn rockets_at<D>(battle: &Battle<D>, loadout: &Loadout, range: Range) -> std::ops::Range<u8> {
    let armed = range == Range::HandToHand || loadout.halves_at(range) > 0;
    let most = if range == Range::Direct { loadout.rockets() } else { 0 };
    let open = armed || (most > 0 && battle.rules.rockets.open_direct_fire);
    if open { u8::from(!armed)..most + 1 } else { 0..0 }
}
