//! Small networks of integers: features in, the chance of winning out.
//!
//! A feature is a whole number of parts, [`UNIT`] of them to 1, and weights are whole numbers too. The result has the
//! same bits on every machine and instruction set, in any order of the sums. A layer's sums go through a ramp (0 below
//! 0, level above [`RAMP`]). The last sum x gives the chance ½ + x / 2√(1 + x²). This is the distribution function of
//! Student's t with two degrees of freedom, up to scale; it needs a root but no transcendental function.

mod file;
mod layer;
#[cfg(test)]
mod tests;

pub use file::{NetworkFile, rounded_file};
pub use layer::Layer;

/// Number of parts of a feature that make 1.
pub const UNIT: f64 = 32.0;
/// Maximum number of parts of a feature on either side of 0; values beyond are clamped.
pub const MOST: i16 = 1023;
/// Maximum number of inputs of a layer, so that sums fit 32 bits.
pub const MAX_WIDTH: usize = 128;
/// Maximum absolute value of a weight.
pub const MAX_WEIGHT: i32 = 8191;
/// Number of binary places of a layer's output.
pub const OUTPUT_BITS: u32 = 7;
/// Value above which the ramp is level.
pub const RAMP: f64 = MOST as f64 / (1 << OUTPUT_BITS) as f64;

/// A network for the features of a game. A network without layers rates every state as even.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    features: Vec<String>,
    layers: Vec<Layer>,
}

impl Network {
    /// Creates a network; `None` unless the layers fit each other and the features.
    pub fn new(features: Vec<String>, layers: Vec<Layer>) -> Option<Network> {
        let mut width = features.len();
        for layer in &layers {
            if layer.inputs() != width {
                return None;
            }
            width = layer.outputs();
        }
        let fits = width == 1 && features.len() <= MAX_WIDTH && layers.iter().all(Layer::fits);
        fits.then_some(Network { features, layers })
    }

    /// Returns the names of the features, in order.
    pub fn features(&self) -> &[String] {
        &self.features
    }

    /// Returns the layers, in order.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the chance of winning, from 0 to 1, for some features; missing ones are 0.
    pub fn worth(&self, features: &[f64]) -> f64 {
        let mut told = [0i16; MAX_WIDTH];
        for (part, feature) in told.iter_mut().zip(features) {
            *part = parts(*feature);
        }
        self.worth_of_parts(&mut told)
    }

    /// Returns the same for features in parts, which are overwritten.
    pub fn worth_of_parts(&self, values: &mut [i16; MAX_WIDTH]) -> f64 {
        let Some((last, before)) = self.layers.split_last() else { return 0.5 };
        let mut bits = UNIT_BITS;
        for layer in before {
            layer.ramp(bits, values);
            bits = OUTPUT_BITS;
        }
        link(last.value(bits, values))
    }
}

/// [`UNIT`] as a power of 2.
pub const UNIT_BITS: u32 = 5;

/// Converts a feature to parts.
#[inline]
pub fn parts(feature: f64) -> i16 {
    let limit = f64::from(MOST);
    // Halves go up for either sign: rounding to even or away from zero is a call on some machines.
    (feature * UNIT + 0.5).floor().clamp(-limit, limit) as i16
}

/// Converts a real number to a chance; 0 is even odds.
#[inline]
pub fn link(x: f64) -> f64 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}
