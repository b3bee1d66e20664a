//! The mean of a tallied variable with Student's interval (Student, 1908, Biometrika 6, 1-25): m ± t(n-1) s / sqrt(n).

use super::Estimate;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The mean of a variable of which `counts[k]` observations had the value k, with its interval at `level`.
///
/// With fewer than two observations the interval is unbounded.
pub fn mean(counts: &[u64], level: f64) -> Estimate {
    let n: u64 = counts.iter().sum();
    let count = n as f64;
    let sum: f64 = counts.iter().enumerate().map(|(k, c)| k as f64 * *c as f64).sum();
    let point = sum / count;
    let squares: f64 = counts.iter().enumerate().map(|(k, c)| (k as f64 - point).powi(2) * *c as f64).sum();
    let standard_error = (squares / (count - 1.0) / count).sqrt();
    let quantile = StudentsT::new(0.0, 1.0, count - 1.0).map(|t| t.inverse_cdf(0.5 + level / 2.0));
    let interval = match quantile {
        Ok(t) => (point - t * standard_error, point + t * standard_error),
        Err(_) => (f64::NEG_INFINITY, f64::INFINITY),
    };
    Estimate { point, standard_error, interval, n }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values 1, 2, 2, 3, 5: mean 2.6, s = 1.51658, t(4) = 2.77645.
    #[test]
    fn a_small_sample_by_hand() {
        let estimate = mean(&[0, 1, 2, 1, 0, 1], 0.95);
        assert!((estimate.point - 2.6).abs() < 1e-12);
        assert!((estimate.standard_error - 0.678_233).abs() < 1e-6);
        assert!((estimate.interval.1 - (2.6 + 2.776_445 * 0.678_233)).abs() < 1e-4);
    }

    #[test]
    fn one_observation_bounds_nothing() {
        assert_eq!(mean(&[0, 1], 0.95).interval, (f64::NEG_INFINITY, f64::INFINITY));
    }
}
