//! Random bytes and words for many lanes at once, the assignment of words to dice, and their conversion to faces.
//!
//! A 16-bit word w gives a die of s sides by multiplication. The digit is the high half of w s, and the low half is an
//! equally good word for the next die. After dice of s1, s2, … sides the low half is w P mod 2^16 with P = s1 s2 …. All
//! combinations of digits are equally likely among the words with a low half of at least 2^16 mod P (Lemire, "Fast
//! random integer generation in an interval", 2019). Words below that limit, "in the zone", are drawn again.

use crate::Stream;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A random 16-bit word in little-endian bytes: a 64-bit output is stored as four words at once, on any machine.
pub(super) type Word = [u8; 2];

/// Number of parallel generators. With 16 (but not with 8) the compiler vectorises their steps, and their latencies
/// overlap. Their states still fit in the first-level cache.
const GENERATORS: usize = 16;

/// Bytes drawn at a time. The length of slices to fill is a multiple of this number.
pub(super) const BYTES_PER_DRAW: usize = 8 * GENERATORS;

/// Words drawn at a time. The length of slices to fill is a multiple of this number.
pub(super) const WORDS_PER_DRAW: usize = BYTES_PER_DRAW / 2;

/// Words checked at a time for second draws: one AVX-512 register or two AVX2 registers.
const WORDS_PER_CHECK: usize = 32;

/// Xoshiro256++ generators (Blackman and Vigna, 2021) in structure-of-arrays form, and one more generator for second
/// draws.
#[derive(Clone)]
pub(super) struct Lanes {
    state: [[u64; GENERATORS]; 4],
    again: Xoshiro256PlusPlus,
}

impl Lanes {
    /// Creates the generators of a stream. The words of a stream are a bijection of a counter, so no state is all zero.
    pub(super) fn new(stream: Stream) -> Lanes {
        let mut words = stream.words();
        let mut next = || words.next().unwrap_or_default();
        let state = std::array::from_fn(|_| std::array::from_fn(|_| next()));
        let mut seed = [0; 32];
        seed.as_chunks_mut::<8>().0.iter_mut().for_each(|bytes| *bytes = next().to_le_bytes());
        Lanes { state, again: Xoshiro256PlusPlus::from_seed(seed) }
    }

    /// Fills whole draws of `bytes` with random bytes.
    #[inline(always)]
    pub(super) fn bytes(&mut self, bytes: &mut [u8]) {
        // A local copy may stay in registers.
        let mut state = self.state;
        for draw in bytes.as_chunks_mut::<BYTES_PER_DRAW>().0 {
            step(&mut state, draw);
        }
        self.state = state;
    }

