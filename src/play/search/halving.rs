//! Who gets the playouts: sequential halving on paired differences.

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
    // As many rounds as halvings leave one candidate of all.
    let rounds = count.next_power_of_two().trailing_zeros().max(1);
    let (mut left, mut playouts) = (lookahead.budget, 0);
    for round in 0..rounds {
        let each = left / (rounds - round) / (arms.len() as u32 + 1);
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
        arms.truncate(arms.len().div_ceil(2));
        if lookahead.resolve > 0.0 && playouts > 1 && drop_the_worse(lookahead.resolve, arms, playouts) {
            break;
        }
    }
    let (Some(best), true) = (arms.first(), playouts > 0) else { return 0 };
    let is_better = best.mean(playouts) > lookahead.caution * best.standard_error(playouts);
    if is_better { best.candidate } else { 0 }
}
