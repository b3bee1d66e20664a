//! Conversion of damage dice to hits on cover and damage to the target: vectorised for runs of attacks ([`Hits`]), and
//! die by die ([`spend_one_by_one`]).

use super::lanes::{Lanes, WORDS_PER_DRAW, Word};
use super::strike::{LANES, digit};
use crate::plan::{Cover, CoverOrder, HitChart};

/// Number of damage dice (d6) read from one random word.
pub(super) const DICE_PER_WORD: usize = 3;
const SIDES: u16 = 6;
const PRODUCT: u32 = 216;

/// Lowest digits (faces less 1) that hit cover, blow through it, and hit the target. They are signed because AVX2 only
/// compares signed numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thresholds([i16; 3]);

impl Thresholds {
    /// Returns the thresholds of the chart while the cover stands.
    pub(super) fn covered(chart: &HitChart) -> Thresholds {
        Thresholds([chart.cover, chart.blow_through, chart.target].map(digit_of))
    }

    /// Returns the thresholds of the chart without cover.
    pub(super) fn open(chart: &HitChart) -> Thresholds {
        Thresholds([digit_of(chart.target_face(Cover::None)); 3])
    }
}

/// Converts a face to a digit. Face 0 counts as 1, which every die reaches, because dice that are not rolled have digit
/// -1.
fn digit_of(face: u8) -> i16 {
    i16::from(face.max(1)) - 1
}

/// Number of damage dice that reach each threshold, by lane; then their results.
#[repr(C, align(64))]
pub(super) struct Hits {
    cover: [u16; LANES],
    through: [u16; LANES],
    target: [u16; LANES],
}

impl Hits {
    pub(super) fn new() -> Hits {
        let zero = [0; LANES];
        Hits { cover: zero, through: zero, target: zero }
    }

    /// Returns the damage to the target, by lane.
    pub(super) fn damage(&self) -> &[u16; LANES] {
        &self.target
    }

    /// Returns the hits spent on the cover, after [`Hits::spend`].
    pub(super) fn spent(&self) -> &[u16; LANES] {
        &self.cover
    }

