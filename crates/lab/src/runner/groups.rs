//! Groups of games: the one simulation of games.
//!
//! A [`Matchup`] sets who plays at which table under which rules, and how a group is counted. [`Streams`] set which
//! groups are played, and their random numbers. The games of a group may share their random numbers; a group is one
//! observation.

use super::games::{block_size, key};
use super::{Counts, Job, Simulation};
use hitchart_dice::{Stream, job_id};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{ops::Range, sync::Arc};

/// Numbered groups of games, and the name and the seed of their random streams.
#[derive(Clone, Debug, PartialEq)]
pub struct Streams {
    /// Name of the random streams: matchups that are compared have the same.
    pub name: String,
    /// Seed of the random streams.
    pub seed: u64,
    /// Numbers of the groups.
    pub groups: Range<u64>,
}

impl Streams {
    /// Returns the number of groups.
    pub fn count(&self) -> u64 {
        self.groups.end - self.groups.start
    }

    /// Returns the streams that continue a game: those of games with other keys are independent.
    pub fn of_game(self, key: u64) -> Streams {
        Streams { seed: Stream { seed: self.seed, job: job_id("game"), stream: key }.key(), ..self }
    }

    /// Returns the job that plays these groups of a matchup; `name` is the name of the counts.
    pub fn job(self, name: String, matchup: impl Matchup + 'static) -> Job {
        Job::whole(name, Arc::new(Groups { matchup, streams: self }))
    }
}

/// A group of games that is played.
#[derive(Clone, Debug)]
pub struct Group {
    /// Number of the group.
    pub number: u64,
    /// Key of its random numbers.
    pub key: u64,
    /// Numbers of its games; the last group of a matchup may be incomplete.
    pub games: Range<u64>,
}

/// Plays a group and adds it to counts. The counts are dropped if the run is stopped meanwhile.
pub type GroupCounter<'s, C> = Box<dyn FnMut(&Group, &mut C) + 's>;

/// Players at a table, and the counts of their games.
pub trait Matchup: Send + Sync {
    /// Counts of groups of games.
    type Counts: Counts;

    /// Returns the number of games of a group, as the simulation counts them.
    fn size(&self) -> u64 {
        1
    }

    /// Returns the number of games of `groups` groups.
    fn games(&self, groups: u64) -> u64 {
        groups * self.size()
    }

    /// Estimates the nanoseconds of a game, for the time left of a run.
    fn effort(&self) -> f64;

    /// Returns the counts of no games.
    fn empty(&self) -> Self::Counts;

    /// Seats the players of a thread, which stop thinking once `stop` is set. `None` if the games cannot be set up.
    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, Self::Counts>>;

    /// Returns true if the counts are consistent with `games` games of some of these groups.
    fn fits(&self, counts: &Self::Counts, games: u64, groups: &Range<u64>) -> bool;
}

/// Groups of games of a matchup.
struct Groups<M> {
    matchup: M,
    streams: Streams,
}

impl<M: Matchup> Simulation for Groups<M> {
    type Counts = M::Counts;

    fn size(&self) -> u64 {
        self.matchup.games(self.streams.count())
    }

    fn block_size(&self) -> u64 {
        block_size(Simulation::size(self), self.matchup.size())
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<M::Counts> {
        let (Streams { name, seed, groups }, size) = (&self.streams, self.matchup.size());
        let (mut counts, mut play) = (self.matchup.empty(), self.matchup.seat(stop)?);
        for nth in games.start / size..games.end.div_ceil(size) {
            let number = groups.start + nth;
            let games = number * size..groups.start * size + games.end.min((nth + 1) * size);
            play(&Group { number, key: key(*seed, name, number), games }, &mut counts);
            // A group that was cut short is not a group of its players.
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        Some(counts)
    }

    fn fits(&self, counts: &M::Counts, games: u64) -> bool {
        self.matchup.fits(counts, games, &self.streams.groups)
    }

    fn effort(&self) -> f64 {
        self.matchup.effort()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{Progress, count_one};

    /// A matchup of groups of three games; the last group is incomplete. It counts groups, games, and keys.
    struct Threes(u64);

    impl Counts for [u64; 3] {
        fn add(&mut self, other: &[u64; 3]) {
            self.iter_mut().zip(other).for_each(|(sum, more)| *sum = sum.wrapping_add(*more));
        }
    }

    impl Matchup for Threes {
        type Counts = [u64; 3];

        fn size(&self) -> u64 {
            3
        }

        fn games(&self, _: u64) -> u64 {
            self.0
        }

        fn effort(&self) -> f64 {
            1.0
        }

        fn empty(&self) -> [u64; 3] {
            [0; 3]
        }

        fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, [u64; 3]>> {
            Some(Box::new(move |group, counts| {
                let games = group.games.end - group.games.start;
                counts.add(&[1, games, group.key.wrapping_mul(group.games.start + 1)]);
                if group.number == 99 {
                    stop.store(true, Ordering::Relaxed);
                }
            }))
        }

        fn fits(&self, counts: &[u64; 3], games: u64, _: &Range<u64>) -> bool {
            counts[1] == games
        }
    }

    fn streams(groups: Range<u64>) -> Streams {
        Streams { name: "threes".to_owned(), seed: 5, groups }
    }

    #[test]
    fn every_group_is_played_once_with_its_own_key() {
        for (games, first) in [(1, 0), (3, 0), (8, 0), (1000, 0), (6, 4)] {
            let groups: Range<u64> = first..first + u64::div_ceil(games, 3);
            let job = streams(groups.clone()).job("counts".to_owned(), Threes(games));
            let counted = count_one(&job, &Progress::hidden(), &AtomicBool::new(groups.contains(&99)));
            let keys = groups.clone().map(|group| key(5, "threes", group).wrapping_mul(3 * group + 1));
            let naive = [groups.end - first, games, keys.fold(0, u64::wrapping_add)];
            assert_eq!(counted, (!groups.contains(&99)).then(|| serde_json::json!(naive)), "{games} games");
        }
    }

    #[test]
    fn what_was_stopped_is_not_counted() {
        let groups = Groups { matchup: Threes(30), streams: streams(95..105) };
        let stop = AtomicBool::new(false);
        assert!(groups.count(0, 0..12, &stop).is_some_and(|counts| counts[0] == 4));
        assert!(groups.count(0, 12..30, &stop).is_none());
    }
}
