//! A folder opened by handle, and the files in it by paths of plain names.

use super::disk::up_to;
use super::{NotRegular, stays_inside};
use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType, OpenOptions};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A folder that was opened once. All paths are within it, and no link in it is followed.
///
/// Every operation walks from the handle of the folder to that of the file's parent, one name at a time, and rejects
/// links on the way. The path of the folder itself, which the user has named, may be a link.
#[derive(Debug)]
pub struct OpenFolder {
    dir: Dir,
    path: PathBuf,
}

/// The kind of an entry; a link counts as itself, not as its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A device, a pipe or a socket.
    Device,
}

impl EntryKind {
    fn of(found: FileType) -> EntryKind {
        if found.is_file() {
            EntryKind::File
        } else if found.is_dir() {
            EntryKind::Folder
        } else if found.is_symlink() {
            EntryKind::Link
        } else {
            EntryKind::Device
        }
    }
}

impl OpenFolder {
    /// Opens a folder.
    ///
    /// # Errors
    /// Fails if the path is not a folder, or the folder cannot be opened.
    pub fn open(path: &Path) -> io::Result<OpenFolder> {
        Ok(OpenFolder { dir: Dir::open_ambient_dir(path, ambient_authority())?, path: path.to_owned() })
    }

    /// Returns a second handle of the same folder.
    ///
    /// # Errors
    /// Too many open files.
    pub fn again(&self) -> io::Result<OpenFolder> {
        Ok(OpenFolder { dir: self.dir.try_clone()?, path: self.path.clone() })
    }

    /// Returns the path with which the folder was opened, for messages only.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of an entry, for messages only.
    pub fn shown(&self, path: impl AsRef<Path>) -> PathBuf {
        self.path.join(path)
    }

    /// Returns the kind of an entry; `None` if there is none or its folder cannot be reached.
    pub fn kind(&self, path: impl AsRef<Path>) -> Option<EntryKind> {
        let (dir, name) = self.parent(path.as_ref()).ok()?;
        dir.symlink_metadata(name).ok().map(|found| EntryKind::of(found.file_type()))
    }

    /// Returns true if there is an entry, even a link without a target.
    pub fn has(&self, path: impl AsRef<Path>) -> bool {
        self.kind(path).is_some()
    }

    /// Returns true if there is a regular file.
    pub fn has_file(&self, path: impl AsRef<Path>) -> bool {
        self.kind(path) == Some(EntryKind::File)
    }

    /// Reads a regular file of at most `most` bytes.
    ///
    /// # Errors
    /// Links, devices, pipes and folders ([`NotRegular`]), longer files, and errors of the system.
    pub fn read(&self, path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
        up_to(self.regular(path.as_ref(), OpenOptions::new().read(true))?, most)
    }

    /// Opens a regular file for reading and writing, such as the lock of the folder, and creates it if it is missing.
    ///
    /// # Errors
    /// As for [`OpenFolder::read`].
    pub fn open_or_make(&self, path: impl AsRef<Path>) -> io::Result<File> {
        self.regular(path.as_ref(), OpenOptions::new().create(true).truncate(false).read(true).write(true))
    }

    /// Opens an existing regular file.
    ///
    /// # Errors
    /// As for [`OpenFolder::read`].
    pub fn open_file(&self, path: impl AsRef<Path>) -> io::Result<File> {
        self.regular(path.as_ref(), OpenOptions::new().read(true))
    }

    /// Creates a new file with this content, and waits until it is on the disk.
    ///
    /// # Errors
    /// Names that are taken, and errors of the system.
    pub fn write_new(&self, path: impl AsRef<Path>, content: &[u8]) -> io::Result<()> {
        let mut file = self.make(path)?;
        file.write_all(content)?;
        file.sync_all()
    }

    /// Creates a new file.
    ///
    /// # Errors
    /// Names that are taken, and errors of the system.
    pub fn make(&self, path: impl AsRef<Path>) -> io::Result<File> {
        self.regular(path.as_ref(), OpenOptions::new().create_new(true).write(true))
    }

    /// Creates a folder.
    ///
    /// # Errors
    /// Names that are taken, and errors of the system.
    pub fn make_folder(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let (dir, name) = self.parent(path.as_ref())?;
        dir.create_dir(name)
    }

