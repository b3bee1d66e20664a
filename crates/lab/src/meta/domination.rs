//! Dominated entrants: another entrant, or a mixture of others, is better against everybody.
//!
//! A mixture q dominates i if the payoff of q against every entrant exceeds that of i. The largest minimum excess is a
//! linear program (R. D. Luce and H. Raiffa, 1957, Games and Decisions, A5.10; D. Fudenberg and J. Tirole, 1991, Game
//! Theory, 2.1). By duality i is not dominated if it is a best answer to some mixture, which is a linear program too.
//!
//! For measured payoffs, `Yes` and `No` require that the answer holds for all payoffs within simultaneous bounds. All
//! verdicts together are then right with the probability of the level. Domination by a single entrant is tested first,
//! which needs less data: all excesses must lie above 0, each at the level shared by the pairs (R. L. Berger, 1982,
//! Technometrics 24, 295-300).

use super::matrix::Square;
use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// Verdict on the domination of an entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Dominated.
    Yes,
    /// Not dominated.
    No,
    /// The games do not decide.
    Undecided,
}

/// Domination of an entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct Domination {
    pub verdict: Verdict,
    /// Dominating entrants, with their shares in the mixture; empty without a `Yes`.
    pub by: Vec<(usize, f64)>,
    /// For a `Yes`, the smallest measured lead of the dominating mixture over all opponents, in shares of points.
    pub lead: Option<f64>,
    /// For known payoffs: true if the dominating entrant is never worse, but no better against some opponent.
    pub weakly: bool,
}

/// Payoffs, their standard errors, and the number of standard errors that bounds all pairs simultaneously.
#[derive(Clone, Copy, Debug)]
pub struct Measured<'a> {
    pub payoffs: &'a Square,
    pub errors: &'a Square,
    pub widths: f64,
}

/// Smallest lead that exceeds rounding and the tolerance of the linear program.
const LEAST: f64 = 1e-7;

impl Measured<'_> {
    /// Returns the domination of an entrant.
    pub fn domination(&self, entrant: usize) -> Domination {
        let found = self.by_another(entrant).or_else(|| self.by_mixture(entrant)).or_else(|| self.weakly(entrant));
        if let Some((by, weakly)) = found {
            return Domination { verdict: Verdict::Yes, lead: Some(self.lead(entrant, &by)), by, weakly };
        }
        let verdict = if self.is_best_answer(entrant) { Verdict::No } else { Verdict::Undecided };
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

    /// Finds a mixture of others with a significant lead.
    fn by_mixture(&self, i: usize) -> Option<(Vec<(usize, f64)>, bool)> {
        let n = self.payoffs.len();
        let others: Vec<usize> = (0..n).filter(|k| *k != i).collect();
        let lead = |k: usize, j: usize| {
            self.payoffs.at(k, j) - self.payoffs.at(i, j) - self.widths * (self.errors.at(k, j) + self.errors.at(i, j))
        };
        let all: Vec<usize> = (0..n).collect();
        let (least, shares) = greatest_least(&others, &all, lead)?;
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
        let lead = |j: usize, k: usize| {
            self.payoffs.at(i, j) - self.payoffs.at(k, j) - self.widths * (self.errors.at(i, j) + self.errors.at(k, j))
        };
        let all: Vec<usize> = (0..n).collect();
        let least = greatest_least(&all, &others, lead).map(|(least, _)| least);
        least.is_some_and(|least| least > if self.is_exact() { -LEAST } else { LEAST })
    }
}

/// Returns the mixture of `mixed` with the largest minimum value over `against`, and that value. `None` if the solver
/// fails.
fn greatest_least(mixed: &[usize], against: &[usize], value: impl Fn(usize, usize) -> f64) -> Option<(f64, Vec<f64>)> {
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let shares: Vec<_> = mixed.iter().map(|_| program.add_var(0.0, (0.0, 1.0))).collect();
    let least = program.add_var(1.0, (-4.0, 4.0));
    program.add_constraint(shares.iter().map(|share| (*share, 1.0)).collect::<Vec<_>>(), ComparisonOp::Eq, 1.0);
    for other in against {
        let values = mixed.iter().zip(&shares).map(|(one, share)| (*share, value(*one, *other).clamp(-3.0, 3.0)));
        // Negligible coefficients are left out: the solver needs coefficients of similar size.
        let values = values.filter(|(_, value)| value.abs() > 1e-6);
        program.add_constraint(values.chain([(least, -1.0)]).collect::<Vec<_>>(), ComparisonOp::Ge, 0.0);
    }
    let solved = program.solve().ok()?.into_solution().ok()?;
    let shares: Vec<f64> = shares.iter().map(|share| solved.var_value(*share).max(0.0)).collect();
    Some((solved.var_value(least), shares))
}

/// Returns the value of a game for the player who mixes its rows, and a mixture that reaches it. `None` if the solver
/// fails.
pub fn solved(payoffs: &Square) -> Option<(f64, Vec<f64>)> {
    let all: Vec<usize> = (0..payoffs.len()).collect();
    greatest_least(&all, &all, |i, j| payoffs.at(i, j))
}
