//! Results of bids that are built into the program, with their provenance.

use super::grid::Grid;
use hitchart_config::{FileText, InputError, from_json};
use serde::{Deserialize, Serialize};

/// Scenario that the games are played from.
pub const SCENARIO: &str = include_str!("../../../../../scenarios/bids.toml");
/// File name of the scenario.
pub const SCENARIO_NAME: &str = "bids.toml";
/// The saved results.
const RESULTS: &str = include_str!("results.json");

/// Provenance of results: enough to reproduce them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    pub version: String,
    pub scenario: String,
    /// Hash of the scenario as played, with the games and the bid of the command line.
    pub scenario_sha256: String,
    pub ruleset: String,
    pub ruleset_sha256: String,
    pub seed: u64,
}

/// Results of bids with their provenance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    pub made: Made,
    pub grid: Grid,
}

impl Saved {
    /// Returns the results built into the program.
    ///
    /// # Errors
    /// Fails only if the results are incomplete, which a test rules out.
    pub fn built_in() -> Result<Saved, InputError> {
        let saved: Saved = from_json(&FileText { path: "results.json".into(), text: RESULTS.to_owned() })?;
        match saved.grid.is_whole() {
            true => Ok(saved),
            false => Err(InputError::plain("the results of bids are not whole")),
        }
    }

    /// Returns the results as the text of a file.
    pub fn file(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
