//! Targets that can be spotted.

use super::super::Battle;
use super::super::cover::is_covered;
use super::super::range_band::FAR;
use super::super::state::{Colour, SpotDie, State, Target, Turn, numbers_in};
use super::dice::dice_for;
use crate::games::rapid_attack::battle_rules::{SpotReach, SpotRules};
use crate::games::rapid_attack::loadout::Range;

/// Returns true if any spot can be given.
pub fn can_spot<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    // A higher die can spot any target that a lower die can.
    let value = dice_for(turn, Colour::Yellow).map(|die| turn.hand().value(Colour::Yellow, die)).max();
    value.is_some_and(|value| spot_targets(battle, state, turn, value).next().is_some())
}

/// Returns the targets that a frame may spot with a value. They depend on its number of comms systems, and the value
/// must be above any spot there (S06 to S08). Frames of the same side are not offered.
pub fn spot_targets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
    value: u8,
) -> impl Iterator<Item = Target> + 'a {
    let owner = state.unit(turn.unit).owner;
    let by = battle.rules.spotting.by(turn.comms);
    // Several spots of one frame need different targets.
    let may_replace = move |spot: Option<SpotDie>| {
        spot.is_none_or(|spot| value > spot.value && (by.targets == 1 || spot.by != turn.unit))
    };
    let frames = state.enemies(owner).filter(move |enemy| {
        value > 0 && may_replace(state.unit(*enemy).spot) && sees(battle, state, (turn, by), *enemy)
    });
    let pieces = if battle.rules.spotting.terrain { state.standing } else { 0 };
    let pieces = numbers_in(pieces).filter(move |piece| {
        value > 0
            && may_replace(state.piece_spots[usize::from(*piece)])
            && reaches(battle, by, || battle.to_target(state, state.unit(turn.unit).at, Target::Piece(*piece)))
    });
    frames.map(Target::Frame).chain(pieces.map(Target::Piece))
}

/// Returns true if a frame under these spotting rules can spot another (S06).
fn sees<D>(battle: &Battle<D>, state: &State, (turn, by): (&Turn, &SpotRules), enemy: u8) -> bool {
    let (from, to) = (state.unit(turn.unit), state.unit(enemy));
    if by.reach != SpotReach::Anywhere {
        // Most frames are too far away along one coordinate alone.
        let away = from.at - to.at;
        let ranges = &battle.rules.ranges;
        let farthest = ranges.direct.max(ranges.hand_to_hand) + 2.0 * battle.rules.movement.frame_radius + FAR;
        if away.x.abs() > farthest || away.y.abs() > farthest {
            return false;
        }
    }
    reaches(battle, by, || battle.between(from.at, to.at))
        && (by.through_cover || !is_covered(battle, state, turn.unit, enemy, Range::Direct))
}

/// Returns true if these spotting rules reach a distance (S06).
fn reaches<D>(battle: &Battle<D>, by: &SpotRules, distance: impl Fn() -> f64) -> bool {
    match by.reach {
        SpotReach::Nowhere => false,
        SpotReach::HandToHand => battle.in_range(Range::HandToHand, distance()),
        SpotReach::Ruler => battle.is_spotting_range(distance()),
        SpotReach::Anywhere => true,
    }
}
