//! Raw counts with all that is needed to render a report from them.

use super::WorkflowError;
use super::described::Described;
use super::provenance::{read_saved, to_json, unreadable};
use crate::input::{InputError, from_json};
use crate::scenario::Scenario;
use crate::study::Counted;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// File of the counts in a report folder.
pub const COUNTS: &str = "counts.json";

/// The content of `counts.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    #[serde(flatten)]
    described: Described,
    /// Integer counts of every simulation, by name.
    #[serde(rename = "counts")]
    pub counted: Counted,
}

impl Saved {
    /// What a run leaves behind.
    pub fn new(scenario: &Scenario, counted: Counted) -> Saved {
        Saved { described: Described::of(scenario), counted }
    }

    /// Reads the counts of a report folder.
    ///
    /// # Errors
    /// Folders without them, or with another form of them.
    pub fn read(dir: &Path) -> Result<Saved, WorkflowError> {
        let file = read_saved(dir, COUNTS)?;
        Ok(from_json(&file).map_err(unreadable)?)
    }

    /// The scenario as it was run.
    ///
    /// # Errors
    /// Scenarios that this version does not accept, and counts that do not fit them.
    pub fn scenario(&self) -> Result<Scenario, WorkflowError> {
        let scenario = self.described.scenario()?;
        match super::simulated(&scenario).check(&self.counted) {
            Ok(()) => Ok(scenario),
            Err(name) => Err(InputError::plain(format!("{COUNTS}: no counts that fit `{name}`"))
                .with_help(Some("the file was edited, or another version wrote it; run the scenario again"))
                .into()),
        }
    }

    /// The counts as a file.
    pub fn to_json(&self) -> Result<String, WorkflowError> {
        to_json(COUNTS, self)
    }
}
