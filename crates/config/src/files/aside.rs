//! Files that are written aside and then renamed, so that a reader finds either the complete earlier file or the
//! complete new one.

use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Returns the folder of a file.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates an empty file in the folder of another, which is removed when dropped. After a rename it has the permissions
/// of any new file.
///
/// # Errors
/// Fails if no file can be created in the folder.
pub fn draft(place: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".hitchart-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(place))
}

/// Writes a file atomically; an earlier file is replaced.
///
/// # Errors
/// Fails on failed file operations. An earlier file is then unchanged.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = draft(path)?;
    draft.write_all(bytes)?;
    draft.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_replaced_file_has_the_permissions_of_a_new_one() {
        let desk = tempfile::tempdir().unwrap();
        let [replaced, new] = ["replaced", "new"].map(|name| desk.path().join(name));
        replace(&replaced, b"first").unwrap();
        replace(&replaced, b"second").unwrap();
        fs::write(&new, "second").unwrap();
        assert_eq!(fs::read(&replaced).unwrap(), b"second");
        let permissions = [replaced, new].map(|path| fs::metadata(path).unwrap().permissions());
        assert_eq!(permissions[0], permissions[1]);
        assert_eq!(fs::read_dir(desk.path()).unwrap().count(), 2, "nothing is left aside");
    }
}
