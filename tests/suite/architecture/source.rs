//! Reads the code of all crates without comments, strings and tests, and finds the modules that it refers to.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// One file of code.
pub(crate) struct Source {
    /// Path relative to the root of the workspace, with slashes.
    pub path: String,
    /// Folder of the crate, relative to the root of the workspace; empty for the program.
    pub home: String,
    /// Top-level module of the file within its crate.
    pub module: String,
    /// Code without comments, strings and tests.
    pub code: String,
    /// Top-level modules that the code refers to.
    pub uses: BTreeSet<String>,
}

/// Returns the root of the package.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the folders of all crates relative to the root of the workspace; the program's is empty.
pub(crate) fn homes() -> Vec<String> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let mut homes: Vec<String> =
        crates.map(|entry| format!("crates/{}", entry.unwrap().file_name().to_str().unwrap())).collect();
    homes.sort();
    homes.insert(0, String::new());
    homes
}

/// Returns all files of the code of all crates except those compiled for tests only.
pub(crate) fn sources() -> &'static [Source] {
    static ALL: LazyLock<Vec<Source>> = LazyLock::new(|| homes().iter().flat_map(|home| sources_of(home)).collect());
    &ALL
}

fn sources_of(home: &str) -> Vec<Source> {
    let src = root().join(home).join("src");
    let mut files = Vec::new();
    let mut folders = vec![src.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    let tests: BTreeSet<PathBuf> = files.iter().flat_map(|file| test_files(file)).collect();
    let for_tests = |file: &Path| file.ancestors().any(|part| tests.contains(part));
    files.iter().filter(|file| !for_tests(file)).map(|file| read(file, &src, home)).collect()
}

fn read(file: &Path, src: &Path, home: &str) -> Source {
    let relative = file.strip_prefix(src).unwrap().with_extension("");
    let parts: Vec<String> = relative.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    let code = code_of(&fs::read_to_string(file).unwrap());
    let uses = uses_of(&code, &parts);
    let path = [home, "src", &format!("{}.rs", parts.join("/"))].join("/");
    let path = path.trim_start_matches('/').to_owned();
    Source { path, home: home.to_owned(), module: parts[0].clone(), code, uses }
}

/// Lists the files and folders of modules declared for tests only.
fn test_files(file: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).unwrap();
    let folder = file.parent().unwrap();
    let declared = text.split("#[cfg(test)]\nmod ").skip(1).filter_map(|rest| rest.lines().next()?.strip_suffix(';'));
    declared.flat_map(|name| [folder.join(name).with_extension("rs"), folder.join(name)]).collect()
}

/// Returns code without comments, strings and the last part of a file from `#[cfg(test)] mod tests {`.
pub(crate) fn code_of(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.map(without_strings).collect::<Vec<String>>().join("\n")
}

/// Returns a line without the text between double quotes.
fn without_strings(line: &str) -> String {
    line.replace("\\\"", "").replace("'\"'", "").split('"').step_by(2).collect()
}

/// Lists the top-level modules that code names by `crate::`, or by as many `super::` as lead to the root.
pub(crate) fn uses_of(code: &str, parts: &[String]) -> BTreeSet<String> {
    let depth = parts.len() - usize::from(parts.last().is_some_and(|last| last == "mod"));
    let up = "super::".repeat(depth);
    let by_super = code.match_indices(&up).filter(|(at, _)| !code[..*at].ends_with("super::"));
    let starts = code.match_indices("crate::").chain(by_super).map(|(at, path)| &code[at + path.len()..]);
    starts.flat_map(heads).filter(|name| name.chars().next().is_some_and(char::is_lowercase)).collect()
}

/// Returns the first names of a path, or of a group of paths in braces.
fn heads(rest: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(group) = rest.strip_prefix('{') else { return vec![word(rest)] };
    let mut depth = 0;
    let inner: String = group
        .chars()
        .scan((), |(), c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            (depth >= 0).then_some(if depth > 0 { ' ' } else { c })
        })
        .collect();
    inner.split(',').map(|path| word(path.trim_start())).filter(|name| !name.is_empty()).collect()
}

/// Returns true if code contains a word.
pub(crate) fn says(code: &str, word: &str) -> bool {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|found| found == word)
}
