//! Text files built into the program: the files of `scenarios/`, by their paths from there.

use std::path::{Component, Path};

/// A built-in file: its path, with slashes, and its text.
pub type BuiltIn = (&'static str, &'static str);

/// All built-in files, sorted by path. `build.rs` lists them.
pub const BUILT_IN: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// Returns the built-in file at a path, which may contain `..`: `rules/../claims.toml`.
pub fn built_in_at(path: &Path) -> Option<BuiltIn> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Reads the files below a folder of the repository.
    fn on_disk(folder: &Path, root: &Path, found: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                on_disk(&path, root, found);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                found.insert(name, std::fs::read_to_string(&path).unwrap());
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
}
