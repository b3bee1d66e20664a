//! Runs in parts: shards that are merged, and units of work.
//!
//! `hitchart merge` combines the counts of shards into a report, or into the counts for the next stage. `hitchart work`
//! reads units of work as lines and writes counts as lines.

use super::lines::{Heading, Shard, lines_of, read_shard};
use super::{Provenance, WorkflowError, folder, provenance, simulated, thread_pool, write};
use super::{RunDescription, folder::Claim, saved::Saved};
use crate::scenario::Scenario;
use hitchart_ask::options::Rows;
use hitchart_ask::{AskError, work as work_on};
use hitchart_config::InputError;
use hitchart_lab::runner::{JournalLine, WorkUnit, whole_file};
use hitchart_lab::study::{CountProgress, RunCounts};
use hitchart_report::Report;
use serde_json::json;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{collections::BTreeMap, sync::atomic::AtomicBool};

// `hitchart merge`

/// Most missing shards that a message names.
const MOST_NAMED: usize = 12;

/// Result of a merge.
#[derive(Debug)]
pub enum Merged {
    /// The report.
    Report(Box<Report>),
    /// A further stage requires simulations; the file contains the counts of all stages so far.
    Next { stage: u64, jobs: usize, counts: PathBuf },
}

/// Merges the shards in folders, in any order, into a report in `out`.
///
/// # Errors
/// Fails if shards are incomplete, of another run, given twice or missing, and on the write errors of [`super::run`].
pub fn merge(
    from: &[PathBuf],
    (out, rows): (&Path, &Rows),
    command: Vec<String>,
    stop: &AtomicBool,
) -> Result<Merged, WorkflowError> {
    let read = |path: &PathBuf| {
        let file = if path.is_dir() { path.join(folder::SHARD) } else { path.clone() };
        read_shard(&file).map(|(heading, lines)| Piece { path: path.clone(), heading, lines })
    };
    let pieces = from.iter().map(read).collect::<Result<Vec<Piece>, WorkflowError>>()?;
    let first = pieces.first().ok_or_else(|| InputError::plain("nothing to merge: name the folders of shards"))?;
    same_run(&pieces)?;
    all_there(&pieces)?;
    let heading = first.heading.of_part(None);
    let scenario = heading.described.scenario()?;
    let last = pieces.iter().filter_map(|piece| Some(piece.heading.shard?.stage)).max();
    let lines: Vec<JournalLine> = pieces.into_iter().flat_map(|piece| piece.lines).collect();
    let course = CountProgress::after(simulated(&scenario), lines.clone())?;
    if let Some(first) = course.jobs.iter().zip(&course.parts).find(|(_, parts)| !parts.is_empty()) {
        let problem = format!("blocks of `{}` are missing", first.0.name);
        return Err(InputError::plain(problem).with_help(Some("merge all shards of its stage")).into());
    }
    if !course.is_done() {
        let (stage, jobs) = (course.stage, course.jobs.len());
        if last.is_some_and(|last| stage <= last) {
            let problem = format!("the counts of stage {} are missing", stage + 1);
            let help = "name also the folder that the merge of that stage wrote";
            return Err(InputError::plain(problem).with_help(Some(help)).into());
        }
        let claim = Claim::take(out, folder::free_or_shard)?;
        claim.put(&[(folder::SHARD.into(), whole_file(&heading.to_json(), &lines).into_bytes())], stop)?;
        return Ok(Merged::Next { stage, jobs, counts: out.join(folder::SHARD) });
    }
    let claim = Claim::take(out, folder::free_or_report_or_shard)?;
    let pool = thread_pool(None)?;
    let (threads, elapsed) = (pool.current_num_threads(), Duration::ZERO);
    let timing = provenance::Timing { command, settings: None, started: SystemTime::now(), elapsed, threads };
    let counted: RunCounts = course.counted;
    let saved = Saved::new(&scenario, counted);
    let provenance = Provenance::of(&scenario, timing);
    Ok(Merged::Report(Box::new(pool.install(|| write(&scenario, &saved, (Some(&provenance), rows), claim, stop))?)))
}

/// A file of counts.
struct Piece {
    path: PathBuf,
    heading: Heading,
    lines: Vec<JournalLine>,
}

