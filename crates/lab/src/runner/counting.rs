//! What is counted in numbered blocks, and its counts: integers that add, so that it makes no difference who counted
//! which block, when, or where.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Integer counts that add.
pub trait Counts: Serialize + DeserializeOwned + Send {
    /// Adds the counts of other blocks of the same simulation.
    fn add(&mut self, other: &Self);
}

/// A simulation in numbered blocks, each with dice of its own.
pub trait Counting: Send + Sync {
    type Counts: Counts;

    /// Samples or games in all.
    fn size(&self) -> u64;

    /// Samples or games of a block; of the last one, what is left.
    fn block_size(&self) -> u64;

    /// Counts a block, whose samples or games are numbered as `range` says; none where `stop` was set before its end.
    fn count(&self, block: u64, range: Range<u64>, stop: &AtomicBool) -> Option<Self::Counts>;

    /// Whether counts can be of so many samples or games of this simulation.
    fn fits(&self, counts: &Self::Counts, size: u64) -> bool;

    /// Some nanoseconds that a sample or game takes, for the time left of a run; no result depends on it.
    fn effort(&self) -> f64;
}

/// Neighbouring blocks and their counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub blocks: Range<u64>,
    pub counts: Value,
}

/// A [`Counting`] whose counts are told as JSON, so that whoever runs it need not know their type.
pub trait Countable: Send + Sync {
    /// As [`Counting::size`].
    fn size(&self) -> u64;

    /// As [`Counting::block_size`].
    fn block_size(&self) -> u64;

    /// As [`Counting::effort`].
    fn effort(&self) -> f64;

    /// Counts blocks in their order, as many as are finished before `stop` is set; none where there are none. `watch`
    /// is told of samples or games done.
    fn count_blocks(&self, blocks: Range<u64>, watch: &dyn Fn(u64), stop: &AtomicBool) -> Option<Part>;

    /// The counts of several parts together; none where one of them is no part of this simulation.
    fn sum(&self, parts: &mut dyn Iterator<Item = &Part>) -> Option<Value>;

    /// Number of blocks.
    fn blocks(&self) -> u64 {
        self.size().div_ceil(self.block_size())
    }

    /// Numbers of the samples or games of these blocks.
    fn range(&self, blocks: &Range<u64>) -> Range<u64> {
        let number = |block: u64| block.saturating_mul(self.block_size()).min(self.size());
        number(blocks.start)..number(blocks.end)
    }
}

impl<T: Counting> Countable for T {
    fn size(&self) -> u64 {
        Counting::size(self)
    }

    fn block_size(&self) -> u64 {
        Counting::block_size(self)
    }

    fn effort(&self) -> f64 {
        Counting::effort(self)
    }

    fn count_blocks(&self, blocks: Range<u64>, watch: &dyn Fn(u64), stop: &AtomicBool) -> Option<Part> {
        let mut sum: Option<T::Counts> = None;
        let mut done = blocks.start..blocks.start;
        for block in blocks {
            let range = self.range(&(block..block + 1));
            let size = range.end - range.start;
            let Some(counts) = self.count(block, range, stop) else { break };
            // Once `stop` is set, policies no longer choose: a block that was still under way is no block of the run.
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
        Some(Part { blocks: done, counts: serde_json::to_value(sum?).ok()? })
    }

    fn sum(&self, parts: &mut dyn Iterator<Item = &Part>) -> Option<Value> {
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
        // Sums of large numbers that fit each for itself may not be any.
        serde_json::to_value(sum.filter(|sum| self.fits(sum, size))?).ok()
    }
}
