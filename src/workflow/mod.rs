//! From a scenario file to a report folder, and from a saved folder to a report again.

mod build;
mod folder;
mod policy_file;
mod provenance;
mod saved;

pub use folder::{FolderError, place};
pub use policy_file::{HEADING, check_file, write_file};
pub use provenance::Provenance;
pub use saved::Saved;

use crate::input::InputError;
use crate::runner::{self, Progress};
use crate::scenario::Scenario;
use crate::study::{self, Counted, Games};
use crate::table::counted;
use serde_json::Value;
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
    /// The threads asked for could not be started.
    #[error("cannot start {}: {cause}", counted(*threads as u64, "threads"))]
    Threads { threads: usize, cause: String },
    /// The user stopped the run.
    #[error("interrupted; nothing was written")]
    Interrupted,
}

/// How to run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Threads; all cores by default. Results do not depend on it.
    pub threads: Option<usize>,
    /// No progress bar.
    pub quiet: bool,
    /// The command as typed, for the provenance.
    pub command: Vec<String>,
}

/// Answers a scenario and writes its report into `out`. Returns the warnings.
///
/// # Errors
/// Interruption and failures to write; an earlier report in `out` then stays as it was.
pub fn run(
    scenario: &Scenario,
    out: &Path,
    options: RunOptions,
    stop: &AtomicBool,
) -> Result<Vec<String>, WorkflowError> {
    folder::check(out)?;
    let (started, clock) = (SystemTime::now(), Instant::now());
    let pool = thread_pool(options.threads)?;
    let counted = pool.install(|| simulate(scenario, options.quiet, stop))?;
    let (threads, command) = (pool.current_num_threads(), options.command);
    let timing = provenance::Timing { command, started, elapsed: clock.elapsed(), threads };
    let provenance = Provenance::of(scenario, &counted, timing);
    let saved = Saved::new(scenario, counted);
    pool.install(|| write(scenario, &saved, &provenance, out, stop))
}

/// A pool of so many threads, or of all cores.
///
/// # Errors
/// Where the threads cannot be started.
pub fn thread_pool(threads: Option<usize>) -> Result<rayon::ThreadPool, WorkflowError> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    builder.build().map_err(|cause| WorkflowError::Threads { threads: threads.unwrap_or(0), cause: cause.to_string() })
}

fn simulate(scenario: &Scenario, quiet: bool, stop: &AtomicBool) -> Result<Counted, WorkflowError> {
    let jobs = study::jobs(&scenario.studies);
    let progress = Progress::new(scenario.samples.saturating_mul(jobs.len() as u64), "samples", quiet);
    let watch = |samples| {
        progress.add(samples);
        !stop.load(Ordering::Relaxed)
    };
    let jobs = runner::run(&jobs, scenario.seed, scenario.samples, &watch).ok_or(WorkflowError::Interrupted)?;
    drop(progress);
    let tally = |(name, games): (&str, &dyn Games)| {
        let tally = play(games, name, scenario.seed, quiet, stop);
        let whole = tally.filter(|tally| games.counted(tally) == Some(games.count()));
        Ok((name.to_owned(), whole.ok_or(WorkflowError::Interrupted)?))
    };
    let games = study::games_of(&scenario.studies).map(tally).collect::<Result<_, WorkflowError>>()?;
    Ok(Counted { jobs, games })
}

/// Plays the games of a study on the current thread pool; fewer, or none, where `stop` was set.
pub fn play(games: &dyn Games, name: &str, seed: u64, quiet: bool, stop: &AtomicBool) -> Option<Value> {
    let progress = Progress::new(games.count(), "games", quiet);
    games.play(name, seed, &|games| progress.add(games), stop)
}

/// Renders a saved folder again, without simulating. Returns the warnings.
///
/// # Errors
/// Folders that hold no saved report, and failures to write.
pub fn render_again(dir: &Path, stop: &AtomicBool) -> Result<Vec<String>, WorkflowError> {
    let (saved, provenance) = (Saved::read(dir)?, Provenance::read(dir)?);
    let scenario = saved.scenario()?;
    write(&scenario, &saved, &provenance, dir, stop)
}

fn write(
    scenario: &Scenario,
    saved: &Saved,
    provenance: &Provenance,
    out: &Path,
    stop: &AtomicBool,
) -> Result<Vec<String>, WorkflowError> {
    let report = build::report(scenario, &saved.counted, provenance)?;
    let mut files = build::files(&report)?;
    files.push((saved::COUNTS.into(), saved.to_json()?.into_bytes()));
    files.push(("provenance.json".into(), provenance.to_json()?.into_bytes()));
    if stop.load(Ordering::Relaxed) {
        return Err(WorkflowError::Interrupted);
    }
    folder::replace(out, &files, stop)?;
    Ok(report.warnings.iter().map(ToString::to_string).collect())
}
