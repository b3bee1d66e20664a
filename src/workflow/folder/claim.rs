//! A folder that is reserved for one run, from before the simulation until everything is written.

use super::check::{self, Rule};
use super::error::unwritable;
use super::lock::Lock;
use super::own::{self, Own};
use super::{COUNTS_SO_FAR, Files, FolderError, journal, lock, swap};
use hitchart_config::files::{EntryKind, OpenFolder};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

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
        let marked = [lock::NAME, journal::ASIDE].iter().any(|name| named.join(name).symlink_metadata().is_ok());
        check::at(named, if marked { check::any_folder } else { rule })?;
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
        files.push(own::listing(&files));
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
        FolderError::Taken(_) => FolderError::Taken(named.join(lock::NAME)),
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
