//! Ways to give out all dice at once.

use super::super::action::Action;
use super::super::state::{Colour, Die, Turn};

/// Appends every way to give out the remaining dice; whites of equal value are used in order (S11). A die that is set
/// aside may stay unused, so each action gets the die of its colour, if it is free, or a better white.
pub(super) fn commitments(turn: &Turn, into: &mut Vec<Action>) {
    let or_none = |colour, given: [Die; 2]| {
        let own = turn.is_free(colour, Die::Own).then_some(Die::Own);
        let least = own.map_or(0, |own| turn.hand().value(colour, own));
        let whites = (0..turn.hand().white_count).map(Die::White);
        let whites = whites
            .filter(move |die| turn.hand().value(colour, *die) > least && is_next_white(turn, (*die, colour), given));
        own.into_iter().chain(whites).chain(own.is_none().then_some(Die::None))
    };
    for movement in or_none(Colour::Green, [Die::None; 2]) {
        for attack in or_none(Colour::Red, [movement, Die::None]) {
            for spot in or_none(Colour::Yellow, [movement, attack]) {
                into.push(Action::Commit { movement, attack, spot });
            }
        }
    }
}

/// Returns true if the die is a white that is free, not given to another action, and the first such white of its value.
fn is_next_white(turn: &Turn, (die, colour): (Die, Colour), given: [Die; 2]) -> bool {
    let is_free = |die: Die| turn.is_free(colour, die) && !given.contains(&die);
    let Die::White(place) = die else { return false };
    let value = |i: u8| turn.hand().whites[usize::from(i)];
    is_free(die) && !(0..place).any(|other| value(other) == value(place) && is_free(Die::White(other)))
}
