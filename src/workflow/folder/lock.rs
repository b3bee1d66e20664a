//! One run at a time: a locked file, removed with the lock. The lock of a killed run is gone with it.

use super::FolderError;
use super::error::unwritable;
use same_file::Handle;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The locked file of a folder.
pub const NAME: &str = ".hitchart-lock";

/// A lock on a folder, or on one file.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: Handle,
}

impl Lock {
    /// Locks a folder; none, where its folder or the file went away meanwhile.
    ///
    /// # Errors
    /// [`FolderError::Busy`] where another run has it, and folders that cannot be written into.
    pub fn of(folder: &Path) -> Result<Option<Lock>, FolderError> {
        Lock::at(folder.join(NAME), folder, || FolderError::Busy(folder.to_owned()))
    }

    /// Locks one file by a locked file beside it; `None` if its folder or the locked file went away meanwhile.
    ///
    /// # Errors
    /// [`FolderError::BusyFile`] if another run has it, and folders that cannot be written into.
    pub fn of_file(file: &Path) -> Result<Option<Lock>, FolderError> {
        let folder = super::folder_of(file);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        Lock::at(folder.join(format!(".{name}{NAME}")), folder, || FolderError::BusyFile(file.to_owned()))
    }

    fn at(path: PathBuf, folder: &Path, busy: impl FnOnce() -> FolderError) -> Result<Option<Lock>, FolderError> {
        let file = match File::options().create(true).truncate(false).write(true).read(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            file => file.map_err(unwritable("write into", folder))?,
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(busy()),
            Err(TryLockError::Error(cause)) => return Err(unwritable("lock", folder)(cause)),
        }
        let lock = Lock { file: Handle::from_file(file).map_err(unwritable("lock", folder))?, path };
        Ok(lock.holds().then_some(lock))
    }

    /// Whether it is still the file at its path; one that was removed keeps nobody out.
    pub fn holds(&self) -> bool {
        Handle::from_path(&self.path).is_ok_and(|found| found == self.file)
    }
}

impl Drop for Lock {
    /// Removes the file while it is locked: whoever opened it before finds that it does not hold.
    fn drop(&mut self) {
        if self.holds() {
            let _ = fs::remove_file(&self.path);
        }
    }
}
