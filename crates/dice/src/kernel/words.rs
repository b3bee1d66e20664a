//! Assignment of dice to shared random words.

use super::lanes::zone;

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
    /// A die that is added to the spot.
    Second,
    Defense,
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
