//! Resampled results of matchups, and results of entrants that are rebuilt.
//!
//! Results are resampled by a smoothed bootstrap of every matchup (B. Efron and R. Tibshirani, 1993, An Introduction to
//! the Bootstrap). Each matchup draws as many observations as it had, from the observed ones and from two more that
//! follow the ratings' expectation. Five wins of five are therefore not certain, and one game does not settle a
//! matchup. Matchups in which every observation has the same result use ratings that their games permit, see `unseen`.
//! To simulate results in which ratings explain everything, outcomes are tilted exponentially until wins and
//! losses have the ratio that ratings expect, with as many ties as before. Pairs that share dice keep their variation.
//!
//! Entrants that are rebuilt in independent repetitions, such as companies from a search, differ between repetitions by
//! more than the chance of their games. Their resamples include this difference.

use super::results::Results;
use super::unseen::{Unseen, chances};
use crate::study::Duel;
use hitchart_dice::Throw;
use hitchart_stats::ratings::{Fit, PairTally};
use hitchart_stats::{Estimate, symmetric::Square};

// Resampled matchups.

/// Number of observations that the ratings' expectation counts for.
const EXPECTED: f64 = 2.0;

/// A matchup and the probabilities of the outcomes of one observation.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    pub first: usize,
    pub second: usize,
    /// Number of observations.
    pub n: u64,
    outcomes: Vec<Outcome>,
}

#[derive(Clone, Copy, Debug)]
struct Outcome {
    games: [f64; 3],
    chance: f64,
    /// Sampler of this outcome's count among this and the following outcomes.
    share: Binomial,
}

/// Bounds of the tilt.
const MOST_TILT: f64 = 60.0;
/// Maximum number of Newton's steps for the tilt. Ten are usual.
const STEPS: usize = 60;

impl Outcome {
    /// Returns the games that are not ties.
    fn decided(&self) -> f64 {
        self.games[0] + self.games[2]
    }

    /// Returns the wins beyond a share of the games that are not ties.
    fn off(&self, won: f64) -> f64 {
        self.games[0] - won * self.decided()
    }
}

/// Returns all matchups of the results, each once, smoothed by the ratings' expectation.
pub(super) fn meetings(results: &Results, fit: &Fit, unseen: &[Unseen]) -> Vec<Meeting> {
    let n = results.len();
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
    let met = pairs.filter(|(i, j)| !results.cell(*i, *j).is_empty());
    met.map(|(i, j)| Meeting::of(results, chances(unseen, fit, i, j), i, j)).collect()
}

/// Returns the games of all matchups as they were played.
pub(super) fn tallies(results: &Results) -> Vec<PairTally> {
    let n = results.len();
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
    let played = pairs.filter(|(i, j)| !results.cell(*i, *j).is_empty());
    let tally = |(first, second): (usize, usize)| {
        let [wins, ties, losses] = results.cell(first, second).games().map(|count| count as f64);
        PairTally { first, second, wins, ties, losses }
    };
    played.map(tally).collect()
}

impl Meeting {
    fn of(results: &Results, chances: [f64; 3], first: usize, second: usize) -> Meeting {
        let cell = results.cell(first, second);
        let n = cell.len();
        let weight = |count: f64| count / (n as f64 + EXPECTED);
        let share = Binomial::new(1.0);
        let outcome = |games: [u8; 3], chance: f64| Outcome { games: games.map(f64::from), chance, share };
        let mut outcomes: Vec<Outcome> =
            cell.observations.iter().map(|(games, times)| outcome(*games, weight(*times as f64))).collect();
        // Without better knowledge, all games of a group are taken to end alike: the largest possible variation.
        let size = cell.observations.keys().map(|games| games.iter().map(|x| u16::from(*x)).sum()).max();
        let size: u8 = size.unwrap_or(1u16).min(255) as u8;
        let alike = [[size, 0, 0], [0, size, 0], [0, 0, size]];
        for (games, chance) in alike.into_iter().zip(chances).filter(|(_, chance)| *chance > 0.0) {
            outcomes.push(outcome(games, weight(EXPECTED) * chance));
        }
        Meeting { first, second, n, outcomes }.ready()
    }

    /// Prepares the sampler of each outcome once, because a matchup is drawn about a thousand times.
    fn ready(mut self) -> Meeting {
        let mut left = 1.0;
        for outcome in &mut self.outcomes {
            outcome.share = Binomial::new((outcome.chance / left).min(1.0));
            left = (left - outcome.chance).max(f64::MIN_POSITIVE);
        }
        self
    }

