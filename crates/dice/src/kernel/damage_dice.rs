//! The damage dice of single attacks: how many attacks with n damage dice have which hits.
//!
//! Attacks with equally many damage dice stand side by side, so no lane rolls a die that it does not have. A byte shows
//! one or two d6, as the bytes of attack dice do ([`super::bytes`]); the rolls of two are ordered by their hits.

use super::bytes::{COLUMN, DROPPED, LANES, MOST_VALUES, add_reached, mask, raise, tally};
use super::lanes::{BYTES_PER_DRAW, Lanes};
use crate::plan::{AttackPlan, CoverOrder, HitChart};

/// Bytes that show one roll of two d6 (36 rolls) and of one d6.
const EACH_OF_TWO: u8 = 7;
const EACH_OF_ONE: u8 = 42;
/// Highest byte that shows a roll, of one d6 as of two.
const LAST: u8 = 36 * EACH_OF_TWO - 1;
const _: () = assert!(LAST == 6 * EACH_OF_ONE - 1);

/// Arrays with one byte per lane, one array per quantity.
#[repr(C, align(64))]
pub(super) struct Hits {
    random: [u8; LANES],
    /// Highest random byte.
    highest: [u8; LANES],
    /// Dice that hit cover or better.
    cover: [u8; LANES],
    /// Dice that blow through cover or better.
    through: [u8; LANES],
    /// Dice that hit the target; then the damage.
    target: [u8; LANES],
}

impl Hits {
    pub(super) fn new() -> Hits {
        let zero = [0; LANES];
        Hits { random: zero, highest: zero, cover: zero, through: zero, target: zero }
    }
}

/// The chart of an attack as steps: a byte that reaches one hits.
pub(super) struct DamageDice {
    /// Steps to one and to two hits of two dice without cover.
    two: [u8; 2],
    /// Step to a hit of one die without cover.
    one: u8,
    /// Steps of one die to hits on cover, through cover, and on the target.
    covered: [u8; 3],
    /// Hits that the cover absorbs, at most the number of damage dice; 0 for no cover.
    hits: u8,
    order: CoverOrder,
}

impl DamageDice {
    pub(super) fn new(plan: &AttackPlan, hits: u8) -> DamageDice {
        let HitChart { cover, blow_through, target, order } = plan.chart;
        let misses = misses(plan.chart.target_face(plan.cover));
        let faces = 6 - misses;
        let two = [misses * misses, 36 - faces * faces].map(|rolls| rolls * EACH_OF_TWO);
        let covered = [cover, blow_through, target].map(step_of_one);
        DamageDice { two, one: misses * EACH_OF_ONE, covered, hits, order }
    }

    /// Rolls `dice` damage dice for each of `attacks` attacks. Adds the number of those with s hits on cover and damage
    /// d to `counts[s * columns + d]`.
    #[inline(always)]
    pub(super) fn count(
        &self,
        lanes: &mut Lanes,
        state: &mut Hits,
        dice: usize,
        attacks: u64,
        (counts, columns): (&mut [u64], usize),
    ) {
        let mut left = attacks;
        while left > 0 {
            let len = left.min(LANES as u64) as usize;
            let draws = len.next_multiple_of(BYTES_PER_DRAW);
            left -= if self.hits == 0 {
                self.roll_open(lanes, state, dice, draws);
                state.drop_lanes(len, draws);
                tally(&state.target[..draws], &mut counts[..=dice])
            } else {
                self.roll_covered(lanes, state, dice, draws);
                self.spend(state, draws);
                state.drop_lanes(len, draws);
                state.tally_pairs(draws, (dice, self.hits), counts, columns)
            };
        }
    }

    #[inline(always)]
    fn roll_open(&self, lanes: &mut Lanes, state: &mut Hits, dice: usize, len: usize) {
        let Hits { random, highest, target, .. } = state;
        let (random, highest, target) = (&mut random[..len], &mut highest[..len], &mut target[..len]);
        highest.fill(0);
        target.fill(0);
        for _ in 0..dice / 2 {
            lanes.bytes(random);
            add_hits(random, highest, target, self.two);
        }
        if dice % 2 == 1 {
            lanes.bytes(random);
            add_hits(random, highest, target, [self.one]);
        }
    }

