//! Sampling of single attacks and of series of attacks (runs) on one target, and the integer counts of their results.

use super::dispatch::{Instructions, Task};
use super::hits::{Hits, Thresholds};
use super::lanes::{Lanes, WORDS_PER_DRAW};
use super::strike::{LANES, Strike, Tray};
use crate::plan::{AttackPlan, Cover, CoverOrder, MAX_BONUS, SeriesPlan};
use crate::{MAX_SIDES, Stream};

/// Upper bound of the damage dice of any attack: the highest attack and spot dice together, plus the bonus.
const MAX_DAMAGE_DICE: usize = 3 * MAX_SIDES as usize + MAX_BONUS as usize;

/// Results of sampled attacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackCounts {
    /// Counts by hits spent on the cover (rows) and damage to the target (columns). The shape is that of
    /// [`AttackOdds::joint`](crate::exact::AttackOdds::joint).
    pub joint: JointCounts,
    /// Number of attacks sampled.
    pub samples: u64,
}

impl AttackCounts {
    /// Creates empty counts for a plan.
    pub fn new(plan: &AttackPlan) -> AttackCounts {
        let max = plan.max_damage_dice();
        AttackCounts { joint: JointCounts::new(usize::from(cover_hits(plan)) + 1, max + 1), samples: 0 }
    }

    /// Returns the number of attacks by damage to the target.
    pub fn damage(&self) -> Vec<u64> {
        self.joint.column_counts()
    }

    /// Returns the number of attacks by hits spent on the cover.
    pub fn cover(&self) -> Vec<u64> {
        self.joint.row_counts()
    }

    /// Adds the counts of further attacks of the same plan.
    pub fn merge(&mut self, other: &AttackCounts) {
        self.joint.merge(&other.joint);
        self.samples += other.samples;
    }
}

/// Returns the most hits that one attack can spend on the cover; 0 if cover makes no difference.
fn cover_hits(plan: &AttackPlan) -> u16 {
    if plan.chart.cover == plan.chart.target { 0 } else { plan.max_damage_dice().min(plan.cover.hits().into()) as u16 }
}

/// Samples attacks from one random stream.
pub fn attack_block(plan: &AttackPlan, stream: Stream, attacks: u64) -> AttackCounts {
    attack_block_with(Instructions::detect(), plan, stream, attacks)
}

/// Samples like [`attack_block`] with a given instruction set, to compare instruction sets.
pub fn attack_block_with(instructions: Instructions, plan: &AttackPlan, stream: Stream, attacks: u64) -> AttackCounts {
    let mut counts = AttackCounts::new(plan);
    instructions.run(AttackBlock { sampler: &AttackSampler::new(plan), stream, attacks, counts: &mut counts });
    counts
}

/// A plan prepared for sampling.
struct AttackSampler {
    strike: Strike,
    max_dice: usize,
    faces: Thresholds,
    cover_hits: u16,
    order: CoverOrder,
}

impl AttackSampler {
    fn new(plan: &AttackPlan) -> AttackSampler {
        let cover_hits = cover_hits(plan);
        let covered = cover_hits > 0;
        let faces = if covered { Thresholds::covered(&plan.chart) } else { Thresholds::open(&plan.chart, plan.cover) };
        let max_dice = plan.max_damage_dice();
        AttackSampler { strike: Strike::of_attack(plan), max_dice, faces, cover_hits, order: plan.chart.order }
    }
}

/// One block of attacks, to be compiled for each instruction set.
struct AttackBlock<'a> {
    sampler: &'a AttackSampler,
    stream: Stream,
    attacks: u64,
    counts: &'a mut AttackCounts,
}

