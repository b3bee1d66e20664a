//! Entrants that nobody need play: those to whom another, or a mixture of others, is better against everybody.
//!
//! A mixture q dominates i where the payoff of q against every entrant exceeds that of i; the greatest least excess is
//! a linear program (R. D. Luce and H. Raiffa, 1957, Games and Decisions, A5.10; D. Fudenberg and J. Tirole, 1991,
//! Game Theory, 2.1). By duality i is not dominated where it is a best answer to some mixture, which is a linear
//! program too.
//!
//! Of measured payoffs the data decide: `Yes` and `No` are said where they hold for all payoffs within simultaneous
//! bounds, so that all verdicts together are right with the level's chance. One entrant by another is tested first,
//! which takes less: all of its excesses must lie above 0, each at the level shared by the pairs (R. L. Berger, 1982,
//! Technometrics 24, 295-300).

use super::matrix::Square;
use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// What the games say of an entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Dominated.
    Yes,
    /// Not dominated.
    No,
    /// The games cannot tell.
    Undecided,
}

/// Whether an entrant is dominated.
#[derive(Clone, Debug, PartialEq)]
pub struct Domination {
    pub verdict: Verdict,
    /// Who dominates it, with the parts of a mixture; without a `Yes` nobody.
    pub by: Vec<(usize, f64)>,
    /// Of a `Yes` the least lead of those over it, in shares of points, over all opponents: as measured.
    pub lead: Option<f64>,
    /// Of known payoffs whether against some opponent they do no better, and against none worse.
    pub weakly: bool,
}

/// Payoffs, their standard errors, and how many of those bound them, all pairs at once.
#[derive(Clone, Copy, Debug)]
pub struct Measured<'a> {
    pub payoffs: &'a Square,
    pub errors: &'a Square,
    pub widths: f64,
}

/// Leads that are more than rounding and what a linear program leaves.
const LEAST: f64 = 1e-7;

impl Measured<'_> {
    /// Whether an entrant is dominated.
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

    /// Least lead of a mixture over an entrant.
    fn lead(&self, entrant: usize, by: &[(usize, f64)]) -> f64 {
        let against = |j| by.iter().map(|(k, share)| share * self.payoffs.at(*k, j)).sum::<f64>();
        (0..self.payoffs.len()).map(|j| against(j) - self.payoffs.at(entrant, j)).fold(f64::INFINITY, f64::min)
    }

    /// The one other entrant with the greatest lead that holds.
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

    /// A mixture of others whose lead holds.
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

    /// Another that, of known payoffs, is never worse and somewhere better.
    fn weakly(&self, i: usize) -> Option<(Vec<(usize, f64)>, bool)> {
        let n = self.payoffs.len();
        let better = |k: usize| {
            let leads = || (0..n).map(|j| self.payoffs.at(k, j) - self.payoffs.at(i, j));
            k != i && leads().all(|lead| lead >= -1e-12) && leads().any(|lead| lead > LEAST)
        };
        let by = if self.is_exact() { (0..n).find(|k| better(*k)) } else { None };
        by.map(|k| (vec![(k, 1.0)], true))
    }

    /// Whether it is the best answer to some mixture for all payoffs within bounds; of known payoffs one of the best.
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

/// The mixture of `mixed` whose least value over `against` is greatest, and that value; none where the solver fails.
fn greatest_least(mixed: &[usize], against: &[usize], value: impl Fn(usize, usize) -> f64) -> Option<(f64, Vec<f64>)> {
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let shares: Vec<_> = mixed.iter().map(|_| program.add_var(0.0, (0.0, 1.0))).collect();
    let least = program.add_var(1.0, (-4.0, 4.0));
    program.add_constraint(shares.iter().map(|share| (*share, 1.0)).collect::<Vec<_>>(), ComparisonOp::Eq, 1.0);
    for other in against {
        let values = mixed.iter().zip(&shares).map(|(one, share)| (*share, value(*one, *other).clamp(-3.0, 3.0)));
        // What is next to nothing is nothing: the solver asks for coefficients of like size.
        let values = values.filter(|(_, value)| value.abs() > 1e-6);
        program.add_constraint(values.chain([(least, -1.0)]).collect::<Vec<_>>(), ComparisonOp::Ge, 0.0);
    }
    let solved = program.solve().ok()?.into_solution().ok()?;
    let shares: Vec<f64> = shares.iter().map(|share| solved.var_value(*share).max(0.0)).collect();
    Some((solved.var_value(least), shares))
}

/// Value of a game for the one who mixes its rows, and a mixture that reaches it; none where the solver fails.
pub fn solved(payoffs: &Square) -> Option<(f64, Vec<f64>)> {
    let all: Vec<usize> = (0..payoffs.len()).collect();
    greatest_least(&all, &all, |i, j| payoffs.at(i, j))
}
