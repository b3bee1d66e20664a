//! Estimates from counts: point, standard error and interval, and tests of counts against a distribution.

mod benjamini_hochberg;
mod chi_square;
mod dkw;
mod holm;
mod mean;
mod moments;
mod poisson;
mod proportion;
mod root;
mod wilson;

pub use benjamini_hochberg::benjamini_hochberg;
pub use chi_square::{ChiSquare, chi_square};
pub use dkw::{dkw_bound, largest_gap};
pub use holm::holm;
pub use mean::mean;
pub use moments::{Bounds, Moments};
pub use proportion::proportion;
use wilson::wilson;

/// Confidence level of every printed interval.
pub const LEVEL: f64 = 0.95;

/// An estimate with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub point: f64,
    pub standard_error: f64,
    /// Bounds of the confidence interval.
    pub interval: (f64, f64),
    /// Number of what is counted: games, missions, attacks.
    pub n: u64,
    /// Number of independent observations among them, by which the interval is made.
    pub observations: u64,
}

impl Estimate {
    /// The mean of observations with its interval at `level`.
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

/// The standard normal quantile of a two-sided level.
fn normal_quantile(level: f64) -> f64 {
    use statrs::distribution::{ContinuousCDF, Normal};
    Normal::standard().inverse_cdf(0.5 + level / 2.0)
}
