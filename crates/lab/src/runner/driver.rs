//! The driver of simulations: threads and the queue of blocks.

use super::{BlockCounts, Countable, Job, Progress, Stopwatch};
use rayon::prelude::*;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{collections::BTreeMap, io, ops::Range, time::Duration};

/// Parts of each job, by their first block, in the order of the jobs.
pub type Parts = Vec<BTreeMap<u64, BlockCounts>>;

/// Callback for every finished part, such as a journal; an error ends the run.
pub type OnPart<'a> = dyn Fn(&Job, &BlockCounts) -> io::Result<()> + Sync + 'a;

/// State shared by the threads.
struct Shared {
    queue: Queue,
    parts: Parts,
    failed: Option<io::Error>,
}

/// Counts the blocks of the jobs that are not in `done`, on rayon's current pool, until all are finished or `stop` is
/// set. The result includes `done`. The counts of a block do not depend on the thread or the time.
///
/// # Errors
/// Errors of `keep`.
pub fn drive(
    jobs: &[Job],
    done: Parts,
    keep: &OnPart<'_>,
    progress: &Progress,
    stop: &AtomicBool,
) -> io::Result<Parts> {
    let began = Stopwatch::start();
    let queue = Queue::new(jobs, &done);
    progress.announce(queue.effort(jobs));
    let shared = Mutex::new(Shared { queue, parts: done, failed: None });
    let halt = AtomicBool::new(false);
    rayon::broadcast(|_| {
        while !stop.load(Ordering::Relaxed) && !halt.load(Ordering::Relaxed) {
            let Some((place, blocks)) = lock(&shared).queue.take() else { break };
            let (unit, clock) = (&jobs[place], Stopwatch::start());
            progress.begin(&unit.name);
            let watch = |samples: u64| progress.add(unit.count.effort() * samples as f64);
            let Some(part) = unit.count.count_blocks(blocks, &watch, stop) else { break };
            if let Err(error) = keep(unit, &part) {
                halt.store(true, Ordering::Relaxed);
                lock(&shared).failed.get_or_insert(error);
                break;
            }
            let mut shared = lock(&shared);
            shared.queue.learn(place, part.blocks.end - part.blocks.start, clock.elapsed(), began.elapsed());
            shared.parts[place].insert(part.blocks.start, part);
        }
    });
    let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    shared.failed.map_or(Ok(shared.parts), Err)
}

/// Returns the counts of one complete job, computed on rayon's current pool; `None` if `stop` was set before the end.
pub fn count_one(job: &Job, progress: &Progress, stop: &AtomicBool) -> Option<Value> {
    let parts = drive(std::slice::from_ref(job), vec![BTreeMap::new()], &|_, _| Ok(()), progress, stop).ok()?;
    let end = without_gap(&parts[0], job.blocks.start).last().map(|part| part.blocks.end);
    (end == Some(job.blocks.end)).then(|| job.count.sum(&mut parts[0].values()))?
}

/// A thread that panicked has left no inconsistent state.
fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the parts that follow each other without a gap from a block on.
pub fn without_gap(parts: &BTreeMap<u64, BlockCounts>, from: u64) -> impl Iterator<Item = &BlockCounts> {
    let mut next = from;
    parts.values().take_while(move |part| {
        let follows = part.blocks.start == next;
        next = part.blocks.end;
        follows
    })
}

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
    pub(super) fn new(jobs: &[Job], done: &[BTreeMap<u64, BlockCounts>]) -> Queue {
        let left = jobs.iter().zip(done).map(|(job, done)| gaps(&job.blocks, done)).collect();
        Queue { left, chunk: vec![1; jobs.len()] }
    }

    /// Estimates the remaining work in nanoseconds.
    pub(super) fn effort(&self, jobs: &[Job]) -> f64 {
        let size = |count: &dyn Countable, blocks: &Range<u64>| {
            let range = count.range(blocks);
            (range.end - range.start) as f64 * count.effort()
        };
        let of_all = jobs.iter().zip(&self.left);
        of_all.flat_map(|(job, left)| left.iter().map(|blocks| size(job.count.as_ref(), blocks))).sum()
    }

    /// Takes the next chunk, with the place of its simulation; `None` if nothing is left.
    pub(super) fn take(&mut self) -> Option<(usize, Range<u64>)> {
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
    pub(super) fn learn(&mut self, place: usize, blocks: u64, took: Duration, elapsed: Duration) {
        let aim = SHORTEST.max(elapsed / SHARE).as_secs_f64();
        let better = (blocks as f64 * aim / took.as_secs_f64().max(1e-6)).max(1.0) as u64;
        self.chunk[place] = better.min(2 * blocks.max(1));
    }
}

