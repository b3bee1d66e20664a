//! Replacing files of a folder: all written aside, then moved by one rename each, or nothing at all.

use super::error::io;
use super::journal::{Change, Journal, Move, State, write};
use super::{Files, FolderError, exists};
use crate::input::sha256;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Puts files into a folder, over those of their names, and removes the stale ones.
///
/// # Errors
/// Failed file operations and interruption; every earlier file is then as it was.
pub fn swap(folder: &Path, files: &Files, stale: &[PathBuf], stop: &AtomicBool) -> Result<(), FolderError> {
    let journal = plan(folder, files, stale)?;
    let begun = journal.begin().and_then(|()| write_aside(&journal, files, stop));
    if let Err(error) = begun.and_then(|()| journal.advance(State::Writing, State::Moving)) {
        // Nothing has been moved: what cannot be removed either is removed by the next run.
        let _ = journal.clean();
        return Err(error);
    }
    let moved = journal.moves.iter().try_for_each(|entry| entry.apply(folder));
    match moved.and_then(|()| journal.advance(State::Moving, State::Done)) {
        Ok(()) => journal.clean(),
        Err(error) => Err(journal.back_out(error)),
    }
}

/// What is to be moved.
pub fn plan(folder: &Path, files: &Files, stale: &[PathBuf]) -> Result<Journal, FolderError> {
    let mut moves = Vec::new();
    for (path, content) in files {
        let change = match folder.join(path).symlink_metadata() {
            Ok(found) if found.is_dir() => return Err(FolderError::Taken(folder.join(path))),
            Ok(_) => Change::Replaced,
            Err(_) => Change::Added,
        };
        moves.push(Move { path: path.clone(), change, sha256: sha256(content) });
    }
    let gone = |path: &PathBuf| Move { path: path.clone(), change: Change::Removed, sha256: String::new() };
    moves.extend(stale.iter().map(gone));
    let mut made: Vec<PathBuf> = moves.iter().filter_map(|entry| entry.path.parent()).map(Path::to_owned).collect();
    made.retain(|path| !path.as_os_str().is_empty() && !exists(&folder.join(path)));
    made.dedup();
    Ok(Journal { folder: folder.to_owned(), made, moves })
}

/// Writes the new files, and keeps the ones that they will replace.
pub fn write_aside(journal: &Journal, files: &Files, stop: &AtomicBool) -> Result<(), FolderError> {
    let folder = &journal.folder;
    journal.clear()?;
    for path in journal.made.iter().map(|path| folder.join(path)) {
        fs::create_dir_all(&path).map_err(io("create folder", &path))?;
    }
    let contents = files.iter().map(|(_, content)| Some(content)).chain(std::iter::repeat(None));
    for (entry, content) in journal.moves.iter().zip(contents) {
        if stop.load(Ordering::Relaxed) {
            return Err(FolderError::Interrupted);
        }
        let place = entry.place(folder);
        for aside in [entry.fresh(folder), entry.earlier(folder)].iter().filter_map(|path| path.parent()) {
            fs::create_dir_all(aside).map_err(io("write", &place))?;
        }
        if let Some(content) = content {
            write(&entry.fresh(folder), content).map_err(io("write", &place))?;
        }
        if entry.change == Change::Replaced {
            keep(&place, &entry.earlier(folder)).map_err(io("keep", &place))?;
        }
    }
    Ok(())
}

/// A second name for a file, or a copy where the file system has no such names.
fn keep(place: &Path, earlier: &Path) -> std::io::Result<()> {
    match fs::hard_link(place, earlier) {
        // Not over another name of the same file.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        linked => linked.or_else(|_| fs::copy(place, earlier).map(drop)),
    }
}
