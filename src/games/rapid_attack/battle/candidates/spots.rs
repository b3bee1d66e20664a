//! Candidates for spots: targets and dice.

use super::super::Battle;
use super::super::action::Action;
use super::super::legal::dice::worth_giving;
use super::super::legal::spots::spot_targets;
use super::super::state::{Colour, State, Target, Turn, numbers_in};

pub(super) fn spots<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    for die in worth_giving(turn, Colour::Yellow) {
        let value = turn.hand().value(Colour::Yellow, die);
        into.extend(spot_targets(battle, state, turn, value).map(|target| Action::Spot { die, target }));
    }
    into.push(Action::NoSpot);
}

/// Returns one of the [`spots`] without listing them: `pick` gets their number and returns an index.
pub(super) fn spot<D>(battle: &Battle<D>, state: &State, turn: &Turn, pick: impl FnOnce(usize) -> usize) -> Action {
    let dice = worth_giving(turn, Colour::Yellow);
    let value = |die| turn.hand().value(Colour::Yellow, die);
    // The targets in sight are the same for every die; only the existing spots that a die beats differ.
    let best = dice.map(value).max().unwrap_or(0);
    let (mut frames, mut pieces, mut highest) = (0u64, 0u64, 0);
    for target in spot_targets(battle, state, turn, best) {
        highest = highest.max(state.spot_on(target));
        match target {
            Target::Frame(unit) => frames |= 1 << unit,
            Target::Piece(piece) => pieces |= 1 << piece,
            Target::Nothing => {}
        }
    }
    let seen = || numbers_in(frames).map(Target::Frame).chain(numbers_in(pieces).map(Target::Piece));
    let all = (frames.count_ones() + pieces.count_ones()) as usize;
    let beaten = |die| seen().filter(move |target| value(die) > state.spot_on(*target));
    let count = |die| if value(die) > highest { all } else { beaten(die).count() };
    let mut place = pick(dice.map(count).sum::<usize>() + 1);
    for die in dice {
        let here = count(die);
        if place < here {
            return beaten(die).nth(place).map_or(Action::NoSpot, |target| Action::Spot { die, target });
        }
        place -= here;
    }
    Action::NoSpot
}
