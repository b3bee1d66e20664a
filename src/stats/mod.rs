//! Estimates from counts: point, standard error and interval, and tests of counts against a distribution.

mod benjamini_hochberg;
mod chi_square;
mod dkw;
mod holm;
mod mean;
mod wilson;

pub use benjamini_hochberg::benjamini_hochberg;
pub use chi_square::{ChiSquare, chi_square};
pub use dkw::{dkw_bound, largest_gap};
pub use holm::holm;
pub use mean::{mean, mean_of_sums, p_value_of_mean};
pub use wilson::wilson;

/// Confidence level of every printed interval.
pub const LEVEL: f64 = 0.95;

/// An estimate with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub point: f64,
    pub standard_error: f64,
    /// Bounds of the confidence interval.
    pub interval: (f64, f64),
    /// Number of observations.
    pub n: u64,
}

/// The standard normal quantile of a two-sided level.
fn normal_quantile(level: f64) -> f64 {
    use statrs::distribution::{ContinuousCDF, Normal};
    Normal::standard().inverse_cdf(0.5 + level / 2.0)
}