    /// Creates a folder and its missing parents.
    ///
    /// # Errors
    /// Links and files with the name of a folder, and errors of the system.
    pub fn make_folders(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let mut dir = self.dir.try_clone()?;
        for name in names(path.as_ref())? {
            match dir.create_dir(name) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
                _ => dir = step(&dir, name)?,
            }
        }
        Ok(())
    }

    /// Renames an entry, and replaces an entry of the new name.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn rename(&self, from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
        let ((from, name), (to, new)) = (self.parent(from.as_ref())?, self.parent(to.as_ref())?);
        from.rename(name, &to, new)
    }

    /// Creates a hard link to an entry; a link is not followed. Copies the file if linking fails.
    ///
    /// # Errors
    /// Names that are taken, and errors of the system.
    pub fn link_or_copy(&self, from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
        let (from, to) = (from.as_ref(), to.as_ref());
        let ((old, name), (new, second)) = (self.parent(from)?, self.parent(to)?);
        match old.hard_link(name, &new, second) {
            // An existing file is never overwritten: it may be another name of the same file.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            Ok(()) => Ok(()),
            Err(_) => {
                let mut copy = self.make(to)?;
                io::copy(&mut self.open_file(from)?, &mut copy)?;
                copy.sync_all()
            }
        }
    }

    /// Removes an entry that is not a folder; a link is removed itself.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn remove(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let (dir, name) = self.parent(path.as_ref())?;
        dir.remove_file_or_symlink(name)
    }

    /// Removes an empty folder.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn remove_folder(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let (dir, name) = self.parent(path.as_ref())?;
        dir.remove_dir(name)
    }

    /// Removes a folder with its content; links in it are removed, not followed. If the entry itself is a link, the
    /// link is removed.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn remove_all(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let (dir, name) = self.parent(path.as_ref())?;
        match dir.symlink_metadata(name)?.is_dir() {
            true => dir.remove_dir_all(name),
            false => dir.remove_file_or_symlink(name),
        }
    }

    /// Returns the names of the entries.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn entries(&self) -> io::Result<Vec<OsString>> {
        self.dir.entries()?.map(|entry| Ok(entry?.file_name())).collect()
    }

    /// Opens a regular file and nothing else. A pipe is opened without waiting for its other end, and then rejected.
    fn regular(&self, path: &Path, options: &mut OpenOptions) -> io::Result<File> {
        let (dir, name) = self.parent(path)?;
        let file = dir.open_with(name, options.follow(FollowSymlinks::No).nonblock(true)).map_err(|error| {
            // Each system has its own codes for a link that is not followed, and for a pipe without a reader.
            let found = dir.symlink_metadata(name).map(|found| EntryKind::of(found.file_type()));
            match found {
                Ok(EntryKind::File) | Err(_) => error,
                Ok(_) => NotRegular.into(),
            }
        })?;
        match file.metadata()?.is_file() {
            true => Ok(file.into_std()),
            false => Err(NotRegular.into()),
        }
    }

    /// Returns the folder that contains an entry, and the entry's name.
    fn parent<'a>(&self, path: &'a Path) -> io::Result<(Dir, &'a OsStr)> {
        let mut names = names(path)?;
        let last = names.pop().ok_or(ErrorKind::InvalidInput)?;
        let dir = names.into_iter().try_fold(self.dir.try_clone()?, |dir, name| step(&dir, name))?;
        Ok((dir, last))
    }
}

/// Opens a subfolder; a link is rejected.
fn step(dir: &Dir, name: &OsStr) -> io::Result<Dir> {
    dir.open_dir_nofollow(name)
}

/// Returns the names in a path.
fn names(path: &Path) -> io::Result<Vec<&OsStr>> {
    match stays_inside(path) {
        true => Ok(path.iter().collect()),
        false => Err(io::Error::new(ErrorKind::InvalidInput, "the path leaves its folder")),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    /// Creates a folder `in` and a folder `out`, with links to files and folders from `in` to `out`.
    fn desk() -> (tempfile::TempDir, OpenFolder) {
        let desk = tempfile::tempdir().unwrap();
        for folder in ["in", "out"] {
            fs::create_dir(desk.path().join(folder)).unwrap();
        }
        fs::write(desk.path().join("out/known"), "known").unwrap();
        fs::write(desk.path().join("in/own"), "own").unwrap();
        symlink("../out", desk.path().join("in/folder")).unwrap();
        symlink("../out/known", desk.path().join("in/file")).unwrap();
        symlink("../out/new", desk.path().join("in/nowhere")).unwrap();
        let inside = OpenFolder::open(&desk.path().join("in")).unwrap();
        (desk, inside)
    }

    #[test]
    fn no_operation_follows_a_link() {
        let (desk, inside) = desk();
        for path in ["folder/known", "file", "nowhere", "../out/known", "/etc/passwd", "folder/../own", ""] {
            assert!(inside.read(path, 100).is_err(), "{path}");
            assert!(inside.open_or_make(path).is_err(), "{path}");
            assert!(inside.make(path).is_err(), "{path}");
        }
        for path in ["folder/known", "folder/new", "../out/known"] {
            assert!(inside.remove(path).is_err() && inside.remove_all(path).is_err(), "{path}");
            assert!(inside.rename("own", path).is_err() && inside.rename(path, "mine").is_err(), "{path}");
            assert!(inside.link_or_copy("own", path).is_err() && inside.make_folder(path).is_err(), "{path}");
            assert!(inside.make_folders(format!("{path}/in")).is_err(), "{path}");
            assert!(!inside.has(path), "{path}");
        }
        inside.remove_all("folder").unwrap();
        inside.remove("file").unwrap();
        let left: Vec<_> =
            fs::read_dir(desk.path().join("out")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["known"]);
        assert_eq!(inside.read("own", 3).unwrap(), b"own");
    }

    /// The opened folder remains the one that is written, even if its path later leads elsewhere.
    #[test]
    fn a_folder_that_is_swapped_for_a_link_is_not_left() {
        let (desk, inside) = desk();
        fs::rename(desk.path().join("in"), desk.path().join("moved")).unwrap();
        symlink("out", desk.path().join("in")).unwrap();
        inside.write_new("late", b"late").unwrap();
        assert!(desk.path().join("moved/late").exists() && !desk.path().join("out/late").exists());
    }

    #[test]
    fn a_folder_with_links_is_removed_without_what_they_lead_to() {
        let (desk, inside) = desk();
        inside.make_folders("a/b").unwrap();
        symlink("../../../out", desk.path().join("in/a/b/link")).unwrap();
        inside.remove_all("a").unwrap();
        assert!(!inside.has("a") && desk.path().join("out/known").exists());
    }
}
