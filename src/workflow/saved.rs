//! Raw counts with all that is needed to render a report from them.

use super::WorkflowError;
use super::provenance::{file_name, read_saved, to_json, unreadable};
use crate::input::{FileText, InputError};
use crate::runner::Job;
use crate::scenario::{Overrides, Scenario, check};
use crate::study::{self, Counted, games};
use crate::systems::rapid_attack::battlefield::Layout;
use crate::systems::rapid_attack::ruleset::Ruleset;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
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
    /// Battlefields by study, so that no file of theirs is needed again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    battlefields: BTreeMap<String, Layout>,
    #[serde(flatten)]
    pub counted: Counted,
}

impl Saved {
    /// What a run leaves behind.
    pub fn new(scenario: &Scenario, counted: Counted) -> Saved {
        Saved {
            scenario_file: file_name(&scenario.file.path),
            scenario: scenario.file.text.clone(),
            ruleset: scenario.rules.clone(),
            seed: scenario.seed,
            samples: scenario.samples,
            battlefields: study::games_of(scenario)
                .map(|(name, asked)| (name.to_owned(), asked.layout.clone()))
                .collect(),
            counted,
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
        let overrides = Overrides {
            seed: Some(self.seed),
            samples: Some(self.samples),
            rules: Some(self.ruleset.clone()),
            battlefields: self.battlefields.clone(),
        };
        let scenario = check(file, overrides)?;
        match self.misfit(&scenario) {
            None => Ok(scenario),
            Some(name) => Err(InputError::plain(format!("{COUNTS}: no counts that fit `{name}`"))
                .with_help(Some("the file was edited; run the scenario again"))
                .into()),
        }
    }

    /// A job or a study of games whose counts are missing or of another shape.
    fn misfit(&self, scenario: &Scenario) -> Option<String> {
        let job_fits = |job: &Job| self.counted.jobs.get(&job.name).is_some_and(|tally| job.is_counted_by(tally));
        let job = study::jobs(scenario).into_iter().find(|job| !job_fits(job)).map(|job| job.name);
        job.or_else(|| {
            let tally = |name: &str| self.counted.games.get(name);
            let fits = |name: &str, asked| tally(name).is_some_and(|tally| games::is_counted_by(asked, tally));
            study::games_of(scenario).find(|(name, asked)| !fits(name, asked)).map(|(name, _)| name.to_owned())
        })
    }

    /// The counts as a file.
    pub fn to_json(&self) -> Result<String, WorkflowError> {
        to_json(COUNTS, self)
    }
}
