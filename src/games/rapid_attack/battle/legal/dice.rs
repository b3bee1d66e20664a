//! The dice that can be given to actions.

use super::super::Battle;
use super::super::state::{Colour, Die, State, Target, Turn};
use crate::games::rapid_attack::loadout::Range;

/// Some dice of a hand, with each value of the whites once: first the die of the action's colour, then whites by place.
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

/// Returns the dice that can be given to the action of a colour: its best, and the whites that differ.
pub fn dice(turn: &Turn, colour: Colour) -> DiceLeft {
    let whites = if turn.hand().takes_whites(colour) { turn.differing() } else { 0 };
    DiceLeft { mask: u8::from(turn.is_free(colour, Die::Own)) | whites << 1 }
}

/// Returns the dice that an action of a colour may take: any free die, or only the die that was set aside (S11).
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

/// Returns the dice worth giving to the action of a colour: the die of the colour, and whites of more pips. A white
/// that is no better than the die of the colour may serve another action; the coloured die may not.
pub fn worth_giving(turn: &Turn, colour: Colour) -> DiceLeft {
    let may_take = dice_for(turn, colour);
    if may_take.mask & 1 == 0 {
        return may_take;
    }
    let own = turn.hand().best[colour as usize];
    let whites = turn.hand().whites.iter().zip(0..turn.hand().white_count);
    let no_better = whites.filter(|(pips, _)| **pips <= own).fold(0, |mask, (_, place)| mask | 2 << place);
    DiceLeft { mask: may_take.mask & !no_better }
}

/// Returns the dice worth giving to the defense; no die only if no blue is free. A blue has no other use, so it is
/// never wasted.
pub fn defenses(turn: &Turn) -> impl ExactSizeIterator<Item = Die> + use<> {
    let dice = worth_giving(turn, Colour::Blue);
    Defenses { dice, none: !turn.is_free(Colour::Blue, Die::Own) }
}

/// Some dice, followed by `Die::None` if that is a choice.
struct Defenses {
    dice: DiceLeft,
    none: bool,
}

impl Iterator for Defenses {
    type Item = Die;

    #[inline]
    fn next(&mut self) -> Option<Die> {
        self.dice.next().or_else(|| std::mem::take(&mut self.none).then_some(Die::None))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.dice.len() + usize::from(self.none);
        (count, Some(count))
    }
}

impl ExactSizeIterator for Defenses {}

/// Returns the dice worth giving to the attack. If an own frame covers the target, fewer damage dice may be better
/// (R34).
pub fn attack_dice<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> DiceLeft {
    let (all, worth_giving) = (dice_for(turn, Colour::Red), worth_giving(turn, Colour::Red));
    let Target::Frame(target) = turn.target else { return worth_giving };
    let spares_friends = all.len() > worth_giving.len() && turn.range != Range::HandToHand && {
        let unit = state.unit(turn.unit);
        let covering = battle.frame_covering(state, target, turn.unit, unit.at);
        covering.is_some_and(|covering| state.unit(covering).owner == unit.owner)
    };
    if spares_friends { all } else { worth_giving }
}
