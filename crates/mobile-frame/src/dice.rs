//! Dice of a battle: colours, the sides of small pools, spots, and the names of random streams.

use hitchart_dice::{Dice, Pmf, Pool, Stream, Throw};
use hitchart_play::in_words;
use serde::Serialize;
use serde_json::json;
use std::marker::PhantomData;

// Random streams. Common random numbers depend on their names.

/// Returns the dice of a purpose for a thing in a round. `purpose` is part of the stream's name, so it never changes.
#[inline]
pub fn throw_in_round(key: u64, purpose: u64, round: u8, thing: u8) -> Throw {
    Throw::new(Stream { seed: key, job: purpose, stream: u64::from(round) << 8 | u64::from(thing) }.key())
}

/// Returns the dice of a purpose that can occur any number of times in a round. `rolls` counts the calls in a battle.
#[inline]
pub fn numbered_throw(key: u64, purpose: u64, rolls: &mut u16) -> Throw {
    *rolls = rolls.wrapping_add(1);
    Throw::new(Stream { seed: key, job: purpose, stream: 1 << 32 | u64::from(*rolls) }.key())
}

/// Rolls six-sided dice, and passes each face to `count`. Returns the faces from the lowest up, or no faces unless
/// `keeps`.
#[inline]
pub fn roll_d6(dice: &impl Dice, mut throw: Throw, number: u8, keeps: bool, mut count: impl FnMut(u8)) -> Vec<u8> {
    let mut faces = Vec::new();
    for _ in 0..number {
        let face = dice.die(&mut throw, 6);
        count(face);
        if keeps {
            faces.push(face);
        }
    }
    if keeps {
        faces.sort_unstable();
    }
    faces
}

// Dice and their colours.

/// Colours of dice, each for one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Defense.
    Blue,
    /// Movement.
    Green,
    /// Attack.
    Red,
    /// Spotting.
    Yellow,
}

impl Colour {
    /// Returns the letter that rosters and players use.
    pub fn letter(self) -> char {
        DieColour::Of(self).letter()
    }
}

/// Colours of dice that actions use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DieColour {
    /// A white, for any action.
    White,
    /// A black, for fuel and repair of companies.
    Black,
    /// The colour of an action.
    #[serde(untagged)]
    Of(Colour),
}

impl DieColour {
    /// Returns the letter that rosters and players use.
    pub fn letter(self) -> char {
        match self {
            DieColour::White => 'W',
            DieColour::Black => 'K',
            DieColour::Of(Colour::Blue) => 'B',
            DieColour::Of(Colour::Green) => 'G',
            DieColour::Of(Colour::Red) => 'R',
            DieColour::Of(Colour::Yellow) => 'Y',
        }
    }
}

/// A die that a turn gives to an action, or no die.
pub trait ActionDie {
    /// Returns the colour of a die that is given to the action of the colour `own`; `None` for no die.
    fn colour(&self, own: Colour) -> Option<DieColour>;

    /// Describes the die with its pips, such as `B5`.
    fn describe(&self, own: Colour, value: u8) -> String {
        self.colour(own).map_or_else(|| "no die".to_owned(), |colour| format!("{}{value}", colour.letter()))
    }

    /// Describes the die with its pips in words, such as `a blue 5`.
    fn in_words(&self, own: Colour, value: u8) -> String {
        let die = |colour| format!("a {} {value}", in_words(&json!(colour)));
        self.colour(own).map_or_else(|| "no die".to_owned(), die)
    }
}

/// Writes the colour of a die as a field of an event, one function for the action of each colour.
pub mod fields {
    use super::{ActionDie, Colour};
    use serde::{Serialize, Serializer};

    macro_rules! field {
        ($($name:ident $colour:ident)*) => {$(
            /// Writes the colour of a die that is given to the action of this colour.
            pub fn $name<S: Serializer>(die: &impl ActionDie, serializer: S) -> Result<S::Ok, S::Error> {
                die.colour(Colour::$colour).serialize(serializer)
            }
        )*};
    }

    field!(blue Blue green Green red Red yellow Yellow);
}

/// A die of a hand.
pub trait HandDie: Copy {
    /// Returns the die of a bit of [`DiceLeft`].
    fn of_bit(bit: u8) -> Self;
}

/// Dice of a hand, with one die for each value of whites and of blacks: first the die of an action's colour, then whites
/// by their places, then blacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceLeft<Die> {
    /// Bit 0 for the die of the colour, bit `i + 1` for the white at place `i`, then the blacks.
    mask: u16,
    die: PhantomData<Die>,
}

impl<Die: HandDie> DiceLeft<Die> {
    /// No dice.
    pub const NONE: DiceLeft<Die> = DiceLeft::of(0);

    /// Creates the dice of a mask.
    #[inline]
    pub const fn of(mask: u16) -> DiceLeft<Die> {
        DiceLeft { mask, die: PhantomData }
    }

    /// Returns true if there are no dice.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.mask == 0
    }

    /// Returns the dice worth giving to the action: the die of its colour with the pips `own`, and whites of more pips. A
    /// white that is no better can serve another action, but the die of the colour cannot.
    #[inline]
    pub fn worth_giving(self, own: u8, whites: &[u8]) -> DiceLeft<Die> {
        if self.mask & 1 == 0 {
            return self;
        }
        let no_better = whites.iter().enumerate().filter(|(_, pips)| **pips <= own);
        DiceLeft::of(self.mask & !no_better.fold(0, |mask, (place, _)| mask | 2 << place))
    }
}

impl<Die: HandDie> Iterator for DiceLeft<Die> {
    type Item = Die;

    #[inline]
    fn next(&mut self) -> Option<Die> {
        let lowest = (self.mask != 0).then_some(self.mask.trailing_zeros() as u8)?;
        self.mask &= self.mask - 1;
        Some(Die::of_bit(lowest))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl<Die: HandDie> ExactSizeIterator for DiceLeft<Die> {
    #[inline]
    fn len(&self) -> usize {
        self.mask.count_ones() as usize
    }
}

/// A spot die on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SpotDie<Id> {
    /// Pips of the die.
    pub value: u8,
    /// The frame or asset that placed it.
    pub by: Id,
}

/// Expected damage, and the probability of `N` numbers of hits or more.
#[derive(Clone, Copy, Debug)]
pub struct DamageOdds<const N: usize> {
    /// Expected damage.
    pub mean: f64,
    /// Probability of at least `i + 1` damage, at index `i`.
    pub at_least: [f64; N],
}

impl<const N: usize> DamageOdds<N> {
    /// Computes the odds of a distribution of damage.
    pub fn of(damage: &Pmf) -> DamageOdds<N> {
        DamageOdds { mean: damage.mean(), at_least: std::array::from_fn(|i| damage.at_least(i + 1)) }
    }
}

/// Most dice of one pool of the rules; a checked ruleset allows no more.
const MAX_OF_A_POOL: usize = 4;

/// Sides of the dice of a small pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    sides: [u8; MAX_OF_A_POOL],
    count: u8,
}

impl Sides {
    /// Returns the sides of a pool of up to four dice.
    pub fn of(pool: &Pool) -> Sides {
        let mut sides = Sides::default();
        for (count, of) in pool.groups() {
            for _ in 0..count {
                sides.sides[usize::from(sides.count)] = of;
                sides.count += 1;
            }
        }
        sides
    }

    /// Returns the sides of each die.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        &self.sides[..usize::from(self.count)]
    }
}
