//! What a folder must be before anything is done for it.

use super::error::unwritable;
use super::own::{COUNTS, Own, is_report};
use super::{COUNTS_SO_FAR, FolderError, SHARD, journal, lock};
use hitchart_config::files::{Inside, Kind};
use std::fs::FileType;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What a folder must be, by its name and, where there is one, itself.
pub type Rule = fn(&Path, Option<&Inside>) -> Result<(), FolderError>;

/// Names that a run hides in its folder.
const HIDDEN: [&str; 3] = [lock::NAME, journal::ASIDE, COUNTS_SO_FAR];

/// Checks a path by a rule, before anything is made there.
///
/// # Errors
/// What the rule says, and paths at which no folder can be.
pub fn at(folder: &Path, rule: Rule) -> Result<(), FolderError> {
    can_be(folder)?;
    let found = folder.is_dir().then(|| Inside::open(folder).map_err(unwritable("read", folder))).transpose()?;
    rule(folder, found.as_ref())
}

/// The folder does not exist, is empty, or holds an earlier report whose folders can be written into.
///
/// # Errors
/// [`FolderError::Foreign`], and folders that cannot be looked into or written.
pub fn free_or_report(named: &Path, found: Option<&Inside>) -> Result<(), FolderError> {
    let Some(folder) = found else { return Ok(()) };
    if holds_nothing(named, folder)? {
        return Ok(());
    }
    if !is_report(folder) {
        return Err(FolderError::Foreign(named.to_owned()));
    }
    room_in(named, folder)
}

/// The folder does not exist, is empty, or holds a shard.
///
/// # Errors
/// [`FolderError::Foreign`], and folders that cannot be looked into.
pub fn free_or_shard(named: &Path, found: Option<&Inside>) -> Result<(), FolderError> {
    match found {
        Some(folder) if !folder.has_file(SHARD) && !holds_nothing(named, folder)? => {
            Err(FolderError::Foreign(named.to_owned()))
        }
        _ => Ok(()),
    }
}

/// Whether there is nothing in a folder but what runs hide there.
fn holds_nothing(named: &Path, folder: &Inside) -> Result<bool, FolderError> {
    let entries = folder.entries().map_err(unwritable("read", named))?;
    Ok(entries.iter().all(|name| HIDDEN.iter().any(|hidden| name == hidden)))
}

/// The folder does not exist, is empty, or holds a shard or a report.
///
/// # Errors
/// As those of [`free_or_shard`] and [`free_or_report`].
pub fn free_or_report_or_shard(named: &Path, found: Option<&Inside>) -> Result<(), FolderError> {
    free_or_shard(named, found).or_else(|_| free_or_report(named, found))
}

/// The folder holds the counts of a report, and its folders can be written into.
///
/// # Errors
/// [`FolderError::NotSaved`], and folders that cannot be written.
pub fn saved(named: &Path, found: Option<&Inside>) -> Result<(), FolderError> {
    match found.filter(|folder| folder.has_file(COUNTS)) {
        Some(folder) => room_in(named, folder),
        None => Err(FolderError::NotSaved { dir: named.to_owned(), missing: COUNTS.to_owned() }),
    }
}

/// The folder exists, whatever it holds, or there is nothing yet.
///
/// # Errors
/// None.
pub fn any_folder(_: &Path, _: Option<&Inside>) -> Result<(), FolderError> {
    Ok(())
}

/// Checks that there is a folder at a path, or that one can be made.
///
/// # Errors
/// Paths at which, or on the way to which, there is something else than a folder.
fn can_be(folder: &Path) -> Result<(), FolderError> {
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
        "a link to a missing file"
    } else {
        "a device"
    }
}

/// Checks the folders inside a report folder that a run writes into.
fn room_in(named: &Path, folder: &Inside) -> Result<(), FolderError> {
    let own = Own::of(folder);
    let inside = own.paths().filter_map(|path| path.parent()).flat_map(Path::ancestors);
    let mut inside: Vec<_> = inside.chain(["tables", "plots"].map(Path::new)).collect();
    inside.retain(|path| !path.as_os_str().is_empty());
    inside.sort();
    inside.dedup();
    for path in inside {
        let what = match folder.kind(path) {
            Some(Kind::Folder) => {
                room(named, folder, path)?;
                continue;
            }
            None => continue,
            Some(Kind::File) => "a file",
            Some(Kind::Link) => "a link, which is not followed",
            Some(Kind::Device) => "a device",
        };
        return Err(FolderError::NoFolder { path: named.join(path), what });
    }
    Ok(())
}

/// Checks that entries of a folder can be made and removed, and leaves nothing behind.
fn room(named: &Path, folder: &Inside, inner: &Path) -> Result<(), FolderError> {
    let probe = inner.join(journal::ASIDE);
    match folder.make_folder(&probe) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made.and_then(|()| folder.remove_folder(&probe)).map_err(unwritable("write into", &named.join(inner))),
    }
}
