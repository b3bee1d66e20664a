//! The dice that can be given to actions.

use super::super::state::{Colour, Die, Turn};

/// Some dice of a hand, each value of the whites once: the one of the action's colour first, then whites by their
/// places.
#[derive(Clone, Copy, Debug)]
pub struct DiceLeft {
    /// Bit 0 for the die of the colour, bit `i + 1` for the white at place `i`.
    mask: u8,
}

impl DiceLeft {
    const NONE: DiceLeft = DiceLeft { mask: 0 };

    fn only(die: Die) -> DiceLeft {
        match die {
            Die::None => DiceLeft::NONE,
            Die::Own => DiceLeft { mask: 1 },
            Die::White(place) => DiceLeft { mask: 2 << place },
        }
    }
}

impl Iterator for DiceLeft {
    type Item = Die;

    #[inline]
    fn next(&mut self) -> Option<Die> {
        let lowest = (self.mask != 0).then_some(self.mask.trailing_zeros() as u8)?;
        self.mask &= self.mask - 1;
        Some(if lowest == 0 { Die::Own } else { Die::White(lowest - 1) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl ExactSizeIterator for DiceLeft {
    fn len(&self) -> usize {
        self.mask.count_ones() as usize
    }
}

/// Dice that can be given to the action of a colour: its best, and the whites that differ.
pub fn dice(turn: &Turn, colour: Colour) -> DiceLeft {
    DiceLeft { mask: u8::from(turn.is_free(colour, Die::Own)) | turn.differing() << 1 }
}

/// The dice that an action of a colour may take: any free one, or only the one that was set aside (S11).
pub fn dice_for(turn: &Turn, colour: Colour) -> DiceLeft {
    match turn.committed {
        None => dice(turn, colour),
        Some(committed) => DiceLeft::only(match colour {
            Colour::Green => committed.movement,
            Colour::Red => committed.attack,
            Colour::Yellow => committed.spot,
            Colour::Blue => Die::None,
        }),
    }
}
