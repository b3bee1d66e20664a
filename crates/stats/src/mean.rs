//! Student's t (Student, 1908, Biometrika 6, 1-25), and the mean of a tallied variable.

use super::{Bounds, Estimate, Moments, normal_quantile};
use statrs::distribution::{Continuous, ContinuousCDF, Normal, StudentsT};

/// Computes the mean of a variable with its interval at `level`. `counts[k]` observations had the value k; larger
/// values are impossible.
pub fn mean(counts: &[u64], level: f64) -> Estimate {
    let most = counts.len().saturating_sub(1) as f64;
    let values = counts.iter().enumerate().map(|(value, count)| (value as f64, *count));
    Estimate::of(&Moments::of_counts(values), &Bounds::between(0.0, most), level)
}

/// Computes the mean of any numbers with Student's interval at `level`; unbounded with fewer than two numbers.
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

/// Degrees of freedom from which the relative error of the expansion is below 1e-9.
const MANY: f64 = 1e4;
/// Largest number of Newton steps; six are usual.
const STEPS: usize = 60;

/// Returns the quantile of Student's t for a two-sided level.
pub(super) fn student_quantile(degrees_of_freedom: f64, level: f64) -> f64 {
    student_at(degrees_of_freedom, normal_quantile(level))
}

/// Returns the quantile of Student's t with the same tail as the normal quantile `z`. For many degrees of freedom ν it
/// uses the expansion z + (z³ + z) / 4ν + (5z⁵ + 16z³ + 3z) / 96ν² (Abramowitz and Stegun, 1964, 26.7.5).
pub(super) fn student_at(degrees_of_freedom: f64, z: f64) -> f64 {
    let tail = Normal::standard().sf(z);
    match StudentsT::new(0.0, 1.0, degrees_of_freedom) {
        _ if z.is_nan() || z <= 0.0 => 0.0,
        _ if tail == 0.0 => f64::INFINITY,
        Ok(law) if degrees_of_freedom < MANY => inverted(&law, tail.ln(), z),
        _ => {
            let v = degrees_of_freedom;
            z + (z.powi(3) + z) / (4.0 * v) + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * v * v)
        }
    }
}

/// Finds the t at which the logarithm of the upper tail of a law is `tail`. That logarithm falls ever faster with the
/// logarithm of t, so Newton's method passes the root at most once. It also works for tails that are too thin to invert
/// the beta function.
fn inverted(law: &StudentsT, tail: f64, z: f64) -> f64 {
    let mut log = z.ln();
    for _ in 0..STEPS {
        let t = log.exp();
        let above = law.sf(t);
        let slope = t * law.pdf(t) / above;
        let step = (above.ln() - tail) / slope;
        if !step.is_finite() {
            break;
        }
        log += step;
        // The next step would be about the square of this one.
        if step.abs() < 1e-9 {
            break;
        }
    }
    log.exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the values 1, 2, 2, 3, 5: mean 2.6, s = 1.51658.
    #[test]
    fn a_small_sample_by_hand() {
        let estimate = mean(&[0, 1, 2, 1, 0, 1], 0.95);
        assert!((estimate.point - 2.6).abs() < 1e-12);
        assert!((estimate.standard_error - 0.678_233).abs() < 1e-6);
        assert_eq!((estimate.n, estimate.observations), (5, 5));
    }

    /// Checks 2, 4, 4, 6, which is symmetric: mean 4, s = 1.63299, t(3) = 3.18245.
    #[test]
    fn of_a_symmetric_sample_it_is_students() {
        let (low, high) = mean(&[0, 0, 1, 0, 2, 0, 1, 0, 0], 0.95).interval;
        assert!((low - (4.0 - 3.182_446 * 0.816_497)).abs() < 1e-4, "{low}");
        assert!((high - (4.0 + 3.182_446 * 0.816_497)).abs() < 1e-4, "{high}");
    }

    /// t = 3.8335 with 4 degrees of freedom has two-sided tails of 0.01858; with one degree the tails are 2 / π t.
    #[test]
    fn quantiles_of_thin_tails() {
        let z = |tails: f64| -Normal::standard().inverse_cdf(tails / 2.0);
        assert!((student_at(4.0, z(0.018_58)) - 3.8335).abs() < 2e-3, "{}", student_at(4.0, z(0.018_58)));
        for tails in [1e-6f64, 1e-12, 1e-100] {
            let by_hand = 2.0 / (std::f64::consts::PI * tails);
            assert!((student_at(1.0, z(tails)) / by_hand - 1.0).abs() < 1e-9, "{tails}");
        }
        assert_eq!((student_at(3.0, 0.0), student_at(3.0, f64::INFINITY)), (0.0, f64::INFINITY));
    }

    /// Compares with the inversion of the library, which is accurate in the middle.
    #[test]
    fn quantiles_grow_and_meet_those_of_the_library() {
        for degrees in [1.0, 2.0, 3.0, 7.0, 39.0, 500.0, 9999.0] {
            let law = StudentsT::new(0.0, 1.0, degrees).unwrap();
            for level in [0.5, 0.9, 0.95, 0.99, 0.999] {
                let (found, known) = (student_quantile(degrees, level), law.inverse_cdf(0.5 + level / 2.0));
                assert!((found / known - 1.0).abs() < 1e-9, "{degrees} at {level}: {found} {known}");
            }
            let all: Vec<f64> = (0..250).map(|step| student_at(degrees, f64::from(step) / 10.0)).collect();
            assert!(all.is_sorted(), "{degrees}");
        }
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
