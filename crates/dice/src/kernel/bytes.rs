//! Dice of single attacks in byte lanes: reads faces from bytes, and counts small values.
//!
//! Several dice with equal sides are read from one byte. There are s^m rolls of m dice with s sides. Each roll has the
//! same number of bytes: q = 256 / s^m, rounded down. The rolls are sorted by their highest face, which is all that is
//! read from them. So a byte below q f^m shows no face above f, the larger of two bytes shows the higher face, and s - 1
//! comparisons find the face. The remaining 256 mod s^m bytes are rejected (J. von Neumann, 1951), so dice are exact.

use super::lanes::BYTES_PER_DRAW;
use crate::Pool;

/// Attacks rolled at once: the fastest of 2,048, 4,096 and 8,192. The arrays of a pass stay in the first-level cache,
/// and the last batch of a block is not much of it.
pub(super) const LANES: usize = 2048;
const _: () = assert!(LANES.is_multiple_of(COLUMN) && LANES.is_multiple_of(BYTES_PER_DRAW));

/// Lanes of the inner loops: one register of AVX-512, two of AVX2, four of SSE2. [`LANES`] is a multiple, so that these
/// loops have no remainder.
pub(super) const COLUMN: usize = 64;

/// Most of the 256 bytes that may be left over. With a sixteenth, two d6 (4), five d3 (13), two d11 (14) and one d20
/// (16) fit, but not two d10 (56).
const MOST_LEFT_OVER: u32 = 16;

/// The bytes of each highest face.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Scale {
    /// Element k is the lowest byte that shows a face above k + 1.
    Steps(Vec<u8>),
    /// One die with 2, 4, 8 or 16 sides: the high bits of the byte are the face less 1. One shift is faster than many
    /// comparisons.
    Shift(u32),
}

/// The highest face of dice of equal sides that share a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    scale: Scale,
    /// Highest byte that shows a roll.
    last: u8,
}

impl Reading {
    /// Returns the reading of `dice` dice of `sides` sides; `sides` to the power of `dice` is at most 256.
    pub(super) fn new(sides: u8, dice: u32) -> Reading {
        let rolls = |sides: u8| u32::from(sides).pow(dice);
        let each = 256 / rolls(sides);
        let scale = if dice == 1 && sides.is_power_of_two() {
            Scale::Shift(each.ilog2())
        } else {
            Scale::Steps((1..sides).map(|face| (each * rolls(face)) as u8).collect())
        };
        Reading { scale, last: (each * rolls(sides) - 1) as u8 }
    }

    /// Returns the highest byte that shows a roll.
    pub(super) fn last(&self) -> u8 {
        self.last
    }

    /// Joins the highest face of each byte to `totals`, and marks the lanes of bytes without a roll in `dropped`.
    #[inline(always)]
    pub(super) fn read(&self, bytes: &[u8], totals: &mut [u8], dropped: &mut [u8], join: impl Fn(u8, u8) -> u8) {
        let columns = bytes.as_chunks::<COLUMN>().0.iter().zip(totals.as_chunks_mut::<COLUMN>().0);
        match &self.scale {
            Scale::Steps(steps) => {
                for ((bytes, totals), dropped) in columns.zip(dropped.as_chunks_mut::<COLUMN>().0) {
                    let mut faces = [1; COLUMN];
                    for step in steps {
                        add_reached(bytes, *step, &mut faces);
                    }
                    for i in 0..COLUMN {
                        totals[i] = join(totals[i], faces[i]);
                        dropped[i] |= mask(bytes[i] > self.last);
                    }
                }
            }
            // Every byte shows a face.
            Scale::Shift(bits) => {
                for (bytes, totals) in columns {
                    for i in 0..COLUMN {
                        totals[i] = join(totals[i], (bytes[i] >> (bits & 7)) + 1);
                    }
                }
            }
        }
    }
}

