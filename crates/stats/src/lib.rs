//! Estimates from counts of a simulation: points, standard errors and intervals, and tests of counts; equilibria of games
//! with known or measured payoffs, and ratings of players.
//!
//! ```
//! use hitchart_stats::{LEVEL, chi_square, proportion};
//!
//! let wins = proportion(61, 100, LEVEL);
//! assert_eq!((wins.point, wins.n), (0.61, 100));
//! assert!(wins.interval.0 > 0.5, "61 wins of 100 are more than chance");
//!
//! // Faces of a die, counted; the p-value of a fair die.
//! assert!(chi_square(&[98, 105, 99, 101, 95, 102], &[1.0 / 6.0; 6]).p_value > 0.9);
//! ```
//!
//! A p-value and an interval of the same estimate follow one law: the p-value is below 1 - level exactly if the
//! interval at that level excludes the value. The documentation of each function or module names the paper of its method.
//!
//! # Levels and data
//!
//! A level is a constant of a program, such as [`LEVEL`]: every function with a level panics if the level is NaN or
//! outside 0 to 1. Data may come from anywhere: data that allow no estimate, such as no observations, NaN or more
//! successes than trials, give NaN as the point, and an interval of all values that are possible.

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod equilibrium;
mod hypothesis;
mod mean;
mod moments;
pub mod order;
mod proportion;
pub mod ratings;
mod sensitivity;
pub mod sequential;
pub mod symmetric;
pub mod text;

pub use hypothesis::{
    ChiSquare, benjamini_hochberg, benjamini_hochberg_limits, chi_square, dkw_bound, holm, holm_limits, largest_gap,
    level_of_findings,
};
pub use mean::{chosen, dyadic, mean, repeated, repeated_at, repeats_quantile, student};
pub use moments::{Bounds, Moments, less_rounding, two_sided};
pub use proportion::proportion;
pub use sensitivity::{
    ElementaryEffects, Indices, Saltelli, Trajectory, elementary_effects, latin_hypercube, mixed, saltelli_rows, sobol,
    trajectories,
};

/// A function that draws a whole number uniformly from 0 up to its argument, exclusive.
pub type DrawBelow<'a> = &'a mut dyn FnMut(usize) -> usize;

/// Confidence level of every printed interval.
pub const LEVEL: f64 = 0.95;

/// An estimate with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The point estimate.
    pub point: f64,
    /// Standard error of the point estimate.
    pub standard_error: f64,
    /// Bounds of the confidence interval.
    pub interval: (f64, f64),
    /// Number of games, missions or attacks counted.
    pub n: u64,
    /// Number of independent observations among them, on which the interval is based.
    pub observations: u64,
}

/// Fewer observations say little of their own spread.
pub const FEW: u64 = 30;

impl Estimate {
    /// Returns the larger distance of the point from a bound of the interval. The two differ near the bounds of a share.
    pub fn margin(&self) -> f64 {
        (self.interval.1 - self.point).max(self.point - self.interval.0)
    }

    /// Returns the distance of a bound of the interval from the point if there were `times` as many observations: `reach`
    /// is the distance now, and `level` the level of the interval. The part that the standard error explains falls with
    /// the root of their number; the rest allows for what was not seen, and falls with their number. A few observations
    /// that are all alike have no standard error: all of their distance falls with the root.
    ///
    /// # Panics
    /// Panics on a level outside 0 to 1.
    pub fn reach_with(&self, level: f64, reach: f64, times: f64) -> f64 {
        let spread = self.spread(level, reach);
        spread / times.sqrt() + (reach - spread) / times
    }

    /// Returns the part of a distance that falls with the root of the number of observations.
    fn spread(&self, level: f64, reach: f64) -> f64 {
        match self.n < FEW && self.standard_error == 0.0 {
            true => reach,
            false => (normal_quantile(level) * self.standard_error).min(reach),
        }
    }

    /// Returns how many times as many observations reduce the distance of a bound, now `reach`, to `goal`; the inverse of
    /// [`Estimate::reach_with`].
    ///
    /// # Panics
    /// Panics on a level outside 0 to 1.
    pub fn times_to_reach(&self, level: f64, reach: f64, goal: f64) -> f64 {
        let spread = self.spread(level, reach);
        // A quadratic equation in the root of 1 / times, solved without cancellation.
        let root = 2.0 * goal / (spread + (spread * spread + 4.0 * (reach - spread) * goal).sqrt());
        1.0 / (root * root)
    }

    /// Returns the estimate with an interval that ends at `most`, the largest possible value, or at the point.
    #[must_use]
    pub fn at_most(self, most: f64) -> Estimate {
        let (low, high) = self.interval;
        Estimate { interval: (low, high.min(most).max(self.point)), ..self }
    }

    /// Computes the mean of observations with its interval at `level`, as [`Moments::interval`] does.
    ///
    /// # Panics
    /// Panics on a level outside 0 to 1.
    pub fn of(moments: &Moments, bounds: &Bounds, level: f64) -> Estimate {
        Estimate {
            point: moments.mean,
            standard_error: moments.standard_error(),
            interval: moments.interval(bounds, level),
            n: moments.n,
            observations: moments.n,
        }
    }
}

/// Returns the standard normal quantile for a two-sided level: 1.96 for 0.95, and infinity for 1. [`normal_at`] returns
/// the quantile of a cumulative probability.
///
/// # Panics
/// Panics on a level outside 0 to 1.
pub fn normal_quantile(level: f64) -> f64 {
    normal_at(0.5 + checked(level) / 2.0)
}

/// Returns the standard normal quantile of a cumulative probability: 1.96 for 0.975, and 0 for 0.5.
///
/// # Panics
/// Panics on a probability outside 0 to 1.
pub fn normal_at(probability: f64) -> f64 {
    use statrs::distribution::{ContinuousCDF, Normal};
    Normal::standard().inverse_cdf(checked(probability))
}

/// Checks a level, or another probability that a program sets.
fn checked(level: f64) -> f64 {
    assert!((0.0..=1.0).contains(&level), "the level or probability {level}; allowed: 0 to 1, such as 0.95");
    level
}

/// Returns the sum of counts, which may be larger than each of them can be.
fn total(counts: impl IntoIterator<Item = u64>) -> u128 {
    counts.into_iter().map(u128::from).sum()
}

#[cfg(test)]
mod tests;
