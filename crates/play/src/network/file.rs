//! Networks as files: a head for people, then the weights, a row of numbers for each output.

use super::layer::{Layer, MAX_BIAS, MAX_BITS, MIN_BITS};
use super::{MAX_WEIGHT, MAX_WIDTH, Network};
use hitchart_config::{At, FileText, InputError, from_toml, nearest, within};
use serde::Deserialize;
use std::fmt::Write;

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
    let help = near
        .map_or("the network is for other features; make a new one with `hitchart learn`".to_owned(), |near| {
            format!("the nearest feature is `{near}`; make a new network with `hitchart learn`")
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
