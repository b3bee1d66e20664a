//! Bounds of the mean of a Poisson count.
//!
//! The lower bound follows the mid-P rule, by which half of the probability of the count itself belongs to each tail
//! (H. O. Lancaster, 1961, J. Am. Stat. Assoc. 56, 223-234; for counts that are not whole, M. P. Fay and E. J. Feuer,
//! 1997, Stat. Med. 16, 791-801), the upper one that of the score, (mean - count)² = z² mean. The score's lower bound of
//! few events is too high, the upper one of mid-P of none too low: each alone holds less than 0.93 somewhere.

use super::root::root;
use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::gamma::gamma_lr;

/// Counts from which the expansion around the normal quantile is as good.
const MANY: f64 = 30.0;
/// Normal quantiles beyond which tails are too thin to be inverted; the expansion is used.
const FAR: f64 = 7.0;

/// The bounds of the mean behind a count, less the count and divided by its root, at so many normal quantiles: how far
/// the interval reaches down and up in standard errors. The count is above 0 and may be infinite.
pub(super) fn reach(count: f64, z: f64) -> (f64, f64) {
    if count >= MANY || z >= FAR {
        return ((-expansion(count, -z)).max(0.0), expansion(count, z));
    }
    let tail = Normal::standard().sf(z);
    let upper = count + z * z / 2.0 + z * (count + z * z / 4.0).sqrt();
    let above = |mean: f64| (gamma_lr(count, mean) + gamma_lr(count + 1.0, mean)) / 2.0 - tail;
    let lower = if above(count) > 0.0 { root(f64::MIN_POSITIVE, count, above) } else { count };
    ((count - lower) / count.sqrt(), (upper - count) / count.sqrt())
}

/// The quantile of a gamma law of shape half above the count, less the count, in standard errors (E. A. Cornish and
/// R. A. Fisher, 1938, Rev. Inst. Int. Stat. 5, 307-320).
fn expansion(count: f64, z: f64) -> f64 {
    let root = count.sqrt();
    let reach = z + (2.0 * z * z + 1.0) / (6.0 * root) + (z.powi(3) + 2.0 * z) / (36.0 * count);
    // It bends back where the tails are very thin.
    reach.max(-root)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(count: f64) -> (f64, f64) {
        let (down, up) = reach(count, 1.959_964);
        (count - down * count.sqrt(), count + up * count.sqrt())
    }

    /// The lower bounds of Cohen and Yang, 1994, Stat. Med. 13, 2189-2203; the upper one of 10 by hand:
    /// 11.9207 + 1.96 √10.9604.
    #[test]
    fn published_bounds() {
        let close = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 0.005 && (b - d).abs() < 0.005;
        assert!(close(bounds(1.0), (0.05, 5.66)), "{:?}", bounds(1.0));
        assert!(close(bounds(10.0), (5.08, 18.41)), "{:?}", bounds(10.0));
    }

    /// The law is known, so that coverage is a sum.
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
}
