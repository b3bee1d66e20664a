//! Runs of a scenario's simulations: from the start, resumed, or one shard.

use super::folder::{self, Claim, FolderError};
use super::lines::{Heading, Shard, lines_of};
use super::{Provenance, WorkflowError, provenance, simulated, thread_pool, write};
use super::{RunDescription, saved::Saved};
use crate::scenario::Scenario;
use hitchart_ask::options::Rows;
use hitchart_config::{InputError, files::OpenFolder};
use hitchart_lab::runner::{
    BlockCounts, Job, Journal, JournalError, JournalLine, Parts, Progress, drive, shard, whole_file, without_gap,
};
use hitchart_lab::study::{CountError, CountProgress, RunCounts, by_name, fitting};
use hitchart_report::Report;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime};

/// Options of a run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Number of threads; one per core by default. Results do not depend on it.
    pub threads: Option<usize>,
    /// True to show no progress bar.
    pub quiet: bool,
    /// True to continue an unfinished run into the same folder.
    pub resume: bool,
    /// Files with counts to reuse.
    pub counts: Vec<PathBuf>,
    /// The command as typed, for the provenance.
    pub command: Vec<String>,
    /// The settings file that provided defaults, for the provenance.
    pub settings: Option<String>,
    /// Rows of the tables that people are shown. Nothing is written if no table has the column to sort by.
    pub rows: Rows,
}

/// Answers a scenario and writes its report into `out`. Returns the report.
///
/// # Errors
/// Fails before the simulation if no report can be written into the folder. Fails on counts of another run,
/// interruption and failures to write. An earlier report in `out` is then unchanged.
pub fn run(scenario: &Scenario, out: &Path, options: &RunOptions, stop: &AtomicBool) -> Result<Report, WorkflowError> {
    let claim = Claim::take(out, folder::free_or_report)?;
    let (started, clock) = (SystemTime::now(), Instant::now());
    let pool = thread_pool(options.threads)?;
    let mut begun = Unfinished::of(scenario, claim.inside(), None, options)?;
    let counted = pool.install(|| begun.count(scenario, options.quiet, stop))?;
    let (threads, command) = (pool.current_num_threads(), options.command.clone());
    let settings = options.settings.clone();
    let timing = provenance::Timing { command, settings, started, elapsed: clock.elapsed(), threads };
    let provenance = Provenance::of(scenario, timing);
    let saved = Saved::new(scenario, counted);
    begun.check_stop(stop)?;
    let folder = claim.inside().again().map_err(folder::io("open", out))?;
    let written = pool.install(|| write(scenario, &saved, (Some(&provenance), &options.rows), claim, stop));
    let report = written.map_err(|error| resumable(error, &folder))?;
    // A file that cannot be removed is replaced by the next run.
    let _ = folder.remove(folder::COUNTS_SO_FAR);
    Ok(report)
}

/// Counts a shard of the next stage of a scenario and writes its counts into `out`. Returns the path of the file.
///
/// # Errors
/// As [`run`], and if nothing is left to count.
pub fn run_shard(
    scenario: &Scenario,
    out: &Path,
    (k, n): (u64, u64),
    options: &RunOptions,
    stop: &AtomicBool,
) -> Result<PathBuf, WorkflowError> {
    let claim = Claim::take(out, folder::free_or_shard)?;
    let described = RunDescription::of(scenario);
    let course = CountProgress::after(simulated(scenario), lines_of(&options.counts, &described)?)?;
    if course.is_done() {
        return Err(InputError::plain("all games are counted; run `hitchart merge` to make the report").into());
    }
    let of = Shard { k, n, stage: course.stage };
    let mut begun = Unfinished::of(scenario, claim.inside(), Some(of), options)?;
    let jobs: Vec<Job> = course.jobs.into_iter().map(|job| Job { blocks: shard(&job.blocks, k, n), ..job }).collect();
    let lines = thread_pool(options.threads)?.install(|| begun.count_stage(&jobs, options.quiet, stop))?;
    let text = whole_file(&Heading::new(&described, Some(of)).to_json(), &lines);
    begun.check_stop(stop)?;
    let folder = claim.inside().again().map_err(folder::io("open", out))?;
    let put = claim.put(&[(folder::SHARD.into(), text.into_bytes())], stop);
    put.map_err(|error| resumable(error.into(), &folder))?;
    let _ = folder.remove(folder::COUNTS_SO_FAR);
    Ok(out.join(folder::SHARD))
}

