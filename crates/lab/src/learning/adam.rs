//! Steps down a gradient (D. P. Kingma and J. Ba, 2015, "Adam: a method for stochastic optimization"), with weights that
//! decay apart from it (I. Loshchilov and F. Hutter, 2019). Roots and no other functions: the same bits everywhere.

/// Decay of the two means of gradients, as published.
const FIRST: f64 = 0.9;
const SECOND: f64 = 0.999;
const LEAST: f64 = 1e-8;

/// The means of the gradients of some numbers.
#[derive(Clone, Debug)]
pub struct Adam {
    first: Vec<f64>,
    second: Vec<f64>,
    /// What is left of the beginnings of both means.
    left: [f64; 2],
    decay: f64,
}

impl Adam {
    /// For so many numbers that lose a share `decay` of the rate a step.
    pub fn new(count: usize, decay: f64) -> Adam {
        Adam { first: vec![0.0; count], second: vec![0.0; count], left: [1.0; 2], decay }
    }

    /// One step of a rate.
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
