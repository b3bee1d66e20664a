//! The mean of observations that may be few, skewed and bounded.
//!
//! Student's interval assumes a symmetric distribution, and has length 0 if no observation varied. Here the spread is
//! that of `j` times a Poisson count of mean `x`, the law with the same variance and skewness. With the k-statistics k2
//! and k3, j = k3 / k2 and x = n k2³ / k3². The bounds are at normal quantiles, stretched by the ratio of Student's
//! quantile to the normal one, except for shares. For common events this is Student's interval with the correction for
//! skewness of N. J. Johnson, 1978, J. Am. Stat. Assoc. 73, 536-544; for rare events it is the interval of their
//! number.
//!
//! Events that were never seen may still happen. `n` observations without an event are compatible with up to z² events,
//! by the score of a Poisson count. If each event goes all the way to a bound, they are compatible with Wilson's share
//! z² / (n + z²) of all observations, about 4 / n. If all observations were equal, this is the interval. If they
//! deviated to one side only, it is combined with that side as a sum of squares (G. Y. Zou and A. Donner, 2008, Stat.
//! Med. 27, 1693-1702). Its weight is the share of observations without an event, exp(-x / n) by the Poisson law.
//!
//! An interval grows with its level, up to the bounds. A p-value is one minus the level of the interval that just
//! reaches the value. Both are computed from `Moments::reach`.

use super::proportion::{poisson_reach, root_within};
use super::{mean::student_at, normal_quantile, total};
use statrs::distribution::{ContinuousCDF, Normal};

/// The range of possible values of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The lowest possible value.
    pub low: f64,
    /// The highest possible value.
    pub high: f64,
    /// Largest distance of an unseen observation from those seen.
    pub step: f64,
}

/// If events were seen, unseen events move an observation by at most this many times as much.
const KIND: f64 = 2.0;

impl Bounds {
    /// Bounds of shares.
    pub const SHARE: Bounds = Bounds::between(0.0, 1.0);
    /// Bounds of differences of shares.
    pub const DIFFERENCE_OF_SHARES: Bounds = Bounds::between(-1.0, 1.0);
    /// Bounds of counts; an unseen observation differs by one.
    pub const COUNT: Bounds = Bounds { low: 0.0, high: f64::INFINITY, step: 1.0 };
    /// Bounds of whole numbers of either sign.
    pub const WHOLE: Bounds = Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY, step: 1.0 };

    /// Returns the same bounds with unseen observations at a distance of at least `step`.
    pub fn stepping(self, step: f64) -> Bounds {
        let is_anywhere = self.step >= self.high - self.low;
        if is_anywhere { self } else { Bounds { step: self.step.max(step), ..self } }
    }

    /// Returns the bounds of a range in which unseen observations may lie anywhere.
    pub const fn between(low: f64, high: f64) -> Bounds {
        Bounds { low, high, step: high - low }
    }
}

/// Largest mean by which numbers are shifted: three times its square times any sum fits in 128 bits.
const LARGEST: i128 = 2_400_000_000;

/// Number of observations and their first three k-statistics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Number of observations.
    pub n: u64,
    /// Mean of the observations.
    pub mean: f64,
    /// Variance of an observation.
    variance: f64,
    /// Third central moment of an observation.
    third: f64,
}

/// Returns the number of ways to choose `k` of `n`, for small numbers.
fn choices(n: i32, k: i32) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

/// Sums terms that may cancel; a result within rounding error is 0.
pub fn less_rounding(terms: impl Iterator<Item = f64>) -> f64 {
    const ROUNDING: f64 = 1e-13;
    let (sum, size) = terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs()));
    if sum.abs() <= ROUNDING * size { 0.0 } else { sum }
}

impl Moments {
    /// Computes the moments of `n` whole numbers from the sums of their first three powers.
    ///
    /// The numbers are shifted to around 0 in integers, so that little cancels even with large sums.
    pub fn of_sums(n: u64, sum: i64, squares: u64, cubes: i128) -> Moments {
        let around = if n == 0 { 0 } else { i128::from(sum) / i128::from(n) };
        let shift = if around.abs() > LARGEST { 0 } else { around };
        let (count, s1, s2) = (i128::from(n), i128::from(sum), i128::from(squares));
        let shifted = s1 - count * shift;
        let second = s2 - 2 * shift * s1 + count * shift * shift;
        let third = cubes - 3 * shift * s2 + 3 * shift * shift * s1 - count * shift.pow(3);
        let [shifted, second, third] = [shifted, second, third].map(|sum| sum as f64);
        let mean = shifted / n as f64;
        let central = [second - mean * shifted, third - 3.0 * mean * second + 2.0 * mean * mean * shifted];
        // If all numbers are equal, only rounding errors are left.
        let alike = second * n as f64 == shifted * shifted;
        Moments::of_central(n, shift as f64 + mean, if alike { [0.0; 2] } else { central })
    }

