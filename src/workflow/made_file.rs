//! A file of a tuned policy, of a network, of a baseline or of results of bids, which is never written over anything else.

use super::folder::{FolderError, io, unwritable};
use crate::files::begins;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A sort of files: its first words, without which a file is not overwritten, and what it holds.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    pub heading: &'static str,
    pub what: &'static str,
}

/// What `tune` writes.
pub const TACTICS: Made = Made { heading: "# Tactics by `hitchart tune`", what: "tuned tactics" };
/// What `exploit` writes.
pub const RESPONSE: Made = Made { heading: "# Tactics by `hitchart exploit`", what: "an answer to a policy" };
/// What `learn` writes.
pub const NETWORK: Made = Made { heading: "# Network by `hitchart learn`", what: "a learned network" };
/// What `ra bid` writes.
pub const BIDS: Made = Made { heading: "{\n  \"made\": {\n    \"version\": \"", what: "results of bids" };
/// What `baseline` writes.
pub const BASELINE: Made = Made { heading: "{\n  \"format\": \"hitchart baseline\",", what: "a baseline" };

/// Checks that such a file could be written, before hours are spent on it.
///
/// # Errors
/// Paths at which there is something else, and folders that cannot be written into.
pub fn check_file(made: Made, out: &Path) -> Result<(), FolderError> {
    draft(&place_of(made, out)?).map_err(unwritable("write into", folder_of(out)))?;
    Ok(())
}

/// Writes such a file: aside, then renamed.
///
/// # Errors
/// As for [`check_file`], and failed file operations; an earlier file is then as it was.
pub fn write_file(made: Made, out: &Path, text: &str) -> Result<(), FolderError> {
    let place = place_of(made, out)?;
    let mut draft = draft(&place).map_err(io("write into", folder_of(out)))?;
    let written = draft.write_all(text.as_bytes()).and_then(|()| draft.as_file().sync_all());
    written.map_err(io("write", out))?;
    draft.persist(&place).map_err(|error| io("replace", out)(error.error))?;
    Ok(())
}

/// Where the file is to be: behind links, and where it does not exist yet, at the path itself.
fn place_of(made: Made, out: &Path) -> Result<PathBuf, FolderError> {
    let foreign = || FolderError::ForeignFile(out.to_owned(), made.what);
    match out.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            out.file_name().map(|_| out.to_owned()).ok_or_else(foreign)
        }
        Err(error) => Err(unwritable("write", out)(error)),
        Ok(_) if is_own(made, out) => fs::canonicalize(out).map_err(unwritable("write", out)),
        Ok(_) => Err(foreign()),
    }
}

/// Whether there is such a file. Devices and pipes are none.
fn is_own(made: Made, out: &Path) -> bool {
    begins(out, made.heading.len() as u64).is_ok_and(|begins| begins == made.heading.as_bytes())
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