impl Task for AttackBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let AttackBlock { sampler, stream, attacks, counts } = self;
        let mut lanes = Lanes::new(stream);
        let (mut tray, mut hits) = (Tray::new(), Hits::new());
        let mut longer = [0; MAX_DAMAGE_DICE + 1];
        let (undamaged, left) = ([0; LANES], [sampler.cover_hits; LANES]);
        let mut to_do = attacks;
        while to_do > 0 {
            let len = to_do.min(LANES as u64) as usize;
            sampler.strike.roll(&mut lanes, &mut tray, &undamaged);
            let longer = sort_by_dice(&mut tray.dice, len, sampler.max_dice, &mut longer);
            let cells = if sampler.cover_hits == 0 {
                hits.roll_open(&mut lanes, &mut tray.words, &tray.dice, sampler.faces, longer);
                hits.damage()
            } else {
                let faces = [sampler.faces; 2];
                hits.roll_covered(&mut lanes, &mut tray.words, &tray.dice, &left, faces, longer);
                hits.spend(&left, sampler.order);
                hits.cells(counts.joint.columns())
            };
            tally(cells, len, longer, &mut counts.joint);
            to_do -= len as u64;
        }
        counts.samples += attacks;
    }
}

/// Sorts the first `len` attacks by falling number of damage dice, so that later dice are rolled only for a short front
/// part of the lanes. Attacks are only counted, so their order does not matter. Element k of the result is the number
/// of attacks with more than k dice; the last element is not 0.
#[inline(always)]
fn sort_by_dice<'a>(dice: &mut [u16], len: usize, max: usize, longer: &'a mut [usize]) -> &'a [usize] {
    let mut most = 0;
    while most < max {
        longer[most] = count(&dice[..len], |dice| dice as i16 > most as i16);
        if longer[most] == 0 {
            break;
        }
        most += 1;
    }
    dice[longer[..most].first().copied().unwrap_or(0)..].fill(0);
    for (less, &len) in longer[..most].iter().enumerate() {
        let more = longer[..most].get(less + 1).copied().unwrap_or(0);
        dice[more..len].fill(less as u16 + 1);
    }
    &longer[..most]
}

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
        SeriesSampler {
            plan,
            strike: Strike::of_series(plan),
            covered,
            open: Thresholds::open(&plan.open, Cover::None),
        }
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
    fn new(rows: usize, columns: usize) -> JointCounts {
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

    fn as_mut_slice(&mut self) -> &mut [u64] {
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
    fn merge(&mut self, other: &JointCounts) {
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

/// Largest number of rows for counting cell by cell. Each row adds to the cost of that method, while counting attack by
/// attack costs the same for any table. Counting by cell saves 0.5 ns per attack with three rows, and 0.25 ns with six
/// (measured).
const FEW_ROWS: usize = 6;

/// Counts the first `len` attacks by cell number. Only the first `longer[k]` attacks have more than k damage dice.
#[inline(always)]
fn tally(cells: &[u16], len: usize, longer: &[usize], joint: &mut JointCounts) {
    if joint.rows() <= FEW_ROWS {
        tally_cells(cells, len, longer, joint);
    } else {
        let counts = joint.as_mut_slice();
        cells[..len].iter().for_each(|cell| counts[usize::from(*cell)] += 1);
    }
}

/// Counts pairs of hits on cover and damage cell by cell. A pair needs as many dice as hits and damage together, so it
/// only occurs in a front part of the lanes.
#[inline(always)]
fn tally_cells(cells: &[u16], len: usize, longer: &[usize], joint: &mut JointCounts) {
    let (rows, columns) = (joint.rows(), joint.columns());
    let counts = joint.as_mut_slice();
    let mut nothing = len;
    for (less, &len) in longer.iter().enumerate() {
        // Whole vectors avoid a scalar tail; the extra lanes have too few dice to be counted.
        let front = &cells[..len.next_multiple_of(WORDS_PER_DRAW)];
        for spent in 0..rows.min(less + 2) {
            let cell = spent * columns + (less + 1 - spent);
            let seen = count(front, |seen| seen == cell as u16);
            counts[cell] += seen as u64;
            nothing -= seen;
        }
    }
    counts[0] += nothing as u64;
}
