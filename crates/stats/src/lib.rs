//! Estimates from counts of a simulation: points, standard errors and intervals, and tests of counts.
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
//! A p-value and an interval of the same estimate follow one law: the p-value is below 1 - level exactly if the interval
//! at that level excludes the value. Each file names the paper of its method.

#![deny(unsafe_code)]

mod benjamini_hochberg;
mod bootstrap;
mod chi_square;
mod dkw;
mod dyadic;
mod holm;
mod latin;
mod mean;
mod moments;
mod morris;
mod poisson;
mod proportion;
mod repeated;
mod root;
pub mod sequential;
mod sobol;
mod wilson;

pub use benjamini_hochberg::benjamini_hochberg;
pub use chi_square::{ChiSquare, chi_square};
pub use dkw::{dkw_bound, largest_gap};
pub use dyadic::dyadic;
pub use holm::holm;
pub use latin::latin_hypercube;
pub use mean::{mean, student};
pub use moments::{Bounds, Moments, less_rounding};
pub use morris::{Screened, Trajectory, screened, trajectories};
pub use proportion::proportion;
pub use repeated::{chosen, repeated, repeated_at, repeats_quantile};
pub use sobol::{Indices, Saltelli, mixed, saltelli_rows, sobol};
use wilson::wilson;

/// A function that draws a whole number uniformly from 0 up to its argument, exclusive.
pub type Below<'a> = &'a mut dyn FnMut(usize) -> usize;

/// Confidence level of every printed interval.
pub const LEVEL: f64 = 0.95;

/// An estimate with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub point: f64,
    pub standard_error: f64,
    /// Bounds of the confidence interval.
    pub interval: (f64, f64),
    /// Number of games, missions or attacks counted.
    pub n: u64,
    /// Number of independent observations among them, on which the interval is based.
    pub observations: u64,
}

impl Estimate {
    /// Computes the mean of observations with its interval at `level`.
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

/// Returns the standard normal quantile for a two-sided level.
pub fn normal_quantile(level: f64) -> f64 {
    use statrs::distribution::{ContinuousCDF, Normal};
    Normal::standard().inverse_cdf(0.5 + level / 2.0)
}
