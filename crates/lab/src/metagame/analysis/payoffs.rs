//! Errors of payoffs, and what follows from them: the regret of entrants, and which dominate others.

use super::*;

/// Errors of the payoffs, by pair.
pub(super) struct PayoffErrors<'a> {
    /// Errors below which no estimate goes.
    pub(super) least: &'a Square,
    /// Errors of the payoffs if the draws are alike, so that they do not show any.
    pub(super) alike: Option<&'a Square>,
}

/// Returns the regret of each entrant against the equilibrium `shares`. Draws of few games of one result are alike; the
/// errors then say how small and how large a regret may be, against `shares` and against the evenest mix.
pub(super) fn regrets(
    payoffs: &Square,
    draws: &[Draw],
    [shares, evenest]: [&[f64]; 2],
    errors: &PayoffErrors<'_>,
) -> Vec<Quantity> {
    let falls = |payoffs: &Square, shares: &[f64]| -> Vec<f64> {
        payoffs.mixed(shares).into_iter().map(|gain| gain.max(0.0)).collect()
    };
    let of_draws: Vec<Vec<f64>> = draws.iter().map(|draw| falls(&draw.payoffs, &draw.mixture)).collect();
    let regret = falls(payoffs, shares);
    let reach = |errors: &Square, shares: &[f64], i: usize| {
        let squares = (0..shares.len()).map(|j| (shares[j] * errors.at(i, j)).powi(2));
        normal_quantile(LEVEL) * squares.sum::<f64>().sqrt()
    };
    let of = |i: usize| {
        let most = |errors, shares: &[f64]| payoffs.mixed(shares)[i] + reach(errors, shares, i);
        let most = errors.alike.map_or(regret[i], |errors| most(errors, shares).max(most(errors, evenest)));
        let ends = [(regret[i] - reach(errors.least, shares, i)).max(0.0), most.max(0.0)];
        spanned(regret[i], of_draws.iter().map(|draw| draw[i]).collect(), &ends)
    };
    (0..regret.len()).map(of).collect()
}

/// Returns true if the central draws have one mixture. Such draws do not measure the uncertainty of the equilibrium.
pub(super) fn are_alike(draws: &[Draw]) -> bool {
    let of = |i: usize| percentiles(draws.iter().map(|draw| draw.mixture[i]).collect());
    (0..draws[0].mixture.len()).all(|i| of(i).is_some_and(|(low, high)| high - low < 1e-9))
}

/// Returns the error of each payoff: that of its draws, or its least one if that is larger.
pub(super) fn errors_of_payoffs(n: usize, draws: &[Draw], least_errors: &Square) -> Square {
    let spread = |i: usize, j: usize| deviation(draws.iter().map(|draw| draw.payoffs.at(i, j)));
    Square::from_fn(n, |i, j| if i == j { 0.0 } else { spread(i, j).max(least_errors.at(i, j)) })
}

/// Returns the domination of each entrant.
pub(super) fn dominations(payoffs: &Square, errors: &Square) -> Vec<Domination> {
    let n = payoffs.len();
    let pairs = (n * (n - 1)) as f64;
    let bounds = MeasuredPayoffs { payoffs, errors, widths: quantile(1.0 - (1.0 - LEVEL) / pairs) };
    (0..n).into_par_iter().map(|i| bounds.domination(i)).collect()
}
