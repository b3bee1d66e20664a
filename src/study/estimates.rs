//! Estimates from tallies of games.

use super::{Metric, Observations, Sums};
use crate::stats::{Estimate, LEVEL, mean_of_sums, wilson};

/// A share of games with Wilson's interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Won {
    pub count: u64,
    pub share: Estimate,
}

/// So many of so many games.
pub fn won(count: u64, games: u64) -> Won {
    Won { count, share: wilson(count, games, LEVEL) }
}

impl Won {
    /// Width of the interval.
    pub fn width(&self) -> f64 {
        self.share.interval.1 - self.share.interval.0
    }
}

/// The mean a game of a metric: a share of games with Wilson's interval, else with Student's.
pub fn metric(known: &Metric, sums: &Sums, i: usize, of: Observations) -> Estimate {
    match known.unit {
        "share" => won(sums.total[i].unsigned_abs(), of.games).share,
        "points" => mean(sums, i, of),
        _ => count(sums, i, of),
    }
}

/// The mean a game of one of several counts, with Student's interval: none lies below 0.
pub fn count(sums: &Sums, i: usize, of: Observations) -> Estimate {
    let mut estimate = mean(sums, i, of);
    if estimate.interval.0 < 0.0 && estimate.interval.0.is_finite() {
        estimate.interval.0 = 0.0;
    }
    estimate
}

/// The mean a game of one of several sums, with Student's interval.
///
/// The point is of all games. Its spread is that of whole groups of games with common dice, each of which is one
/// observation; `n` counts games all the same.
fn mean(sums: &Sums, i: usize, of: Observations) -> Estimate {
    let point = sums.total[i] as f64 / of.games as f64;
    let groups = mean_of_sums(sums.grouped[i], sums.squares[i], of.whole, LEVEL);
    let group = of.size as f64;
    let reach = (groups.interval.1 - groups.interval.0) / 2.0 / group;
    Estimate {
        point,
        standard_error: groups.standard_error / group,
        interval: (point - reach, point + reach),
        n: of.games,
    }
}

/// An interval that has bounds.
pub fn bounded(estimate: &Estimate) -> Option<(f64, f64)> {
    let (low, high) = estimate.interval;
    (low.is_finite() && high.is_finite()).then_some((low, high))
}
