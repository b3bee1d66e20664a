//! A folder that one run has for itself, from before anything is simulated until all is written.

use super::check::{self, Rule};
use super::error::unwritable;
use super::lock::Lock;
use super::own::{self, Own};
use super::{COUNTS_SO_FAR, Files, FolderError, journal, lock, swap};
use hitchart_config::files::{Inside, Kind};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Attempts to lock a folder that others make and remove at the same time.
const ATTEMPTS: usize = 100;

/// A folder, locked. Dropped, it leaves nothing behind: neither the lock nor folders that hold nothing.
#[derive(Debug)]
pub struct Claim {
    /// As the user named it.
    named: PathBuf,
    rule: Rule,
    /// With links resolved, so that it stays the same folder.
    folder: PathBuf,
    inside: Inside,
    // In this order: the lock goes before the folders it is in.
    lock: Lock,
    _made: Made,
}

/// Folders that were made, outermost first.
#[derive(Debug, Default)]
struct Made(Vec<PathBuf>);

impl Drop for Made {
    fn drop(&mut self) {
        // What holds something stays, and so do the folders around it.
        let _ = self.0.iter().rev().try_for_each(fs::remove_dir);
    }
}

impl Claim {
    /// Takes a folder that satisfies a rule, made if there is none, and undoes what a killed run left half done.
    ///
    /// # Errors
    /// What the rule says, folders that cannot be made or written into, and [`FolderError::Busy`].
    pub fn take(named: &Path, rule: Rule) -> Result<Claim, FolderError> {
        // Half replaced, or being written by another run, a folder may not look like what it is.
        let marked = [lock::NAME, journal::ASIDE].iter().any(|name| named.join(name).symlink_metadata().is_ok());
        check::at(named, if marked { check::any_folder } else { rule })?;
        let mut made = Made::default();
        for _ in 0..ATTEMPTS {
            make(named, &mut made)?;
            let Ok(folder) = fs::canonicalize(named) else { continue };
            let inside = match Inside::open(&folder) {
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

    /// The folder.
    pub fn inside(&self) -> &Inside {
        &self.inside
    }

    /// Puts files into the folder, over what is there by their names.
    ///
    /// # Errors
    /// Failed file operations and interruption; every earlier file is then as it was.
    pub fn put(self, files: &Files, stop: &AtomicBool) -> Result<(), FolderError> {
        let claim = self.still()?;
        swap::swap(&claim.inside, files, &[], stop)
    }

    /// Replaces the report in the folder: its own entries by name, and nothing else.
    ///
    /// # Errors
    /// As for [`Claim::put`], and [`FolderError::Taken`] for names that a user's own entries have.
    pub fn replace_report(self, mut files: Vec<(PathBuf, Vec<u8>)>, stop: &AtomicBool) -> Result<(), FolderError> {
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

    /// The claim itself, or a new one where the folder went away meanwhile.
    fn still(self) -> Result<Claim, FolderError> {
        if Inside::open(&self.folder).is_ok_and(|now| self.lock.holds(&now)) {
            return Ok(self);
        }
        let (folder, rule) = (self.folder.clone(), self.rule);
        drop(self);
        Claim::take(&folder, rule)
    }
}

/// Checks that under the names of what runs hide there is nothing of another kind, such as a link.
fn hidden_are_own(claim: &Claim) -> Result<(), FolderError> {
    let of_kind = [(journal::ASIDE, Kind::Folder), (COUNTS_SO_FAR, Kind::File)];
    let foreign = |(name, kind): &(&str, Kind)| claim.inside.kind(name).is_some_and(|found| found != *kind);
    of_kind
        .iter()
        .find(|found| foreign(found))
        .map_or(Ok(()), |(name, _)| Err(FolderError::Taken(claim.named.join(name))))
}

/// A message names a folder as the user did.
fn as_named(error: FolderError, named: &Path) -> FolderError {
    match error {
        FolderError::Busy(_) => FolderError::Busy(named.to_owned()),
        FolderError::Taken(_) => FolderError::Taken(named.join(lock::NAME)),
        FolderError::Unwritable { doing, cause, .. } => unwritable(doing, named)(cause),
        other => other,
    }
}

/// Makes a folder with those around it, and remembers which were made.
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
