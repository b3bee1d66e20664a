//! Dice that may be given to actions.

use super::super::state::{Colour, Die, Turn};

/// Dice of a hand, with one die for each value of whites and of blacks: first the die of the action's colour, then
/// whites by their places, then blacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceLeft {
    /// Bit 0 for the die of the colour, bit `i + 1` for the white at place `i`, bit `i + 5` for the black at place `i`.
    mask: u16,
}

impl DiceLeft {
    /// No dice.
    pub const NONE: DiceLeft = DiceLeft { mask: 0 };

    fn only(die: Die) -> DiceLeft {
        match die {
            Die::None => DiceLeft::NONE,
            Die::Own => DiceLeft { mask: 1 },
            Die::White(place) => DiceLeft { mask: 2 << place },
            Die::Black(place) => DiceLeft { mask: 32 << place },
        }
    }

    /// Returns true if there are no dice.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.mask == 0
    }
}

impl Iterator for DiceLeft {
    type Item = Die;

    #[inline]
    fn next(&mut self) -> Option<Die> {
        let lowest = (self.mask != 0).then_some(self.mask.trailing_zeros() as u8)?;
        self.mask &= self.mask - 1;
        Some(match lowest {
            0 => Die::Own,
            1..=4 => Die::White(lowest - 1),
            _ => Die::Black(lowest - 5),
        })
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

/// Returns the first place of each value among the given places, as a mask.
#[inline]
fn differing(places: u8, values: &[u8; 4]) -> u16 {
    let (mut differing, mut met) = (0, 0u32);
    for (place, value) in values.iter().enumerate() {
        let here = u32::from(places >> place & 1) << value;
        differing |= u16::from(here & !met != 0) << place;
        met |= here;
    }
    differing
}

/// Returns the whites that may be given to any action, as a mask of places, the first of each value. On a captured ship
/// there are none, because the first owner has assigned them (I33).
#[inline]
pub fn free_whites(turn: &Turn) -> u16 {
    if turn.given.is_some() { 0 } else { differing(turn.whites(), &turn.hand().whites) }
}

/// Returns the dice that an action of a colour may take: its best die and the whites of different values. If the first
/// owner has given a white to the action, it may take only that one (I33).
#[inline]
pub fn dice_for(turn: &Turn, colour: Colour) -> DiceLeft {
    match turn.given.map(|given| given.to(colour)) {
        Some(white @ Die::White(place)) if turn.whites() >> place & 1 == 1 => DiceLeft::only(white),
        _ => DiceLeft { mask: u16::from(turn.has(colour)) | free_whites(turn) << 1 },
    }
}

/// Returns the dice worth giving to the action of a colour: its best die, and whites of more pips. A white that is no
/// better can serve another action, but the die of the colour cannot.
#[inline]
pub fn worth_giving(turn: &Turn, colour: Colour) -> DiceLeft {
    let may_take = dice_for(turn, colour);
    if may_take.mask & 1 == 0 {
        return may_take;
    }
    let own = turn.hand().best[colour as usize];
    let whites = turn.hand().whites.iter().enumerate();
    let no_better = whites.filter(|(_, pips)| **pips <= own).fold(0, |mask, (place, _)| mask | 2 << place);
    DiceLeft { mask: may_take.mask & !no_better }
}

/// Returns true if leaving the asset without a defense is a choice: there is no blue die and no white assigned to the
/// defense.
#[inline]
pub fn may_stay_undefended(turn: &Turn) -> bool {
    let is_given = turn.given.is_some_and(|given| given.defense != Die::None);
    !turn.has(Colour::Blue) && !is_given
}

/// Returns the blacks and whites that can fuel or repair companies.
pub fn launch_dice(turn: &Turn) -> DiceLeft {
    DiceLeft { mask: free_whites(turn) << 1 | differing(turn.blacks(), &turn.hand().blacks) << 5 }
}
