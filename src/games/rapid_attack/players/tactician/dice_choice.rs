//! The dice of a turn that are worth giving to an action.

use crate::games::rapid_attack::battle::legal::dice::worth_giving;
use crate::games::rapid_attack::battle::state::{Colour, Die, Turn};

/// Most dice that an action chooses from: the die of its colour, four whites, no die.
pub const MOST_DICE: usize = 6;

/// A few dice, including no die.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    dice: [(Die, u8); MOST_DICE],
    count: usize,
}

impl Choices {
    /// Returns the dice with their pips; no die, of 0 pips, comes last.
    pub fn as_slice(&self) -> &[(Die, u8)] {
        &self.dice[..self.count]
    }

    /// Returns the most pips of any die.
    pub fn most(&self) -> u8 {
        self.as_slice().iter().map(|(_, pips)| *pips).max().unwrap_or(0)
    }

    /// Returns the same dice by pips, fewest first.
    pub fn by_pips(mut self) -> Choices {
        let dice = &mut self.dice[..self.count];
        for i in 1..dice.len() {
            let place = dice[..i].partition_point(|(_, pips)| *pips <= dice[i].1);
            dice[place..=i].rotate_right(1);
        }
        self
    }
}

/// Returns the dice worth giving to the action of a colour: the die of the colour, whites of more pips, and no die.
pub fn choices(turn: &Turn, colour: Colour) -> Choices {
    let mut choices = Choices { dice: [(Die::None, 0); MOST_DICE], count: 0 };
    for die in worth_giving(turn, colour).take(MOST_DICE - 1) {
        choices.dice[choices.count] = (die, turn.hand().value(colour, die));
        choices.count += 1;
    }
    choices.count += 1;
    choices
}

/// The choice of no die.
pub const NO_CHOICE: Choices = Choices { dice: [(Die::None, 0); MOST_DICE], count: 1 };

/// Returns true if two actions would take the same white.
pub fn is_twice(one: Die, other: Die) -> bool {
    matches!(one, Die::White(_)) && one == other
}
