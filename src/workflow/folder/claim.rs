//! A folder that is reserved for one run, from before the simulation until everything is written, and the conditions on
//! such a folder.

use super::super::folder;
use super::swap::{COUNTS, Own, is_report};
use super::{COUNTS_SO_FAR, Files, FolderError, Lock, SHARD, journal, swap, unwritable};
use hitchart_config::files::{EntryKind, OpenFolder};
use std::path::{Path, PathBuf};
use std::{fs, fs::FileType, io::ErrorKind, sync::atomic::AtomicBool};

// The reserved folder.

/// Number of attempts to lock a folder that others create and remove at the same time.
const ATTEMPTS: usize = 100;

/// A locked folder. When dropped, it leaves no lock and no empty folders behind.
#[derive(Debug)]
pub(crate) struct Claim {
    /// Path as named by the user.
    named: PathBuf,
    rule: Rule,
    /// Path with links resolved, so that it stays the same folder.
    folder: PathBuf,
    inside: OpenFolder,
    // Drop order: the lock is released before the folders that contain it are removed.
    lock: Lock,
    _made: Made,
}

/// Created folders, outermost first.
#[derive(Debug, Default)]
struct Made(Vec<PathBuf>);

impl Drop for Made {
    fn drop(&mut self) {
        // A folder that is not empty stays, and so do the folders around it.
        let _ = self.0.iter().rev().try_for_each(fs::remove_dir);
    }
}

impl Claim {
    /// Claims a folder that satisfies a rule, creates it if it is missing, and undoes an unfinished replacement of a
    /// killed run.
    ///
    /// # Errors
    /// Fails if the rule rejects the folder or it cannot be created or written, and with [`FolderError::Busy`].
    pub(crate) fn take(named: &Path, rule: Rule) -> Result<Claim, FolderError> {
        // During a replacement, or while another run writes, a folder may not satisfy its rule.
        let marked = [folder::NAME, journal::ASIDE].iter().any(|name| named.join(name).symlink_metadata().is_ok());
        at(named, if marked { any_folder } else { rule })?;
        let mut made = Made::default();
        for _ in 0..ATTEMPTS {
            make(named, &mut made)?;
            let Ok(folder) = fs::canonicalize(named) else { continue };
            let inside = match OpenFolder::open(&folder) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                inside => inside.map_err(unwritable("read", named))?,
            };
            let Some(lock) = Lock::of(&inside).map_err(|error| as_named(error, named))? else { continue };
            let claim = Claim { named: named.to_owned(), rule, folder, inside, lock, _made: made };
            hidden_are_own(&claim)?;
            journal::recover(&claim.inside)?;
            rule(named, Some(&claim.inside))?;
            return Ok(claim);
        }
        Err(unwritable("lock", named)(ErrorKind::NotFound.into()))
    }

    /// Returns the folder.
    pub(crate) fn inside(&self) -> &OpenFolder {
        &self.inside
    }

    /// Puts files into the folder, and replaces files of the same names.
    ///
    /// # Errors
    /// Fails on failed file operations and interruption; every earlier file is then unchanged.
    pub(crate) fn put(self, files: &Files, stop: &AtomicBool) -> Result<(), FolderError> {
        let claim = self.still()?;
        swap::swap(&claim.inside, files, &[], stop)
    }

    /// Replaces the report in the folder: the program's own entries by name, and nothing else.
    ///
    /// # Errors
    /// As for [`Claim::put`], and [`FolderError::Taken`] if a user's entry has one of the names.
    pub(crate) fn replace_report(
        self,
        mut files: Vec<(PathBuf, Vec<u8>)>,
        stop: &AtomicBool,
    ) -> Result<(), FolderError> {
        let claim = self.still()?;
        files.push(swap::listing(&files));
        let own = Own::of(&claim.inside);
        let in_the_way = |path: &&PathBuf| claim.inside.has(path) && !own.is_own(&claim.inside, path);
        if let Some(path) = files.iter().map(|(path, _)| path).find(in_the_way) {
            return Err(FolderError::Taken(claim.named.join(path)));
        }
        let stale = own.stale(&claim.inside, files.iter().map(|(path, _)| path.as_path()));
        swap::swap(&claim.inside, &files, &stale, stop)
    }

    /// Returns the claim itself, or a new one if the folder was removed meanwhile.
    fn still(self) -> Result<Claim, FolderError> {
        if OpenFolder::open(&self.folder).is_ok_and(|now| self.lock.holds(&now)) {
            return Ok(self);
        }
        let (folder, rule) = (self.folder.clone(), self.rule);
        drop(self);
        Claim::take(&folder, rule)
    }
}

/// Checks that the names of hidden entries are not taken by another kind of entry, such as a link.
fn hidden_are_own(claim: &Claim) -> Result<(), FolderError> {
    let of_kind = [(journal::ASIDE, EntryKind::Folder), (COUNTS_SO_FAR, EntryKind::File)];
    let foreign = |(name, kind): &(&str, EntryKind)| claim.inside.kind(name).is_some_and(|found| found != *kind);
    of_kind
        .iter()
        .find(|found| foreign(found))
        .map_or(Ok(()), |(name, _)| Err(FolderError::Taken(claim.named.join(name))))
}

/// Replaces the folder in a message by the user's name for it.
fn as_named(error: FolderError, named: &Path) -> FolderError {
    match error {
        FolderError::Busy(_) => FolderError::Busy(named.to_owned()),
        FolderError::Taken(_) => FolderError::Taken(named.join(folder::NAME)),
        FolderError::Unwritable { doing, cause, .. } => unwritable(doing, named)(cause),
        other => other,
    }
}

/// Creates a folder and its missing parents, and records which were created.
fn make(folder: &Path, made: &mut Made) -> Result<(), FolderError> {
    let missing: Vec<&Path> =
        folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).collect();
    for path in missing.into_iter().rev() {
        match fs::create_dir(path) {
            Ok(()) => made.0.push(path.to_owned()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(cause) => return Err(unwritable("create folder", path)(cause)),
        }
    }
    Ok(())
}

// Conditions on a folder, checked before any work.

/// A condition on a folder, by its name and the open folder, if it exists.
pub(crate) type Rule = fn(&Path, Option<&OpenFolder>) -> Result<(), FolderError>;

/// Names of hidden entries of a run.
const HIDDEN: [&str; 3] = [folder::NAME, journal::ASIDE, COUNTS_SO_FAR];

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
/// [`FolderError::Report`], [`FolderError::Foreign`], and folders that cannot be read.
pub(crate) fn free_or_shard(named: &Path, found: Option<&OpenFolder>) -> Result<(), FolderError> {
    match found {
        Some(folder) if !folder.has_file(SHARD) && !holds_nothing(named, folder)? => {
            let name = named.to_owned();
            Err(if is_report(folder) { FolderError::Report(name) } else { FolderError::Foreign(name) })
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
