//! Equilibria of two-player zero-sum games, and dominated entrants.
//!
//! The most even equilibrium of a symmetric game is the one of greatest entropy. It is unique. If an entrant is entered
//! twice, the two copies share its part and nothing else changes (D. Balduzzi, K. Tuyls, J. Perolat and T. Graepel,
//! 2018, Re-evaluating evaluation, NeurIPS 31).
//!
//! A mixture p is an equilibrium if no entrant gains against it: the payoff of p against every entrant, (pA)_j, is not
//! negative. Here the payoff may fall short by a slack that the caller sets for every entrant: almost nothing for known
//! payoffs, the effect of noise for measured ones. The greatest entropy under these conditions has the form p_i ~
//! exp(sum_j A_ij x_j) with x >= 0. The x minimise log sum_i exp(..) + sum_j slack_j x_j. This is a smooth convex
//! problem with as many unknowns as entrants. A primal-dual interior-point method solves it (S. Boyd and L.
//! Vandenberghe, 2004, Convex Optimization, 11.7). Steps are short enough that no logarithm of a weight moves by more
//! than a fixed amount, except of weights that are negligible before and after the step.
//!
//! A mixture q dominates i if the payoff of q against every entrant exceeds that of i. The largest minimum excess is a
//! linear program (R. D. Luce and H. Raiffa, 1957, Games and Decisions, A5.10; D. Fudenberg and J. Tirole, 1991, Game
//! Theory, 2.1). By duality i is not dominated if it is a best answer to some mixture, which is a linear program too.
//!
//! For measured payoffs, `Yes` and `No` require that the answer holds for all payoffs within simultaneous bounds. All
//! verdicts together are then right with the probability of the level. Domination by a single entrant is tested first,
//! which needs less data: all excesses must lie above 0, each at the level shared by the pairs (R. L. Berger, 1982,
//! Technometrics 24, 295-300).

#[cfg(test)]
mod tests;

use super::symmetric::Square;
use microlp::{ComparisonOp, OptimizationDirection, Problem};

// The most even equilibrium.

/// Slack for known payoffs: the error that the solver leaves.
pub const EXACT: f64 = 1e-9;
/// Smaller shares are residues of slack and rounding and are set to 0.
const NOTHING: f64 = 1e-6;
/// Largest gain of an entrant against a mixture that counts as an equilibrium.
const SHORT: f64 = 5e-6;
/// Maximum number of steps of the solver; twenty to forty are usual.
const STEPS: usize = 200;
/// Maximum change of the logarithms of weights in a step.
const LONGEST: f64 = 100.0;
/// The same if steps of the first length do not converge.
const SHORTER: f64 = 3.0;
/// Logarithm of the ratio to the largest weight below which a weight is negligible: 1e-26, far below the error of a sum.
const NEGLIGIBLE: f64 = -60.0;

/// Returns the mixture of greatest entropy that falls short of 0 by at most the slack against every entrant. Payoffs
/// are antisymmetric; slacks are at least 0. If an entrant is on the edge of being played, the solver may stall before
/// the solution. Then a vertex of the equilibria, found by a linear program, replaces its result. If a payoff is not
/// finite, all shares are NaN.
///
/// # Panics
/// Panics if the number of slacks is not that of the entrants.
pub fn most_even(payoffs: &Square, slack: &[f64]) -> Vec<f64> {
    assert!(slack.len() == payoffs.len(), "{} slacks of {} entrants", slack.len(), payoffs.len());
    let shares = most_even_of(payoffs, slack, &vec![true; payoffs.len()]);
    let short = |shares: &[f64]| {
        payoffs.mixed(shares).iter().zip(slack).fold(0.0, |most: f64, (gain, slack)| most.max(-gain - slack))
    };
    let left = short(&shares);
    if left <= SHORT {
        return shares;
    }
    solved(payoffs).map(|(_, vertex)| vertex).filter(|vertex| short(vertex) < left).unwrap_or(shares)
}

/// Payoffs nearer to 0 than this may belong to an entrant that is played.
const CLEAR: f64 = 1e-6;

