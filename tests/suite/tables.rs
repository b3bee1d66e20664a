//! Tables as programs read them: each name has one type, with units and meanings in the files, and no text can act in a
//! page or a spreadsheet.

use crate::common::{Desk, at};
use polars::prelude::{ArrowSchema, DataType, PlSmallStr};
use polars_io::SerReader;
use polars_io::parquet::read::ParquetReader;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

const RAPID_ATTACK: &str = r#"
title = "Every kind"
game = "rapid-attack"
samples = 2_000

[[study]]
kind = "frames"
frames = ["Soldier", "RhYYG"]

[[study]]
kind = "companies"
companies = [{ name = "Two", frames = ["Soldier", "RaRaYY+SSR2"] }]

[[study]]
kind = "attacks"
attackers = ["Soldier"]
targets = ["Soldier", "BB"]
ranges = ["direct"]
cover = [0, 2]
simulate = true

[[study]]
kind = "attacks"
name = "exact"
attackers = ["Soldier"]
targets = ["BB"]
ranges = ["direct"]

[[study]]
kind = "loadouts"
where = ["systems <= 2"]

[[study]]
kind = "durability"
frames = ["Soldier"]
attacks = 3
simulate = true

[[study]]
kind = "duels"
frames = ["Rd", "Rh", "B"]
rule = "greedy"

[[study]]
kind = "assignment"
frames = ["Soldier"]
range = "direct"
target_defense = 3

[[study]]
kind = "games"
companies = ["mirror-five", "mirror-five"]
policies = ["random", "greedy"]
swap_seats = true
games = 8
"#;

const APOCALYPSE_FRAME: &str = r#"
title = "Every kind"
game = "apocalypse-frame"
samples = 500

[[study]]
kind = "armaments"
with = ["Charge"]
simulate = true

[[study]]
kind = "tags"

[[study]]
kind = "items"

[[study]]
kind = "frames"

[[study]]
kind = "missions"
aces = ["M1", "L1"]
policies = ["random", "random"]
encounter = "centurion"
games = 6

[[study]]
kind = "squads"
frames = ["M1", "L1", "H1"]
sizes = [1, 2]
policies = ["random", "gentle"]
games = 3

[[study]]
kind = "difficulty"
aces = ["M1"]
kinds = ["Legionnaire"]
numbers = [1, 3]
policies = ["random", "random"]
games = 3

[[study]]
kind = "marginal"
aces = ["M1"]
ace = 1
policies = ["random", "random"]
games = 2

[[study]]
kind = "marginal"
aces = ["M1", "L1"]
materials = 1
changes = ["armaments"]
policies = ["random", "gentle"]
games = 2

[[study]]
kind = "campaign"
aces = ["M1"]
length = 3
clocks = true
spending = ["random-tags", "nothing"]
lose_frame_after = 1
policies = ["random", "gentle"]
games = 3

[[study]]
kind = "ladder"
aces = ["M1"]
ace_policies = ["random", "greedy"]
games = 2

[[study]]
kind = "campaign"
aces = ["M1"]
length = 2
missions = ["patrol"]
purchases = ["Machinegun + Hot"]
policies = ["random", "gentle"]
games = 2

[[study]]
kind = "improve"
aces = ["M1"]
policies = ["random", "random"]
changes = ["armaments"]
games = 60
test_games = 4

[[study]]
kind = "optimise"
aces = ["M1"]
policies = ["random", "random"]
population = 4
generations = 2
games = 60
test_games = 4

[[study]]
kind = "costs"
aces = ["M1"]
policies = ["random", "random"]
armaments = ["Shotgun", "Carbine"]
games = 4

[[study]]
kind = "costs"
aces = ["M1"]
policies = ["random", "random"]
modular = ["Railgun", "Afterburner"]
games = 4

[[study]]
kind = "costs"
aces = ["M1"]
policies = ["random", "random"]
traits = ["Riot Shield", "Support Drones"]
games = 4

[[study]]
kind = "restricted"
aces = ["M1", "L1"]
policies = ["random", "random"]
games = 4
"#;

const INTERCEPT_ORBIT: &str = r#"
title = "Every kind"
game = "intercept-orbit"

[[study]]
kind = "games"
fleets = ["wasp-nest", "toll-keepers"]
policies = ["random", "greedy"]
swap_seats = true
games = 8

[[study]]
kind = "tournament"
fleets = ["wasp-nest", "toll-keepers", "long-watch"]
policies = ["greedy"]
games = 60

