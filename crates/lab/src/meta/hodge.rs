//! The split of differences into an order and cycles: the combinatorial Hodge decomposition of a flow on the graph of
//! matchups (X. Jiang, L.-H. Lim, Y. Yao and Y. Ye, 2011, Math. Program. 127, 203-244).
//!
//! The flow is the logit of the share of wins among games that are not ties, weighted by the number of observations.
//! Its gradient is the flow of the potentials that are nearest in weighted squares. In the model of Bradley and Terry
//! the gradient is the whole flow. The rest is cyclic, round triangles (curl) and round longer holes (harmonic).

use super::matrix::{Factors, Square};

/// A matchup: the flow from the second to the first, and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flow {
    pub first: usize,
    pub second: usize,
    pub flow: f64,
    pub weight: f64,
}

/// A decomposed flow.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// Potential of every entrant, with mean 0.
    pub potentials: Vec<f64>,
    /// Flow that the potentials produce in every matchup.
    pub gradient: Vec<f64>,
    /// The rest of the flow in every matchup.
    pub cyclic: Vec<f64>,
}

/// Matchups, with their system of equations factorised once for all flows.
#[derive(Clone, Debug)]
pub struct Meetings {
    /// Positions of the two entrants, and the weight.
    met: Vec<(usize, usize, f64)>,
    factors: Factors,
}

impl Meetings {
    /// Creates matchups among `n` entrants; the matchups connect all entrants.
    pub fn of(n: usize, met: Vec<(usize, usize, f64)>) -> Meetings {
        let mut system = Square::from_fn(n, |_, _| 0.0);
        for (first, second, weight) in met.iter().copied() {
            for (row, column, sign) in
                [(first, first, 1.0), (second, second, 1.0), (first, second, -1.0), (second, first, -1.0)]
            {
                system.row_mut(row)[column] += sign * weight;
            }
        }
        let held = (0..n).map(|i| system.at(i, i)).sum::<f64>() / (n * n) as f64;
        (0..n).for_each(|i| system.row_mut(i).iter_mut().for_each(|value| *value += held));
        Meetings { met, factors: system.factors() }
    }

    /// Splits a flow, given for each matchup from the second to the first.
    pub fn split(&self, flows: &[f64]) -> Split {
        let mut right = vec![0.0; self.factors.len()];
        for ((first, second, weight), flow) in self.met.iter().copied().zip(flows) {
            right[first] += weight * flow;
            right[second] -= weight * flow;
        }
        let potentials = self.factors.solve(right);
        let gradient: Vec<f64> =
            self.met.iter().map(|(first, second, _)| potentials[*first] - potentials[*second]).collect();
        let cyclic = flows.iter().zip(&gradient).map(|(flow, gradient)| flow - gradient).collect();
        Split { potentials, gradient, cyclic }
    }
}

/// Splits a flow among `n` entrants; the matchups connect all of them.
pub fn split(n: usize, flows: &[Flow]) -> Split {
    let met = flows.iter().map(|flow| (flow.first, flow.second, flow.weight)).collect();
    Meetings::of(n, met).split(&flows.iter().map(|flow| flow.flow).collect::<Vec<f64>>())
}

/// Returns the weighted sum of squares of a part of a flow.
pub fn energy(flows: &[Flow], part: &[f64]) -> f64 {
    flows.iter().zip(part).map(|(flow, value)| flow.weight * value * value).sum()
}
