//! Gradient descent by Adam (D. P. Kingma and J. Ba, 2015, "Adam: a method for stochastic optimization"), with
//! decoupled weight decay (I. Loshchilov and F. Hutter, 2019). It uses roots and no other functions, so that results
//! have the same bits everywhere.

/// Decay of the two means of gradients, as published.
const FIRST: f64 = 0.9;
const SECOND: f64 = 0.999;
const LEAST: f64 = 1e-8;

/// Running means of the gradients of some numbers.
#[derive(Clone, Debug)]
pub struct Adam {
    first: Vec<f64>,
    second: Vec<f64>,
    /// Remaining weights of the initial values of both means.
    left: [f64; 2],
    decay: f64,
}

impl Adam {
    /// Creates the state for `count` numbers, which lose a share of `decay` times the rate in each step.
    pub fn new(count: usize, decay: f64) -> Adam {
        Adam { first: vec![0.0; count], second: vec![0.0; count], left: [1.0; 2], decay }
    }

    /// Takes one step at a rate.
    pub fn step(&mut self, values: &mut [f64], gradient: &[f64], rate: f64) {
        self.left = [self.left[0] * FIRST, self.left[1] * SECOND];
        let (whole, square) = (1.0 / (1.0 - self.left[0]), 1.0 / (1.0 - self.left[1]));
        let means = self.first.iter_mut().zip(&mut self.second);
        for ((value, slope), (first, second)) in values.iter_mut().zip(gradient).zip(means) {
            *first = FIRST * *first + (1.0 - FIRST) * slope;
            *second = SECOND * *second + (1.0 - SECOND) * slope * slope;
            let step = *first * whole / ((*second * square).sqrt() + LEAST);
            *value -= rate * (step + self.decay * *value);
        }
    }
}
