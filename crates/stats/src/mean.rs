//! Means: of a tallied variable, of numbers with Student's t (Student, 1908, Biometrika 6, 1-25), over pairs with
//! shared members, and over independent repetitions.

use super::{Bounds, Estimate, LEVEL, Moments, checked, normal_quantile};
use statrs::distribution::{Continuous, ContinuousCDF, Normal, StudentsT};

/// Computes the mean of a variable with its interval at `level`. `counts[k]` observations had the value k; larger
/// values are impossible. Without observations the point is NaN, and the interval has all possible values.
///
/// The interval is Student's with a correction for skewness (N. J. Johnson, 1978, J. Am. Stat. Assoc. 73, 536-544), that
/// of a Poisson count for rare events, and allows for events that were not seen: see [`Moments::interval`]. If all
/// observations are equal, it is Wilson's for a share of 0. Use [`student`] for the plain interval.
///
/// # Panics
/// Panics on a level outside 0 to 1.
pub fn mean(counts: &[u64], level: f64) -> Estimate {
    // Without a list of values, nothing bounds them.
    let most = if counts.is_empty() { f64::INFINITY } else { (counts.len() - 1) as f64 };
    let values = counts.iter().enumerate().map(|(value, count)| (value as f64, *count));
    Estimate::of(&Moments::of_counts(values), &Bounds::between(0.0, most), level)
}

