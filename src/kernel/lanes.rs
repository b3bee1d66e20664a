//! Random words for many lanes at once, and their conversion to dice.
//!
//! A 16-bit word w gives a die of s sides by multiplication: the digit is the high half of w s, and the low half is as
//! good a word for the next die. After dice of s1, s2, … sides the low half is w P mod 2^16 with P = s1 s2 …, and all
//! combinations of digits are equally likely among the words whose low half is at least 2^16 mod P (Lemire, "Fast
//! random integer generation in an interval", 2019). Words below, "in the zone", are drawn again.

use crate::dice::Stream;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A random 16-bit word in little-endian bytes: a 64-bit output is stored as four of them at once, on any machine.
pub(super) type Word = [u8; 2];

/// Generators side by side. Two AVX2 registers or one AVX-512 register hold a state word of all eight, and the eight
/// steps of one generation are independent, which hides their latency.
const GENERATORS: usize = 8;

/// Words drawn at a time. Slices to fill are multiples of it.
pub(super) const WORDS_PER_DRAW: usize = 4 * GENERATORS;

/// Eight Xoshiro256++ generators (Blackman and Vigna, 2021) in structure-of-arrays form, and a ninth for second draws.
pub(super) struct Lanes {
    state: [[u64; GENERATORS]; 4],
    again: Xoshiro256PlusPlus,
}

impl Lanes {
    /// The generators of a stream. Its words are a bijection of a counter, so that no state is all zero.
    pub fn new(stream: Stream) -> Lanes {
        let mut words = stream.words();
        let mut next = || words.next().unwrap_or_default();
        let state = std::array::from_fn(|_| std::array::from_fn(|_| next()));
        let mut seed = [0; 32];
        seed.as_chunks_mut::<8>().0.iter_mut().for_each(|bytes| *bytes = next().to_le_bytes());
        Lanes { state, again: Xoshiro256PlusPlus::from_seed(seed) }
    }

    /// Fills whole draws of `words` with words that give dice of `product` combinations without bias.
    #[inline(always)]
    pub fn fill(&mut self, words: &mut [Word], product: u32) {
        let zone = zone(product) as u16;
        let factor = product as u16;
        let mut state = self.state;
        for draw in words.as_chunks_mut::<WORDS_PER_DRAW>().0 {
            step(&mut state, draw);
            if zone > 0 && any_in_zone(draw, factor, zone) {
                self.draw_again(draw, factor, zone);
            }
        }
        self.state = state;
    }

    /// Replaces the words in the zone. Rare: see [`super::words`] for how small the zone is kept.
    #[cold]
    #[inline(never)]
    fn draw_again(&mut self, draw: &mut [Word; WORDS_PER_DRAW], factor: u16, zone: u16) {
        for word in draw {
            while in_zone(*word, factor, zone) {
                *word = ((self.again.next_u64() >> 48) as u16).to_le_bytes();
            }
        }
    }
}

/// 2^16 mod `product`: how many of the 2^16 words would make some combinations likelier than others.
pub(super) const fn zone(product: u32) -> u32 {
    (1 << 16) % product
}

#[inline(always)]
fn in_zone(word: Word, factor: u16, zone: u16) -> bool {
    u16::from_le_bytes(word).wrapping_mul(factor) < zone
}

#[inline(always)]
fn any_in_zone(draw: &[Word; WORDS_PER_DRAW], factor: u16, zone: u16) -> bool {
    draw.iter().fold(false, |any, word| any | in_zone(*word, factor, zone))
}

/// One output of each generator.
#[inline(always)]
fn step(state: &mut [[u64; GENERATORS]; 4], draw: &mut [Word; WORDS_PER_DRAW]) {
    let [s0, s1, s2, s3] = state;
    let outputs = draw.as_flattened_mut().as_chunks_mut::<8>().0;
    for i in 0..GENERATORS {
        outputs[i] = s0[i].wrapping_add(s3[i]).rotate_left(23).wrapping_add(s0[i]).to_le_bytes();
        let t = s1[i] << 17;
        s2[i] ^= s0[i];
        s3[i] ^= s1[i];
        s1[i] ^= s2[i];
        s0[i] ^= s3[i];
        s2[i] ^= t;
        s3[i] = s3[i].rotate_left(45);
    }
}
