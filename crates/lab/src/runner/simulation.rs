//! Simulations in numbered blocks: their counts, their jobs, and data that is held while they are counted.
//!
//! Counts are integers that can be added, so that results do not depend on the machine, the time or the order of the
//! blocks.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{collections::BTreeMap, fmt, ops::Range};

// Simulations and their counts.

/// Integer counts that can be added.
pub trait Counts: Serialize + DeserializeOwned + Send {
    /// Adds the counts of other blocks of the same simulation.
    fn add(&mut self, other: &Self);
}

/// A simulation in numbered blocks, each with separate dice.
pub trait Simulation: Send + Sync {
    /// Counts of a block, or sum of the counts of several.
    type Counts: Counts;

    /// Returns the total number of samples or games.
    fn size(&self) -> u64;

    /// Returns the number of samples or games of a block; the last block may have fewer.
    fn block_size(&self) -> u64;

    /// Counts a block, with the samples or games numbered by `range`; `None` if `stop` was set before its end.
    fn count(&self, block: u64, range: Range<u64>, stop: &AtomicBool) -> Option<Self::Counts>;

    /// Returns true if the counts are consistent with `size` samples or games of this simulation.
    fn fits(&self, counts: &Self::Counts, size: u64) -> bool;

    /// Estimates the nanoseconds of a sample or game, for the time left of a run; results do not depend on it.
    fn effort(&self) -> f64;
}

/// Neighbouring blocks and their counts.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockCounts {
    /// Numbers of the blocks, from `start` to before `end`.
    pub blocks: Range<u64>,
    /// Sum of the counts of these blocks, in the format of the simulation.
    pub counts: Value,
}

/// A [`Simulation`] with counts in JSON, so that the runner does not need their type.
pub trait Countable: Send + Sync {
    /// As [`Simulation::size`].
    fn size(&self) -> u64;

    /// As [`Simulation::block_size`].
    fn block_size(&self) -> u64;

    /// As [`Simulation::effort`].
    fn effort(&self) -> f64;

    /// Counts blocks in order, as many as are finished before `stop` is set; `None` if none is finished. `watch` is
    /// called with the number of samples or games of each block.
    fn count_blocks(&self, blocks: Range<u64>, watch: &dyn Fn(u64), stop: &AtomicBool) -> Option<BlockCounts>;

    /// Adds the counts of several parts; `None` if a part does not belong to this simulation.
    fn sum(&self, parts: &mut dyn Iterator<Item = &BlockCounts>) -> Option<Value>;

    /// Returns the number of blocks.
    fn blocks(&self) -> u64 {
        self.size().div_ceil(self.block_size())
    }

    /// Returns the numbers of the samples or games of these blocks.
    fn range(&self, blocks: &Range<u64>) -> Range<u64> {
        let number = |block: u64| block.saturating_mul(self.block_size()).min(self.size());
        number(blocks.start)..number(blocks.end)
    }
}

impl<T: Simulation> Countable for T {
    fn size(&self) -> u64 {
        Simulation::size(self)
    }

    fn block_size(&self) -> u64 {
        Simulation::block_size(self)
    }

    fn effort(&self) -> f64 {
        Simulation::effort(self)
    }

    fn count_blocks(&self, blocks: Range<u64>, watch: &dyn Fn(u64), stop: &AtomicBool) -> Option<BlockCounts> {
        let mut sum: Option<T::Counts> = None;
        let mut done = blocks.start..blocks.start;
        for block in blocks {
            let range = self.range(&(block..block + 1));
            let size = range.end - range.start;
            let Some(counts) = self.count(block, range, stop) else { break };
            // Once `stop` is set, policies no longer choose, so an unfinished block does not count.
            if stop.load(Ordering::Relaxed) {
                break;
            }
            done.end = block + 1;
            watch(size);
            match &mut sum {
                None => sum = Some(counts),
                Some(sum) => sum.add(&counts),
            }
        }
        Some(BlockCounts { blocks: done, counts: serde_json::to_value(sum?).ok()? })
    }

    fn sum(&self, parts: &mut dyn Iterator<Item = &BlockCounts>) -> Option<Value> {
        let (mut sum, mut size): (Option<T::Counts>, u64) = (None, 0);
        for part in parts {
            let range = self.range(&part.blocks);
            let counts = T::Counts::deserialize(&part.counts).ok()?;
            if !self.fits(&counts, range.end - range.start) {
                return None;
            }
            size = size.saturating_add(range.end - range.start);
            match &mut sum {
                None => sum = Some(counts),
                Some(sum) => sum.add(&counts),
            }
        }
        // The sum of counts that fit individually may overflow or not fit.
        serde_json::to_value(sum.filter(|sum| self.fits(sum, size))?).ok()
    }
}

