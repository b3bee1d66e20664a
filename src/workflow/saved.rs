//! Raw counts with all that is needed to render a report from them.

use super::WorkflowError;
use super::provenance::{file_name, read_saved, to_json, unreadable};
use crate::input::{FileText, InputError};
use crate::runner::{Counts, Job};
use crate::scenario::{Overrides, Scenario, check};
use crate::study;
use crate::systems::rapid_attack::ruleset::Ruleset;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// File of the counts in a report folder.
pub const COUNTS: &str = "counts.json";

/// The content of `counts.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// File name and text of the scenario.
    scenario_file: String,
    scenario: String,
    /// The complete ruleset, so that no overlay file is needed again.
    ruleset: Ruleset,
    seed: u64,
    samples: u64,
    /// Counts by job.
    pub counts: Counts,
}

impl Saved {
    /// What a run leaves behind.
    pub fn new(scenario: &Scenario, counts: Counts) -> Saved {
        Saved {
            scenario_file: file_name(&scenario.file.path),
            scenario: scenario.file.text.clone(),
            ruleset: scenario.rules.clone(),
            seed: scenario.seed,
            samples: scenario.samples,
            counts,
        }
    }

    /// Reads the counts of a report folder.
    ///
    /// # Errors
    /// Folders without them, or with another form of them.
    pub fn read(dir: &Path) -> Result<Saved, WorkflowError> {
        let file = read_saved(dir, COUNTS)?;
        Ok(serde_json::from_str(&file.text).map_err(|error| unreadable(&file.path, &error))?)
    }

    /// The scenario as it was run.
    ///
    /// # Errors
    /// Scenarios that this version does not accept, and counts that do not fit them.
    pub fn scenario(&self) -> Result<Scenario, WorkflowError> {
        let file = FileText { path: self.scenario_file.clone().into(), text: self.scenario.clone() };
        let overrides =
            Overrides { seed: Some(self.seed), samples: Some(self.samples), rules: Some(self.ruleset.clone()) };
        let scenario = check(file, overrides)?;
        let fits = |job: &Job| self.counts.get(&job.name).is_some_and(|tally| job.is_counted_by(tally));
        match study::jobs(&scenario).iter().find(|job| !fits(job)) {
            None => Ok(scenario),
            Some(job) => Err(InputError::plain(format!("{COUNTS}: no counts that fit `{}`", job.name))
                .with_help(Some("the file was edited; run the scenario again"))
                .into()),
        }
    }

    /// The counts as a file.
    pub fn to_json(&self) -> Result<String, WorkflowError> {
        to_json(COUNTS, self)
    }
}
