//! Journal of a replacement: the moves are written down before the first one, and can be undone.
//!
//! During a replacement every folder that receives files has a hidden folder [`ASIDE`], with the new files in `fresh/`
//! and the files they replace in `earlier/`. The journal is in the outermost hidden folder, named after its state. A
//! file that is no longer in `fresh/` has been moved.

use super::{FolderError, io, swap::LARGEST};
use hitchart_config::files::{EntryKind, OpenFolder, stays_inside};
use hitchart_config::sha256;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::{collections::BTreeSet, io::ErrorKind};

/// Hidden folder of files that are being moved.
pub(crate) const ASIDE: &str = ".hitchart-aside";

hitchart_config::named! {
    /// State of a replacement, which names its journal.
    #[derive(Clone, Copy)]
    pub(crate) enum State {
        /// New files are being written; nothing has been moved.
        Writing = "writing.json",
        /// Files are being moved.
        Moving = "moving.json",
        /// All files are in their places, new or restored; hidden folders may remain.
        Done = "done.json",
    }
}

impl State {
    /// Returns the path of the journal in this state.
    fn file(self) -> PathBuf {
        Path::new(ASIDE).join(self.name())
    }
}

/// Kind of change of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Change {
    Added,
    Replaced,
    Removed,
}

/// One entry of a replacement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Move {
    /// Path within the folder.
    pub path: PathBuf,
    pub change: Change,
    /// SHA-256 of the new content, if there is any.
    pub sha256: String,
}

/// A replacement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Journal {
    /// Folders that are created for the replacement, within the folder.
    pub made: Vec<PathBuf>,
    pub moves: Vec<Move>,
}

impl Move {
    /// Returns the path of the new content before the move.
    pub(crate) fn fresh(&self) -> PathBuf {
        self.beside("fresh")
    }

    /// Returns the path of the saved earlier content.
    pub(crate) fn earlier(&self) -> PathBuf {
        self.beside("earlier")
    }

    /// Returns a path in the same folder as the entry, because a rename cannot cross file systems.
    fn beside(&self, which: &str) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default();
        self.path.with_file_name(ASIDE).join(which).join(name)
    }

    /// Moves the entry by one rename.
    pub(crate) fn apply(&self, folder: &OpenFolder) -> Result<(), FolderError> {
        let (place, shown) = (&self.path, folder.shown(&self.path));
        let done = match self.change {
            Change::Added if folder.has(place) => return Err(FolderError::Taken(shown)),
            Change::Added | Change::Replaced => folder.rename(self.fresh(), place),
            Change::Removed => folder.rename(place, self.earlier()),
        };
        done.map_err(io("replace", &shown))
    }

    /// Moves the entry back, if it was moved; a file that a user has put in its place since stays.
    fn undo(&self, folder: &OpenFolder) -> Result<(), FolderError> {
        let (place, earlier) = (&self.path, self.earlier());
        let moved = !folder.has(self.fresh());
        let ours = || folder.read(place, LARGEST).is_ok_and(|content| sha256(content) == self.sha256);
        let done = match self.change {
            Change::Added if moved && ours() => folder.remove(place),
            Change::Replaced if moved && folder.has(&earlier) => folder.rename(&earlier, place),
            Change::Removed if folder.has(&earlier) && !folder.has(place) => folder.rename(&earlier, place),
            _ => Ok(()),
        };
        done.map_err(io("put back", &folder.shown(place)))
    }
}

impl Journal {
    /// Begins a replacement: creates the outermost hidden folder, with the journal in it.
    pub(crate) fn begin(&self, folder: &OpenFolder) -> Result<(), FolderError> {
        let failed = || io("write into", folder.path());
        folder.make_folder(ASIDE).map_err(failed())?;
        let draft = Path::new(ASIDE).join("draft.json");
        let written = serde_json::to_vec(self).map_err(Into::into).and_then(|text| folder.write_new(&draft, &text));
        written.and_then(|()| folder.rename(&draft, State::Writing.file())).map_err(failed())
    }

