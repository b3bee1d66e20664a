//! Scenarios, house rules, companies and results by their built-in names, in folders without any file.

use crate::common::{Desk, SMALL, at};
use crate::documents::read;
use serde_json::Value;

#[test]
fn names_work_in_an_empty_folder() {
    let desk = Desk::new();
    for (line, sign) in [
        ("play estars-anvil --games 4", "Estar's Anvil"),
        ("play 'Estars Anvil' --games 4", "Estar's Anvil"),
        ("compare rulebook h18-spots-d8 --rungs greedy --games 20", "h18-spots-d8"),
        ("rules check h02-hand-to-hand-2", "hand_to_hand"),
        ("rules diff rulebook 'H02 hand to hand 2'", "ranges.hand_to_hand"),
        ("ra frame Soldier --rules h18-spots-d8", "spot"),
        ("meta results --resamples 100", "highest rating"),
        ("work --units mirror-five --cut 2", "\"name\""),
        ("ra company my-company", "Sys"),
        ("ra company mirror-five", "Sys"),
        ("io fleet long-watch", "Fleet"),
        ("sweep estars-anvil --field ranges.direct=8|9 --rungs greedy --games 4", "ranges.direct"),
    ] {
        let out = desk.ok(line);
        assert!(out.contains(sign), "{line}\n{out}");
    }
    assert!(desk.files().is_empty());
}

#[test]
fn every_text_can_be_shown() {
    let desk = Desk::new();
    assert_eq!(desk.ok("show scenario claims"), read("scenarios/claims.toml"));
    assert_eq!(desk.ok("show rules h08-no-sprint"), read("scenarios/rules/h08-no-sprint.toml"));
    assert_eq!(desk.ok("show company my-company"), read("scenarios/companies/my-company.toml"));
    assert!(desk.ok("show rules rulebook").contains("name = \"rulebook\""));
    assert!(desk.ok("show fleet long-watch").contains("fleet = "));
    assert!(desk.ok("show battlefield 'Dense Town'").contains("generator = "));
    assert!(desk.ok("show encounter patrol").contains("enemies"));
    // The output of `show company` is a company file.
    desk.write("mine.toml", &desk.ok("show company 'Mirror Five'"));
    let graph = |line: &str| desk.json(line)["rows"].clone();
    assert_eq!(graph("ra company mine.toml"), graph("ra company mirror-five"));
    for (line, near) in [
        ("show scenario claim", "`claims`"),
        ("show rules h08-no-sprnt", "`h08-no-sprint`"),
        ("show company miror-five", "`mirror-five`"),
        ("show fleet long-wach", "`long-watch`"),
        ("show encounter patrl", "`patrol`"),
        ("show battlefield dens-town", "`dense-town`"),
    ] {
        desk.refuses(line, &[near]);
    }
}

/// References of a built-in file lead to built-in files, by path and by name, with any files in the current folder.
#[test]
fn references_of_built_in_files_lead_to_built_in_files() {
    let desk = Desk::new();
    desk.write("rules/h02-hand-to-hand-2.toml", "this is no TOML");
    desk.write("three-meetings.toml", "nor is this");
    desk.ok("run house-rules --games 4 --quiet");
    let report = desk.read("reports/house-rules/report.md");
    assert!(report.contains("h02-hand-to-hand-2"), "{report}");
}

/// A report of a built-in scenario equals the report of its file: the same name, text and counts.
#[test]
fn reports_are_those_of_the_files() {
    let desk = Desk::new();
    desk.write("files/estars-anvil.toml", &read("scenarios/estars-anvil.toml"));
    desk.ok("run files/estars-anvil.toml --games 8 --out a --quiet");
    desk.ok("run estars-anvil --games 8 --out b --quiet");
    for file in ["counts.json", "report.md", "report.html", "tables/schema.json"] {
        assert_eq!(desk.read(&format!("a/{file}")), desk.read(&format!("b/{file}")), "{file}");
    }
    let provenance: Value = serde_json::from_str(&desk.read("b/provenance.json")).unwrap();
    assert_eq!(at(&provenance, "scenario"), "estars-anvil.toml");
    let before = desk.read("b/report.html");
    desk.ok("report b --quiet");
    assert_eq!(desk.read("b/report.html"), before);
    for k in 1..=2 {
        desk.ok(&format!("run estars-anvil --games 8 --shard {k}/2 --out s{k} --quiet"));
    }
    desk.ok("merge s1 s2 --out merged --quiet");
    assert_eq!(desk.read("merged/counts.json"), desk.read("b/counts.json"));
    desk.ok("run estars-anvil --games 8 --out b --resume --quiet");
    assert_eq!(desk.read("b/counts.json"), desk.read("a/counts.json"));
}

#[test]
fn a_baseline_of_a_built_in_scenario_is_checked_by_its_name() {
    let desk = Desk::new();
    desk.write("deep/other", "");
    desk.ok("baseline estars-anvil --games 40 --out deep/balance.json --quiet --rules h18-spots-d8");
    let baseline: Value = serde_json::from_str(&desk.read("deep/balance.json")).unwrap();
    assert_eq!(
        (at(&baseline, "scenario.file"), at(&baseline, "rules.from")),
        (&"estars-anvil".into(), &"h18-spots-d8".into())
    );
    assert!(desk.json("check deep/balance.json")["verdict"] == "pass");
}

