//! Tests of the rules for levels and data that all estimates share.

use crate::sequential::Boundary;
use crate::*;
use std::panic::catch_unwind;

/// Every function with a level panics on these.
#[test]
fn levels_outside_0_to_1_are_refused() {
    let few = Moments::of_counts([(1.0, 1)].into_iter());
    let estimate = Estimate { point: 0.5, standard_error: 0.1, interval: (0.3, 0.7), n: 100, observations: 100 };
    for level in [95.0, 1.5, -0.5, f64::NAN] {
        let calls: [&(dyn Fn() + std::panic::RefUnwindSafe); 15] = [
            &|| {
                _ = proportion(3, 10, level);
            },
            &|| {
                _ = proportion(0, 0, level);
            },
            &|| {
                _ = mean(&[1, 2], level);
            },
            &|| {
                _ = mean(&[], level);
            },
            &|| {
                _ = student(&[1.0, 2.0], level);
            },
            &|| {
                _ = student(&[], level);
            },
            &|| {
                _ = dyadic(&[], level);
            },
            &|| {
                _ = repeats_quantile(3, level);
            },
            &|| {
                _ = repeated_at(&[0.4, 0.5], &estimate, level);
            },
            &|| {
                _ = few.interval(&Bounds::SHARE, level);
            },
            &|| {
                _ = estimate.reach_with(level, 0.2, 2.0);
            },
            &|| {
                _ = dkw_bound(10, level);
            },
            &|| {
                _ = holm_limits(&[0.5], level);
            },
            &|| {
                _ = benjamini_hochberg_limits(&[0.5], level);
            },
            &|| {
                _ = Boundary::of(3).level(0, level);
            },
        ];
        for (place, call) in calls.into_iter().enumerate() {
            assert!(catch_unwind(call).is_err(), "{place} at {level}");
        }
    }
    assert!((normal_at(0.025) + normal_quantile(0.95)).abs() < 1e-9 && catch_unwind(|| normal_at(-0.1)).is_err());
    assert_eq!((normal_quantile(0.0), normal_quantile(1.0)), (0.0, f64::INFINITY));
}

#[test]
fn data_without_an_estimate_are_unknown() {
    for unknown in [proportion(5, 3, 0.95), proportion(0, 0, 0.95)] {
        assert!(unknown.point.is_nan() && unknown.interval == (0.0, 1.0), "{unknown:?}");
        assert!(!unknown.percent().contains("NaN"), "{}", unknown.percent());
    }
    let none = mean(&[], 0.95);
    assert!(none.point.is_nan() && none.interval == (0.0, f64::INFINITY), "{none:?}");
    let none = mean(&[0, 0, 0], 0.95);
    assert!(none.point.is_nan() && none.interval == (0.0, 2.0), "{none:?}");
    let odd = student(&[1.0, f64::NAN, 2.0], 0.95);
    assert!(odd.point.is_nan() && odd.interval == (f64::NEG_INFINITY, f64::INFINITY), "{odd:?}");
    assert!(![odd.to_string(), odd.signed(), odd.in_points()].concat().contains("too few"));
    let odd = dyadic(&[([0, 1], 1.0), ([0, 2], f64::NAN), ([1, 2], 6.0)], 0.95);
    assert!(odd.point.is_nan() && odd.interval == (f64::NEG_INFINITY, f64::INFINITY), "{odd:?}");
    let moments = Moments::of_counts([(1.0, 4), (f64::NAN, 2)].into_iter());
    assert!(moments.p_value(&Bounds::WHOLE, 0.0).is_nan());
    assert!(Moments::of_counts([(1.0, 4), (2.0, 2)].into_iter()).p_value(&Bounds::WHOLE, f64::NAN).is_nan());
}

#[test]
fn counts_beyond_the_largest_number_do_not_overflow() {
    let both = mean(&[u64::MAX; 2], 0.95);
    assert!((both.point - 0.5).abs() < 1e-9 && both.n == u64::MAX, "{both:?}");
    assert!(chi_square(&[u64::MAX; 2], &[0.5; 2]).p_value >= 0.0);
}

