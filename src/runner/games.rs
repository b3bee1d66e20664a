//! Games in numbered blocks: played in any order on any number of threads, added up in the order of their numbers.

use crate::dice::{Stream, job_id};
use crate::game::{Game, Policy};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Most games of a block: so many that handing it out costs nothing, so few that a run ends soon. A whole number of
/// groups for any number of players who swap seats.
const BLOCK: u64 = 60;
/// Short runs are cut into this many blocks, for the sake of slow policies.
const BLOCKS: u64 = 64;

/// The key of all dice of a group of games: of the run's seed, the name of the study, and the group's number.
pub fn key(seed: u64, study: &str, group: u64) -> u64 {
    Stream { seed, job: job_id(study), stream: group }.key()
}

/// Sums over games that can be added.
pub trait GameSums: Send {
    /// Adds the sums of the games that follow.
    fn merge(&mut self, other: &Self);
}

/// How many of the games of a block were played before the run was stopped, and their sums.
#[derive(Debug)]
pub struct Played<T> {
    pub games: u64,
    pub sums: T,
}

/// Plays games 0 to `games` in blocks of whole groups of `group` games on rayon's current pool.
///
/// `block` plays the games of a range in their order and may leave out the last of them once `stop` is set; `watch` is
/// told of games done. The result covers the longest run of games from 0 on without a gap, so that it is the same as
/// that of a shorter run. It is none where not even the first game was finished.
pub fn in_blocks<T: GameSums>(
    games: u64,
    group: u64,
    block: impl Fn(Range<u64>) -> Played<T> + Sync,
    watch: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Option<Played<T>> {
    let size = block_size(games, group);
    let next = AtomicU64::new(0);
    let prefix = Mutex::new(Prefix { games: 0, sums: None, waiting: BTreeMap::new() });
    rayon::broadcast(|_| {
        while !stop.load(Ordering::Relaxed) {
            let start = next.fetch_add(1, Ordering::Relaxed).saturating_mul(size);
            if start >= games {
                break;
            }
            let played = block(start..(start + size).min(games));
            watch(played.games);
            // A thread that panicked has left nothing half done here.
            prefix.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).add(start, played);
        }
    });
    let prefix = prefix.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    prefix.sums.map(|sums| Played { games: prefix.games, sums })
}

/// Games of a block: a whole number of groups, and 60 at most.
fn block_size(games: u64, group: u64) -> u64 {
    games.div_ceil(BLOCKS).next_multiple_of(group).clamp(group, BLOCK)
}

/// The games finished without a gap, and blocks that wait for those before them.
struct Prefix<T> {
    games: u64,
    sums: Option<T>,
    waiting: BTreeMap<u64, Played<T>>,
}

impl<T: GameSums> Prefix<T> {
    fn add(&mut self, start: u64, played: Played<T>) {
        self.waiting.insert(start, played);
        // A block that was stopped midway leaves a gap behind it, so that nothing follows.
        while let Some(next) = self.waiting.remove(&self.games) {
            if next.games == 0 {
                break;
            }
            self.games += next.games;
            match &mut self.sums {
                None => self.sums = Some(next.sums),
                Some(sums) => sums.merge(&next.sums),
            }
        }
    }
}

/// A policy that stops thinking once the run is stopped: it then takes the first candidate, so that a game that will
/// not be counted ends at once.
pub struct Stoppable<'a, P, A> {
    policy: P,
    stop: &'a AtomicBool,
    candidates: Vec<A>,
}

impl<'a, P, A> Stoppable<'a, P, A> {
    /// A policy that heeds a flag.
    pub fn new(policy: P, stop: &'a AtomicBool) -> Stoppable<'a, P, A> {
        Stoppable { policy, stop, candidates: Vec::new() }
    }
}

impl<G: Game, P: Policy<G>> Policy<G> for Stoppable<'_, P, G::Action> {
    fn begin(&mut self, key: u64) {
        self.policy.begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        if !self.stop.load(Ordering::Relaxed) {
            return self.policy.decide(game, state);
        }
        self.candidates.clear();
        game.candidates(state, &mut self.candidates);
        self.candidates[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the games, in the order in which they were added.
    impl GameSums for Vec<u64> {
        fn merge(&mut self, other: &Vec<u64>) {
            self.extend(other);
        }
    }

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn every_game_once_in_order_on_any_number_of_threads() {
        for (games, group) in [(1, 1), (1, 2), (7, 2), (64, 5), (1000, 3), (10_001, 4)] {
            for threads in [1, 2, 7] {
                let block =
                    |games: Range<u64>| Played { games: games.end - games.start, sums: games.collect::<Vec<_>>() };
                let stop = AtomicBool::new(false);
                let played = pool(threads).install(|| in_blocks(games, group, block, &|_| (), &stop)).unwrap();
                assert_eq!(played.games, games);
                assert!(played.sums.iter().copied().eq(0..games), "{games} games on {threads} threads");
            }
        }
    }

    #[test]
    fn a_stopped_run_is_a_shorter_run() {
        let stop = AtomicBool::new(false);
        let block = |range: Range<u64>| {
            let done: Vec<u64> = range.take_while(|game| *game < 500 || !stop.load(Ordering::Relaxed)).collect();
            stop.fetch_or(done.contains(&510), Ordering::Relaxed);
            Played { games: done.len() as u64, sums: done }
        };
        let played = pool(3).install(|| in_blocks(100_000, 1, block, &|_| (), &stop)).unwrap();
        assert!(played.games < 1000);
        assert!(played.sums.iter().copied().eq(0..played.games));
        stop.store(true, Ordering::Relaxed);
        assert!(in_blocks(10, 1, block, &|_| (), &stop).is_none());
    }

    #[test]
    fn blocks_hold_whole_groups() {
        for group in 1..=5 {
            for games in [1, 9, 100, 2000, 10_000, 1_000_000] {
                let size = block_size(games, group);
                assert!(size.is_multiple_of(group) && (group..=BLOCK).contains(&size));
            }
        }
    }
}
