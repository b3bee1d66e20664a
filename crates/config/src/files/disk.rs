//! Files on the disk: bounded reads of regular files, and files that are replaced atomically.

use super::{NotRegular, folder_of, hexadecimal};
use cap_fs_ext::OpenOptionsSyncExt;
use cap_std::{ambient_authority, fs::OpenOptions};
use sha2::{Digest, Sha256};
use std::io::{self, ErrorKind, Read, Write};
use std::{fs::File, path::Path, sync::OnceLock};
use tempfile::NamedTempFile;

// Bounded reads of regular files.

/// Reads a file named by a user, of at most `most` bytes. Links are followed. A pipe is read only if this program
/// already has it open, as `/dev/stdin` or `/dev/fd/63`; a named pipe, a device and a folder are rejected.
///
/// # Errors
/// [`NotRegular`], longer files, and errors of the system.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    up_to(open(path)?, most)
}

/// Returns the first `most` bytes of a regular file, or fewer if it is shorter.
///
/// # Errors
/// [`NotRegular`], and errors of the system.
pub fn begins(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    open(path)?.take(most).read_to_end(&mut text)?;
    Ok(text)
}

/// Returns the SHA-256 of a regular file in hexadecimal. Links are followed.
///
/// # Errors
/// [`NotRegular`], and errors of the system.
pub fn hash(path: &Path) -> io::Result<String> {
    let mut file = open(path)?;
    // An open pipe is not read: its reader is another.
    if !file.metadata()?.is_file() {
        return Err(NotRegular.into());
    }
    let (mut hash, mut part) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut part)? {
            0 => return Ok(hexadecimal(&hash.finalize())),
            read => hash.update(&part[..read]),
        }
    }
}

/// Returns all of standard input, of at most `most` bytes. It is read once; later calls return the same bytes.
///
/// # Errors
/// A longer input, and errors of the system.
pub fn standard_input(most: u64) -> io::Result<&'static [u8]> {
    static BYTES: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();
    let read = || {
        let mut bytes = Vec::new();
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes).map_err(|cause| cause.to_string())?;
        if bytes.len() as u64 > most { Err(too_long(most).to_string()) } else { Ok(bytes) }
    };
    BYTES.get_or_init(read).as_deref().map_err(|cause| io::Error::other(cause.clone()))
}

fn too_long(most: u64) -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, format!("it has more than {most} bytes"))
}

fn open(path: &Path) -> io::Result<File> {
    let is_own_pipe = is_open(path);
    let mut options = OpenOptions::new();
    // Without this option, opening a pipe without a writer would block.
    options.read(true).nonblock(!is_own_pipe);
    let file = cap_std::fs::File::open_ambient_with(path, &options, ambient_authority())?.into_std();
    let found = file.metadata()?;
    match found.is_file() || (is_own_pipe && is_pipe(&found)) {
        true => Ok(file),
        false => Err(NotRegular.into()),
    }
}

/// Returns true for paths of files that this program has open.
fn is_open(path: &Path) -> bool {
    let within = |folder: &str| path.parent() == Some(Path::new(folder)) && path.file_name().is_some();
    path == Path::new("/dev/stdin") || ["/dev/fd", "/proc/self/fd"].into_iter().any(within)
}

#[cfg(unix)]
fn is_pipe(found: &std::fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&found.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &std::fs::Metadata) -> bool {
    false
}

/// Reads all bytes, if there are at most `most`.
pub(super) fn up_to(file: File, most: u64) -> io::Result<Vec<u8>> {
    let known = file.metadata()?.len();
    if known > most {
        return Err(too_long(most));
    }
    let mut text = Vec::with_capacity(known as usize);
    file.take(most + 1).read_to_end(&mut text)?;
    if text.len() as u64 > most { Err(too_long(most)) } else { Ok(text) }
}

// Files that are written aside and then renamed, so that a reader finds either the complete earlier file or the
// complete new one.

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
    let folder = folder_of(place);
    // The error would name the hidden file.
    builder.tempfile_in(folder).map_err(|error| folder.metadata().err().unwrap_or_else(|| error.kind().into()))
}

/// Checks that [`replace`] can write a file now. A path that exists and is no regular file, such as a device, is not
/// checked.
///
/// # Errors
/// Fails if no file can be created in the folder.
pub fn check_replaceable(path: &Path) -> io::Result<()> {
    if path.exists() && !path.is_file() { Ok(()) } else { draft(path).map(drop) }
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
    fn a_read_ends_at_its_bound_and_refuses_what_is_no_file() {
        let desk = tempfile::tempdir().unwrap();
        let file = desk.path().join("file");
        fs::write(&file, "four").unwrap();
        assert_eq!(read(&file, 4).unwrap(), b"four");
        assert_eq!(begins(&file, 3).unwrap(), b"fou");
        assert_eq!(read(&file, 3).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert!(read(desk.path(), 10).is_err());
        if cfg!(unix) {
            let refused = |path: &str| read(Path::new(path), 10).unwrap_err().to_string();
            assert_eq!(refused("/dev/zero"), NotRegular.to_string());
            assert_eq!(refused("/dev/null"), NotRegular.to_string());
        }
    }

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
