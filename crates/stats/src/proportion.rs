//! Intervals of a proportion of independent trials, and of the mean of a Poisson count.
//!
//! A proportion has Wilson's interval, except for the bound nearer to 0 of a rare outcome, where Wilson's bound is too
//! high: around 0.18 expected successes it covers 84% instead of 95%. That bound is the mid-P bound, the exact one with
//! half of the probability of the observed count in each tail (H. O. Lancaster, 1961, J. Am. Stat. Assoc. 56, 223-234;
//! G. Berry and P. Armitage, 1995, Statistician 44, 417-423).

use super::{Estimate, checked, normal_quantile};
use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::beta::beta_reg;
use statrs::function::gamma::{gamma_lr, ln_gamma};

/// Smallest number of successes, and of failures, for which Wilson's bounds are used.
const COMMON: u64 = 50;
/// Number of trials beyond which few successes are a Poisson count to six digits.
const COUNTLESS: u64 = 1_000_000;

/// Computes the proportion `successes / n` with its interval at `level`. With n = 0, or more successes than trials, the
/// point is NaN and the interval (0, 1).
///
/// The interval is Wilson's score interval (E. B. Wilson, 1927, J. Am. Stat. Assoc. 22, 209-212). With fewer than 50
/// successes the lower bound is the mid-P bound if that is lower, and with fewer than 50 failures the upper one if that
/// is higher (G. Berry and P. Armitage, 1995, Statistician 44, 417-423): Wilson's bound near 0 covers too little there.
///
/// # Panics
/// Panics on a level outside 0 to 1.
pub fn proportion(successes: u64, n: u64, level: f64) -> Estimate {
    if n == 0 || successes > n {
        checked(level);
        return Estimate { point: f64::NAN, standard_error: f64::NAN, interval: (0.0, 1.0), n, observations: n };
    }
    let mut estimate = wilson(successes, n, level);
    let failures = n - successes;
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
        let (down, _) = poisson_reach(x, normal_quantile(level));
        return (x - down * x.sqrt()) / count;
    }
    let at_least = |k: f64, p: f64| if k > count { 0.0 } else { beta_reg(k, count - k + 1.0, p) };
    // P(more successes) + P(this many) / 2.
    let above = |p: f64| (at_least(x, p) + at_least(x + 1.0, p)) / 2.0 - (1.0 - level) / 2.0;
    root(0.0, x / count, above)
}

/// Computes the proportion `successes / n` with Wilson's score interval at `level` (E. B. Wilson, 1927, J. Am. Stat.
/// Assoc. 22, 209-212): (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n). There is at least one trial.
fn wilson(successes: u64, n: u64, level: f64) -> Estimate {
    let (count, z) = (n as f64, normal_quantile(level));
    let p = successes as f64 / count;
    let spread = z * (p * (1.0 - p) / count + z * z / (4.0 * count * count)).sqrt();
    let centre = p + z * z / (2.0 * count);
    let scale = 1.0 + z * z / count;
    // Without a success or a failure a bound is exactly 0 or 1; rounding would miss it slightly.
    let low = if successes == 0 { 0.0 } else { ((centre - spread) / scale).max(0.0) };
    let high = if successes == n { 1.0 } else { ((centre + spread) / scale).min(1.0) };
    let interval = (low, high);
    Estimate { point: p, standard_error: (p * (1.0 - p) / count).sqrt(), interval, n, observations: n }
}

// Bounds of the mean of a Poisson count.
//
// The lower bound follows the mid-P rule, which assigns half of the probability of the count itself to each tail (H. O.
// Lancaster, 1961, J. Am. Stat. Assoc. 56, 223-234; for counts that are not whole, M. P. Fay and E. J. Feuer, 1997,
// Stat. Med. 16, 791-801). The upper bound is that of the score, (mean - count)² = z² mean. The score's lower bound is
// too high for few events; the upper mid-P bound is too low for no events. Each alone has a coverage below 0.93
// somewhere.

/// Smallest count for which the expansion around the normal quantile is accurate enough.
const MANY: f64 = 30.0;
/// Largest normal quantile with a tail that a number can represent.
const FAR: f64 = 37.0;
/// Smallest count with a skewness below the precision of numbers.
const ENDLESS: f64 = 1e15;
/// The expansion rises up to this share of the root of a count, and would fall beyond it.
const BEND: f64 = 1.5;