    /// Rolls one die a byte, because no order of the rolls of two fits three kinds of hits.
    #[inline(always)]
    fn roll_covered(&self, lanes: &mut Lanes, state: &mut Hits, dice: usize, len: usize) {
        let Hits { random, highest, cover, through, target } = state;
        let random = &mut random[..len];
        for counts in [&mut *highest, cover, through, target] {
            counts[..len].fill(0);
        }
        for _ in 0..dice {
            lanes.bytes(random);
            let kinds = [&mut *cover, through, target].map(|hits| hits.as_chunks_mut::<COLUMN>().0);
            let [cover, through, target] = kinds.map(<[[u8; COLUMN]]>::iter_mut);
            let columns = random.as_chunks::<COLUMN>().0.iter().zip(highest.as_chunks_mut::<COLUMN>().0);
            for ((((bytes, highest), cover), through), target) in columns.zip(cover).zip(through).zip(target) {
                raise(bytes, highest);
                add_reached(bytes, self.covered[0], cover);
                add_reached(bytes, self.covered[1], through);
                add_reached(bytes, self.covered[2], target);
            }
        }
    }

    /// Spends hits on the cover; excess hits go through or are lost. Then `cover` has the hits spent on it and `target`
    /// the damage.
    #[inline(always)]
    fn spend(&self, state: &mut Hits, len: usize) {
        let hits = self.hits;
        match self.order {
            CoverOrder::LowFirst => state.pass(len, hits, |only, blown| blown - blown.min(hits - hits.min(only))),
            CoverOrder::HighFirst => state.pass(len, hits, |_, blown| blown - blown.min(hits)),
            CoverOrder::Static => state.pass(len, hits, |_, _| 0),
        }
    }
}

impl Hits {
    /// Applies `passed(only_cover, blown)`, the number of hits that go through: of dice that hit only cover, and of
    /// dice that can blow through it.
    #[inline(always)]
    fn pass(&mut self, len: usize, hits: u8, passed: impl Fn(u8, u8) -> u8) {
        let counts = self.cover[..len].iter_mut().zip(&self.through[..len]).zip(&mut self.target[..len]);
        for ((cover, through), target) in counts {
            let passed = passed(*cover - *through, *through - *target);
            *cover = (*cover - *target).min(hits);
            *target += passed;
        }
    }

    /// Marks the damage of lanes that have a byte without a roll and of those from `len` on: they are not counted.
    /// Attacks with equally many dice are alike, so another try has the same odds.
    #[inline(always)]
    fn drop_lanes(&mut self, len: usize, draws: usize) {
        let lanes = self.target[..draws].iter_mut().zip(&self.highest[..draws]);
        lanes.for_each(|(damage, highest)| *damage |= mask(*highest > LAST));
        self.target[len..draws].fill(DROPPED);
    }

    /// Counts pairs of hits on cover and damage of attacks with `dice` dice on cover of `hits` hits.
    #[inline(always)]
    fn tally_pairs(&mut self, len: usize, (dice, hits): (usize, u8), counts: &mut [u64], columns: usize) -> u64 {
        let width = dice + 1;
        let cells = width * (usize::from(hits).min(dice) + 1);
        if cells > MOST_VALUES {
            return self.tally_each(len, counts, columns);
        }
        for ((cell, spent), damage) in self.random[..len].iter_mut().zip(&self.cover).zip(&self.target) {
            *cell = (*spent * width as u8).wrapping_add(*damage) | mask(*damage == DROPPED);
        }
        let mut seen = [0u64; MOST_VALUES];
        let counted = tally(&self.random[..len], &mut seen[..cells]);
        for (row, seen) in seen[..cells].chunks(width).enumerate() {
            counts[row * columns..].iter_mut().zip(seen).for_each(|(count, seen)| *count += seen);
        }
        counted
    }

    /// Counts pairs attack by attack.
    #[inline(always)]
    fn tally_each(&self, len: usize, counts: &mut [u64], columns: usize) -> u64 {
        let mut counted = 0;
        for (spent, damage) in self.cover[..len].iter().zip(&self.target).filter(|(_, damage)| **damage != DROPPED) {
            counts[usize::from(*spent) * columns + usize::from(*damage)] += 1;
            counted += 1;
        }
        counted
    }
}

/// Returns the number of faces of a d6 below `face`, from 0 (every face hits) to 6 (none does).
fn misses(face: u8) -> u8 {
    face.clamp(1, 7) - 1
}

/// Returns the lowest byte that shows `face` or higher on one die.
fn step_of_one(face: u8) -> u8 {
    misses(face) * EACH_OF_ONE
}

/// Adds to the hits of each lane the number of steps that its byte reaches.
#[inline(always)]
fn add_hits<const N: usize>(bytes: &[u8], highest: &mut [u8], hits: &mut [u8], steps: [u8; N]) {
    let columns = bytes.as_chunks::<COLUMN>().0.iter().zip(highest.as_chunks_mut::<COLUMN>().0);
    for ((bytes, highest), hits) in columns.zip(hits.as_chunks_mut::<COLUMN>().0) {
        raise(bytes, highest);
        for step in steps {
            add_reached(bytes, step, hits);
        }
    }
}
