//! Sampling of single attacks, and the integer counts of their results.
//!
//! Attacks are only counted, so they do not stay together: first the attack dice of all are rolled and the attacks
//! counted by their number of damage dice; then those with equally many roll their damage dice.

use super::attack_dice::{AttackDice, Tray};
use super::damage_dice::{DamageDice, Hits};
use super::dispatch::{Instructions, Task};
use super::{lanes::Lanes, sample::JointCounts};
use crate::{Stream, plan::AttackPlan};

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
fn cover_hits(plan: &AttackPlan) -> u8 {
    if plan.chart.cover == plan.chart.target { 0 } else { plan.max_damage_dice().min(plan.cover.hits().into()) as u8 }
}

/// Samples attacks from one random stream.
///
/// # Panics
/// Panics, or samples wrongly, on a plan that [`AttackPlan::check`] refuses.
pub fn attack_block(plan: &AttackPlan, stream: Stream, attacks: u64) -> AttackCounts {
    attack_block_with(Instructions::detect(), plan, stream, attacks)
}

/// Samples like [`attack_block`] with a given instruction set, to compare instruction sets.
pub fn attack_block_with(instructions: Instructions, plan: &AttackPlan, stream: Stream, attacks: u64) -> AttackCounts {
    let mut counts = AttackCounts::new(plan);
    let (attack_dice, damage_dice) = (AttackDice::new(plan), DamageDice::new(plan, cover_hits(plan)));
    // Without an attack die there are no damage dice, even with spot dice (R19).
    let mut by_dice = vec![0; plan.max_damage_dice() + 1];
    if plan.attack.is_empty() {
        by_dice[0] = attacks;
    } else {
        instructions.run(AttackBlock {
            attack_dice: &attack_dice,
            damage_dice: &damage_dice,
            lanes: Lanes::new(stream),
            attacks,
            by_dice: &mut by_dice,
            counts: &mut counts.joint,
        });
    }
    counts.joint.as_mut_slice()[0] += by_dice[0];
    counts.samples += attacks;
    counts
}

/// One block of attacks, to be compiled for each instruction set.
struct AttackBlock<'a> {
    attack_dice: &'a AttackDice,
    damage_dice: &'a DamageDice,
    lanes: Lanes,
    attacks: u64,
    /// Number of attacks by damage dice.
    by_dice: &'a mut [u64],
    /// Counts of the attacks that have damage dice.
    counts: &'a mut JointCounts,
}

impl Task for AttackBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        self.attack_dice.count(&mut self.lanes, &mut Tray::new(), self.attacks, self.by_dice);
        let columns = self.counts.columns();
        let (mut hits, counts) = (Hits::new(), self.counts.as_mut_slice());
        for (dice, attacks) in self.by_dice.iter().enumerate().skip(1) {
            self.damage_dice.count(&mut self.lanes, &mut hits, dice, *attacks, (counts, columns));
        }
    }
}