    /// Computes the moments from values with the number of observations of each. Without observations the mean is NaN.
    pub fn of_counts(counts: impl Iterator<Item = (f64, u64)> + Clone) -> Moments {
        let counts = counts.filter(|(_, count)| *count > 0);
        let all = total(counts.clone().map(|(_, count)| count));
        let n = u64::try_from(all).unwrap_or(u64::MAX);
        let mean = counts.clone().map(|(value, count)| value * count as f64).sum::<f64>() / all as f64;
        let first = counts.clone().next().map_or(f64::NAN, |(value, _)| value);
        if counts.clone().all(|(value, _)| value == first) {
            return Moments::of_central(n, first, [0.0; 2]);
        }
        let central = |power| counts.clone().map(|(value, count)| (value - mean).powi(power) * count as f64).sum();
        Moments::of_central(n, mean, [central(2), central(3)])
    }

    /// Computes the moments of the ratio of two sums over `n` observations, from the sums of their products. The spread
    /// of the ratio is that of the residuals over - ratio·under (W. G. Cochran, 1977, Sampling Techniques, 2.11).
    /// Products have two factors (over², over·under, under²) and three (over³, over²·under, over·under², under³).
    pub fn of_ratio(n: u64, (over, under): (i64, i64), [two, three]: [&[f64]; 2]) -> Moments {
        let (ratio, scale) = (over as f64 / under as f64, n as f64 / under as f64);
        let [second, third] = [two, three].map(|products| {
            let power = products.len() as i32 - 1;
            let term = |(i, product): (usize, &f64)| choices(power, i as i32) * (-ratio).powi(i as i32) * product;
            scale.powi(power) * less_rounding(products.iter().enumerate().map(term))
        });
        Moments::of_deviations(n, ratio, [second, third])
    }

    /// Builds the moments of `n` observations with this mean, from the sums of the second and third powers of their
    /// deviations.
    pub fn of_deviations(n: u64, mean: f64, powers: [f64; 2]) -> Moments {
        Moments::of_central(n, 0.0, powers).around(mean)
    }

    /// Computes the moments of the mean of several means of separate observations; their cumulants add up.
    pub fn pooled(all: &[Moments]) -> Moments {
        let (count, n) = (all.len() as f64, all.iter().map(|one| one.n).sum::<u64>());
        let mean = all.iter().map(|one| one.mean).sum::<f64>() / count;
        let whole = n as f64;
        let variance: f64 = all.iter().map(|one| one.variance / one.n as f64).sum::<f64>() * whole / count.powi(2);
        let third: f64 = all.iter().map(|one| one.third / (one.n as f64).powi(2)).sum::<f64>() * (whole * whole);
        Moments { n, mean, variance, third: third / count.powi(3) }
    }

    /// Builds the moments from the sums of the second and third powers of deviations from the mean.
    fn of_central(n: u64, mean: f64, [second, third]: [f64; 2]) -> Moments {
        let count = n as f64;
        let variance = if n > 1 { second.max(0.0) / (count - 1.0) } else { 0.0 };
        let third = if n > 2 { third * count / ((count - 1.0) * (count - 2.0)) } else { 0.0 };
        Moments { n, mean, variance, third }
    }

    /// Converts the moments to another unit.
    pub fn scaled(self, factor: f64) -> Moments {
        let (variance, third) = (self.variance * factor.powi(2), self.third * factor.powi(3));
        Moments { mean: self.mean * factor, variance, third, ..self }
    }

    /// Moves the moments to another mean.
    pub fn around(self, mean: f64) -> Moments {
        Moments { mean, ..self }
    }

    /// Returns the variance of an observation.
    pub fn variance(&self) -> f64 {
        self.variance
    }

