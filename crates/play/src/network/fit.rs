//! The fit of a network to rows of games, by Adam (D. P. Kingma and J. Ba, 2015, "Adam: a method for stochastic
//! optimization") with decoupled weight decay (I. Loshchilov and F. Hutter, 2019).
//!
//! No transcendental function decides a weight, only arithmetic and roots, so that the same rows give the same network,
//! bit for bit, on every machine. With the network's link p = ½ + x / 2√(1 + x²) the slope of the log loss is
//! 2 (p - y) / √(1 + x²).

use super::{Layer, Network, OUTPUT_BITS, RAMP, UNIT, UNIT_BITS, link};
use hitchart_dice::Throw;
use std::sync::atomic::{AtomicBool, Ordering};

// Rows of games.

/// Parts of an outcome that make a victory.
pub const OUTCOME: u8 = 64;

/// Rows of games, states or candidates of decisions: features and an outcome, in the order of studies and games.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Number of features.
    pub width: usize,
    /// Features in parts, row by row.
    features: Vec<i16>,
    /// Outcomes in 64ths.
    outcomes: Vec<u8>,
    /// Outcomes that searches predicted, in 64ths.
    predicted: Vec<Option<u8>>,
    /// Games, numbered over all studies.
    games: Vec<u32>,
}

impl Data {
    /// Creates data without rows, for this number of features.
    pub fn new(width: usize) -> Data {
        Data { width, ..Data::default() }
    }

    /// Adds a row of a game, with its outcome and the one that a search predicted.
    pub fn push(&mut self, features: &[i16], (outcome, predicted): (u8, Option<u8>), game: u32) {
        self.features.extend(features);
        self.outcomes.push(outcome);
        self.predicted.push(predicted);
        self.games.push(game);
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.outcomes.len()
    }

    /// Returns the number of games that have a row.
    pub fn games(&self) -> u64 {
        self.games.chunk_by(|a, b| a == b).count() as u64
    }

    /// Returns the features of a row, in parts.
    pub fn features(&self, row: usize) -> &[i16] {
        &self.features[row * self.width..][..self.width]
    }

    /// Returns the outcome of a row, from 0 to 1.
    pub fn share(&self, row: usize) -> f64 {
        f64::from(self.outcomes[row]) / f64::from(OUTCOME)
    }

    /// Returns the outcome of a row, in 64ths.
    pub fn outcome(&self, row: usize) -> usize {
        self.outcomes[row].into()
    }

    /// Returns the game of a row.
    pub fn game(&self, row: usize) -> u32 {
        self.games[row]
    }
}

// Gradient descent by Adam.

/// Decay of the two means of gradients, as published.
const FIRST: f64 = 0.9;
const SECOND: f64 = 0.999;
const LEAST: f64 = 1e-8;

/// Running means of the gradients of some numbers.
#[derive(Clone, Debug)]
struct Adam {
    first: Vec<f64>,
    second: Vec<f64>,
    /// Remaining weights of the initial values of both means.
    left: [f64; 2],
    decay: f64,
}

impl Adam {
    /// Creates the state for `count` numbers, which lose a share of `decay` times the rate in each step.
    fn new(count: usize, decay: f64) -> Adam {
        Adam { first: vec![0.0; count], second: vec![0.0; count], left: [1.0; 2], decay }
    }

    /// Takes one step at a rate.
    fn step(&mut self, values: &mut [f64], gradient: &[f64], rate: f64) {
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

// The fit of a network.

/// Settings of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Widths of the layers between features and output.
    pub hidden: Vec<usize>,
    /// Number of passes over all rows.
    pub epochs: u32,
    /// Learning rate of the first step; it falls evenly to 0.
    pub rate: f64,
    /// TD(λ): weight of the final result against the first pass's predictions of later states, in a second pass. 1
    /// disables the second pass.
    pub lambda: f64,
    /// Key of the first weights and of the order of rows.
    pub key: u64,
}

/// Number of rows in a step.
const BATCH: usize = 128;
/// Weight decay: share of the rate that weights lose in a step.
const DECAY: f64 = 1e-3;
/// Minimum spread of a feature, so that a constant feature has no effect.
const LEAST_SPREAD: f64 = 0.05;
/// Number of steps on either side of 0 that first weights are drawn from.
const GRAIN: usize = 1 << 20;

/// A layer in the list of all numbers: weights by input, then output, and then a bias for each output.
#[derive(Clone, Copy, Debug)]
struct Shape {
    inputs: usize,
    outputs: usize,
    /// Index of its first number.
    at: usize,
}

impl Shape {
    fn bias(&self) -> usize {
        self.at + self.inputs * self.outputs
    }

