//! Margins of one arm's games, pair by pair, so that arms can be compared on the pairs that they share.

use crate::runner::Counts;
use crate::study::Duel;
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// Margins of the two games of a pair, with swapped seats and common random numbers. A margin is the arm's score minus
/// the best other score.
type Pair = [i16; 2];

/// Margins of games by the number of their pair, in runs without gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Margins {
    runs: Vec<Run>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Run {
    /// Number of the first pair.
    from: u64,
    pairs: Vec<Pair>,
}

/// The lead of one arm over another on the pairs that both have played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Difference in shares of points, -1 to 1. `n` counts the games of either arm; an observation is a pair.
    pub points: Estimate,
    /// p-value of no difference.
    pub p_value: f64,
}

impl Margins {
    /// Creates the margins of pairs that are numbered from `from` on.
    pub fn new(from: u64, pairs: Vec<Pair>) -> Margins {
        Margins { runs: vec![Run { from, pairs }] }
    }

    /// Returns the number of pairs of games.
    pub fn pairs(&self) -> u64 {
        self.runs.iter().map(|run| run.pairs.len() as u64).sum()
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// Returns true if the number of games is `games`, and the pairs have different numbers within `pairs`.
    pub fn fits(&self, games: u64, pairs: &Range<u64>) -> bool {
        let end = |from: u64, run: &Run| from.checked_add(run.pairs.len() as u64).filter(|_| !run.pairs.is_empty());
        let next = |last: u64, run: &Run| if run.from < last { None } else { end(run.from, run) };
        let last = self.runs.iter().try_fold(pairs.start, next);
        last.is_some_and(|last| last <= pairs.end.max(pairs.start)) && self.games() == games
    }

    /// Returns the numbers of pairs with their margins, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Pair)> {
        self.runs.iter().flat_map(|run| (run.from..).zip(run.pairs.iter().copied()))
    }

    /// Returns the games as wins, ties and losses.
    pub fn duel(&self) -> Duel {
        let mut duel = Duel::default();
        self.iter().for_each(|(_, pair)| duel.add_pair(pair.map(|margin| margin.signum() as i8)));
        duel
    }

    /// Returns the half points of all pairs: two for a win, one for a tie.
    pub fn half_points(&self) -> u64 {
        self.iter().map(|(_, pair)| half_points(pair)).sum()
    }

    /// Returns the sum of all margins.
    pub fn total(&self) -> i64 {
        self.iter().map(|(_, pair)| pair.iter().map(|margin| i64::from(*margin)).sum::<i64>()).sum()
    }

    /// Returns the share of points, with its interval over pairs; a tie is half a point.
    pub fn points(&self) -> Estimate {
        self.duel().points()
    }

    /// Returns the lead over `others` in shares of points, on the pairs of both. `level` is the confidence level of the
    /// interval.
    pub fn more_than(&self, others: &Margins, level: f64) -> Difference {
        let theirs: BTreeMap<u64, Pair> = others.iter().collect();
        let mut counts = [0_u64; 9];
        for (number, pair) in self.iter() {
            if let Some(other) = theirs.get(&number) {
                counts[(4 + half_points(pair) - half_points(*other)) as usize] += 1;
            }
        }
        let shares = counts.iter().enumerate().map(|(more, pairs)| (more as f64 / 4.0 - 1.0, *pairs));
        let (moments, bounds) = (Moments::of_counts(shares), Bounds::DIFFERENCE_OF_SHARES);
        let points = Estimate::of(&moments, &bounds, level);
        Difference { points: Estimate { n: 2 * points.n, ..points }, p_value: moments.p_value(&bounds, 0.0) }
    }

    /// Returns the mean margin of a game minus the mean of all arms, including this one, in points of score. The
    /// interval is over the pairs that all arms have played.
    pub fn worth_among(&self, all: &[&Margins]) -> Estimate {
        let sum = |pair: Pair| pair.iter().map(|margin| i64::from(*margin)).sum::<i64>();
        let mut totals: BTreeMap<u64, (i64, i64)> = BTreeMap::new();
        for (number, pair) in all.iter().flat_map(|margins| margins.iter()) {
            let (total, arms) = totals.entry(number).or_default();
            *total += sum(pair);
            *arms += 1;
        }
        let many = all.len().max(1) as i64;
        // Counted in parts of a point that make differences whole: twice the number of arms, for two games a pair.
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for (number, pair) in self.iter() {
            if let Some((total, _)) = totals.get(&number).filter(|(_, arms)| *arms == many) {
                *counts.entry(many * sum(pair) - total).or_default() += 1;
            }
        }
        let scale = (2 * many) as f64;
        let means = counts.iter().map(|(more, pairs)| (*more as f64 / scale, *pairs));
        let bounds = Bounds { step: 0.5, ..Bounds::WHOLE };
        let estimate = Estimate::of(&Moments::of_counts(means), &bounds, LEVEL);
        Estimate { n: 2 * estimate.n, ..estimate }
    }
}

fn half_points(pair: Pair) -> u64 {
    pair.into_iter().map(|margin| (1 + i64::from(margin.signum())) as u64).sum()
}

impl Counts for Margins {
    fn add(&mut self, other: &Margins) {
        self.runs.extend(other.runs.iter().cloned());
        self.runs.sort_by_key(|run| run.from);
        let joined = self.runs.drain(..).fold(Vec::<Run>::new(), |mut joined, run| {
            match joined.last_mut().filter(|last| last.from + last.pairs.len() as u64 == run.from) {
                Some(last) => last.pairs.extend(run.pairs),
                None => joined.push(run),
            }
            joined
        });
        self.runs = joined;
    }
}
