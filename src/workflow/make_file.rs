//! Counting what a file is made from, a tuning or games to learn from, with what was counted kept beside the file until it
//! is done.

use super::WorkflowError;
use crate::input::sha256;
use crate::runner::{Journal, JournalError, Line, Part, Progress};
use crate::study::{CountError, Counted, Simulated};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// What an unfinished run leaves beside the file that it was to write.
fn counts_beside(out: &Path) -> PathBuf {
    let mut name: OsString = out.as_os_str().to_owned();
    name.push(".counts");
    name.into()
}

/// Counts all stages of what goes to `out`, as far as it is not stopped. `described` is all that decides the counts, with
/// what is made of them, which is also the key of the first line; with `resume` it goes on where one of the same
/// description was.
///
/// # Errors
/// What an unfinished run has left, if it cannot be read or is of another; failures to write.
pub fn make_file(
    simulated: &Simulated<'_>,
    (what, described): (&str, Value),
    (out, resume): (&Path, bool),
    progress: &Progress,
    stop: &AtomicBool,
) -> Result<Counted, WorkflowError> {
    let path = counts_beside(out);
    let run = sha256(described.to_string());
    let heading = json!({ "run": run, what: described });
    let left = left(&path, what, &heading, resume)?;
    let journal = Journal::new(&path, &run, &heading, &left);
    let told = |name: &str, part: &Part| journal.add(name, part);
    let ended = simulated.count(left, &told, progress, stop)?;
    if ended.finished {
        // What cannot be removed is replaced by the next run.
        let _ = fs::remove_file(path);
    } else {
        journal.flush().map_err(CountError::from)?;
    }
    Ok(ended.counted)
}

/// What to go on with. A file that no such run has left is the user's: it is refused, whether it was to be gone on with or
/// to be replaced.
fn left(path: &Path, what: &str, heading: &Value, resume: bool) -> Result<Vec<Line>, WorkflowError> {
    match Journal::left(path)? {
        None if is_free(path) => Ok(Vec::new()),
        Some((found, lines)) if found.get(what).is_some() => match resume {
            false => Ok(Vec::new()),
            true if found == *heading => Ok(lines),
            true => {
                let differs = "its scenario, rules, start or plan differ".to_owned();
                Err(JournalError::Other { path: path.to_owned(), differs }.into())
            }
        },
        _ => Err(JournalError::NoHeading(path.to_owned()).into()),
    }
}

/// Whether there is nothing at a path, or nothing but an empty file.
fn is_free(path: &Path) -> bool {
    fs::symlink_metadata(path).map_or(true, |found| found.is_file() && found.len() == 0)
}