/// Computes the mean of any numbers with Student's t interval at `level` (Student, 1908, Biometrika 6, 1-25). The
/// interval is unbounded with fewer than two numbers, and if a number is not finite. If all numbers are equal, point and
/// interval are that number.
///
/// # Panics
/// Panics on a level outside 0 to 1.
pub fn student(values: &[f64], level: f64) -> Estimate {
    let (n, level) = (values.len() as u64, checked(level));
    let equal = values.first().filter(|first| n > 1 && first.is_finite() && values.iter().all(|value| value == *first));
    // The mean of equal values is rounded.
    if let Some(&point) = equal {
        return Estimate { point, standard_error: 0.0, interval: (point, point), n, observations: n };
    }
    let point = values.iter().sum::<f64>() / n as f64;
    let squares: f64 = values.iter().map(|value| (value - point).powi(2)).sum();
    if n < 2 || !squares.is_finite() {
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

// Means over pairs with shared members. The value of a pair is not an independent observation if a member is in other
// pairs too.

/// Computes the mean of a value observed for pairs of members, with its interval at `level`.
///
/// The standard error is that of a jackknife that leaves out one member with all its pairs at a time (O. Frank and T.
/// Snijders, 1994, Journal of Official Statistics 10, 53-67; T. Snijders and S. Borgatti, 1999, Connections 22,
/// 161-170). Pairs with a common member vary together. Variation of the pair alone counts twice, so the interval errs
/// on the wide side. Quantiles are Student's with one degree of freedom less than there are members.
///
/// # Panics
/// Panics on a level outside 0 to 1.
pub fn dyadic(values: &[([usize; 2], f64)], level: f64) -> Estimate {
    let level = checked(level);
    let mean = |left_out: Option<usize>| {
        let kept = values.iter().filter(|(pair, _)| left_out.is_none_or(|member| !pair.contains(&member)));
        let (sum, many) = kept.fold((0.0, 0_u64), |(sum, many), (_, value)| (sum + value, many + 1));
        (many > 0).then(|| sum / many as f64)
    };
    let mut members: Vec<usize> = values.iter().flat_map(|(pair, _)| *pair).collect();
    members.sort_unstable();
    members.dedup();
    let point = mean(None).unwrap_or(f64::NAN);
    let without: Vec<f64> = members.into_iter().filter_map(|member| mean(Some(member))).collect();
    let (count, observations) = (without.len() as f64, values.len() as u64);
    let squares: f64 = without.iter().map(|without| (without - point).powi(2)).sum();
    if count < 2.0 || !squares.is_finite() {
        let interval = (f64::NEG_INFINITY, f64::INFINITY);
        return Estimate { point, standard_error: f64::NAN, interval, n: observations, observations };
    }
    let standard_error = (squares * (count - 1.0) / count).sqrt();
    let reach = student_quantile(count - 1.0, level) * standard_error;
    Estimate { point, standard_error, interval: (point - reach, point + reach), n: observations, observations }
}

// Estimates from independent repetitions of a whole procedure, such as a search for builds with its games.

/// Computes the mean of a share that was estimated once in each independent repetition, within 0 and 1. The interval is
/// Student's over the repetitions, so it includes everything that differs between them. `alone` is the estimate from
/// the same games as if only their dice differed. Other differences only add variance, so the interval is never
/// narrower than that of `alone`.
pub fn repeated(shares: &[f64], alone: &Estimate) -> Estimate {
    repeated_at(shares, alone, LEVEL)
}

/// Computes the same as [`repeated`] with an interval at another level, which is also the level of `alone`.
///
/// # Panics
/// Panics on a level outside 0 to 1.
pub fn repeated_at(shares: &[f64], alone: &Estimate, level: f64) -> Estimate {
    let over = student(shares, level);
    let error = if over.standard_error.is_finite() { over.standard_error } else { 0.0 };
    Estimate {
        point: over.point,
        standard_error: error.max(alone.standard_error),
        interval: joined(over.interval, alone.interval, over.point - alone.point),
        n: alone.n,
        observations: shares.len() as u64,
    }
}

/// Returns the wider of two intervals on either side, the second one moved by `moved`, within the bounds of a share.
fn joined(one: (f64, f64), other: (f64, f64), moved: f64) -> (f64, f64) {
    let Bounds { low, high, .. } = Bounds::SHARE;
    (one.0.min(other.0 + moved).max(low), one.1.max(other.1 + moved).min(high))
}

/// Finds the candidate with the greatest mean over repetitions, and estimates that mean. Ties go to the earlier
/// candidate. `alone` gives the estimate of a candidate from its dice alone.
///
/// The best of several candidates is overestimated by the games that chose it (selection bias). So the lower end of the
/// interval holds jointly for all candidates that may be the best (Bonferroni's inequality). These are the chosen one
/// and those with a difference from it, over repetitions, that may be 0 by Student's t. The upper end is that of any
/// candidate, because luck only favours the chosen one.
///
/// `None` if there is no candidate, or only one repetition.
pub fn chosen(candidates: &[Vec<f64>], alone: impl Fn(usize) -> Estimate) -> Option<(usize, Estimate)> {
    if candidates.first()?.len() < 2 {
        return None;
    }
    let sum = |candidate: usize| candidates[candidate].iter().sum::<f64>();
    let better = |best: usize, next: usize| if sum(next) > sum(best) { next } else { best };
    let named = (0..candidates.len()).fold(0, better);
    let may_be_best = |other: &Vec<f64>| {
        let less: Vec<f64> = candidates[named].iter().zip(other).map(|(best, other)| best - other).collect();
        student(&less, LEVEL).interval.0 <= 0.0
    };
    let rivals = candidates.iter().filter(|other| may_be_best(other)).count().max(1);
    let together = 1.0 - (1.0 - LEVEL) / rivals as f64;
    let dice = alone(named);
    let reach = normal_quantile(together) * dice.standard_error;
    let wide = Estimate { interval: (dice.point - reach, dice.point + reach), ..dice };
    let shares = &candidates[named];
    let (estimate, low) = (repeated(shares, &dice), repeated_at(shares, &wide, together).interval.0);
    Some((named, Estimate { interval: (low.min(estimate.interval.0), estimate.interval.1), ..estimate }))
}

/// Returns Student's quantile for the mean of `repeats` repetitions; that of two for fewer.
///
/// # Panics
/// Panics on a level outside 0 to 1.
pub fn repeats_quantile(repeats: usize, level: f64) -> f64 {
    student_quantile(repeats.saturating_sub(1).max(1) as f64, level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_dice::Throw;

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

    /// Simulates twelve members in half of the pairs 400 times. The strengths of a pair add up, or one counts against
    /// the other. Intervals at 95% miss in 5% of cases; 38 of 400 would have a probability of 0.0001. Intervals that
    /// treat pairs as independent miss far more often if strengths add up.
    #[test]
    fn means_over_pairs_are_covered() {
        for sign in [1.0, -1.0] {
            let (mut missed, mut alone) = (0, 0);
            for seed in 0..400 {
                let mut throw = Throw::new(seed);
                let mut noise = || (0..12).map(|_| throw.below(1001) as f64 / 1000.0 - 0.5).sum::<f64>();
                let strengths: Vec<f64> = (0..12).map(|_| noise()).collect();
                let pairs = (0..12).flat_map(|i| (i + 1..12).map(move |j| [i, j])).filter(|[i, j]| (i + j) % 2 == 1);
                let values: Vec<([usize; 2], f64)> =
                    pairs.map(|[i, j]| ([i, j], strengths[i] + sign * strengths[j] + 0.3 * noise())).collect();
                let outside = |(low, high): (f64, f64)| u64::from(!(low..=high).contains(&0.0));
                missed += outside(dyadic(&values, 0.95).interval);
                let plain: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
                alone += outside(student(&plain, 0.95).interval);
            }
            assert!(missed < 38, "{missed} of 400");
            assert!(sign < 0.0 || alone > 100, "{alone} of 400");
        }
    }

    /// Checks three members by hand: without any one of them, one pair is left.
    #[test]
    fn of_three_members_by_hand() {
        let values = [([0, 1], 1.0), ([0, 2], 2.0), ([1, 2], 6.0)];
        let estimate = dyadic(&values, 0.95);
        assert_eq!(estimate.point, 3.0);
        assert!((estimate.standard_error - (14.0_f64 * 2.0 / 3.0).sqrt()).abs() < 1e-12);
        assert!(dyadic(&values[..1], 0.95).interval.1.is_infinite());
    }

    const NOTHING: Estimate =
        Estimate { point: 0.5, standard_error: 0.0, interval: (0.5, 0.5), n: 10, observations: 5 };

    /// Checks 0.4, 0.5, 0.6: s = 0.1, t(2) = 4.30265, so the interval is 0.5 ± 0.24841.
    #[test]
    fn the_spread_over_repetitions_is_students() {
        let estimate = repeated(&[0.4, 0.5, 0.6], &NOTHING);
        assert!((estimate.interval.0 - 0.251_59).abs() < 1e-4, "{estimate:?}");
        assert_eq!((estimate.n, estimate.observations), (10, 3));
        let dice = Estimate { interval: (0.45, 0.56), standard_error: 0.03, ..NOTHING };
        assert_eq!(repeated(&[0.5; 4], &dice).interval, (0.45, 0.56), "no narrower than the dice alone");
        assert_eq!(repeated(&[0.5], &NOTHING).interval, (0.0, 1.0), "one repetition bounds nothing");
    }

    /// Checks that 0.6, 0.5, 0.4 is chosen. 0.58, 0.5, 0.36 may be the best too, but not 0.1, 0.0, 0.0. The lower end
    /// is that of level 1 - 0.05 / 2 with t(2) = 6.2053, the upper end that of 0.95 with 4.3027, each times 0.1 / √3.
    #[test]
    fn what_is_chosen_has_a_lower_end_for_all_that_may_be_best() {
        let candidates = [vec![0.58, 0.5, 0.36], vec![0.6, 0.5, 0.4], vec![0.1, 0.0, 0.0]];
        let (named, estimate) = chosen(&candidates, |_| NOTHING).unwrap();
        assert_eq!((named, estimate.point), (1, 0.5));
        let (low, high) = estimate.interval;
        assert!((low - 0.1417).abs() < 1e-3 && (high - 0.7484).abs() < 1e-3, "{low} {high}");
        assert!(chosen(&[vec![0.5]], |_| NOTHING).is_none() && chosen(&[], |_| NOTHING).is_none());
    }
}
