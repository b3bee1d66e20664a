//! Nudges of a green ace to assets that it touches (I63).

use super::super::super::fleet::Ace;
use super::super::super::ruleset::GreenMoves;
use super::super::super::space::Pose;
use super::super::Battle;
use super::super::state::{Life, State, mask_of, numbers_in};
use super::attack::is_led_by;
use super::flight::is_room;

/// Number of ways to nudge an asset: a unit ahead, left, back or right, and for an asset with a bow a click to either
/// side.
pub const NUDGES: usize = 6;
/// Number of the first nudge that turns.
const TURNS: usize = 4;

/// Returns an asset's pose after a nudge with this number, below [`NUDGES`].
pub fn nudged<D>(battle: &Battle<D>, pose: Pose, nth: usize) -> Pose {
    let ahead = battle.space.direction(pose.heading);
    let moved = |way| Pose { at: pose.at + way, ..pose };
    match nth {
        0 => moved(ahead),
        1 => moved(ahead.left()),
        2 => moved(-ahead),
        3 => moved(-ahead.left()),
        TURNS => battle.space.turned(pose, 1),
        _ => battle.space.turned(pose, -1),
    }
}

/// Returns true if an asset may be nudged to a pose by the nudge with this number. The asset must not overlap anything
/// solid. Companies are not turned, and stay on the table.
pub fn may_nudge<D>(battle: &Battle<D>, state: &State, asset: u8, nth: usize, pose: Pose) -> bool {
    let nudged = state.asset(asset);
    if nudged.is_company() {
        return nth < TURNS && is_room(battle, state, pose.at);
    }
    let here = (nudged.body, pose);
    !numbers_in(state.solid() & !(1 << asset)).any(|thing| battle.space.overlaps(here, state.placed(thing)))
}

/// Returns the ships and companies that a green ace's company touches and may nudge, as a mask. Docked and carried
/// companies are excluded, because they move with another asset.
pub fn within_touch<D>(battle: &Battle<D>, state: &State, ace: u8) -> u64 {
    let own = state.asset(ace);
    let touches = |number: &u8| {
        let asset = state.asset(*number);
        let loose = asset.is_ship() || (asset.life() != Life::Docked && asset.carried_by.is_none());
        let allowed = battle.rules.aces.green_moves == GreenMoves::Anyone || asset.side() == own.side();
        loose && allowed && (own.on == Some(*number) || battle.space.touches(own.placed(), asset.placed()))
    };
    mask_of(numbers_in((state.ships() | state.companies()) & !(1 << ace)).filter(touches))
}

/// Returns the companies on a ship with a green ace that may nudge something, as a mask.
pub fn nudgers<D>(battle: &Battle<D>, state: &State, ship: u8) -> u64 {
    let may = |number: &u8| {
        let company = state.asset(*number);
        company.on == Some(ship) && is_led_by(company, Ace::Green) && within_touch(battle, state, *number) != 0
    };
    mask_of(numbers_in(state.companies() & state.standing()).filter(may))
}
