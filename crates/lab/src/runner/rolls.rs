//! Rolls of any dice: each sample gives one whole number for each result, and the numbers are counted.

use super::{Counts, Simulation};
use hitchart_dice::algebra::{DiceOdds, Distribution, Expression, ExpressionRoll};
use hitchart_dice::chain::{Chain, ChainOdds, Unit};
use hitchart_dice::{Stream, Throw, job_id};
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments, chi_square};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{collections::BTreeMap, fmt, ops::Range, sync::Arc};

/// Samples of a block, which share a random stream.
const BLOCK: u64 = 1 << 14;

/// Samples that are tried to see if dice can be sampled, and the most rolls of dice of each.
const TRIED: (u32, u64) = (100, 100_000);

/// Rolls once, and returns one number for each result; `None` if that takes more than a number of rolls of dice.
type Roller = Arc<dyn Fn(&mut Throw, u64) -> Option<Vec<i64>> + Send + Sync>;

/// Dice that can be rolled, with the exact distribution of each result.
#[derive(Clone)]
pub struct DicePlan {
    roller: Roller,
    exact: Vec<Distribution>,
}

impl fmt::Debug for DicePlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DicePlan").field("exact", &self.exact).finish_non_exhaustive()
    }
}

impl DicePlan {
    /// Creates the plan of an expression with its distribution. The result of a tuple is its place among the tuples.
    pub fn of_expression(expression: Expression, odds: &DiceOdds) -> DicePlan {
        let tuples: Vec<Vec<i64>> = match odds {
            DiceOdds::Number(_) => Vec::new(),
            DiceOdds::Tuple(odds) => odds.iter().map(|(tuple, _)| tuple.to_vec()).collect(),
        };
        let exact = match odds {
            DiceOdds::Number(odds) => Some(odds.clone()),
            DiceOdds::Tuple(odds) => Distribution::weighted((0..).zip(odds.iter()).map(|(place, (_, p))| (place, p))),
        };
        let roller = move |throw: &mut Throw, most| {
            Some(vec![match expression.roll(throw, most)? {
                ExpressionRoll::Number(number) => number,
                ExpressionRoll::Tuple(tuple) => tuples.binary_search(&tuple).map_or(-1, |place| place as i64),
            }])
        };
        DicePlan { roller: Arc::new(roller), exact: exact.into_iter().collect() }
    }

    /// Creates the plan of a chain with its distributions: the results are the damage, and the wounds and models that
    /// a unit loses.
    pub fn of_chain(chain: Chain, unit: Option<Unit>, odds: &ChainOdds) -> DicePlan {
        let exact = [Some(&odds.damage), odds.lost.as_ref(), odds.removed.as_ref()];
        let roller = move |throw: &mut Throw, most| {
            let roll = chain.roll(unit.as_ref(), throw, most)?;
            Some(vec![roll.damage, roll.lost, roll.removed])
        };
        DicePlan { roller: Arc::new(roller), exact: exact.into_iter().flatten().cloned().collect() }
    }

    /// Returns the exact distribution of each result.
    pub fn exact(&self) -> &[Distribution] {
        &self.exact
    }

    /// Checks that samples take few enough rolls of dice.
    ///
    /// # Errors
    /// Returns the reason why the dice cannot be sampled.
    pub fn check(&self) -> Result<(), String> {
        let mut throw = Throw::new(0);
        match (0..TRIED.0).all(|_| (self.roller)(&mut throw, TRIED.1).is_some()) {
            true => Ok(()),
            false => Err(format!("a sample takes more than {} rolls of dice, so it cannot be simulated", TRIED.1)),
        }
    }
}

/// Counts of rolled numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceTally {
    /// Number of samples.
    pub samples: u64,
    /// For each result, the samples with each number.
    pub counts: Vec<BTreeMap<i64, u64>>,
}

impl DiceTally {
    /// Estimates the mean of a result; `exact` has its least and greatest number.
    pub fn mean(&self, result: usize, exact: &Distribution) -> Estimate {
        let values = self.counts[result].iter().map(|(value, count)| (*value as f64, *count));
        Estimate::of(&Moments::of_counts(values), &Bounds::between(exact.min() as f64, exact.max() as f64), LEVEL)
    }

    /// Returns the number of samples whose result is from `first` to `last`.
    pub fn between(&self, result: usize, first: i64, last: i64) -> u64 {
        self.counts[result].range(first..=last.max(first)).map(|(_, count)| count).sum()
    }