/// A path is a path. A bare name is a file of exactly that name in the folder, or else built in.
#[test]
fn files_win_where_they_are_named() {
    let desk = Desk::new();
    desk.write("estars-anvil.toml", &SMALL.replace("Small", "Of the folder"));
    let title = |name: &str| {
        desk.ok(&format!("run {name} --out o --samples 1000 --quiet"));
        desk.read("o/report.md").lines().next().unwrap().to_owned()
    };
    assert_eq!(title("estars-anvil.toml"), "# Of the folder");
    assert_eq!(title("./estars-anvil.toml"), "# Of the folder");
    assert!(desk.ok("show scenario estars-anvil").contains("The Sun's Fang"));
    desk.write("estars-anvil", &SMALL.replace("Small", "Without an ending"));
    assert_eq!(title("estars-anvil"), "# Without an ending");
    desk.write("h18-spots-d8", "extends = 'rulebook'\nname = 'of the folder'\n");
    assert!(desk.ok("rules check h18-spots-d8").contains("of the folder"));
}

#[test]
fn unknown_names_get_the_nearest_of_both() {
    let desk = Desk::new();
    desk.write("estars-anvik.toml", SMALL);
    desk.refuses("run estars-anvi", &["cannot read estars-anvi", "`estars-anvil`", "estars-anvik.toml"]);
    desk.refuses("run scenarios/claims.toml", &["cannot read scenarios/claims.toml", "`claims` is built in"]);
    desk.refuses("run estars-anvi.toml", &["cannot read estars-anvi.toml", "estars-anvik.toml"]);
    desk.refuses("compare rulebook h02-hand-to-hand-22", &["unknown ruleset", "did you mean `h02-hand-to-hand-2`?"]);
    desk.refuses("ra improve my-compny --field field", &["unknown company", "`mirror-five`"]);
    desk.refuses("play xyzzy", &["cannot read xyzzy", "no built-in scenario"]);
}

/// A company from a file, from standard input or built in can meet the field of a built-in scenario.
#[test]
fn companies_come_from_everywhere() {
    let desk = Desk::new();
    let field = "--field field --games 8 --test 2";
    for company in ["my-company", "close-assault", "'Close Assault'"] {
        assert!(!desk.ok(&format!("ra improve {company} {field}")).is_empty());
    }
    let said = desk.say_with(&format!("ra improve - {field}"), &read("scenarios/companies/my-company.toml"), &[]);
    assert_eq!(said.out, desk.ok(&format!("ra improve my-company {field}")), "{}", said.err);
}

#[test]
fn standard_input_takes_the_place_of_a_file() {
    let desk = Desk::new();
    let run = desk.say_with("run - --samples 1000", SMALL, &[]);
    assert_eq!((run.code, run.out.lines().last()), (Some(0), Some("Report: reports/stdin/report.html")), "{}", run.err);
    let rule = "extends = 'rulebook'\nname = 'typed'\n[dice]\ncomms = '1d8'\n";
    for line in [
        "rules check -",
        "compare rulebook - --exact",
        "ra frame Soldier --rules -",
        "play estars-anvil --games 4 --rules -",
    ] {
        let said = desk.say_with(line, rule, &[]);
        assert!(said.code == Some(0) && (said.out.contains("typed") || line.starts_with("ra")), "{line}\n{}", said.err);
    }
    desk.write("beside.toml", rule);
    let scenario = format!("rules = 'beside.toml'\n{SMALL}");
    assert_eq!(desk.say_with("run - --out beside --samples 1000 --quiet", &scenario, &[]).code, Some(0));
    assert!(desk.read("beside/report.md").contains("typed"));
    let fleet = desk.ok("show fleet long-watch");
    assert_eq!(desk.say_with("io fleet -", &fleet, &[]).out, desk.ok("io fleet long-watch"));
    let company = desk.ok("show company mirror-five");
    let graph = |text: &str| serde_json::from_str::<Value>(text).unwrap()["rows"].clone();
    let piped = desk.say_with("ra company - --format json", &company, &[]).out;
    assert_eq!(graph(&piped), graph(&desk.ok("ra company mirror-five --format json")));
    assert!(desk.say_with("ra company -", "frames = 3\n", &[]).err.contains("stdin:1"));
    let results = read("scenarios/results.csv");
    let said = desk.say_with("meta - --resamples 100", &results, &[]);
    assert_eq!(said.out.lines().count(), desk.ok("meta results --resamples 100").lines().count());
    // An error message shows the place of the mistake.
    let said = desk.say_with("run -", "title = 3\n", &[]);
    assert!(said.code == Some(2) && said.err.contains("stdin:1:9"), "{}", said.err);
    // The size limit of files applies.
    let said = desk.say_with("run -", &"#".repeat(200_000_000), &[]);
    assert!(said.code == Some(2) && said.err.contains("more than"), "{}", said.err);
}

/// A scenario file cannot read standard input, and names of built-in files reveal nothing.
#[test]
fn a_scenario_reads_no_standard_input() {
    let desk = Desk::new();
    desk.write("s.toml", &format!("rules = '-'\n{SMALL}"));
    let said = desk.say_with("run s.toml --out o", "name = 'typed'\n", &[]);
    assert!(said.code == Some(2) && said.err.contains("unknown ruleset `-`"), "{}", said.err);
}
