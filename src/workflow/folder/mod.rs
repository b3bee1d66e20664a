//! Folders that may contain a user's files: only the program's own entries are replaced, by name.
//!
//! Each new file is written completely into a hidden folder next to its place, then moved by one rename. A journal
//! records the moves, so that a failure is undone at once, and the next run undoes an unfinished replacement of a
//! killed run. A lock keeps other runs out; the lock of a killed run vanishes with the run. Folders of the user are
//! never moved, so that mounts and locked entries cause no trouble. All file operations go through
//! [`hitchart_config::files::OpenFolder`], which follows no link: no name, from any source, leads out of the folder.
//! The folder itself may be named by a link.

mod claim;
mod journal;
mod swap;
#[cfg(test)]
mod tests;

pub(crate) use claim::{Claim, any_folder, free_or_report, free_or_report_or_shard, free_or_shard, saved};
use hitchart_config::files::{NotRegular, OpenFolder, folder_of};
use same_file::Handle;
use std::path::{Path, PathBuf};
use std::{fs::TryLockError, io, io::ErrorKind};

/// File of an unfinished run's counts.
pub(crate) const COUNTS_SO_FAR: &str = ".hitchart-counts";
/// File of a shard's counts.
pub(crate) const SHARD: &str = "shard.jsonl";

/// Files of a folder: their paths within the folder, and their content.
pub(crate) type Files = [(PathBuf, Vec<u8>)];

// The lock that admits one run at a time: a locked file in the folder, removed with the lock.

/// The locked file of a folder.
pub(crate) const NAME: &str = ".hitchart-lock";

/// A lock on a folder, or on one file in it.
#[derive(Debug)]
pub(crate) struct Lock {
    folder: OpenFolder,
    name: PathBuf,
    file: Handle,
}

impl Lock {
    /// Locks a folder; `None` if the folder or the file was removed meanwhile.
    ///
    /// # Errors
    /// [`FolderError::Busy`] if another run holds the lock, and [`FolderError::Taken`] if the name is taken by
    /// something other than a file. Also fails if the folder is not writable.
    pub(crate) fn of(folder: &OpenFolder) -> Result<Option<Lock>, FolderError> {
        Lock::named(folder, NAME.into(), || FolderError::Busy(folder.path().to_owned()))
    }

    /// Locks one file by a locked file next to it; `None` if the locked file was removed meanwhile.
    ///
    /// # Errors
    /// As [`Lock::of`], with [`FolderError::BusyFile`] if another run holds the lock.
    pub(crate) fn of_file(file: &Path) -> Result<Option<Lock>, FolderError> {
        let folder = OpenFolder::open(folder_of(file)).map_err(unwritable("write into", folder_of(file)))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        Lock::named(&folder, format!(".{name}{NAME}").into(), || FolderError::BusyFile(file.to_owned()))
    }

    fn named(
        folder: &OpenFolder,
        name: PathBuf,
        busy: impl FnOnce() -> FolderError,
    ) -> Result<Option<Lock>, FolderError> {
        let path = folder.path();
        let file = match folder.open_or_make(&name) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) if NotRegular::is(&error) => return Err(FolderError::Taken(folder.shown(&name))),
            file => file.map_err(unwritable("write into", path))?,
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(busy()),
            Err(TryLockError::Error(cause)) => return Err(unwritable("lock", path)(cause)),
        }
        let file = Handle::from_file(file).map_err(unwritable("lock", path))?;
        let lock = Lock { file, folder: folder.again().map_err(unwritable("lock", path))?, name };
        Ok(lock.holds(folder).then_some(lock))
    }

    /// Returns true if the locked file is still in the folder under its name. A removed file locks nothing.
    pub(crate) fn holds(&self, folder: &OpenFolder) -> bool {
        folder.open_file(&self.name).and_then(Handle::from_file).is_ok_and(|found| found == self.file)
    }
}

impl Drop for Lock {
    /// Removes the file while it is locked, so that a run that opened it before finds its lock invalid.
    fn drop(&mut self) {
        if self.holds(&self.folder) {
            let _ = self.folder.remove(&self.name);
        }
    }
}

// Errors of reading and writing folders.

/// Reason why a folder cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The path of the folder is empty.
    #[error("the name of the folder is empty; `.` is the current folder")]
    Unnamed,
    /// The path is not a folder.
    #[error("{} is {what}, not a folder; name another", path.display())]
    NoFolder { path: PathBuf, what: &'static str },
    /// The folder contains something other than a report.
    #[error("{} exists and is not a report; name another folder with --out", .0.display())]
    Foreign(PathBuf),
    /// The folder contains a report, and counts of a part are to be written.
    #[error("{} is a report; counts of a part need a folder without one, so name another with --out", .0.display())]
    Report(PathBuf),
    /// An entry that does not belong to the program has the name of a file to be written.
    #[error(
        "{} is in the way and was not written by hitchart; move it away, or name another folder with --out",
        .0.display()
    )]
    Taken(PathBuf),
    /// A file that is not a replay has the name of one.
    #[error(
        "{} was not written by hitchart; name another folder with --out, or replace it with --force",
        .0.display()
    )]
    NoReplay(PathBuf),
    /// The file contains something else.
    #[error("{} exists and is not a file of {}; name another with --out", .0.display(), .1)]
    ForeignFile(PathBuf, &'static str),
    /// The folder is not writable, as a check found before any work.
    #[error("cannot {doing} {}: {cause}; name another folder", path.display())]
    Unwritable { doing: &'static str, path: PathBuf, cause: io::Error },
    /// Another run holds the folder.
    #[error("{} is in use by another run; wait for its end, or name another folder", .0.display())]
    Busy(PathBuf),
    /// Another run is going to write the file.
    #[error("{} is in use by another run; wait for its end, or name another file with --out", .0.display())]
    BusyFile(PathBuf),
    /// A file operation failed.
    #[error("cannot {doing} {}: {cause}", path.display())]
    Io { doing: &'static str, path: PathBuf, cause: io::Error },
    /// A replacement failed half-way and could not be undone yet. Nothing is lost.
    #[error(
        "cannot {doing} {}: {cause}; the earlier files are safe in {}, and the next run puts them back",
        path.display(), journal.display()
    )]
    Unfinished { doing: &'static str, path: PathBuf, cause: io::Error, journal: PathBuf },
    /// The folder was not written by a run.
    #[error("{} does not contain a saved report: `{missing}` is missing", dir.display())]
    NotSaved { dir: PathBuf, missing: String },
    /// The user stopped the run.
    #[error("interrupted; the earlier files are unchanged")]
    Interrupted,
}

impl FolderError {
    /// Returns true if the request is at fault and nothing was done; false for failures during the work.
    pub fn is_refusal(&self) -> bool {
        use FolderError::*;
        match self {
            Unnamed | NoFolder { .. } | Foreign(_) | Report(_) | Taken(_) | NoReplay(_) | ForeignFile(..) => true,
            Unwritable { .. } | NotSaved { .. } => true,
            Busy(_) | BusyFile(_) | Io { .. } | Unfinished { .. } | Interrupted => false,
        }
    }
}

/// Returns a converter of errors during the work.
pub(crate) fn io<'a>(doing: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> FolderError + 'a {
    move |cause| FolderError::Io { doing, path: path.to_owned(), cause }
}

/// Returns a converter of errors while a folder is checked.
pub(crate) fn unwritable<'a>(doing: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> FolderError + 'a {
    move |cause| FolderError::Unwritable { doing, path: path.to_owned(), cause }
}
