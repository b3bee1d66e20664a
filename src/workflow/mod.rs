//! From a scenario file to a report folder, and from a saved folder to a report again.

mod build;
mod folder;
mod policy_file;
mod provenance;
mod saved;

pub use folder::{Claim, FolderError, any_folder};
pub use policy_file::{HEADING, check_file, write_file};
pub use provenance::Provenance;
pub use saved::Saved;

use crate::input::InputError;
use crate::runner::Progress;
use crate::scenario::Scenario;
use crate::study::{CountError, Counted, Simulated};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime};

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum WorkflowError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file's content could not be made.
    #[error("{what} could not be made: {cause}")]
    Content { what: String, cause: String },
    #[error(transparent)]
    Count(#[from] CountError),
    /// The threads asked for could not be started.
    #[error("cannot start {threads} threads: {cause}")]
    Threads { threads: usize, cause: String },
    /// The user stopped the run.
    #[error("interrupted; nothing was written")]
    Interrupted,
}

/// How to run.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions {
    /// Threads; all cores by default. Results do not depend on it.
    pub threads: Option<usize>,
    /// No progress bar.
    pub quiet: bool,
}

/// Answers a scenario and writes its report into `out`. Returns the warnings.
///
/// # Errors
/// Folders that no report can be written into, before anything is simulated; interruption and failures to write. An
/// earlier report in `out` then stays as it was.
pub fn run(
    scenario: &Scenario,
    out: &Path,
    options: RunOptions,
    stop: &AtomicBool,
) -> Result<Vec<String>, WorkflowError> {
    let claim = Claim::take(out, folder::free_or_report)?;
    let (started, clock) = (SystemTime::now(), Instant::now());
    let pool = thread_pool(options.threads)?;
    let counted = pool.install(|| simulate(scenario, options.quiet, stop))?;
    let timing = provenance::Timing { started, elapsed: clock.elapsed(), threads: pool.current_num_threads() };
    let provenance = Provenance::of(scenario, &timing);
    let saved = Saved::new(scenario, counted);
    pool.install(|| write(scenario, &saved, Some(&provenance), claim, stop))
}

/// A pool of so many threads, or of all cores.
///
/// # Errors
/// Where the threads cannot be started.
pub fn thread_pool(threads: Option<usize>) -> Result<rayon::ThreadPool, WorkflowError> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    builder.build().map_err(|cause| WorkflowError::Threads { threads: threads.unwrap_or(0), cause: cause.to_string() })
}

/// What a scenario's studies simulate.
pub fn simulated(scenario: &Scenario) -> Simulated<'_> {
    Simulated { studies: &scenario.studies, seed: scenario.seed, samples: scenario.samples }
}

fn simulate(scenario: &Scenario, quiet: bool, stop: &AtomicBool) -> Result<Counted, WorkflowError> {
    let ended = simulated(scenario).count(Vec::new(), &|_, _| Ok(()), &Progress::new(quiet), stop)?;
    if ended.finished { Ok(ended.counted) } else { Err(WorkflowError::Interrupted) }
}

/// Renders a saved folder again, without simulating. Returns the warnings.
///
/// # Errors
/// Folders that hold no saved report, and failures to write.
pub fn render_again(dir: &Path, stop: &AtomicBool) -> Result<Vec<String>, WorkflowError> {
    let claim = Claim::take(dir, folder::saved)?;
    let (saved, provenance) = (Saved::read(dir)?, Provenance::read(dir)?);
    let scenario = saved.scenario()?;
    write(&scenario, &saved, provenance.as_ref(), claim, stop)
}

fn write(
    scenario: &Scenario,
    saved: &Saved,
    provenance: Option<&Provenance>,
    claim: Claim,
    stop: &AtomicBool,
) -> Result<Vec<String>, WorkflowError> {
    let known = provenance.cloned().unwrap_or_else(|| Provenance::lost(scenario));
    let report = build::report(scenario, &saved.counted, &known)?;
    let mut files = build::files(&report)?;
    files.push((saved::COUNTS.into(), saved.to_json()?.into_bytes()));
    if let Some(provenance) = provenance {
        files.push((provenance::FILE.into(), provenance.to_json()?.into_bytes()));
    }
    if stop.load(Ordering::Relaxed) {
        return Err(WorkflowError::Interrupted);
    }
    claim.replace_report(files, stop)?;
    Ok(report.warnings.iter().map(ToString::to_string).collect())
}
