//! The layers of `docs/architecture.md`: every `crate::` reference in `src/` is an edge, and only the edges below
//! exist.

mod source;

use self::source::{Source, code_of, says, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Other modules that each module may use.
const ALLOWED: [(&str, &[&str]); 33] = [
    ("builds", &["dice", "input", "meta", "plot", "racing", "report", "runner", "stats", "study", "table"]),
    ("claims", &["compare", "input", "plot", "report", "runner", "stats", "study", "table"]),
    (
        "cli",
        &[
            "compare", "dice", "exact", "exploit", "files", "gate", "input", "learning", "meta", "plan", "report",
            "runner", "scenario", "stats", "study", "games", "sweep", "table", "tuning", "workflow",
        ],
    ),
    ("compare", &["input", "meta", "plot", "report", "runner", "stats", "study", "table"]),
    ("dice", &[]),
    ("exact", &["dice", "plan"]),
    ("exploit", &["input", "learning", "policy", "report", "runner", "study", "table", "tuning"]),
    (
        "games",
        &[
            "builds",
            "dice",
            "exact",
            "geometry",
            "input",
            "matches",
            "meta",
            "network",
            "plan",
            "play",
            "plot",
            "policy",
            "racing",
            "replay",
            "report",
            "runner",
            "stats",
            "study",
            "table",
            "tournament",
        ],
    ),
    ("gate", &["compare", "input", "report", "runner", "stats", "study", "table"]),
    ("geometry", &[]),
    ("files", &[]),
    ("input", &["files"]),
    ("kernel", &["dice", "plan"]),
    ("learning", &["dice", "input", "network", "report", "runner", "stats", "study", "table"]),
    ("matches", &["input", "network", "play", "plot", "policy", "report", "runner", "stats", "study", "table"]),
    ("meta", &["dice", "input", "plot", "report", "stats", "study", "table"]),
    ("network", &["input"]),
    ("plan", &["dice"]),
    ("play", &["dice"]),
    ("plot", &["table"]),
    ("policy", &["input", "network", "play"]),
    ("racing", &["runner", "stats", "study"]),
    ("replay", &["study", "table"]),
    ("report", &["plot", "table"]),
    ("runner", &["dice", "files", "input", "kernel", "plan", "play"]),
    ("scenario", &["claims", "compare", "dice", "games", "input", "runner", "study", "sweep"]),
    ("stats", &[]),
    ("study", &["input", "network", "plot", "policy", "report", "runner", "stats", "table"]),
    ("sweep", &["dice", "input", "plot", "report", "runner", "stats", "study", "table"]),
    ("table", &[]),
    ("tournament", &["input", "meta", "plot", "report", "runner", "stats", "study", "table"]),
    ("tuning", &["dice", "input", "policy", "report", "runner", "study", "table"]),
    ("workflow", &["files", "input", "plot", "report", "runner", "scenario", "study", "table"]),
];

/// Files of the program itself: `main.rs` and `lib.rs` belong to no module.
const ROOTS: [&str; 2] = ["main", "lib"];

type Edges = BTreeMap<String, BTreeSet<String>>;

fn allowed() -> Edges {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    ALLOWED.iter().map(|(module, uses)| ((*module).to_owned(), owned(uses))).collect()
}

#[test]
fn every_edge_is_allowed() {
    let allowed = allowed();
    let modules: BTreeSet<String> = sources().iter().map(|source| source.module.clone()).collect();
    let listed: BTreeSet<String> = allowed.keys().cloned().chain(ROOTS.map(str::to_owned)).collect();
    assert_eq!(modules, listed, "modules of src/ and modules listed here");
    for Source { path, module, uses, .. } in sources().iter().filter(|source| !ROOTS.contains(&source.module.as_str()))
    {
        for used in uses.iter().filter(|used| *used != module) {
            assert!(allowed[module].contains(used), "{path}: `{module}` may not use `{used}`");
        }
    }
}

/// An allowed edge that is no longer used would hide the next mistake.
#[test]
fn every_allowed_edge_is_used() {
    let mut unused = allowed();
    for Source { module, uses, .. } in sources() {
        unused.entry(module).and_modify(|left| left.retain(|name| !uses.contains(name)));
    }
    unused.retain(|_, left| !left.is_empty());
    assert!(unused.is_empty(), "allowed, but used nowhere: {unused:?}");
}

/// The data flow has a direction: the modules can be sorted by use, without a cycle.
#[test]
fn there_is_no_cycle() {
    let mut left = allowed();
    while !left.is_empty() {
        let free: Vec<String> = left.iter().filter(|(_, uses)| uses.is_empty()).map(|(name, _)| name.clone()).collect();
        assert!(!free.is_empty(), "these use one another: {:?}", left.keys());
        free.iter().for_each(|name| drop(left.remove(name)));
        left.values_mut().for_each(|uses| uses.retain(|name| !free.contains(name)));
    }
}

/// Rows of `docs/architecture.md` under the heading "Edges" have the form "| `exact` | `dice`, `plan` |", with a dash
/// for no edges.
#[test]
fn the_map_lists_the_same_edges() {
    let map = fs::read_to_string(source::root().join("docs/architecture.md")).expect("docs/architecture.md is the map");
    let section = map.split("\n## ").find(|section| section.starts_with("Edges")).expect("a section `## Edges`");
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<String>>();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let edges: Edges = rows
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
            (names(cells[0])[0].clone(), names(cells[1]).into_iter().collect())
        })
        .collect();
    assert_eq!(edges, allowed());
}

