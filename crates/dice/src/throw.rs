//! Single dice from a named stream, for games: as many faces as a turn needs, without a generator to set up.

use super::stream::{GOLDEN, mix};

/// Number of dice read from one 64-bit word. After eight dice, even with twenty sides each, the relative error of the
/// probability of any outcome is below 2e-9.
const DICE_PER_WORD: u8 = 8;

/// Dice thrown one after the other; the same key gives the same faces.
///
/// A word is read as a fraction between 0 and 1. Multiplied by the sides, the whole part is a face and the remaining
/// fraction serves the next die (the integer form of Lemire, 2019, without rejection).
#[derive(Clone, Copy, Debug)]
pub struct Throw {
    state: u64,
    word: u64,
    left: u8,
}

impl Throw {
    /// Starts a throw from the key of a stream.
    pub fn new(key: u64) -> Throw {
        Throw { state: key, word: 0, left: 0 }
    }

    /// Draws the next face, 1 to `sides`; `sides` is at least 1.
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

    /// Draws a whole number from 0 to `below - 1`; `below` is at least 1.
    #[inline]
    pub fn below(&mut self, below: usize) -> usize {
        self.state = self.state.wrapping_add(GOLDEN);
        let product = u128::from(mix(self.state)) * below as u128;
        (product >> 64) as usize
    }
}

/// A source of faces. Games draw faces from named streams; a test may set them one by one.
pub trait Dice: Sync {
    /// Returns the next face of a throw.
    fn die(&self, throw: &mut Throw, sides: u8) -> u8;
}

/// A source of faces from named streams.
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

    /// Runs nine chi-square tests at level 0.001 each, on fixed keys.
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
