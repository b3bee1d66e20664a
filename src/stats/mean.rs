//! Student's t (Student, 1908, Biometrika 6, 1-25), and the mean of a tallied variable.

use super::{Bounds, Estimate, Moments, normal_quantile};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The mean of a variable of which `counts[k]` observations had the value k, and which can have no other, with its
/// interval at `level`.
pub fn mean(counts: &[u64], level: f64) -> Estimate {
    let most = counts.len().saturating_sub(1) as f64;
    let values = counts.iter().enumerate().map(|(value, count)| (value as f64, *count));
    Estimate::of(&Moments::of_counts(values), &Bounds::between(0.0, most), level)
}

/// The mean of numbers of any kind with Student's interval at `level`; of fewer than two it bounds nothing.
pub fn student(values: &[f64], level: f64) -> Estimate {
    let n = values.len() as u64;
    let point = values.iter().sum::<f64>() / n as f64;
    let squares: f64 = values.iter().map(|value| (value - point).powi(2)).sum();
    if n < 2 {
        let interval = (f64::NEG_INFINITY, f64::INFINITY);
        return Estimate { point, standard_error: f64::NAN, interval, n, observations: n };
    }
    let standard_error = (squares / (n as f64 - 1.0) / n as f64).sqrt();
    let reach = student_quantile(n as f64 - 1.0, level) * standard_error;
    Estimate { point, standard_error, interval: (point - reach, point + reach), n, observations: n }
}

/// Two-sided p-value of Student's t of a mean of `n` observations.
pub(super) fn student_p_value(t: f64, n: u64) -> f64 {
    match StudentsT::new(0.0, 1.0, n as f64 - 1.0) {
        Ok(law) => (2.0 * law.sf(t.abs())).min(1.0),
        Err(_) => 1.0,
    }
}

/// Degrees of freedom from which the expansion is better than a billionth; far beyond, the library's inversion of the
/// incomplete beta function does not end.
const MANY: f64 = 1e4;

/// The quantile of Student's t of a two-sided level; for many degrees of freedom ν by its expansion around the normal
/// quantile z, z + (z³ + z) / 4ν + (5z⁵ + 16z³ + 3z) / 96ν² (Abramowitz and Stegun, 1964, 26.7.5).
pub(super) fn student_quantile(degrees_of_freedom: f64, level: f64) -> f64 {
    if degrees_of_freedom < MANY
        && let Ok(law) = StudentsT::new(0.0, 1.0, degrees_of_freedom)
    {
        return law.inverse_cdf(0.5 + level / 2.0);
    }
    let (z, v) = (normal_quantile(level), degrees_of_freedom);
    z + (z.powi(3) + z) / (4.0 * v) + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * v * v)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values 1, 2, 2, 3, 5: mean 2.6, s = 1.51658.
    #[test]
    fn a_small_sample_by_hand() {
        let estimate = mean(&[0, 1, 2, 1, 0, 1], 0.95);
        assert!((estimate.point - 2.6).abs() < 1e-12);
        assert!((estimate.standard_error - 0.678_233).abs() < 1e-6);
        assert_eq!((estimate.n, estimate.observations), (5, 5));
    }

    /// 2, 4, 4, 6 is symmetric: mean 4, s = 1.63299, t(3) = 3.18245.
    #[test]
    fn of_a_symmetric_sample_it_is_students() {
        let (low, high) = mean(&[0, 0, 1, 0, 2, 0, 1, 0, 0], 0.95).interval;
        assert!((low - (4.0 - 3.182_446 * 0.816_497)).abs() < 1e-4, "{low}");
        assert!((high - (4.0 + 3.182_446 * 0.816_497)).abs() < 1e-4, "{high}");
    }

    /// t = 3.8335 with 4 degrees of freedom: p = 0.01858.
    #[test]
    fn p_values() {
        assert!((student_p_value(3.8335, 5) - 0.018_58).abs() < 1e-4);
        assert!((student_p_value(-2.0, 1_000_000) - 0.0455).abs() < 1e-4);
    }

    #[test]
    fn the_quantiles_meet_where_the_expansion_takes_over() {
        let law = StudentsT::new(0.0, 1.0, MANY).unwrap();
        assert!((student_quantile(MANY, 0.95) - law.inverse_cdf(0.975)).abs() < 1e-8);
        assert!((student_quantile(9.0, 0.95) - 2.262_157).abs() < 1e-5);
    }

    #[test]
    fn a_hundred_billion_observations_have_an_interval() {
        let estimate = mean(&[50_000_000_000, 50_000_000_000], 0.95);
        assert!((estimate.interval.1 - 0.5 - 1.959_964 * estimate.standard_error).abs() < 1e-12);
    }

    #[test]
    fn one_observation_bounds_nothing_and_equal_ones_not_all() {
        assert_eq!(mean(&[0, 1, 0], 0.95).interval, (0.0, 2.0));
        let (low, high) = mean(&[0, 0, 100, 0], 0.95).interval;
        assert!((1.9..2.0).contains(&low) && (2.02..2.04).contains(&high), "{low} {high}");
    }
}