/// Returns the most even mixture without slack, from a guess of the entrants that are played. The game among these
/// entrants is solved, and each entrant that does not clearly lose against its equilibrium joins, until no entrant
/// joins. An entrant that loses against one equilibrium is played in none, so the guess saves time and changes nothing
/// else. If a payoff is not finite, all shares are NaN.
///
/// # Panics
/// Panics if the number of guesses is not that of the entrants.
pub fn most_even_from(payoffs: &Square, guess: &[bool]) -> Vec<f64> {
    let n = payoffs.len();
    assert!(guess.len() == n, "{} guesses of {n} entrants", guess.len());
    let mut played = guess.to_vec();
    loop {
        let among: Vec<usize> = (0..n).filter(|entrant| played[*entrant]).collect();
        if among.is_empty() || among.len() == n || !payoffs.is_finite() {
            return most_even(payoffs, &vec![0.0; n]);
        }
        let part = Square::from_fn(among.len(), |i, j| payoffs.at(among[i], among[j]));
        let shares_of_part = most_even(&part, &vec![0.0; among.len()]);
        let mut shares = vec![0.0; n];
        among.iter().zip(shares_of_part).for_each(|(entrant, share)| shares[*entrant] = share);
        let gains = payoffs.mixed(&shares);
        let joins = |entrant: usize| !played[entrant] && gains[entrant] < CLEAR;
        let joining: Vec<usize> = (0..n).filter(|entrant| joins(*entrant)).collect();
        if joining.is_empty() {
            return shares;
        }
        joining.into_iter().for_each(|entrant| played[entrant] = true);
    }
}

/// Returns the most even mixture of the entrants in `among`, at least one.
fn most_even_of(payoffs: &Square, slack: &[f64], among: &[bool]) -> Vec<f64> {
    let n = payoffs.len();
    if !payoffs.is_finite() {
        return vec![f64::NAN; n];
    }
    let scale = (0..n).flat_map(|i| payoffs.row(i)).fold(0.0, |most: f64, x| most.max(x.abs()));
    if scale == 0.0 {
        return cleared(among.iter().map(|entrant| f64::from(u8::from(*entrant))).collect());
    }
    let slack: Vec<f64> = slack.iter().map(|slack| slack.max(EXACT) / scale).collect();
    let payoffs = Square::from_fn(n, |i, j| payoffs.at(i, j) / scale);
    let found = converged(&payoffs, &slack, among, LONGEST).or_else(|_| converged(&payoffs, &slack, among, SHORTER));
    cleared(found.unwrap_or_else(|unfinished| unfinished))
}