/// Lists the code files that contain one of these words, except files with a path that starts with one of `allowed`.
fn strangers(words: &[&str], allowed: &[&str]) -> Vec<String> {
    let says_one = |source: &Source| words.iter().any(|word| says(&source.code, word));
    let found = sources().into_iter().filter(says_one).map(|source| source.path);
    found.filter(|path| !allowed.iter().any(|known| path.starts_with(known))).collect()
}

#[test]
fn each_tool_has_its_place() {
    let none: [String; 0] = [];
    assert_eq!(strangers(&["polars"], &["table/"]), none);
    assert_eq!(strangers(&["clap", "clap_complete", "clap_mangen"], &["cli/"]), none);
    assert_eq!(strangers(&["plotters", "plotters_backend", "ab_glyph"], &["plot/"]), none);
    assert_eq!(strangers(&["minijinja"], &["report/"]), none);
    assert_eq!(strangers(&["statrs"], &["stats/"]), none);
    assert_eq!(strangers(&["unsafe"], &["kernel/dispatch.rs"]), none);
    assert_eq!(
        strangers(
            &["rand", "rand_xoshiro", "Rng"],
            &["dice/", "kernel/", "games/rapid_attack/battlefield/generate.rs"]
        ),
        none
    );
    // Code that names a stream decides what is random; only these files may do so.
    let namers = [
        "dice/",
        "play/search/",
        "kernel/",
        "meta/",
        "runner/",
        "games/apocalypse_frame/mission/dice.rs",
        "games/apocalypse_frame/mission/engine.rs",
        "games/intercept_orbit/battle/dice.rs",
        "games/rapid_attack/battle/dice.rs",
        "games/rapid_attack/battlefield/",
    ];
    assert_eq!(strangers(&["Stream"], &namers), none);
    assert_eq!(strangers(&["println", "eprintln", "print", "eprint"], &["cli/"]), none);
}

#[test]
fn only_one_file_names_every_game() {
    let games: Vec<String> = fs::read_dir(source::root().join("src/games"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    assert!(!games.is_empty());
    for game in &games {
        let own = format!("games/{game}/");
        for other in games.iter().filter(|other| *other != game) {
            let importers =
                sources().into_iter().filter(|source| source.path.starts_with(&own) && says(&source.code, other));
            assert_eq!(importers.count(), 0, "{game} names {other}");
        }
        // A game's commands and the tuning of its players belong to the game.
        let home = [own.as_str(), "games/mod.rs", "cli/ra/", "cli/af/", "cli/io/", "cli/tune/"];
        assert_eq!(strangers(&[game.as_str()], &home), [] as [String; 0], "{game} is named outside its home");
    }
}

#[test]
fn main_is_a_table_of_contents() {
    let main = fs::read_to_string(source::root().join("src/main.rs")).unwrap();
    assert!(main.lines().count() <= 60);
}

#[test]
fn the_command_line_is_private_but_for_one_function() {
    let library = fs::read_to_string(source::root().join("src/lib.rs")).unwrap();
    let used: Vec<&str> = library.lines().filter(|line| line.contains("cli") && !line.starts_with("//")).collect();
    assert_eq!(used, ["mod cli;", "pub use cli::run;"]);
}

/// Tests the scanner itself, on code that hides edges in every known way.
#[test]
fn the_scanner_sees_code_and_nothing_else() {
    let text = "// crate::plot\nuse crate::{dice, exact::{attack, sum}, plan::Cover};\n/// [`crate::table`]\n\
        fn f() { crate::stats::holm(\"crate::cli\"); }\n#[cfg(test)]\nmod tests {\n    use crate::kernel;\n}\n";
    let uses = source::uses_of(&code_of(text), &["study".to_owned(), "mod".to_owned()]);
    assert_eq!(uses.iter().map(String::as_str).collect::<Vec<&str>>(), ["dice", "exact", "plan", "stats"]);
    let upwards =
        source::uses_of("use super::super::plan::Cover; use super::near;", &["study".into(), "attacks".into()]);
    assert_eq!(upwards.into_iter().collect::<Vec<String>>(), ["plan"]);
}
