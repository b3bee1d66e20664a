//! Integers of many groups as short text: six bits a character.

use serde::{Deserialize, Serialize};

/// Integers, each as its excess over the smallest, in a fixed number of bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Packed {
    /// The smallest number, written as 0.
    pub least: i64,
    /// Bits of a number: 0 if all are equal, else 1, 2, 3 or whole characters.
    pub bits: u32,
    /// The characters, in lines.
    pub rows: Vec<String>,
}

/// Characters by the six bits that they encode.
const CHARACTERS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
/// Bits of a character.
const SIX: u32 = 6;
/// Characters of a line.
const LINE: usize = 120;
/// Maximum bits of a number.
const MOST_BITS: u32 = 24;

/// Returns the bits for numbers up to `most`.
fn bits_for(most: u64) -> u32 {
    match u64::BITS - most.leading_zeros() {
        needed @ 0..=3 => needed,
        needed => needed.next_multiple_of(SIX),
    }
}

/// Returns the number of characters of `numbers` numbers with `bits` bits each.
fn characters(numbers: usize, bits: u32) -> usize {
    match bits {
        0 => 0,
        1..=3 => numbers.div_ceil((SIX / bits) as usize),
        _ => numbers * (bits / SIX) as usize,
    }
}

impl Packed {
    /// Encodes numbers as text. `None` if there are none, or they lie too far apart.
    pub fn of(numbers: &[i64]) -> Option<Packed> {
        let (least, most) = (numbers.iter().min().copied()?, numbers.iter().max().copied()?);
        let bits = bits_for(most.abs_diff(least));
        if bits > MOST_BITS {
            return None;
        }
        let parts = numbers.iter().map(|number| number.abs_diff(least));
        let text: Vec<u8> = match bits {
            0 => Vec::new(),
            1..=3 => {
                let parts: Vec<u64> = parts.collect();
                let slots = (SIX / bits) as usize;
                let word =
                    |part: &[u64]| (0..slots).fold(0, |word, i| word << bits | part.get(i).copied().unwrap_or(0));
                parts.chunks(slots).map(|part| character(word(part))).collect()
            }
            _ => parts.flat_map(|part| (0..bits / SIX).rev().map(move |i| character(part >> (i * SIX)))).collect(),
        };
        let rows = text.chunks(LINE).map(|line| String::from_utf8_lossy(line).into_owned()).collect();
        Some(Packed { least, bits, rows })
    }

    /// Decodes `many` numbers. `None` if the text has another length or form, or the size of a number exceeds `most`.
    pub fn numbers(&self, many: usize, most: i64) -> Option<Vec<i64>> {
        let known = matches!(self.bits, 0..=3) || (self.bits.is_multiple_of(SIX) && self.bits <= MOST_BITS);
        let length: usize = self.rows.iter().map(String::len).sum();
        if !known || length != characters(many, self.bits) {
            return None;
        }
        let words = || self.rows.iter().flat_map(|row| row.bytes()).map(word);
        let parts: Option<Vec<u64>> = match self.bits {
            0 => Some(vec![0; many]),
            bits @ 1..=3 => {
                let slots = SIX / bits;
                let parts = words()
                    .map(|word| word.map(|word| (0..slots).rev().map(move |i| word >> (i * bits) & ((1 << bits) - 1))));
                parts.collect::<Option<Vec<_>>>().map(|parts| parts.into_iter().flatten().take(many).collect())
            }
            bits => {
                let words: Option<Vec<u64>> = words().collect();
                let joined = |part: &[u64]| part.iter().fold(0, |sum, word| sum << SIX | word);
                words.map(|words| words.chunks((bits / SIX) as usize).map(joined).collect())
            }
        };
        let number = |part: u64| {
            Some(self.least.checked_add_unsigned(part)?).filter(|number| number.unsigned_abs() <= most.unsigned_abs())
        };
        parts?.into_iter().map(number).collect()
    }
}

/// Returns the character of the last six bits.
fn character(bits: u64) -> u8 {
    CHARACTERS[(bits & 63) as usize]
}

/// Returns the six bits of a character.
fn word(character: u8) -> Option<u64> {
    CHARACTERS.iter().position(|known| *known == character).map(|at| at as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: i64 = 1_000_000;

    #[test]
    fn numbers_come_back_whatever_their_size() {
        let spread = |least: i64, most: i64| (0..1000).map(move |i| least + i * 7919 % (most - least + 1));
        for (least, most) in [(0, 0), (0, 1), (0, 2), (-3, 4), (-12, 40), (5, 70), (0, 4095), (-9_000, 9_000)] {
            let numbers: Vec<i64> = spread(least, most).collect();
            let packed = Packed::of(&numbers).unwrap();
            assert_eq!(packed.numbers(1000, MOST).unwrap(), numbers);
            assert!(packed.rows.iter().all(|row| row.len() <= LINE));
            assert!(packed.bits == 0 || (packed.numbers(990, MOST).is_none() && packed.numbers(1010, MOST).is_none()));
        }
        assert!(Packed::of(&[i64::MIN, i64::MAX]).is_none() && Packed::of(&[]).is_none());
        assert_eq!(Packed::of(&[0, 1, 1, 0, 1, 0, 1]).unwrap().rows, ["QW"], "six a character");
    }

    #[test]
    fn edited_text_is_refused() {
        let packed = Packed::of(&[0, 1, 2, 3, 4, 5]).unwrap();
        let edited = |edit: fn(&mut Packed)| {
            let mut edited = packed.clone();
            edit(&mut edited);
            edited.numbers(6, MOST)
        };
        assert!(edited(|packed| packed.rows[0].push('0')).is_none());
        assert!(edited(|packed| packed.rows[0].replace_range(0..1, "!")).is_none());
        assert!(edited(|packed| packed.rows[0].replace_range(0..1, "é")).is_none());
        assert!(edited(|packed| packed.bits = 5).is_none() && edited(|packed| packed.bits = 600).is_none());
        assert!(
            edited(|packed| packed.least = i64::MAX).is_none() && edited(|packed| packed.least = i64::MIN).is_none()
        );
        assert!(packed.numbers(6, 4).is_none(), "beyond the most");
    }
}
