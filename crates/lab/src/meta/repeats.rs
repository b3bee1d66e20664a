//! Results whose entrants were made anew in independent repetitions, such as companies that were searched for: they differ from
//! one repetition to another by more than their games.

use super::davidson::Tally;
use super::matrix::Square;
use super::resample::normal;
use hitchart_dice::Throw;
use hitchart_stats::Estimate;
use crate::study::Duel;

/// Shares of points of every two entrants in each of some independent repetitions.
///
/// A resample moves all shares together by a combination of the repetitions' deviations from their mean: with normal weights
/// over Student's root of a chi-square, as the mean of so many repetitions is off by Student's law (D. B. Rubin, 1981, Ann.
/// Stat. 9, 130-134, of multipliers). What the repetitions of several meetings have in common stays common.
#[derive(Clone, Debug)]
pub struct Repeats {
    estimates: Vec<Vec<Option<Estimate>>>,
    /// Deviations of the payoffs of each repetition from their mean.
    off: Vec<Square>,
}

impl Repeats {
    /// Of so many entrants who met in twos: places, and their games by repetition, as many repetitions of all.
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

    /// The same for entrants in another order, by where each stood.
    pub(super) fn picked(&self, order: &[usize]) -> Repeats {
        let row = |i: &usize| order.iter().map(|j| self.estimates[*i][*j]).collect();
        let square = |square: &Square| Square::from_fn(order.len(), |i, j| square.at(order[i], order[j]));
        Repeats { estimates: order.iter().map(row).collect(), off: self.off.iter().map(square).collect() }
    }

    /// Share of points of one against another.
    pub(super) fn estimate(&self, first: usize, second: usize) -> Option<Estimate> {
        self.estimates[first][second]
    }

    /// Moves games by what repetitions leave open.
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

/// Weights of repetitions by which their mean may be off: sums of deviations, so weighted, have the law of Student's t with one
/// degree of freedom less than repetitions. None of fewer than two.
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

    /// Sums of weighted deviations -1, 0, 1 over their standard error, 1 / sqrt(3), leave ±4.30265 = t(2) in 5% of 20,000 cases,
    /// to 5 standard errors of 0.0015.
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
