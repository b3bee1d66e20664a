//! Blocks of several simulations, handed out to threads in chunks.

use super::{Countable, Part, Wanted};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

/// Shortest time that a chunk should take: long enough that the overhead of a chunk is negligible, short enough that a
/// killed run loses little.
const SHORTEST: Duration = Duration::from_millis(200);
/// A chunk takes at most this fraction of the elapsed time of the run, so that a long run writes few lines.
const SHARE: u32 = 64;

/// The remaining work: for each simulation the ranges of blocks that no thread has taken.
pub(super) struct Queue {
    left: Vec<Vec<Range<u64>>>,
    /// Size of the next chunk of each simulation, in blocks.
    chunk: Vec<u64>,
}

impl Queue {
    /// Creates a queue of the jobs without the finished parts.
    pub fn new(wanted: &[Wanted], done: &[BTreeMap<u64, Part>]) -> Queue {
        let left = wanted.iter().zip(done).map(|(wanted, done)| gaps(&wanted.blocks, done)).collect();
        Queue { left, chunk: vec![1; wanted.len()] }
    }

    /// Estimates the remaining work in nanoseconds.
    pub fn effort(&self, wanted: &[Wanted]) -> f64 {
        let size = |count: &dyn Countable, blocks: &Range<u64>| {
            let range = count.range(blocks);
            (range.end - range.start) as f64 * count.effort()
        };
        let of_all = wanted.iter().zip(&self.left);
        of_all.flat_map(|(wanted, left)| left.iter().map(|blocks| size(wanted.count.as_ref(), blocks))).sum()
    }

    /// Takes the next chunk, with the place of its simulation; `None` if nothing is left.
    pub fn take(&mut self) -> Option<(usize, Range<u64>)> {
        let place = self.left.iter().position(|ranges| !ranges.is_empty())?;
        let first = &mut self.left[place][0];
        let end = first.start.saturating_add(self.chunk[place]).min(first.end);
        let taken = first.start..end;
        first.start = end;
        if first.is_empty() {
            self.left[place].remove(0);
        }
        Some((place, taken))
    }

    /// Adapts the size of the next chunk to the duration of the last one. It at most doubles, because blocks differ.
    pub fn learn(&mut self, place: usize, blocks: u64, took: Duration, elapsed: Duration) {
        let aim = SHORTEST.max(elapsed / SHARE).as_secs_f64();
        let better = (blocks as f64 * aim / took.as_secs_f64().max(1e-6)).max(1.0) as u64;
        self.chunk[place] = better.min(2 * blocks.max(1));
    }
}

/// Returns the blocks of a range that no part covers.
fn gaps(all: &Range<u64>, done: &BTreeMap<u64, Part>) -> Vec<Range<u64>> {
    let mut gaps = Vec::new();
    let mut next = all.start;
    for part in done.values() {
        if part.blocks.start > next {
            gaps.push(next..part.blocks.start.min(all.end));
        }
        next = next.max(part.blocks.end);
    }
    if next < all.end {
        gaps.push(next..all.end);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn part(blocks: Range<u64>) -> (u64, Part) {
        (blocks.start, Part { blocks, counts: Value::Null })
    }

    #[test]
    fn gaps_are_what_no_part_covers() {
        let done = BTreeMap::from([part(2..4), part(4..5), part(8..10)]);
        let gaps = |all: Range<u64>, done: &BTreeMap<u64, Part>| -> Vec<(u64, u64)> {
            gaps(&all, done).into_iter().map(|gap| (gap.start, gap.end)).collect()
        };
        assert_eq!(gaps(0..12, &done), [(0, 2), (5, 8), (10, 12)]);
        assert_eq!(gaps(2..10, &done), [(5, 8)]);
        assert_eq!(gaps(8..10, &done), []);
        assert_eq!(gaps(0..3, &BTreeMap::new()), [(0, 3)]);
    }
}
