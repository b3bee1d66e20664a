//! The dice of a turn that are worth giving to an action.

use crate::games::rapid_attack::battle::legal::dice::worth_giving;
use crate::games::rapid_attack::battle::state::{Colour, Die, Turn};

/// Most dice that one action chooses among: its own, four whites, none.
pub const MOST_DICE: usize = 6;

/// A few dice, none among them.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    dice: [(Die, u8); MOST_DICE],
    count: usize,
}

impl Choices {
    /// The dice with their pips; none, of 0 pips, comes last.
    pub fn as_slice(&self) -> &[(Die, u8)] {
        &self.dice[..self.count]
    }

    /// The most pips of any.
    pub fn most(&self) -> u8 {
        self.as_slice().iter().map(|(_, pips)| *pips).max().unwrap_or(0)
    }

    /// The same by their pips, fewest first.
    pub fn by_pips(mut self) -> Choices {
        let dice = &mut self.dice[..self.count];
        for i in 1..dice.len() {
            let place = dice[..i].partition_point(|(_, pips)| *pips <= dice[i].1);
            dice[place..=i].rotate_right(1);
        }
        self
    }
}

/// The dice worth giving to the action of a colour, and none: its own, and whites of more pips.
pub fn choices(turn: &Turn, colour: Colour) -> Choices {
    let mut choices = Choices { dice: [(Die::None, 0); MOST_DICE], count: 0 };
    for die in worth_giving(turn, colour).take(MOST_DICE - 1) {
        choices.dice[choices.count] = (die, turn.hand().value(colour, die));
        choices.count += 1;
    }
    choices.count += 1;
    choices
}

/// No dice but none.
pub const NO_CHOICE: Choices = Choices { dice: [(Die::None, 0); MOST_DICE], count: 1 };

/// Whether two actions would take the same white.
pub fn is_twice(one: Die, other: Die) -> bool {
    matches!(one, Die::White(_)) && one == other
}