/// Adds 1 to each count whose byte is at least `step`.
#[inline(always)]
pub(super) fn add_reached(bytes: &[u8; COLUMN], step: u8, counts: &mut [u8; COLUMN]) {
    for i in 0..COLUMN {
        counts[i] += u8::from(bytes[i] >= step);
    }
}

/// Raises each of `highest` to its byte.
#[inline(always)]
pub(super) fn raise(bytes: &[u8], highest: &mut [u8]) {
    highest.iter_mut().zip(bytes).for_each(|(highest, byte)| *highest = (*highest).max(*byte));
}

/// Returns [`DROPPED`] if `is`, else 0.
#[inline(always)]
pub(super) fn mask(is: bool) -> u8 {
    if is { DROPPED } else { 0 }
}

/// Value of a lane that is not counted: all bits, so that it can be joined to any value by `|`. No value that is
/// counted is as high.
pub(super) const DROPPED: u8 = u8::MAX;

/// Returns the dice of a pool by the bytes that show them: bytes with equal reading, and the reading.
pub(super) fn shared_bytes(pool: &Pool) -> Vec<(usize, Reading)> {
    let bytes = |(dice, sides): (usize, u8)| {
        let most = dice_per_byte(sides);
        let (full, rest) = (dice / most as usize, (dice % most as usize) as u32);
        let full = (full > 0).then(|| (full, Reading::new(sides, most)));
        full.into_iter().chain((rest > 0).then(|| (1, Reading::new(sides, rest))))
    };
    pool.groups().flat_map(bytes).collect()
}

/// Returns the most dice of these sides that a byte shows with few bytes left over.
pub(super) fn dice_per_byte(sides: u8) -> u32 {
    let rolls = |dice: &u32| u32::from(sides).saturating_pow(*dice);
    let fits = |dice: &u32| rolls(dice) <= 256 && 256 % rolls(dice) <= MOST_LEFT_OVER;
    (1..=8).rev().find(fits).unwrap_or(1)
}

/// Most different values that a lane can number: all below [`DROPPED`].
pub(super) const MOST_VALUES: usize = DROPPED as usize;

/// Most values to count one by one, each in all lanes with wide registers. With more, lane by lane is faster: from about
/// 40 values with SSE2, 70 with AVX2, 130 with AVX-512.
const BY_VALUE: usize = 64;

/// Adds the number of lanes with value k to `counts[k]`; greater values are not counted. Returns the number counted.
#[inline(always)]
pub(super) fn tally(values: &[u8], counts: &mut [u64]) -> u64 {
    if counts.len() <= BY_VALUE { tally_values(values, counts) } else { tally_lanes(values, counts) }
}

#[inline(always)]
fn tally_values(values: &[u8], counts: &mut [u64]) -> u64 {
    // A sum of bytes is at most the number of columns.
    const { assert!(LANES / COLUMN <= u8::MAX as usize) };
    let mut counted = 0;
    for (value, count) in counts.iter_mut().enumerate() {
        let mut sums = [0; COLUMN];
        for column in values.as_chunks::<COLUMN>().0 {
            for i in 0..COLUMN {
                sums[i] += u8::from(column[i] == value as u8);
            }
        }
        let seen = u64::from(sums.iter().map(|sum| u16::from(*sum)).sum::<u16>());
        *count += seen;
        counted += seen;
    }
    counted
}