    /// Records that the replacement has reached another state.
    pub(crate) fn advance(&self, folder: &OpenFolder, from: State, to: State) -> Result<(), FolderError> {
        folder.rename(from.file(), to.file()).map_err(io("write into", folder.path()))
    }

    /// Moves everything back. It may be repeated after a failure.
    pub(crate) fn undo(&self, folder: &OpenFolder) -> Result<(), FolderError> {
        self.moves.iter().rev().try_for_each(|entry| entry.undo(folder))?;
        self.advance(folder, State::Moving, State::Done)
    }

    /// Removes the hidden folders of inner folders; without a journal they contain nothing of value.
    pub(crate) fn clear(&self, folder: &OpenFolder) -> Result<(), FolderError> {
        let inner: BTreeSet<&Path> = self.moves.iter().filter_map(|entry| entry.path.parent()).collect();
        let inner = inner.into_iter().filter(|path| !path.as_os_str().is_empty());
        inner.map(|path| path.join(ASIDE)).try_for_each(|aside| remove(folder, &aside))
    }

    /// Removes the hidden folders, the one with the journal last, and created folders that are empty.
    pub(crate) fn clean(&self, folder: &OpenFolder) -> Result<(), FolderError> {
        self.clear(folder)?;
        for made in self.made.iter().rev() {
            // A folder that is not empty stays.
            let _ = folder.remove_folder(made);
        }
        remove(folder, Path::new(ASIDE))
    }

    /// Undoes and cleans up after a failure during the moves. Returns this failure, or the reason why it could not be
    /// undone.
    pub(crate) fn back_out(&self, folder: &OpenFolder, failure: FolderError) -> FolderError {
        match self.undo(folder) {
            Err(error) => unfinished(error, folder),
            Ok(()) => {
                // A folder that cannot be removed is removed by the next run.
                let _ = self.clean(folder);
                failure
            }
        }
    }

    /// Returns the journal of a folder in which a run was killed, if the run had written one.
    fn found(folder: &OpenFolder, state: State) -> Result<Option<Journal>, FolderError> {
        let shown = folder.shown(state.file());
        let text = match folder.read(state.file(), LARGEST) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(io("read", &shown))?,
        };
        let journal: Journal = serde_json::from_slice(&text).map_err(|error| io("read", &shown)(error.into()))?;
        let mut paths = journal.made.iter().chain(journal.moves.iter().map(|entry| &entry.path));
        match paths.find(|path| !stays_inside(path)) {
            Some(_) => Err(io("read", &shown)(ErrorKind::InvalidData.into())),
            None => Ok(Some(journal)),
        }
    }
}

/// Undoes the unfinished replacement of a killed run in a folder, and removes its hidden folders.
///
/// # Errors
/// [`FolderError::Unfinished`] if it cannot be undone; all files are kept then.
pub(crate) fn recover(folder: &OpenFolder) -> Result<(), FolderError> {
    let stuck = |error| unfinished(error, folder);
    if let Some(journal) = Journal::found(folder, State::Moving).map_err(stuck)? {
        journal.undo(folder).map_err(stuck)?;
    }
    for state in [State::Writing, State::Done] {
        if let Some(journal) = Journal::found(folder, state)? {
            journal.clean(folder)?;
        }
    }
    remove(folder, Path::new(ASIDE))
}

/// Converts a failure that leaves a journal behind.
fn unfinished(error: FolderError, folder: &OpenFolder) -> FolderError {
    match error {
        FolderError::Io { doing, path, cause } => {
            FolderError::Unfinished { doing, path, cause, journal: folder.shown(Path::new(ASIDE)) }
        }
        other => other,
    }
}

/// Removes a hidden folder, if there is one. The target of a link does not belong to the program and stays.
fn remove(folder: &OpenFolder, aside: &Path) -> Result<(), FolderError> {
    if folder.kind(aside) != Some(EntryKind::Folder) {
        return Ok(());
    }
    match folder.remove_all(aside) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done.map_err(io("remove", &folder.shown(aside))),
    }
}
