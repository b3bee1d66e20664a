//! Conditions on a folder, checked before any work.

use super::error::unwritable;
use super::own::{COUNTS, Own, is_report};
use super::{COUNTS_SO_FAR, FolderError, SHARD, journal, lock};
use hitchart_config::files::{EntryKind, OpenFolder};
use std::fs::FileType;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A condition on a folder, by its name and the open folder, if it exists.
pub(crate) type Rule = fn(&Path, Option<&OpenFolder>) -> Result<(), FolderError>;

/// Names of hidden entries of a run.
const HIDDEN: [&str; 3] = [lock::NAME, journal::ASIDE, COUNTS_SO_FAR];

/// Checks a path against a rule, before anything is created there.
///
/// # Errors
/// Fails if the rule rejects the folder, or if there can be no folder at the path.
pub(crate) fn at(folder: &Path, rule: Rule) -> Result<(), FolderError> {
    can_be(folder)?;
    let found = folder.is_dir().then(|| OpenFolder::open(folder).map_err(unwritable("read", folder))).transpose()?;
    rule(folder, found.as_ref())
}

/// Checks that the folder does not exist, is empty, or contains an earlier report with writable folders.
///
/// # Errors
/// [`FolderError::Foreign`], and folders that cannot be read or written.
pub(crate) fn free_or_report(named: &Path, found: Option<&OpenFolder>) -> Result<(), FolderError> {
    let Some(folder) = found else { return Ok(()) };
    if holds_nothing(named, folder)? {
        return Ok(());
    }
    if !is_report(folder) {
        return Err(FolderError::Foreign(named.to_owned()));
    }
    room_in(named, folder)
}

/// Checks that the folder does not exist, is empty, or contains a shard.
///
/// # Errors
/// [`FolderError::Foreign`], and folders that cannot be read.
pub(crate) fn free_or_shard(named: &Path, found: Option<&OpenFolder>) -> Result<(), FolderError> {
    match found {
        Some(folder) if !folder.has_file(SHARD) && !holds_nothing(named, folder)? => {
            Err(FolderError::Foreign(named.to_owned()))
        }
        _ => Ok(()),
    }
}

/// Returns true if a folder contains only hidden entries of runs.
fn holds_nothing(named: &Path, folder: &OpenFolder) -> Result<bool, FolderError> {
    let entries = folder.entries().map_err(unwritable("read", named))?;
    Ok(entries.iter().all(|name| HIDDEN.iter().any(|hidden| name == hidden)))
}

/// Checks that the folder does not exist, is empty, or contains a shard or a report.
///
/// # Errors
/// As those of [`free_or_shard`] and [`free_or_report`].
pub(crate) fn free_or_report_or_shard(named: &Path, found: Option<&OpenFolder>) -> Result<(), FolderError> {
    free_or_shard(named, found).or_else(|_| free_or_report(named, found))
}

/// Checks that the folder contains the counts of a report, and that its folders are writable.
///
/// # Errors
/// [`FolderError::NotSaved`], and folders that are not writable.
pub(crate) fn saved(named: &Path, found: Option<&OpenFolder>) -> Result<(), FolderError> {
    match found.filter(|folder| folder.has_file(COUNTS)) {
        Some(folder) => room_in(named, folder),
        None => Err(FolderError::NotSaved { dir: named.to_owned(), missing: COUNTS.to_owned() }),
    }
}

/// Accepts any folder, existing or not.
///
/// # Errors
/// Never fails.
pub(crate) fn any_folder(_: &Path, _: Option<&OpenFolder>) -> Result<(), FolderError> {
    Ok(())
}

/// Checks that a path is a folder, or that a folder can be created there.
///
/// # Errors
/// Fails if the path or one of its parents is not a folder.
fn can_be(folder: &Path) -> Result<(), FolderError> {
    if folder.as_os_str().is_empty() {
        return Err(FolderError::Unnamed);
    }
    // Removes a trailing slash, which the path of a file does not have.
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

/// Describes a path that is not a folder. A link occurs here only if its target is missing.
fn what(kind: FileType) -> &'static str {
    if kind.is_file() {
        "a file"
    } else if kind.is_symlink() {
        "a link to a missing file"
    } else {
        "a device"
    }
}

/// Checks the folders inside a report folder that a run writes into.
fn room_in(named: &Path, folder: &OpenFolder) -> Result<(), FolderError> {
    let own = Own::of(folder);
    let inside = own.paths().filter_map(|path| path.parent()).flat_map(Path::ancestors);
    let mut inside: Vec<_> = inside.chain(["tables", "plots"].map(Path::new)).collect();
    inside.retain(|path| !path.as_os_str().is_empty());
    inside.sort();
    inside.dedup();
    for path in inside {
        let what = match folder.kind(path) {
            Some(EntryKind::Folder) => {
                room(named, folder, path)?;
                continue;
            }
            None => continue,
            Some(EntryKind::File) => "a file",
            Some(EntryKind::Link) => "a link, which is not followed",
            Some(EntryKind::Device) => "a device",
        };
        return Err(FolderError::NoFolder { path: named.join(path), what });
    }
    Ok(())
}

/// Checks that entries can be created and removed in a folder, and leaves nothing behind.
fn room(named: &Path, folder: &OpenFolder, inner: &Path) -> Result<(), FolderError> {
    let probe = inner.join(journal::ASIDE);
    match folder.make_folder(&probe) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made.and_then(|()| folder.remove_folder(&probe)).map_err(unwritable("write into", &named.join(inner))),
    }
}