#[test]
fn unknown_effects_and_counts_stay_unknown() {
    let mut throw = hitchart_dice::Throw::new(1);
    let effects = [vec![1.0, f64::NAN], vec![2.0, 3.0]];
    let found = elementary_effects(&effects, &mut |below| throw.below(below)).unwrap();
    assert!(
        [found.mu, found.mu_star, found.sigma].iter().all(|one| one.point.is_nan() && one.interval.1.is_infinite())
    );
    let game = symmetric::SymmetricGame::of(2, 2, |own, _| if own == 0 { 1.0 } else { f64::NAN });
    assert!(game.equilibrium().exploitability.is_nan());
    for wins in [f64::NAN, -1.0, f64::INFINITY] {
        let game = ratings::PairTally { first: 0, second: 1, wins, ties: 1.0, losses: 2.0 };
        assert!(ratings::Fit::of(2, &[game]).logits.iter().all(|logit| logit.is_nan()));
    }
}

#[test]
fn entrants_that_do_not_exist_are_refused() {
    let game = ratings::PairTally { first: 0, second: 2, wins: 1.0, ties: 1.0, losses: 2.0 };
    assert!(catch_unwind(|| ratings::Fit::of(2, &[game])).is_err());
    assert!(catch_unwind(|| ratings::Fit::of(0, &[])).is_err());
    assert!(catch_unwind(|| ratings::Meetings::of(2, vec![(0, 2, 1.0)])).is_err());
    assert!(catch_unwind(|| ratings::reached(0, |_, _| true)).is_err());
}

/// Means keep their spread above 1e9, and those of equal numbers have none.
#[test]
fn spreads_are_those_of_the_data() {
    let values: [i64; 3] = [10, 11, 13].map(|value| value + 1_000_000_000);
    let cubes = values.iter().map(|value| i128::from(*value).pow(3)).sum();
    let large =
        Moments::of_sums(3, values.iter().sum(), values.iter().map(|value| (value * value) as u64).sum(), cubes);
    assert!((large.variance() - 7.0 / 3.0).abs() < 1e-9, "{large:?}");
    let equal = student(&[0.1; 18], 0.95);
    assert_eq!((equal.point, equal.standard_error, equal.interval), (0.1, 0.0, (0.1, 0.1)));
}

/// A spread alone falls with the root of the observations at every level, and not only at [`LEVEL`].
#[test]
fn distances_at_any_level_fall_with_the_root() {
    for level in [0.5, 0.9, LEVEL, 0.999] {
        let estimate = student(&(0..1000).map(f64::from).collect::<Vec<f64>>(), level);
        let reach = normal_quantile(level) * estimate.standard_error;
        assert!((estimate.reach_with(level, reach, 4.0) / reach - 0.5).abs() < 1e-12, "{level}");
        assert!((estimate.times_to_reach(level, reach, reach / 3.0) - 9.0).abs() < 1e-9, "{level}");
    }
}

#[test]
fn what_is_no_distribution_or_p_value_stays_unknown() {
    for probabilities in [[f64::NAN, 1.0], [0.5, 0.6], [0.2, 0.2], [-0.5, 1.5]] {
        assert!(chi_square(&[50, 50], &probabilities).p_value.is_nan(), "{probabilities:?}");
        assert!(largest_gap(&[50, 50], &probabilities).is_nan(), "{probabilities:?}");
    }
    assert!(largest_gap(&[0, 0], &[0.5, 0.5]).is_nan() && chi_square(&[0, 0], &[0.5, 0.5]).p_value.is_nan());
    for nan in [f64::NAN, -f64::NAN, -0.5, 1.5] {
        let adjusted = holm(&[0.01, nan, 0.02]);
        assert!(adjusted[1].is_nan() && (adjusted[0] - 0.03).abs() < 1e-15 && (adjusted[2] - 0.04).abs() < 1e-15);
        let adjusted = benjamini_hochberg(&[0.01, nan, 0.02]);
        assert!(adjusted[1].is_nan() && (adjusted[0] - 0.03).abs() < 1e-15 && (adjusted[2] - 0.03).abs() < 1e-15);
    }
}
