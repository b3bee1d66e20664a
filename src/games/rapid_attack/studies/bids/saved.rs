//! Results of bids that are part of the program, with what they were made from.

use super::grid::Grid;
use hitchart_config::{FileText, InputError, from_json};
use serde::{Deserialize, Serialize};

/// The scenario that they are played by.
pub const SCENARIO: &str = include_str!("../../../../../scenarios/bids.toml");
/// Its name.
pub const SCENARIO_NAME: &str = "bids.toml";
/// The results themselves.
const RESULTS: &str = include_str!("results.json");

/// What results were made from: whoever has it can make them again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    pub version: String,
    pub scenario: String,
    /// Of the scenario as it was played: with the games, and the bid, of the command line.
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
    /// Those that are part of the program.
    ///
    /// # Errors
    /// None that a test has not ruled out: results that are not whole.
    pub fn built_in() -> Result<Saved, InputError> {
        let saved: Saved = from_json(&FileText { path: "results.json".into(), text: RESULTS.to_owned() })?;
        match saved.grid.is_whole() {
            true => Ok(saved),
            false => Err(InputError::plain("the results of bids are not whole")),
        }
    }

    /// As a file.
    pub fn file(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
