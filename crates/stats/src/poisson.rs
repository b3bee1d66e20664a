//! Bounds of the mean of a Poisson count.
//!
//! The lower bound follows the mid-P rule, which assigns half of the probability of the count itself to each tail (H.
//! O. Lancaster, 1961, J. Am. Stat. Assoc. 56, 223-234; for counts that are not whole, M. P. Fay and E. J. Feuer, 1997,
//! Stat. Med. 16, 791-801). The upper bound is that of the score, (mean - count)² = z² mean. The score's lower bound is
//! too high for few events; the upper mid-P bound is too low for no events. Each alone has a coverage below 0.93
//! somewhere.

use super::root::root;
use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::gamma::{gamma_lr, ln_gamma};

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
pub(super) fn reach(count: f64, z: f64) -> (f64, f64) {
    if count.is_nan() || z.is_nan() || count < 0.0 {
        return (f64::INFINITY, f64::INFINITY);
    }
    let z = z.max(0.0);
    if count == 0.0 || count >= ENDLESS || z.is_infinite() {
        return (z.min(count.sqrt()), if count == 0.0 { f64::INFINITY } else { z });
    }
    (down(count, z), up(count, z))
}

/// Computes the upper distance of a positive count: by the score for small counts, and by the shorter of score and
/// expansion for large counts.
fn up(count: f64, z: f64) -> f64 {
    let score = (z * z / 2.0 + z * (count + z * z / 4.0).sqrt()) / count.sqrt();
    if count >= MANY { expansion(count, z).min(score) } else { score }
}

/// Computes the lower distance of a positive count, at most down to 0.
fn down(count: f64, z: f64) -> f64 {
    let most = count.sqrt();
    if count < MANY {
        return ((count - lower(count, z.min(FAR))) / most).max(0.0);
    }
    // Beyond the bend, a straight line leads to 0, the bound for a tail too small to represent.
    let bend = BEND * most;
    let near = (-expansion(count, -z.min(bend))).clamp(0.0, most);
    if z > bend { near + (most - near) * (1.0 - bend / z) } else { near }
}

/// Finds the mean at which the tail of `z` equals the average of two gamma laws, of shapes `count` and `count` + 1. For
/// large `z` the root is found between logarithms, because it may be a tiny share of the count.
fn lower(count: f64, z: f64) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(count: f64) -> (f64, f64) {
        let (down, up) = reach(count, 1.959_964);
        (count - down * count.sqrt(), count + up * count.sqrt())
    }

    /// Checks the lower bounds of Cohen and Yang, 1994, Stat. Med. 13, 2189-2203; the upper bound of 10 is by hand:
    /// 11.9207 + 1.96 √10.9604.
    #[test]
    fn published_bounds() {
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
        let (before, after) = (reach(MANY - 1e-9, 1.96), reach(MANY, 1.96));
        assert!((before.0 - after.0).abs() < 0.01, "{before:?} {after:?}");
        // The score reaches a little further up.
        assert!((0.0..0.15).contains(&(before.1 - after.1)), "{before:?} {after:?}");
        assert_eq!(reach(f64::INFINITY, 1.96), (1.96, 1.96));
    }

    #[test]
    fn both_reaches_grow_with_the_quantile_and_the_lower_one_stays_above_nothing() {
        for count in [1e-300, 1e-9, 0.01, 0.5, 1.0, 2.5, 10.0, 29.99, 30.0, 31.0, 200.0, 1e6, 1e300] {
            let mut before = (0.0, 0.0);
            for step in 0..400 {
                let (down, up) = reach(count, f64::from(step) / 10.0);
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
            let (down, up) = reach(count, z);
            assert!(down >= 0.0 && up >= 0.0, "{count} at {z}: {down} {up}");
        }
    }
}