/// Returns the mixture to which steps from equal prices converge. Payoffs are at most 1; no step moves the logarithm of
/// a weight by more than `longest`.
///
/// # Errors
/// Returns the mixture after `STEPS` steps if they do not converge.
fn converged(payoffs: &Square, slack: &[f64], among: &[bool], longest: f64) -> Result<Vec<f64>, Vec<f64>> {
    let n = payoffs.len();
    let mut prices = vec![1.0; n];
    let mut gaps = vec![1.0; n];
    for _ in 0..STEPS {
        let weights = weights(payoffs, &prices, among);
        let gains = payoffs.mixed(&weights);
        let apart: Vec<f64> = (0..n).map(|j| gains[j] + slack[j] - gaps[j]).collect();
        let duality = dot(&prices, &gaps) / n as f64;
        let off = apart.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        if duality < 1e-13 && off < 1e-13 {
            return Ok(weights);
        }
        let aim = if off > 10.0 * duality { duality } else { duality * 0.1 };
        let (by, gap_by) = direction(payoffs, &weights, &gains, (&prices, &gaps), &apart, aim);
        let part = longest / growth(payoffs, &prices, &by, among).max(longest);
        let part = part.min(inside(&prices, &by)).min(inside(&gaps, &gap_by));
        (0..n).for_each(|j| {
            prices[j] += part * by[j];
            gaps[j] += part * gap_by[j];
        });
    }
    Err(weights(payoffs, &prices, among))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the logarithms of the weights of entrants by prices, less the largest of them.
fn logarithms(payoffs: &Square, prices: &[f64], among: &[bool]) -> Vec<f64> {
    let exponent = |i: usize| if among[i] { dot(payoffs.row(i), prices) } else { f64::NEG_INFINITY };
    let exponents: Vec<f64> = (0..payoffs.len()).map(exponent).collect();
    let most = exponents.iter().fold(f64::NEG_INFINITY, |most: f64, x| most.max(*x));
    exponents.into_iter().map(|x| x - most).collect()
}

/// Returns the shares of entrants by prices.
fn weights(payoffs: &Square, prices: &[f64], among: &[bool]) -> Vec<f64> {
    let weights: Vec<f64> = logarithms(payoffs, prices, among).into_iter().map(libm::exp).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// Returns Newton's direction of prices and gaps, towards products of `aim`.
fn direction(
    payoffs: &Square,
    weights: &[f64],
    gains: &[f64],
    (prices, gaps): (&[f64], &[f64]),
    apart: &[f64],
    aim: f64,
) -> (Vec<f64>, Vec<f64>) {
    let n = weights.len();
    let mut bend = Square::from_fn(n, |_, _| 0.0);
    let mut apart_from_mean = vec![0.0; n];
    for (i, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 1e-18) {
        apart_from_mean.iter_mut().zip(payoffs.row(i)).zip(gains).for_each(|((off, x), mean)| *off = x - mean);
        for j in 0..n {
            // Only the lower half is read.
            let part = weight * apart_from_mean[j];
            bend.row_mut(j)[..=j].iter_mut().zip(&apart_from_mean).for_each(|(sum, y)| *sum += part * y);
        }
    }
    (0..n).for_each(|j| bend.row_mut(j)[j] += gaps[j] / prices[j]);
    let right = (0..n).map(|j| -apart[j] - gaps[j] + aim / prices[j]).collect();
    let by = bend.solve(right);
    let gap_by = (0..n).map(|j| (aim - prices[j] * gaps[j] - gaps[j] * by[j]) / prices[j]).collect();
    (by, gap_by)
}

/// Returns the largest change of the ratio of two weights in a step, as a logarithm. Weights that are negligible before
/// and after the step do not count.
fn growth(payoffs: &Square, prices: &[f64], by: &[f64], among: &[bool]) -> f64 {
    let ends: Vec<f64> = prices.iter().zip(by).map(|(price, by)| price + by).collect();
    let (before, after) = (logarithms(payoffs, prices, among), logarithms(payoffs, &ends, among));
    let counted = before.iter().zip(&after).filter(|(before, after)| before.max(**after) > NEGLIGIBLE);
    let (low, high) = counted
        .map(|(before, after)| after - before)
        .fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    high - low
}

/// Returns the fraction of a step that keeps values above 0, at most 1.
fn inside(values: &[f64], by: &[f64]) -> f64 {
    values.iter().zip(by).filter(|(_, by)| **by < 0.0).fold(1.0, |part: f64, (x, by)| part.min(-0.95 * x / by))
}

/// Sets negligible shares to 0 and normalises the rest.
fn cleared(mut shares: Vec<f64>) -> Vec<f64> {
    shares.iter_mut().filter(|share| **share < NOTHING).for_each(|share| *share = 0.0);
    let sum: f64 = shares.iter().sum();
    shares.into_iter().map(|share| share / sum).collect()
}

/// Returns the effective number of entrants in a mixture: the exponential of its entropy, the true diversity of order 1
/// (L. Jost, 2006, Oikos 113, 363-375). The number is 1 for one entrant and n for n equal shares.
pub fn effective(shares: &[f64]) -> f64 {
    let entropy: f64 = shares.iter().filter(|share| **share > 0.0).map(|share| -share * libm::log(*share)).sum();
    libm::exp(entropy)
}

/// Maximum number of rounds that update the slack by the mixture and the mixture by the slack.
const ROUNDS: usize = 16;
/// Maximum number of times that inferior entrants are excluded.
const SIEVES: usize = 4;

/// Returns the most even mixture that measured payoffs do not distinguish from an equilibrium. Against no entrant does
/// it fall short by more than `widths` standard errors of its payoff; `errors` returns these for a mixture. No entrant
/// that is played falls short of the mixture by more, except those in the equilibrium of the payoffs as measured.
///
/// The search begins with equal shares and proceeds to a mixture that is within its standard errors. From the fourth
/// round on each step averages the old and the new slack, to damp oscillation.
pub fn most_even_within(payoffs: &Square, widths: f64, errors: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let n = payoffs.len();
    let slack =
        |shares: &[f64]| errors(shares).into_iter().map(|error| (widths * error).max(EXACT)).collect::<Vec<f64>>();
    let all = vec![1.0 / n as f64; n];
    if payoffs.mixed(&all).iter().zip(slack(&all)).all(|(gain, slack)| gain.abs() <= slack) {
        return all;
    }
    let plain = most_even(payoffs, &vec![EXACT; n]);
    let mut among = vec![true; n];
    let mut shares = settled(payoffs, &slack, &among, all);
    for _ in 0..SIEVES {
        let short: Vec<bool> =
            payoffs.mixed(&shares).iter().zip(slack(&shares)).map(|(gain, slack)| *gain > slack).collect();
        let out = |i: usize| among[i] && short[i] && plain[i] == 0.0;
        let left: Vec<bool> = (0..n).map(|i| among[i] && !out(i)).collect();
        if left == among {
            break;
        }
        among = left;
        let count = among.iter().filter(|entrant| **entrant).count() as f64;
        let alike = among.iter().map(|entrant| if *entrant { 1.0 / count } else { 0.0 }).collect();
        shares = settled(payoffs, &slack, &among, alike);
    }
    shares
}

/// Iterates from `from` to a mixture of the entrants in `among` that is within its slack.
fn settled(payoffs: &Square, slack: &impl Fn(&[f64]) -> Vec<f64>, among: &[bool], from: Vec<f64>) -> Vec<f64> {
    let mut shares = from;
    let mut allowed = slack(&shares);
    for round in 0..ROUNDS {
        let next = most_even_of(payoffs, &allowed, among);
        let moved = next.iter().zip(&shares).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
        shares = next;
        if moved < 1e-5 {
            break;
        }
        let keep = if round < 3 { 0.0 } else { 0.5 };
        allowed.iter_mut().zip(slack(&shares)).for_each(|(old, new)| *old = keep * *old + (1.0 - keep) * new);
    }
    shares
}

// Dominated entrants.

/// Verdict on the domination of an entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DominationVerdict {
    /// Dominated.
    Yes,
    /// Not dominated.
    No,
    /// The games do not decide.
    Undecided,
}

impl DominationVerdict {
    /// Returns the verdict in words.
    pub fn name(self) -> &'static str {
        match self {
            DominationVerdict::Yes => "dominated",
            DominationVerdict::No => "not dominated",
            DominationVerdict::Undecided => "undecided",
        }
    }
}

