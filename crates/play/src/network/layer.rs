//! A layer of integers.

use super::{MAX_WEIGHT, MAX_WIDTH, MOST, OUTPUT_BITS, UNIT_BITS};

/// Weights of a layer, a row for each output, and biases. Weights are in units of 1 / 2^`bits`, biases in units of 1 /
/// 2^(`bits` + the bits of the inputs).
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    bits: u32,
    inputs: usize,
    weights: Vec<i16>,
    biases: Vec<i32>,
}

/// Maximum number of binary places of a weight.
pub const MAX_BITS: u32 = 20;
/// Minimum number of binary places of a weight.
pub const MIN_BITS: u32 = OUTPUT_BITS - UNIT_BITS;
/// Maximum absolute value of a bias: a larger one could make a sum overflow.
pub const MAX_BIAS: i32 = 1 << 29;

impl Layer {
    /// Creates a layer with this number of inputs. Rows of weights are in the order of outputs, as many as biases.
    pub fn new(bits: u32, inputs: usize, weights: Vec<i16>, biases: Vec<i32>) -> Layer {
        Layer { bits, inputs, weights, biases }
    }

    /// Returns the layer nearest to one of real numbers, with a row and a bias for each output. `input_bits` are the
    /// binary places of its inputs.
    pub fn nearest(rows: &[Vec<f64>], biases: &[f64], input_bits: u32) -> Layer {
        let inputs = rows.first().map_or(0, Vec::len);
        let most = rows.iter().flatten().fold(0.0f64, |most, weight| most.max(weight.abs()));
        let least_bits = OUTPUT_BITS.saturating_sub(input_bits);
        let fits = |bits: &u32| most * f64::from(1u32 << bits) <= f64::from(MAX_WEIGHT);
        let bits = (least_bits..=MAX_BITS).rev().find(fits).unwrap_or(least_bits);
        let limit = f64::from(MAX_WEIGHT);
        let scale = f64::from(1u32 << bits);
        let weight = |weight: &f64| (weight * scale).round().clamp(-limit, limit) as i16;
        let bias_scale = scale * f64::from(1u32 << input_bits);
        let bias = |bias: &f64| (bias * bias_scale).round().clamp(-f64::from(MAX_BIAS), f64::from(MAX_BIAS)) as i32;
        let weights = rows.iter().flatten().map(weight).collect();
        Layer::new(bits, inputs, weights, biases.iter().map(bias).collect())
    }

    /// Returns the number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Returns the number of outputs.
    pub fn outputs(&self) -> usize {
        self.biases.len()
    }

    /// Returns the number of binary places of a weight.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns the biases of the outputs.
    pub fn biases(&self) -> &[i32] {
        &self.biases
    }

    /// Returns the weights of each output.
    pub fn rows(&self) -> impl Iterator<Item = &[i16]> {
        self.weights.chunks_exact(self.inputs.max(1))
    }

    /// Returns true if its sizes and numbers are within bounds, so that sums fit 32 bits.
    pub fn fits(&self) -> bool {
        let widths = [self.inputs, self.outputs()];
        widths.iter().all(|width| (1..=MAX_WIDTH).contains(width))
            && self.weights.len() == self.inputs * self.outputs()
            && self.weights.iter().all(|weight| i32::from(*weight).abs() <= MAX_WEIGHT)
            && self.biases.iter().all(|bias| bias.unsigned_abs() <= MAX_BIAS.unsigned_abs())
            && (MIN_BITS..=MAX_BITS).contains(&self.bits)
    }

    #[inline]
    fn sum(row: &[i16], bias: i32, values: &[i16]) -> i32 {
        row.iter().zip(values).fold(bias, |sum, (weight, value)| sum + i32::from(*weight) * i32::from(*value))
    }

    /// Replaces inputs with `input_bits` binary places by the outputs, through the ramp.
    pub(super) fn ramp(&self, input_bits: u32, values: &mut [i16; MAX_WIDTH]) {
        let shift = self.bits + input_bits - OUTPUT_BITS;
        let half = if shift > 0 { 1 << (shift - 1) } else { 0 };
        let mut out = [0i16; MAX_WIDTH];
        for ((out, row), bias) in out.iter_mut().zip(self.rows()).zip(&self.biases) {
            let sum = Layer::sum(row, *bias, &values[..self.inputs]);
            *out = ((sum + half) >> shift).clamp(0, MOST.into()) as i16;
        }
        *values = out;
    }

    /// Returns the first output as a real number, without the ramp.
    pub(super) fn value(&self, input_bits: u32, values: &[i16; MAX_WIDTH]) -> f64 {
        let Some((row, bias)) = self.rows().next().zip(self.biases.first()) else { return 0.0 };
        // A division by a power of two is exact.
        f64::from(Layer::sum(row, *bias, &values[..self.inputs])) / f64::from(1u32 << (self.bits + input_bits))
    }
}
