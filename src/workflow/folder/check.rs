//! What a folder must be before anything is done for it.

use super::error::unwritable;
use super::own::{COUNTS, Own, is_report};
use super::{COUNTS_SO_FAR, FolderError, SHARD, journal, lock};
use std::fs::{self, FileType};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What a folder must be; a path at which there is nothing may become one.
pub type Rule = fn(&Path) -> Result<(), FolderError>;

/// Names that a run hides in its folder.
const HIDDEN: [&str; 3] = [lock::NAME, journal::ASIDE, COUNTS_SO_FAR];

/// The folder does not exist, is empty, or holds an earlier report whose folders can be written into.
///
/// # Errors
/// [`FolderError::Foreign`], and folders that cannot be looked into or written.
pub fn free_or_report(folder: &Path) -> Result<(), FolderError> {
    any_folder(folder)?;
    if !folder.is_dir() {
        return Ok(());
    }
    if holds_nothing(folder)? {
        return Ok(());
    }
    if !is_report(folder) {
        return Err(FolderError::Foreign(folder.to_owned()));
    }
    room_in(folder)
}

/// The folder does not exist, is empty, or holds a shard.
///
/// # Errors
/// [`FolderError::Foreign`], and folders that cannot be looked into.
pub fn free_or_shard(folder: &Path) -> Result<(), FolderError> {
    any_folder(folder)?;
    if !folder.is_dir() || folder.join(SHARD).is_file() {
        return Ok(());
    }
    if holds_nothing(folder)? { Ok(()) } else { Err(FolderError::Foreign(folder.to_owned())) }
}

/// Whether there is nothing in a folder but what runs hide there.
fn holds_nothing(folder: &Path) -> Result<bool, FolderError> {
    let mut entries = fs::read_dir(folder).map_err(unwritable("read", folder))?;
    let hidden = |name: &std::ffi::OsStr| HIDDEN.iter().any(|hidden| name == *hidden);
    Ok(entries.all(|entry| entry.is_ok_and(|entry| hidden(&entry.file_name()))))
}

/// The folder does not exist, is empty, or holds a shard or a report.
///
/// # Errors
/// As those of [`free_or_shard`] and [`free_or_report`].
pub fn free_or_report_or_shard(folder: &Path) -> Result<(), FolderError> {
    free_or_shard(folder).or_else(|_| free_or_report(folder))
}

/// The folder holds the counts of a report, and its folders can be written into.
///
/// # Errors
/// [`FolderError::NotSaved`], and folders that cannot be written.
pub fn saved(folder: &Path) -> Result<(), FolderError> {
    if folder.as_os_str().is_empty() {
        return Err(FolderError::Unnamed);
    }
    if !folder.join(COUNTS).is_file() {
        return Err(FolderError::NotSaved { dir: folder.to_owned(), missing: COUNTS.to_owned() });
    }
    room_in(folder)
}

/// The folder exists, whatever it holds, or there is nothing yet.
///
/// # Errors
/// Paths at which, or on the way to which, there is something else than a folder.
pub fn any_folder(folder: &Path) -> Result<(), FolderError> {
    if folder.as_os_str().is_empty() {
        return Err(FolderError::Unnamed);
    }
    // Without a slash at the end, which a file does not have.
    let folder: PathBuf = folder.components().collect();
    let found = folder.ancestors().filter(|path| !path.as_os_str().is_empty()).find_map(|path| {
        let link = path.symlink_metadata().ok()?;
        Some((path, path.metadata().map_or(link.file_type(), |metadata| metadata.file_type())))
    });
    match found {
        Some((path, kind)) if !kind.is_dir() => Err(FolderError::NoFolder { path: path.to_owned(), what: what(kind) }),
        _ => Ok(()),
    }
}

/// What a path is that is no folder; a link is only seen where it leads nowhere.
fn what(kind: FileType) -> &'static str {
    if kind.is_file() {
        "a file"
    } else if kind.is_symlink() {
        "a link that leads nowhere"
    } else {
        "a device"
    }
}

/// Checks the folders inside a report folder that a run writes into.
fn room_in(folder: &Path) -> Result<(), FolderError> {
    let own = Own::of(folder);
    let inside = own.paths().filter_map(|path| path.parent()).filter(|path| !path.as_os_str().is_empty());
    let mut inside: Vec<_> = inside.chain(["tables", "plots"].map(Path::new)).collect();
    inside.sort();
    inside.dedup();
    for path in inside.iter().map(|path| folder.join(path)).filter(|path| super::exists(path)) {
        any_folder(&path)?;
        room(&path)?;
    }
    Ok(())
}

/// Checks that entries of a folder can be made and removed, and leaves nothing behind.
///
/// # Errors
/// [`FolderError::Unwritable`].
pub fn room(folder: &Path) -> Result<(), FolderError> {
    let probe = folder.join(journal::ASIDE);
    match fs::create_dir(&probe) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made.and_then(|()| fs::remove_dir(&probe)).map_err(unwritable("write into", folder)),
    }
}
