//! Tests of intervals and p-values: an interval grows with its level, and the p-value is its inverse.

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
        9 => (0..n.min(500)).map(|_| (at(1.0 - (throw.below(101) as f64 / 100.0).powi(3)), n.div_ceil(500))).collect(),
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
            assert!(low <= before.0 + slack && high >= before.1 - slack, "{level}, {what}: {before:?} {low} {high}");
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
    for (variance, third) in [(f64::NAN, 0.0), (f64::INFINITY, 1.0), (1.0, f64::NAN), (f64::INFINITY, f64::INFINITY)] {
        let moments = Moments { n: 9, mean: 0.5, variance, third };
        let (low, high) = moments.interval(&Bounds::SHARE, 0.95);
        assert!((0.0..=0.5).contains(&low) && (0.5..=1.0).contains(&high), "{variance} {third}: {low} {high}");
        assert!((0.0..=1.0).contains(&moments.p_value(&Bounds::SHARE, 0.1)));
    }
    let moments = Moments { n: 9, mean: 0.5, variance: -1.0, third: -1.0 };
    assert!(moments.interval(&Bounds::SHARE, 0.95).0 < 0.5);
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
