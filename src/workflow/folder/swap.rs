//! Replacement of files in a folder, and the program's own entries of a report folder.
//!
//! In a replacement all files are written aside, then moved by one rename each, or none is.

use super::journal::{Change, Journal, Move, State};
use super::{Files, FolderError, io};
use hitchart_config::files::{EntryKind, OpenFolder, stays_inside};
use hitchart_config::sha256;
use hitchart_report::MARKER;
use serde::{Deserialize, de::IgnoredAny};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

// Replacement of files.

/// Puts files into a folder, replaces files of the same names, and removes the stale ones.
///
/// # Errors
/// Fails on failed file operations and interruption; every earlier file is then unchanged.
pub(crate) fn swap(
    folder: &OpenFolder,
    files: &Files,
    stale: &[PathBuf],
    stop: &AtomicBool,
) -> Result<(), FolderError> {
    let journal = plan(folder, files, stale)?;
    let begun = journal.begin(folder).and_then(|()| write_aside(folder, &journal, files, stop));
    if let Err(error) = begun.and_then(|()| journal.advance(folder, State::Writing, State::Moving)) {
        // Nothing has been moved. Files that cannot be removed now are removed by the next run.
        let _ = journal.clean(folder);
        return Err(error);
    }
    let moved = journal.moves.iter().try_for_each(|entry| entry.apply(folder));
    match moved.and_then(|()| journal.advance(folder, State::Moving, State::Done)) {
        Ok(()) => journal.clean(folder),
        Err(error) => Err(journal.back_out(folder, error)),
    }
}

/// Plans the moves of a replacement.
pub(crate) fn plan(folder: &OpenFolder, files: &Files, stale: &[PathBuf]) -> Result<Journal, FolderError> {
    let mut moves = Vec::new();
    for (path, content) in files {
        let change = match folder.kind(path) {
            Some(EntryKind::Folder) => return Err(FolderError::Taken(folder.shown(path))),
            Some(_) => Change::Replaced,
            None => Change::Added,
        };
        moves.push(Move { path: path.clone(), change, sha256: sha256(content) });
    }
    let gone = |path: &PathBuf| Move { path: path.clone(), change: Change::Removed, sha256: String::new() };
    moves.extend(stale.iter().map(gone));
    let mut made: Vec<PathBuf> = moves.iter().filter_map(|entry| entry.path.parent()).map(Path::to_owned).collect();
    made.retain(|path| !path.as_os_str().is_empty() && !folder.has(path));
    made.dedup();
    Ok(Journal { made, moves })
}

/// Writes the new files, and saves the files that they will replace as hard links, or as copies if linking fails.
pub(crate) fn write_aside(
    folder: &OpenFolder,
    journal: &Journal,
    files: &Files,
    stop: &AtomicBool,
) -> Result<(), FolderError> {
    journal.clear(folder)?;
    for path in &journal.made {
        folder.make_folders(path).map_err(io("create folder", &folder.shown(path)))?;
    }
    let contents = files.iter().map(|(_, content)| Some(content)).chain(std::iter::repeat(None));
    for (entry, content) in journal.moves.iter().zip(contents) {
        if stop.load(Ordering::Relaxed) {
            return Err(FolderError::Interrupted);
        }
        let shown = folder.shown(&entry.path);
        for aside in [entry.fresh(), entry.earlier()].iter().filter_map(|path| path.parent()) {
            folder.make_folders(aside).map_err(io("write", &shown))?;
        }
        if let Some(content) = content {
            folder.write_new(entry.fresh(), content).map_err(io("write", &shown))?;
        }
        if entry.change == Change::Replaced {
            folder.link_or_copy(&entry.path, entry.earlier()).map_err(io("keep", &shown))?;
        }
    }
    Ok(())
}

// The program's own entries of a report folder: those in a list that every report contains.

/// The list: a line `<SHA-256>  <path>` for every file, in the format of `sha256sum --check`.
const LISTING: &str = "SHA256SUMS";

/// Not in the list, because it differs between equal runs.
const PROVENANCE: &str = "provenance.json";

/// The counts, which identify a report folder.
pub(super) const COUNTS: &str = "counts.json";

/// Most bytes of a file of a report that is read again: its counts, and files whose hash is checked.
pub(super) const LARGEST: u64 = 1 << 30;

/// Names at the top of a report folder that belong to the program in every report.
const TOP: [&str; 5] = ["report.html", "report.md", "counts.json", PROVENANCE, LISTING];

