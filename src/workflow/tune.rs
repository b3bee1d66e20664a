//! Counting a tuning, with what it has counted kept beside its file until it is done.

use super::WorkflowError;
use crate::input::sha256;
use crate::runner::{Journal, JournalError, Line, Part, Progress};
use crate::study::{CountError, Counted, Simulated};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// What an unfinished tuning leaves beside the file that it was to write.
fn counts_beside(out: &Path) -> PathBuf {
    let mut name: OsString = out.as_os_str().to_owned();
    name.push(".counts");
    name.into()
}

/// Counts all stages of a tuning whose values go to `out`, as far as it is not stopped. `described` is all that decides
/// the counts; with `resume` it goes on where one of the same description was.
///
/// # Errors
/// What an unfinished tuning has left, if it cannot be read or is of another; failures to write.
pub fn tune(
    simulated: &Simulated<'_>,
    described: Value,
    (out, resume): (&Path, bool),
    progress: &Progress,
    stop: &AtomicBool,
) -> Result<Counted, WorkflowError> {
    let path = counts_beside(out);
    let run = sha256(described.to_string());
    let heading = json!({ "run": run, "tuning": described });
    let left = if resume { left(&path, &heading)? } else { Vec::new() };
    let journal = Journal::new(&path, &run, &heading, &left);
    let told = |name: &str, part: &Part| journal.add(name, part);
    let ended = simulated.count(left, &told, progress, stop)?;
    if ended.finished {
        // What cannot be removed is replaced by the next tuning.
        let _ = fs::remove_file(path);
    } else {
        journal.flush().map_err(CountError::from)?;
    }
    Ok(ended.counted)
}

fn left(path: &Path, heading: &Value) -> Result<Vec<Line>, WorkflowError> {
    match Journal::left(path)? {
        None => Ok(Vec::new()),
        Some((found, lines)) if found == *heading => Ok(lines),
        Some(_) => {
            let differs = "its scenario, rules, start or plan differ".to_owned();
            Err(JournalError::Other { path: path.to_owned(), differs }.into())
        }
    }
}
