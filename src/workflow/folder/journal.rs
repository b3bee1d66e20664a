//! What a replacement moves, written down before it moves anything, and how it is undone.
//!
//! Every folder that gets files has a hidden folder [`ASIDE`] while it is replaced: `fresh/` with the new files and
//! `earlier/` with the ones they replace. The journal lies in the outermost of them, under the name of its state.
//! A file has been moved as soon as it is no longer in `fresh/`.

use super::error::io;
use super::{FolderError, exists, stays_inside};
use crate::input::sha256;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
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
    #[serde(skip)]
    pub folder: PathBuf,
    /// Folders that are made for it, within the folder.
    pub made: Vec<PathBuf>,
    pub moves: Vec<Move>,
}

impl Move {
    /// Where the entry is for its readers.
    pub fn place(&self, folder: &Path) -> PathBuf {
        folder.join(&self.path)
    }

    /// Where its new content waits.
    pub fn fresh(&self, folder: &Path) -> PathBuf {
        self.beside(folder, "fresh")
    }

    /// Where its earlier content is kept.
    pub fn earlier(&self, folder: &Path) -> PathBuf {
        self.beside(folder, "earlier")
    }

    /// In the same folder as its place, because a rename cannot cross file systems.
    fn beside(&self, folder: &Path, which: &str) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default();
        self.place(folder).with_file_name(ASIDE).join(which).join(name)
    }

    /// Moves the entry: one rename.
    pub fn apply(&self, folder: &Path) -> Result<(), FolderError> {
        let place = self.place(folder);
        let done = match self.change {
            Change::Added if exists(&place) => return Err(FolderError::Taken(place)),
            Change::Added | Change::Replaced => fs::rename(self.fresh(folder), &place),
            Change::Removed => fs::rename(&place, self.earlier(folder)),
        };
        done.map_err(io("replace", &place))
    }

    /// Moves the entry back, if it was moved; what a user has put in its place since stays.
    fn undo(&self, folder: &Path) -> Result<(), FolderError> {
        let (place, earlier) = (self.place(folder), self.earlier(folder));
        let moved = !exists(&self.fresh(folder));
        let ours = || fs::read(&place).is_ok_and(|content| sha256(content) == self.sha256);
        let done = match self.change {
            Change::Added if moved && ours() => fs::remove_file(&place),
            Change::Replaced if moved && exists(&earlier) => fs::rename(&earlier, &place),
            Change::Removed if exists(&earlier) && !exists(&place) => fs::rename(&earlier, &place),
            _ => Ok(()),
        };
        done.map_err(io("put back", &place))
    }
}

impl Journal {
    /// Begins a replacement: makes the outermost hidden folder, with the journal in it.
    pub fn begin(&self) -> Result<(), FolderError> {
        let aside = self.folder.join(ASIDE);
        fs::create_dir(&aside).map_err(io("write into", &self.folder))?;
        let draft = aside.join("draft.json");
        let written = serde_json::to_vec(self).map_err(Into::into).and_then(|text| write(&draft, &text));
        written.and_then(|()| fs::rename(&draft, self.file(State::Writing))).map_err(io("write into", &self.folder))
    }

    fn file(&self, state: State) -> PathBuf {
        self.folder.join(ASIDE).join(state.name())
    }

    /// Says that the replacement has come further.
    pub fn advance(&self, from: State, to: State) -> Result<(), FolderError> {
        fs::rename(self.file(from), self.file(to)).map_err(io("write into", &self.folder))
    }

    /// Moves everything back. It may be done again after a failure.
    pub fn undo(&self) -> Result<(), FolderError> {
        self.moves.iter().rev().try_for_each(|entry| entry.undo(&self.folder))?;
        self.advance(State::Moving, State::Done)
    }

    /// Removes the hidden folders of the folders inside; without a journal of theirs they hold nothing of worth.
    pub fn clear(&self) -> Result<(), FolderError> {
        let inner: BTreeSet<&Path> = self.moves.iter().filter_map(|entry| entry.path.parent()).collect();
        let inner = inner.into_iter().filter(|path| !path.as_os_str().is_empty());
        inner.map(|path| self.folder.join(path).join(ASIDE)).try_for_each(|aside| remove(&aside))
    }

    /// Removes the hidden folders, the one with the journal last, and folders that were made and hold nothing.
    pub fn clean(&self) -> Result<(), FolderError> {
        self.clear()?;
        for folder in self.made.iter().rev() {
            // One that holds something stays.
            let _ = fs::remove_dir(self.folder.join(folder));
        }
        remove(&self.folder.join(ASIDE))
    }

    /// Undoes and cleans up after a failure in the midst of moving; tells that failure, or why it could not be undone.
    pub fn back_out(&self, failure: FolderError) -> FolderError {
        match self.undo() {
            Err(error) => unfinished(error, &self.folder),
            Ok(()) => {
                // What cannot be removed is removed by the next run.
                let _ = self.clean();
                failure
            }
        }
    }

    /// The journal of a folder in which a run was killed, if it had come so far as to write one.
    fn found(folder: &Path, state: State) -> Result<Option<Journal>, FolderError> {
        let path = folder.join(ASIDE).join(state.name());
        let text = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(io("read", &path))?,
        };
        let journal: Journal = serde_json::from_slice(&text).map_err(|error| io("read", &path)(error.into()))?;
        let mut paths = journal.made.iter().chain(journal.moves.iter().map(|entry| &entry.path));
        match paths.find(|path| !stays_inside(path)) {
            Some(_) => Err(io("read", &path)(ErrorKind::InvalidData.into())),
            None => Ok(Some(Journal { folder: folder.to_owned(), ..journal })),
        }
    }
}

/// Undoes what a killed run left half done in a folder, and removes its hidden folders.
///
/// # Errors
/// [`FolderError::Unfinished`] where it cannot be undone; all files are kept then.
pub fn recover(folder: &Path) -> Result<(), FolderError> {
    let stuck = |error| unfinished(error, folder);
    if let Some(journal) = Journal::found(folder, State::Moving).map_err(stuck)? {
        journal.undo().map_err(stuck)?;
    }
    for state in [State::Writing, State::Done] {
        if let Some(journal) = Journal::found(folder, state)? {
            journal.clean()?;
        }
    }
    remove(&folder.join(ASIDE))
}

/// A failure that leaves a journal behind.
fn unfinished(error: FolderError, folder: &Path) -> FolderError {
    match error {
        FolderError::Io { doing, path, cause } => {
            FolderError::Unfinished { doing, path, cause, journal: folder.join(ASIDE) }
        }
        other => other,
    }
}

/// Removes a hidden folder, if there is one.
fn remove(aside: &Path) -> Result<(), FolderError> {
    match fs::remove_dir_all(aside) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(()),
        done => done.map_err(io("remove", aside)),
    }
}

/// Writes a new file, all of it, onto the disk.
pub fn write(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(content)?;
    file.sync_all()
}
