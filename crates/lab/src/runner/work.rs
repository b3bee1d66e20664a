//! Work as plain data: everything another program needs to count a part of a run.

use super::Countable;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A range of blocks of one simulation, with all data needed to count it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
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
}

/// A requested simulation, or some of its blocks.
#[derive(Clone)]
pub struct Wanted {
    /// Name of the counts; together with the seed it determines all dice.
    pub name: String,
    pub count: Arc<dyn Countable>,
    pub blocks: Range<u64>,
}

impl Wanted {
    /// Returns a job with all blocks of a simulation.
    pub fn whole(name: String, count: Arc<dyn Countable>) -> Wanted {
        let blocks = 0..count.blocks();
        Wanted { name, count, blocks }
    }
}

/// Returns the blocks of shard `k` of `n`, from 1; together the shards contain every block once.
pub fn shard(blocks: &Range<u64>, k: u64, n: u64) -> Range<u64> {
    let len = u128::from(blocks.end - blocks.start);
    let cut = |k: u64| blocks.start + (len * u128::from(k) / u128::from(n)) as u64;
    cut(k - 1)..cut(k)
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
}
