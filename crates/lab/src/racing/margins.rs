//! Games of one arm, pair by pair: by how much each was won or lost, so that arms can be compared on the pairs they share.

use crate::runner::Counts;
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments};
use crate::study::Duel;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// Margins of the two games of a pair, with swapped seats and common dice: own score less the best of the others.
type Pair = [i16; 2];

/// Margins of games by the number of their pair, in runs without a gap.
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

/// What one arm takes more than another on the pairs that both have played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// In shares of points, -1 to 1; `n` counts games of either, an observation is a pair.
    pub points: Estimate,
    /// p-value of there being none.
    pub p_value: f64,
}

impl Margins {
    /// Pairs that begin with this number.
    pub fn new(from: u64, pairs: Vec<Pair>) -> Margins {
        Margins { runs: vec![Run { from, pairs }] }
    }

    /// Pairs of games.
    pub fn pairs(&self) -> u64 {
        self.runs.iter().map(|run| run.pairs.len() as u64).sum()
    }

    /// Games.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// Whether they are of so many games, whose pairs have numbers in a range, each once.
    pub fn fits(&self, games: u64, pairs: &Range<u64>) -> bool {
        let end = |from: u64, run: &Run| from.checked_add(run.pairs.len() as u64).filter(|_| !run.pairs.is_empty());
        let next = |last: u64, run: &Run| if run.from < last { None } else { end(run.from, run) };
        let last = self.runs.iter().try_fold(pairs.start, next);
        last.is_some_and(|last| last <= pairs.end.max(pairs.start)) && self.games() == games
    }

    /// Numbers of pairs with their margins, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Pair)> {
        self.runs.iter().flat_map(|run| (run.from..).zip(run.pairs.iter().copied()))
    }

    /// The games as wins, ties and losses.
    pub fn duel(&self) -> Duel {
        let mut duel = Duel::default();
        self.iter().for_each(|(_, pair)| duel.add_pair(pair.map(|margin| margin.signum() as i8)));
        duel
    }

    /// Half points of all pairs: a win is two, a tie one.
    pub fn half_points(&self) -> u64 {
        self.iter().map(|(_, pair)| half_points(pair)).sum()
    }

    /// Sum of all margins.
    pub fn total(&self) -> i64 {
        self.iter().map(|(_, pair)| pair.iter().map(|margin| i64::from(*margin)).sum::<i64>()).sum()
    }

    /// Share of points, a tie being half a point, with its interval over pairs.
    pub fn points(&self) -> Estimate {
        self.duel().points()
    }

    /// What these have more than others, in shares of points, on the pairs of both; `level` is that of the interval.
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

    /// The mean margin of a game more than the mean of all arms, of which these are one, with its interval over the pairs that
    /// all have played: in points of score.
    pub fn worth_among(&self, all: &[&Margins]) -> Estimate {
        let sum = |pair: Pair| pair.iter().map(|margin| i64::from(*margin)).sum::<i64>();
        let mut totals: BTreeMap<u64, (i64, i64)> = BTreeMap::new();
        for (number, pair) in all.iter().flat_map(|margins| margins.iter()) {
            let (total, arms) = totals.entry(number).or_default();
            *total += sum(pair);
            *arms += 1;
        }
        let many = all.len().max(1) as i64;
        // In parts of a point that make it whole: twice the arms, for two games a pair.
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
