//! Sampling of series of attacks (runs) on one target, and the integer counts of results.

use super::dispatch::{Instructions, Task};
use super::hits::{Hits, Thresholds};
use super::lanes::Lanes;
use super::strike::{LANES, Strike, Tray};
use crate::plan::{MAX_BONUS, SeriesPlan};
use crate::{MAX_SIDES, Stream};

/// Upper bound of the damage dice of any attack: the highest attack and spot dice together, plus the bonus.
const MAX_DAMAGE_DICE: usize = 3 * MAX_SIDES as usize + MAX_BONUS as usize;

/// Results of sampled runs of attacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesCounts {
    /// Counts after the last attack. Rows: hits the cover has lost; columns: damage taken, the last column meaning
    /// destroyed. The shape is that of [`SeriesOdds::joint`](crate::exact::SeriesOdds::joint).
    pub joint: JointCounts,
    /// `alive_after[n]`: number of runs in which the target stands after n attacks.
    pub alive_after: Vec<u64>,
    /// Number of runs sampled.
    pub samples: u64,
}

impl SeriesCounts {
    /// Creates empty counts for a plan.
    pub fn new(plan: &SeriesPlan) -> SeriesCounts {
        SeriesCounts {
            joint: JointCounts::new(usize::from(plan.cover_hits) + 1, usize::from(plan.hit_points) + 1),
            alive_after: vec![0; usize::from(plan.attacks) + 1],
            samples: 0,
        }
    }

    /// Returns the number of runs by damage taken after the last attack, capped at the hit points.
    pub fn damage(&self) -> Vec<u64> {
        self.joint.column_counts()
    }

    /// Returns the number of runs by hits the cover has lost after the last attack.
    pub fn cover(&self) -> Vec<u64> {
        self.joint.row_counts()
    }

    /// Adds the counts of further runs of the same plan.
    pub fn merge(&mut self, other: &SeriesCounts) {
        self.joint.merge(&other.joint);
        add(&mut self.alive_after, &other.alive_after);
        self.samples += other.samples;
    }
}

/// Samples runs of attacks from one random stream.
///
/// # Panics
/// Panics, or samples wrongly, on a plan that [`SeriesPlan::check`](crate::plan::SeriesPlan::check) refuses.
pub fn series_block(plan: &SeriesPlan, stream: Stream, runs: u64) -> SeriesCounts {
    series_block_with(Instructions::detect(), plan, stream, runs)
}

/// Samples like [`series_block`] with a given instruction set, to compare instruction sets.
pub fn series_block_with(instructions: Instructions, plan: &SeriesPlan, stream: Stream, runs: u64) -> SeriesCounts {
    let mut counts = SeriesCounts::new(plan);
    instructions.run(SeriesBlock { sampler: &SeriesSampler::new(plan), stream, runs, counts: &mut counts });
    counts
}

/// A plan prepared for sampling.
struct SeriesSampler<'a> {
    plan: &'a SeriesPlan,
    strike: Strike,
    covered: Thresholds,
    open: Thresholds,
}

impl SeriesSampler<'_> {
    fn new(plan: &SeriesPlan) -> SeriesSampler<'_> {
        let covered = Thresholds::covered(&plan.covered);
        SeriesSampler { plan, strike: Strike::of_series(plan), covered, open: Thresholds::open(&plan.open) }
    }

    /// Rolls one attack in every lane; lanes with a destroyed target roll no damage dice.
    #[inline(always)]
    fn attack(&self, lanes: &mut Lanes, tray: &mut Tray, hits: &mut Hits, target: &mut Target) {
        let Target { damage, left } = target;
        self.strike.roll(lanes, tray, damage);
        let hit_points = u16::from(self.plan.hit_points);
        for (dice, damage) in tray.dice.iter_mut().zip(damage.iter()) {
            *dice = if *damage < hit_points { *dice } else { 0 };
        }
        let most = tray.dice.iter().fold(0, |most, dice| most.max(*dice)).into();
        let longer = &[LANES; MAX_DAMAGE_DICE][..most];
        if self.plan.cover_hits == 0 {
            hits.roll_open(lanes, &mut tray.words, &tray.dice, self.open, longer);
        } else {
            hits.roll_covered(lanes, &mut tray.words, &tray.dice, left, [self.covered, self.open], longer);
            hits.spend(left, self.plan.covered.order);
            left.iter_mut().zip(hits.spent()).for_each(|(left, spent)| *left -= spent);
        }
        damage.iter_mut().zip(hits.damage()).for_each(|(damage, hits)| *damage = (*damage + hits).min(hit_points));
    }
}

