//! Single dice from a named stream, for games: as many faces as a turn needs, without a generator to set up.

use super::stream::{GOLDEN, mix};

/// Dice that a 64-bit word serves before the next is drawn: after eight, even of twenty sides, the chance of any
/// outcome is off by less than 2 in a thousand million of itself.
const DICE_PER_WORD: u8 = 8;

/// Dice thrown one after the other; the same key throws the same faces.
///
/// A word is read as a fraction of one. Times the sides, its whole part is a face and what is left serves the next die
/// (the integer form of Lemire, 2019, without rejection).
#[derive(Clone, Copy, Debug)]
pub struct Throw {
    state: u64,
    word: u64,
    left: u8,
}

impl Throw {
    /// A throw from the stream of a key.
    pub fn new(key: u64) -> Throw {
        Throw { state: key, word: 0, left: 0 }
    }

    /// The next face, 1 to `sides`; `sides` is 1 or more.
    #[inline]
    pub fn die(&mut self, sides: u8) -> u8 {
        if self.left == 0 {
            self.state = self.state.wrapping_add(GOLDEN);
            self.word = mix(self.state);
            self.left = DICE_PER_WORD;
        }
        self.left -= 1;
        let product = u128::from(self.word) * u128::from(sides);
        self.word = product as u64;
        (product >> 64) as u8 + 1
    }

    /// A whole number from 0 up to `below`, exclusive; `below` is 1 or more.
    #[inline]
    pub fn below(&mut self, below: usize) -> usize {
        self.state = self.state.wrapping_add(GOLDEN);
        let product = u128::from(mix(self.state)) * below as u128;
        (product >> 64) as usize
    }
}

/// Where faces come from. Play draws them from named streams; a test may put them on the table one by one.
pub trait Dice: Sync {
    /// The next face of a throw.
    fn die(&self, throw: &mut Throw, sides: u8) -> u8;
}

/// Faces from the named streams.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyedDice;

impl Dice for KeyedDice {
    #[inline]
    fn die(&self, throw: &mut Throw, sides: u8) -> u8 {
        throw.die(sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_stats::chi_square;

    #[test]
    fn pinned_faces() {
        let mut throw = Throw::new(1);
        let faces: Vec<u8> = (0..12).map(|i| throw.die([6, 8, 20][i % 3])).collect();
        assert_eq!(faces, PINNED);
        assert_eq!([throw.below(10), throw.below(1000)], PINNED_BELOW);
    }

    const PINNED: [u8; 12] = [4, 4, 4, 6, 4, 4, 1, 8, 15, 6, 4, 20];
    const PINNED_BELOW: [usize; 2] = [9, 444];

    /// Level 0.001 for each of nine tests, on fixed keys.
    #[test]
    fn every_die_of_a_word_is_fair_and_independent_of_the_one_before() {
        let mut pairs = vec![vec![0u64; 36]; 9];
        for key in 0..40_000 {
            let mut throw = Throw::new(key * 0x1_0001);
            let faces: Vec<u8> = (0..10).map(|_| throw.die(6) - 1).collect();
            for (i, pair) in faces.windows(2).enumerate() {
                pairs[i][usize::from(pair[0] * 6 + pair[1])] += 1;
            }
        }
        for counts in pairs {
            assert!(chi_square(&counts, &[1.0 / 36.0; 36]).p_value > 0.001);
        }
    }
}