// Jobs as plain data, and their shards.

/// A range of blocks of one simulation, with all data needed to count it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkUnit {
    /// Identifier of the run; the counts repeat it.
    pub run: String,
    /// Name of the game, as in scenario files.
    pub game: String,
    /// The complete ruleset.
    pub rules: Value,
    /// The policies that the scenario names.
    #[serde(default)]
    pub policies: Value,
    /// The study as written in a scenario, with its kind and name: its tables, companies, teams or plans.
    pub study: Value,
    /// Data that the study has read from other files.
    #[serde(default)]
    pub kept: Value,
    /// Seed of the run.
    pub seed: u64,
    /// Samples of each simulated answer.
    pub samples: u64,
    /// Counts of earlier stages, by the name of the simulation; the study derives the next simulations from them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counted: BTreeMap<String, Value>,
    /// Number of games; replaces that of the study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Policies; replace those of the study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_by: Option<Vec<String>>,
    /// Precision of every win rate at which the games stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
    /// Name of the simulation in the study; together with the seed it determines all dice.
    pub name: String,
    /// The blocks to count, from `start` to before `end`.
    pub blocks: Range<u64>,
    /// Estimate of the seconds on one core, for the program that distributes units; counts do not depend on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// A requested simulation, or some of its blocks.
#[derive(Clone)]
pub struct Job {
    /// Name of the counts; together with the seed it determines all dice.
    pub name: String,
    /// Simulation to count.
    pub count: Arc<dyn Countable>,
    /// Numbers of the requested blocks, from `start` to before `end`.
    pub blocks: Range<u64>,
}

impl Job {
    /// Returns a job with all blocks of a simulation.
    pub fn whole(name: String, count: Arc<dyn Countable>) -> Job {
        let blocks = 0..count.blocks();
        Job { name, count, blocks }
    }
}

/// Returns the blocks of shard `k` of `n`, from 1; together the shards contain every block once.
pub fn shard(blocks: &Range<u64>, k: u64, n: u64) -> Range<u64> {
    let len = u128::from(blocks.end - blocks.start);
    let cut = |k: u64| blocks.start + (len * u128::from(k) / u128::from(n)) as u64;
    cut(k - 1)..cut(k)
}

// Data that is held while a simulation is counted.

/// A value created for the first samples or games of a simulation and dropped after the last, so that a run holds only
/// the data of its current simulations.
pub struct Transient<T> {
    make: Box<dyn Fn() -> T + Send + Sync>,
    /// Number of samples or games left, and the value if created.
    state: Mutex<(u64, Option<Arc<T>>)>,
}

impl<T> Transient<T> {
    /// Creates a holder of the value of `make`, for this many samples or games.
    pub fn new(left: u64, make: impl Fn() -> T + Send + Sync + 'static) -> Transient<T> {
        Transient { make: Box::new(make), state: Mutex::new((left, None)) }
    }

    /// Returns the value, and creates it if necessary.
    pub fn take(&self) -> Arc<T> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(state.1.get_or_insert_with(|| Arc::new((self.make)())))
    }

    /// Records that this many samples or games are counted.
    pub fn counted(&self, many: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 = state.0.saturating_sub(many);
        if state.0 == 0 {
            state.1 = None;
        }
    }
}

impl<T> fmt::Debug for Transient<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Held").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_a_partition() {
        for (blocks, n) in [(0..0, 3), (0..1, 4), (5..105, 7), (0..u64::MAX, 5)] {
            let shards: Vec<_> = (1..=n).map(|k| shard(&blocks, k, n)).collect();
            assert_eq!((shards[0].start, shards[n as usize - 1].end), (blocks.start, blocks.end));
            assert!(shards.windows(2).all(|pair| pair[0].end == pair[1].start));
        }
    }

    #[test]
    fn it_is_there_from_the_first_game_to_the_last() {
        let there = Arc::new(());
        let kept = Arc::clone(&there);
        let held = Transient::new(10, move || Arc::clone(&kept));
        let after = |many| {
            drop(held.take());
            held.counted(many);
            Arc::strong_count(&there) - 2
        };
        assert_eq!([after(4), after(2), after(4)], [1, 1, 0]);
        assert_eq!(after(4), 0, "and again where games are played again");
    }
}
