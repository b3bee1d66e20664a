//! A file of a tuned policy, which is never written over anything else.

use super::folder::{self, FolderError};
use std::path::Path;

/// First words of every file of tuned tactics; a file without them is not overwritten.
pub const HEADING: &str = "# Tactics by `hitchart tune`";

/// Checks that a file of tuned tactics could be written, before hours are spent on it.
///
/// # Errors
/// Files that are something else, folders, and folders that cannot be written into.
pub fn check_file(out: &Path) -> Result<(), FolderError> {
    let earlier = std::fs::read_to_string(out).unwrap_or_default();
    if out.exists() && !earlier.starts_with(HEADING) {
        return Err(FolderError::ForeignFile(out.to_owned()));
    }
    folder::check_room(folder_of(out))
}

/// Writes such a file: aside, then renamed.
///
/// # Errors
/// Failed file operations.
pub fn write_file(out: &Path, text: &str) -> Result<(), FolderError> {
    check_file(out)?;
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    folder::place(folder_of(out), &[(&name, text.as_bytes().to_vec())])
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