[[study]]
kind = "marginal"
fleet = "toll-keepers"
field = ["wasp-nest"]
policy = "greedy"
changes = ["aces", "classes"]
games = 60

[[study]]
kind = "improve"
fleet = "toll-keepers"
field = ["wasp-nest"]
policy = "greedy"
bid = "keep"
split = false
games = 80
test_games = 4

[[study]]
kind = "bids"
policy = "greedy"
bids = ["3+2/11", "3+3/11", "4+2/14"]
fleets = 3
build_games = 60
games = 12

[[study]]
kind = "optimise"
field = ["wasp-nest"]
policy = "greedy"
population = 4
generations = 2
games = 40
test_games = 4

[[study]]
kind = "optimise"
field = ["wasp-nest"]
policy = "greedy"
start = "toll-keepers"
ship = 1
games = 300
test_games = 4

[[study]]
kind = "double-oracle"
field = ["wasp-nest", "toll-keepers"]
policies = ["greedy"]
rounds = 1
games = 8
search_games = 60
test_games = 4

[[study]]
kind = "costs"
fleet = "toll-keepers"
field = ["wasp-nest"]
policy = "greedy"
alternatives = ["C:RpRaBK", "C:RaRaBK"]
games = 4

[[study]]
kind = "costs"
fleet = "toll-keepers"
field = ["wasp-nest"]
policy = "greedy"
aces = ["red", "blue"]
games = 4

[[study]]
kind = "restricted"
fleet = "toll-keepers"
policy = "greedy"
games = 4
"#;

/// Writes reports of all kinds of studies of all games.
fn reports() -> Desk {
    let desk = Desk::new();
    for (name, text) in [("ra", RAPID_ATTACK), ("af", APOCALYPSE_FRAME), ("io", INTERCEPT_ORBIT)] {
        desk.write(&format!("{name}.toml"), text);
        desk.ok(&format!("run {name}.toml --out {name} --quiet"));
    }
    desk
}

/// Returns the types and the fields of a Parquet file.
fn parquet(file: &[u8]) -> (Vec<(String, DataType)>, ArrowSchema) {
    let mut reader = ParquetReader::new(std::io::Cursor::new(file));
    let schema = reader.schema().unwrap().as_ref().clone();
    let frame = reader.finish().unwrap();
    let names = frame.get_column_names().into_iter().map(ToString::to_string);
    (names.zip(frame.dtypes()).collect(), schema)
}

fn type_name(dtype: &DataType) -> &'static str {
    match dtype {
        DataType::String => "text",
        DataType::Boolean => "flag",
        DataType::Int64 => "integer",
        DataType::Float64 => "number",
        other => panic!("a column of type {other}"),
    }
}

#[test]
fn one_name_has_one_type_and_one_meaning_over_all_tables() {
    let desk = reports();
    let mut types: BTreeMap<String, (String, String)> = BTreeMap::new();
    let mut tables = 0;
    for report in ["ra", "af"] {
        let schema: Value = serde_json::from_str(&desk.read(&format!("{report}/tables/schema.json"))).unwrap();
        for entry in fs::read_dir(desk.path(report).join("tables")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "parquet") {
                continue;
            }
            tables += 1;
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let (columns, arrow) = parquet(&fs::read(&path).unwrap());
            let told = at(&schema, &format!("tables.{name}.columns")).as_array().unwrap();
            assert_eq!(told.len(), columns.len(), "{name}");
            for (((column, dtype), told), field) in columns.iter().zip(told).zip(arrow.iter_values()) {
                let place = format!("{name}.{column}");
                let kind = type_name(dtype).to_owned();
                assert_eq!((told["name"].as_str(), told["type"].as_str()), (Some(&**column), Some(&*kind)), "{place}");
                let meaning = told["meaning"].as_str().unwrap().to_owned();
                assert!(meaning.len() > 3 && told["unit"].is_string(), "{place} has no meaning");
                let metadata = field.metadata.as_ref().unwrap_or_else(|| panic!("{place} has no metadata"));
                for key in ["unit", "meaning", "title"] {
                    assert_eq!(metadata.get(key).map(PlSmallStr::as_str), told[key].as_str(), "{place}");
                }
                let known = types.entry(column.clone()).or_insert_with(|| (kind.clone(), meaning.clone()));
                assert_eq!(*known, (kind, meaning), "{place}");
            }
        }
    }
    assert!(tables > 35 && types.len() > 120, "{tables} tables, {} columns", types.len());
}