/// The program's own entries of a report folder.
#[derive(Debug, Default)]
pub(crate) struct Own {
    /// Paths and hashes of the written files, from the list.
    listed: Option<BTreeMap<PathBuf, String>>,
    /// Files that the Markdown report links to: the only source in reports without a list.
    linked: BTreeSet<PathBuf>,
    is_report: bool,
}

impl Own {
    /// Finds the program's own entries in a folder.
    pub(crate) fn of(folder: &OpenFolder) -> Own {
        let listed = text(folder, LISTING).map(|text| text.lines().filter_map(listed_file).collect());
        let markdown = text(folder, "report.md").filter(|text| text.contains(MARKER)).unwrap_or_default();
        let linked = markdown.lines().filter(|line| line.starts_with("Files: ")).flat_map(linked_files).collect();
        Own { listed, linked, is_report: is_report(folder) }
    }

    /// Returns all paths of an earlier report.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.listed.iter().flat_map(BTreeMap::keys).chain(&self.linked).map(PathBuf::as_path)
    }

    /// Returns true if the file at a path may be replaced. In reports without a list every file may be replaced.
    pub(crate) fn is_own(&self, folder: &OpenFolder, path: &Path) -> bool {
        let named = TOP.iter().any(|name| path == Path::new(name)) || self.paths().any(|own| own == path);
        let is_file = folder.kind(path).is_some_and(|found| found != EntryKind::Folder);
        is_file && (named || (self.listed.is_none() && self.is_report))
    }

    /// Returns the files of the earlier report that the new one lacks: unchanged files of the list, or without a list
    /// the files that the report links to. A file that was edited belongs to its user.
    pub(crate) fn stale<'a>(&self, folder: &OpenFolder, new: impl Iterator<Item = &'a Path>) -> Vec<PathBuf> {
        let new: BTreeSet<&Path> = new.collect();
        let as_written = |(path, hash): &(&PathBuf, &String)| {
            folder.read(path, LARGEST).is_ok_and(|content| sha256(content) == **hash)
        };
        let gone = |path: &&PathBuf| !new.contains(path.as_path());
        match &self.listed {
            Some(listed) => listed.iter().filter(as_written).map(|(path, _)| path).filter(gone).cloned().collect(),
            None => {
                let linked = self.linked.iter().filter(gone);
                linked.filter(|path| folder.has_file(path)).cloned().collect()
            }
        }
    }
}

/// Returns the list of these files as a file.
pub(crate) fn listing(files: &Files) -> (PathBuf, Vec<u8>) {
    let files = files.iter().filter(|(path, _)| path != Path::new(PROVENANCE));
    let sorted: BTreeMap<String, String> =
        files.map(|(path, content)| (path.to_string_lossy().replace('\\', "/"), sha256(content))).collect();
    let lines: String = sorted.iter().map(|(path, hash)| format!("{hash}  {path}\n")).collect();
    (LISTING.into(), lines.into_bytes())
}

/// Parses a line of the list into path and hash.
fn listed_file(line: &str) -> Option<(PathBuf, String)> {
    let (hash, path) = line.split_once("  ")?;
    stays_inside(Path::new(path)).then(|| (path.into(), hash.to_owned()))
}

/// Parses the paths of a line such as "Files: [tables/a.csv](tables/a.csv), [tables/a.parquet](tables/a.parquet)".
fn linked_files(line: &str) -> impl Iterator<Item = PathBuf> {
    let links = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let paths = links.map(|(path, _)| PathBuf::from(path));
    paths.filter(|path| stays_inside(path) && (path.starts_with("tables") || path.starts_with("plots")))
}

/// Returns true if a folder contains a run's report: counts in the right form, or a Markdown report with its marker.
pub(crate) fn is_report(folder: &OpenFolder) -> bool {
    /// Keys that no other file of this name has.
    #[derive(Deserialize)]
    #[allow(dead_code, reason = "their presence is what counts")]
    struct Head {
        scenario_file: IgnoredAny,
        scenario: IgnoredAny,
        ruleset: IgnoredAny,
        counts: IgnoredAny,
    }
    let known = || serde_json::from_slice::<Head>(&folder.read(COUNTS, LARGEST).ok()?).ok();
    known().is_some() || text(folder, "report.md").is_some_and(|text| text.contains(MARKER))
}

/// Reads a file as text; `None` if there is no such text file.
fn text(folder: &OpenFolder, name: &str) -> Option<String> {
    String::from_utf8(folder.read(name, LARGEST).ok()?).ok()
}