/// A run that can be resumed.
struct Unfinished {
    run: String,
    /// Counts of the earlier run.
    left: Vec<JournalLine>,
    /// Counts from other files.
    others: Vec<JournalLine>,
    journal: Journal,
}

impl Unfinished {
    /// Reads the counts of an earlier run in the folder, if it is to be resumed, and the files of counts.
    fn of(
        scenario: &Scenario,
        folder: &OpenFolder,
        of: Option<Shard>,
        options: &RunOptions,
    ) -> Result<Unfinished, WorkflowError> {
        let described = RunDescription::of(scenario);
        let heading = Heading::new(&described, of);
        let name = Path::new(folder::COUNTS_SO_FAR);
        let left = if options.resume { left(folder, name, &heading)? } else { Vec::new() };
        let journal = Journal::new((folder, name), &heading.run, &heading.to_json(), &left)?;
        let others = lines_of(&options.counts, &described)?;
        Ok(Unfinished { run: heading.run, left, others, journal })
    }

    /// Counts the remaining parts of all stages.
    fn count(&mut self, scenario: &Scenario, quiet: bool, stop: &AtomicBool) -> Result<RunCounts, WorkflowError> {
        let told = |name: &str, part: &BlockCounts| self.journal.add(name, part);
        let lines = self.left.drain(..).chain(self.others.drain(..)).collect();
        let ended = simulated(scenario).count(lines, &told, &Progress::new(quiet), stop)?;
        ended.finished().ok_or_else(|| unfinished(&self.journal))
    }

    /// Fails if the run was stopped after everything was counted. The counts are saved then, because the folder is
    /// still reserved.
    fn check_stop(&self, stop: &AtomicBool) -> Result<(), WorkflowError> {
        if stop.load(Ordering::Relaxed) { Err(unfinished(&self.journal)) } else { Ok(()) }
    }

    /// Counts the remaining parts of one stage, and returns each simulation's counts as a line.
    fn count_stage(&mut self, jobs: &[Job], quiet: bool, stop: &AtomicBool) -> Result<Vec<JournalLine>, WorkflowError> {
        let keep = |job: &Job, part: &BlockCounts| self.journal.add(&job.name, part);
        let mut left = by_name(std::mem::take(&mut self.left));
        let mut there = |job: &Job| fitting(job, left.remove(&job.name).unwrap_or_default());
        let there = jobs.iter().map(&mut there).collect::<Result<Parts, CountError>>()?;
        let parts = drive(jobs, there, &keep, &Progress::new(quiet), stop).map_err(CountError::from)?;
        let mut lines = Vec::new();
        for (job, parts) in jobs.iter().zip(&parts).filter(|(job, _)| !job.blocks.is_empty()) {
            let all = without_gap(parts, job.blocks.start).last().map(|part| part.blocks.end);
            let sum = job.count.sum(&mut parts.values()).filter(|_| all == Some(job.blocks.end));
            let Some(counts) = sum else { return Err(unfinished(&self.journal)) };
            lines.push(JournalLine::new(&self.run, &job.name, &BlockCounts { blocks: job.blocks.clone(), counts }));
        }
        Ok(lines)
    }
}

/// Converts the error of a run that was stopped while it wrote: it can be resumed if there is a journal.
fn resumable(error: WorkflowError, folder: &OpenFolder) -> WorkflowError {
    let stopped = matches!(&error, WorkflowError::Interrupted | WorkflowError::Folder(FolderError::Interrupted));
    if stopped && folder.has(folder::COUNTS_SO_FAR) { WorkflowError::Unfinished } else { error }
}

/// Returns the error of a stopped run, after its counts are saved for `--resume`.
pub(super) fn unfinished(journal: &Journal) -> WorkflowError {
    match journal.flush() {
        Ok(true) => WorkflowError::Unfinished,
        Ok(false) => WorkflowError::Interrupted,
        Err(cause) => CountError::from(cause).into(),
    }
}

/// Returns the lines of a journal to resume from; fails if the journal is of another run.
fn left(folder: &OpenFolder, name: &Path, heading: &Heading) -> Result<Vec<JournalLine>, WorkflowError> {
    let Some((found, lines)) = Journal::left(folder, name)? else { return Ok(Vec::new()) };
    match Heading::read(&found) {
        Some(found) if found == *heading => Ok(lines),
        found => {
            Err(JournalError::Other { path: folder.shown(name), differs: heading.differences(found.as_ref()) }.into())
        }
    }
}