/// Domination of an entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct Domination {
    /// Verdict that holds for all payoffs within their bounds.
    pub verdict: DominationVerdict,
    /// Dominating entrants, with their shares in the mixture; empty without a `Yes`.
    pub by: Vec<(usize, f64)>,
    /// For a `Yes`, the smallest measured lead of the dominating mixture over all opponents, in shares of points.
    pub lead: Option<f64>,
    /// For known payoffs: true if the dominating entrant is never worse, but no better against some opponent.
    pub weakly: bool,
}

/// Payoffs, their standard errors, and the number of standard errors that bounds all pairs simultaneously.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredPayoffs<'a> {
    /// Share of points of the row's entrant against the column's, less one half.
    pub payoffs: &'a Square,
    /// Standard errors of the payoffs; 0 for known payoffs.
    pub errors: &'a Square,
    /// Number of standard errors that bounds all payoffs simultaneously.
    pub widths: f64,
}

/// Smallest lead that exceeds rounding and the tolerance of the linear program.
const LEAST: f64 = 1e-7;

impl MeasuredPayoffs<'_> {
    /// Returns the domination of an entrant.
    pub fn domination(&self, entrant: usize) -> Domination {
        let found = self.by_another(entrant).or_else(|| self.by_mixture(entrant)).or_else(|| self.weakly(entrant));
        if let Some((by, weakly)) = found {
            return Domination { verdict: DominationVerdict::Yes, lead: Some(self.lead(entrant, &by)), by, weakly };
        }
        let verdict = if self.is_best_answer(entrant) { DominationVerdict::No } else { DominationVerdict::Undecided };
        Domination { verdict, by: Vec::new(), lead: None, weakly: false }
    }

    fn is_exact(&self) -> bool {
        (0..self.errors.len()).all(|i| self.errors.row(i).iter().all(|error| *error == 0.0))
    }

    /// Returns the smallest lead of a mixture over an entrant.
    fn lead(&self, entrant: usize, by: &[(usize, f64)]) -> f64 {
        let against = |j| by.iter().map(|(k, share)| share * self.payoffs.at(*k, j)).sum::<f64>();
        (0..self.payoffs.len()).map(|j| against(j) - self.payoffs.at(entrant, j)).fold(f64::INFINITY, f64::min)
    }

    /// Finds the entrant with the largest significant lead.
    fn by_another(&self, i: usize) -> Option<(Vec<(usize, f64)>, bool)> {
        let n = self.payoffs.len();
        let bound = |k: usize| {
            let of = |j: usize| {
                let (one, other) = (self.errors.at(k, j), self.errors.at(i, j));
                let error = if j == i || j == k { one.max(other) } else { (one * one + other * other).sqrt() };
                self.payoffs.at(k, j) - self.payoffs.at(i, j) - self.widths * error
            };
            (0..n).map(of).fold(f64::INFINITY, f64::min)
        };
        let best = (0..n).filter(|k| *k != i).map(|k| (bound(k), k)).reduce(|a, b| if b.0 > a.0 { b } else { a })?;
        (best.0 > LEAST).then(|| (vec![(best.1, 1.0)], false))
    }

    /// Returns the lead of one entrant over another against a third, less the errors of both. It is cut where the payoffs
    /// decide without it, so that a large error does not blur the others.
    fn sure_lead(&self, one: usize, other: usize, against: usize, cut: f64) -> f64 {
        let errors = self.errors.at(one, against) + self.errors.at(other, against);
        (self.payoffs.at(one, against) - self.payoffs.at(other, against) - self.widths * errors).clamp(-cut, cut)
    }

    /// Returns the size at which leads are cut.
    fn cut(&self) -> f64 {
        LARGEST * (0..self.payoffs.len()).flat_map(|i| self.payoffs.row(i)).fold(1.0, |most: f64, x| most.max(x.abs()))
    }

    /// Finds a mixture of others with a significant lead.
    fn by_mixture(&self, i: usize) -> Option<(Vec<(usize, f64)>, bool)> {
        let n = self.payoffs.len();
        let others: Vec<usize> = (0..n).filter(|k| *k != i).collect();
        let (all, cut): (Vec<usize>, f64) = ((0..n).collect(), self.cut());
        let (least, shares) = greatest_least(&others, &all, |k, j| self.sure_lead(k, i, j, cut))?;
        (least > LEAST).then(|| (others.into_iter().zip(shares).filter(|(_, share)| *share > LEAST).collect(), false))
    }

    /// Finds, for known payoffs, another entrant that is never worse and somewhere better.
    fn weakly(&self, i: usize) -> Option<(Vec<(usize, f64)>, bool)> {
        let n = self.payoffs.len();
        let better = |k: usize| {
            let leads = || (0..n).map(|j| self.payoffs.at(k, j) - self.payoffs.at(i, j));
            k != i && leads().all(|lead| lead >= -1e-12) && leads().any(|lead| lead > LEAST)
        };
        let by = if self.is_exact() { (0..n).find(|k| better(*k)) } else { None };
        by.map(|k| (vec![(k, 1.0)], true))
    }

    /// Returns true if the entrant is the best answer to some mixture for all payoffs within the bounds. For known
    /// payoffs a tied best answer counts.
    fn is_best_answer(&self, i: usize) -> bool {
        let n = self.payoffs.len();
        let others: Vec<usize> = (0..n).filter(|k| *k != i).collect();
        let (all, cut): (Vec<usize>, f64) = ((0..n).collect(), self.cut());
        let least = greatest_least(&all, &others, |j, k| self.sure_lead(i, k, j, cut)).map(|(least, _)| least);
        least.is_some_and(|least| least > if self.is_exact() { -LEAST } else { LEAST })
    }
}

