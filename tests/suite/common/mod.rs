//! Shared helpers of the tests that run the program: a desk (a temporary folder) in which commands run.

#![allow(dead_code, reason = "no test file uses all of it")]

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A small scenario with every simulated kind: a second of work, and files of every sort.
pub(crate) const SMALL: &str = r#"
title = "Small"
game = "rapid-attack"
seed = 3
samples = 5_000

[[study]]
kind = "attacks"
name = "shots"
attackers = ["Soldier", "Tank"]
targets = ["Soldier", "Tank"]
ranges = ["direct"]
cover = [0, 2]
simulate = true

[[study]]
kind = "durability"
name = "stands"
frames = ["Soldier"]
whites = [1]
cover_hits = 2
attacks = 4
simulate = true
"#;

/// A scenario with games of random players, which end soon.
pub(crate) const MIRROR: &str = r#"
title = "Mirror"
game = "rapid-attack"
seed = 4

[[study]]
kind = "games"
name = "mirror"
companies = ["mirror-four", "mirror-four"]
policies = ["random", "random"]
swap_seats = true
"#;

/// Result of a command: its exit code and its output.
#[derive(Debug)]
pub(crate) struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// A temporary folder in which commands run.
pub(crate) struct Desk {
    dir: TempDir,
}

impl Desk {
    /// Creates an empty desk.
    pub(crate) fn new() -> Desk {
        Desk { dir: tempfile::tempdir().unwrap() }
    }

    /// Returns the path of a file on the desk.
    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes a file, and the folders it needs.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Reads a file.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs `hitchart` with the words of a line, as typed; single quotes keep words together.
    pub(crate) fn say(&self, line: &str) -> Said {
        self.say_with(line, "", &[])
    }

    /// Does the same with a text on standard input and environment variables.
    pub(crate) fn say_with(&self, line: &str, input: &str, variables: &[(&str, &str)]) -> Said {
        let mut command = cargo_bin_cmd!("hitchart");
        command.current_dir(self.dir.path()).args(words(line)).write_stdin(input).envs(variables.iter().copied());
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Runs a command that must succeed and returns its output.
    pub(crate) fn ok(&self, line: &str) -> String {
        let said = self.say(line);
        assert_eq!(said.code, Some(0), "{line}\n{}", said.err);
        said.out
    }

    /// Does the same and parses the output as JSON.
    pub(crate) fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.ok(&format!("{line} --format json"))).unwrap()
    }

    /// Runs a command that must be refused: exit code 2, no output, nothing written. Returns the text on standard
    /// error.
    pub(crate) fn refused(&self, line: &str) -> String {
        let before = self.files();
        let said = self.say(line);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{line}\n{}", said.err);
        assert_eq!(said.err.matches("error: ").count(), 1, "{line}\n{}", said.err);
        assert!(self.files() == before, "{line} has written something");
        said.err
    }

    /// Checks that a command is refused with a message that has all these parts.
    pub(crate) fn refuses(&self, line: &str, parts: &[&str]) {
        let message = self.refused(line);
        parts.iter().for_each(|part| assert!(message.contains(part), "{line}: no `{part}` in\n{message}"));
    }

    /// Returns all files and folders on the desk with their content, by relative path.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        files_of(self.dir.path())
    }
}

/// Returns all files and folders below a folder with their content, by relative path.
pub(crate) fn files_of(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let content = if path.is_dir() { Vec::new() } else { fs::read(&path).unwrap() };
            found.insert(path.strip_prefix(root).unwrap().to_owned(), content);
            folders.extend(path.is_dir().then_some(path));
        }
    }
    found
}

/// Returns a JSON object with its correct hash, as an informed attacker would write it.
pub(crate) fn sealed(mut value: Value) -> String {
    value["sha256"] = hitchart_config::seal(&value).into();
    value.to_string()
}

/// Returns an edited line of JSON with its correct hash.
pub(crate) fn resealed(line: &str) -> String {
    sealed(serde_json::from_str(line).unwrap())
}

/// Splits a command line into words; text between single quotes is one word.
pub(crate) fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let part = |(i, part): (usize, &str)| match i % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    };
    parts.flat_map(part).collect()
}

/// Returns the number at a path of keys such as `damage.mean`, or at an index such as `damage.pmf.3`.
pub(crate) fn number(json: &Value, path: &str) -> f64 {
    at(json, path).as_f64().unwrap_or_else(|| panic!("{path} is no number in {json:#}"))
}

/// Returns the list of numbers at a path of keys.
pub(crate) fn numbers(json: &Value, path: &str) -> Vec<f64> {
    let list = at(json, path).as_array().unwrap_or_else(|| panic!("{path} is no list in {json:#}"));
    list.iter().map(|value| value.as_f64().unwrap()).collect()
}

/// Returns the value at a path of keys and indices.
pub(crate) fn at<'a>(json: &'a Value, path: &str) -> &'a Value {
    let pointer = format!("/{}", path.replace('.', "/"));
    json.pointer(&pointer).unwrap_or_else(|| panic!("no {path} in {json:#}"))
}
