//! What a green ace may do with the ship it is on (I63).

use super::super::super::fleet::Ace;
use super::super::super::ruleset::GreenMoves;
use super::super::super::space::Pose;
use super::super::Battle;
use super::super::state::{State, mask_of, numbers_in};
use super::attack::is_led_by;

/// Ways to nudge a ship: ahead, left, back, right by a unit, and a click to either side.
pub const NUDGES: usize = 6;

/// A ship's pose after a nudge, by its number below [`NUDGES`].
pub fn nudged<D>(battle: &Battle<D>, pose: Pose, nth: usize) -> Pose {
    let ahead = battle.space.direction(pose.heading);
    let moved = |way| Pose { at: pose.at + way, ..pose };
    match nth {
        0 => moved(ahead),
        1 => moved(ahead.left()),
        2 => moved(-ahead),
        3 => moved(-ahead.left()),
        4 => battle.space.turned(pose, 1),
        _ => battle.space.turned(pose, -1),
    }
}

/// Whether a ship may be nudged to a pose: it must not come to lie in anything.
pub fn may_nudge<D>(battle: &Battle<D>, state: &State, ship: u8, pose: Pose) -> bool {
    let here = (state.asset(ship).body, pose);
    !numbers_in(state.solid() & !(1 << ship)).any(|thing| battle.space.overlaps(here, state.placed(thing)))
}

/// Companies whose green ace may nudge a ship that they are on, as a mask.
pub fn nudgers<D>(battle: &Battle<D>, state: &State, ship: u8) -> u64 {
    let side = state.asset(ship).side();
    let may = |number: &u8| {
        let company = state.asset(*number);
        company.on == Some(ship)
            && is_led_by(company, Ace::Green)
            && (battle.rules.aces.green_moves == GreenMoves::Anyone || company.side() == side)
    };
    mask_of(numbers_in(state.companies() & state.standing()).filter(may))
}
