//! Who gets the playouts: candidates are cut round by round, on paired differences to the first.

use super::Lookahead;

/// A candidate and its paired differences to the first, whose own are all 0.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    candidate: usize,
    sum: f64,
    squares: f64,
}

/// Squares of differences that every candidate is taken to have shown besides its own: a few playouts that happen to
/// agree prove nothing.
const DOUBT: f64 = 0.04;

impl Arm {
    fn mean(&self, playouts: u32) -> f64 {
        self.sum / f64::from(playouts)
    }

    /// Standard error of the mean difference.
    fn standard_error(&self, playouts: u32) -> f64 {
        let n = f64::from(playouts);
        let spread = (self.squares - self.sum * self.sum / n).max(0.0) + DOUBT;
        (spread / (n * (n - 1.0).max(1.0))).sqrt()
    }
}

/// How candidates are cut from round to round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// To a half, in rounds of equal budget (Karnin, Koren and Somekh, 2013).
    Half,
    /// To a third, half of what is left of the budget going to each round: of small budgets no candidate is dropped
    /// unseen, and those left at the end have had more of it.
    Third,
}

impl Cut {
    fn of(lookahead: &Lookahead) -> Cut {
        if lookahead.resolve > 0.0 { Cut::Third } else { Cut::Half }
    }

    /// What is left of the candidates is one part of so many.
    fn part(self) -> usize {
        match self {
            Cut::Half => 2,
            Cut::Third => 3,
        }
    }

    /// As many rounds as leave one candidate of all.
    fn rounds(self, count: usize) -> u32 {
        let (mut rounds, mut reach) = (0, 1);
        while reach < count {
            (rounds, reach) = (rounds + 1, reach * self.part());
        }
        rounds.max(1)
    }

    /// The budget of a round, of what is left for so many.
    fn share(self, left: u32, rounds: u32) -> u32 {
        match self {
            Cut::Third if rounds > 1 => left / 2,
            _ => left / rounds,
        }
    }
}

/// Drops those that are clearly worse than the best, and says whether nothing is left to be told: the first is clearly
/// better than all others, or one is left that is clearly better than the first.
fn drop_the_worse(resolve: f64, arms: &mut Vec<Arm>, playouts: u32) -> bool {
    let reach = |arm: &Arm| resolve * arm.standard_error(playouts);
    // Of the differences to the first, whose own is 0 and known.
    let floor = arms.first().map_or(0.0, |best| best.mean(playouts) - reach(best)).max(0.0);
    arms.retain(|arm| arm.mean(playouts) + reach(arm) > floor);
    match arms.as_slice() {
        [] => true,
        [only] => only.mean(playouts) > reach(only),
        _ => false,
    }
}

/// The place of the candidate to choose of `count`, 1 or more, after playouts up to the budget. `worth` plays a
/// candidate out and is told the number of the playout. The first candidate stays to the end.
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
        // Of level candidates the earlier one goes on.
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
