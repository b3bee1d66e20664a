//! Files made from counts: tunings, responses and networks. The counts are saved next to the file until the file is
//! written, even if the run is killed.

use super::WorkflowError;
use super::folder::{FolderError, unwritable};
use super::made_file::{FileClaim, write_all};
use super::run::unfinished;
use hitchart_config::files::folder_of;
use hitchart_config::files::{EntryKind, OpenFolder};
use hitchart_config::sha256;
use hitchart_lab::runner::{BlockCounts, Journal, JournalError, JournalLine, Progress};
use hitchart_lab::study::{RunCounts, Simulated};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A run that makes a file and can be resumed.
pub struct Making {
    folder: OpenFolder,
    /// Name of the file of counts for `--resume`.
    name: PathBuf,
    journal: Journal,
    left: Vec<JournalLine>,
}

impl Making {
    /// Begins a run that makes a file. `described` determines the counts; it is stored in the first line of the counts,
    /// under the key `what`. With `resume` the run continues from earlier counts of the same description.
    ///
    /// # Errors
    /// Fails if earlier counts cannot be read or belong to another run.
    pub fn begin(claim: &FileClaim, (what, described): (&str, Value), resume: bool) -> Result<Making, WorkflowError> {
        let (folder, name) = counts_beside(claim.out())?;
        let run = sha256(described.to_string());
        let heading = json!({ "run": run, what: described });
        let left = left((&folder, &name), what, &heading, resume)?;
        let journal = Journal::new((&folder, &name), &run, &heading, &left)?;
        Ok(Making { folder, name, journal, left })
    }

    /// Counts the remaining parts of all stages, on rayon's current pool.
    ///
    /// # Errors
    /// Fails on interruption, on failures to write, and if earlier counts do not fit.
    pub fn count(
        &mut self,
        simulated: &Simulated<'_>,
        progress: &Progress,
        stop: &AtomicBool,
    ) -> Result<RunCounts, WorkflowError> {
        let keep = |name: &str, part: &BlockCounts| self.journal.add(name, part);
        let ended = simulated.count(std::mem::take(&mut self.left), &keep, progress, stop)?;
        ended.finished().ok_or_else(|| self.stopped())
    }

    /// Returns the error of a run that was stopped while it counted; its counts are saved for `--resume`.
    pub fn stopped(&self) -> WorkflowError {
        unfinished(&self.journal)
    }

    /// Writes the files and removes the counts saved for `--resume`.
    ///
    /// # Errors
    /// Fails on interruption and on failures to write. Earlier files are then unchanged, and the counts are kept.
    pub fn finish(self, files: &[(&FileClaim, &str)], stop: &AtomicBool) -> Result<(), WorkflowError> {
        match write_all(files, stop) {
            Ok(()) => {
                // A file that cannot be removed is replaced by the next run.
                let _ = self.folder.remove(&self.name);
                Ok(())
            }
            Err(FolderError::Interrupted) => Err(self.stopped()),
            Err(error) => {
                // The failure to write is reported, even if the counts cannot be saved.
                let _ = self.journal.flush();
                Err(error.into())
            }
        }
    }
}

/// Returns the folder and the name of the counts that belong to an output file.
fn counts_beside(out: &Path) -> Result<(OpenFolder, PathBuf), FolderError> {
    let folder = folder_of(out);
    let mut name: OsString = out.file_name().unwrap_or_default().to_owned();
    name.push(".counts");
    Ok((OpenFolder::open(folder).map_err(unwritable("write into", folder))?, name.into()))
}

/// Returns the lines to resume from. A file that was not written by such a run belongs to the user, and is neither
/// resumed nor replaced.
fn left(
    (folder, name): (&OpenFolder, &Path),
    what: &str,
    heading: &Value,
    resume: bool,
) -> Result<Vec<JournalLine>, WorkflowError> {
    let foreign = || JournalError::NoHeading(folder.shown(name));
    if folder.kind(name).is_some_and(|found| found != EntryKind::File) {
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

/// Returns true if a path does not exist or is an empty file.
fn is_free(folder: &OpenFolder, name: &Path) -> bool {
    !folder.has(name) || folder.read(name, 0).is_ok()
}
