//! Networks as files: a head that people read, then the weights, a row of numbers for each output.

use super::layer::Layer;
use super::{MAX_WIDTH, Network};
use crate::input::{FileText, InputError, from_toml, nearest};
use serde::Deserialize;
use std::fmt::Write;

/// A network as its file says it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkFile {
    /// Names of the features, in order.
    features: Vec<String>,
    layers: Vec<LayerFile>,
    /// How it was made; nothing depends on it.
    #[serde(default)]
    #[allow(dead_code, reason = "told to people alone")]
    provenance: toml::Table,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerFile {
    bits: u32,
    biases: Vec<i32>,
    weights: Vec<Vec<i16>>,
}

/// A network as text, beginning with `head`: TOML lines of comments and provenance.
pub fn rounded_file(network: &Network, head: &str) -> String {
    let mut text = head.to_owned();
    let names: Vec<String> = network.features().iter().map(|name| format!("{name:?}")).collect();
    // Writing into a text cannot fail.
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
    /// The network of a file, for a game's features.
    ///
    /// # Errors
    /// What is no network, layers that do not fit each other, numbers out of bounds, and other features than the game's.
    pub fn read(file: &FileText, features: &[&str]) -> Result<Network, InputError> {
        let read: NetworkFile = from_toml(&file.text).map_err(|error| InputError::read(file, &error))?;
        read.check(features).map_err(|error| error.or_at(file, 0..0))
    }

    fn check(self, features: &[&str]) -> Result<Network, InputError> {
        if self.features.iter().map(String::as_str).ne(features.iter().copied()) {
            return Err(other_features(&self.features, features));
        }
        let layers: Option<Vec<Layer>> = self.layers.into_iter().map(LayerFile::layer).collect();
        let network = layers.and_then(|layers| Network::new(self.features, layers));
        network.ok_or_else(|| {
            InputError::plain(format!(
                "the layers are no network: each takes as many inputs as the one before has outputs, the first as many as \
                 there are features, at most {MAX_WIDTH}, the last has one output; weights are -8191 to 8191"
            ))
        })
    }
}

/// Says which feature is another.
fn other_features(found: &[String], wanted: &[&str]) -> InputError {
    let strange = found.iter().find(|name| !wanted.contains(&name.as_str()));
    let missing = wanted.iter().find(|name| !found.iter().any(|found| found == *name));
    let problem = match (strange, missing) {
        (Some(name), _) => format!("the network has a feature `{name}`, which this game has not"),
        (None, Some(name)) => format!("the network has no feature `{name}`, which this game has"),
        (None, None) => "the network has the game's features in another order".to_owned(),
    };
    let near = strange.and_then(|name| nearest(name, wanted.iter().copied()));
    let help = near.map_or("it was made for other features: make it anew with `hitchart learn`".to_owned(), |near| {
        format!("the nearest is `{near}`; make the network anew with `hitchart learn`")
    });
    InputError::plain(problem).with_help(Some(help))
}

impl LayerFile {
    fn layer(self) -> Option<Layer> {
        let inputs = self.weights.first()?.len();
        let even = self.weights.iter().all(|row| row.len() == inputs);
        even.then(|| Layer::new(self.bits, inputs, self.weights.concat(), self.biases))
    }
}
