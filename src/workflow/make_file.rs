//! Counting what a file is made from, a tuning or games to learn from, with what was counted kept beside the file until it
//! is done.

use super::WorkflowError;
use super::folder::{FolderError, unwritable};
use crate::files::{Inside, Kind};
use crate::input::sha256;
use crate::runner::{Journal, JournalError, Line, Part, Progress};
use crate::study::{CountError, Counted, Simulated};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// What an unfinished run leaves beside the file that it was to write: its folder, and its name there.
fn counts_beside(out: &Path) -> Result<(Inside, PathBuf), FolderError> {
    let folder = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut name: OsString = out.file_name().unwrap_or_default().to_owned();
    name.push(".counts");
    Ok((Inside::open(folder).map_err(unwritable("write into", folder))?, name.into()))
}

/// What is counted beside the file that is made of it.
#[derive(Debug)]
pub struct LeftOver {
    folder: Inside,
    name: PathBuf,
    finished: bool,
}

impl LeftOver {
    /// Removes the counts of a run that is finished, once its file is written: a disk that is full takes neither along.
    pub fn written(self) {
        if self.finished {
            // What cannot be removed is replaced by the next run.
            let _ = self.folder.remove(self.name);
        }
    }
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
) -> Result<(Counted, LeftOver), WorkflowError> {
    let (folder, name) = counts_beside(out)?;
    let run = sha256(described.to_string());
    let heading = json!({ "run": run, what: described });
    let left = left((&folder, &name), what, &heading, resume)?;
    let journal = Journal::new((&folder, &name), &run, &heading, &left)?;
    let told = |name: &str, part: &Part| journal.add(name, part);
    let ended = simulated.count(left, &told, progress, stop)?;
    if !ended.finished {
        journal.flush().map_err(CountError::from)?;
    }
    Ok((ended.counted, LeftOver { folder, name, finished: ended.finished }))
}

/// What to go on with. A file that no such run has left is the user's: it is refused, whether it was to be gone on with or
/// to be replaced.
fn left(
    (folder, name): (&Inside, &Path),
    what: &str,
    heading: &Value,
    resume: bool,
) -> Result<Vec<Line>, WorkflowError> {
    let foreign = || JournalError::NoHeading(folder.shown(name));
    if folder.kind(name).is_some_and(|found| found != Kind::File) {
        return Err(foreign().into());
    }
    match Journal::left(folder, name)? {
        None if is_free(folder, name) => Ok(Vec::new()),
        Some((found, lines)) if found.get(what).is_some() => match resume {
            false => Ok(Vec::new()),
            true if found == *heading => Ok(lines),
            true => {
                let differs = "its scenario, rules, start or plan differ".to_owned();
                Err(JournalError::Other { path: folder.shown(name), differs }.into())
            }
        },
        _ => Err(foreign().into()),
    }
}

/// Whether there is nothing at a path, or nothing but an empty file.
fn is_free(folder: &Inside, name: &Path) -> bool {
    !folder.has(name) || folder.read(name, 0).is_ok()
}