/// Computes the distances of the bounds from a count, at `z` normal quantiles, in standard errors (the root of the
/// count). Both distances grow with `z`, and the lower bound never falls below 0.
///
/// Defined for all numbers. For a count of 0 the lower distance is 0, for very large counts the bounds are normal, and
/// for invalid counts they are infinite.
pub(super) fn poisson_reach(count: f64, z: f64) -> (f64, f64) {
    if count.is_nan() || z.is_nan() || count < 0.0 {
        return (f64::INFINITY, f64::INFINITY);
    }
    let z = z.max(0.0);
    if count == 0.0 || count >= ENDLESS || z.is_infinite() {
        return (z.min(count.sqrt()), if count == 0.0 { f64::INFINITY } else { z });
    }
    (down_from(count, z), up_from(count, z))
}

/// Computes the upper distance of a positive count: by the score for small counts, and by the shorter of score and
/// expansion for large counts.
fn up_from(count: f64, z: f64) -> f64 {
    let score = (z * z / 2.0 + z * (count + z * z / 4.0).sqrt()) / count.sqrt();
    if count >= MANY { expansion(count, z).min(score) } else { score }
}

/// Computes the lower distance of a positive count, at most down to 0.
fn down_from(count: f64, z: f64) -> f64 {
    let most = count.sqrt();
    if count < MANY {
        return ((count - lower_mean(count, z.min(FAR))) / most).max(0.0);
    }
    // Beyond the bend, a straight line leads to 0, the bound for a tail too small to represent.
    let bend = BEND * most;
    let near = (-expansion(count, -z.min(bend))).clamp(0.0, most);
    if z > bend { near + (most - near) * (1.0 - bend / z) } else { near }
}

/// Finds the mean at which the tail of `z` equals the average of two gamma laws, of shapes `count` and `count` + 1. For
/// large `z` the root is found between logarithms, because it may be a tiny share of the count.
fn lower_mean(count: f64, z: f64) -> f64 {
    let tail = Normal::standard().sf(z);
    let above = |mean: f64| f64::midpoint(gamma_lr(count, mean), gamma_lr(count + 1.0, mean));
    if above(count) <= tail {
        return count;
    }
    // For a count close to 0 the bound is smaller than any number.
    if above(f64::MIN_POSITIVE) >= tail {
        return 0.0;
    }
    if z < NEAR {
        return root(f64::MIN_POSITIVE, count, |mean| above(mean) - tail);
    }
    // The mass above is at most mean^count / Γ(count + 1), and near 0 it is half of that.
    let least = (tail.ln() + ln_gamma(count + 1.0)) / count;
    if least <= f64::MIN_POSITIVE.ln() {
        return 0.0;
    }
    root(least, count.ln(), |log| above(log.exp()).max(f64::MIN_POSITIVE).ln() - tail.ln()).exp()
}

/// Largest normal quantile for which the root is found between means instead of logarithms.
const NEAR: f64 = 5.0;

/// Computes the quantile of a gamma law with shape `count` + 1/2, minus the count, in standard errors (E. A. Cornish
/// and R. A. Fisher, 1938, Rev. Inst. Int. Stat. 5, 307-320).
fn expansion(count: f64, z: f64) -> f64 {
    z + (2.0 * z * z + 1.0) / (6.0 * count.sqrt()) + (z.powi(3) + 2.0 * z) / (36.0 * count)
}

// The root of a monotone function between two points: regula falsi with the Illinois rule (M. Dowell and P. Jarratt,
// 1971, BIT 11, 168-174).

/// Largest number of steps; a dozen are usual.
const STEPS: usize = 100;

/// Finds the root of `f` between `low` and `high`, to a billionth of their distance. The signs of `f` at the two points
/// differ.
pub(super) fn root(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    root_within((high - low) * 1e-9, (low, high), f)
}

