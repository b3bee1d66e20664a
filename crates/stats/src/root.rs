//! The root of a monotone function between two points: regula falsi with the Illinois rule (M. Dowell and P. Jarratt,
//! 1971, BIT 11, 168-174).

/// Largest number of steps; a dozen are usual.
const STEPS: usize = 100;

/// Finds the root of `f` between `low` and `high`, to a billionth of their distance. The signs of `f` at the two points
/// differ.
pub(super) fn root(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    root_within((high - low) * 1e-9, (low, high), f)
}

/// Finds the root to within the distance `close`.
pub(super) fn root_within(close: f64, (mut low, mut high): (f64, f64), f: impl Fn(f64) -> f64) -> f64 {
    let (mut at_low, mut at_high) = (f(low), f(high));
    let mut x = low;
    let mut moved_low = None;
    for _ in 0..STEPS {
        if high - low <= close || at_low == at_high {
            break;
        }
        let next = (low * at_high - high * at_low) / (at_high - at_low);
        let at = f(next);
        let still = (next - x).abs() <= close;
        x = next;
        if at == 0.0 || still {
            break;
        }
        // The value at an end that stays twice is halved, so that both ends move.
        let moves_low = (at > 0.0) == (at_low > 0.0);
        let part = if moved_low == Some(moves_low) { 0.5 } else { 1.0 };
        moved_low = Some(moves_low);
        if moves_low {
            (low, at_low, at_high) = (next, at, at_high * part);
        } else {
            (high, at_high, at_low) = (next, at, at_low * part);
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn falling_and_rising_functions() {
        assert!((root(0.0, 2.0, |x| x * x - 2.0) - 2f64.sqrt()).abs() < 1e-8);
        assert!((root(0.0, 50.0, |x| (-x).exp() - 0.025) - 40f64.ln()).abs() < 1e-6);
    }
}
