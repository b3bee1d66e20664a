//! The crates and layers of `docs/architecture.md`, read from the manifests and the code.

mod source;

use self::source::{Source, code_of, homes, says, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Names of crates or modules, each with the names that it uses.
type Edges = BTreeMap<String, BTreeSet<String>>;

/// Reads the crates of the workspace that each crate needs outside of tests.
fn manifests() -> Edges {
    homes()
        .iter()
        .map(|home| {
            let text =
                fs::read_to_string(source::root().join(home).join("Cargo.toml")).expect("each crate has a manifest");
            let manifest: toml::Table = text.parse().expect("manifests are valid");
            let name = manifest["package"]["name"].as_str().expect("each crate has a name").to_owned();
            let needs = manifest["dependencies"].as_table().expect("each crate has dependencies");
            (name, needs.keys().filter(|name| name.starts_with("hitchart-")).cloned().collect())
        })
        .collect()
}

/// Reads the rows of `docs/architecture.md` under the heading "Crates": name, folder, contents, dependencies.
#[test]
fn the_page_lists_the_crates_and_what_they_need() {
    let page =
        fs::read_to_string(source::root().join("docs/architecture.md")).expect("docs/architecture.md is the map");
    let section = page.split("\n## ").find(|section| section.starts_with("Crates")).expect("a section `## Crates`");
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<String>>();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let listed: Edges = rows
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
            (names(cells[0])[0].clone(), names(cells[3]).into_iter().collect())
        })
        .collect();
    assert_eq!(listed, manifests());
}

/// The crates of the games.
const GAMES: [&str; 4] = ["apocalypse-frame", "intercept-orbit", "mobile-frame", "rapid-attack"];

/// Games know no table, plot, file or terminal, and the lab knows no game.
#[test]
fn games_use_only_the_crates_below_them_and_the_lab_uses_no_game() {
    let below = ["hitchart-config", "hitchart-dice", "hitchart-mobile-frame", "hitchart-play"];
    let games = GAMES.map(|game| format!("hitchart-{game}"));
    for (name, uses) in manifests() {
        if games.contains(&name) {
            let others: Vec<&String> = uses.iter().filter(|used| !below.contains(&used.as_str())).collect();
            assert!(others.is_empty(), "{name} uses {others:?}");
        } else if !["hitchart", "hitchart-ask"].contains(&name.as_str()) {
            assert!(games.iter().all(|game| !uses.contains(game)), "{name} uses a game");
        }
    }
}

/// Dice, statistics, play and games run in a browser: they start no thread, open no file, read no clock and print
/// nothing, and no constant of theirs needs 64 bits.
#[test]
fn the_lowest_crates_use_no_operating_system() {
    let lowest = ["dice", "stats", "play"].into_iter().chain(GAMES).map(|name| format!("crates/{name}"));
    for home in lowest {
        for source in sources().iter().filter(|source| source.home == home) {
            for word in ["thread", "rayon", "fs", "File", "Instant", "SystemTime", "env", "println", "eprintln"] {
                assert!(!says(&source.code, word), "{} says `{word}`", source.path);
            }
            for line in source.code.lines().filter(|line| line.contains("usize") && line.contains("const ")) {
                assert!(fits_32_bits(line), "{}: {line}", source.path);
            }
        }
    }
}

/// Returns true if no number on a line exceeds 32 bits, and no number is shifted by 32 bits or more.
fn fits_32_bits(line: &str) -> bool {
    let words: Vec<&str> = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '<')).collect();
    let number = |word: &&str| word.replace('_', "").trim_end_matches("usize").parse::<u128>().ok();
    let is_large = words.iter().filter_map(number).any(|n| n > u128::from(u32::MAX));
    let after_shift = words.iter().skip_while(|word| **word != "<<");
    !is_large && after_shift.filter_map(number).all(|n| n < 32)
}

#[test]
fn constants_of_more_than_32_bits_are_found() {
    assert!(fits_32_bits("const BLOCK: usize = 1 << 17;"));
    assert!(!fits_32_bits("const ALL: usize = 1 << 40;"));
    assert!(!fits_32_bits("pub const MOST: usize = 5_000_000_000;"));
}

/// Crates with modules that use one another: a ruleset names the types of attacks, and attacks read the ruleset.
const WITH_CIRCLES: [&str; 1] = ["crates/intercept-orbit"];