    /// Returns the matchup with tilted probabilities: the first entrant's expected share of wins among games that are
    /// not ties becomes `won`. The expected number of these games stays the same.
    pub(super) fn tilted(&self, won: f64) -> Meeting {
        let decided: f64 = self.outcomes.iter().map(|outcome| outcome.chance * outcome.decided()).sum();
        let features: Vec<[f64; 2]> =
            self.outcomes.iter().map(|outcome| [outcome.off(won), outcome.decided() - decided]).collect();
        let chances: Vec<f64> = self.outcomes.iter().map(|outcome| outcome.chance).collect();
        let mut tilted = self.clone();
        let balanced = balanced(&chances, &features);
        tilted.outcomes.iter_mut().zip(balanced).for_each(|(outcome, chance)| outcome.chance = chance);
        tilted.ready()
    }

    /// Returns the variance of an observation's wins beyond the share `won` of its games that are not ties, around an
    /// expectation of 0.
    pub(super) fn variance(&self, won: f64) -> f64 {
        self.outcomes.iter().map(|outcome| outcome.chance * outcome.off(won) * outcome.off(won)).sum()
    }

    /// Draws as many observations as the matchup had.
    pub(super) fn drawn(&self, throw: &mut Throw) -> PairTally {
        let mut left = self.n;
        let mut games = [0.0; 3];
        for (at, outcome) in self.outcomes.iter().enumerate() {
            let last = at + 1 == self.outcomes.len();
            let times = if last { left } else { outcome.share.of(left, throw) };
            games.iter_mut().zip(outcome.games).for_each(|(sum, count)| *sum += count * times as f64);
            left -= times;
        }
        let [wins, ties, losses] = games;
        PairTally { first: self.first, second: self.second, wins, ties, losses }
    }
}

/// Returns the probabilities closest to `chances` under which both features are 0 on average: exponential tilting, by
/// Newton's method on the logarithm of the sum of weights, which is convex. Features that are always 0 have no effect.
fn balanced(chances: &[f64], features: &[[f64; 2]]) -> Vec<f64> {
    // The weights, which sum to 1, and the logarithm of their sum before.
    let weights = |tilt: [f64; 2]| -> (Vec<f64>, f64) {
        let exponents: Vec<f64> = features.iter().map(|[a, b]| tilt[0] * a + tilt[1] * b).collect();
        let most = exponents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> =
            chances.iter().zip(exponents).map(|(chance, exponent)| chance * libm::exp(exponent - most)).collect();
        let sum: f64 = weights.iter().sum();
        (weights.into_iter().map(|weight| weight / sum).collect(), libm::log(sum) + most)
    };
    let mut tilt = [0.0_f64; 2];
    let (mut best, mut least) = weights(tilt);
    for _ in 0..STEPS {
        let [gradient, step] = newton(&best, features);
        if gradient.iter().all(|slope| slope.abs() < 1e-12) {
            break;
        }
        // A half, a quarter, … of the step, until the sum falls.
        let at = |part: f64| [0, 1].map(|i| (tilt[i] - part * step[i]).clamp(-MOST_TILT, MOST_TILT));
        let parts = (0..20).map(|halvings| at(0.5_f64.powi(halvings)));
        let mut tried = parts.map(|tilt| (tilt, weights(tilt)));
        let Some((next, (weights, sum))) = tried.find(|(_, (_, sum))| *sum <= least) else { break };
        (tilt, best, least) = (next, weights, sum);
    }
    best
}

/// Returns the means of two features under weights that sum to 1, and Newton's step towards means of 0.
fn newton(weights: &[f64], features: &[[f64; 2]]) -> [[f64; 2]; 2] {
    // Keeps the matrix regular if a feature is constant.
    const RIDGE: f64 = 1e-9;
    let mean = |of: &dyn Fn(&[f64; 2]) -> f64| -> f64 {
        weights.iter().zip(features).map(|(weight, feature)| weight * of(feature)).sum()
    };
    let [a, b] = [mean(&|feature| feature[0]), mean(&|feature| feature[1])];
    let [aa, bb] = [mean(&|f| (f[0] - a).powi(2)) + RIDGE, mean(&|f| (f[1] - b).powi(2)) + RIDGE];
    let ab = mean(&|f| (f[0] - a) * (f[1] - b));
    let determinant = (aa * bb - ab * ab).max(f64::MIN_POSITIVE);
    [[a, b], [(bb * a - ab * b) / determinant, (aa * b - ab * a) / determinant]]
}

/// Returns the first entrant's share of points.
pub(super) fn points(games: &PairTally) -> f64 {
    (games.wins + games.ties / 2.0) / (games.wins + games.ties + games.losses)
}

// Random draws.

/// Draws a number in [0, 1).
fn unit(throw: &mut Throw) -> f64 {
    const PARTS: u64 = 1 << 53;
    throw.below_u64(PARTS) as f64 / PARTS as f64
}

