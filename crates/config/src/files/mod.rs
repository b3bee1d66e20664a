//! Files that users name, files in the program's folders, and built-in files ([`BUILT_IN`]).
//!
//! Two rules hold for every file that the program opens by name. Inside a folder that the program writes, no link is
//! followed ([`OpenFolder`]): a name from a list or a journal cannot reach anything outside, even if a link is swapped
//! in between a check and its use. And every read has a bound and requires a regular file ([`read`]): a device or a
//! named pipe causes a message instead of an endless wait. In a page, and without the feature `disk`, every read is an
//! error.

#[cfg(disk)]
mod disk;
#[cfg(disk)]
mod folder;
#[cfg(not(disk))]
mod no_disk;

#[cfg(disk)]
pub use disk::{begins, check_replaceable, draft, hash, read, replace, standard_input};
#[cfg(disk)]
pub use folder::{EntryKind, OpenFolder};
#[cfg(not(disk))]
pub use no_disk::{read, standard_input};

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::io::{self, ErrorKind};
use std::path::{Component, Path};

/// Returns true for a path of plain names only: no root, no `..`, no `.`, at least one name.
pub fn stays_inside(path: &Path) -> bool {
    let plain = |part| matches!(part, Component::Normal(_));
    // `a/./b` and `a//b` have plain components, but no list of the program contains such paths.
    let parts = path.to_str().map(|text| text.split(['/', std::path::MAIN_SEPARATOR]));
    path.components().next().is_some()
        && path.components().all(plain)
        && parts.is_none_or(|mut parts| parts.all(|part| !matches!(part, "" | "." | "..")))
}

// Text files built into the program: the files of `scenarios/`, by their paths from there.

/// A built-in file: its path, with slashes, and its text.
pub type BuiltInFile = (&'static str, &'static str);

/// All built-in files, sorted by path. `build.rs` lists them.
pub const BUILT_IN: &[BuiltInFile] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// Returns the built-in file at a path, which may contain `..`: `rules/../claims.toml`.
pub fn built_in_at(path: &Path) -> Option<BuiltInFile> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()?),
            Component::Normal(name) => parts.push(name.to_str()?),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    let path = parts.join("/");
    BUILT_IN.iter().find(|(known, _)| *known == path).copied()
}

/// Most bytes of a file of counts: ten times the size after the longest runs.
pub const MAX_COUNTS: u64 = 1 << 30;

/// Error of a file that is a folder, a device or a named pipe, or a link inside a folder.
#[derive(Debug, thiserror::Error)]
#[error("it is not a regular file")]
pub struct NotRegular;

impl NotRegular {
    /// Returns true if this is the cause of an error.
    pub fn is(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|cause| cause.is::<NotRegular>())
    }
}

impl From<NotRegular> for io::Error {
    fn from(found: NotRegular) -> io::Error {
        io::Error::new(ErrorKind::InvalidInput, found)
    }
}

/// Returns the folder of a file.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

// Hashes of contents, for provenance, and of JSON objects: a hash in an object over the rest of the object reveals that
// a file was edited or damaged.

/// Returns the SHA-256 of a content in hexadecimal.
pub fn sha256(content: impl AsRef<[u8]>) -> String {
    hexadecimal(&Sha256::digest(content))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Key of the hash.
pub const SEAL: &str = "sha256";

/// Returns the hash of an object: SHA-256 of its JSON without the key [`SEAL`], keys sorted, without spaces.
pub fn seal(value: &Value) -> String {
    match value {
        Value::Object(fields) if fields.contains_key(SEAL) => {
            let mut rest = fields.clone();
            rest.remove(SEAL);
            sha256(Value::Object(rest).to_string())
        }
        value => sha256(value.to_string()),
    }
}

/// Checks an object against its hash.
///
/// # Errors
/// Describes the mistake if the hash is missing or does not match.
pub fn check_seal(value: &Value) -> Result<(), &'static str> {
    match value.get(SEAL) {
        None => Err("it has no `sha256`; it was written by another version"),
        Some(found) if *found == Value::String(seal(value)) => Ok(()),
        Some(_) => Err("its `sha256` does not match its content; it was edited or damaged"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::BTreeMap;
    use std::fs;

    /// Reads the files below a folder of the repository.
    fn on_disk(folder: &Path, root: &Path, found: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                on_disk(&path, root, found);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }

    #[test]
    fn every_file_of_the_scenarios_folder_is_built_in() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
        let mut files = BTreeMap::new();
        on_disk(&root, &root, &mut files);
        let built_in: BTreeMap<String, String> =
            BUILT_IN.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        assert!(files.len() > 100, "{}", files.len());
        for (name, text) in &files {
            assert!(
                built_in.get(name) == Some(text),
                "{name} is missing from the program, or another version is in it"
            );
        }
        assert_eq!(built_in.len(), files.len());
    }

    #[test]
    fn paths_go_down_and_up_and_never_out() {
        let found = |path: &str| built_in_at(Path::new(path)).map(|(path, _)| path);
        assert_eq!(found("claims.toml"), Some("claims.toml"));
        assert_eq!(found("rules/../claims.toml"), Some("claims.toml"));
        assert_eq!(found("./rules/h08-no-sprint.toml"), Some("rules/h08-no-sprint.toml"));
        assert_eq!((found("../claims.toml"), found("/claims.toml"), found("claims")), (None, None, None));
    }

    #[test]
    fn every_change_breaks_a_seal_and_the_order_of_keys_does_not() {
        let mut sealed = json!({ "b": [1, 2], "a": 0.1 });
        sealed[SEAL] = seal(&sealed).into();
        assert_eq!(check_seal(&sealed), Ok(()));
        let text = format!(r#"{{"sha256":{},"a":0.1,"b":[1, 2]}}"#, sealed[SEAL]);
        assert_eq!(check_seal(&serde_json::from_str(&text).unwrap()), Ok(()));
        for (from, to) in
            [("0.1", "0.2"), ("[1, 2]", "[1]"), ("[1, 2]", "[2, 1]"), ("\"a\"", "\"c\""), ("1, ", "1.0, ")]
        {
            let changed = serde_json::from_str(&text.replacen(from, to, 1)).unwrap();
            assert!(check_seal(&changed).is_err(), "{from} to {to}");
        }
        assert!(check_seal(&json!({ "a": 1 })).is_err() && check_seal(&json!(1)).is_err());
    }
}
