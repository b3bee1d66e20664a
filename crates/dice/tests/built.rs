//! Expressions and distributions that are built, not parsed: the rules and limits are those of the parser.

use hitchart_dice::Throw;
use hitchart_dice::algebra::{
    Condition, Distribution, Expression, MAX_DEPTH, MAX_NUMBER, MAX_OUTCOMES, Mistake, Multiset, d, dice, faces,
    members,
};

#[test]
fn what_the_parser_refuses_has_no_odds() {
    let number = |n: i64| Expression::from(n);
    for expression in [
        d(0),
        d(MAX_OUTCOMES as u32 + 1),
        d(u32::MAX),
        dice(0, 6).keep_highest(0),
        dice(3, 6).drop_lowest(0),
        dice(3, 6).count(Condition::In(Vec::new())),
        dice(3, 6).count(Condition::AtLeast(MAX_NUMBER + 1)),
        d(6).reroll(Condition::Equal(i64::MIN)),
        d(6).explode(1_000_001),
        faces([]),
        faces([i64::MIN, i64::MAX]),
        members([]),
        number(MAX_NUMBER + 1),
        number(i64::MAX),
        number(i64::MIN),
        -number(i64::MIN),
        d(6) + (d(8) * number(-MAX_NUMBER - 1)),
    ] {
        let error = expression.distribution().expect_err(&expression.to_string());
        assert_eq!(error.column, 0, "{expression}");
        assert!(expression.to_string().parse::<Expression>().is_err(), "{expression}");
        assert_eq!(expression.roll(&mut Throw::new(7), 100), None, "{expression}");
    }
    assert_eq!((-number(MAX_NUMBER)).distribution().unwrap().min(), -MAX_NUMBER);
    assert_eq!(d(MAX_OUTCOMES as u32).distribution().unwrap().max(), MAX_OUTCOMES as i64);
}

/// A number of terms, one more than are allowed, and enough to end the process if a function recurses over them.
#[test]
fn sums_of_too_many_terms_have_no_odds_and_end_nothing() {
    let sum = |terms: usize| (1..terms).fold(d(2), |sum, _| sum + d(2));
    // The number of dice of a term is a level too.
    let most = sum(MAX_DEPTH - 1);
    assert_eq!(most.distribution().unwrap().max(), 2 * (MAX_DEPTH as i64 - 1));
    assert_eq!(most.to_string().parse::<Expression>().unwrap(), most);
    for terms in [MAX_DEPTH, 200_000] {
        let sum = sum(terms);
        assert_eq!(sum.distribution().unwrap_err().mistake, Mistake::TooDeep, "{terms}");
        assert_eq!((sum.clone(), sum.to_string().is_empty()), (sum, false));
    }
    let nested = (0..200_000).fold(d(2), |inner, _| -inner);
    assert!(nested.distribution().is_err() && nested.roll(&mut Throw::new(7), 100).is_none());
}

#[test]
fn dice_have_a_limit_of_sides() {
    assert_eq!(Distribution::die(1).as_constant(), Some(1));
    for sides in [0, MAX_OUTCOMES as u32 + 1, 1_000_000_000] {
        assert!(std::panic::catch_unwind(|| Distribution::die(sides)).is_err(), "{sides}");
    }
    // More sides than a die may have, without odds.
    let rolled: Expression = "d(1000000 * d10)!".parse().unwrap();
    assert!(rolled.odds().is_err());
    (0..20).for_each(|key| drop(rolled.roll(&mut Throw::new(key), 100)));
}

#[test]
fn mixtures_are_scaled_and_refuse_other_weights() {
    let (die, one) = (Distribution::die(6), Distribution::point(1));
    let mixed = |weights: [f64; 2]| Distribution::mixed(&[(weights[0], die.clone()), (weights[1], one.clone())]);
    let either = mixed([1.0, 1.0]).unwrap();
    assert!((either.at_least(1) - 1.0).abs() < 1e-12 && (either.at(1) - 7.0 / 12.0).abs() < 1e-12);
    assert!((mixed([3.0, 0.0]).unwrap().at_least(1) - 1.0).abs() < 1e-12);
    for weights in [[0.0, 0.0], [-1.0, 2.0], [f64::NAN, 1.0], [f64::INFINITY, 1.0]] {
        assert_eq!(mixed(weights), None, "{weights:?}");
    }
    assert_eq!(Distribution::mixed(&[]), None);
    // Weights whose sum or its inverse is no usable number.
    for weight in [1e308, f64::MAX, f64::MIN_POSITIVE / 4.0, f64::from_bits(1)] {
        let (either, coin) = (mixed([weight; 2]).unwrap(), Distribution::weighted([(0, weight), (1, weight)]).unwrap());
        assert!((either.at(1) - 7.0 / 12.0).abs() < 1e-12 && coin.at(1) == 0.5, "{weight}");
    }
}

#[test]
fn outcomes_and_shares_have_bounds() {
    assert!(std::panic::catch_unwind(|| Distribution::point(i64::MIN)).is_err());
    assert!(std::panic::catch_unwind(|| Distribution::die(6).quantile(f64::NAN)).is_err());
    let many = Multiset::of(Distribution::die(6), usize::MAX).with(Distribution::die(6), 1);
    assert_eq!(many.with(Distribution::die(8), 1).len(), usize::MAX);
}

#[test]
fn outcomes_that_are_too_large_have_no_distribution() {
    assert_eq!(Distribution::weighted([(i64::MIN, 1.0), (0, 1.0)]), None);
    assert_eq!(Distribution::weighted([(0, 1.0), (i64::MAX, 1.0)]), None);
    assert_eq!(Distribution::die(2).map(|face| if face == 1 { i64::MIN } else { i64::MAX }), None);
}
