//! Estimates from tallies of games. An observation is a group of games with common dice, or a single game without any.

use super::{Metric, Observations, Sums, Unit};
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments, proportion};

/// A share of games with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Won {
    pub count: u64,
    pub share: Estimate,
}

/// Returns the share of `count` games out of `games` games with independent dice.
pub fn won(count: u64, games: u64) -> Won {
    Won { count, share: proportion(count, games, LEVEL) }
}

impl Won {
    /// Returns the width of the interval.
    pub fn width(&self) -> f64 {
        self.share.interval.1 - self.share.interval.0
    }
}

/// Returns the share of a quantity that is 0 or 1 for each of `players` players of a game.
pub fn shared(sums: &Sums, i: usize, players: u64, of: Observations) -> Won {
    let count = sums.total[i].unsigned_abs();
    if of.size == 1 && players == 1 {
        return won(count, of.games);
    }
    let estimate = mean(sums, i, of, players, &Bounds::SHARE);
    Won { count, share: Estimate { n: of.games * players, ..estimate } }
}

/// Returns the mean per game of a metric, within its bounds; for a metric that is 0 or 1, the share of games.
pub fn metric(known: &Metric, sums: &Sums, i: usize, of: Observations) -> Estimate {
    match known.unit {
        Unit::Share => shared(sums, i, 1, of).share,
        unit => count(sums, i, unit, of),
    }
}

/// Returns the mean per game of one of several counts in a unit. An unseen game may have a count of zero or of twice
/// the mean.
pub fn count(sums: &Sums, i: usize, unit: Unit, of: Observations) -> Estimate {
    let size = sums.total[i] as f64 / of.games as f64;
    mean(sums, i, of, 1, &unit.bounds().stepping(size.abs()))
}

/// Returns the mean difference per game in a metric, from sums of differences, and the p-value of no difference.
pub fn difference(known: &Metric, sums: &Sums, i: usize, of: Observations) -> (Estimate, f64) {
    let bounds = known.unit.bounds_of_difference();
    let p_value = moments(sums, i, of, 1).p_value(&bounds, 0.0);
    (mean(sums, i, of, 1, &bounds), p_value)
}

/// Returns the mean per game and player of one of several sums.
///
/// The point uses all games. The spread is that of whole groups of games with common dice, each of which is one
/// observation; `n` counts games nevertheless.
pub fn mean(sums: &Sums, i: usize, of: Observations, players: u64, bounds: &Bounds) -> Estimate {
    Estimate { n: of.games, ..Estimate::of(&moments(sums, i, of, players), bounds, LEVEL) }
}

/// Returns the moments of a number per game; the observations are whole groups.
pub fn metric_moments(sums: &Sums, i: usize, of: Observations) -> Moments {
    moments(sums, i, of, 1)
}

fn moments(sums: &Sums, i: usize, of: Observations, players: u64) -> Moments {
    let groups = Moments::of_sums(of.whole, sums.grouped[i], sums.squares[i], sums.cubes[i]);
    groups.scaled(1.0 / (of.size * players) as f64).around(sums.total[i] as f64 / (of.games * players) as f64)
}

/// Returns the interval. `None` if a bound is infinite.
pub fn bounded(estimate: &Estimate) -> Option<(f64, f64)> {
    let (low, high) = estimate.interval;
    (low.is_finite() && high.is_finite()).then_some((low, high))
}