    fn end(&self) -> usize {
        self.bias() + self.outputs
    }
}

/// Mean and spread of each feature.
struct Scale {
    mean: Vec<f64>,
    spread: Vec<f64>,
}

impl Scale {
    fn of(data: &Data) -> Scale {
        let n = data.rows().max(1) as f64;
        let (mut sum, mut squares) = (vec![0.0; data.width], vec![0.0; data.width]);
        for row in 0..data.rows() {
            for (i, part) in data.features(row).iter().enumerate() {
                let value = f64::from(*part) / UNIT;
                sum[i] += value;
                squares[i] += value * value;
            }
        }
        let mean: Vec<f64> = sum.iter().map(|sum| sum / n).collect();
        let spread = squares.iter().zip(&mean).map(|(squares, mean)| (squares / n - mean * mean).max(0.0).sqrt());
        let spread = spread.map(|spread| spread.max(LEAST_SPREAD)).collect();
        Scale { mean, spread }
    }
}

struct Trainer<'a> {
    data: &'a Data,
    /// Target of each row.
    answers: Vec<f64>,
    scale: Scale,
    shapes: Vec<Shape>,
    numbers: Vec<f64>,
    gradient: Vec<f64>,
    /// Inputs of every layer and the output, for the current row.
    values: Vec<Vec<f64>>,
    slopes: Vec<Vec<f64>>,
}

/// Fits a network to rows; `names` are those of the features. `None` if `stop` was set before the end, or if integers
/// cannot hold the weights.
pub fn fit(data: &Data, names: &[&str], plan: &Fit, stop: &AtomicBool) -> Option<Network> {
    let mut draw = Throw::new(plan.key);
    let mut trainer = Trainer::new(data, &plan.hidden, &mut draw);
    trainer.pass(plan, &mut draw, stop)?;
    if plan.lambda < 1.0 {
        trainer.look_back(plan.lambda);
        trainer.pass(plan, &mut draw, stop)?;
    }
    trainer.network(names)
}

impl<'a> Trainer<'a> {
    /// Trains on every row once in each epoch, with a rate that falls to 0. `None` if `stop` was set before the end.
    fn pass(&mut self, plan: &Fit, draw: &mut Throw, stop: &AtomicBool) -> Option<()> {
        let rows = self.data.rows();
        let mut adam = Adam::new(self.numbers.len(), DECAY);
        let mut order: Vec<usize> = (0..rows).collect();
        let steps = (rows.div_ceil(BATCH) as u32 * plan.epochs).max(1);
        let mut step = 0;
        for _ in 0..plan.epochs {
            for i in (1..order.len()).rev() {
                order.swap(i, draw.below(i + 1));
            }
            for batch in order.chunks(BATCH) {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                self.gradient.fill(0.0);
                batch.iter().for_each(|row| self.look(*row));
                let each = 1.0 / batch.len() as f64;
                self.gradient.iter_mut().for_each(|slope| *slope *= each);
                let rate = plan.rate * (1.0 - f64::from(step) / f64::from(steps));
                adam.step(&mut self.numbers, &self.gradient, rate);
                step += 1;
            }
        }
        Some(())
    }

    /// Mixes the predictions of a game's later states into the target of each state: TD(λ) (Sutton, 1988), from the end
    /// of each game back. Where a search predicted the outcome of a state, its prediction counts instead of the first pass's.
    fn look_back(&mut self, lambda: f64) {
        let mut said = 0.0;
        for row in (0..self.data.rows()).rev() {
            let is_last = row + 1 == self.data.rows() || self.data.game(row + 1) != self.data.game(row);
            if !is_last {
                self.answers[row] = (1.0 - lambda) * said + lambda * self.answers[row + 1];
            }
            let searched = self.data.predicted[row].map(|parts| f64::from(parts) / f64::from(OUTCOME));
            said = searched.unwrap_or_else(|| link(self.value(row)));
        }
    }

