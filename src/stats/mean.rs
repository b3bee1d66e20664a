//! The mean of a tallied variable with Student's interval (Student, 1908, Biometrika 6, 1-25): m ± t(n-1) s / sqrt(n).

use super::{Estimate, normal_quantile};
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
    Estimate { point, standard_error, interval: student(point, standard_error, n, level), n }
}

/// The mean of `n` whole numbers from their sum and the sum of their squares, with its interval at `level`.
///
/// The spread is computed in integers, so that nothing cancels however large the sums are.
pub fn mean_of_sums(sum: i64, squares: u64, n: u64, level: f64) -> Estimate {
    let count = n as f64;
    let point = sum as f64 / count;
    // n Σx² - (Σx)² is n (n - 1) s².
    let spread = i128::from(n) * i128::from(squares) - i128::from(sum).pow(2);
    let standard_error = (spread.max(0) as f64 / (count - 1.0)).sqrt() / count;
    Estimate { point, standard_error, interval: student(point, standard_error, n, level), n }
}

/// Student's interval of a mean of `n` observations.
fn student(point: f64, standard_error: f64, n: u64, level: f64) -> (f64, f64) {
    if n < 2 {
        return (f64::NEG_INFINITY, f64::INFINITY);
    }
    let reach = student_quantile(n as f64 - 1.0, level) * standard_error;
    (point - reach, point + reach)
}

/// Two-sided p-value of the hypothesis that a mean of observations is 0, by Student's t. 1 where nothing speaks against
/// it, or there are fewer than two observations.
pub fn p_value_of_mean(estimate: &Estimate) -> f64 {
    if estimate.n < 2 || estimate.point == 0.0 {
        return 1.0;
    }
    if estimate.standard_error == 0.0 {
        return 0.0;
    }
    let t = (estimate.point / estimate.standard_error).abs();
    match StudentsT::new(0.0, 1.0, estimate.n as f64 - 1.0) {
        Ok(law) => (2.0 * law.sf(t)).min(1.0),
        Err(_) => 1.0,
    }
}

/// Degrees of freedom from which the expansion is better than a billionth; far beyond, the library's inversion of the
/// incomplete beta function does not end.
const MANY: f64 = 1e4;

/// The quantile of Student's t of a two-sided level; for many degrees of freedom ν by its expansion around the normal
/// quantile z, z + (z³ + z) / 4ν + (5z⁵ + 16z³ + 3z) / 96ν² (Abramowitz and Stegun, 1964, 26.7.5).
fn student_quantile(degrees_of_freedom: f64, level: f64) -> f64 {
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

    /// Values 1, 2, 2, 3, 5: mean 2.6, s = 1.51658, t(4) = 2.77645.
    #[test]
    fn a_small_sample_by_hand() {
        let estimate = mean(&[0, 1, 2, 1, 0, 1], 0.95);
        assert!((estimate.point - 2.6).abs() < 1e-12);
        assert!((estimate.standard_error - 0.678_233).abs() < 1e-6);
        assert!((estimate.interval.1 - (2.6 + 2.776_445 * 0.678_233)).abs() < 1e-4);
    }

    #[test]
    fn sums_give_the_same_as_counts() {
        let (counts, sums) = (mean(&[0, 1, 2, 1, 0, 1], 0.95), mean_of_sums(13, 43, 5, 0.95));
        assert!((counts.standard_error - sums.standard_error).abs() < 1e-12);
        assert_eq!((counts.point, counts.n), (sums.point, sums.n));
        assert!((counts.interval.0 - sums.interval.0).abs() < 1e-12);
        assert_eq!(mean_of_sums(-6, 12, 3, 0.95).interval, (-2.0, -2.0));
    }

    /// t = 2.6 / 0.678233 = 3.8335 with 4 degrees of freedom: p = 0.01858.
    #[test]
    fn a_mean_against_nothing() {
        let estimate = mean(&[0, 1, 2, 1, 0, 1], 0.95);
        assert!((p_value_of_mean(&estimate) - 0.018_58).abs() < 1e-4);
        assert_eq!(p_value_of_mean(&mean_of_sums(0, 12, 3, 0.95)), 1.0);
        assert_eq!(p_value_of_mean(&mean_of_sums(-6, 12, 3, 0.95)), 0.0);
        let many = Estimate { point: 1.0, standard_error: 0.5, interval: (0.0, 2.0), n: 1_000_000 };
        assert!((p_value_of_mean(&many) - 0.0455).abs() < 1e-4);
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
    fn one_observation_bounds_nothing() {
        assert_eq!(mean(&[0, 1], 0.95).interval, (f64::NEG_INFINITY, f64::INFINITY));
    }
}
