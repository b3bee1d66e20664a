//! Simulations in numbered blocks, and their counts: integers that can be added, so that results do not depend on the
//! machine, the time or the order of the blocks.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Integer counts that can be added.
pub trait Counts: Serialize + DeserializeOwned + Send {
    /// Adds the counts of other blocks of the same simulation.
    fn add(&mut self, other: &Self);
}

/// A simulation in numbered blocks, each with separate dice.
pub trait Counting: Send + Sync {
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
pub struct Part {
    pub blocks: Range<u64>,
    pub counts: Value,
}

/// A [`Counting`] with counts in JSON, so that the runner does not need their type.
pub trait Countable: Send + Sync {
    /// As [`Counting::size`].
    fn size(&self) -> u64;

    /// As [`Counting::block_size`].
    fn block_size(&self) -> u64;

    /// As [`Counting::effort`].
    fn effort(&self) -> f64;

    /// Counts blocks in order, as many as are finished before `stop` is set; `None` if none is finished. `watch` is
    /// called with the number of samples or games of each block.
    fn count_blocks(&self, blocks: Range<u64>, watch: &dyn Fn(u64), stop: &AtomicBool) -> Option<Part>;

    /// Adds the counts of several parts; `None` if a part does not belong to this simulation.
    fn sum(&self, parts: &mut dyn Iterator<Item = &Part>) -> Option<Value>;

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
        // The sum of counts that fit individually may overflow or not fit.
        serde_json::to_value(sum.filter(|sum| self.fits(sum, size))?).ok()
    }
}
