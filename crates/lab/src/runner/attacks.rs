//! Attacks and runs of attacks, as sampled by the kernel.

use super::{Counts, Simulation};
use hitchart_dice::kernel::{self, BLOCK};
use hitchart_dice::plan::{AttackPlan, SeriesPlan};
use hitchart_dice::{Stream, job_id};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Counts of simulated attacks, or of runs of attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackTally {
    /// Number of simulated attacks, or of runs of attacks.
    pub samples: u64,
    /// Samples by hits on cover (rows) and damage to the target (columns).
    pub joint: Vec<Vec<u64>>,
    /// Samples in which the target survives 0, 1, … attacks; empty for single attacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alive_after: Vec<u64>,
}

impl AttackTally {
    /// Returns the samples by damage to the target.
    pub fn damage(&self) -> Vec<u64> {
        let columns = self.joint.first().map_or(0, Vec::len);
        (0..columns).map(|column| self.joint.iter().map(|row| row[column]).sum()).collect()
    }

    /// Returns all cells, row by row.
    pub fn cells(&self) -> Vec<u64> {
        self.joint.concat()
    }

    /// Returns true if the counts are consistent with `samples` samples, a table of this shape, and `alive` numbers of
    /// survivors.
    fn fits(&self, samples: u64, (rows, columns): (usize, usize), alive: usize) -> bool {
        let cells: u64 = self.joint.iter().flatten().fold(0, |sum, count| sum.saturating_add(*count));
        self.samples == samples
            && cells == samples
            && self.joint.len() == rows
            && self.joint.iter().all(|row| row.len() == columns)
            && self.alive_after.len() == alive
            && self.alive_after.iter().all(|alive| *alive <= samples)
            && self.alive_after.windows(2).all(|two| two[1] <= two[0])
    }
}

impl Counts for AttackTally {
    fn add(&mut self, other: &AttackTally) {
        self.samples += other.samples;
        for (row, more) in self.joint.iter_mut().zip(&other.joint) {
            row.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self.alive_after.iter_mut().zip(&other.alive_after).for_each(|(sum, more)| *sum += more);
    }
}

/// The plan of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// Single attacks.
    Attack(AttackPlan),
    /// Runs of several attacks on one target.
    Series(SeriesPlan),
}

/// Samples of a plan; name and seed determine all dice.
#[derive(Clone, Debug)]
pub struct Sampled {
    /// Attack, or run of attacks, to sample.
    pub plan: Plan,
    /// Number of samples.
    pub samples: u64,
    /// Seed of the random streams.
    pub seed: u64,
    /// Hash of the name, see [`job_id`].
    pub job: u64,
}

impl Sampled {
    /// Creates a simulation of a plan under a name.
    pub fn new(plan: Plan, samples: u64, seed: u64, name: &str) -> Sampled {
        Sampled { plan, samples, seed, job: job_id(name) }
    }

    /// Counts a block of `samples` samples.
    fn block(&self, stream: Stream, samples: u64) -> AttackTally {
        match &self.plan {
            Plan::Attack(plan) => {
                let counts = kernel::attack_block(plan, stream, samples);
                AttackTally { samples, joint: rows(&counts.joint), alive_after: Vec::new() }
            }
            Plan::Series(plan) => {
                let counts = kernel::series_block(plan, stream, samples);
                AttackTally { samples, joint: rows(&counts.joint), alive_after: counts.alive_after }
            }
        }
    }
}

/// Samples an attack on this thread; name and seed determine all dice.
pub fn sample(plan: &AttackPlan, samples: u64, seed: u64, name: &str) -> AttackTally {
    let sampled = Sampled::new(Plan::Attack(*plan), samples, seed, name);
    let block = |block: u64| {
        let stream = Stream { seed, job: sampled.job, stream: block };
        sampled.block(stream, samples.saturating_sub(block * BLOCK).min(BLOCK))
    };
    let mut tally = block(0);
    (1..samples.div_ceil(BLOCK)).for_each(|next| tally.add(&block(next)));
    tally
}

impl Simulation for Sampled {
    type Counts = AttackTally;

    fn size(&self) -> u64 {
        self.samples
    }

    fn block_size(&self) -> u64 {
        BLOCK
    }

    fn count(&self, block: u64, range: Range<u64>, stop: &AtomicBool) -> Option<AttackTally> {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let stream = Stream { seed: self.seed, job: self.job, stream: block };
        Some(self.block(stream, range.end - range.start))
    }

    fn fits(&self, tally: &AttackTally, samples: u64) -> bool {
        match &self.plan {
            Plan::Attack(plan) => tally.fits(samples, shape(&kernel::AttackCounts::new(plan).joint), 0),
            Plan::Series(plan) => {
                let alive = usize::from(plan.attacks) + 1;
                tally.fits(samples, shape(&kernel::SeriesCounts::new(plan).joint), alive)
            }
        }
    }

    fn effort(&self) -> f64 {
        match &self.plan {
            Plan::Attack(_) => 1.0,
            Plan::Series(plan) => 5.0 * f64::from(plan.attacks),
        }
    }
}

fn shape(joint: &kernel::JointCounts) -> (usize, usize) {
    (joint.rows(), joint.columns())
}

fn rows(joint: &kernel::JointCounts) -> Vec<Vec<u64>> {
    joint.as_slice().chunks(joint.columns()).map(<[u64]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{Job, Progress, count_one};
    use hitchart_dice::Pool;
    use hitchart_dice::plan::{Cover, HitChart};
    use std::sync::Arc;

    /// Sampling without a runner uses the same dice as the runner, block for block.
    #[test]
    fn samples_on_this_thread_are_those_of_the_runner() {
        let pool = |text: &str| text.parse::<Pool>().expect("dice");
        let chart = HitChart::target_only(5);
        let plan = AttackPlan {
            attack: pool("3d6"),
            spot: Pool::EMPTY,
            second_spot: Pool::EMPTY,
            bonus: 0,
            defense: pool("2d6").into(),
            chart,
            cover: Cover::None,
        };
        let samples = BLOCK + 1000;
        let job = Job::whole("x".to_owned(), Arc::new(Sampled::new(Plan::Attack(plan), samples, 5, "x")));
        let counted = count_one(&job, &Progress::hidden(), &AtomicBool::new(false)).expect("nothing stops it");
        assert_eq!(sample(&plan, samples, 5, "x"), AttackTally::deserialize(counted).expect("a tally"));
        assert_eq!(sample(&plan, 0, 5, "x").samples, 0);
    }
}
