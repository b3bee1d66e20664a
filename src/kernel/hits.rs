//! From damage dice to hits on cover and damage to the target.

use super::lanes::{Lanes, Word};
use super::strike::{LANES, digit};
use crate::plan::{Cover, CoverOrder, HitChart};

/// Damage dice are d6, three to a random word.
pub(super) const DICE_PER_WORD: usize = 3;
const SIDES: u16 = 6;
const PRODUCT: u32 = 216;

/// Lowest digits (faces less 1) that hit cover, blow through it, hit the target. Signed, since AVX2 compares only such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thresholds([i16; 3]);

impl Thresholds {
    /// The chart while the cover stands.
    pub fn covered(chart: &HitChart) -> Thresholds {
        Thresholds([chart.cover, chart.blow_through, chart.target].map(|face| i16::from(face) - 1))
    }

    /// The chart against cover that is gone or never goes.
    pub fn open(chart: &HitChart, cover: Cover) -> Thresholds {
        Thresholds([i16::from(chart.target_face(cover)) - 1; 3])
    }
}

/// For each lane the damage dice that reach each of the thresholds, and what becomes of them.
#[repr(C, align(64))]
pub(super) struct Hits {
    cover: [u16; LANES],
    through: [u16; LANES],
    target: [u16; LANES],
}

impl Hits {
    pub fn new() -> Hits {
        let zero = [0; LANES];
        Hits { cover: zero, through: zero, target: zero }
    }

    /// Damage to the target.
    pub fn damage(&self) -> &[u16; LANES] {
        &self.target
    }

    /// Hits spent on the cover, after [`Hits::spend`].
    pub fn spent(&self) -> &[u16; LANES] {
        &self.cover
    }

    /// Rolls `dice` damage dice in each lane against one threshold. `longer[k]` lanes at the front may have more than
    /// k dice.
    #[inline(always)]
    pub fn roll_open(&mut self, lanes: &mut Lanes, words: &mut [Word], dice: &[u16], faces: Thresholds, longer: &[usize]) {
        self.target.fill(0);
        let Thresholds([_, _, target]) = faces;
        for (word, &len) in longer.iter().step_by(DICE_PER_WORD).enumerate() {
            let first = (DICE_PER_WORD * word) as i16;
            let len = len.next_multiple_of(super::lanes::WORDS_PER_DRAW);
            lanes.fill(&mut words[..len], PRODUCT);
            for ((word, dice), hits) in words[..len].iter().zip(dice).zip(&mut self.target) {
                let mut left = u16::from_le_bytes(*word);
                for die in first..first + DICE_PER_WORD as i16 {
                    let hit = (digit(&mut left, SIDES) as i16 >= target) & (die < *dice as i16);
                    *hits += u16::from(hit);
                }
            }
        }
    }

    /// The same in cover: lanes with hits `left` on their cover use the first thresholds, the others the second.
    #[inline(always)]
    pub fn roll_covered(
        &mut self,
        lanes: &mut Lanes,
        words: &mut [Word],
        dice: &[u16],
        left: &[u16],
        faces: [Thresholds; 2],
        longer: &[usize],
    ) {
        self.cover.fill(0);
        self.through.fill(0);
        self.target.fill(0);
        for (word, &len) in longer.iter().step_by(DICE_PER_WORD).enumerate() {
            let first = (DICE_PER_WORD * word) as i16;
            let len = len.next_multiple_of(super::lanes::WORDS_PER_DRAW);
            lanes.fill(&mut words[..len], PRODUCT);
            self.count(&words[..len], &dice[..len], &left[..len], faces, first);
        }
    }

    #[inline(always)]
    fn count(&mut self, words: &[Word], dice: &[u16], left: &[u16], faces: [Thresholds; 2], first: i16) {
        let [Thresholds(covered), Thresholds(open)] = faces;
        let counts = self.cover.iter_mut().zip(&mut self.through).zip(&mut self.target);
        for (((word, dice), left), ((cover, through), target)) in words.iter().zip(dice).zip(left).zip(counts) {
            let stands = *left > 0;
            let mut word = u16::from_le_bytes(*word);
            for die in first..first + DICE_PER_WORD as i16 {
                let digit = digit(&mut word, SIDES) as i16;
                let digit = if die < *dice as i16 { digit } else { -1 };
                *cover += u16::from(digit >= if stands { covered[0] } else { open[0] });
                *through += u16::from(digit >= if stands { covered[1] } else { open[1] });
                *target += u16::from(digit >= if stands { covered[2] } else { open[2] });
            }
        }
    }

    /// Spends hits on cover that has `left` hits to lose: what remains goes through or is lost.
    #[inline(always)]
    pub fn spend(&mut self, left: &[u16], order: CoverOrder) {
        let counts = self.cover.iter_mut().zip(&self.through).zip(&mut self.target);
        for (((cover, through), target), left) in counts.zip(left) {
            let only_cover = *cover - *through;
            let blown = *through - *target;
            let passed = match order {
                CoverOrder::LowFirst => blown - blown.min(left.saturating_sub(only_cover)),
                CoverOrder::HighFirst => blown - blown.min(*left),
                CoverOrder::Static => 0,
            };
            *cover = (*cover - *target).min(*left);
            *target += passed;
        }
    }
}