/// Largest value of the linear program, in size.
const LARGEST: f64 = 3.0;
/// Smallest range of values that the linear program resolves without scaling.
const NARROWEST: f64 = 1e-3;

/// Returns the mixture of `mixed` with the largest minimum value over `against`, and that value. `None` if the solver
/// fails. Values are resolved to a millionth; to a millionth of their range if it is below [`NARROWEST`], or if a value
/// is beyond [`LARGEST`].
fn greatest_least(mixed: &[usize], against: &[usize], value: impl Fn(usize, usize) -> f64) -> Option<(f64, Vec<f64>)> {
    let values = mixed.iter().flat_map(|one| against.iter().map(|other| value(*one, *other)));
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    // Halves, because the range of the largest numbers is infinite.
    let (middle, half) = (high / 2.0 + low / 2.0, high / 2.0 - low / 2.0);
    let is_plain = low >= -LARGEST && high <= LARGEST && (half >= NARROWEST / 2.0 || half == 0.0);
    if is_plain || low > high {
        return greatest_least_of(mixed, against, value);
    }
    let unit = if half > 0.0 { half } else { 1.0 };
    let (least, shares) = greatest_least_of(mixed, against, |one, other| (value(one, other) - middle) / unit)?;
    Some((middle + least * unit, shares))
}

