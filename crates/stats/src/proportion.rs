//! A proportion of independent trials. The interval is Wilson's, except for the bound nearer to 0 of a rare outcome,
//! where Wilson's bound is too high: around 0.18 expected successes it covers 84% instead of 95%. That bound is the
//! mid-P bound, the exact one with half of the probability of the observed count in each tail (H. O. Lancaster, 1961,
//! J. Am. Stat. Assoc. 56, 223-234; G. Berry and P. Armitage, 1995, Statistician 44, 417-423).

use super::root::root;
use super::{Estimate, normal_quantile, poisson, wilson};
use statrs::function::beta::beta_reg;

/// Smallest number of successes, and of failures, for which Wilson's bounds are used.
const COMMON: u64 = 50;
/// Number of trials beyond which few successes are a Poisson count to six digits.
const COUNTLESS: u64 = 1_000_000;

/// Computes the proportion `successes / n` with its interval at `level`; with n = 0 the interval is (0, 1).
pub fn proportion(successes: u64, n: u64, level: f64) -> Estimate {
    let mut estimate = wilson(successes, n, level);
    let failures = n.saturating_sub(successes);
    let (low, high) = estimate.interval;
    if (1..COMMON).contains(&successes) {
        estimate.interval.0 = low.min(mid_p(successes, n, level));
    }
    if (1..COMMON).contains(&failures) {
        estimate.interval.1 = high.max(1.0 - mid_p(failures, n, level));
    }
    estimate
}

/// Computes the lower mid-P bound.
fn mid_p(successes: u64, n: u64, level: f64) -> f64 {
    let (x, count) = (successes as f64, n as f64);
    if n > COUNTLESS {
        let (down, _) = poisson::reach(x, normal_quantile(level));
        return (x - down * x.sqrt()) / count;
    }
    let at_least = |k: f64, p: f64| if k > count { 0.0 } else { beta_reg(k, count - k + 1.0, p) };
    // P(more successes) + P(this many) / 2.
    let above = |p: f64| (at_least(x, p) + at_least(x + 1.0, p)) / 2.0 - (1.0 - level) / 2.0;
    root(0.0, x / count, above)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(successes: u64, n: u64) -> (f64, f64) {
        proportion(successes, n, 0.95).interval
    }

    fn close((a, b): (f64, f64), (c, d): (f64, f64), by: f64) -> bool {
        (a - c).abs() < by && (b - d).abs() < by
    }

    /// Checks Newcombe, 1998, Stat. Med. 17, table I: lower bounds of method 6 (mid-P), upper bounds of method 3
    /// (Wilson).
    #[test]
    fn published_intervals() {
        assert!(close(interval(15, 148), (0.0601, 0.1604), 1e-4), "{:?}", interval(15, 148));
        assert!(close(interval(0, 20), (0.0, 0.1611), 1e-4), "{:?}", interval(0, 20));
        assert!(close(interval(1, 29), (0.0017, 0.1718), 1e-4), "{:?}", interval(1, 29));
        assert!(close(interval(81, 263), (0.2553, 0.3662), 1e-4), "{:?}", interval(81, 263));
    }

    #[test]
    fn many_trials_mirrors_and_none() {
        assert!(close(interval(3, COUNTLESS), interval(3, COUNTLESS + 1), 1e-8));
        assert!(close(interval(26, 29), (1.0 - interval(3, 29).1, 1.0 - interval(3, 29).0), 1e-12));
        assert_eq!(interval(0, 0), (0.0, 1.0));
        assert_eq!(interval(1, 1).1, 1.0);
        assert!(interval(7, 100_000_000_000).0 > 0.0);
    }

    /// Sums the coverage exactly, since the distribution of the number of successes is known.
    #[test]
    fn rare_and_common_outcomes_are_covered() {
        for n in [20u64, 80, 400] {
            let intervals: Vec<(f64, f64)> = (0..=n).map(|successes| interval(successes, n)).collect();
            for step in 1..200 {
                let p = (f64::from(step) / 400.0).powi(2) * 2.0;
                let mut mass = (1.0 - p).powf(n as f64);
                let mut covered = 0.0;
                for (k, (low, high)) in intervals.iter().enumerate() {
                    covered += if (*low..=*high).contains(&p) { mass } else { 0.0 };
                    mass *= (n as f64 - k as f64) / (k as f64 + 1.0) * p / (1.0 - p);
                }
                assert!(covered > 0.925, "{covered} at {p} of {n}");
            }
        }
    }
}