/// Finds the root to within the distance `close`.
pub(super) fn root_within(close: f64, (mut low, mut high): (f64, f64), f: impl Fn(f64) -> f64) -> f64 {
    let (mut at_low, mut at_high) = (f(low), f(high));
    let mut x = low;
    let mut moved_low = None;
    for _ in 0..STEPS {
        if high - low <= close || at_low == at_high {
            break;
        }
        let next = (low * at_high - high * at_low) / (at_high - at_low);
        let at = f(next);
        let still = (next - x).abs() <= close;
        x = next;
        if at == 0.0 || still {
            break;
        }
        // The value at an end that stays twice is halved, so that both ends move.
        let moves_low = (at > 0.0) == (at_low > 0.0);
        let part = if moved_low == Some(moves_low) { 0.5 } else { 1.0 };
        moved_low = Some(moves_low);
        if moves_low {
            (low, at_low, at_high) = (next, at, at_high * part);
        } else {
            (high, at_high, at_low) = (next, at, at_low * part);
        }
    }
    x
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

    /// Checks Newcombe 1998, Stat. Med. 17, table I: 81 of 263 and 0 of 20.
    #[test]
    fn published_intervals_of_wilson() {
        let interval = |successes, n| wilson(successes, n, 0.95).interval;
        let close = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 5e-5 && (b - d).abs() < 5e-5;
        assert!(close(interval(81, 263), (0.2553, 0.3662)));
        assert!(close(interval(0, 20), (0.0, 0.1611)));
    }

    fn bounds(count: f64) -> (f64, f64) {
        let (down, up) = poisson_reach(count, 1.959_964);
        (count - down * count.sqrt(), count + up * count.sqrt())
    }

    /// Checks the lower bounds of Cohen and Yang, 1994, Stat. Med. 13, 2189-2203; the upper bound of 10 is by hand:
    /// 11.9207 + 1.96 √10.9604.
    #[test]
    fn published_bounds_of_a_count() {
        let close = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 0.005 && (b - d).abs() < 0.005;
        assert!(close(bounds(1.0), (0.05, 5.66)), "{:?}", bounds(1.0));
        assert!(close(bounds(10.0), (5.08, 18.41)), "{:?}", bounds(10.0));
    }

    /// Sums the coverage exactly, since the law is known.
    #[test]
    fn every_mean_is_covered() {
        let none = (0.0, 1.959_964f64.powi(2));
        let bounds: Vec<(f64, f64)> =
            std::iter::once(none).chain((1..100).map(|count| bounds(f64::from(count)))).collect();
        for step in 1..400 {
            let mean = f64::from(step) / 10.0;
            let mut mass = (-mean).exp();
            let mut covered = 0.0;
            for (count, (low, high)) in bounds.iter().enumerate() {
                covered += if (*low..=*high).contains(&mean) { mass } else { 0.0 };
                mass *= mean / (count + 1) as f64;
            }
            assert!(covered > 0.93, "{covered} at {mean}");
        }
    }

    #[test]
    fn the_expansion_meets_the_inversion() {
        let (before, after) = (poisson_reach(MANY - 1e-9, 1.96), poisson_reach(MANY, 1.96));
        assert!((before.0 - after.0).abs() < 0.01, "{before:?} {after:?}");
        // The score reaches a little further up.
        assert!((0.0..0.15).contains(&(before.1 - after.1)), "{before:?} {after:?}");
        assert_eq!(poisson_reach(f64::INFINITY, 1.96), (1.96, 1.96));
    }

    #[test]
    fn both_reaches_grow_with_the_quantile_and_the_lower_one_stays_above_nothing() {
        for count in [1e-300, 1e-9, 0.01, 0.5, 1.0, 2.5, 10.0, 29.99, 30.0, 31.0, 200.0, 1e6, 1e300] {
            let mut before = (0.0, 0.0);
            for step in 0..400 {
                let (down, up) = poisson_reach(count, f64::from(step) / 10.0);
                let slack = 1e-6 * (1.0 + before.0);
                assert!(down >= before.0 - slack && up >= before.1, "{count}: {step}, {before:?}, {down} {up}");
                assert!((0.0..=count.sqrt() * (1.0 + 1e-9)).contains(&down), "{count}: {step}, {down}");
                before = (down, up);
            }
        }
    }

    /// Checks that means and variances that no games can have do not crash the program.
    #[test]
    fn every_number_has_a_reach() {
        let odd =
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, -0.0, 0.0, f64::MIN_POSITIVE, 5e-324, 1.0, f64::MAX];
        for (count, z) in odd.iter().flat_map(|count| odd.map(|z| (*count, z))) {
            let (down, up) = poisson_reach(count, z);
            assert!(down >= 0.0 && up >= 0.0, "{count} at {z}: {down} {up}");
        }
    }

    #[test]
    fn falling_and_rising_functions() {
        assert!((root(0.0, 2.0, |x| x * x - 2.0) - 2f64.sqrt()).abs() < 1e-8);
        assert!((root(0.0, 50.0, |x| (-x).exp() - 0.025) - 40f64.ln()).abs() < 1e-6);
    }
}
