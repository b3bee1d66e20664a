//! Estimates from independent repetitions of everything: of the search for what plays, and of its games.

use super::mean::student_quantile;
use super::{Bounds, Estimate, LEVEL, student};

/// The mean of a share that was estimated once in each of some independent repetitions, within 0 and 1: Student's interval over
/// the repetitions, so that all that differs between them is in it. `alone` is the estimate of the same games as if nothing but
/// their dice differed; as what differs besides only adds, no interval is narrower than that one.
pub fn repeated(shares: &[f64], alone: &Estimate) -> Estimate {
    repeated_at(shares, alone, LEVEL)
}

/// The same with an interval at another level, which is that of `alone` too.
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

/// The wider of two intervals on either side, the second moved by some amount, within the bounds of a share.
fn joined(one: (f64, f64), other: (f64, f64), moved: f64) -> (f64, f64) {
    let Bounds { low, high, .. } = Bounds::SHARE;
    (one.0.min(other.0 + moved).max(low), one.1.max(other.1 + moved).min(high))
}

/// The candidate with the greatest mean over repetitions, and the mean of what is chosen so, without the luck of the choice: for
/// each repetition the others choose, and the one left out values their choice (cross-fitting: V. Chernozhukov and others, 2018,
/// Econom. J. 21, C1-C68). Of equals the earlier is chosen. `alone` gives the estimate of a candidate by its dice alone.
///
/// `None` where there is no candidate, or only one repetition.
pub fn chosen(candidates: &[Vec<f64>], alone: impl Fn(usize) -> Estimate) -> Option<(usize, Estimate)> {
    let repeats = candidates.first()?.len();
    if repeats < 2 {
        return None;
    }
    let best = |left_out: Option<usize>| -> usize {
        let sum = |values: &Vec<f64>| -> f64 {
            let kept = values.iter().enumerate().filter(|(repeat, _)| Some(*repeat) != left_out);
            kept.map(|(_, value)| value).sum()
        };
        let better =
            |best: usize, next: usize| if sum(&candidates[next]) > sum(&candidates[best]) { next } else { best };
        (0..candidates.len()).fold(0, better)
    };
    let values: Vec<f64> = (0..repeats).map(|repeat| candidates[best(Some(repeat))][repeat]).collect();
    let named = best(None);
    Some((named, repeated(&values, &alone(named))))
}

/// Student's quantile for the mean of so many repetitions.
pub fn repeats_quantile(repeats: usize, level: f64) -> f64 {
    student_quantile(repeats.saturating_sub(1).max(1) as f64, level)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Estimate =
        Estimate { point: 0.5, standard_error: 0.0, interval: (0.5, 0.5), n: 10, observations: 5 };

    /// 0.4, 0.5, 0.6: s = 0.1, t(2) = 4.30265, so that the interval is 0.5 ± 0.24841.
    #[test]
    fn the_spread_over_repetitions_is_students() {
        let estimate = repeated(&[0.4, 0.5, 0.6], &NOTHING);
        assert!((estimate.interval.0 - 0.251_59).abs() < 1e-4, "{estimate:?}");
        assert_eq!((estimate.n, estimate.observations), (10, 3));
        let dice = Estimate { interval: (0.45, 0.56), standard_error: 0.03, ..NOTHING };
        assert_eq!(repeated(&[0.5; 4], &dice).interval, (0.45, 0.56), "no narrower than the dice alone");
        assert_eq!(repeated(&[0.5], &NOTHING).interval, (0.0, 1.0), "one repetition bounds nothing");
    }

    /// Each repetition values what the others choose: of the first the second candidate, 0.1; of the others the first.
    #[test]
    fn a_choice_is_valued_by_what_did_not_choose() {
        let candidates = [vec![0.9, 0.5, 0.4], vec![0.1, 0.6, 0.5]];
        let (named, estimate) = chosen(&candidates, |_| NOTHING).unwrap();
        assert_eq!(named, 0);
        assert!((estimate.point - (0.1 + 0.5 + 0.4) / 3.0).abs() < 1e-12, "{estimate:?}");
        assert!(chosen(&[vec![0.5]], |_| NOTHING).is_none() && chosen(&[], |_| NOTHING).is_none());
    }
}
