//! A file of a tuned policy, of a network, of a baseline or of results of bids, which is never written over anything else.

use super::folder::{FolderError, Lock, io, unwritable};
use hitchart_config::files::{begins, draft, folder_of};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::NamedTempFile;

/// A sort of files: its first words, without which a file is not overwritten, and what it holds.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    pub heading: &'static str,
    pub what: &'static str,
}

/// What `tune` writes.
pub const TACTICS: Made = Made { heading: "# Tactics by `hitchart tune`", what: "tuned tactics" };
/// What `exploit` writes.
pub const RESPONSE: Made = Made { heading: "# Tactics by `hitchart exploit`", what: "an answer to a policy" };
/// What `learn` writes.
pub const NETWORK: Made = Made { heading: "# Network by `hitchart learn`", what: "a learned network" };
/// What `ra bid` writes.
pub const BIDS: Made = Made { heading: "{\n  \"made\": {\n    \"version\": \"", what: "results of bids" };
/// What `baseline` writes.
pub const BASELINE: Made = Made { heading: "{\n  \"format\": \"hitchart baseline\",", what: "a baseline" };

/// Attempts to lock a file whose lock others make and remove at the same time.
const ATTEMPTS: usize = 100;

/// A file that one run has for itself, from before anything is simulated until it is written. Dropped, it leaves no lock.
#[derive(Debug)]
pub struct FileClaim {
    made: Made,
    out: PathBuf,
    _lock: Lock,
}

impl FileClaim {
    /// Takes a file, and checks that it could be written, before hours are spent on it.
    ///
    /// # Errors
    /// Paths at which there is something else, folders that cannot be written into, and [`FolderError::BusyFile`].
    pub fn take(made: Made, out: &Path) -> Result<FileClaim, FolderError> {
        let place = place_of(made, out)?;
        draft(&place).map_err(unwritable("write into", folder_of(out)))?;
        for _ in 0..ATTEMPTS {
            if let Some(lock) = Lock::of_file(&place).map_err(|error| as_named(error, out))? {
                return Ok(FileClaim { made, out: out.to_owned(), _lock: lock });
            }
        }
        Err(unwritable("lock", out)(ErrorKind::NotFound.into()))
    }

    /// The file as the user named it.
    pub fn out(&self) -> &Path {
        &self.out
    }

    /// What its first line begins with.
    pub fn heading(&self) -> &'static str {
        self.made.heading
    }

    /// Writes the file: aside, then renamed.
    ///
    /// # Errors
    /// Paths at which there is something else, failed file operations, and [`FolderError::Interrupted`]; an earlier file is then
    /// as it was.
    pub fn write(&self, text: &str, stop: &AtomicBool) -> Result<(), FolderError> {
        write_all(&[(self, text)], stop)
    }

    /// A text beside the file, to be renamed.
    fn aside(&self, text: &str) -> Result<(NamedTempFile, PathBuf), FolderError> {
        let place = place_of(self.made, &self.out)?;
        let mut draft = draft(&place).map_err(io("write into", folder_of(&self.out)))?;
        let written = draft.write_all(text.as_bytes()).and_then(|()| draft.as_file().sync_all());
        written.map_err(io("write", &self.out))?;
        Ok((draft, place))
    }
}

/// Writes files that belong together: all aside, then each renamed. `stop` is asked once, before the first is renamed.
///
/// # Errors
/// As for [`FileClaim::take`], failed file operations, and [`FolderError::Interrupted`]; earlier files are then as they
/// were, but for those already renamed if renaming one fails.
pub fn write_all(files: &[(&FileClaim, &str)], stop: &AtomicBool) -> Result<(), FolderError> {
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

/// Where the file is to be: behind links, and where it does not exist yet, at the path itself.
fn place_of(made: Made, out: &Path) -> Result<PathBuf, FolderError> {
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

/// A message names a file as the user did.
fn as_named(error: FolderError, out: &Path) -> FolderError {
    match error {
        FolderError::BusyFile(_) => FolderError::BusyFile(out.to_owned()),
        FolderError::Unwritable { doing, cause, .. } => unwritable(doing, folder_of(out))(cause),
        other => other,
    }
}

/// Whether there is such a file. Devices and pipes are none.
fn is_own(made: Made, out: &Path) -> bool {
    begins(out, made.heading.len() as u64).is_ok_and(|begins| begins == made.heading.as_bytes())
}