    /// Rolls `dice` damage dice in each lane against one threshold. Only the first `longer[k]` lanes can have more than
    /// k dice.
    #[inline(always)]
    pub(super) fn roll_open(
        &mut self,
        lanes: &mut Lanes,
        words: &mut [Word],
        dice: &[u16],
        faces: Thresholds,
        longer: &[usize],
    ) {
        self.target.fill(0);
        let Thresholds([_, _, target]) = faces;
        for (word, &len) in longer.iter().step_by(DICE_PER_WORD).enumerate() {
            let first = (DICE_PER_WORD * word) as i16;
            let len = len.next_multiple_of(WORDS_PER_DRAW);
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

    /// Rolls damage dice against cover. Lanes with hits `left` on their cover use the first thresholds, the others the
    /// second.
    #[inline(always)]
    pub(super) fn roll_covered(
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
            let len = len.next_multiple_of(WORDS_PER_DRAW);
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

    /// Spends hits on cover that can lose `left` more hits; excess hits go through or are lost.
    #[inline(always)]
    pub(super) fn spend(&mut self, left: &[u16; LANES], order: CoverOrder) {
        match order {
            CoverOrder::LowFirst => self.pass(left, |only, blown, left| blown - blown.min(left - left.min(only))),
            CoverOrder::HighFirst => self.pass(left, |_, blown, left| blown - blown.min(left)),
            CoverOrder::Static => self.pass(left, |_, _, _| 0),
        }
    }

    /// Applies `passed(only_cover, blown, left)`, the number of hits that go through. The arguments are hits on cover
    /// alone, hits that can blow through, and hits left on the cover.
    #[inline(always)]
    fn pass(&mut self, left: &[u16; LANES], passed: impl Fn(u16, u16, u16) -> u16) {
        let counts = self.cover.iter_mut().zip(&self.through).zip(&mut self.target);
        for (((cover, through), target), left) in counts.zip(left) {
            let passed = passed(*cover - *through, *through - *target, *left);
            *cover = (*cover - *target).min(*left);
            *target += passed;
        }
    }
}

/// Returns the hits spent on the cover, and the damage, of damage dice that are spent one by one. This is the slow
/// twin of the kernel: tests compare it with the kernel and with games.
pub fn spend_one_by_one(faces: &[u16], chart: &HitChart, cover: Cover) -> (u16, u16) {
    let mut faces = faces.to_vec();
    faces.sort_unstable();
    if chart.order == CoverOrder::HighFirst {
        faces.reverse();
    }
    let (mut spent, mut damage) = (0, 0);
    let immune = cover == Cover::Immune;
    let meets_cover = immune || cover.hits() > 0;
    for face in faces {
        let [hits_cover, goes_through, hits] =
            [chart.cover, chart.blow_through, chart.target].map(|low| face >= low.into());
        let stands = immune || spent < u16::from(cover.hits());
        if hits || (goes_through && !meets_cover) {
            damage += 1;
        } else if hits_cover && meets_cover && stands {
            spent += u16::from(!immune);
        } else if goes_through && meets_cover && chart.order != CoverOrder::Static {
            damage += 1;
        }
    }
    (spent, damage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stream;
    use crate::kernel::tests::replay_damage_dice;

    const STREAM: Stream = Stream { seed: 8, job: 9, stream: 10 };
    const MOST: usize = 40;
    const ORDERS: [CoverOrder; 3] = [CoverOrder::LowFirst, CoverOrder::HighFirst, CoverOrder::Static];

    /// Returns every number of dice and of hits left on the cover, including 0.
    fn cases() -> ([u16; LANES], [u16; LANES]) {
        let dice = std::array::from_fn(|lane| (lane % (MOST + 1)) as u16);
        (dice, std::array::from_fn(|lane| (lane / 41 % 12) as u16))
    }

    fn charts() -> impl Iterator<Item = HitChart> {
        let thresholds = [(4, 5, 6), (1, 1, 7), (3, 7, 7), (5, 5, 5), (2, 4, 4), (1, 1, 1), (7, 7, 7)];
        thresholds.into_iter().flat_map(|(cover, blow_through, target)| {
            ORDERS.map(|order| HitChart { cover, blow_through, target, order })
        })
    }

    #[test]
    fn covered_lanes_equal_dice_spent_one_by_one() {
        let (dice, left) = cases();
        for chart in charts() {
            let (mut lanes, mut hits) = (Lanes::new(STREAM), Hits::new());
            let faces = replay_damage_dice(MOST, &mut lanes.clone());
            let thresholds = [Thresholds::covered(&chart), Thresholds::open(&chart)];
            hits.roll_covered(&mut lanes, &mut [[0; 2]; LANES], &dice, &left, thresholds, &[LANES; MOST]);
            hits.spend(&left, chart.order);
            for i in 0..LANES {
                let expected = spend_one_by_one(&faces[i][..dice[i].into()], &chart, Cover::Hits(left[i] as u8));
                assert_eq!((hits.spent()[i], hits.damage()[i]), expected, "{chart:?} {:?}", faces[i]);
            }
        }
    }

    #[test]
    fn open_lanes_equal_dice_counted_one_by_one() {
        let (dice, _) = cases();
        for chart in charts() {
            let (mut lanes, mut hits) = (Lanes::new(STREAM), Hits::new());
            let faces = replay_damage_dice(MOST, &mut lanes.clone());
            hits.roll_open(&mut lanes, &mut [[0; 2]; LANES], &dice, Thresholds::open(&chart), &[LANES; MOST]);
            for i in 0..LANES {
                let expected = spend_one_by_one(&faces[i][..dice[i].into()], &chart, Cover::None);
                assert_eq!((0, hits.damage()[i]), expected, "{chart:?}");
            }
        }
    }
}