    /// Returns the standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        (self.variance / self.n as f64).sqrt()
    }

    /// Returns the interval of the mean at `level`, within the bounds. With fewer than two observations, returns the
    /// bounds. A higher level never gives a shorter interval. A bound that the mean itself exceeds is ignored, so that
    /// the interval contains the mean.
    ///
    /// For common events this is Student's interval with the correction for skewness of N. J. Johnson (1978, J. Am. Stat.
    /// Assoc. 73, 536-544). For rare events it is that of a Poisson count, with the mid-P bound below (H. O. Lancaster,
    /// 1961) and the score bound above. Events that were not seen may add up to z² / (n + z²) of the way to a bound, as in
    /// Wilson's interval of no successes, combined as by G. Y. Zou and A. Donner (2008, Stat. Med. 27, 1693-1702).
    ///
    /// # Panics
    /// Panics on a level outside 0 to 1.
    pub fn interval(&self, bounds: &Bounds, level: f64) -> (f64, f64) {
        self.at(&self.holding(bounds), normal_quantile(level))
    }

    /// Returns the bounds without an end that the mean exceeds by more than a rounding error.
    fn holding(&self, bounds: &Bounds) -> Bounds {
        const ROUNDING: f64 = 1e-9;
        let low = if self.mean < bounds.low - ROUNDING { f64::NEG_INFINITY } else { bounds.low };
        let high = if self.mean > bounds.high + ROUNDING { f64::INFINITY } else { bounds.high };
        Bounds { low, high, ..*bounds }
    }

    /// Returns the interval at a normal quantile.
    fn at(&self, bounds: &Bounds, z: f64) -> (f64, f64) {
        if self.n < 2 || self.mean.is_nan() {
            return (bounds.low, bounds.high);
        }
        let (down, up) = self.reach(bounds, z);
        ((self.mean - down).max(bounds.low).min(self.mean), (self.mean + up).min(bounds.high).max(self.mean))
    }

    /// Returns the distances from the mean to the lower and the upper end of the interval.
    fn reach(&self, bounds: &Bounds, z: f64) -> (f64, f64) {
        if !self.variance.is_finite() || self.third.is_nan() {
            return (f64::INFINITY, f64::INFINITY);
        }
        if self.variance <= 0.0 {
            let [below, above] = [self.mean - bounds.low, bounds.high - self.mean];
            return (self.unseen(bounds.step, below, z), self.unseen(bounds.step, above, z));
        }
        let jump = self.third / self.variance;
        // Unseen events are of the same kind as these events.
        let step = bounds.step.min(KIND * jump.abs());
        let below = |from: f64| self.unseen(step, from - bounds.low, z);
        let above = |from: f64| self.unseen(step, bounds.high - from, z);
        // Number of events, and the mean without them (the base).
        let events = self.n as f64 * self.variance / (jump * jump);
        let base = self.mean - self.variance / jump;
        let without = (-events / self.n as f64).exp();
        // The variance of a share follows almost entirely from its mean, so its quantile is the normal one.
        let stretch = if *bounds == Bounds::SHARE || z <= 0.0 { 1.0 } else { student_at(self.n as f64 - 1.0, z) / z };
        let (lower, upper) = poisson_reach(events, z);
        let [lower, upper] = [lower, upper].map(|reach| reach * stretch * self.standard_error());
        if jump > 0.0 {
            (lower.hypot(without * below(base)).max(without * below(self.mean)), upper)
        } else if jump < 0.0 {
            (upper, lower.hypot(without * above(base)).max(without * above(self.mean)))
        } else {
            (lower, upper)
        }
    }

    /// Returns the distance that unseen events may move the mean at a normal quantile. Each event moves an observation
    /// by `step`, and by at most `room`.
    fn unseen(&self, step: f64, room: f64, z: f64) -> f64 {
        let (n, squared) = (self.n as f64, z * z);
        let events = step * squared / n;
        let most = if room == f64::INFINITY { room } else { room.max(0.0) * squared / (n + squared) };
        events.min(most)
    }

    /// Computes the two-sided p-value of the hypothesis that the mean is `value`: one minus the level of the interval
    /// that just reaches `value`. 0 if `value` is outside the bounds, 1 with fewer than two observations, and NaN if
    /// `value` or the mean of two or more observations is NaN.
    pub fn p_value(&self, bounds: &Bounds, value: f64) -> f64 {
        if value.is_nan() || (self.n > 1 && self.mean.is_nan()) {
            return f64::NAN;
        }
        let bounds = &self.holding(bounds);
        if !(bounds.low..=bounds.high).contains(&value) {
            return 0.0;
        }
        if self.n < 2 || self.mean == value {
            return 1.0;
        }
        let apart = (value - self.mean).abs();
        // Distance of the end of the interval on the side of the value, before it is cut at the bounds.
        let toward = |z: f64| {
            let (down, up) = self.reach(bounds, z);
            if value < self.mean { down } else { up }
        };
        match QUANTILES.windows(2).find(|ends| toward(ends[1]) >= apart) {
            None => 0.0,
            Some(&[low, high]) if low == 0.0 => two_sided(root_within(1e-12, (low, high), |z| toward(z) - apart)),
            // Distances grow like a power or faster, so their logarithms are closer to linear.
            Some(ends) => two_sided(root_within(1e-12, (ends[0], ends[1]), |z| (toward(z) / apart).ln())),
        }
    }
}

