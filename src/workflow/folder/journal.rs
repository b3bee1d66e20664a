//! What a replacement moves, written down before it moves anything, and how it is undone.
//!
//! Every folder that gets files has a hidden folder [`ASIDE`] while it is replaced: `fresh/` with the new files and
//! `earlier/` with the ones they replace. The journal lies in the outermost of them, under the name of its state.
//! A file has been moved as soon as it is no longer in `fresh/`.

use super::FolderError;
use super::error::io;
use super::own::LARGEST;
use hitchart_config::files::{Inside, Kind, stays_inside};
use hitchart_config::sha256;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Hidden folder of files on their way.
pub const ASIDE: &str = ".hitchart-aside";

/// How far a replacement has come, as the name of its journal.
#[derive(Clone, Copy)]
pub enum State {
    /// New files are being written; nothing has been moved.
    Writing,
    /// Files are being moved.
    Moving,
    /// All is in its place, or back in it; hidden folders may be left.
    Done,
}

impl State {
    const fn name(self) -> &'static str {
        match self {
            State::Writing => "writing.json",
            State::Moving => "moving.json",
            State::Done => "done.json",
        }
    }

    /// The journal in this state.
    fn file(self) -> PathBuf {
        Path::new(ASIDE).join(self.name())
    }
}

/// What becomes of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    Added,
    Replaced,
    Removed,
}

/// An entry that is moved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Move {
    /// Within the folder.
    pub path: PathBuf,
    pub change: Change,
    /// SHA-256 of the new content, if there is any.
    pub sha256: String,
}

/// A replacement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Journal {
    /// Folders that are made for it, within the folder.
    pub made: Vec<PathBuf>,
    pub moves: Vec<Move>,
}

impl Move {
    /// Where its new content waits.
    pub fn fresh(&self) -> PathBuf {
        self.beside("fresh")
    }

    /// Where its earlier content is kept.
    pub fn earlier(&self) -> PathBuf {
        self.beside("earlier")
    }

    /// In the same folder as its place, because a rename cannot cross file systems.
    fn beside(&self, which: &str) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default();
        self.path.with_file_name(ASIDE).join(which).join(name)
    }

    /// Moves the entry: one rename.
    pub fn apply(&self, folder: &Inside) -> Result<(), FolderError> {
        let (place, shown) = (&self.path, folder.shown(&self.path));
        let done = match self.change {
            Change::Added if folder.has(place) => return Err(FolderError::Taken(shown)),
            Change::Added | Change::Replaced => folder.rename(self.fresh(), place),
            Change::Removed => folder.rename(place, self.earlier()),
        };
        done.map_err(io("replace", &shown))
    }

    /// Moves the entry back, if it was moved; what a user has put in its place since stays.
    fn undo(&self, folder: &Inside) -> Result<(), FolderError> {
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
    /// Begins a replacement: makes the outermost hidden folder, with the journal in it.
    pub fn begin(&self, folder: &Inside) -> Result<(), FolderError> {
        let failed = || io("write into", folder.path());
        folder.make_folder(ASIDE).map_err(failed())?;
        let draft = Path::new(ASIDE).join("draft.json");
        let written = serde_json::to_vec(self).map_err(Into::into).and_then(|text| folder.write_new(&draft, &text));
        written.and_then(|()| folder.rename(&draft, State::Writing.file())).map_err(failed())
    }

    /// Says that the replacement has come further.
    pub fn advance(&self, folder: &Inside, from: State, to: State) -> Result<(), FolderError> {
        folder.rename(from.file(), to.file()).map_err(io("write into", folder.path()))
    }

    /// Moves everything back. It may be done again after a failure.
    pub fn undo(&self, folder: &Inside) -> Result<(), FolderError> {
        self.moves.iter().rev().try_for_each(|entry| entry.undo(folder))?;
        self.advance(folder, State::Moving, State::Done)
    }

    /// Removes the hidden folders of the folders inside; without a journal of theirs they hold nothing of worth.
    pub fn clear(&self, folder: &Inside) -> Result<(), FolderError> {
        let inner: BTreeSet<&Path> = self.moves.iter().filter_map(|entry| entry.path.parent()).collect();
        let inner = inner.into_iter().filter(|path| !path.as_os_str().is_empty());
        inner.map(|path| path.join(ASIDE)).try_for_each(|aside| remove(folder, &aside))
    }

    /// Removes the hidden folders, the one with the journal last, and folders that were made and hold nothing.
    pub fn clean(&self, folder: &Inside) -> Result<(), FolderError> {
        self.clear(folder)?;
        for made in self.made.iter().rev() {
            // One that holds something stays.
            let _ = folder.remove_folder(made);
        }
        remove(folder, Path::new(ASIDE))
    }

    /// Undoes and cleans up after a failure in the midst of moving; tells that failure, or why it could not be undone.
    pub fn back_out(&self, folder: &Inside, failure: FolderError) -> FolderError {
        match self.undo(folder) {
            Err(error) => unfinished(error, folder),
            Ok(()) => {
                // What cannot be removed is removed by the next run.
                let _ = self.clean(folder);
                failure
            }
        }
    }

    /// The journal of a folder in which a run was killed, if it had come so far as to write one.
    fn found(folder: &Inside, state: State) -> Result<Option<Journal>, FolderError> {
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

/// Undoes what a killed run left half done in a folder, and removes its hidden folders.
///
/// # Errors
/// [`FolderError::Unfinished`] where it cannot be undone; all files are kept then.
pub fn recover(folder: &Inside) -> Result<(), FolderError> {
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

/// A failure that leaves a journal behind.
fn unfinished(error: FolderError, folder: &Inside) -> FolderError {
    match error {
        FolderError::Io { doing, path, cause } => {
            FolderError::Unfinished { doing, path, cause, journal: folder.shown(Path::new(ASIDE)) }
        }
        other => other,
    }
}

/// Removes a hidden folder, if there is one. What a link leads to is not the program's.
fn remove(folder: &Inside, aside: &Path) -> Result<(), FolderError> {
    if folder.kind(aside) != Some(Kind::Folder) {
        return Ok(());
    }
    match folder.remove_all(aside) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done.map_err(io("remove", &folder.shown(aside))),
    }
}
