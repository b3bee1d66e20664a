//! Raw counts with all that is needed to render a report from them.

use super::WorkflowError;
use super::provenance::{read_saved, to_json, unreadable};
use crate::input::{FileText, InputError};
use crate::runner::Job;
use crate::scenario::{Scenario, check};
use crate::study::{self, Counted, Games, Overrides, RulesChoice};
use serde::{Deserialize, Serialize};
use serde_json::Value;
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
    /// The complete ruleset as TOML, so that no overlay file is needed again.
    ruleset: String,
    seed: u64,
    samples: u64,
    /// What else the studies read, by study, so that no file of theirs is needed again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    kept: BTreeMap<String, Value>,
    #[serde(flatten)]
    pub counted: Counted,
}

impl Saved {
    /// What a run leaves behind.
    pub fn new(scenario: &Scenario, counted: Counted) -> Saved {
        Saved {
            scenario_file: scenario.file.name(),
            scenario: scenario.file.text.clone(),
            ruleset: scenario.rules.toml.clone(),
            seed: scenario.seed,
            samples: scenario.samples,
            kept: study::games_of(&scenario.studies)
                .filter_map(|(name, games)| Some((name.to_owned(), games.kept()?)))
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
            rules: Some(RulesChoice::Complete(self.ruleset.clone())),
            kept: self.kept.clone(),
        };
        let scenario = check(file, &overrides)?;
        match self.misfit(&scenario) {
            None => Ok(scenario),
            Some(name) => Err(InputError::plain(format!("{COUNTS}: no counts that fit `{name}`"))
                .with_help(Some("the file was edited, or another version wrote it; run the scenario again"))
                .into()),
        }
    }

    /// A job or a study of games whose counts are missing or of another shape.
    fn misfit(&self, scenario: &Scenario) -> Option<String> {
        let job_fits = |job: &Job| self.counted.jobs.get(&job.name).is_some_and(|tally| job.is_counted_by(tally));
        let job = study::jobs(&scenario.studies).into_iter().find(|job| !job_fits(job)).map(|job| job.name);
        job.or_else(|| {
            let fits = |(name, games): &(&str, &dyn Games)| {
                let tally = self.counted.games.get(*name);
                tally.and_then(|tally| games.counted(tally)).is_some()
            };
            study::games_of(&scenario.studies).find(|study| !fits(study)).map(|(name, _)| name.to_owned())
        })
    }

    /// The counts as a file.
    pub fn to_json(&self) -> Result<String, WorkflowError> {
        to_json(COUNTS, self)
    }
}