/// Quantiles between which a p-value is searched; the tails of the last are 6e-138.
const QUANTILES: [f64; 8] = [0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 25.0];

/// Returns the probability that a standard normal variable is at least `z` away from 0.
pub fn two_sided(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_dice::Throw;

    const LEVELS: [f64; 9] = [0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999];

    /// Returns the bounds that estimates of the program can have.
    fn bounds() -> [Bounds; 9] {
        [
            Bounds::SHARE,
            Bounds::DIFFERENCE_OF_SHARES,
            Bounds::COUNT,
            Bounds::WHOLE,
            Bounds::between(0.0, 6.0),
            Bounds { step: 5.0, ..Bounds::WHOLE },
            Bounds { step: 0.02, ..Bounds::DIFFERENCE_OF_SHARES },
            Bounds { step: 0.0, ..Bounds::WHOLE },
            Bounds::COUNT.stepping(8.0),
        ]
    }

    /// Draws values within bounds, by number of a shape: all equal, all but one, at the bounds, rare, skewed to either
    /// side, even.
    fn values(throw: &mut Throw, n: u64, bounds: &Bounds, shape: u64) -> Vec<(f64, u64)> {
        let low = if bounds.low.is_finite() { bounds.low } else { -4.0 };
        let high = if bounds.high.is_finite() { bounds.high } else { 12.0 };
        let at = |part: f64| low + (high - low) * part;
        let place = throw.below(101) as f64 / 100.0;
        let rare = 1 + throw.below(3) as u64;
        let two = |one: f64, some: u64, other: f64| vec![(at(one), n - some.min(n)), (at(other), some.min(n))];
        match shape {
            0 => vec![(at(place), n)],
            1 => vec![(at(0.0), n)],
            2 => vec![(at(1.0), n)],
            3 => two(place, 1, 1.0 - place),
            4 => two(0.5, 1, 0.51),
            5 => two(0.0, n / 2, 1.0),
            6 => two(0.5, rare, 0.9),
            7 => two(0.5, rare, 0.0),
            8 => (0..n.min(500)).map(|_| (at((throw.below(101) as f64 / 100.0).powi(6)), n.div_ceil(500))).collect(),
            9 => (0..n.min(500))
                .map(|_| (at(1.0 - (throw.below(101) as f64 / 100.0).powi(3)), n.div_ceil(500)))
                .collect(),
            _ => (0..n.min(500)).map(|_| (at(throw.below(5) as f64 / 4.0), n.div_ceil(500))).collect(),
        }
    }

    /// Returns values around an interval and far from it.
    fn asked(moments: &Moments, bounds: &Bounds) -> Vec<f64> {
        let scale = moments.standard_error().max(0.01);
        let about = [-40.0, -8.0, -4.0, -2.5, -1.9, -1.0, -0.3, 0.3, 1.0, 1.9, 2.5, 4.0, 8.0, 40.0];
        let mut all: Vec<f64> = about.iter().map(|part| moments.mean + part * scale).collect();
        all.extend([0.0, moments.mean, bounds.low, bounds.high, bounds.high + 1.0]);
        all.into_iter().filter(|value| value.is_finite()).collect()
    }

    fn cases(mut check: impl FnMut(&Moments, &Bounds, &str)) {
        let mut throw = Throw::new(77);
        for n in [2, 3, 4, 5, 8, 12, 24, 40, 100, 1000, 10_000] {
            for (bounds, shape) in bounds().iter().flat_map(|bounds| (0..11).map(move |shape| (bounds, shape))) {
                let values = values(&mut throw, n, bounds, shape);
                let moments = Moments::of_counts(values.iter().copied());
                check(&moments, bounds, &format!("{n} of shape {shape} in {bounds:?}: {moments:?}"));
            }
        }
    }

    #[test]
    fn intervals_grow_with_their_level_and_stay_within_bounds() {
        cases(|moments, bounds, what| {
            let mut before = (moments.mean, moments.mean);
            for level in LEVELS {
                let (low, high) = moments.interval(bounds, level);
                let slack = 1e-6 * (1e-6 + before.1 - before.0);
                assert!(
                    low <= before.0 + slack && high >= before.1 - slack,
                    "{level}, {what}: {before:?} {low} {high}"
                );
                assert!(bounds.low <= low && high <= bounds.high, "{level}, {what}: {low} {high}");
                assert!(low < high || bounds.step == 0.0, "{level}, {what}: {low} {high}");
                before = (low, high);
            }
        });
    }

    /// At the very edge, within a millionth of the width, rounding decides.
    #[test]
    fn p_values_are_below_a_level_just_where_its_interval_leaves_the_value_out() {
        cases(|moments, bounds, what| {
            let intervals = LEVELS.map(|level| (level, moments.interval(bounds, level)));
            for value in asked(moments, bounds) {
                let p = moments.p_value(bounds, value);
                assert!((0.0..=1.0).contains(&p), "{what}: {p}");
                for (level, (low, high)) in intervals {
                    let edge = 1e-6 * (high - low);
                    if (value - low).abs() > edge && (value - high).abs() > edge {
                        let out = value < low || high < value;
                        assert_eq!(out, p < 1.0 - level, "{value} at {level}, {what}: p {p}, {low} to {high}");
                    }
                }
            }
        });
    }

    /// Checks eight pairs in which a change gains in all but one, as in races: t is 3.6, with p = 0.009 by Student.
    #[test]
    fn few_pairs_are_no_sure_thing() {
        let counts = [(0.5, 5), (0.25, 1), (1.0, 1), (-0.25, 1)];
        let moments = Moments::of_counts(counts.into_iter());
        let p = moments.p_value(&Bounds::DIFFERENCE_OF_SHARES, 0.0);
        assert!((1e-3..0.05).contains(&p), "{p}");
    }

    /// Checks that moments that games cannot have still give an interval within the bounds.
    #[test]
    fn impossible_moments_bound_nothing() {
        for (variance, third) in
            [(f64::NAN, 0.0), (f64::INFINITY, 1.0), (1.0, f64::NAN), (f64::INFINITY, f64::INFINITY)]
        {
            let moments = Moments { n: 9, mean: 0.5, variance, third };
            let (low, high) = moments.interval(&Bounds::SHARE, 0.95);
            assert!((0.0..=0.5).contains(&low) && (0.5..=1.0).contains(&high), "{variance} {third}: {low} {high}");
            assert!((0.0..=1.0).contains(&moments.p_value(&Bounds::SHARE, 0.1)));
        }
        let moments = Moments { n: 9, mean: 0.5, variance: -1.0, third: -1.0 };
        assert!(moments.interval(&Bounds::SHARE, 0.95).0 < 0.5);
    }

    /// Checks means outside their bounds: the interval contains the mean, and its ends are in order.
    #[test]
    fn a_bound_that_the_mean_exceeds_is_ignored() {
        for (mean, bounds) in [(-1.3, Bounds::COUNT), (1.2, Bounds::SHARE), (-0.2, Bounds::SHARE)] {
            let moments = Moments { n: 200, mean, variance: 9.0, third: 1.0 };
            let (low, high) = moments.interval(&bounds, 0.95);
            assert!(low < mean - 0.3 && mean + 0.3 < high, "{mean} in {bounds:?}: {low} to {high}");
            assert!((0.0..=1.0).contains(&moments.p_value(&bounds, mean - 0.4)));
        }
    }

    /// Checks overs 3, 1, 2 of unders 4, 2, 4: ratio 0.6; residuals 0.6, -0.2, -0.4, divided by 10/3.
    #[test]
    fn a_ratio_by_hand() {
        let moments = Moments::of_ratio(3, (6, 10), [&[14.0, 22.0, 36.0], &[36.0, 54.0, 84.0, 136.0]]);
        let residuals = [0.18, -0.06, -0.12].map(|residual| (0.6 + residual, 1));
        let by_hand = Moments::of_counts(residuals.into_iter());
        assert!((moments.mean - 0.6).abs() < 1e-12);
        assert!((moments.variance - by_hand.variance).abs() < 1e-12, "{moments:?} {by_hand:?}");
        assert!((moments.third - by_hand.third).abs() < 1e-12, "{moments:?} {by_hand:?}");
    }

    /// Checks the mean of the means of 2, 4, 9 and of 1, 1, 7: cumulants of means add up.
    #[test]
    fn pooled_means_by_hand() {
        let of = |values: [f64; 3]| Moments::of_counts(values.map(|value| (value, 1)).into_iter());
        let [one, two] = [of([2.0, 4.0, 9.0]), of([1.0, 1.0, 7.0])];
        let both = Moments::pooled(&[one, two]);
        let error = (one.standard_error().powi(2) + two.standard_error().powi(2)).sqrt() / 2.0;
        assert_eq!((both.n, both.mean), (6, 4.0));
        assert!((both.standard_error() - error).abs() < 1e-12);
        assert!((both.third / 36.0 - (one.third + two.third) / 9.0 / 8.0).abs() < 1e-12);
    }
}
