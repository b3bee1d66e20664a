//! Lists the files of the page, so that the program contains them.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Endings of the files, with their types.
const TYPES: [(&str, &str); 4] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
];

fn main() {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap()).join("../page/lab");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut found = Vec::new();
    list(&folder, &mut found);
    found.sort();
    let mut text = String::from("&[\n");
    for path in found {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if let Some((_, kind)) = TYPES.iter().find(|(known, _)| *known == ending) {
            writeln!(text, "({name:?}, {kind:?}, include_str!({:?})),", path.display().to_string()).unwrap();
        }
    }
    text.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("lab.rs"), text).unwrap();
}

fn list(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() { list(&path, found) } else { found.push(path) }
    }
}