#[inline(always)]
fn tally_lanes(values: &[u8], counts: &mut [u64]) -> u64 {
    const { assert!(LANES <= u16::MAX as usize) };
    // Four tables: two additions in a row to the same value do not wait for each other.
    let mut seen = [[0u16; 256]; 4];
    for lanes in values.as_chunks::<4>().0 {
        for (seen, value) in seen.iter_mut().zip(lanes) {
            seen[usize::from(*value)] += 1;
        }
    }
    let mut counted = 0;
    for (value, count) in counts.iter_mut().enumerate().take(MOST_VALUES) {
        let seen = seen.iter().map(|seen| u64::from(seen[value])).sum::<u64>();
        *count += seen;
        counted += seen;
    }
    counted
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns the faces that a byte shows: roll number byte / q of all rolls, sorted by their highest face. This is
    /// the slow twin of [`Reading`].
    fn faces(byte: u8, sides: u8, dice: u32) -> Option<Vec<u8>> {
        let rolls = rolls(sides, dice, |faces| faces.iter().max().copied().map_or(0, usize::from));
        rolls.get(usize::from(byte) / (256 / rolls.len())).cloned()
    }

    /// Returns all rolls of dice, sorted by a key.
    pub(in crate::kernel) fn rolls(sides: u8, dice: u32, key: impl Fn(&[u8]) -> usize) -> Vec<Vec<u8>> {
        let mut rolls = vec![Vec::new()];
        for _ in 0..dice {
            let longer = |roll: &Vec<u8>| (1..=sides).map(|face| [roll.as_slice(), &[face]].concat()).collect();
            rolls = rolls.iter().flat_map(|roll| -> Vec<Vec<u8>> { longer(roll) }).collect();
        }
        rolls.sort_by_key(|roll| key(roll));
        rolls
    }

    /// Reads all 256 bytes: the highest face, or nothing.
    fn read_all(reading: &Reading) -> Vec<Option<u8>> {
        let bytes: [u8; 256] = std::array::from_fn(|byte| byte as u8);
        let (mut totals, mut dropped) = ([0; 256], [0; 256]);
        reading.read(&bytes, &mut totals, &mut dropped, u8::max);
        totals.iter().zip(dropped).map(|(face, dropped)| (dropped == 0).then_some(*face)).collect()
    }

    #[test]
    fn a_byte_shows_the_highest_of_its_faces() {
        for (sides, dice) in (2..=20).flat_map(|sides| (1..=dice_per_byte(sides)).map(move |dice| (sides, dice))) {
            let naive =
                (0..=u8::MAX).map(|byte| faces(byte, sides, dice).map(|faces| faces.into_iter().max().unwrap()));
            assert_eq!(read_all(&Reading::new(sides, dice)), naive.collect::<Vec<_>>(), "{dice}d{sides}");
        }
    }

    #[test]
    fn every_roll_has_equally_many_bytes() {
        for sides in 2..=20 {
            let dice = dice_per_byte(sides);
            let mut seen = std::collections::BTreeMap::new();
            for roll in (0..=u8::MAX).filter_map(|byte| faces(byte, sides, dice)) {
                *seen.entry(roll).or_insert(0u32) += 1;
            }
            let rolls = u32::from(sides).pow(dice);
            assert_eq!(seen.len(), rolls as usize);
            assert!(seen.values().all(|bytes| *bytes == 256 / rolls), "{dice}d{sides}");
            assert!(256 % rolls <= MOST_LEFT_OVER, "{dice}d{sides}");
        }
    }

    #[test]
    fn a_pool_has_all_its_dice() {
        let found = |pool: &str| shared_bytes(&pool.parse().unwrap());
        assert_eq!(found("5d6+1d8"), [(2, Reading::new(6, 2)), (1, Reading::new(6, 1)), (1, Reading::new(8, 1))]);
        assert_eq!(found("20d2+3d20"), [(2, Reading::new(2, 8)), (1, Reading::new(2, 4)), (3, Reading::new(20, 1))]);
        assert_eq!(found(""), []);
    }

    #[test]
    fn values_are_counted_whatever_their_number() {
        let values: [u8; LANES] = std::array::from_fn(|lane| (lane * lane % 251) as u8);
        for most in [0, 1, BY_VALUE, BY_VALUE + 1, MOST_VALUES] {
            let mut counts = vec![1; most];
            let counted = tally(&values, &mut counts);
            let seen = |value: usize| values.iter().filter(|seen| usize::from(**seen) == value).count() as u64;
            assert_eq!(counts, (0..most).map(|value| 1 + seen(value)).collect::<Vec<u64>>());
            assert_eq!(counted, (0..most).map(seen).sum::<u64>());
        }
    }
}
