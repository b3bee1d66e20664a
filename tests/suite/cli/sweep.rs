//! `sweep` as typed, with tiny numbers: the results of every point, and refusals.

use crate::common::{Desk, MIRROR, at, number};
use serde_json::Value;

const MISSIONS: &str = r#"
title = "Missions"
game = "apocalypse-frame"

[[study]]
kind = "missions"
name = "m"
aces = ["M1-SOLDIER"]
encounter = "siege"
policies = ["random", "random"]
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("x.toml", MIRROR);
    desk.write("af.toml", MISSIONS);
    desk
}

fn rows<'a>(json: &'a Value, key: &str) -> &'a Vec<Value> {
    at(json, key).as_array().unwrap()
}

fn metric<'a>(row: &'a Value, metric: &str, of: &str) -> &'a Value {
    let all = row["metrics"].as_array().unwrap();
    all.iter().find(|told| told["metric"] == metric && told["of"] == of).unwrap()
}

/// Every combination of values has a row with every number, its interval and its games; the unchanged ruleset is
/// separate.
#[test]
fn a_grid_has_a_row_for_every_combination() {
    let json = desk().json("sweep x.toml --field ranges.direct=6..12:3 --field 'dice.defense=1d6|1d8' --games 40");
    let all = rows(&json, "rows");
    assert_eq!(all.len(), 6);
    assert_eq!(all[1]["fields"], serde_json::json!({ "ranges.direct": 6.0, "dice.defense": "1d8" }));
    for row in all {
        assert!(row["metrics"].as_array().unwrap().len() > 50 && row["n"] == 40 && row["study"] == "mirror");
        let rounds = metric(row, "rounds", "");
        let (low, high) = (rounds["interval"][0].as_f64().unwrap(), rounds["interval"][1].as_f64().unwrap());
        assert!(low < high && (low..=high).contains(&rounds["point"].as_f64().unwrap()));
    }
    assert_eq!(rows(&json, "baseline").len(), 1);
    assert!(number(&json, "games") == 240.0 && number(&json, "provenance.seed") == 4.0);
}

/// A point equal to the unchanged ruleset has the same games as in `compare`.
#[test]
fn the_ruleset_as_it_is_is_the_same_as_elsewhere() {
    let desk = desk();
    desk.write("blues.toml", "extends = 'rulebook'\nname = 'blues'\n[dice]\ndefense = '1d8'\n");
    let swept = desk.json("sweep x.toml --field 'dice.defense=1d6|1d8' --games 40");
    let compared = desk.json("compare rulebook blues.toml --scenario x.toml --games 40");
    for effect in compared["effects"].as_array().unwrap().iter().filter(|effect| effect["metric"] != "none") {
        let (name, of) = (effect["metric"].as_str().unwrap(), effect["of"].as_str().unwrap());
        for (row, key) in rows(&swept, "rows").iter().zip(["baseline", "changed"]) {
            assert_eq!(metric(row, name, of)["point"], effect[key], "{name} {of}");
        }
    }
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    let desk = desk();
    let said = |options: &str| {
        desk.json(&format!(
            "sweep x.toml --field ranges.direct=6..12 --field rockets.per_company=0..6 --design latin --points 5 --games 20 {options}"
        ))
    };
    let one = said("--threads 1");
    assert!(one == said("--threads 2") && one != said("--seed 5") && rows(&one, "rows").len() == 5);
}

/// All points share the dice of their games: without this error, each of these sweeps of next to nothing finds a change.
#[test]
fn a_hypercube_over_next_to_nothing_finds_no_change() {
    let desk = desk();
    for seed in 1..=4 {
        let said = desk.ok(&format!(
            "sweep mirror-five --study seats --field ranges.direct=10..10.2 --field rockets.per_company=3..4 \
             --design latin --points 20 --rungs greedy --games 100 --seed {seed} --format line"
        ));
        assert!(!said.contains("clear changes"), "{said}");
    }
}

#[test]
fn tables_tell_points_curves_and_which_fields_matter() {
    let desk = desk();
    let fields = "--field ranges.direct=6..12:3 --field rockets.per_company=0..6:3 --games 20";
    let grid = desk.ok(&format!("sweep x.toml {fields} --metrics rounds --full"));
    assert!(grid.contains("Response curves") && grid.contains("All points") && grid.contains("rounds"));
    assert!(grid.contains("seed 4") && grid.contains("Rules: rulebook"), "{grid}");
    for (design, column) in [("morris", "mu*"), ("sobol", "Total")] {
        let line = format!("sweep x.toml {fields} --design {design} --points 4 --metrics all");
        assert!(desk.ok(&format!("{line} --full")).contains(column), "{design}");
        assert!(!rows(&desk.json(&line), "sensitivity").is_empty(), "{design}");
    }
    let csv = desk.ok("sweep x.toml --field ranges.direct=6..12:3 --games 20 --format csv");
    assert!(csv.starts_with("study,rung,setting,at,metric,whose,unit,mean,") && csv.lines().count() > 20, "{csv}");
}

