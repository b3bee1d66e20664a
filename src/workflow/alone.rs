//! The report of an answer without a scenario, about a user's own file.

use super::WorkflowError;
use super::build::{files, section};
use super::folder::{self, Claim};
use hitchart_lab::study::Answer;
use hitchart_report::{Labels, Report};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Heading of a report.
#[derive(Clone, Debug)]
pub struct Heading {
    /// Anchor: lower case, digits and hyphens.
    pub name: String,
    pub title: String,
    /// Description of the report.
    pub text: String,
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
        sections: vec![section([&heading.name, "Answer", "", &heading.title], &heading.title, answer)?],
        labels: Labels::new(),
    };
    Ok(claim.replace_report(files(&report)?, stop)?)
}
