//! The verdict of a test of tuned values.

use crate::study::Duel;

/// The verdict of a test of tuned values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Stronger than the start.
    Pass,
    /// Weaker than the start.
    Fail,
    /// Neither is shown.
    Inconclusive,
}

impl Verdict {
    /// Returns the verdict as one word.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail => "fail",
            Verdict::Inconclusive => "inconclusive",
        }
    }

    /// Returns the verdict of a duel. The intervals of decided games and of points over pairs must both lie on the same
    /// side of one half.
    pub fn of(duel: &Duel) -> Verdict {
        let intervals = [duel.decided().interval, duel.points().interval];
        if intervals.iter().all(|(low, _)| *low > 0.5) {
            Verdict::Pass
        } else if intervals.iter().all(|(_, high)| *high < 0.5) {
            Verdict::Fail
        } else {
            Verdict::Inconclusive
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_need_both_intervals_on_one_side() {
        let duel =
            |wins, losses, half_points: [u64; 5]| Duel { wins, ties: 0, losses, half_points, divided: half_points[2] };
        assert_eq!(Verdict::of(&duel(600, 400, [100, 0, 200, 0, 200])), Verdict::Pass);
        assert_eq!(Verdict::of(&duel(400, 600, [200, 0, 200, 0, 100])), Verdict::Fail);
        assert_eq!(Verdict::of(&duel(510, 490, [100, 0, 290, 0, 110])), Verdict::Inconclusive);
        assert_eq!(Verdict::of(&Duel::default()), Verdict::Inconclusive);
    }
}
