//! Small networks of integers: features in, the chance of winning out.
//!
//! A feature is told as a whole number of [`UNIT`]s, weights are whole numbers too, so that a worth is the same bits on
//! every machine and instruction set, whatever the order of the sums. A layer's sums go through a ramp (0 below 0, level
//! above [`RAMP`]); the last sum x is the worth ½ + x / 2√(1 + x²), the distribution function of Student's t with two
//! degrees of freedom up to scale, which needs a root but no transcendental function.

mod file;
mod layer;
#[cfg(test)]
mod tests;

pub use file::{NetworkFile, rounded_file};
pub use layer::Layer;

/// Parts that a unit of a feature is told in.
pub const UNIT: f64 = 32.0;
/// Most parts of a feature on either side of 0; what is beyond counts as so many.
pub const MOST: i16 = 1023;
/// Most inputs of a layer: sums then fit 32 bits.
pub const MAX_WIDTH: usize = 128;
/// Most that a weight of an integer network counts.
pub const MAX_WEIGHT: i32 = 8191;
/// Parts of a layer's output that make 1.
pub const OUTPUT_BITS: u32 = 7;
/// Where the ramp is level.
pub const RAMP: f64 = MOST as f64 / (1 << OUTPUT_BITS) as f64;

/// A network for the features of a game. One without layers calls everything even.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    features: Vec<String>,
    layers: Vec<Layer>,
}

impl Network {
    /// A network of layers that fit each other and the features: `None` where they do not.
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

    /// Names of its features, in order.
    pub fn features(&self) -> &[String] {
        &self.features
    }

    /// Its layers, in order.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The chance of winning, 0 to 1, of features as numbers; missing ones are 0.
    pub fn worth(&self, features: &[f64]) -> f64 {
        let mut told = [0i16; MAX_WIDTH];
        for (part, feature) in told.iter_mut().zip(features) {
            *part = parts(*feature);
        }
        self.worth_of_parts(&mut told)
    }

    /// The same of features in parts; they are overwritten.
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

/// A feature in parts.
#[inline]
pub fn parts(feature: f64) -> i16 {
    let limit = f64::from(MOST);
    // Halves go up, whatever the sign: rounding to even or away from zero is a call on some machines.
    (feature * UNIT + 0.5).floor().clamp(-limit, limit) as i16
}

/// A real number as a chance: level with even odds at 0.
#[inline]
pub fn link(x: f64) -> f64 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}
