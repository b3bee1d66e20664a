//! What of the differences is an order and what goes round in circles: the combinatorial Hodge decomposition of a flow
//! on the graph of meetings (X. Jiang, L.-H. Lim, Y. Yao and Y. Ye, 2011, Math. Program. 127, 203-244).
//!
//! The flow is the logit of the share of wins among games that are no ties, weighted by the number of observations.
//! Its gradient is the flow of the potentials that come nearest in weighted squares: by the model of Bradley and Terry
//! it is all there is. What is left is cyclic, round triangles (curl) and round longer holes (harmonic).

use super::matrix::Square;

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

/// Takes a flow among `n` entrants apart; the meetings connect all of them.
pub fn split(n: usize, flows: &[Flow]) -> Split {
    let mut system = Square::from_fn(n, |_, _| 0.0);
    let mut right = vec![0.0; n];
    for Flow { first, second, flow, weight } in flows.iter().copied() {
        for (row, column, sign) in
            [(first, first, 1.0), (second, second, 1.0), (first, second, -1.0), (second, first, -1.0)]
        {
            system.row_mut(row)[column] += sign * weight;
        }
        right[first] += weight * flow;
        right[second] -= weight * flow;
    }
    let held = (0..n).map(|i| system.at(i, i)).sum::<f64>() / (n * n) as f64;
    (0..n).for_each(|i| system.row_mut(i).iter_mut().for_each(|value| *value += held));
    let potentials = system.solve(right);
    let gradient: Vec<f64> = flows.iter().map(|flow| potentials[flow.first] - potentials[flow.second]).collect();
    let cyclic = flows.iter().zip(&gradient).map(|(flow, gradient)| flow.flow - gradient).collect();
    Split { potentials, gradient, cyclic }
}

/// Weighted sum of squares of a part of a flow.
pub fn energy(flows: &[Flow], part: &[f64]) -> f64 {
    flows.iter().zip(part).map(|(flow, value)| flow.weight * value * value).sum()
}
