//! A lock that admits one run at a time: a locked file in the folder, removed with the lock. The lock of a killed run
//! vanishes with the run.

use super::FolderError;
use super::error::unwritable;
use hitchart_config::files::folder_of;
use hitchart_config::files::{NotRegular, OpenFolder};
use same_file::Handle;
use std::fs::TryLockError;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The locked file of a folder.
pub(crate) const NAME: &str = ".hitchart-lock";

/// A lock on a folder, or on one file in it.
#[derive(Debug)]
pub(crate) struct Lock {
    folder: OpenFolder,
    name: PathBuf,
    file: Handle,
}

impl Lock {
    /// Locks a folder; `None` if the folder or the file was removed meanwhile.
    ///
    /// # Errors
    /// [`FolderError::Busy`] if another run holds the lock, and [`FolderError::Taken`] if the name is taken by
    /// something other than a file. Also fails if the folder is not writable.
    pub(crate) fn of(folder: &OpenFolder) -> Result<Option<Lock>, FolderError> {
        Lock::named(folder, NAME.into(), || FolderError::Busy(folder.path().to_owned()))
    }

    /// Locks one file by a locked file next to it; `None` if the locked file was removed meanwhile.
    ///
    /// # Errors
    /// As [`Lock::of`], with [`FolderError::BusyFile`] if another run holds the lock.
    pub(crate) fn of_file(file: &Path) -> Result<Option<Lock>, FolderError> {
        let folder = OpenFolder::open(folder_of(file)).map_err(unwritable("write into", folder_of(file)))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        Lock::named(&folder, format!(".{name}{NAME}").into(), || FolderError::BusyFile(file.to_owned()))
    }

    fn named(
        folder: &OpenFolder,
        name: PathBuf,
        busy: impl FnOnce() -> FolderError,
    ) -> Result<Option<Lock>, FolderError> {
        let path = folder.path();
        let file = match folder.open_or_make(&name) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) if NotRegular::is(&error) => return Err(FolderError::Taken(folder.shown(&name))),
            file => file.map_err(unwritable("write into", path))?,
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(busy()),
            Err(TryLockError::Error(cause)) => return Err(unwritable("lock", path)(cause)),
        }
        let file = Handle::from_file(file).map_err(unwritable("lock", path))?;
        let lock = Lock { file, folder: folder.again().map_err(unwritable("lock", path))?, name };
        Ok(lock.holds(folder).then_some(lock))
    }

    /// Returns true if the locked file is still in the folder under its name. A removed file locks nothing.
    pub(crate) fn holds(&self, folder: &OpenFolder) -> bool {
        folder.open_file(&self.name).and_then(Handle::from_file).is_ok_and(|found| found == self.file)
    }
}

impl Drop for Lock {
    /// Removes the file while it is locked, so that a run that opened it before finds its lock invalid.
    fn drop(&mut self) {
        if self.holds(&self.folder) {
            let _ = self.folder.remove(&self.name);
        }
    }
}
