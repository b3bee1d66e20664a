//! The values of states that need themselves: rounds are repeated until nothing changes.

use super::bands::MAX_BANDS;

/// One number for each band.
pub(super) type ByBand = [f64; MAX_BANDS];

/// Largest difference of chances that counts as none.
pub(super) const PRECISION: f64 = 1e-9;

/// Largest change of a chance by a round in the values of a pair, and the number of changes to extrapolate from.
pub(super) const SETTLED: (f64, usize) = (1e-11, MAX_BANDS);

/// Largest change of a number of rounds that counts as none.
const PRECISION_OF_ROUNDS: f64 = 1e-4;

/// Most steps of the iteration of a state; duels in which next to nothing happens stop here.
const MOST_STEPS: usize = 1_000;

/// Number of rounds that stands for no end: so large that a millionth of it is no number of rounds to print.
pub(super) const ENDLESS: f64 = 1e9;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns `a` + `times` × `b`.
fn plus(a: &[f64], times: f64, b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + times * b).collect()
}

/// Repeats a step until no chance changes by `settled`. The values are extrapolated from all of them at once by up to
/// `memory` changes of the last steps (Anderson 1965): as long as all choices stay the same, a step is linear.
pub(super) fn settle(
    mut values: Vec<f64>,
    (settled, memory): (f64, usize),
    mut step: impl FnMut(&[f64]) -> Vec<f64>,
) -> Vec<f64> {
    let mut last: Option<Change> = None;
    let mut known: Vec<Change> = Vec::new();
    for _ in 0..MOST_STEPS {
        let next = step(&values);
        let change = plus(&next, -1.0, &values);
        if change.iter().all(|change| change.abs() < settled) {
            return next;
        }
        if let Some((before, changed)) = &last {
            if dot(&change, &change) > dot(changed, changed) {
                known.clear();
            }
            known.insert(0, (plus(&values, -1.0, before), plus(&change, -1.0, changed)));
            known.truncate(memory);
        }
        let mut target = extrapolated(next, change.clone(), &known);
        target.iter_mut().for_each(|value| *value = value.clamp(0.0, 1.0));
        last = Some((std::mem::replace(&mut values, target), change));
    }
    values
}

/// Values, and their changes by a step.
type Change = (Vec<f64>, Vec<f64>);

/// Returns the values at which the change is expected to vanish, from differences of values and of their changes.
fn extrapolated(mut next: Vec<f64>, mut change: Vec<f64>, known: &[Change]) -> Vec<f64> {
    /// Smallest share of a difference that the others do not explain.
    const INDEPENDENT: f64 = 1e-10;
    let mut basis: Vec<Change> = Vec::new();
    for (values, changes) in known {
        let (mut own, mut left) = (values.clone(), changes.clone());
        for (other, direction) in &basis {
            let share = dot(&left, direction) / dot(direction, direction);
            (own, left) = (plus(&own, -share, other), plus(&left, -share, direction));
        }
        if dot(&left, &left) > INDEPENDENT * dot(changes, changes) {
            basis.push((own, left));
        }
    }
    for (own, direction) in &basis {
        let share = dot(&change, direction) / dot(direction, direction);
        next = plus(&plus(&next, -share, own), -share, direction);
        change = plus(&change, -share, direction);
    }
    next
}

/// Repeats a step until no number of rounds changes by [`PRECISION_OF_ROUNDS`]. Two changes in the same direction are
/// extrapolated, because the change shrinks by about the same factor each time. A number whose change stays the same grows
/// without an end: it is [`ENDLESS`], and does not take part in the extrapolation of the others.
pub(super) fn lengthen(mut values: Vec<f64>, mut step: impl FnMut(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let ended = |values: &[f64], change: &[f64]| {
        let ended = |(value, change): (&f64, &f64)| if change.abs() < PRECISION_OF_ROUNDS { *value } else { ENDLESS };
        values.iter().zip(change).map(ended).collect()
    };
    let mut last: Option<Vec<f64>> = None;
    for _ in 1..MOST_STEPS {
        let next = step(&values);
        let change = plus(&next, -1.0, &values);
        values = next;
        let before = last.take();
        let grows = |i: usize| {
            change[i] > 0.0 && before.as_ref().is_some_and(|before| (change[i] - before[i]).abs() < PRECISION)
        };
        let finite = |changes: &[f64]| -> Vec<f64> {
            changes.iter().enumerate().map(|(i, change)| if grows(i) { 0.0 } else { *change }).collect()
        };
        let now = finite(&change);
        if now.iter().all(|change| change.abs() < PRECISION_OF_ROUNDS) {
            return ended(&values, &change);
        }
        let shrinks = before.as_deref().map(finite).map(|before| dot(&now, &before) / dot(&before, &before));
        match shrinks {
            Some(shrinks) if (0.0..0.999).contains(&shrinks) => {
                values = plus(&values, shrinks / (1.0 - shrinks), &now);
                values.iter_mut().for_each(|value| *value = value.clamp(0.0, ENDLESS));
            }
            _ => last = Some(change),
        }
    }
    let next = step(&values);
    let change = plus(&next, -1.0, &values);
    ended(&next, &change)
}
