//! Output files: tuned policies, networks, baselines and results of bids. They never overwrite files of another kind.
//!
//! The counts of a tuning, a response or a network are saved next to the file until the file is written, even if the
//! run is killed.

use super::folder::{FolderError, Lock, io, unwritable};
use super::{WorkflowError, run::unfinished};
use hitchart_ask::questions::training::{NETWORK_HEADING, RESPONSE_HEADING, TUNED_HEADING};
use hitchart_config::files::{EntryKind, OpenFolder, begins, draft, folder_of};
use hitchart_config::sha256;
use hitchart_lab::runner::{BlockCounts, Journal, JournalError, JournalLine, Progress};
use hitchart_lab::study::{RunCounts, Simulated};
use serde_json::{Value, json};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{ffi::OsString, fs};
use tempfile::NamedTempFile;

// Output files.

/// A kind of output files: the text at the start, without which a file is not overwritten, and a description.
#[derive(Clone, Copy, Debug)]
pub struct OutputKind {
    pub heading: &'static str,
    pub what: &'static str,
}

/// Output of `tune`.
pub const TACTICS: OutputKind = OutputKind { heading: TUNED_HEADING, what: "tuned tactics" };
/// Output of `exploit`.
pub const RESPONSE: OutputKind = OutputKind { heading: RESPONSE_HEADING, what: "an answer to a policy" };
/// Output of `learn`.
pub const NETWORK: OutputKind = OutputKind { heading: NETWORK_HEADING, what: "a learned network" };
/// Output of `ra bid`.
pub const BIDS: OutputKind = OutputKind { heading: "{\n  \"made\": {\n    \"version\": \"", what: "results of bids" };
/// Output of `baseline`.
pub const BASELINE: OutputKind = OutputKind { heading: "{\n  \"format\": \"hitchart baseline\",", what: "a baseline" };

/// Number of attempts to lock a file when others create and remove its lock at the same time.
const ATTEMPTS: usize = 100;

/// A file that is reserved for one run, from before the simulation until it is written. When dropped, it leaves no
/// lock.
#[derive(Debug)]
pub struct FileClaim {
    made: OutputKind,
    out: PathBuf,
    _lock: Lock,
}

impl FileClaim {
    /// Claims a file, and checks that it can be written, before hours are spent on its content.
    ///
    /// # Errors
    /// Fails if the path is something else or the folder is not writable, and with `FolderError::BusyFile`.
    pub fn take(made: OutputKind, out: &Path) -> Result<FileClaim, FolderError> {
        let place = place_of(made, out)?;
        draft(&place).map_err(unwritable("write into", folder_of(out)))?;
        for _ in 0..ATTEMPTS {
            if let Some(lock) = Lock::of_file(&place).map_err(|error| as_named(error, out))? {
                return Ok(FileClaim { made, out: out.to_owned(), _lock: lock });
            }
        }
        Err(unwritable("lock", out)(ErrorKind::NotFound.into()))
    }

    /// Returns the path as named by the user.
    pub fn out(&self) -> &Path {
        &self.out
    }

    /// Writes the file: to a draft, which is then renamed.
    ///
    /// # Errors
    /// Fails if the path is something else, on failed file operations, and with `FolderError::Interrupted`; an
    /// earlier file is then unchanged.
    pub fn write(&self, text: &str, stop: &AtomicBool) -> Result<(), FolderError> {
        write_all(&[(self, text)], stop)
    }

    /// Writes a text to a draft in the folder of the file. Returns the draft and the final path.
    fn aside(&self, text: &str) -> Result<(NamedTempFile, PathBuf), FolderError> {
        let place = place_of(self.made, &self.out)?;
        let mut draft = draft(&place).map_err(io("write into", folder_of(&self.out)))?;
        let written = draft.write_all(text.as_bytes()).and_then(|()| draft.as_file().sync_all());
        written.map_err(io("write", &self.out))?;
        Ok((draft, place))
    }
}

/// Writes files that belong together: all to drafts, each of which is then renamed. `stop` is checked once, before the
/// first rename.
///
/// # Errors
/// As for [`FileClaim::take`], failed file operations, and [`FolderError::Interrupted`]. Earlier files are then
/// unchanged, except that a failed rename does not undo the renames before it.
pub(crate) fn write_all(files: &[(&FileClaim, &str)], stop: &AtomicBool) -> Result<(), FolderError> {
    let aside = files.iter().map(|(claim, text)| Ok((claim, claim.aside(text)?)));
    let aside = aside.collect::<Result<Vec<_>, FolderError>>()?;
    if stop.load(Ordering::Relaxed) {
        return Err(FolderError::Interrupted);
    }
    for (claim, (draft, place)) in aside {
        draft.persist(&place).map_err(|error| io("replace", &claim.out)(error.error))?;
    }
    Ok(())
}

/// Returns the final path of the file: the target of a link, or the path itself if the file does not exist yet.
fn place_of(made: OutputKind, out: &Path) -> Result<PathBuf, FolderError> {
    let foreign = || FolderError::ForeignFile(out.to_owned(), made.what);
    match out.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            out.file_name().map(|_| out.to_owned()).ok_or_else(foreign)
        }
        Err(error) => Err(unwritable("write", out)(error)),
        Ok(_) if is_own(made, out) => fs::canonicalize(out).map_err(unwritable("write", out)),
        Ok(_) => Err(foreign()),
    }
}

/// Replaces the file in a message by the user's name for it.
fn as_named(error: FolderError, out: &Path) -> FolderError {
    match error {
        FolderError::BusyFile(_) => FolderError::BusyFile(out.to_owned()),
        FolderError::Unwritable { doing, cause, .. } => unwritable(doing, folder_of(out))(cause),
        other => other,
    }
}

/// Returns true if there is a file of this kind. Devices and pipes are not.
fn is_own(made: OutputKind, out: &Path) -> bool {
    begins(out, made.heading.len() as u64).is_ok_and(|begins| begins == made.heading.as_bytes())
}

// Files made from counts: tunings, responses and networks.

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

    /// Returns true if no counts were saved for `--resume`.
    pub fn is_new(&self) -> bool {
        self.left.is_empty()
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
        Some((found, _)) => Err(other_command(&found)
            .map_or_else(foreign, |command| JournalError::OtherCommand { path: folder.shown(name), command }))?,
        None => Err(foreign().into()),
    }
}

/// Returns the command that wrote a heading: the name of what it describes. `None` for any other line.
fn other_command(heading: &Value) -> Option<String> {
    let mut keys = heading.as_object().filter(|heading| heading.contains_key("run"))?.keys();
    let study = keys.find(|key| *key != "run" && heading[*key].is_object())?;
    // Two commands have studies of other names.
    let command = match study.as_str() {
        "learning" => "learn",
        "tuning" => "tune",
        same => same,
    };
    Some(command.to_owned())
}

/// Returns true if a path does not exist or is an empty file.
fn is_free(folder: &OpenFolder, name: &Path) -> bool {
    !folder.has(name) || folder.read(name, 0).is_ok()
}
