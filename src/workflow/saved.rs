//! Raw counts together with everything needed to render a report, and reports without a scenario.

use super::build::{files, section};
use super::provenance::{read_saved, to_json, unreadable};
use super::{FolderError, WorkflowError, folder};
use super::{RunDescription, folder::Claim};
use crate::scenario::Scenario;
use hitchart_config::files::OpenFolder;
use hitchart_config::{InputError, check_seal, from_json, seal};
use hitchart_lab::study::{Answer, RunCounts};
use hitchart_report::{Labels, Report};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{path::Path, sync::atomic::AtomicBool};

/// File of the counts in a report folder.
pub(crate) const COUNTS: &str = "counts.json";

/// The content of `counts.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    #[serde(flatten)]
    described: RunDescription,
    /// Integer counts of every simulation, by name.
    #[serde(rename = "counts")]
    pub counted: RunCounts,
    /// The seal of the file, see [`seal`].
    sha256: String,
}

impl Saved {
    /// Creates the saved counts of a run.
    pub fn new(scenario: &Scenario, counted: RunCounts) -> Saved {
        let saved = Saved { described: RunDescription::of(scenario), counted, sha256: String::new() };
        // A tree of plain values always has a JSON form.
        let sha256 = seal(&serde_json::to_value(&saved).unwrap_or_default());
        Saved { sha256, ..saved }
    }

    /// Reads the counts of a report folder.
    ///
    /// # Errors
    /// Fails if the counts are missing, have another form, or were edited.
    pub fn read(dir: &Path, folder: &OpenFolder) -> Result<Saved, WorkflowError> {
        if !folder.has_file(COUNTS) {
            return Err(FolderError::NotSaved { dir: dir.to_owned(), missing: COUNTS.to_owned() }.into());
        }
        let file = read_saved(folder, COUNTS)?;
        let saved: Saved = from_json(&file).map_err(unreadable)?;
        let edited = |cause| unreadable(InputError::plain(format!("{}: {cause}", file.path.display())));
        let value: Value = serde_json::from_str(&file.text).unwrap_or_default();
        check_seal(&value).map_err(edited)?;
        Ok(saved)
    }

    /// Restores the scenario of the run.
    ///
    /// # Errors
    /// Fails if this version does not accept the scenario, or if the counts do not fit it.
    pub fn scenario(&self) -> Result<Scenario, WorkflowError> {
        let scenario = self.described.scenario()?;
        match super::simulated(&scenario).check(&self.counted) {
            Ok(()) => Ok(scenario),
            Err(name) => Err(InputError::plain(format!("{COUNTS}: the counts do not fit `{name}`"))
                .with_help(Some("the file was edited, or another version wrote it; run the scenario again"))
                .into()),
        }
    }

    /// Returns the counts as the text of a file.
    pub fn to_json(&self) -> Result<String, WorkflowError> {
        to_json(COUNTS, self)
    }
}

// Reports without a scenario, about a user's own file.

/// Heading of a report.
#[derive(Clone, Debug)]
pub struct Heading {
    /// Anchor: lower case, digits and hyphens.
    pub name: String,
    pub title: String,
    /// Description of the report.
    pub text: String,
    /// Source of the answer; reports add it to its line in brackets.
    pub source: String,
    /// Provenance as (what, value), in order.
    pub provenance: Vec<(String, String)>,
}

/// Writes the report of an answer into a folder.
///
/// # Errors
/// Fails if no report can be written into the folder, on interruption, and on failures to write. The folder is then
/// unchanged.
pub fn report_alone(heading: &Heading, answer: Answer, out: &Path, stop: &AtomicBool) -> Result<(), WorkflowError> {
    let claim = Claim::take(out, folder::free_or_report)?;
    let warnings = answer.warnings.clone();
    let report = Report {
        title: heading.title.clone(),
        description: heading.text.clone(),
        provenance: heading.provenance.clone(),
        warnings,
        sections: vec![section([&heading.name, "Answer", "", &heading.source], &heading.title, answer)?],
        labels: Labels::new(),
    };
    Ok(claim.replace_report(files(&report)?, stop)?)
}