/// The data flow has a direction: within a crate no two modules use each other, even indirectly.
#[test]
fn modules_form_no_circle() {
    for home in homes().into_iter().filter(|home| !WITH_CIRCLES.contains(&home.as_str())) {
        let mut left = Edges::new();
        for Source { module, uses, .. } in sources().iter().filter(|source| source.home == home) {
            if module != "lib" && module != "main" {
                left.entry(module.clone()).or_default().extend(uses.iter().cloned());
            }
        }
        let modules: BTreeSet<String> = left.keys().cloned().collect();
        left.iter_mut().for_each(|(module, uses)| uses.retain(|used| used != module && modules.contains(used)));
        while !left.is_empty() {
            let free: Vec<String> =
                left.iter().filter(|(_, uses)| uses.is_empty()).map(|(name, _)| name.clone()).collect();
            assert!(!free.is_empty(), "{home}: these use one another: {left:?}");
            free.iter().for_each(|name| drop(left.remove(name)));
            left.values_mut().for_each(|uses| uses.retain(|name| !free.contains(name)));
        }
    }
}

/// Lists the code files that contain one of these words, except files with a path that starts with one of `allowed`.
fn strangers(words: &[&str], allowed: &[&str]) -> Vec<String> {
    let is_stranger = |source: &&Source| !allowed.iter().any(|known| source.path.starts_with(known));
    let says_one = |source: &&Source| words.iter().any(|word| says(&source.code, word));
    sources().iter().filter(is_stranger).filter(says_one).map(|source| source.path.clone()).collect()
}

#[test]
fn each_tool_has_its_place() {
    let none: [String; 0] = [];
    assert_eq!(
        strangers(&["polars", "polars_arrow"], &["crates/report/src/table/", "crates/python/src/arrow.rs"]),
        none
    );
    let commands =
        ["src/cli/", "crates/ask/src/options.rs", "crates/ask/src/door/command.rs", "crates/ask/src/questions/"];
    assert_eq!(strangers(&["clap", "clap_complete", "clap_mangen"], &commands), none);
    assert_eq!(strangers(&["axum", "tokio"], &["crates/serve/src/"]), none);
    assert_eq!(strangers(&["pyo3"], &["crates/python/src/"]), none);
    assert_eq!(strangers(&["plotters", "plotters_backend", "ab_glyph"], &["crates/report/src/plot/"]), none);
    assert_eq!(strangers(&["minijinja"], &["crates/report/src/"]), none);
    assert_eq!(strangers(&["statrs"], &["crates/stats/src/"]), none);
    let unsafe_code = ["crates/dice/src/kernel/dispatch.rs", "crates/page/src/lib.rs", "crates/python/src/arrow.rs"];
    assert_eq!(strangers(&["unsafe"], &unsafe_code), none);
    assert_eq!(
        strangers(
            &["rand", "rand_xoshiro", "Rng"],
            &["crates/dice/src/", "crates/rapid-attack/src/battlefield/generate.rs"]
        ),
        none
    );
    // Code that names a stream decides what is random; only these files may do so.
    let namers = [
        "crates/dice/src/",
        "crates/play/src/search",
        "crates/lab/src/metagame",
        "crates/lab/src/runner",
        "crates/apocalypse-frame/src/campaign/mod.rs",
        "crates/apocalypse-frame/src/mission/engine.rs",
        "crates/mobile-frame/src/dice.rs",
        "crates/rapid-attack/src/battlefield/",
    ];
    assert_eq!(strangers(&["Stream"], &namers), none);
    assert_eq!(strangers(&["println", "eprintln", "print", "eprint"], &["src/cli/"]), none);
    // The games request samples as jobs, and the runner samples them.
    let samples =
        |source: &&Source| source.code.contains("hitchart_dice::kernel") && source.path.starts_with("crates/ask/");
    let kernel = sources().iter().filter(samples).map(|source| source.path.clone());
    assert_eq!(kernel.collect::<Vec<String>>(), none);
}

#[test]
fn only_one_file_names_every_game() {
    let games: Vec<String> = fs::read_dir(source::root().join("crates/ask/src/games"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    assert!(!games.is_empty());
    for game in &games {
        let own = format!("crates/ask/src/games/{game}/");
        let own_crate = format!("crates/{}/", game.replace('_', "-"));
        let library = format!("hitchart_{game}");
        for other in games.iter().filter(|other| *other != game) {
            let is_own = |path: &str| path.starts_with(&own) || path.starts_with(&own_crate);
            let names = [other.clone(), format!("hitchart_{other}")];
            let importers = sources()
                .iter()
                .filter(|source| is_own(&source.path) && names.iter().any(|name| says(&source.code, name)));
            assert_eq!(importers.count(), 0, "{game} names {other}");
        }
        // The questions about a game belong to the game.
        let questions = ["ra", "af", "io"].map(|name| format!("crates/ask/src/questions/{name}/"));
        let home = [own.as_str(), "crates/ask/src/games/mod.rs"];
        let home: Vec<&str> = home.into_iter().chain(questions.iter().map(String::as_str)).collect();
        assert_eq!(
            strangers(&[game.as_str(), library.as_str()], &home),
            [] as [String; 0],
            "{game} is named outside its home"
        );
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
