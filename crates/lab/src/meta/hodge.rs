//! What of the differences is an order and what goes round in circles: the combinatorial Hodge decomposition of a flow
//! on the graph of meetings (X. Jiang, L.-H. Lim, Y. Yao and Y. Ye, 2011, Math. Program. 127, 203-244).
//!
//! The flow is the logit of the share of wins among games that are no ties, weighted by the number of observations.
//! Its gradient is the flow of the potentials that come nearest in weighted squares: by the model of Bradley and Terry
//! it is all there is. What is left is cyclic, round triangles (curl) and round longer holes (harmonic).

use super::matrix::{Factors, Square};

/// A meeting: the flow from the second to the first, and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flow {
    pub first: usize,
    pub second: usize,
    pub flow: f64,
    pub weight: f64,
}

/// A flow taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// Of every entrant, with mean 0.
    pub potentials: Vec<f64>,
    /// Of every meeting: the flow that the potentials make.
    pub gradient: Vec<f64>,
    /// Of every meeting: what is left.
    pub cyclic: Vec<f64>,
}

/// Meetings whose flows are taken apart: their equations, solved once for all flows.
#[derive(Clone, Debug)]
pub struct Meetings {
    /// Places of the two entrants, and the weight.
    met: Vec<(usize, usize, f64)>,
    factors: Factors,
}

impl Meetings {
    /// Among `n` entrants, all of whom the meetings connect.
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

    /// A flow of each meeting, from the second to the first, taken apart.
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

/// Takes a flow among `n` entrants apart; the meetings connect all of them.
pub fn split(n: usize, flows: &[Flow]) -> Split {
    let met = flows.iter().map(|flow| (flow.first, flow.second, flow.weight)).collect();
    Meetings::of(n, met).split(&flows.iter().map(|flow| flow.flow).collect::<Vec<f64>>())
}

/// Weighted sum of squares of a part of a flow.
pub fn energy(flows: &[Flow], part: &[f64]) -> f64 {
    flows.iter().zip(part).map(|(flow, value)| flow.weight * value * value).sum()
}
