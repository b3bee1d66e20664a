//! One run at a time: a locked file in the folder, removed with the lock. The lock of a killed run is gone with it.

use super::FolderError;
use super::error::unwritable;
use crate::files::{Inside, NotRegular};
use same_file::Handle;
use std::fs::TryLockError;
use std::io::ErrorKind;

/// The locked file.
pub const NAME: &str = ".hitchart-lock";

/// A folder's lock.
#[derive(Debug)]
pub struct Lock {
    folder: Inside,
    file: Handle,
}

impl Lock {
    /// Locks a folder; none, where its folder or the file went away meanwhile.
    ///
    /// # Errors
    /// [`FolderError::Busy`] where another run has it, [`FolderError::Taken`] where there is something else than a file by
    /// its name, and folders that cannot be written into.
    pub fn of(folder: &Inside) -> Result<Option<Lock>, FolderError> {
        let path = folder.path();
        let file = match folder.open_or_make(NAME) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) if NotRegular::is(&error) => return Err(FolderError::Taken(folder.shown(NAME))),
            file => file.map_err(unwritable("write into", path))?,
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::Busy(path.to_owned())),
            Err(TryLockError::Error(cause)) => return Err(unwritable("lock", path)(cause)),
        }
        let (file, own) = (Handle::from_file(file), folder.again());
        let lock =
            Lock { file: file.map_err(unwritable("lock", path))?, folder: own.map_err(unwritable("lock", path))? };
        Ok(lock.holds(folder).then_some(lock))
    }

    /// Whether it is still the file of its name in the folder; one that was removed keeps nobody out.
    pub fn holds(&self, folder: &Inside) -> bool {
        folder.open_file(NAME).and_then(Handle::from_file).is_ok_and(|found| found == self.file)
    }
}

impl Drop for Lock {
    /// Removes the file while it is locked: whoever opened it before finds that it does not hold.
    fn drop(&mut self) {
        if self.holds(&self.folder) {
            let _ = self.folder.remove(NAME);
        }
    }
}
