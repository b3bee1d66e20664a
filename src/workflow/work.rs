//! `hitchart work`: reads units of work as lines and writes counts as lines.

use super::WorkflowError;
use super::described::{Described, Units, scenario_of};
use super::lines::lines_of;
use crate::scenario::Scenario;
use hitchart_config::InputError;
use hitchart_lab::runner::{BlockCounts, Job, JournalLine, Progress, WorkUnit, drive, shard};
use hitchart_lab::study::{CountProgress, RunCounts};

use std::collections::BTreeMap;
use std::io::{BufRead, Read, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Longest line, many times the size of a ruleset, a study and the study's data.
const LONGEST: u64 = 16 << 20;

/// Counts the units in lines of JSON, one after the other, and writes a line of counts for each.
///
/// # Errors
/// Returns the first line that is not a unit, with its number; the lines before are counted and written.
pub fn work(
    input: &mut (impl BufRead + Send),
    output: &mut (impl Write + Send),
    stop: &AtomicBool,
) -> Result<(), WorkflowError> {
    for number in 1.. {
        let mut line = Vec::new();
        let read = input.take(LONGEST).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let wrong = |cause: String| WorkflowError::from(InputError::plain(format!("line {number}: {cause}")));
        let unit: WorkUnit =
            serde_json::from_slice(&line).map_err(|error| wrong(format!("not a unit of work: {error}")))?;
        let job = job(&unit).map_err(|error| wrong(error.to_string()))?;
        let part = count(&job, stop).ok_or(WorkflowError::Interrupted)?;
        output.write_all(JournalLine::new(&unit.run, &unit.name, &part).text().as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// Returns the job of a unit, with the unit's blocks.
fn job(unit: &WorkUnit) -> Result<Job, WorkflowError> {
    let scenario = scenario_of(unit)?;
    let misfit = |name| InputError::plain(format!("counted: counts of `{name}` do not fit this study"));
    let all = super::simulated(&scenario).after(&RunCounts(unit.counted.clone())).map_err(misfit)?;
    let names: Vec<String> = all.iter().map(|job| job.name.clone()).collect();
    let Some(found) = all.into_iter().find(|job| job.name == unit.name) else {
        return Err(InputError::unknown("simulation", &unit.name, names.iter().map(String::as_str)).into());
    };
    let blocks = unit.blocks.clone();
    if blocks.start >= blocks.end || blocks.end > found.blocks.end {
        let (start, end, last) = (blocks.start, blocks.end, found.blocks.end);
        return Err(InputError::plain(format!("blocks are {start} to {end}; allowed: a part of 0 to {last}")).into());
    }
    Ok(Job { blocks, ..found })
}

/// Counts all blocks; `None` if `stop` was set before they were finished.
fn count(job: &Job, stop: &AtomicBool) -> Option<BlockCounts> {
    let nobody = |_: &Job, _: &BlockCounts| Ok(());
    let parts = drive(std::slice::from_ref(job), vec![BTreeMap::new()], &nobody, &Progress::hidden(), stop).ok()?;
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let counts = job.count.sum(&mut parts[0].values())?;
    Some(BlockCounts { blocks: job.blocks.clone(), counts })
}

/// Returns the jobs of a scenario that follow after these counts, as units: at most `cut` for each range of missing
/// blocks.
///
/// # Errors
/// Fails if the counts do not fit.
pub fn units(scenario: &Scenario, counts: &[PathBuf], cut: u64) -> Result<Vec<WorkUnit>, WorkflowError> {
    let earlier = lines_of(counts, &Described::of(scenario))?;
    let course = CountProgress::after(super::simulated(scenario), earlier)?;
    let gaps = course
        .jobs
        .iter()
        .zip(&course.parts)
        .flat_map(|(job, parts)| missing(&job.blocks, parts).into_iter().map(|gap| (job.name.as_str(), gap)));
    let pieces = gaps.flat_map(|(name, gap)| (1..=cut).map(move |k| (name, shard(&gap, k, cut))));
    let pieces = pieces.filter(|(_, blocks)| !blocks.is_empty());
    let units = Units::of(scenario);
    Ok(pieces.filter_map(|(name, blocks)| units.unit(name, blocks, &course.counted)).collect())
}

/// Returns the ranges of blocks that no part covers.
fn missing(blocks: &Range<u64>, parts: &BTreeMap<u64, BlockCounts>) -> Vec<Range<u64>> {
    let starts = parts.values().map(|part| part.blocks.start).chain([blocks.end]);
    let ends = [blocks.start].into_iter().chain(parts.values().map(|part| part.blocks.end));
    ends.zip(starts).map(|(end, start)| end..start).filter(|gap| !gap.is_empty()).collect()
}
