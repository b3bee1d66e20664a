//! Declarations: targets, ranges and rockets.

use super::super::Battle;
use super::super::action::Action;
use super::super::legal::declare::{ranges_and_rockets, rockets_at};
use super::super::state::{State, Target, Turn, numbers_in};
use crate::games::rapid_attack::loadout::Range;

/// Appends every target at every range that the frame has a weapon or a rocket for; hand-to-hand is always possible
/// (S10, S18, R17, S39). Only terrain near an enemy is offered; the rules allow all terrain.
pub(super) fn declarations<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    let unit = state.unit(turn.unit);
    let frames = state.enemies(unit.owner).map(Target::Frame);
    for target in frames.chain(numbers_in(shelters(state, unit.owner)).map(Target::Piece)) {
        for (range, rockets) in ranges_and_rockets(battle, state, turn.unit) {
            into.push(Action::Declare { target, range, rockets });
        }
    }
    into.push(Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 });
    if battle.rules.options.jettison {
        into.extend(unit.loadout.kinds().map(Action::Jettison));
    }
}

/// Returns one of the [`declarations`] without listing them: `pick` gets their number and returns an index.
pub(super) fn declaration<D>(
    battle: &Battle<D>,
    state: &State,
    turn: &Turn,
    pick: impl FnOnce(usize) -> usize,
) -> Action {
    let unit = state.unit(turn.unit);
    let enemies = state.enemies_mask(unit.owner);
    let shelters = shelters(state, unit.owner);
    let (frames, pieces) = (enemies.count_ones() as usize, shelters.count_ones() as usize);
    let ways: usize = Range::ALL.iter().map(|(range, _)| rockets_at(battle, &unit.loadout, *range).len()).sum();
    let aimed = (frames + pieces) * ways;
    let place = pick(aimed + 1 + if battle.rules.options.jettison { unit.loadout.kinds().count() } else { 0 });
    if place < aimed
        && let Some((range, rockets)) = ranges_and_rockets(battle, state, turn.unit).nth(place % ways)
    {
        let nth = place / ways;
        let target = match nth.checked_sub(frames) {
            None => numbers_in(enemies).nth(nth).map(Target::Frame),
            Some(nth) => numbers_in(shelters).nth(nth).map(Target::Piece),
        };
        return Action::Declare { target: target.unwrap_or(Target::Nothing), range, rockets };
    }
    let kind = place.checked_sub(aimed + 1).and_then(|nth| unit.loadout.kinds().nth(nth));
    match kind {
        Some(kind) => Action::Jettison(kind),
        None => Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 },
    }
}

/// Returns the pieces near an enemy of a player, as a mask.
fn shelters(state: &State, player: u8) -> u64 {
    state.enemies(player).fold(0, |mask, enemy| mask | state.unit(enemy).near) & state.standing
}
