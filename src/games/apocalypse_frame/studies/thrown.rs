//! Simulation of every armament, compared with its exact answer, on the first target.

use super::super::catalogue::armament::Armament;
use super::super::catalogue::tag::Band;
use super::super::odds::armaments::{ArmamentOdds, armaments};
use super::super::odds::circumstance::{Circumstance, plan};
use super::super::odds::simulated::{MOST, Tally, tally};
use super::super::odds::single::Target;
use super::super::ruleset::Ruleset;
use super::super::shot::Shot;
use super::against::{ArmamentsStudy, told};
use hitchart_lab::runner::games::key;
use hitchart_lab::runner::{Counts, Job, Simulation};
use hitchart_lab::study::{DISAGREEMENT, Estimates, Run, RunCounts, add_all};
use hitchart_report::Warning;
use hitchart_report::table::Table;
use hitchart_stats::{LEVEL, chi_square, holm, mean};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Attacks per block: some milliseconds.
const BLOCK: u64 = 1 << 17;

/// Attacks of one armament.
struct Thrown {
    shot: Shot,
    target: Target,
    /// True if cover counts.
    at_far: bool,
    rules: Arc<Ruleset>,
    samples: u64,
    name: String,
    seed: u64,
}

impl Counts for Tally {
    fn add(&mut self, other: &Tally) {
        add_all(&mut self.outcomes, &other.outcomes);
        add_all(&mut self.harm, &other.harm);
        self.splashes += other.splashes;
        self.shielded += other.shielded;
    }
}

impl Simulation for Thrown {
    type Counts = Tally;

    fn size(&self) -> u64 {
        self.samples
    }

    fn block_size(&self) -> u64 {
        BLOCK
    }

    fn count(&self, block: u64, range: Range<u64>, stop: &AtomicBool) -> Option<Tally> {
        let key = key(self.seed, &self.name, block);
        let samples = range.end - range.start;
        let tally = tally(self.shot, &self.target, self.at_far, &self.rules, samples, key);
        (!stop.load(Ordering::Relaxed)).then_some(tally)
    }

    fn fits(&self, tally: &Tally, samples: u64) -> bool {
        let is_all = |counts: &[u64]| counts.iter().try_fold(0u64, |sum, n| sum.checked_add(*n)) == Some(samples);
        is_all(&tally.outcomes)
            && is_all(&tally.harm)
            && tally.harm.len() == MOST + 1
            && tally.splashes.max(tally.shielded) <= samples
    }

    fn effort(&self) -> f64 {
        20.0
    }
}

/// Returns the jobs for the attacks of every armament.
pub(super) fn jobs(run: &Run<'_>, asked: &ArmamentsStudy) -> Vec<Job> {
    let circumstance = Circumstance { in_force: asked.with, ..Circumstance::default() };
    let of = |odds: &ArmamentOdds| {
        let name = name(run.name, odds);
        let thrown = Thrown {
            shot: plan(armament(asked, odds)?, &circumstance),
            target: asked.targets[0].target,
            at_far: odds.at == Band::Far,
            rules: Arc::clone(&asked.rules),
            samples: run.samples,
            name: name.clone(),
            seed: run.seed,
        };
        Some(Job::whole(name, Arc::new(thrown)))
    };
    exact(asked).iter().filter_map(of).collect()
}

fn exact(asked: &ArmamentsStudy) -> Vec<ArmamentOdds> {
    armaments(asked.gear, &asked.targets[0].target, asked.with, &asked.rules)
}

fn name(study: &str, odds: &ArmamentOdds) -> String {
    format!("{study}/{}", odds.name)
}

/// Returns the armament of some odds, from the same lists.
fn armament<'a>(asked: &'a ArmamentsStudy, odds: &ArmamentOdds) -> Option<&'a Armament> {
    let catalogue = &asked.rules.catalogue;
    let list = catalogue.armaments(asked.gear).iter().chain(&catalogue.backups);
    list.into_iter().find(|armament| armament.name == odds.name)
}

/// Returns the simulated results next to the exact ones, and warnings; `None` if nothing was simulated.
pub(super) fn beside(study: &str, asked: &ArmamentsStudy, counted: &RunCounts) -> Option<(Table, Vec<Warning>)> {
    let exact = exact(asked);
    let tallies: Vec<Tally> = exact.iter().map(|odds| counted.of(&name(study, odds))).collect::<Option<_>>()?;
    let p: Vec<f64> = exact.iter().zip(&tallies).map(|(odds, tally)| p_value(odds, tally)).collect();
    let adjusted = holm(&p);
    let warnings = exact
        .iter()
        .zip(&adjusted)
        .filter(|(_, p)| **p < DISAGREEMENT)
        .map(|(odds, p)| Warning::Disagreement { what: name(study, odds), p_value: *p, level: DISAGREEMENT });
    let means: Vec<_> = exact.iter().zip(&tallies).map(|(odds, tally)| mean(&counts(odds, tally), LEVEL)).collect();
    let target = &asked.targets[0].target;
    let table = Table::new(
        format!("{study}-simulated"),
        "Simulated beside exact",
        format!("{}; chi-square p-values after Holm.", told(target)),
    )
    .text("armament", "Armament", exact.iter().map(|odds| odds.name.as_str()))
    .number("exact", "Exact", 4, exact.iter().map(|odds| odds.harm.mean))
    .estimates(["simulated", "interval"], "Simulated", 4, means.iter().copied())
    .number("p_value", "Adjusted p", 3, adjusted.iter().copied())
    .count("n", "N", means.iter().map(|mean| mean.n));
    Some((table, warnings.collect()))
}

/// Returns the attacks by Harm, up to the most that is possible or occurred.
fn counts(odds: &ArmamentOdds, tally: &Tally) -> Vec<u64> {
    let mut counts = tally.harm().to_vec();
    counts.resize(odds.harm.pmf.len().max(counts.len()), 0);
    counts
}

/// Returns the chi-square p-value of the simulated Harm against the exact distribution.
fn p_value(odds: &ArmamentOdds, tally: &Tally) -> f64 {
    let (counts, mut pmf) = (counts(odds, tally), odds.harm.pmf.clone());
    pmf.resize(counts.len(), 0.0);
    chi_square(&counts, &pmf).p_value
}
