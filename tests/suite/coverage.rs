//! Checks docs/coverage.md: its tables name only commands, studies, fields and entries of lists that exist, and each
//! mechanic has such a name, or the reason why it has none.

use crate::common::Desk;
use crate::documents::read;
use hitchart_apocalypse_frame::encounter::ground::BUILT_IN;
use hitchart_apocalypse_frame::ruleset::Ruleset;
use serde_json::Value;
use std::collections::BTreeSet;

/// Beginnings of the headings of the five texts, with the game and its default ruleset.
const TEXTS: [(&str, &str, &str); 5] = [
    ("Rulebook", "rapid-attack", "rulebook"),
    ("Draft", "rapid-attack", "rulebook"),
    ("Handbook", "rapid-attack", "rulebook"),
    ("Intercept Orbit", "intercept-orbit", "intercept-orbit"),
    ("Apocalypse Frame", "apocalypse-frame", "v0.3"),
];

/// Lists of `hitchart list`; a cell may hold a name of their entries alone.
const LISTS: [&str; 8] =
    ["scenarios", "house-rules", "encounters", "battlefields", "companies", "fleets", "policies", "metrics"];

/// A row of a table: its place, and the cell that shows where the mechanic is asked.
struct Row {
    text: usize,
    mechanic: String,
    asked_by: String,
}

/// Returns the rows of all tables under the headings of the five texts.
fn rows(page: &str) -> Vec<Row> {
    let mut text = None;
    let mut found = Vec::new();
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            text = Some(
                TEXTS.iter().position(|(start, ..)| heading.starts_with(start)).unwrap_or_else(|| panic!("{line}")),
            );
        }
        let (Some(text), Some(cells)) = (text, line.strip_prefix('|')) else { continue };
        let cells: Vec<&str> = cells.trim_end_matches('|').split('|').map(str::trim).collect();
        let [section, mechanic, asked_by] = cells[..] else { panic!("not three cells: {line}") };
        if !section.starts_with("---") && section != "section" {
            found.push(Row { text, mechanic: format!("{section}: {mechanic}"), asked_by: asked_by.to_owned() });
        }
    }
    found
}

/// Returns the code spans of a cell.
fn spans(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The names that a cell of one game may have.
struct Names {
    kinds: BTreeSet<String>,
    dotted: BTreeSet<String>,
}

/// Lists the paths of all values of a table.
fn paths(prefix: &str, table: &toml::Table, found: &mut BTreeSet<String>) {
    for (key, value) in table {
        match value {
            toml::Value::Table(inner) => paths(&format!("{prefix}{key}."), inner, found),
            _ => drop(found.insert(format!("{prefix}{key}"))),
        }
    }
}

/// Returns the kinds of studies of a game, and its fields of rulesets and keys of studies.
fn names(desk: &Desk, schema: &Value, game: &str, ruleset: &str) -> Names {
    let mut names = Names { kinds: BTreeSet::new(), dotted: BTreeSet::new() };
    for study in ["any-game", game].iter().flat_map(|of| schema["$defs"][of]["oneOf"].as_array().unwrap()) {
        let keys = study["properties"].as_object().unwrap();
        let kind = keys["kind"]["const"].as_str().unwrap();
        names.dotted.extend(keys.keys().map(|key| format!("{kind}.{key}")));
        names.kinds.insert(kind.to_owned());
    }
    let rules: toml::Table = toml::from_str(&desk.ok(&format!("rules show {ruleset}"))).unwrap();
    paths("", &rules, &mut names.dotted);
    names
}

/// Returns true if a command exists with all its options: `hitchart ra attack --spot-by`.
fn is_command(desk: &Desk, command: &str) -> bool {
    let (options, path): (Vec<&str>, Vec<&str>) = command.split(' ').partition(|word| word.starts_with("--"));
    let path = path.join(" ");
    let said = desk.say(&format!("{} --help", path.trim_start_matches("hitchart ")));
    let has = |option: &&str| said.out.contains(&format!("{option} ")) || said.out.contains(&format!("{option}\n"));
    said.out.contains(&format!("Usage: {path} ")) && options.iter().all(has)
}

/// Returns the names of all entries of the lists, and of the built-in rulesets.
fn entries(desk: &Desk) -> BTreeSet<String> {
    let lists = LISTS.iter().map(|list| format!("list {list}")).chain(["rules list".to_owned()]);
    let of = |line: String| desk.json(&line).as_array().unwrap().clone();
    lists.flat_map(of).map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
}

/// Returns the names of a page that do not exist, and the mechanics without any name or reason.
fn faults(page: &str) -> Vec<String> {
    let desk = Desk::new();
    let schema: Value = serde_json::from_str(&desk.ok("schema scenario")).unwrap();
    let games = TEXTS.map(|(_, game, ruleset)| names(&desk, &schema, game, ruleset));
    let entries = entries(&desk);
    let mut commands = BTreeSet::new();
    let mut found = Vec::new();
    for Row { text, mechanic, asked_by } in rows(page) {
        let has_reason = ["**Absent**", "**Not yet**", "rulings.md"].iter().any(|reason| asked_by.contains(reason));
        if !has_reason && spans(&asked_by).next().is_none() {
            found.push(format!("{mechanic}: neither a name nor a reason"));
        }
        // Behind "Not yet" a cell says what is missing, which has no names.
        for span in spans(asked_by.split("**Not yet**").next().unwrap()) {
            let exists = match (span.strip_prefix("kind = "), span.starts_with("hitchart ")) {
                (Some(kind), _) => games[text].kinds.contains(kind),
                (_, true) => commands.contains(span) || is_command(&desk, span),
                _ if span.contains('.') => games[text].dotted.contains(span),
                _ => entries.contains(span),
            };
            commands.extend((exists && span.starts_with("hitchart ")).then(|| span.to_owned()));
            found.extend((!exists).then(|| format!("{mechanic}: `{span}` does not exist")));
        }
    }
    found
}

#[test]
fn every_name_of_the_coverage_exists() {
    let page = read("docs/coverage.md");
    for (text, (heading, ..)) in TEXTS.iter().enumerate() {
        assert!(rows(&page).iter().filter(|row| row.text == text).count() > 10, "{heading}");
    }
    let faults = faults(&page);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn names_that_do_not_exist_are_found() {
    let rows = [
        "`hitchart ra atack`",
        "`hitchart ra attack --spot-bye`",
        "`kind = armaments`",
        "`ranges.directed`",
        "`games.fleets`",
        "`no-such-scenario`",
        "talk",
    ];
    let page: String = rows.iter().map(|cell| format!("| a section | a mechanic | {cell} |\n")).collect();
    let faults = faults(&format!("## Rulebook\n\n| section | mechanic | answered by |\n|---|---|---|\n{page}"));
    assert_eq!(faults.len(), rows.len(), "{faults:?}");
}

/// Every kind of enemy of the book is in a built-in encounter, at the start or by a change.
#[test]
fn every_kind_of_enemy_is_in_an_encounter() {
    let texts: String = BUILT_IN.iter().map(|(_, text)| *text).collect();
    let rules: Ruleset = hitchart_config::rules::load("v0.3").unwrap();
    assert!(rules.catalogue.enemies.len() >= 30);
    for enemy in &rules.catalogue.enemies {
        let name = enemy.part_of().unwrap_or(&enemy.name);
        assert!(texts.contains(&format!("= \"{name}\"")), "{name}");
    }
}