/// State of the target in each lane.
#[repr(C, align(64))]
struct Target {
    damage: [u16; LANES],
    /// Hits left on the cover.
    left: [u16; LANES],
}

/// One block of runs, to be compiled for each instruction set.
struct SeriesBlock<'a> {
    sampler: &'a SeriesSampler<'a>,
    stream: Stream,
    runs: u64,
    counts: &'a mut SeriesCounts,
}

impl Task for SeriesBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let SeriesBlock { sampler, stream, runs, counts } = self;
        let plan = sampler.plan;
        let hit_points = u16::from(plan.hit_points);
        let mut lanes = Lanes::new(stream);
        let (mut tray, mut hits) = (Tray::new(), Hits::new());
        let mut to_do = runs;
        while to_do > 0 {
            let len = to_do.min(LANES as u64) as usize;
            let mut target = Target { damage: [0; LANES], left: [plan.cover_hits.into(); LANES] };
            let standing = |target: &Target| count(&target.damage[..len], |damage| damage < hit_points) as u64;
            counts.alive_after[0] += standing(&target);
            for alive in &mut counts.alive_after[1..] {
                sampler.attack(&mut lanes, &mut tray, &mut hits, &mut target);
                *alive += standing(&target);
            }
            tally_runs(&target, len, plan.cover_hits, &mut counts.joint);
            to_do -= len as u64;
        }
        counts.samples += runs;
    }
}

/// Counts the final states of the targets.
#[inline(always)]
fn tally_runs(target: &Target, len: usize, cover_hits: u8, joint: &mut JointCounts) {
    let columns = joint.columns();
    let counts = joint.as_mut_slice();
    for (damage, left) in target.damage[..len].iter().zip(&target.left) {
        counts[usize::from(u16::from(cover_hits) - left) * columns + usize::from(*damage)] += 1;
    }
}

/// Number of observations of each pair of two values, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointCounts {
    columns: usize,
    counts: Vec<u64>,
}

impl JointCounts {
    /// Creates a table without observations.
    pub(super) fn new(rows: usize, columns: usize) -> JointCounts {
        JointCounts { columns, counts: vec![0; rows * columns] }
    }

    /// Returns the number of values of the column variable (0 to `columns - 1`).
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of values of the row variable.
    pub fn rows(&self) -> usize {
        self.counts.len() / self.columns
    }

    /// Returns the observations of (row, column); 0 beyond the table.
    pub fn at(&self, row: usize, column: usize) -> u64 {
        if column >= self.columns { 0 } else { self.counts.get(row * self.columns + column).copied().unwrap_or(0) }
    }

    /// Returns the observations row by row.
    pub fn as_slice(&self) -> &[u64] {
        &self.counts
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [u64] {
        &mut self.counts
    }

    /// Returns the observations by value of the column variable.
    pub fn column_counts(&self) -> Vec<u64> {
        let mut sums = vec![0; self.columns];
        for row in self.counts.chunks(self.columns) {
            add(&mut sums, row);
        }
        sums
    }

    /// Returns the observations by value of the row variable.
    pub fn row_counts(&self) -> Vec<u64> {
        self.counts.chunks(self.columns).map(|row| row.iter().sum()).collect()
    }

    /// Adds the observations of another table of the same shape.
    pub(super) fn merge(&mut self, other: &JointCounts) {
        debug_assert_eq!((self.rows(), self.columns), (other.rows(), other.columns));
        add(&mut self.counts, &other.counts);
    }
}

/// Adds `terms` to `sums`, element by element.
fn add(sums: &mut [u64], terms: &[u64]) {
    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
}

/// Counts the values for which `is` holds. Callers pass fewer than 2^16 values, so 16-bit partial sums suffice; they
/// count as many lanes at once as were compared.
#[inline(always)]
fn count(values: &[u16], is: impl Fn(u16) -> bool) -> usize {
    debug_assert!(values.len() < 1 << 16);
    values.iter().fold(0u16, |sum, value| sum + u16::from(is(*value))).into()
}
