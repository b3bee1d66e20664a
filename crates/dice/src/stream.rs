//! Named random streams: the same name gives the same numbers, on any thread, in any order.
//!
//! A [`Stream`] seeds a generator; a [`Throw`] draws single dice for games, as many as a turn needs, without a
//! generator to set up.

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// The name of a random stream: the run, a job of the run, and a stream of the job (block, game, round, unit, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    /// Seed of the whole run.
    pub seed: u64,
    /// Number of the job, see [`job_id`].
    pub job: u64,
    /// Number of the stream within its job.
    pub stream: u64,
}

impl Stream {
    /// Returns the 64-bit key of this stream. Each part is mixed in turn, so that no simple relation of two names
    /// survives.
    #[inline]
    pub fn key(&self) -> u64 {
        let key = mix(self.seed.wrapping_add(GOLDEN));
        let key = mix(key ^ self.job.wrapping_add(GOLDEN));
        mix(key ^ self.stream.wrapping_add(GOLDEN))
    }

    /// Returns a Xoshiro256++ generator at the start of this stream (Blackman and Vigna, 2021).
    #[inline]
    pub fn rng(&self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.key())
    }

    /// Returns endless 64-bit words of SplitMix64 from the key of this stream, to seed the generators of many lanes.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        let key = self.key();
        (1u64..).map(move |i| mix(key.wrapping_add(GOLDEN.wrapping_mul(i))))
    }
}

/// Computes the number of a job from its name (64-bit FNV-1a).
#[inline]
pub fn job_id(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// 2^64 divided by the golden ratio, the increment of SplitMix64 (Steele, Lea and Flood, 2014).
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Applies the output function of SplitMix64, a bijection of 64-bit words.
#[inline]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

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
    #[inline]
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
        self.below_u64(below as u64) as usize
    }

    /// Draws a whole number from 0 to `below - 1`, also above 32 bits where `usize` has no more; `below` is at least 1.
    #[inline]
    pub fn below_u64(&mut self, below: u64) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        let product = u128::from(mix(self.state)) * u128::from(below);
        (product >> 64) as u64
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
    use rand::Rng;

    #[test]
    fn pinned_draws() {
        let stream = Stream { seed: 1, job: job_id("attack"), stream: 0 };
        let mut rng = stream.rng();
        let draws: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(draws, [18_070_133_528_566_458_003, 16_765_684_394_466_711_511, 1_163_809_940_156_420_554]);
        let words: Vec<u64> = stream.words().take(2).collect();
        assert_eq!(words, [17_708_518_261_028_215_738, 2_523_074_237_728_310_571]);
    }

    #[test]
    fn every_part_of_the_name_counts() {
        let base = Stream { seed: 1, job: 2, stream: 3 };
        let others = [Stream { seed: 2, ..base }, Stream { job: 3, ..base }, Stream { stream: 4, ..base }];
        assert!(others.iter().all(|other| other.key() != base.key()));
        assert_ne!(Stream { seed: 2, job: 1, stream: 3 }.key(), base.key());
    }

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
