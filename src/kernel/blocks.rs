//! Samples cut into numbered blocks that run in parallel.

use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Samples per block: long enough (half a millisecond and more) to hide the cost of scheduling, short enough that the
/// blocks of a short run fill many threads and that stopping takes effect at once.
pub const BLOCK: u64 = 1 << 18;

/// Integer counts that blocks are summed in.
pub(super) trait Counts: Send {
    /// Adds the counts of another block of the same plan.
    fn merge(&mut self, other: &Self);
}

/// Runs `samples` samples in blocks on rayon's current pool and sums their counts.
///
/// `block(counts, number, size)` adds the counts of one block. `progress` is told the size of each block done; once it
/// returns `false` no further block is begun.
pub(super) fn in_blocks<C: Counts>(
    samples: u64,
    zero: impl Fn() -> C + Sync,
    block: impl Fn(&mut C, u64, u64) + Sync,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> C {
    let stopped = AtomicBool::new(false);
    let run = |mut counts: C, number: u64| {
        if !stopped.load(Ordering::Relaxed) {
            let size = (samples - number * BLOCK).min(BLOCK);
            block(&mut counts, number, size);
            if !progress(size) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
        counts
    };
    let merge = |mut sum: C, part: C| {
        sum.merge(&part);
        sum
    };
    (0..samples.div_ceil(BLOCK)).into_par_iter().fold(&zero, run).reduce(&zero, merge)
}
