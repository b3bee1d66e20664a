//! A file of a tuned policy, which is never written over anything else.

use super::folder::{FolderError, io, unwritable};
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// First words of every file of tactics that the program writes; a file without them is not overwritten.
const OWN: &str = "# Tactics by `hitchart ";

/// The heading of a file of tactics by a verb of the program.
pub fn heading(verb: &str) -> String {
    format!("{OWN}{verb}`")
}

/// Checks that a file of tuned tactics could be written, before hours are spent on it.
///
/// # Errors
/// Paths at which there is something else, and folders that cannot be written into.
pub fn check_file(out: &Path) -> Result<(), FolderError> {
    draft(&place_of(out)?).map_err(unwritable("write into", folder_of(out)))?;
    Ok(())
}

/// Writes such a file: aside, then renamed.
///
/// # Errors
/// As for [`check_file`], and failed file operations; an earlier file is then as it was.
pub fn write_file(out: &Path, text: &str) -> Result<(), FolderError> {
    let place = place_of(out)?;
    let mut draft = draft(&place).map_err(io("write into", folder_of(out)))?;
    let written = draft.write_all(text.as_bytes()).and_then(|()| draft.as_file().sync_all());
    written.map_err(io("write", out))?;
    draft.persist(&place).map_err(|error| io("replace", out)(error.error))?;
    Ok(())
}

/// Where the file is to be: behind links, and where it does not exist yet, at the path itself.
fn place_of(out: &Path) -> Result<PathBuf, FolderError> {
    let foreign = || FolderError::ForeignFile(out.to_owned());
    match out.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            out.file_name().map(|_| out.to_owned()).ok_or_else(foreign)
        }
        Err(error) => Err(unwritable("write", out)(error)),
        Ok(_) if is_own(out) => fs::canonicalize(out).map_err(unwritable("write", out)),
        Ok(_) => Err(foreign()),
    }
}

/// Whether there is a file of tuned tactics. Only files are read: a pipe would never end.
fn is_own(out: &Path) -> bool {
    let mut begins = Vec::new();
    let mut read = || File::open(out)?.take(OWN.len() as u64).read_to_end(&mut begins);
    out.is_file() && read().is_ok() && begins == OWN.as_bytes()
}

/// A file beside the place, gone when it is dropped.
fn draft(place: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".hitchart-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(place))
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
