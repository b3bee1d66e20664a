//! The mean of observations that may be few, skewed and bounded.
//!
//! Student's interval supposes a symmetric law, and is empty where nothing happened to vary. Here the spread is that of
//! `j` times a Poisson count of mean `x`, the law that has the same variance and skewness: j = k3 / k2 and x = n k2³ / k3²
//! of the k-statistics k2 and k3. Its bounds stand at Student's quantiles, of shares at
//! normal ones. For common events this is Student's interval
//! with the correction for skewness of N. J. Johnson, 1978, J. Am. Stat. Assoc. 73, 536-544; for rare ones the interval of
//! their number.
//!
//! What was never seen may still happen: in n observations with a probability up to Wilson's z² / (n + z²), about 4 / n.
//! Where all observations were alike this is the interval; where they deviated to one side only, it is joined to the
//! other as a sum of squares (G. Y. Zou and A. Donner, 2008, Stat. Med. 27, 1693-1702).

use super::mean::{student_p_value, student_quantile};
use super::{normal_quantile, poisson};

/// What a number can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub low: f64,
    pub high: f64,
    /// How far an observation that has not been seen yet may lie from those that have.
    pub step: f64,
}

impl Bounds {
    /// Shares.
    pub const SHARE: Bounds = Bounds::between(0.0, 1.0);
    /// Differences of shares.
    pub const DIFFERENCE_OF_SHARES: Bounds = Bounds::between(-1.0, 1.0);
    /// Counts: what has not been seen is one more or less.
    pub const COUNT: Bounds = Bounds { low: 0.0, high: f64::INFINITY, step: 1.0 };
    /// Whole numbers of either sign.
    pub const WHOLE: Bounds = Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY, step: 1.0 };

    /// Numbers of a range, anywhere in it.
    pub const fn between(low: f64, high: f64) -> Bounds {
        Bounds { low, high, step: high - low }
    }
}

/// Greatest mean around which numbers are shifted: its cube times as many as there can be fits 128 bits.
const LARGEST: i128 = 1_000_000_000;

/// Observations by their number and the first three k-statistics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    pub n: u64,
    pub mean: f64,
    /// Variance of an observation.
    variance: f64,
    /// Third central moment of an observation.
    third: f64,
}

impl Moments {
    /// Of `n` whole numbers by the sums of their first three powers.
    ///
    /// The numbers are shifted to around 0 in integers, so that little cancels however large the sums are.
    pub fn of_sums(n: u64, sum: i64, squares: u64, cubes: i64) -> Moments {
        let around = if n == 0 { 0 } else { i128::from(sum) / i128::from(n) };
        let shift = if around.abs() > LARGEST { 0 } else { around };
        let (count, s1, s2) = (i128::from(n), i128::from(sum), i128::from(squares));
        let shifted = s1 - count * shift;
        let second = s2 - 2 * shift * s1 + count * shift * shift;
        let third = i128::from(cubes) - 3 * shift * s2 + 3 * shift * shift * s1 - count * shift.pow(3);
        let [shifted, second, third] = [shifted, second, third].map(|sum| sum as f64);
        let mean = shifted / n as f64;
        let central = [second - mean * shifted, third - 3.0 * mean * second + 2.0 * mean * mean * shifted];
        // Of numbers that are all alike nothing is left but rounding.
        let alike = second * n as f64 == shifted * shifted;
        Moments::of_central(n, shift as f64 + mean, if alike { [0.0; 2] } else { central })
    }

    /// Of values with the number of observations of each.
    pub fn of_counts(counts: impl Iterator<Item = (f64, u64)> + Clone) -> Moments {
        let counts = counts.filter(|(_, count)| *count > 0);
        let n: u64 = counts.clone().map(|(_, count)| count).sum();
        let mean = counts.clone().map(|(value, count)| value * count as f64).sum::<f64>() / n as f64;
        let first = counts.clone().next().map_or(0.0, |(value, _)| value);
        if counts.clone().all(|(value, _)| value == first) {
            return Moments::of_central(n, first, [0.0; 2]);
        }
        let central = |power| counts.clone().map(|(value, count)| (value - mean).powi(power) * count as f64).sum();
        Moments::of_central(n, mean, [central(2), central(3)])
    }

