//! The loop that runs all simulations: threads take chunks of blocks of the jobs, and their counts are collected.

use super::queue::Queue;
use super::{Part, Progress, Wanted};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Parts of each job, by their first block, in the order of the jobs.
pub type Parts = Vec<BTreeMap<u64, Part>>;

/// Callback for every finished part, such as a journal; an error ends the run.
pub type Keep<'a> = dyn Fn(&Wanted, &Part) -> io::Result<()> + Sync + 'a;

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
    wanted: &[Wanted],
    done: Parts,
    keep: &Keep<'_>,
    progress: &Progress,
    stop: &AtomicBool,
) -> io::Result<Parts> {
    let began = Instant::now();
    let queue = Queue::new(wanted, &done);
    progress.announce(queue.effort(wanted));
    let shared = Mutex::new(Shared { queue, parts: done, failed: None });
    let halt = AtomicBool::new(false);
    rayon::broadcast(|_| {
        while !stop.load(Ordering::Relaxed) && !halt.load(Ordering::Relaxed) {
            let Some((place, blocks)) = lock(&shared).queue.take() else { break };
            let (unit, clock) = (&wanted[place], Instant::now());
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
pub fn count_one(wanted: &Wanted, progress: &Progress, stop: &AtomicBool) -> Option<Value> {
    let parts = drive(std::slice::from_ref(wanted), vec![BTreeMap::new()], &|_, _| Ok(()), progress, stop).ok()?;
    let end = without_gap(&parts[0], wanted.blocks.start).last().map(|part| part.blocks.end);
    (end == Some(wanted.blocks.end)).then(|| wanted.count.sum(&mut parts[0].values()))?
}

/// A thread that panicked has left no inconsistent state.
fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the parts that follow each other without a gap from a block on.
pub fn without_gap(parts: &BTreeMap<u64, Part>, from: u64) -> impl Iterator<Item = &Part> {
    let mut next = from;
    parts.values().take_while(move |part| {
        let follows = part.blocks.start == next;
        next = part.blocks.end;
        follows
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Counting, Counts, shard};
    use super::*;
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

    impl Counting for Numbers {
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

    fn wanted(size: u64, last: Option<u64>) -> Wanted {
        Wanted::whole("numbers".to_owned(), Arc::new(Numbers { size, last }))
    }

    fn counted(wanted: &[Wanted], threads: usize, done: Parts, stop: &AtomicBool) -> Parts {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let progress = Progress::hidden();
        pool.install(|| drive(wanted, done, &|_, _| Ok(()), &progress, stop)).unwrap()
    }

    fn sum(wanted: &Wanted, parts: &BTreeMap<u64, Part>) -> Value {
        wanted.count.sum(&mut without_gap(parts, wanted.blocks.start)).unwrap()
    }

    #[test]
    fn every_block_once_on_any_number_of_threads_and_in_shards() {
        for size in [1, 7, 8, 1000, 100_001] {
            let whole = serde_json::json!([size, size * (size - 1) / 2]);
            for threads in [1, 2, 7] {
                let all = [wanted(size, None), wanted(size, None)];
                let parts = counted(&all, threads, vec![BTreeMap::new(); 2], &AtomicBool::new(false));
                all.iter().zip(&parts).for_each(|(wanted, parts)| assert_eq!(sum(wanted, parts), whole));
            }
            let mut joined = BTreeMap::new();
            for k in [3, 1, 2] {
                let mut one = wanted(size, None);
                one.blocks = shard(&one.blocks, k, 3);
                let parts = counted(&[one], 2, vec![BTreeMap::new()], &AtomicBool::new(false));
                joined.extend(parts.into_iter().flatten());
            }
            assert_eq!(sum(&wanted(size, None), &joined), whole);
        }
    }

    #[test]
    fn a_stopped_run_is_a_shorter_run_and_goes_on_where_it_was() {
        let (cut, whole) = ([wanted(100_000, Some(500))], [wanted(100_000, None)]);
        let parts = counted(&cut, 3, vec![BTreeMap::new()], &AtomicBool::new(false));
        let before: u64 = without_gap(&parts[0], 0).map(|part| part.blocks.end - part.blocks.start).sum();
        assert!(before <= 500 / 7);
        let ended = counted(&whole, 2, parts, &AtomicBool::new(false));
        assert_eq!(sum(&whole[0], &ended[0]), serde_json::json!([100_000, 4_999_950_000u64]));
    }

    #[test]
    fn an_error_of_the_journal_ends_the_run() {
        let full = |_: &Wanted, _: &Part| Err(io::Error::from(io::ErrorKind::StorageFull));
        let ended =
            drive(&[wanted(1000, None)], vec![BTreeMap::new()], &full, &Progress::hidden(), &AtomicBool::new(false));
        assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn parts_of_other_simulations_are_refused() {
        let (few, many) = (wanted(10, None), wanted(1000, None));
        let part = Part { blocks: 0..1, counts: serde_json::json!([6, 15]) };
        assert!(few.count.sum(&mut [&part].into_iter()).is_none());
        let part = Part { blocks: 0..1, counts: serde_json::json!("seven") };
        assert!(many.count.sum(&mut [&part].into_iter()).is_none());
    }
}
