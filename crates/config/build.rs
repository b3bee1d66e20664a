//! Lists the files of `scenarios/` as Rust source, so that all of them are part of the program. Sets `disk` if the feature
//! is on and the target has files.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo:rustc-check-cfg=cfg(disk)");
    let is_page = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|families| families.split(',').any(|it| it == "wasm"));
    if env::var_os("CARGO_FEATURE_DISK").is_some() && !is_page {
        println!("cargo:rustc-cfg=disk");
    }
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../scenarios");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    let entry = |path: &PathBuf| {
        let name = path.strip_prefix(&root).expect("it was found below").to_str().expect("names are UTF-8");
        format!("    ({:?}, include_str!({:?})),\n", name.replace('\\', "/"), path.to_str().expect("names are UTF-8"))
    };
    let source = format!("&[\n{}]\n", paths.iter().map(entry).collect::<String>());
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("built_in.rs");
    fs::write(out, source).expect("the build folder is writable");
}

/// Finds the TOML and CSV files below a folder.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "toml" || ending == "csv") {
            found.push(path);
        }
    }
}
