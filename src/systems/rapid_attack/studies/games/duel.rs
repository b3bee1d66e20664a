//! Two policies against each other, in pairs of games with common dice and swapped seats.

use super::super::super::battle::{Action, Battle, KeyedDice};
use super::super::super::players::{Player, PolicySpec};
use super::differences::scaled;
use crate::game::{Game, Unwatched, play};
use crate::runner::games::{Stoppable, block_size, key};
use crate::runner::{Counting, Counts};
use crate::stats::{Estimate, LEVEL, mean, wilson};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How games between two policies came out for the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duel {
    pub wins: u64,
    pub ties: u64,
    pub losses: u64,
    /// Pairs by half points of the first policy: a win is two, a tie one.
    pub half_points: [u64; 5],
}

impl Duel {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.ties + self.losses
    }

    /// Wins less losses, a game: -1 to 1.
    pub fn lead(&self) -> f64 {
        (self.wins as f64 - self.losses as f64) / self.games().max(1) as f64
    }

    /// Share of wins among the games that were no tie, with Wilson's interval.
    pub fn decided(&self) -> Estimate {
        wilson(self.wins, self.wins + self.losses, LEVEL)
    }

    /// Share of points, a tie being half a point, with Student's interval over pairs.
    pub fn points(&self) -> Estimate {
        scaled(mean(&self.half_points, LEVEL), 0.25)
    }

    /// The games of both.
    pub fn and(mut self, other: &Duel) -> Duel {
        self.wins += other.wins;
        self.ties += other.ties;
        self.losses += other.losses;
        self.half_points.iter_mut().zip(other.half_points).for_each(|(sum, more)| *sum += more);
        self
    }

    /// Adds a pair of games by what each gave the first policy: 1, 0 or -1.
    fn add_pair(&mut self, pair: [i8; 2]) {
        for result in pair {
            match result {
                1 => self.wins += 1,
                0 => self.ties += 1,
                _ => self.losses += 1,
            }
        }
        self.half_points[(2 + pair[0] + pair[1]).clamp(0, 4) as usize] += 1;
    }
}

impl Counts for Duel {
    fn add(&mut self, other: &Duel) {
        *self = self.and(other);
    }
}

/// Pairs of games of a study between two policies that swap seats.
pub struct Pairs {
    battle: Arc<Battle<KeyedDice>>,
    policies: [PolicySpec; 2],
    pairs: u64,
    name: String,
    seed: u64,
}

impl Pairs {
    /// So many pairs; name and seed name all dice.
    pub fn new(battle: Arc<Battle<KeyedDice>>, policies: [PolicySpec; 2], pairs: u64, name: &str, seed: u64) -> Pairs {
        Pairs { battle, policies, pairs, name: name.to_owned(), seed }
    }
}

impl Counting for Pairs {
    type Counts = Duel;

    fn size(&self) -> u64 {
        2 * self.pairs
    }

    fn block_size(&self) -> u64 {
        block_size(2 * self.pairs, 2)
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Duel> {
        let mut seated: Vec<Stoppable<'_, Player, Action>> =
            self.policies.iter().map(|policy| Stoppable::new(policy.build(), stop)).collect();
        let mut duel = Duel::default();
        for pair in games.start / 2..games.end / 2 {
            let key = key(self.seed, &self.name, pair);
            let results = [0, 1].map(|first| {
                let state = play(self.battle.as_ref(), key, &mut seated, &mut Unwatched);
                seated.rotate_left(1);
                self.battle.scores(&state).winner().map_or(0, |winner| if winner == first { 1 } else { -1 })
            });
            // A game cut short was not played by its policies.
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            duel.add_pair(results);
        }
        Some(duel)
    }

    fn fits(&self, duel: &Duel, games: u64) -> bool {
        let total = |counts: &[u64]| counts.iter().fold(0, |sum: u64, count| sum.saturating_add(*count));
        total(&[duel.wins, duel.ties, duel.losses]) == games && total(&duel.half_points) == games / 2
    }

    fn effort(&self) -> f64 {
        self.policies.iter().map(PolicySpec::effort).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_counts_twice_as_games_and_once_as_a_pair() {
        let mut duel = Duel::default();
        [[1, 1], [1, -1], [0, -1], [0, 0]].into_iter().for_each(|pair| duel.add_pair(pair));
        assert_eq!(duel, Duel { wins: 3, ties: 3, losses: 2, half_points: [0, 1, 2, 0, 1] });
        assert_eq!((duel.games(), duel.lead()), (8, 0.125));
        assert_eq!((duel.decided().n, duel.decided().point), (5, 0.6));
        assert!((duel.points().point - 4.5 / 8.0).abs() < 1e-12);
        assert_eq!(duel.and(&duel).games(), 16);
    }
}
