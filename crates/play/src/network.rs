//! Small networks of integers: features in, the chance of winning out.
//!
//! A feature is a whole number of parts, [`UNIT`] of them to 1, and weights are whole numbers too. The result has the
//! same bits on every machine and instruction set, in any order of the sums. A layer's sums go through a ramp (0 below
//! 0, level above [`RAMP`]). The last sum x gives the chance ½ + x / 2√(1 + x²). This is the distribution function of
//! Student's t with two degrees of freedom, up to scale; it needs a root but no transcendental function.

pub mod fit;

use hitchart_config::{At, FileText, InputError, from_toml, nearest, within};
use serde::Deserialize;
use std::fmt::Write;

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
    #[inline]
    pub fn features(&self) -> &[String] {
        &self.features
    }

    /// Returns the layers, in order.
    #[inline]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the chance of winning, from 0 to 1, for some features; missing ones are 0.
    #[inline]
    pub fn worth(&self, features: &[f64]) -> f64 {
        let mut inputs = [0i16; MAX_WIDTH];
        for (part, feature) in inputs.iter_mut().zip(features) {
            *part = parts(*feature);
        }
        self.worth_of_parts(&mut inputs)
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
    #[inline]
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
    #[inline]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Returns the number of outputs.
    #[inline]
    pub fn outputs(&self) -> usize {
        self.biases.len()
    }

    /// Returns the number of binary places of a weight.
    #[inline]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns the biases of the outputs.
    #[inline]
    pub fn biases(&self) -> &[i32] {
        &self.biases
    }

    /// Returns the weights of each output.
    pub fn rows(&self) -> impl Iterator<Item = &[i16]> {
        self.weights.chunks_exact(self.inputs.max(1))
    }

    /// Returns true if its sizes and numbers are within bounds, so that sums fit 32 bits.
    #[inline]
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
    fn ramp(&self, input_bits: u32, values: &mut [i16; MAX_WIDTH]) {
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
    fn value(&self, input_bits: u32, values: &[i16; MAX_WIDTH]) -> f64 {
        let Some((row, bias)) = self.rows().next().zip(self.biases.first()) else { return 0.0 };
        // A division by a power of two is exact.
        f64::from(Layer::sum(row, *bias, &values[..self.inputs])) / f64::from(1u32 << (self.bits + input_bits))
    }
}

// Networks as files: a head for people, then the weights, a row of numbers for each output.

/// A network as written in its file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkFile {
    /// Names of the features, in order.
    features: At<Vec<At<String>>>,
    layers: At<Vec<LayerFile>>,
    /// Origin of the network; nothing depends on it.
    #[serde(default)]
    #[allow(dead_code, reason = "only people read it")]
    provenance: toml::Table,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerFile {
    bits: At<u32>,
    biases: At<Vec<At<i32>>>,
    weights: At<Vec<At<Vec<At<i16>>>>>,
}

/// Returns a network as text after `head`, TOML lines of comments and provenance.
pub fn rounded_file(network: &Network, head: &str) -> String {
    let mut text = head.to_owned();
    let names: Vec<String> = network.features().iter().map(|name| format!("{name:?}")).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\nfeatures = [\n    {},\n]", names.join(",\n    "));
    for layer in network.layers() {
        let list = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<String>>().join(",");
        let biases = list(&mut layer.biases().iter().map(i32::to_string));
        let _ = writeln!(text, "\n[[layers]]\nbits = {}\nbiases = [{biases}]\nweights = [", layer.bits());
        for row in layer.rows() {
            let _ = writeln!(text, "[{}],", list(&mut row.iter().map(i16::to_string)));
        }
        text.push_str("]\n");
    }
    text
}

impl NetworkFile {
    /// Reads the network of a file, for a game's features.
    ///
    /// # Errors
    /// Invalid files, layers that do not fit each other, numbers out of bounds, and other features than the game's,
    /// each with its place.
    #[inline]
    pub fn read(file: &FileText, features: &[&str]) -> Result<Network, InputError> {
        let read: NetworkFile = from_toml(&file.text).map_err(|error| InputError::read(file, &error))?;
        read.check(file, features)
    }

    fn check(self, file: &FileText, features: &[&str]) -> Result<Network, InputError> {
        let names: Vec<String> = self.features.value.iter().map(|name| name.value.clone()).collect();
        if names.iter().map(String::as_str).ne(features.iter().copied()) {
            return Err(other_features(file, &self.features, features));
        }
        let (mut layers, mut width, mut last) = (Vec::new(), names.len(), self.layers.span.clone());
        for layer in self.layers.value {
            last = layer.biases.span.clone();
            let layer = layer.check(file, width)?;
            width = layer.outputs();
            layers.push(layer);
        }
        if width != 1 {
            let problem = format!("the last layer has {width} outputs; allowed: 1");
            return Err(InputError::at(file, last, problem));
        }
        let no_network = || InputError::at(file, last, "the layers do not make a network");
        Network::new(names, layers).ok_or_else(no_network)
    }
}

/// Returns the error for features that differ from those of the game.
fn other_features(file: &FileText, found: &At<Vec<At<String>>>, wanted: &[&str]) -> InputError {
    let strange = found.value.iter().find(|name| !wanted.contains(&name.value.as_str()));
    let missing = wanted.iter().find(|name| !found.value.iter().any(|found| found.value == **name));
    let problem = match (strange, missing) {
        (Some(name), _) => format!("the network has a feature `{}` that this game does not have", name.value),
        (None, Some(name)) => format!("the network lacks the feature `{name}` of this game"),
        (None, None) => "the network has the game's features in another order".to_owned(),
    };
    let near = strange.and_then(|name| nearest(&name.value, wanted.iter().copied()));
    let make = "make a new one with `hitchart learn`, or with its option `--candidates` for a ranking";
    let help = near.map_or(format!("the network is for other features; {make}"), |near| {
        format!("the nearest feature is `{near}`; {make}")
    });
    let span = strange.map_or(found.span.clone(), |name| name.span.clone());
    InputError::at(file, span, problem).with_help(Some(help))
}

impl LayerFile {
    /// Returns the layer if it takes `inputs` numbers and all its numbers are within bounds.
    fn check(self, file: &FileText, inputs: usize) -> Result<Layer, InputError> {
        let (rows, outputs) = (&self.weights, self.biases.value.len());
        if !(1..=MAX_WIDTH).contains(&outputs) {
            let problem = format!("the layer has {outputs} biases; allowed: 1 to {MAX_WIDTH}");
            return Err(InputError::at(file, self.biases.span, problem));
        }
        if rows.value.len() != outputs {
            let problem = format!("the layer has {} rows of weights and {outputs} biases", rows.value.len());
            return Err(InputError::at(file, rows.span.clone(), problem));
        }
        if let Some(row) = rows.value.iter().find(|row| row.value.len() != inputs) {
            let problem = format!("the row has {} weights; the layer takes {inputs} inputs", row.value.len());
            return Err(InputError::at(file, row.span.clone(), problem));
        }
        let bits = within(file, &self.bits, "bits", MIN_BITS, MAX_BITS)?;
        let limit = MAX_WEIGHT as i16;
        let weights = rows.value.iter().flat_map(|row| &row.value);
        let weights = weights.map(|weight| within(file, weight, "weights", -limit, limit)).collect::<Result<_, _>>()?;
        let biases = self.biases.value.iter().map(|bias| within(file, bias, "biases", -MAX_BIAS, MAX_BIAS));
        Ok(Layer::new(bits, inputs, weights, biases.collect::<Result<_, _>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["lead", "clock", "ready"];

    /// Returns two layers of real numbers with a pattern in them.
    fn real() -> [(Vec<Vec<f64>>, Vec<f64>); 2] {
        let row = |i: usize, width: usize| (0..width).map(|j| ((i * 7 + j * 5) % 11) as f64 / 9.0 - 0.55).collect();
        let first = (0..5).map(|i| row(i, 3)).collect();
        [(first, vec![0.3, -0.2, 0.0, 0.7, -0.1]), (vec![row(3, 5)], vec![0.05])]
    }

    fn network() -> Network {
        let [first, last] = real();
        let layers = vec![Layer::nearest(&first.0, &first.1, UNIT_BITS), Layer::nearest(&last.0, &last.1, OUTPUT_BITS)];
        Network::new(NAMES.map(str::to_owned).to_vec(), layers).unwrap()
    }

    fn exact(features: &[f64]) -> f64 {
        let [first, last] = real();
        let sum = |row: &[f64], bias: f64, values: &[f64]| row.iter().zip(values).fold(bias, |sum, (w, v)| sum + w * v);
        let hidden: Vec<f64> =
            first.0.iter().zip(&first.1).map(|(row, bias)| sum(row, *bias, features).clamp(0.0, RAMP)).collect();
        link(sum(&last.0[0], last.1[0], &hidden))
    }

    #[test]
    fn integers_are_near_to_the_real_numbers_that_they_stand_for() {
        let network = network();
        for i in 0..200 {
            let features = [f64::from(i % 13) - 6.0, f64::from(i % 7) / 2.0, f64::from(i % 29) / 4.0 - 3.0];
            let (found, wanted) = (network.worth(&features), exact(&features));
            assert!((found - wanted).abs() < 0.02, "{features:?}: {found} for {wanted}");
        }
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let text = rounded_file(&network(), "# A network of a test.\nprovenance.seed = 1\n");
        let file = FileText { path: "n.toml".into(), text };
        assert_eq!(NetworkFile::read(&file, &NAMES).unwrap(), network());
    }

    #[test]
    fn what_does_not_fit_is_refused_with_a_reason() {
        let text = rounded_file(&network(), "");
        let refused = |text: &str, names: &[&str]| {
            let file = FileText { path: "n.toml".into(), text: text.to_owned() };
            let error = NetworkFile::read(&file, names).unwrap_err();
            assert!(error.place.is_some());
            format!("{} {}", error.problem, error.help.unwrap_or_default())
        };
        let said = refused(&text, &["leads", "clock", "ready"]);
        assert!(said.contains("feature `lead`") && said.contains("`leads`"), "{said}");
        assert!(refused(&text, &["lead", "clock", "ready", "more"]).contains("`more`"));
        assert!(refused(&text, &["clock", "lead", "ready"]).contains("another order"));
        assert!(refused("features = 3", &NAMES).contains("found `3`"));
        assert!(refused(&text.replacen("[[layers]]", "[[layer]]", 1), &NAMES).contains("unknown key"));
    }

    /// Each fault is reported with its line, and with the allowed values.
    #[test]
    fn a_fault_has_its_line() {
        const FILE: &str = "features = [\n'lead',\n'clock',\n'ready']\n[[layers]]\nbits = 2\nbiases = [\n1,\n2]\n\
            weights = [\n[1,2,3],\n[4,\n5,6]]\n[[layers]]\nbits = 3\nbiases = [7]\nweights = [\n[8,9]]\n";
        let read = |text: &str| NetworkFile::read(&FileText { path: "n.toml".into(), text: text.to_owned() }, &NAMES);
        assert!(read(FILE).is_ok());
        for (from, to, line, parts) in [
            ("'clock'", "'clack'", 3, ["`clack`", "does not have"]),
            ("bits = 2", "bits = 1", 6, ["`bits` is 1", "2 to 20"]),
            ("1,\n2]", "-2147483648,\n2]", 8, ["-2147483648", "-536870912 to 536870912"]),
            ("1,\n2]", "1,\n536870913]", 9, ["536870913", "allowed"]),
            ("1,\n2]", "1]", 10 - 1, ["2 rows", "1 biases"]),
            ("[1,2,3]", "[1,2]", 11, ["2 weights", "3 inputs"]),
            ("5,6]", "5,-8192]", 13, ["-8192", "-8191 to 8191"]),
            ("5,6]", "5,60000]", 13, ["60000", "-32,768 to 32,767"]),
            ("[8,9]", "[8]", 18, ["1 weights", "2 inputs"]),
            ("[7]\nweights = [\n[8,9]]", "[7,\n8]\nweights = [\n[8,9],[8,9]]", 16, ["2 outputs", "allowed: 1"]),
        ] {
            let text = FILE.replacen(from, to, 1);
            let error = read(&text).unwrap_err();
            let (_, span) = *error.place.clone().unwrap();
            assert_eq!(text[..span.start].matches('\n').count() + 1, line, "{to}: {}", error.problem);
            parts.iter().for_each(|part| assert!(error.problem.contains(part), "{to}: {}", error.problem));
        }
    }

    #[test]
    fn features_beyond_the_range_are_clamped() {
        assert_eq!([parts(1e9), parts(-1e9), parts(0.5), parts(-0.015)], [MOST, -MOST, 16, 0]);
        let network = network();
        assert_eq!(network.worth(&[1e9, 0.0, 0.0]), network.worth(&[f64::from(MOST) / UNIT, 0.0, 0.0]));
    }
}
