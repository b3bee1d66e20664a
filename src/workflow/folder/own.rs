//! Which entries of a report folder are the program's own: those of a list that every report brings along.

use hitchart_config::files::{Inside, Kind, stays_inside};
use hitchart_config::sha256;
use hitchart_report::MARKER;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The list: a line `<SHA-256>  <path>` for every file, as `sha256sum --check` reads it.
const LISTING: &str = "SHA256SUMS";

/// Not in the list, for it differs between equal runs.
const PROVENANCE: &str = "provenance.json";

/// The counts, by which a report folder is known.
pub(super) const COUNTS: &str = "counts.json";

/// Most bytes of a file of a report that is read again: its counts, and files to be compared with their hash.
pub(super) const LARGEST: u64 = 1 << 30;

/// Names at the top of a report folder, which are the program's in every report.
const TOP: [&str; 5] = ["report.html", "report.md", "counts.json", PROVENANCE, LISTING];

/// The program's own entries of a report folder.
#[derive(Debug, Default)]
pub struct Own {
    /// From the list: paths and hashes of what was written there.
    listed: Option<BTreeMap<PathBuf, String>>,
    /// Files that the Markdown report links to: all there is in reports without a list.
    linked: BTreeSet<PathBuf>,
    is_report: bool,
}

impl Own {
    /// What is the program's in a folder.
    pub fn of(folder: &Inside) -> Own {
        let listed = text(folder, LISTING).map(|text| text.lines().filter_map(listed_file).collect());
        let markdown = text(folder, "report.md").filter(|text| text.contains(MARKER)).unwrap_or_default();
        let linked = markdown.lines().filter(|line| line.starts_with("Files: ")).flat_map(linked_files).collect();
        Own { listed, linked, is_report: is_report(folder) }
    }

    /// All paths that an earlier report had.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.listed.iter().flat_map(BTreeMap::keys).chain(&self.linked).map(PathBuf::as_path)
    }

    /// Whether what is at a path may be replaced. Reports without a list replace by name alone.
    pub fn is_own(&self, folder: &Inside, path: &Path) -> bool {
        let named = TOP.iter().any(|name| path == Path::new(name)) || self.paths().any(|own| own == path);
        let is_file = folder.kind(path).is_some_and(|found| found != Kind::Folder);
        is_file && (named || (self.listed.is_none() && self.is_report))
    }

    /// Files of the earlier report that the new one does not have: those of the list as they were written, and where
    /// there is no list, those that the report links to. A file that was edited is its user's.
    pub fn stale<'a>(&self, folder: &Inside, new: impl Iterator<Item = &'a Path>) -> Vec<PathBuf> {
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

/// The list of these files, itself a file.
pub fn listing(files: &super::Files) -> (PathBuf, Vec<u8>) {
    let files = files.iter().filter(|(path, _)| path != Path::new(PROVENANCE));
    let sorted: BTreeMap<String, String> =
        files.map(|(path, content)| (path.to_string_lossy().replace('\\', "/"), sha256(content))).collect();
    let lines: String = sorted.iter().map(|(path, hash)| format!("{hash}  {path}\n")).collect();
    (LISTING.into(), lines.into_bytes())
}

/// Path and hash of a line of the list.
fn listed_file(line: &str) -> Option<(PathBuf, String)> {
    let (hash, path) = line.split_once("  ")?;
    stays_inside(Path::new(path)).then(|| (path.into(), hash.to_owned()))
}

/// Paths of a line such as "Files: [tables/a.csv](tables/a.csv), [tables/a.parquet](tables/a.parquet)".
fn linked_files(line: &str) -> impl Iterator<Item = PathBuf> {
    let links = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let paths = links.map(|(path, _)| PathBuf::from(path));
    paths.filter(|path| stays_inside(path) && (path.starts_with("tables") || path.starts_with("plots")))
}

/// Whether a run has left its report here: counts in their form, or a Markdown report with its mark.
pub fn is_report(folder: &Inside) -> bool {
    /// What no other file of that name has.
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

/// A file as text; none where there is none, or something else.
fn text(folder: &Inside, name: &str) -> Option<String> {
    String::from_utf8(folder.read(name, LARGEST).ok()?).ok()
}
