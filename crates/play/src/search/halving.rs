//! Allocation of playouts: candidates are cut round by round, on paired differences to the first.

use super::Lookahead;

/// A candidate and its paired differences to the first candidate.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    candidate: usize,
    sum: f64,
    squares: f64,
}

/// Sum of squared differences that is added for every candidate: a few playouts that happen to agree prove nothing.
const DOUBT: f64 = 0.04;

impl Arm {
    fn mean(&self, playouts: u32) -> f64 {
        self.sum / f64::from(playouts)
    }

    /// Returns the standard error of the mean difference.
    fn standard_error(&self, playouts: u32) -> f64 {
        let n = f64::from(playouts);
        let spread = (self.squares - self.sum * self.sum / n).max(0.0) + DOUBT;
        (spread / (n * (n - 1.0).max(1.0))).sqrt()
    }
}

/// The cut of candidates from round to round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// To a half, in rounds of equal budget (Karnin, Koren and Somekh, 2013).
    Half,
    /// To a third, in rounds that each get half of the remaining budget. With small budgets, no candidate is dropped
    /// unseen, and the last ones have had more of the budget.
    Third,
}

impl Cut {
    fn of(lookahead: &Lookahead) -> Cut {
        if lookahead.resolve > 0.0 { Cut::Third } else { Cut::Half }
    }

    /// Returns the number by which a cut divides the candidates.
    fn part(self) -> usize {
        match self {
            Cut::Half => 2,
            Cut::Third => 3,
        }
    }

    /// Returns the number of rounds that leave one of `count` candidates.
    fn rounds(self, count: usize) -> u32 {
        let (mut rounds, mut reach) = (0, 1);
        while reach < count {
            (rounds, reach) = (rounds + 1, reach * self.part());
        }
        rounds.max(1)
    }

    /// Returns the budget of the next round, of what is left for a number of rounds.
    fn share(self, left: u32, rounds: u32) -> u32 {
        match self {
            Cut::Third if rounds > 1 => left / 2,
            _ => left / rounds,
        }
    }
}

/// Drops candidates that are clearly worse than the best. Returns true if the choice is clear: the first is better than
/// all others, or the only one left is better than the first.
fn drop_the_worse(resolve: f64, arms: &mut Vec<Arm>, playouts: u32) -> bool {
    let reach = |arm: &Arm| resolve * arm.standard_error(playouts);
    // Means are differences to the first candidate, which is at exactly 0.
    let floor = arms.first().map_or(0.0, |best| best.mean(playouts) - reach(best)).max(0.0);
    arms.retain(|arm| arm.mean(playouts) + reach(arm) > floor);
    match arms.as_slice() {
        [] => true,
        [only] => only.mean(playouts) > reach(only),
        _ => false,
    }
}

/// Returns the candidate to choose of `count`, at least 1, after playouts within the budget. `worth` plays out a
/// candidate, given the number of the playout. The first candidate stays to the end.
pub fn halve(
    lookahead: &Lookahead,
    count: usize,
    arms: &mut Vec<Arm>,
    mut worth: impl FnMut(usize, u32) -> f64,
) -> usize {
    arms.clear();
    arms.extend((1..count).map(|candidate| Arm { candidate, sum: 0.0, squares: 0.0 }));
    let by = Cut::of(lookahead);
    let rounds = by.rounds(count);
    let (mut left, mut playouts) = (lookahead.budget, 0);
    for round in 0..rounds {
        let each = by.share(left, rounds - round) / (arms.len() as u32 + 1);
        for playout in playouts..playouts + each {
            let first = worth(0, playout);
            for arm in arms.iter_mut() {
                let difference = worth(arm.candidate, playout) - first;
                arm.sum += difference;
                arm.squares += difference * difference;
            }
        }
        left -= each * (arms.len() as u32 + 1);
        playouts += each;
        // Of equals, the earlier candidate goes on.
        arms.sort_unstable_by(|a, b| b.sum.total_cmp(&a.sum).then(a.candidate.cmp(&b.candidate)));
        arms.truncate(arms.len().div_ceil(by.part()));
        if lookahead.resolve > 0.0 && playouts > 1 && drop_the_worse(lookahead.resolve, arms, playouts) {
            break;
        }
    }
    let (Some(best), true) = (arms.first(), playouts > 0) else { return 0 };
    let is_better = best.mean(playouts) > lookahead.caution * best.standard_error(playouts);
    if is_better { best.candidate } else { 0 }
}