    /// Of the ratio of two sums over `n` observations, by the sums of their squares and of their products: what each has
    /// more than the ratio of its own has the spread of the ratio (W. G. Cochran, 1977, Sampling Techniques, 2.11).
    pub fn of_ratio(n: u64, (over, under): (i64, i64), [squares, products, squares_under]: [f64; 3]) -> Moments {
        let ratio = over as f64 / under as f64;
        let more = squares - 2.0 * ratio * products + ratio * ratio * squares_under;
        let scale = n as f64 / under as f64;
        Moments::of_central(n, 0.0, [more, 0.0]).scaled(scale).around(ratio)
    }

    /// Of so many observations of this mean, by the sum of their squared deviations.
    pub fn of_deviations(n: u64, mean: f64, squares: f64) -> Moments {
        Moments::of_central(n, mean, [squares, 0.0])
    }

    /// From the sums of the second and third powers of deviations from the mean.
    fn of_central(n: u64, mean: f64, [second, third]: [f64; 2]) -> Moments {
        let count = n as f64;
        let variance = if n > 1 { second.max(0.0) / (count - 1.0) } else { 0.0 };
        let third = if n > 2 { third * count / ((count - 1.0) * (count - 2.0)) } else { 0.0 };
        Moments { n, mean, variance, third }
    }

    /// In another unit.
    pub fn scaled(self, factor: f64) -> Moments {
        let (variance, third) = (self.variance * factor.powi(2), self.third * factor.powi(3));
        Moments { mean: self.mean * factor, variance, third, ..self }
    }

    /// The same spread around another mean.
    pub fn around(self, mean: f64) -> Moments {
        Moments { mean, ..self }
    }

    /// Standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        (self.variance / self.n as f64).sqrt()
    }

    /// The interval of the mean at `level`: never empty, never beyond the bounds; of fewer than two observations the
    /// bounds themselves.
    pub fn interval(&self, bounds: &Bounds, level: f64) -> (f64, f64) {
        if self.n < 2 {
            return (bounds.low, bounds.high);
        }
        let z = normal_quantile(level);
        let unseen = z * z / (self.n as f64 + z * z);
        // The variance of a share follows all but from its mean, and so its quantile is the normal one.
        let quantile = if *bounds == Bounds::SHARE { z } else { student_quantile(self.n as f64 - 1.0, level) };
        let (down, up) = self.reach(bounds, quantile, unseen);
        ((self.mean - down).max(bounds.low), (self.mean + up).min(bounds.high))
    }

    /// How far the interval reaches down and up.
    fn reach(&self, bounds: &Bounds, quantile: f64, unseen: f64) -> (f64, f64) {
        let below = |from: f64| unseen * bounds.step.min(from - bounds.low).max(0.0);
        let above = |from: f64| unseen * bounds.step.min(bounds.high - from).max(0.0);
        if self.variance <= 0.0 {
            return (below(self.mean), above(self.mean));
        }
        let jump = self.third / self.variance;
        // Events, and their part of the mean: without them the mean would be at the base.
        let events = self.n as f64 * self.variance / (jump * jump);
        let base = self.mean - self.variance / jump;
        let (lower, upper) = poisson::reach(events, quantile);
        let [lower, upper] = [lower, upper].map(|reach| reach * self.standard_error());
        if jump > 0.0 {
            (lower.hypot(below(base)), upper)
        } else if jump < 0.0 {
            (upper, lower.hypot(above(base)))
        } else {
            (lower, upper)
        }
    }

    /// Two-sided p-value of the hypothesis that the mean is `value`: the level of the interval that just reaches it is
    /// one less this.
    pub fn p_value(&self, bounds: &Bounds, value: f64) -> f64 {
        if self.n < 2 || self.mean == value {
            return 1.0;
        }
        let reached = |p: f64| {
            let (low, high) = self.interval(bounds, 1.0 - p);
            (low..=high).contains(&value)
        };
        // Levels are told apart up to the precision of numbers near 1.
        let (mut inside, mut outside) = (1e-15f64.ln(), 0.0);
        if !reached(inside.exp()) {
            return student_p_value((self.mean - value) / self.standard_error(), self.n).min(1e-15);
        }
        for _ in 0..30 {
            let middle = f64::midpoint(inside, outside);
            if reached(middle.exp()) { inside = middle } else { outside = middle }
        }
        inside.exp()
    }
}