impl Piece {
    fn problem(&self, problem: &str) -> WorkflowError {
        InputError::plain(format!("{}: {problem}", self.path.display())).into()
    }
}

/// Checks that all pieces belong to one run.
fn same_run(pieces: &[Piece]) -> Result<(), WorkflowError> {
    let first = &pieces[0];
    let other = pieces.iter().find(|piece| piece.heading.run != first.heading.run);
    other.map_or(Ok(()), |other| {
        let (alike, path) = (other.heading.of_part(first.heading.shard), first.path.display());
        let differs = first.heading.differences(Some(&alike));
        Err(other.problem(&format!("not a shard of the same run as {path}: {differs}")))
    })
}

/// Checks that each shard of every stage is given exactly once.
fn all_there(pieces: &[Piece]) -> Result<(), WorkflowError> {
    let mut stages: BTreeMap<u64, BTreeMap<u64, &Piece>> = BTreeMap::new();
    for (piece, Shard { k, n, stage }) in pieces.iter().filter_map(|piece| Some((piece, piece.heading.shard?))) {
        let shards = stages.entry(stage).or_default();
        if let Some((other, of)) =
            shards.values().find_map(|other| Some((other, other.heading.shard?.n))).filter(|(_, of)| *of != n)
        {
            let path = other.path.display();
            return Err(piece.problem(&format!("shard {k} of {n}, but {path} is a shard of {of}")));
        }
        if let Some(other) = shards.insert(k, piece) {
            return Err(piece.problem(&format!("shard {k} of {n} is given twice, also as {}", other.path.display())));
        }
    }
    for shards in stages.values() {
        let n = shards.values().find_map(|piece| Some(piece.heading.shard?.n)).unwrap_or(0);
        let missing: Vec<u64> = (1..=n).filter(|k| !shards.contains_key(k)).collect();
        if !missing.is_empty() {
            let named: Vec<String> = missing.iter().take(MOST_NAMED).map(|k| format!("{k} of {n}")).collect();
            let more = match missing.len().saturating_sub(MOST_NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            return Err(InputError::plain(format!("missing: shard {}{more}", named.join(", "))).into());
        }
    }
    Ok(())
}

// `hitchart work`

/// Longest line, many times the size of a ruleset, a study and the study's data.
const LONGEST: u64 = 16 << 20;

/// Counts the units in lines of JSON, one after the other, and writes a line of counts for each. A line that is no unit is
/// answered by a line with its number and the mistake. Returns the number of such lines.
///
/// # Errors
/// Fails if lines cannot be read or written, and if `stop` was set.
pub fn work(
    input: &mut (impl BufRead + Send),
    output: &mut (impl Write + Send),
    stop: &AtomicBool,
) -> Result<u64, WorkflowError> {
    let mut mistakes = 0;
    for number in 1_u64.. {
        let mut line = Vec::new();
        let read = input.take(LONGEST).read_until(b'\n', &mut line)?;
        if read == 0 {
            break;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = match counted(&line, stop) {
            Ok(counts) => counts.text(),
            Err(AskError::Interrupted) => return Err(WorkflowError::Interrupted),
            Err(error) => {
                mistakes += 1;
                format!("{}\n", json!({ "line": number, "error": in_one_line(&error) }))
            }
        };
        output.write_all(answer.as_bytes())?;
        output.flush()?;
    }
    Ok(mistakes)
}

/// Returns the problem of an error in one line, without its heading.
fn in_one_line(error: &AskError) -> String {
    match error {
        AskError::Input(error) => error.parts().0.into_owned(),
        other => other.to_string(),
    }
}

/// Counts the unit of a line.
fn counted(line: &[u8], stop: &AtomicBool) -> Result<JournalLine, AskError> {
    let unit: WorkUnit =
        serde_json::from_slice(line).map_err(|error| InputError::plain(format!("not a unit of work: {error}")))?;
    work_on(&unit, stop)
}

/// Returns the jobs of a scenario that follow after the counts in files, as units: at most `cut` for each range of
/// missing blocks.
///
/// # Errors
/// Fails if the counts do not fit.
pub fn units(scenario: &Scenario, counts: &[PathBuf], cut: u64) -> Result<Vec<WorkUnit>, WorkflowError> {
    let earlier = lines_of(counts, &RunDescription::of(scenario))?;
    Ok(hitchart_ask::units(scenario, earlier, cut)?)
}
