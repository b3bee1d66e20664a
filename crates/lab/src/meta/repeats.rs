//! Results of entrants that are rebuilt in independent repetitions, such as companies from a search. They differ
//! between repetitions by more than the chance of their games.

use super::davidson::Tally;
use super::matrix::Square;
use super::resample::normal;
use crate::study::Duel;
use hitchart_dice::Throw;
use hitchart_stats::Estimate;

/// Shares of points of all pairs of entrants in each of several independent repetitions.
///
/// A resample shifts all shares together by a combination of the repetitions' deviations from their mean. The weights
/// are normal, divided by Student's root of a chi-square, because the mean of `n` repetitions errs by Student's law (D.
/// B. Rubin, 1981, Ann. Stat. 9, 130-134, of multipliers). Deviations that several matchups share in a repetition stay
/// shared.
#[derive(Clone, Debug)]
pub struct Repeats {
    estimates: Vec<Vec<Option<Estimate>>>,
    /// Deviations of each repetition's payoffs from their mean.
    off: Vec<Square>,
}

impl Repeats {
    /// Creates the repetitions of `entrants` entrants from matchups: the positions of two entrants, and their games by
    /// repetition. All matchups have the same number of repetitions.
    pub fn of<'a>(entrants: usize, met: impl Iterator<Item = (usize, usize, &'a [Duel])>) -> Repeats {
        let mut estimates = vec![vec![None; entrants]; entrants];
        let mut off: Vec<Square> = Vec::new();
        for (first, second, duels) in met {
            let turned: Vec<Duel> = duels.iter().map(|duel| duel.turned()).collect();
            estimates[first][second] = Duel::repeated(duels);
            estimates[second][first] = Duel::repeated(&turned);
            off.resize_with(duels.len().max(off.len()), || Square::from_fn(entrants, |_, _| 0.0));
            let shares: Vec<f64> = duels.iter().map(|duel| duel.points().point).collect();
            let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
            for (square, share) in off.iter_mut().zip(shares) {
                square.row_mut(first)[second] = share - mean;
                square.row_mut(second)[first] = mean - share;
            }
        }
        Repeats { estimates, off }
    }

    /// Returns the same repetitions with the entrants in another order; `order` lists their old positions.
    pub(super) fn picked(&self, order: &[usize]) -> Repeats {
        let row = |i: &usize| order.iter().map(|j| self.estimates[*i][*j]).collect();
        let square = |square: &Square| Square::from_fn(order.len(), |i, j| square.at(order[i], order[j]));
        Repeats { estimates: order.iter().map(row).collect(), off: self.off.iter().map(square).collect() }
    }

    /// Returns the share of points of the first entrant against the second.
    pub(super) fn estimate(&self, first: usize, second: usize) -> Option<Estimate> {
        self.estimates[first][second]
    }

    /// Shifts the results of games by the uncertainty that the repetitions leave.
    pub(super) fn moved(&self, games: &mut [Tally], throw: &mut Throw) {
        let weights = weights(self.off.len(), throw);
        for games in games {
            let parts = self.off.iter().zip(&weights);
            let more: f64 = parts.map(|(square, weight)| weight * square.at(games.first, games.second)).sum();
            let moved = (more * (games.wins + games.ties + games.losses)).clamp(-games.wins, games.losses);
            games.wins += moved;
            games.losses -= moved;
        }
    }
}

/// Returns weights of repetitions that model the error of their mean. Sums of deviations with these weights follow
/// Student's t with one degree of freedom less than repetitions. With fewer than two repetitions all weights are 0.
pub fn weights(repeats: usize, throw: &mut Throw) -> Vec<f64> {
    if repeats < 2 {
        return vec![0.0; repeats];
    }
    let freedom = (repeats - 1) as f64;
    let chi_square: f64 = (1..repeats).map(|_| normal(throw).powi(2)).sum();
    let scale = (freedom / chi_square.max(f64::MIN_POSITIVE)).sqrt() / (freedom * repeats as f64).sqrt();
    (0..repeats).map(|_| normal(throw) * scale).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of weighted deviations -1, 0, 1 over their standard error, 1 / sqrt(3), exceed ±4.30265 = t(2) in 5% of
    /// 20,000 cases, to 5 standard errors of 0.0015.
    #[test]
    fn weights_follow_students_law() {
        let mut throw = Throw::new(3);
        let outside = (0..20_000).filter(|_| {
            let weights = weights(3, &mut throw);
            ((weights[2] - weights[0]) * 3f64.sqrt()).abs() > 4.302_65
        });
        let share = outside.count() as f64 / 20_000.0;
        assert!((share - 0.05).abs() < 0.0077, "{share}");
    }
}