    /// Tests the numbers of a result against its distribution (chi-square), and returns the p-value.
    pub fn p_value(&self, result: usize, exact: &Distribution) -> f64 {
        let counts = &self.counts[result];
        let inside = exact.iter().map(|(value, p)| (counts.get(&value).copied().unwrap_or(0), p));
        let outside = counts.iter().filter(|(value, _)| exact.at(**value) <= 0.0).map(|(_, count)| (*count, 0.0));
        let (observed, chances): (Vec<u64>, Vec<f64>) = inside.chain(outside).unzip();
        chi_square(&observed, &chances).p_value
    }
}

impl Counts for DiceTally {
    fn add(&mut self, other: &DiceTally) {
        self.samples += other.samples;
        for (sums, more) in self.counts.iter_mut().zip(&other.counts) {
            more.iter().for_each(|(value, count)| *sums.entry(*value).or_default() += count);
        }
    }
}

/// Samples of dice; name and seed determine all dice.
#[derive(Clone, Debug)]
pub struct Rolls {
    plan: DicePlan,
    samples: u64,
    seed: u64,
    job: u64,
}

impl Rolls {
    /// Creates a simulation of a plan under a name.
    pub fn new(plan: DicePlan, samples: u64, seed: u64, name: &str) -> Rolls {
        Rolls { plan, samples, seed, job: job_id(name) }
    }
}

impl Simulation for Rolls {
    type Counts = DiceTally;

    fn size(&self) -> u64 {
        self.samples
    }

    fn block_size(&self) -> u64 {
        BLOCK
    }

    fn count(&self, block: u64, range: Range<u64>, stop: &AtomicBool) -> Option<DiceTally> {
        let mut throw = Throw::new(Stream { seed: self.seed, job: self.job, stream: block }.key());
        let samples = range.end - range.start;
        let mut tally = DiceTally { samples, counts: vec![BTreeMap::new(); self.plan.exact.len()] };
        for _ in range {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let numbers = (self.plan.roller)(&mut throw, u64::MAX)?;
            for (counts, number) in tally.counts.iter_mut().zip(numbers) {
                *counts.entry(number).or_default() += 1;
            }
        }
        Some(tally)
    }

    fn fits(&self, tally: &DiceTally, samples: u64) -> bool {
        let sum = |counts: &BTreeMap<i64, u64>| counts.values().fold(0u64, |sum, count| sum.saturating_add(*count));
        tally.samples == samples
            && tally.counts.len() == self.plan.exact.len()
            && tally.counts.iter().all(|counts| sum(counts) == samples)
    }

    fn effort(&self) -> f64 {
        300.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{Job, Progress, count_one};

    /// One thread counts the same numbers as the runner on all threads, block for block.
    #[test]
    fn samples_are_those_of_their_streams() {
        let expression: Expression = "d6".parse().expect("dice");
        let odds = expression.odds().expect("odds");
        let rolls = Rolls::new(DicePlan::of_expression(expression, &odds), BLOCK + 500, 5, "x");
        let job = Job::whole("x".to_owned(), Arc::new(rolls.clone()));
        let counted = count_one(&job, &Progress::hidden(), &AtomicBool::new(false)).expect("nothing stops it");
        let stop = AtomicBool::new(false);
        let mut sum = rolls.count(0, 0..BLOCK, &stop).expect("a block");
        sum.add(&rolls.count(1, BLOCK..BLOCK + 500, &stop).expect("a block"));
        assert_eq!(DiceTally::deserialize(counted).expect("a tally"), sum);
        let die = Distribution::die(6);
        assert!(sum.p_value(0, &die) > 0.001 && sum.p_value(0, &Distribution::die(5)) == 0.0);
        assert!((sum.mean(0, &die).point - 3.5).abs() < 0.05);
        assert_eq!(sum.between(0, 1, 6), BLOCK + 500);
        assert!(!rolls.fits(&sum, BLOCK));
    }

    #[test]
    fn dice_that_take_too_long_are_refused() {
        let plan = |text: &str| {
            let expression: Expression = text.parse().expect("dice");
            DicePlan::of_expression(expression.clone(), &expression.odds().expect("odds"))
        };
        assert!(plan("2d6 given >= 12").check().is_ok() && plan("sorted(3d6)").check().is_ok());
        assert!(plan("20d6 given >= 119").check().is_err_and(|reason| reason.contains("100000")));
    }
}
