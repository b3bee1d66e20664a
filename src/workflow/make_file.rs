//! Files made from what is counted, a tuning or games to learn from: the counts are kept beside the file until it is
//! written, however the run ends.

use super::WorkflowError;
use super::folder::{FolderError, unwritable};
use super::made_file::{FileClaim, write_all};
use super::run::unfinished;
use hitchart_config::files::folder_of;
use hitchart_config::files::{Inside, Kind};
use hitchart_config::sha256;
use hitchart_lab::runner::{Journal, JournalError, Line, Part, Progress};
use hitchart_lab::study::{Counted, Simulated};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A run that makes a file, which may have begun before.
pub struct Making {
    folder: Inside,
    /// What is kept for `--resume`.
    name: PathBuf,
    journal: Journal,
    left: Vec<Line>,
}

impl Making {
    /// Begins a run that makes a file. `described` is all that decides the counts and is also the key of the first line of
    /// what is kept; with `resume` the run goes on where one of the same description was.
    ///
    /// # Errors
    /// What an unfinished run has left, if it cannot be read or is of another.
    pub fn begin(claim: &FileClaim, (what, described): (&str, Value), resume: bool) -> Result<Making, WorkflowError> {
        let (folder, name) = counts_beside(claim.out())?;
        let run = sha256(described.to_string());
        let heading = json!({ "run": run, what: described });
        let left = left((&folder, &name), what, &heading, resume)?;
        let journal = Journal::new((&folder, &name), &run, &heading, &left)?;
        Ok(Making { folder, name, journal, left })
    }

    /// Counts what is left of all stages, on rayon's current pool.
    ///
    /// # Errors
    /// Interruption, failures to write, and earlier counts that do not fit.
    pub fn count(
        &mut self,
        simulated: &Simulated<'_>,
        progress: &Progress,
        stop: &AtomicBool,
    ) -> Result<Counted, WorkflowError> {
        let keep = |name: &str, part: &Part| self.journal.add(name, part);
        let ended = simulated.count(std::mem::take(&mut self.left), &keep, progress, stop)?;
        ended.finished().ok_or_else(|| self.stopped())
    }

    /// How a run ends that was stopped after it began to count: what it has counted is kept for `--resume`.
    pub fn stopped(&self) -> WorkflowError {
        unfinished(&self.journal)
    }

    /// Writes the files and removes what was kept for `--resume`.
    ///
    /// # Errors
    /// Interruption and failures to write. Earlier files are then as they were, and what was counted is kept.
    pub fn finish(self, files: &[(&FileClaim, &str)], stop: &AtomicBool) -> Result<(), WorkflowError> {
        match write_all(files, stop) {
            Ok(()) => {
                // What cannot be removed is replaced by the next run.
                let _ = self.folder.remove(&self.name);
                Ok(())
            }
            Err(FolderError::Interrupted) => Err(self.stopped()),
            Err(error) => {
                // The failure to write is told, whether or not the counts can be kept.
                let _ = self.journal.flush();
                Err(error.into())
            }
        }
    }
}

/// What an unfinished run leaves beside the file that it was to write: its folder, and its name there.
fn counts_beside(out: &Path) -> Result<(Inside, PathBuf), FolderError> {
    let folder = folder_of(out);
    let mut name: OsString = out.file_name().unwrap_or_default().to_owned();
    name.push(".counts");
    Ok((Inside::open(folder).map_err(unwritable("write into", folder))?, name.into()))
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
                let differs = "its scenario, rules, start or settings differ".to_owned();
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
