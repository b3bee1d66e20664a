//! From a scenario file to a report folder, and from a saved folder to a report again.

mod build;
mod folder;
mod lines;
mod output_file;
mod provenance;
mod run;
mod saved;
mod shards;

pub(crate) use folder::{Claim, FolderError, any_folder};
pub(crate) use hitchart_ask::RunDescription;
use hitchart_ask::{AskError, options::Rows};
pub use hitchart_ask::{simulated, thread_pool};
pub use lines::MOST_SHARDS;
pub use output_file::Making;
pub use output_file::{BASELINE, BIDS, FileClaim, NETWORK, OutputKind, RESPONSE, TACTICS};
pub use provenance::Provenance;
pub use run::{RunOptions, run, run_shard};
pub use saved::Saved;
pub use saved::{Heading, report_alone};
pub use shards::{Merged, merge};
pub use shards::{units, work};

use crate::scenario::Scenario;
use hitchart_config::{InputError, words::counted};
use hitchart_lab::{runner::JournalError, study::CountError};
use hitchart_report::{Report, table::escape};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{io, path::Path};

/// Reason why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum WorkflowError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The content of a file could not be produced.
    #[error("cannot make {what}: {cause}")]
    Content { what: String, cause: String },
    #[error(transparent)]
    Count(#[from] CountError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Lines could not be read or written.
    #[error("cannot read or write lines: {0}")]
    Lines(#[from] io::Error),
    /// The requested threads could not be started.
    #[error("cannot start {}: {cause}", counted(*threads as u64, "threads"))]
    Threads { threads: usize, cause: String },
    /// The user stopped the run.
    #[error("interrupted; there is no result, and nothing was written")]
    Interrupted,
    /// The user stopped the run, which can be resumed.
    #[error("interrupted; there is no result yet, and the same command with --resume continues from here")]
    Unfinished,
}

impl From<AskError> for WorkflowError {
    fn from(error: AskError) -> WorkflowError {
        match error {
            AskError::Input(error) => error.into(),
            AskError::Content { what, cause } => WorkflowError::Content { what, cause },
            AskError::Count(error) => error.into(),
            AskError::Threads { threads, cause } => WorkflowError::Threads { threads, cause },
            // The command line prints the failure of the program instead of the stop.
            AskError::Interrupted | AskError::Stopped { .. } | AskError::Program(_) => WorkflowError::Interrupted,
        }
    }
}

/// Renders a saved report again, without simulation. Returns the report.
///
/// # Errors
/// Fails if the folder contains no saved report, if no table has the column to sort by, and on failures to write.
pub fn render_again(dir: &Path, rows: &Rows, stop: &AtomicBool) -> Result<Report, WorkflowError> {
    let claim = Claim::take(dir, folder::saved)?;
    let (saved, provenance) = (Saved::read(dir, claim.inside())?, Provenance::read(claim.inside())?);
    let scenario = saved.scenario()?;
    write(&scenario, &saved, (provenance.as_ref(), rows), claim, stop)
}

fn write(
    scenario: &Scenario,
    saved: &Saved,
    (provenance, rows): (Option<&Provenance>, &Rows),
    claim: Claim,
    stop: &AtomicBool,
) -> Result<Report, WorkflowError> {
    let known = provenance.cloned().unwrap_or_else(|| Provenance::lost(scenario));
    let report = build::report(scenario, &saved.counted, &known)?;
    // Before anything is written, so that an earlier report stays.
    rows.check(report.sections.iter().flat_map(|section| &section.tables))?;
    let mut files = build::files(&report)?;
    files.push((saved::COUNTS.into(), escape::json(&saved.to_json()?).into_bytes()));
    if let Some(provenance) = provenance {
        files.push((provenance::FILE.into(), escape::json(&provenance.to_json()?).into_bytes()));
    }
    if stop.load(Ordering::Relaxed) {
        return Err(WorkflowError::Interrupted);
    }
    claim.replace_report(files, stop)?;
    Ok(report)
}