/// Does the work of [`greatest_least`] for values up to [`LARGEST`]; larger ones are cut.
fn greatest_least_of(
    mixed: &[usize],
    against: &[usize],
    value: impl Fn(usize, usize) -> f64,
) -> Option<(f64, Vec<f64>)> {
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let shares: Vec<_> = mixed.iter().map(|_| program.add_var(0.0, (0.0, 1.0))).collect();
    let least = program.add_var(1.0, (-4.0, 4.0));
    program.add_constraint(shares.iter().map(|share| (*share, 1.0)).collect::<Vec<_>>(), ComparisonOp::Eq, 1.0);
    for other in against {
        let values =
            mixed.iter().zip(&shares).map(|(one, share)| (*share, value(*one, *other).clamp(-LARGEST, LARGEST)));
        // Negligible coefficients are left out: the solver needs coefficients of similar size.
        let values = values.filter(|(_, value)| value.abs() > 1e-6);
        program.add_constraint(values.chain([(least, -1.0)]).collect::<Vec<_>>(), ComparisonOp::Ge, 0.0);
    }
    let solved = program.solve().ok()?.into_solution().ok()?;
    let shares: Vec<f64> = shares.iter().map(|share| solved.var_value(*share).max(0.0)).collect();
    Some((solved.var_value(least), shares))
}

/// Returns the value of a zero-sum game of `rows` by `columns` for the player who mixes its rows, and a mixture of each
/// player that reaches it, by linear programs. `None` without rows or columns, if a payoff is not finite, and if the
/// solver fails. The value is resolved to a millionth; to a millionth of the range of payoffs if that is below 0.001, or if
/// a payoff is beyond ±3.
pub fn zero_sum(
    rows: usize,
    columns: usize,
    payoff: impl Fn(usize, usize) -> f64,
) -> Option<(f64, Vec<f64>, Vec<f64>)> {
    let is_known = (0..rows).all(|row| (0..columns).all(|column| payoff(row, column).is_finite()));
    if rows == 0 || columns == 0 || !is_known {
        return None;
    }
    let [all, against] = [rows, columns].map(|n| (0..n).collect::<Vec<usize>>());
    let (value, mixed) = greatest_least(&all, &against, &payoff)?;
    let (_, others) = greatest_least(&against, &all, |column, row| -payoff(row, column))?;
    Some((value, cleared(mixed), cleared(others)))
}

/// Returns the value of a game for the player who mixes its rows, and a mixture that reaches it. `None` without rows, if
/// a payoff is not finite, and if the solver fails. The value is resolved as that of [`zero_sum`].
pub fn solved(payoffs: &Square) -> Option<(f64, Vec<f64>)> {
    if payoffs.is_empty() || !payoffs.is_finite() {
        return None;
    }
    let all: Vec<usize> = (0..payoffs.len()).collect();
    greatest_least(&all, &all, |i, j| payoffs.at(i, j))
}
