//! Errors of reading and writing folders.

use std::io;
use std::path::{Path, PathBuf};

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
            Unnamed | NoFolder { .. } | Foreign(_) | Taken(_) | NoReplay(_) | ForeignFile(..) => true,
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
