//! Help of every verb, the version, completions and schemas.

use crate::common::{Desk, at};
use serde_json::Value;

const VERBS: [&str; 84] = [
    "",
    "run",
    "merge",
    "work",
    "play",
    "compare",
    "meta",
    "sweep",
    "exploit",
    "baseline",
    "check",
    "conform",
    "tune",
    "learn",
    "train",
    "report",
    "rules",
    "rules list",
    "rules show",
    "rules check",
    "rules diff",
    "schema",
    "list",
    "list scenarios",
    "list house-rules",
    "list armaments",
    "list policies",
    "list companies",
    "list fleets",
    "list battlefields",
    "list encounters",
    "list archetypes",
    "list metrics",
    "show",
    "show scenario",
    "show rules",
    "show company",
    "show fleet",
    "show battlefield",
    "show encounter",
    "new",
    "completions",
    "chain",
    "dice",
    "man",
    "af",
    "af armaments",
    "af tags",
    "af systems",
    "af enemies",
    "af improve",
    "af frames",
    "af round",
    "af duel",
    "af roll",
    "af position",
    "af audit",
    "ra",
    "ra frame",
    "ra company",
    "ra attack",
    "ra attacks",
    "ra move",
    "ra loadouts",
    "ra durability",
    "ra duel",
    "ra assign",
    "ra ppa",
    "ra improve",
    "ra bid",
    "ra position",
    "ra audit",
    "io",
    "io fleet",
    "io attack",
    "io board",
    "io ram",
    "io ppa",
    "io durability",
    "io duel",
    "io fuel",
    "io ships",
    "io position",
    "io audit",
];

#[test]
fn every_verb_helps() {
    let desk = Desk::new();
    for verb in VERBS {
        let help = desk.ok(&format!("{verb} --help"));
        assert!(help.contains("Usage: hitchart") && help.contains(verb), "{verb}:\n{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 110), "{verb}:\n{help}");
    }
}

/// Options and commands are listed one a line, each with a description next to it or below it.
#[test]
fn every_option_is_explained() {
    let desk = Desk::new();
    for verb in VERBS {
        let help = desk.ok(&format!("{verb} -h"));
        for line in help.lines().filter(|line| line.trim_start().starts_with("--")) {
            let words = line.trim_start().split_once("  ").map_or("", |(_, words)| words.trim());
            assert!(!words.is_empty() || help.contains(&format!("{line}\n          ")), "{verb}: {line}");
        }
    }
}

/// Words that readers of help stumble over: CONTRIBUTING.md asks for plain English.
const HARD: [&str; 23] = [
    "told",
    "tells",
    "said",
    "says of",
    "whoever",
    "whatever",
    "whom",
    "so many",
    "so much",
    "comes to",
    "what comes of",
    "beside",
    "anew",
    "afresh",
    "in place of",
    "none where",
    "where none",
    "need not",
    "nobody",
    "as it is",
    "is so",
    "mends",
    "stands",
];

#[test]
fn every_help_is_in_plain_words() {
    let desk = Desk::new();
    for verb in VERBS {
        let help = desk.ok(&format!("{verb} --help"));
        let words: Vec<&str> = help.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let text = format!(" {} ", words.join(" ").to_lowercase());
        let hard: Vec<&str> = HARD.into_iter().filter(|word| text.contains(&format!(" {word} "))).collect();
        assert!(hard.is_empty(), "{verb}: {hard:?}\n{help}");
    }
}

/// Examples of commands that answer at once run unchanged, except for the shell's handling of their output.
#[test]
fn examples_answer() {
    let desk = Desk::new();
    desk.write("house.toml", "extends = 'rulebook'\nname = 'house'\n[dice]\ndefense = '1d8'\n");
    let mut tried = 0;
    for verb in VERBS.iter().filter(|verb| {
        ["ra", "af", "io", "dice", "chain", "list", "rules", "show", "meta"]
            .iter()
            .any(|at_once| verb.starts_with(at_once))
    }) {
        let help = desk.ok(&format!("{verb} --help"));
        let (_, examples) = help.split_once("Example").unwrap_or_else(|| panic!("{verb}: no example"));
        // Searches that play games take longer, and replays must be written first; both are tested elsewhere.
        let plays = |line: &&str| {
            if line.contains("replay.jsonl") {
                return true;
            }
            let searches = ["ra improve", "af enemies", "af improve"].iter().any(|search| line.starts_with(search));
            searches || (line.starts_with("ra bid") && (line.contains("--games") || line.contains("--players")))
        };
        let lines = examples.lines().filter_map(|line| line.strip_prefix("  hitchart "));
        for line in lines.filter(|line| !plays(line)) {
            let arguments = line.split(['|']).next().and_then(|line| line.split(" > ").next()).unwrap();
            let out = desk.ok(arguments);
            assert!(!out.is_empty() && !out.contains("No rows."), "{line}");
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
}

#[test]
fn version() {
    let expected = format!("hitchart {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(Desk::new().ok("--version"), expected);
}

#[test]
fn completions_for_the_usual_shells() {
    let desk = Desk::new();
    for (shell, sign) in [("bash", "complete -F"), ("zsh", "#compdef hitchart"), ("fish", "complete -c hitchart")] {
        let script = desk.ok(&format!("completions {shell}"));
        assert!(script.contains(sign) && script.contains("cover-hits"), "{shell}");
    }
    desk.refuses("completions bsah", &["bsah", "bash"]);
}

fn schema(which: &str) -> Value {
    serde_json::from_str(&Desk::new().ok(&format!("schema {which}"))).unwrap()
}

/// Checks the definitions of both files, or of one; every reference leads to a definition.
#[test]
fn schema_of_both_files_and_of_each() {
    let both = schema("");
    for (file, field) in [("scenario", "study"), ("ruleset", "charts")] {
        let one = schema(file);
        at(&one, &format!("properties.{field}"));
        let embedded = at(&both, &format!("$defs.{file}-file"));
        assert_eq!(embedded["properties"], one["properties"], "{file}");
        references(&one).iter().for_each(|name| assert!(at(&one, name).is_object(), "{name}"));
    }
    assert_eq!(references(&both["anyOf"]), ["$defs.scenario-file", "$defs.ruleset-file"]);
}

/// A house rule names only the fields it changes, so no field of a ruleset file is required, at any depth.
#[test]
fn schema_of_rulesets_admits_overlays() {
    let ruleset = schema("ruleset");
    at(&ruleset, "properties.extends");
    assert!(!ruleset.to_string().contains("\"required\""));
}

/// Lists the paths that a schema refers to, with dots for slashes.
fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str).map(|name| name.replace("#/", "").replace('/', "."));
            own.into_iter().chain(fields.values().flat_map(references)).collect()
        }
        Value::Array(values) => values.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}
