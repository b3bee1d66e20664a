//! Simulation jobs, run one after the other: the kernel cuts attacks into numbered blocks and counts in integers;
//! games are cut into blocks here.

pub mod games;
mod progress;

pub use progress::Progress;

use crate::dice::job_id;
use crate::kernel;
use crate::plan::{AttackPlan, SeriesPlan};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What to simulate, under a name that fixes its random numbers.
#[derive(Clone, Debug)]
pub struct Job {
    pub name: String,
    pub plan: Plan,
}

/// The plan of a job.
#[derive(Clone, Debug)]
pub enum Plan {
    Attack(AttackPlan),
    Series(SeriesPlan),
}

/// Counts of one job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub samples: u64,
    /// Samples by hits on cover (rows) and damage to the target (columns).
    pub joint: Vec<Vec<u64>>,
    /// Samples in which the target stands after 0, 1, … attacks; empty for single attacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alive_after: Vec<u64>,
}

impl Tally {
    /// Samples by damage to the target.
    pub fn damage(&self) -> Vec<u64> {
        let columns = self.joint.first().map_or(0, Vec::len);
        (0..columns).map(|column| self.joint.iter().map(|row| row[column]).sum()).collect()
    }

    /// All cells, row by row.
    pub fn cells(&self) -> Vec<u64> {
        self.joint.concat()
    }
}

impl Job {
    /// Whether a tally can be of this job: as many samples in as many cells.
    pub fn is_counted_by(&self, tally: &Tally) -> bool {
        let (shape, attacks) = match &self.plan {
            Plan::Attack(plan) => (kernel::AttackCounts::new(plan).joint, 0),
            Plan::Series(plan) => (kernel::SeriesCounts::new(plan).joint, usize::from(plan.attacks) + 1),
        };
        let cells: u64 = tally.cells().iter().fold(0, |sum, count| sum.saturating_add(*count));
        tally.joint.len() == shape.rows()
            && tally.joint.iter().all(|row| row.len() == shape.columns())
            && tally.alive_after.len() == attacks
            && tally.alive_after.iter().all(|alive| *alive <= tally.samples)
            && cells == tally.samples
    }
}

/// Counts by job name.
pub type Counts = BTreeMap<String, Tally>;

/// Runs all jobs on the current thread pool. `watch` is told of samples as they are done and stops the run by
/// returning false; then there are no counts.
pub fn run(jobs: &[Job], seed: u64, samples: u64, watch: &(dyn Fn(u64) -> bool + Sync)) -> Option<Counts> {
    let done = |job: &Job| Some((job.name.clone(), simulate(job, seed, samples, watch)?));
    jobs.iter().map(done).collect()
}

/// Runs one job; none where it was stopped.
pub fn simulate(job: &Job, seed: u64, samples: u64, watch: &(dyn Fn(u64) -> bool + Sync)) -> Option<Tally> {
    let id = job_id(&job.name);
    let tally = match &job.plan {
        Plan::Attack(plan) => {
            let counts = kernel::attacks(plan, seed, id, samples, watch);
            Tally { samples: counts.samples, joint: rows(&counts.joint), alive_after: Vec::new() }
        }
        Plan::Series(plan) => {
            let counts = kernel::series(plan, seed, id, samples, watch);
            Tally { samples: counts.samples, joint: rows(&counts.joint), alive_after: counts.alive_after }
        }
    };
    (tally.samples == samples).then_some(tally)
}

fn rows(joint: &kernel::JointCounts) -> Vec<Vec<u64>> {
    joint.as_slice().chunks(joint.columns()).map(<[u64]>::to_vec).collect()
}