/// A binomial distribution: the number of successes among trials with the same probability.
#[derive(Clone, Copy, Debug)]
struct Binomial {
    /// Probability of success or of failure, whichever is smaller.
    rarer: f64,
    is_success: bool,
    /// Logarithm of the probability of the other result.
    log_other: f64,
}

impl Binomial {
    fn new(chance: f64) -> Binomial {
        let is_success = chance <= 0.5;
        let rarer = if is_success { chance } else { 1.0 - chance };
        Binomial { rarer, is_success, log_other: libm::log1p(-rarer) }
    }

    /// Draws the number of successes in `n` trials.
    fn of(&self, n: u64, throw: &mut Throw) -> u64 {
        let rare = self.rare(n, throw);
        if self.is_success { rare } else { n - rare }
    }

    /// Draws trial by trial for small `n`, by inversion for small expected counts, else by the normal law with a
    /// correction for skewness.
    fn rare(&self, n: u64, throw: &mut Throw) -> u64 {
        let chance = self.rarer;
        let expected = n as f64 * chance;
        if n <= 24 {
            return (0..n).map(|_| u64::from(unit(throw) < chance)).sum();
        }
        if expected < 30.0 {
            let odds = chance / (1.0 - chance);
            let mut term = libm::exp(n as f64 * self.log_other);
            let (mut left, mut k) = (unit(throw), 0);
            while left >= term && k < n {
                left -= term;
                term *= odds * (n - k) as f64 / (k + 1) as f64;
                k += 1;
            }
            return k;
        }
        let z = normal(throw);
        let skewed = z * (expected * (1.0 - chance)).sqrt() + (1.0 - 2.0 * chance) * (z * z - 1.0) / 6.0;
        ((expected + skewed).round().max(0.0) as u64).min(n)
    }
}

/// Draws a standard normal number (G. Marsaglia and T. A. Bray, 1964, SIAM Rev. 6, 260-264).
pub fn normal(throw: &mut Throw) -> f64 {
    loop {
        let (x, y) = (2.0 * unit(throw) - 1.0, 2.0 * unit(throw) - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}

// Results of entrants that are rebuilt.

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
    pub(super) fn moved(&self, games: &mut [PairTally], throw: &mut Throw) {
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

    /// Means and variances of 20,000 draws lie within four standard errors of the expected ones, for each sampling
    /// method.
    #[test]
    fn draws_have_the_mean_and_the_variance_of_a_binomial() {
        for (n, chance) in [(10, 0.3), (200, 0.05), (200, 0.97), (1000, 0.4), (1_000_000, 0.5)] {
            let mut throw = Throw::new(7);
            let binomial = Binomial::new(chance);
            let draws: Vec<f64> = (0..20_000).map(|_| binomial.of(n, &mut throw) as f64).collect();
            let (mean, variance) = (n as f64 * chance, n as f64 * chance * (1.0 - chance));
            let found = draws.iter().sum::<f64>() / 20_000.0;
            let spread = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 20_000.0;
            assert!((found - mean).abs() < 4.0 * (variance / 20_000.0).sqrt(), "{n} {chance}: {found}");
            assert!((spread / variance - 1.0).abs() < 4.0 * (2.5f64 / 20_000.0).sqrt(), "{n} {chance}: {spread}");
        }
    }

    /// The tilt of four wins, no loss and sixteen ties to even chances keeps a fifth of the games decided.
    #[test]
    fn a_tilt_keeps_the_ties() {
        let share = Binomial::new(1.0);
        let outcome = |games: [f64; 3], chance: f64| Outcome { games, chance, share };
        let single = [outcome([1.0, 0.0, 0.0], 0.2), outcome([0.0, 1.0, 0.0], 0.78), outcome([0.0, 0.0, 1.0], 0.02)];
        let pairs = [
            outcome([2.0, 0.0, 0.0], 0.3),
            outcome([1.0, 1.0, 0.0], 0.3),
            outcome([1.0, 0.0, 1.0], 0.1),
            outcome([0.0, 2.0, 0.0], 0.25),
            outcome([0.0, 0.0, 2.0], 0.05),
        ];
        for (outcomes, won) in [(single.to_vec(), 0.5), (pairs.to_vec(), 0.5), (pairs.to_vec(), 0.1)] {
            let decided = |of: &[Outcome]| of.iter().map(|one| one.chance * one.decided()).sum::<f64>();
            let before = decided(&outcomes);
            let tilted = Meeting { first: 0, second: 1, n: 20, outcomes }.tilted(won).outcomes;
            let wins: f64 = tilted.iter().map(|one| one.chance * one.games[0]).sum();
            assert!((decided(&tilted) - before).abs() < 1e-9, "{before}: {}", decided(&tilted));
            assert!((wins / before - won).abs() < 1e-9, "{won}: {}", wins / before);
        }
    }

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
