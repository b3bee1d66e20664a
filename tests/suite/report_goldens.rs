//! Goldens of reports: each folder of `tests/goldens/` holds a scenario and the Markdown and tables of its report.
//!
//! `UPDATE_GOLDENS=1 cargo test --test suite goldens` rewrites them; review the changes with `git diff`.

use crate::common::{Desk, files_of};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Samples of each simulated answer.
const SAMPLES: u64 = 20_000;

fn goldens() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens")
}

/// Returns true for the files of a report that the golden keeps: text that people and programs read and that is the
/// same in every run.
fn is_kept(path: &Path) -> bool {
    path == Path::new("report.md") || path.extension().is_some_and(|ending| ending == "csv")
}

/// Returns the kept files of the report of a case.
fn made(case: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let desk = Desk::new();
    let scenario = goldens().join(case).join("scenario.toml");
    desk.ok(&format!("run '{}' --out report --samples {SAMPLES} --quiet", scenario.display()));
    let mut files = files_of(&desk.path("report"));
    files.retain(|path, _| is_kept(path));
    files
}

fn update(expected: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) {
    if expected.exists() {
        fs::remove_dir_all(expected).unwrap();
    }
    for (path, content) in files {
        let path = expected.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

/// Returns the first line in which two texts differ, from both texts.
fn first_difference(expected: &[u8], found: &[u8]) -> String {
    let [expected, found] = [expected, found].map(|text| String::from_utf8_lossy(text).into_owned());
    let (mut old, mut new) = (expected.lines(), found.lines());
    for number in 1.. {
        match (old.next(), new.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => return format!("line {number}\n  expected: {}\n  found:    {}", shown(a), shown(b)),
        }
    }
    "line ends".to_owned()
}

fn shown(line: Option<&str>) -> &str {
    line.unwrap_or("(the end)")
}

fn check(case: &str) {
    let (expected, files) = (goldens().join(case).join("expected"), made(case));
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        return update(&expected, &files);
    }
    assert!(expected.is_dir(), "{case} has no goldens yet; run with UPDATE_GOLDENS=1");
    let mut kept = files_of(&expected);
    kept.retain(|path, _| is_kept(path));
    assert!(kept.keys().eq(files.keys()), "{case}\n  expected: {:?}\n  found:    {:?}", kept.keys(), files.keys());
    for (path, content) in &kept {
        let found = &files[path];
        assert!(content == found, "{case}: {} differs, {}", path.display(), first_difference(content, found));
    }
}

#[test]
fn rulebook_exact() {
    check("rulebook-exact");
}

#[test]
fn house_rule_simulated() {
    check("house-rule-simulated");
}

#[test]
fn orbit_fleets() {
    check("orbit-fleets");
}

#[test]
fn every_folder_is_a_case() {
    let folders = fs::read_dir(goldens()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut folders: Vec<String> = folders.collect();
    folders.sort();
    assert_eq!(folders, ["house-rule-simulated", "orbit-fleets", "rulebook-exact"]);
}
