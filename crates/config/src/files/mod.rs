//! Files that users name, files in the program's folders, and built-in files ([`BUILT_IN`]).
//!
//! Two rules hold for every file that the program opens by name. Inside a folder that the program writes, no link is
//! followed ([`OpenFolder`]): a name from a list or a journal cannot reach anything outside, even if a link is swapped
//! in between a check and its use. And every read has a bound and requires a regular file ([`read`]): a device or a
//! named pipe causes a message instead of an endless wait.

mod folder;

pub use folder::{EntryKind, OpenFolder};

use cap_fs_ext::OpenOptionsSyncExt;
use cap_std::ambient_authority;
use cap_std::fs::OpenOptions;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Component, Path};
use std::sync::OnceLock;
use tempfile::NamedTempFile;

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

// Bounded reads of regular files.

/// Most bytes of a file of counts: ten times the size after the longest runs.
pub const MAX_COUNTS: u64 = 1 << 30;

/// The file is a folder, a device, a named pipe or, inside a folder, a link.
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
fn up_to(file: File, most: u64) -> io::Result<Vec<u8>> {
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

/// Returns the folder of a file.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

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
    builder.tempfile_in(folder_of(place))
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

// Hashes of contents, for provenance, and of JSON objects: a hash in an object over the rest of the object reveals that
// a file was edited or damaged.

/// Returns the SHA-256 of a content in hexadecimal.
pub fn sha256(content: impl AsRef<[u8]>) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
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