/// Checks that the dictionary has a line for each column that commands and studies name in the code. Tables that only
/// figures read are excluded.
#[test]
fn every_column_that_the_code_names_is_in_the_dictionary() {
    const DRAWN: [&str; 4] = ["label", "series", "share", "x"];
    let mut missing = Vec::new();
    let mut files = Vec::new();
    for folder in ["crates/ask/src", "crates/lab/src", "src/cli"] {
        crate::documents::sources(&crate::documents::root().join(folder), &mut files);
    }
    for file in files.iter().filter(|file| !file.ends_with("tests.rs")) {
        let text = fs::read_to_string(file).unwrap();
        if !text.contains("Table::new(") && !text.contains(": Table") && !text.contains("Field::") {
            continue;
        }
        // A field of a row type has its own entry, or that of its name.
        for kind in ["text", "flag", "count", "number", "interval", "estimate"] {
            for field in text.split(&format!("Field::{kind}(")).skip(1).filter(|field| !field.contains(".means(")) {
                let Some(name) = field.trim_start().strip_prefix('"').and_then(|name| name.split('"').next()) else {
                    continue;
                };
                if hitchart_report::table::entry(name).is_none() {
                    missing.push(format!("{}: Field::{kind} {name}", file.display()));
                }
            }
        }
        for (method, kinds) in [
            (".text(\"", &["Text"][..]),
            (".flag(\"", &["Flag"]),
            (".count(\"", &["Integer", "Number"]),
            (".whole(\"", &["Integer", "Number"]),
            (".number(\"", &["Number"]),
            (".estimate(\"", &["Number"]),
            (".interval(\"", &["Number"]),
        ] {
            let names = text.split(method).skip(1).filter_map(|rest| rest.split('"').next());
            let estimates = text.split(".estimates([\"").skip(1).flat_map(|rest| rest.split('"').step_by(2).take(2));
            let names = names.chain(estimates.filter(|_| method == ".number(\""));
            for name in names.filter(|name| !DRAWN.contains(name)) {
                let entry = hitchart_report::table::entry(name);
                if entry.is_none_or(|entry| !kinds.contains(&format!("{:?}", entry.kind).as_str())) {
                    missing.push(format!("{}: {method}{name}", file.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "no line in the dictionary, or one of another type: {missing:#?}");
}

#[test]
fn a_schema_says_nothing_that_equal_runs_differ_in() {
    let desk = Desk::new();
    desk.write("s.toml", crate::common::SMALL);
    desk.ok("run s.toml --out a --quiet --threads 1");
    desk.ok("run s.toml --out b --quiet --threads 2");
    assert_eq!(desk.read("a/tables/schema.json"), desk.read("b/tables/schema.json"));
    assert_eq!(desk.read("a/report.html"), desk.read("b/report.html"));
}

#[test]
fn provenance_says_what_was_used() {
    let desk = Desk::new();
    let exact =
        "title = 'T'\nsystem = 'rapid-attack'\nsamples = 777\n[[study]]\nkind = 'frames'\nframes = ['Soldier']\n";
    desk.write("exact.toml", exact);
    let games = "[[study]]\nkind = 'games'\nname = 'played'\ncompanies = ['mirror-five', 'mirror-five']\n\
                 policies = ['random', 'random']\ngames = 6\n";
    desk.write("games.toml", &format!("title = 'T'\nsystem = 'rapid-attack'\n{games}"));
    desk.write("small.toml", crate::common::SMALL);
    let provenance = |line: &str| -> Value {
        desk.ok(&format!("run {line} --out r --quiet"));
        serde_json::from_str(&desk.read("r/provenance.json")).unwrap()
    };
    let none = provenance("exact.toml --samples 999");
    assert_eq!((&none["samples"], &none["games"]), (&0.into(), &serde_json::json!({})));
    assert!(!desk.read("r/report.md").contains("Samples of each"));
    let command = ["hitchart", "run", "exact.toml", "--samples", "999", "--out", "r", "--quiet"];
    assert_eq!(none["command"], serde_json::json!(command));
    let played = provenance("games.toml");
    assert_eq!((&played["samples"], &played["games"]["played"]), (&0.into(), &6.into()));
    assert!(desk.read("r/report.md").contains("- **Games:** 6 in 1 study"));
    desk.ok("report r --quiet");
    assert!(desk.read("r/report.md").contains("- **Games:** 6 in 1 study"));
    let simulated = provenance("small.toml --samples 400");
    assert_eq!(simulated["samples"], 400);
    assert!(desk.read("r/report.md").contains("- **Samples of each simulated answer:** 400"));
}

/// A scenario with texts that try to act on a terminal, in a page or in a spreadsheet.
const HOSTILE: &str = r#"
title = "Red \u001B[31m\u202E title"
description = "Bell \u0007 and \u009B31m"
game = "rapid-attack"

[[study]]
kind = "companies"
title = "Study \u001B]0;x\u0007"
companies = [
    { name = "=HYPERLINK(1)", frames = ["Soldier"] },
    { name = "+1", frames = ["RaRaYY+SSR2"] },
    { name = "@x\u001B[2J", frames = ["BB"] },
]
"#;

fn obeyed(text: &str) -> Option<char> {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().find(|c| (c.is_control() && !matches!(c, '\n' | '\t')) || turns(*c))
}

#[test]
fn no_control_character_reaches_a_page() {
    let desk = Desk::new();
    desk.write("s.toml", HOSTILE);
    desk.ok("run s.toml --out r --quiet");
    let pages = desk.files().into_iter().filter(|(path, _)| {
        path.starts_with("r")
            && path.extension().is_some_and(|ending| ["html", "md", "svg"].iter().any(|e| ending == *e))
    });
    let mut seen = 0;
    for (path, content) in pages {
        let text = String::from_utf8(content).unwrap();
        assert_eq!(obeyed(&text), None, "{}", path.display());
        seen += 1;
    }
    assert!(seen >= 3);
    assert!(desk.read("r/report.md").starts_with("# Red \\[31m title"));
}

#[test]
fn no_control_character_reaches_a_terminal() {
    let desk = Desk::new();
    desk.write("s.toml", "title = \"x\"\nsystem = \"rapid\\u001B[31m\\u202Eattack\"\n[[study]]\nkind = \"frames\"\n");
    assert_eq!(obeyed(&desk.refused("run s.toml")), None);
    desk.write("raw.toml", "title = \"x\"\nsystem = \"rapid-attack\" # \u{9b}31m \u{202e}\nsede = 1\n");
    assert_eq!(obeyed(&desk.refused("run raw.toml")), None);
    assert_eq!(obeyed(&desk.refused("ra frame 'Rd\u{1b}[31mY'")), None);
    let games =
        "[[study]]\nkind = 'games'\ncompanies = ['mirror-five', 'mirror-five']\npolicies = ['random', 'random']\n";
    desk.write(
        "g.toml",
        &format!("title = \"\\u001B[31mRed\\u009B\\u202E\"\nsystem = 'rapid-attack'\n{games}games = 2\n"),
    );
    for format in ["table", "md", "csv", "json"] {
        assert_eq!(obeyed(&desk.ok(&format!("play g.toml --format {format}"))), None, "{format}");
    }
    assert_eq!(desk.json("play g.toml")["scenario"], "\u{1b}[31mRed\u{9b}\u{202e}");
    desk.ok("play g.toml --replay 1 --out film");
    assert_eq!(obeyed(&desk.read("film/replay.html")), None);
}

#[test]
fn no_cell_of_a_csv_file_is_run_by_a_spreadsheet() {
    let desk = Desk::new();
    desk.write("s.toml", HOSTILE);
    desk.ok("run s.toml --out r --quiet");
    let csv = desk.read("r/tables/companies-1-companies.csv");
    let names: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(names[..2], ["'=HYPERLINK(1)", "+1"]);
    assert!(names[2].starts_with("'@x"), "{csv}");
}

#[test]
fn what_has_no_name_is_absent() {
    let desk = Desk::new();
    let line = "ra loadouts --where 'direct >= 1.5' --where 'systems <= 3' --whites 1 --sort durability --top 3";
    let json = desk.json(line);
    assert_eq!(json["rows"][2]["archetype"], Value::Null);
    assert_eq!(json["rows"][1]["archetype"], "Assault");
    assert!(desk.ok(&format!("{line} --format csv")).lines().nth(3).unwrap().starts_with("RdYB,,3"));
    assert!(desk.ok(&format!("{line} --format md")).contains("| RdYB | – | 3 |"));
    assert!(desk.ok(line).contains(" RdYB      –"));
}