/// Every game has at least four rounds, and none has forty: an easy target is found at once, an impossible one is
/// reported.
#[test]
fn the_nearest_ruleset_is_looked_for() {
    let desk = desk();
    let said = |target: &str| {
        let line = format!("sweep x.toml --field ranges.direct=6..12:2 --games 60 --target '{target}'");
        let json = desk.json(&line);
        rows(&json, "target")[0].clone()
    };
    let reached = said("rounds >= 2");
    assert_eq!((&reached["verdict"], &reached["distance"]), (&"reached".into(), &0.0.into()));
    assert!(reached["fresh"]["interval"][0].as_f64() >= Some(2.0) && reached["fresh"]["n"] == 60);
    let none = said("rounds >= 40");
    assert!(none["verdict"] == "none" && none["fresh"].is_null() && none["baseline"]["n"].as_u64() > Some(0));
    let line = "sweep x.toml --field ranges.direct=6..12:2 --games 60 --target";
    let text = desk.ok(&format!("{line} 'rounds >= 2'"));
    assert!(text.lines().count() <= 25 && text.lines().take(5).any(|line| line.contains("reached by")), "{text}");
    assert!(desk.ok(&format!("{line} 'rounds >= 2' --full")).contains("The nearest ruleset"));
    // Random play ends by the clock, which prevents longer games.
    let text = desk.ok(&format!("{line} 'rounds >= 40'"));
    assert!(text.contains("reached within the bounds") && text.contains("clock.start"), "{text}");
    assert!(desk.ok(&format!("{line} 'rounds >= 40' --format md")).contains("clock.start"));
}

#[test]
fn missions_are_swept_too() {
    let json = desk().json("sweep af.toml --field rolls.success_from=3..5 --games 8 --target 'victory <= 100%'");
    assert_eq!(rows(&json, "target")[0]["verdict"], "reached");
}

/// Contradictory combinations are left out of a grid; a value that is never allowed is refused.
#[test]
fn what_the_rules_do_not_allow_is_told_or_refused() {
    let desk = desk();
    let grid = "sweep x.toml --field charts.cover.cover=3..5 --field charts.cover.blow_through=4..5 --games 2";
    let json = desk.json(grid);
    assert_eq!((rows(&json, "rows").len(), rows(&json, "left_out").len()), (5, 1));
    assert!(json["left_out"][0]["setting"] == "charts.cover.cover = 5, charts.cover.blow_through = 4");
    desk.refuses("sweep x.toml --field frame.whites=2..9", &["frame.whites = 7", "1 to 6"]);
    desk.refuses(&format!("{grid} --design latin"), &["blow_through"]);
}

#[test]
fn what_cannot_be_swept_is_refused() {
    let desk = desk();
    desk.refuses("sweep x.toml", &["--field"]);
    desk.refuses("sweep x.toml --field dice.defense=1d4,1d6", &["1 value", "A|B"]);
    let near = "did you mean `ranges.direct`?";
    desk.refuses("sweep x.toml --field ranges.direkt=6..12", &["no field `ranges.direkt`", near]);
    desk.refuses("sweep x.toml --field rockets=0..8:2", &["table of settings", "`rockets.per_company`"]);
    desk.refuses("sweep x.toml --field ranges.direct=6..12 --field ranges.direct=6..8", &["named twice"]);
    desk.refuses("sweep x.toml --field charts.cover_order=low-first|hihg-first", &["hihg-first", "high-first"]);
    desk.refuses("sweep x.toml --field ranges.direct=6..12 --points 4", &["--points", "all combinations"]);
    desk.refuses("sweep x.toml --field ranges.direct=6..12 --metrics rouns", &["did you mean `rounds`?"]);
    desk.refuses("sweep x.toml --field ranges.direct=6..12 --study mirro", &["did you mean `mirror`?"]);
    desk.refuses("sweep x.toml --field ranges.direct=6..12 --rungs greedi", &["did you mean `greedy`?"]);
    desk.refuses("sweep x.toml --field ranges.direct=6..12 --target 'defendr wins 50%'", &["`defender win`?"]);
    desk.refuses("sweep x.toml --field ranges.direct=6..12 --target rounds", &["is no target"]);
    let latin = "--design latin --target 'rounds <= 6'";
    desk.refuses(&format!("sweep x.toml --field ranges.direct=6..12 {latin}"), &["--target", "a grid", "--design"]);
    desk.refuses(
        "sweep x.toml --field rockets.per_company=0..20 --field ranges.direct=1..10:0.01",
        &["points; allowed: 4000"],
    );
}

