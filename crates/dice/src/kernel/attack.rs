//! Sampling of single attacks.

use super::counts::{JointCounts, count};
use super::dispatch::{Instructions, Task};
use super::hits::{Hits, Thresholds};
use super::lanes::Lanes;
use super::strike::{LANES, Strike, Tray};
use super::tally::tally;
use crate::plan::{AttackPlan, CoverOrder, MAX_BONUS};
use crate::{MAX_SIDES, Stream};

/// Upper bound of the damage dice of any attack: the highest attack and spot dice together, plus the bonus.
pub(super) const MAX_DAMAGE_DICE: usize = 3 * MAX_SIDES as usize + MAX_BONUS as usize;

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
    instructions.run(Block { sampler: &Sampler::new(plan), stream, attacks, counts: &mut counts });
    counts
}

/// A plan prepared for sampling.
struct Sampler {
    strike: Strike,
    max_dice: usize,
    faces: Thresholds,
    cover_hits: u16,
    order: CoverOrder,
}

impl Sampler {
    fn new(plan: &AttackPlan) -> Sampler {
        let cover_hits = cover_hits(plan);
        let covered = cover_hits > 0;
        let faces = if covered { Thresholds::covered(&plan.chart) } else { Thresholds::open(&plan.chart, plan.cover) };
        let max_dice = plan.max_damage_dice();
        Sampler { strike: Strike::of_attack(plan), max_dice, faces, cover_hits, order: plan.chart.order }
    }
}

/// One block of attacks, to be compiled for each instruction set.
struct Block<'a> {
    sampler: &'a Sampler,
    stream: Stream,
    attacks: u64,
    counts: &'a mut AttackCounts,
}

impl Task for Block<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Block { sampler, stream, attacks, counts } = self;
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
