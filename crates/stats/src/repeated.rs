//! Estimates from independent repetitions of a whole procedure: of the search for builds, and of its games.

use super::mean::student_quantile;
use super::{Bounds, Estimate, LEVEL, normal_quantile, student};

/// Computes the mean of a share that was estimated once in each independent repetition, within 0 and 1. The interval is
/// Student's over the repetitions, so it includes everything that differs between them. `alone` is the estimate from
/// the same games as if only their dice differed. Other differences only add variance, so the interval is never
/// narrower than that of `alone`.
pub fn repeated(shares: &[f64], alone: &Estimate) -> Estimate {
    repeated_at(shares, alone, LEVEL)
}

/// Computes the same with an interval at another level, which is also the level of `alone`.
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

/// Returns Student's quantile for the mean of `repeats` repetitions.
pub fn repeats_quantile(repeats: usize, level: f64) -> f64 {
    student_quantile(repeats.saturating_sub(1).max(1) as f64, level)
}

#[cfg(test)]
mod tests {
    use super::*;

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
