//! Replacement of files in a folder: all are written aside, then moved by one rename each, or none is.

use super::error::io;
use super::journal::{Change, Journal, Move, State};
use super::{Files, FolderError};
use hitchart_config::files::{EntryKind, OpenFolder};
use hitchart_config::sha256;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Puts files into a folder, replaces files of the same names, and removes the stale ones.
///
/// # Errors
/// Fails on failed file operations and interruption; every earlier file is then unchanged.
pub(crate) fn swap(
    folder: &OpenFolder,
    files: &Files,
    stale: &[PathBuf],
    stop: &AtomicBool,
) -> Result<(), FolderError> {
    let journal = plan(folder, files, stale)?;
    let begun = journal.begin(folder).and_then(|()| write_aside(folder, &journal, files, stop));
    if let Err(error) = begun.and_then(|()| journal.advance(folder, State::Writing, State::Moving)) {
        // Nothing has been moved. Files that cannot be removed now are removed by the next run.
        let _ = journal.clean(folder);
        return Err(error);
    }
    let moved = journal.moves.iter().try_for_each(|entry| entry.apply(folder));
    match moved.and_then(|()| journal.advance(folder, State::Moving, State::Done)) {
        Ok(()) => journal.clean(folder),
        Err(error) => Err(journal.back_out(folder, error)),
    }
}

/// Plans the moves of a replacement.
pub(crate) fn plan(folder: &OpenFolder, files: &Files, stale: &[PathBuf]) -> Result<Journal, FolderError> {
    let mut moves = Vec::new();
    for (path, content) in files {
        let change = match folder.kind(path) {
            Some(EntryKind::Folder) => return Err(FolderError::Taken(folder.shown(path))),
            Some(_) => Change::Replaced,
            None => Change::Added,
        };
        moves.push(Move { path: path.clone(), change, sha256: sha256(content) });
    }
    let gone = |path: &PathBuf| Move { path: path.clone(), change: Change::Removed, sha256: String::new() };
    moves.extend(stale.iter().map(gone));
    let mut made: Vec<PathBuf> = moves.iter().filter_map(|entry| entry.path.parent()).map(Path::to_owned).collect();
    made.retain(|path| !path.as_os_str().is_empty() && !folder.has(path));
    made.dedup();
    Ok(Journal { made, moves })
}

/// Writes the new files, and saves the files that they will replace as hard links, or as copies if linking fails.
pub(crate) fn write_aside(
    folder: &OpenFolder,
    journal: &Journal,
    files: &Files,
    stop: &AtomicBool,
) -> Result<(), FolderError> {
    journal.clear(folder)?;
    for path in &journal.made {
        folder.make_folders(path).map_err(io("create folder", &folder.shown(path)))?;
    }
    let contents = files.iter().map(|(_, content)| Some(content)).chain(std::iter::repeat(None));
    for (entry, content) in journal.moves.iter().zip(contents) {
        if stop.load(Ordering::Relaxed) {
            return Err(FolderError::Interrupted);
        }
        let shown = folder.shown(&entry.path);
        for aside in [entry.fresh(), entry.earlier()].iter().filter_map(|path| path.parent()) {
            folder.make_folders(aside).map_err(io("write", &shown))?;
        }
        if let Some(content) = content {
            folder.write_new(entry.fresh(), content).map_err(io("write", &shown))?;
        }
        if entry.change == Change::Replaced {
            folder.link_or_copy(&entry.path, entry.earlier()).map_err(io("keep", &shown))?;
        }
    }
    Ok(())
}