/// A sweep in a scenario plays the scenario's other studies, gives its answer first, and renders again unchanged.
#[test]
fn a_scenario_sweeps_its_own_studies() {
    let desk = desk();
    let sweep = "\n[[study]]\nkind = \"sweep\"\nname = \"reach\"\nfields = [\"ranges.direct=6..12:3\"]\ngames = 20\n";
    desk.write("swept.toml", &format!("{MIRROR}games = 4\n{sweep}target = \"rounds >= 2\"\n"));
    desk.ok("run swept.toml --out report --threads 1");
    let page = desk.read("report/report.md");
    assert!(page.contains("is reached by") && page.contains("All points"), "{page}");
    let json: Value = serde_json::from_str(&desk.read("report/tables/reach.json")).unwrap();
    assert_eq!((json["rows"].as_array().unwrap().len(), &json["target"][0]["verdict"]), (3, &"reached".into()));
    let before = desk.files();
    desk.ok("report report");
    assert!(desk.files() == before);
    desk.write("wrong.toml", &format!("{MIRROR}{}", sweep.replace("ranges.direct", "ranges.direkt")));
    desk.refuses("run wrong.toml", &["wrong.toml", "did you mean `ranges.direct`?"]);
    desk.write("empty.toml", &format!("{MIRROR}{}", sweep.replace("\"ranges.direct=6..12:3\"", "")));
    desk.refuses("run empty.toml", &["no `fields`"]);
}

const GROUND: &str = r#"
title = "Ground to be swept"
game = "rapid-attack"

[[study]]
kind = "games"
name = "crowd"
companies = ["mirror-four", "scouts", "suns-fang"]
policies = ["random", "greedy", "random"]
"#;

/// Fields of the battlefield and of the players vary as fields of the rules do: written, named or left to the default.
#[test]
fn the_ground_and_the_players_are_swept() {
    let desk = desk();
    desk.write("g.toml", GROUND);
    for field in [
        "study.battlefield=dense-town|ruins-of-alluel",
        "study.battlefield.table.diagonal=32..40:8",
        "study.battlefield.generator.pieces=4..12:8",
        "'study.battlefield.generator.height=[0, 1]|[4, 6]'",
        "study.companies.0.frames=3..4",
    ] {
        let json = desk.json(&format!("sweep g.toml --field {field} --games 6"));
        let all = rows(&json, "rows");
        assert_eq!((all.len(), json["left_out"].as_array().map(Vec::len)), (2, Some(0)), "{field}");
        assert_ne!(all[0]["metrics"], all[1]["metrics"], "{field}");
    }
    let missions = desk.json("sweep af.toml --field study.encounter=patrol|siege --games 4");
    assert_ne!(rows(&missions, "rows")[0]["metrics"], rows(&missions, "rows")[1]["metrics"]);
}

/// The first companies of the list play; the numbers of the others are not counted, and a point equals the scenario
/// with fewer companies.
#[test]
fn companies_join_in_the_order_of_the_scenario() {
    let desk = desk();
    desk.write("g.toml", GROUND);
    let json = desk.json("sweep g.toml --field study.companies=2..3 --games 12");
    let all = rows(&json, "rows");
    let wins = |row: &Value| row["metrics"].as_array().unwrap().iter().any(|told| told["of"] == "company Suns Fang");
    assert!(all.iter().all(|row| !wins(row)) && rows(&json, "baseline").len() == 1);
    desk.write("two.toml", &GROUND.replace(", \"suns-fang\"", "").replace("\"greedy\", \"random\"", "\"greedy\""));
    let two_alone = desk.json("sweep two.toml --field ranges.direct=7..8 --games 12");
    let rounds = |row: &Value| metric(row, "rounds", "")["point"].clone();
    assert_eq!(rounds(&all[0]), rounds(&rows(&two_alone, "rows")[1]));
    desk.refuses("sweep two.toml --field study.companies=1..2 --games 12", &["study.companies = 1", "2 to 5 players"]);
}

#[test]
fn what_no_study_has_is_refused() {
    let desk = desk();
    desk.write("g.toml", GROUND);
    let refuses = |field: &str, parts: &[&str]| desk.refuses(&format!("sweep g.toml --field {field}"), parts);
    refuses(
        "study.batlefield.generator.pieces=4..8",
        &["no field", "did you mean `study.battlefield.generator.pieces`?"],
    );
    refuses("study.battlefield=dense-town|dense-twon", &["dense-twon", "did you mean `dense-town`?"]);
    refuses("study.battlefield=dense-town|own.toml", &["own.toml", "built-in names"]);
    refuses("study.companies=2..5", &["3 entries", "1 to 3"]);
    refuses("study.battlefield.generator.gap=0.1..9:8", &["gap", "from"]);
    refuses("study.battlefield.table.diagonal=20..30:10", &["diagonal"]);
    desk.write("two.toml", &format!("{GROUND}\n[[study]]\nkind = \"games\"\nname = \"pair\"\ncompanies = [\"scouts\", \"scouts\"]\npolicies = [\"random\", \"random\"]\n"));
    desk.refuses("sweep two.toml --field study.companies=1..2", &["`crowd` and `pair`", "--study"]);
}

/// A change of the ground in a saved report renders again unchanged.
#[test]
fn a_sweep_of_the_ground_renders_again() {
    let desk = desk();
    let sweep = "games = 4\n[[study]]\nkind = \"sweep\"\nname = \"cover\"\nfields = [\"study.battlefield.generator.pieces=4..12:8\"]\ngames = 6\n";
    desk.write("g.toml", &format!("{GROUND}{sweep}"));
    desk.ok("run g.toml --out report --threads 1");
    let before = desk.files();
    desk.ok("report report");
    assert!(desk.files() == before);
}
