//! Declarations: targets, ranges and rockets.

use super::super::Battle;
use super::super::action::Action;
use super::super::state::{State, Target, Turn, numbers_in};
use crate::games::rapid_attack::loadout::{Kind, Loadout, Range};

/// Every target at every range that the frame has a weapon or a rocket for, hand-to-hand always (S10, S18, R17, S39).
/// Of terrain, only pieces near an enemy are offered; the rules allow all.
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
        let kinds = Kind::ALL.iter().filter(|(kind, _)| unit.loadout.count(*kind) > 0);
        into.extend(kinds.map(|(kind, _)| Action::Jettison(*kind)));
    }
}

/// One of the [`declarations`] without listing them: `pick` is told how many there are, and names a place in the list.
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
    let kinds = || Kind::ALL.iter().filter(|(kind, _)| unit.loadout.count(*kind) > 0);
    let place = pick(aimed + 1 + if battle.rules.options.jettison { kinds().count() } else { 0 });
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
    let kind = place.checked_sub(aimed + 1).and_then(|nth| kinds().nth(nth));
    match kind {
        Some((kind, _)) => Action::Jettison(*kind),
        None => Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 },
    }
}

/// Pieces near an enemy of a player, as a mask.
fn shelters(state: &State, player: u8) -> u64 {
    state.enemies(player).fold(0, |mask, enemy| mask | state.unit(enemy).near) & state.standing
}

/// The ranges that a frame may name, each with the numbers of rockets it may fire there.
pub fn ranges_and_rockets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    unit: u8,
) -> impl Iterator<Item = (Range, u8)> + 'a {
    let loadout = &state.unit(unit).loadout;
    let at = move |range| rockets_at(battle, loadout, range).map(move |rockets| (range, rockets));
    Range::ALL.into_iter().flat_map(move |(range, _)| at(range))
}

/// The numbers of rockets that may be fired at a range; none at all where it may not be named.
fn rockets_at<D>(battle: &Battle<D>, loadout: &Loadout, range: Range) -> std::ops::Range<u8> {
    let armed = range == Range::HandToHand || loadout.halves_at(range) > 0;
    let most = if range == Range::Direct { loadout.rockets() } else { 0 };
    let open = armed || (most > 0 && battle.rules.rockets.open_direct_fire);
    if open { u8::from(!armed)..most + 1 } else { 0..0 }
}