    /// Replaces each byte above `last` until none is: twice by the same byte of another row, which is quick, and then
    /// one by one. Of the bytes of a d20, 1 in 16, 1 in 4,096 is left after that.
    #[inline(always)]
    pub(super) fn redraw_bytes(&mut self, bytes: &mut [u8], spare: &mut [u8], last: u8) {
        for _ in 0..2 {
            self.bytes(spare);
            for (byte, spare) in bytes.iter_mut().zip(&*spare) {
                // A mask instead of a choice, which would not become vector instructions.
                let again = u8::from(*byte > last).wrapping_neg();
                *byte = *byte & !again | *spare & again;
            }
        }
        for bytes in bytes.as_chunks_mut::<BYTES_PER_DRAW>().0 {
            if bytes.iter().fold(0, |highest, byte| highest.max(*byte)) > last {
                self.redraw_each(bytes, last);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn redraw_each(&mut self, bytes: &mut [u8], last: u8) {
        for byte in bytes {
            while *byte > last {
                *byte = (self.again.next_u64() >> 56) as u8;
            }
        }
    }

    /// Fills whole draws of `words` with words that give dice of `product` combinations without bias.
    #[inline(always)]
    pub(super) fn fill(&mut self, words: &mut [Word], product: u32) {
        let zone = zone(product) as u16;
        let factor = product as u16;
        self.bytes(words.as_flattened_mut());
        if zone > 0 {
            for words in words.as_chunks_mut::<WORDS_PER_CHECK>().0 {
                if any_in_zone(words, factor, zone) {
                    self.draw_again(words, factor, zone);
                }
            }
        }
    }

    /// Replaces the words in the zone. This is rare: [`MAX_ZONE`] limits the size of the zone.
    #[cold]
    #[inline(never)]
    fn draw_again(&mut self, words: &mut [Word], factor: u16, zone: u16) {
        for word in words {
            while in_zone(*word, factor, zone) {
                *word = ((self.again.next_u64() >> 48) as u16).to_le_bytes();
            }
        }
    }
}

/// Computes 2^16 mod `product`: the number of the 2^16 words that would make some combinations likelier than others.
pub(super) const fn zone(product: u32) -> u32 {
    (1 << 16) % product
}

#[inline(always)]
fn in_zone(word: Word, factor: u16, zone: u16) -> bool {
    u16::from_le_bytes(word).wrapping_mul(factor) < zone
}

#[inline(always)]
fn any_in_zone(words: &[Word; WORDS_PER_CHECK], factor: u16, zone: u16) -> bool {
    words.iter().fold(false, |any, word| any | in_zone(*word, factor, zone))
}

/// Writes one output of each generator and advances its state.
#[inline(always)]
fn step([s0, s1, s2, s3]: &mut [[u64; GENERATORS]; 4], draw: &mut [u8]) {
    let outputs = draw.as_chunks_mut::<8>().0;
    for ((((output, s0), s1), s2), s3) in outputs.iter_mut().zip(s0).zip(s1).zip(s2).zip(s3) {
        *output = s0.wrapping_add(*s3).rotate_left(23).wrapping_add(*s0).to_le_bytes();
        let t = *s1 << 17;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= t;
        *s3 = s3.rotate_left(45);
    }
}

/// Most words of the 65,536 that may be drawn again. The limit is small enough that second draws cost little, and large
/// enough that two d20 (336), three d6 (88), four d4 or five d8 (0) share a word.
const MAX_ZONE: u32 = 400;

/// Sides of a die as a short column of equal values. The compiler makes one multiply-high instruction from the product
/// of two 16-bit columns, but several from a column and a value, which it widens first.
pub(super) type Sides = [u16; SIDES_COLUMN];

/// Length of a column of `Sides`; divides the number of lanes.
pub(super) const SIDES_COLUMN: usize = 64;

/// Pool of a die. The highest die of each pool counts, except for dice that are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Attack,
    Spot,
    /// A defense die that is rolled only if the target has less damage than this.
    Wearing(u16),
    /// A defense die that is added to others, only if the target has less damage than this.
    Summed(u16),
}

/// The dice read from one random word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SharedWord {
    /// Number of combinations of faces, at most 2^16.
    pub product: u32,
    /// Sides of adjacent dice with the same slot.
    pub runs: Vec<(Slot, Vec<Sides>)>,
}

/// Assigns dice to words in the given order: each word takes as many dice as keep its zone small.
pub(super) fn share_words(mut dice: &[(Slot, u8)]) -> Vec<SharedWord> {
    let mut words = Vec::new();
    while !dice.is_empty() {
        let (taken, left) = dice.split_at(longest_run(dice));
        words.push(shared_word(taken));
        dice = left;
    }
    words
}

/// Returns the largest number of leading dice that can share a word; at least one.
fn longest_run(dice: &[(Slot, u8)]) -> usize {
    let products = dice.iter().scan(1u32, |product, (_, sides)| {
        *product = product.saturating_mul(u32::from(*sides));
        (*product <= 1 << 16).then_some(*product)
    });
    products.enumerate().filter(|(_, product)| zone(*product) <= MAX_ZONE).map(|(i, _)| i + 1).last().unwrap_or(1)
}

fn shared_word(dice: &[(Slot, u8)]) -> SharedWord {
    let product = dice.iter().map(|(_, sides)| u32::from(*sides)).product();
    let runs = dice.chunk_by(|a, b| a.0 == b.0);
    let runs = runs.map(|run| (run[0].0, run.iter().map(|(_, sides)| [u16::from(*sides); SIDES_COLUMN]).collect()));
    SharedWord { product, runs: runs.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: Stream = Stream { seed: 1, job: 2, stream: 3 };

    /// Computes the faces in a word by integer division: the combination is number w P / 2^16, split into digits.
    fn faces(word: u16, sides: &[u32]) -> Vec<u32> {
        let product: u32 = sides.iter().product();
        let mut combination = (u64::from(word) * u64::from(product)) >> 16;
        let mut faces: Vec<u32> = sides
            .iter()
            .rev()
            .map(|sides| {
                let digit = combination % u64::from(*sides);
                combination /= u64::from(*sides);
                digit as u32 + 1
            })
            .collect();
        faces.reverse();
        faces
    }

    #[test]
    fn each_generator_is_xoshiro256_plus_plus() {
        let mut lanes = Lanes::new(STREAM);
        let state = lanes.state;
        let mut words = [[0; 2]; 3 * WORDS_PER_DRAW];
        lanes.fill(&mut words, 1);
        for i in 0..GENERATORS {
            let mut seed = [0; 32];
            let bytes = seed.as_chunks_mut::<8>().0.iter_mut();
            bytes.zip(&state).for_each(|(bytes, word)| *bytes = word[i].to_le_bytes());
            let mut scalar = Xoshiro256PlusPlus::from_seed(seed);
            for draw in words.as_flattened().chunks(8 * GENERATORS) {
                assert_eq!(draw[8 * i..8 * i + 8], scalar.next_u64().to_le_bytes());
            }
        }
    }

    #[test]
    fn accepted_words_show_all_combinations_equally_often() {
        for sides in [vec![6u32, 6, 6], vec![6, 8, 6], vec![20, 20], vec![2; 16], vec![19], vec![8; 5]] {
            let product: u32 = sides.iter().product();
            let mut seen = vec![0u32; product as usize];
            for word in (0..=u16::MAX).filter(|word| !in_zone(word.to_le_bytes(), product as u16, zone(product) as u16))
            {
                let combination =
                    faces(word, &sides).iter().zip(&sides).fold(0, |c, (face, sides)| c * sides + face - 1);
                seen[combination as usize] += 1;
                let mut left = word;
                let digits: Vec<u32> = sides
                    .iter()
                    .map(|sides| u32::from(crate::kernel::strike::digit(&mut left, *sides as u16)) + 1)
                    .collect();
                assert_eq!(digits, faces(word, &sides));
            }
            assert!(seen.iter().all(|n| *n == (1 << 16) / product), "{sides:?}");
        }
    }

    #[test]
    fn words_in_the_zone_are_drawn_again() {
        let (mut plain, mut checked) = (Lanes::new(STREAM), Lanes::new(STREAM));
        let (mut a, mut b) = ([[0; 2]; 256 * WORDS_PER_DRAW], [[0; 2]; 256 * WORDS_PER_DRAW]);
        plain.fill(&mut a, 1);
        checked.fill(&mut b, 400);
        assert!(b.iter().all(|word| !in_zone(*word, 400, 336)));
        let replaced = a.iter().zip(&b).filter(|(a, b)| a != b);
        assert!(replaced.clone().all(|(a, _)| in_zone(*a, 400, 336)));
        let expected = a.len() * 336 / 65_536;
        assert!(replaced.count().abs_diff(expected) < expected / 2);
    }

    #[test]
    fn bytes_without_a_roll_are_drawn_again() {
        let (mut plain, mut checked) = (Lanes::new(STREAM), Lanes::new(STREAM));
        let rows = || [[0; 256 * BYTES_PER_DRAW]; 4];
        let ([mut a, mut second, mut third, _], [mut b, mut spare, ..]) = (rows(), rows());
        for row in [&mut a, &mut second, &mut third] {
            plain.bytes(row);
        }
        checked.bytes(&mut b);
        checked.redraw_bytes(&mut b, &mut spare, 239);
        let mut later = 0;
        for (i, byte) in b.iter().enumerate() {
            assert!(*byte < 240);
            match [a[i], second[i], third[i]].iter().find(|byte| **byte < 240) {
                Some(first) => assert_eq!(byte, first),
                None => later += 1,
            }
        }
        // One in 16^3 of 32,768 bytes.
        assert!((2..=20).contains(&later), "{later}");
    }

    #[test]
    fn pinned_draws() {
        let draws = |sides: u16| -> Vec<u16> {
            let mut words = [[0; 2]; WORDS_PER_DRAW];
            Lanes::new(STREAM).fill(&mut words, sides.into());
            let mut dice = words.map(u16::from_le_bytes);
            dice[..10].iter_mut().map(|word| crate::kernel::strike::digit(word, sides) + 1).collect()
        };
        assert_eq!(draws(2), [1, 1, 1, 1, 2, 2, 1, 2, 2, 2]);
        assert_eq!(draws(6), [3, 1, 3, 2, 6, 6, 1, 6, 6, 6]);
        assert_eq!(draws(8), [4, 1, 4, 2, 8, 8, 2, 8, 8, 7]);
        assert_eq!(draws(20), [8, 2, 9, 4, 20, 20, 3, 18, 19, 18]);
    }

    fn sizes(dice: &[u8]) -> Vec<usize> {
        let dice: Vec<(Slot, u8)> = dice.iter().map(|sides| (Slot::Attack, *sides)).collect();
        share_words(&dice).iter().map(|word| word.runs.iter().map(|run| run.1.len()).sum()).collect()
    }

    #[test]
    fn as_many_dice_as_keep_the_zone_small() {
        assert_eq!(sizes(&[6; 7]), [3, 3, 1]);
        assert_eq!(sizes(&[20; 3]), [2, 1]);
        assert_eq!(sizes(&[2; 20]), [16, 4]);
        assert_eq!(sizes(&[8; 6]), [5, 1]);
        assert_eq!(sizes(&[]), [0; 0]);
    }

    #[test]
    fn every_size_of_die_fits_and_keeps_the_zone_small() {
        for sides in 2..=20 {
            for word in share_words(&[(Slot::Attack, sides); 100]) {
                assert!(word.product <= 1 << 16 && zone(word.product) <= MAX_ZONE);
            }
        }
    }

    #[test]
    fn a_word_may_serve_two_pools() {
        let words = share_words(&[(Slot::Attack, 6), (Slot::Attack, 8), (Slot::Spot, 6)]);
        let runs =
            vec![(Slot::Attack, vec![[6; SIDES_COLUMN], [8; SIDES_COLUMN]]), (Slot::Spot, vec![[6; SIDES_COLUMN]])];
        assert_eq!(words, [SharedWord { product: 288, runs }]);
    }
}
