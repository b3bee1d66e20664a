//! A report folder is replaced as a whole: written aside, then renamed, so that a failed run harms nothing.

use crate::report::MARKER;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Top-level entries of a report folder that belong to this program; anything else in it is the user's.
const OWN: [&str; 6] = ["report.html", "report.md", "counts.json", "provenance.json", "tables", "plots"];

/// Why a report folder cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder holds something else.
    #[error("{} exists and is no report; name another folder with --out", .0.display())]
    Foreign(PathBuf),
    /// The file holds something else.
    #[error("{} exists and is no file of tuned tactics; name another with --out", .0.display())]
    ForeignFile(PathBuf),
    /// A file operation failed.
    #[error("cannot {doing} {}: {cause}", path.display())]
    Io { doing: &'static str, path: PathBuf, cause: io::Error },
    /// The folder was not written by a run.
    #[error("{} holds no saved report: `{missing}` is missing", dir.display())]
    NotSaved { dir: PathBuf, missing: String },
    /// The user stopped the run.
    #[error("interrupted; the earlier report, if any, is as it was")]
    Interrupted,
}

fn io<'a>(doing: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> FolderError + 'a {
    move |cause| FolderError::Io { doing, path: path.to_owned(), cause }
}

/// Checks that a folder may be replaced: it does not exist, is empty, or holds an earlier report.
///
/// # Errors
/// [`FolderError::Foreign`], and folders that cannot be looked into.
pub fn check(target: &Path) -> Result<(), FolderError> {
    match fs::read_dir(target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(_) if target.is_file() => Err(FolderError::Foreign(target.to_owned())),
        Err(error) => Err(io("read", target)(error)),
        Ok(entries) => {
            if entries.count() == 0 {
                return Ok(());
            }
            let report = fs::read_to_string(target.join("report.md")).unwrap_or_default();
            report.contains(MARKER).then_some(()).ok_or_else(|| FolderError::Foreign(target.to_owned()))
        }
    }
}

/// Checks that files can be made in a folder, and leaves nothing behind.
///
/// # Errors
/// Folders that do not exist or cannot be written into.
pub fn check_room(folder: &Path) -> Result<(), FolderError> {
    tempfile::Builder::new().prefix(".hitchart-").tempdir_in(folder).map_err(io("write into", folder))?;
    Ok(())
}

/// Replaces a report folder by these files; what the user has put beside the report is kept.
///
/// # Errors
/// Failed file operations, and interruption; the earlier folder is then as it was.
pub fn replace(target: &Path, files: &[(PathBuf, Vec<u8>)], stop: &AtomicBool) -> Result<(), FolderError> {
    check(target)?;
    let target = &fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(io("create folder", parent))?;
    // In the same folder, because a rename cannot cross file systems.
    let aside = tempfile::Builder::new().prefix(".hitchart-").tempdir_in(parent).map_err(io("write into", parent))?;
    let fresh = aside.path().join("fresh");
    for (path, content) in files {
        if stop.load(Ordering::Relaxed) {
            return Err(FolderError::Interrupted);
        }
        let path = fresh.join(path);
        let folder = path.parent().unwrap_or(&fresh);
        fs::create_dir_all(folder).map_err(io("create folder", folder))?;
        fs::write(&path, content).map_err(io("write", &path))?;
    }
    swap(target, &fresh, &aside.path().join("earlier"))
}

/// Puts files into a folder, beside whatever else it holds; the folder is made if there is none.
///
/// # Errors
/// Failed file operations. No file is left half written: each is written aside and then renamed.
pub fn place(target: &Path, files: &[(&str, Vec<u8>)]) -> Result<(), FolderError> {
    fs::create_dir_all(target).map_err(io("create folder", target))?;
    let aside = tempfile::Builder::new().prefix(".hitchart-").tempdir_in(target).map_err(io("write into", target))?;
    for (name, content) in files {
        let path = aside.path().join(name);
        fs::write(&path, content).map_err(io("write", &path))?;
    }
    for (name, _) in files {
        let path = target.join(name);
        fs::rename(aside.path().join(name), &path).map_err(io("replace", &path))?;
    }
    Ok(())
}

/// Puts `fresh` in the place of `target`, moving the earlier folder aside and the user's own files over.
fn swap(target: &Path, fresh: &Path, earlier: &Path) -> Result<(), FolderError> {
    let existed = target.exists();
    if existed {
        fs::rename(target, earlier).map_err(io("move aside", target))?;
    }
    if let Err(error) = fs::rename(fresh, target) {
        if existed {
            fs::rename(earlier, target).map_err(io("put back", target))?;
        }
        return Err(io("replace", target)(error));
    }
    if !existed {
        return Ok(());
    }
    for entry in fs::read_dir(earlier).map_err(io("read", earlier))? {
        let entry = entry.map_err(io("read", earlier))?;
        if !OWN.iter().any(|own| entry.file_name() == *own) {
            let kept = target.join(entry.file_name());
            fs::rename(entry.path(), &kept).map_err(io("keep", &kept))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(text: &str) -> Vec<(PathBuf, Vec<u8>)> {
        vec![
            ("report.md".into(), format!("{MARKER}\n{text}").into_bytes()),
            ("tables/t.csv".into(), b"a\n1\n".to_vec()),
        ]
    }

    #[test]
    fn replaces_reports_keeps_notes_and_leaves_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("new/report");
        replace(&target, &files("one"), &AtomicBool::new(false)).unwrap();
        fs::write(target.join("notes.txt"), "mine").unwrap();
        fs::write(target.join("tables/stale.csv"), "old").unwrap();
        replace(&target, &files("two"), &AtomicBool::new(false)).unwrap();
        assert!(fs::read_to_string(target.join("report.md")).unwrap().contains("two"));
        assert_eq!(fs::read_to_string(target.join("notes.txt")).unwrap(), "mine");
        assert!(!target.join("tables/stale.csv").exists());
        assert_eq!(fs::read_dir(dir.path().join("new")).unwrap().count(), 1);
    }

    #[test]
    fn refuses_foreign_folders_and_stops_without_harm() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("thesis.txt"), "precious").unwrap();
        assert!(matches!(check(dir.path()), Err(FolderError::Foreign(_))));
        assert!(matches!(check(&dir.path().join("thesis.txt")), Err(FolderError::Foreign(_))));
        let target = dir.path().join("report");
        replace(&target, &files("one"), &AtomicBool::new(false)).unwrap();
        let stopped = replace(&target, &files("two"), &AtomicBool::new(true));
        assert!(matches!(stopped, Err(FolderError::Interrupted)));
        assert!(fs::read_to_string(target.join("report.md")).unwrap().contains("one"));
    }
}
