//! Who can be spotted.

use super::super::Battle;
use super::super::cover::is_covered;
use super::super::range_band::FAR;
use super::super::state::{Colour, State, Target, Turn, numbers_in};
use super::dice::dice_for;
use crate::games::rapid_attack::loadout::Range;

/// Whether any spot can be given.
pub fn can_spot<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    // Whatever a die can spot, a higher one can.
    let value = dice_for(turn, Colour::Yellow).map(|die| turn.hand().value(Colour::Yellow, die)).max();
    value.is_some_and(|value| spot_targets(battle, state, turn, value).next().is_some())
}

/// Whom a frame may spot with a value: by the number of its comms systems, and only above a spot that stands (S06 to S08).
/// Frames of its own side are not offered.
pub fn spot_targets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
    value: u8,
) -> impl Iterator<Item = Target> + 'a {
    let owner = state.unit(turn.unit).owner;
    let frames = state.enemies(owner).filter(move |enemy| {
        value > state.unit(*enemy).spot.map_or(0, |spot| spot.value) && sees(battle, state, turn, *enemy)
    });
    let pieces = if battle.rules.spotting.terrain { state.standing } else { 0 };
    let pieces = numbers_in(pieces).filter(move |piece| {
        value > state.piece_spots[usize::from(*piece)].map_or(0, |spot| spot.value)
            && (turn.comms >= 2
                || battle.is_spotting_range(battle.to_target(state, state.unit(turn.unit).at, Target::Piece(*piece))))
    });
    frames.map(Target::Frame).chain(pieces.map(Target::Piece))
}

/// Whether a frame's comms reach another: anywhere with two, within a ruler with one, within a ruler and in the open
/// without (S06).
fn sees<D>(battle: &Battle<D>, state: &State, turn: &Turn, enemy: u8) -> bool {
    if turn.comms >= 2 {
        return true;
    }
    let (from, to) = (state.unit(turn.unit), state.unit(enemy));
    // Most are too far off along one coordinate alone.
    let away = from.at - to.at;
    let farthest = battle.rules.ranges.direct + 2.0 * battle.rules.movement.frame_radius + FAR;
    away.x.abs() <= farthest
        && away.y.abs() <= farthest
        && battle.is_spotting_range(battle.between(from.at, to.at))
        && (turn.comms == 1 || !is_covered(battle, state, turn.unit, enemy, Range::Direct))
}