/// Returns the blocks of a range that no part covers.
fn gaps(all: &Range<u64>, done: &BTreeMap<u64, BlockCounts>) -> Vec<Range<u64>> {
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

/// Calls a function for each key on the threads of this program, and returns its results in the order of the keys: the
/// `spread` of a conformance suite ([`hitchart_play::conformance::Promises`]).
pub fn on_threads(keys: Range<u64>, function: &(dyn Fn(u64) -> u64 + Sync)) -> Vec<u64> {
    keys.into_par_iter().map(function).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{Counts, Simulation, shard};
    use serde_json::Value;
    use std::ops::Range;
    use std::sync::Arc;

    /// Counts the numbers of a range and their sum.
    struct Numbers {
        size: u64,
        /// Stops the run at this number.
        last: Option<u64>,
    }

    impl Counts for [u64; 2] {
        fn add(&mut self, other: &[u64; 2]) {
            self.iter_mut().zip(other).for_each(|(sum, more)| *sum += more);
        }
    }

    impl Simulation for Numbers {
        type Counts = [u64; 2];

        fn size(&self) -> u64 {
            self.size
        }

        fn block_size(&self) -> u64 {
            7
        }

        fn count(&self, _: u64, range: Range<u64>, stop: &AtomicBool) -> Option<[u64; 2]> {
            if self.last.is_some_and(|last| range.contains(&last)) {
                stop.store(true, Ordering::Relaxed);
            }
            (!stop.load(Ordering::Relaxed)).then(|| [range.end - range.start, range.sum()])
        }

        fn fits(&self, counts: &[u64; 2], size: u64) -> bool {
            counts[0] == size
        }

        fn effort(&self) -> f64 {
            1.0
        }
    }

    fn job(size: u64, last: Option<u64>) -> Job {
        Job::whole("numbers".to_owned(), Arc::new(Numbers { size, last }))
    }

    fn counted(jobs: &[Job], threads: usize, done: Parts, stop: &AtomicBool) -> Parts {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let progress = Progress::hidden();
        pool.install(|| drive(jobs, done, &|_, _| Ok(()), &progress, stop)).unwrap()
    }

    fn sum(job: &Job, parts: &BTreeMap<u64, BlockCounts>) -> Value {
        job.count.sum(&mut without_gap(parts, job.blocks.start)).unwrap()
    }

    #[test]
    fn every_block_once_on_any_number_of_threads_and_in_shards() {
        for size in [1, 7, 8, 1000, 100_001] {
            let whole = serde_json::json!([size, size * (size - 1) / 2]);
            for threads in [1, 2, 7] {
                let all = [job(size, None), job(size, None)];
                let parts = counted(&all, threads, vec![BTreeMap::new(); 2], &AtomicBool::new(false));
                all.iter().zip(&parts).for_each(|(job, parts)| assert_eq!(sum(job, parts), whole));
            }
            let mut joined = BTreeMap::new();
            for k in [3, 1, 2] {
                let mut one = job(size, None);
                one.blocks = shard(&one.blocks, k, 3);
                let parts = counted(&[one], 2, vec![BTreeMap::new()], &AtomicBool::new(false));
                joined.extend(parts.into_iter().flatten());
            }
            assert_eq!(sum(&job(size, None), &joined), whole);
        }
    }

    #[test]
    fn a_stopped_run_is_a_shorter_run_and_goes_on_where_it_was() {
        let (cut, whole) = ([job(100_000, Some(500))], [job(100_000, None)]);
        let parts = counted(&cut, 3, vec![BTreeMap::new()], &AtomicBool::new(false));
        let before: u64 = without_gap(&parts[0], 0).map(|part| part.blocks.end - part.blocks.start).sum();
        assert!(before <= 500 / 7);
        let ended = counted(&whole, 2, parts, &AtomicBool::new(false));
        assert_eq!(sum(&whole[0], &ended[0]), serde_json::json!([100_000, 4_999_950_000u64]));
    }

    #[test]
    fn an_error_of_the_journal_ends_the_run() {
        let full = |_: &Job, _: &BlockCounts| Err(io::Error::from(io::ErrorKind::StorageFull));
        let ended =
            drive(&[job(1000, None)], vec![BTreeMap::new()], &full, &Progress::hidden(), &AtomicBool::new(false));
        assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn parts_of_other_simulations_are_refused() {
        let (few, many) = (job(10, None), job(1000, None));
        let part = BlockCounts { blocks: 0..1, counts: serde_json::json!([6, 15]) };
        assert!(few.count.sum(&mut [&part].into_iter()).is_none());
        let part = BlockCounts { blocks: 0..1, counts: serde_json::json!("seven") };
        assert!(many.count.sum(&mut [&part].into_iter()).is_none());
    }

    fn part(blocks: Range<u64>) -> (u64, BlockCounts) {
        (blocks.start, BlockCounts { blocks, counts: Value::Null })
    }

    #[test]
    fn gaps_are_what_no_part_covers() {
        let done = BTreeMap::from([part(2..4), part(4..5), part(8..10)]);
        let gaps = |all: Range<u64>, done: &BTreeMap<u64, BlockCounts>| -> Vec<(u64, u64)> {
            gaps(&all, done).into_iter().map(|gap| (gap.start, gap.end)).collect()
        };
        assert_eq!(gaps(0..12, &done), [(0, 2), (5, 8), (10, 12)]);
        assert_eq!(gaps(2..10, &done), [(5, 8)]);
        assert_eq!(gaps(8..10, &done), []);
        assert_eq!(gaps(0..3, &BTreeMap::new()), [(0, 3)]);
    }
}