    fn new(data: &'a Data, hidden: &[usize], draw: &mut Throw) -> Trainer<'a> {
        let widths: Vec<usize> = [data.width].iter().chain(hidden).chain(&[1]).copied().collect();
        let mut shapes: Vec<Shape> = Vec::new();
        for pair in widths.windows(2) {
            let at = shapes.last().map_or(0, Shape::end);
            shapes.push(Shape { inputs: pair[0], outputs: pair[1], at });
        }
        let mut numbers = Vec::new();
        for shape in &shapes {
            // Range of weights that keeps the spread of values through the layers (He et al., 2015).
            let reach = (6.0 / shape.inputs as f64).sqrt();
            let weight = |draw: &mut Throw| (draw.below(2 * GRAIN + 1) as f64 / GRAIN as f64 - 1.0) * reach;
            numbers.extend((0..shape.inputs * shape.outputs).map(|_| weight(draw)));
            numbers.resize(shape.end(), 0.0);
        }
        let values: Vec<Vec<f64>> = widths.iter().map(|width| vec![0.0; *width]).collect();
        let gradient = vec![0.0; numbers.len()];
        let answers = (0..data.rows()).map(|row| data.share(row)).collect();
        let (scale, slopes) = (Scale::of(data), values.clone());
        Trainer { data, answers, scale, shapes, numbers, gradient, slopes, values }
    }

    /// Returns the prediction for a row, before the link.
    fn value(&mut self, row: usize) -> f64 {
        let Scale { mean, spread } = &self.scale;
        for (i, part) in self.data.features(row).iter().enumerate() {
            self.values[0][i] = (f64::from(*part) / UNIT - mean[i]) / spread[i];
        }
        self.forward();
        self.values[self.shapes.len()][0]
    }

    /// Adds the gradient of one row's loss.
    fn look(&mut self, row: usize) {
        let x = self.value(row);
        self.slopes[self.shapes.len()][0] = 2.0 * (link(x) - self.answers[row]) / (1.0 + x * x).sqrt();
        self.backward();
    }

    fn forward(&mut self) {
        let last = self.shapes.len() - 1;
        for (i, shape) in self.shapes.iter().enumerate() {
            let (before, after) = self.values.split_at_mut(i + 1);
            let out = &mut after[0];
            out.copy_from_slice(&self.numbers[shape.bias()..shape.end()]);
            for (value, row) in before[i].iter().zip(self.numbers[shape.at..].chunks_exact(shape.outputs)) {
                if *value != 0.0 {
                    out.iter_mut().zip(row).for_each(|(out, weight)| *out += value * weight);
                }
            }
            if i < last {
                out.iter_mut().for_each(|value| *value = value.clamp(0.0, RAMP));
            }
        }
    }

    fn backward(&mut self) {
        for (i, shape) in self.shapes.iter().enumerate().rev() {
            let (before, after) = self.slopes.split_at_mut(i + 1);
            let slope = &after[0];
            for (j, value) in self.values[i].iter().enumerate() {
                let at = shape.at + j * shape.outputs;
                let weights = &self.numbers[at..at + shape.outputs];
                if *value != 0.0 {
                    let gradient = &mut self.gradient[at..at + shape.outputs];
                    gradient.iter_mut().zip(slope).for_each(|(gradient, slope)| *gradient += value * slope);
                }
                // The gradient is 0 outside the slope of the ramp.
                let open = i > 0 && *value > 0.0 && *value < RAMP;
                before[i][j] = if open { weights.iter().zip(slope).map(|(w, s)| w * s).sum() } else { 0.0 };
            }
            let biases = &mut self.gradient[shape.bias()..shape.end()];
            biases.iter_mut().zip(slope).for_each(|(gradient, slope)| *gradient += slope);
        }
    }

    /// Returns the network in integers, with the scales of features in the first layer. `None` if integers cannot hold
    /// the weights.
    fn network(&self, names: &[&str]) -> Option<Network> {
        let layers = self.shapes.iter().enumerate().map(|(i, shape)| {
            let weight = |input: usize, output: usize| {
                let weight = self.numbers[shape.at + input * shape.outputs + output];
                if i == 0 { weight / self.scale.spread[input] } else { weight }
            };
            let rows: Vec<Vec<f64>> = (0..shape.outputs)
                .map(|output| (0..shape.inputs).map(|input| weight(input, output)).collect())
                .collect();
            let moved =
                |row: &[f64]| if i == 0 { row.iter().zip(&self.scale.mean).map(|(w, m)| w * m).sum() } else { 0.0 };
            let own = &self.numbers[shape.bias()..shape.end()];
            let biases: Vec<f64> = own.iter().zip(&rows).map(|(bias, row)| bias - moved(row)).collect();
            Layer::nearest(&rows, &biases, if i == 0 { UNIT_BITS } else { OUTPUT_BITS })
        });
        Network::new(names.iter().map(|name| (*name).to_owned()).collect(), layers.collect())
    }
}
