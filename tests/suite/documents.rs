//! Checks that the documents name every field of a ruleset and every ruling that the code cites.

use hitchart_apocalypse_frame::players::{SearchSettings, tactician};
use hitchart_apocalypse_frame::ruleset as af;
use hitchart_config::rules::{self, Rules, RulesText};
use hitchart_intercept_orbit::ruleset as io;
use hitchart_play::policy::Parameter;
use hitchart_rapid_attack::players as companies;
use hitchart_rapid_attack::players::tactician::{STYLES, Tactics};
use hitchart_rapid_attack::ruleset as ra;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Checks that the tables of the fields of all rulesets match the code. `UPDATE_GOLDENS=1 cargo test --test suite
/// tables_of_fields` rewrites them.
#[test]
fn tables_of_fields_are_generated() {
    fields::<ra::Ruleset>("Rapid Attack");
    fields::<af::Ruleset>("Apocalypse Frame");
    fields::<io::Ruleset>("Intercept Orbit");
}

/// Checks the tables of a game, each under the heading of its section.
fn fields<R: Rules>(game: &str) {
    let schema = rules::schema::<R>();
    let table = |(name, _): &(&'static str, _)| (*name, RulesText::of(&rules::load::<R>(name).unwrap()).table());
    let tables: Vec<(&str, toml::Table)> = R::BUILT_IN.iter().map(table).collect();
    let page = Fields { schema: &schema, tables: &tables };
    let text = DeTable::parse(R::BUILT_IN[0].1).unwrap();
    let leads = |section: &str| [format!("\n## Fields of {game}\n"), format!("\n### `{section}`")];
    for (section, value) in in_order(text.get_ref()) {
        let DeValue::Table(inner) = value.get_ref() else { continue };
        let node = &schema["properties"][section];
        let mut rows = vec![format!("| `{section}` | table | | {} |", page.meaning(&[node, page.resolved(node)]))];
        page.rows(&mut rows, &[section.to_owned()], node, inner);
        hold_table("docs/rulesets.md", &leads(section), &rows);
    }
}

/// A field of a house rule costs four places: its declaration with the value of the base ruleset, the step of the
/// engine, the referee, and an overlay. Nothing else of the program names it.
#[test]
fn a_field_of_a_house_rule_is_named_in_four_places() {
    for (field, places) in [
        (
            "two_blues_immune",
            [
                "crates/rapid-attack/src/frame.rs",
                "crates/rapid-attack/src/ruleset.rs",
                "crates/rapid-attack/src/rulesets/rulebook.toml",
                "scenarios/rules/h14-two-blues-are-hit.toml",
                "tests/suite/referee/rapid_attack/strike.rs",
            ],
        ),
        (
            "carries_speed",
            [
                "crates/intercept-orbit/src/battle/legal/places.rs",
                "crates/intercept-orbit/src/battle_rules.rs",
                "crates/intercept-orbit/src/rulesets/intercept-orbit.toml",
                "scenarios/rules/io-carried-speed.toml",
                "tests/suite/referee/intercept_orbit/moves.rs",
            ],
        ),
    ] {
        assert_eq!(naming(field), places, "{field}");
    }
}

/// Returns the files of the program, of the referee and of the overlays that name a field, without tests and the games
/// that the referee reads.
fn naming(field: &str) -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["crates", "src", "scenarios/rules", "tests/suite/referee"] {
        files(&root().join(folder), &mut found);
    }
    let names = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap_or_default();
        text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == field)
    };
    let path = |path: &PathBuf| path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
    let is_counted = |path: &String| {
        let of_crate = path.strip_prefix("crates/").unwrap_or_default();
        !of_crate.contains("/tests/") && !of_crate.ends_with("/tests.rs") && !path.ends_with("/games.rs")
    };
    let mut all: Vec<String> = found.iter().filter(|path| names(path)).map(path).filter(is_counted).collect();
    all.sort();
    all
}

/// Collects the Rust and TOML files of a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.extension().and_then(|ending| ending.to_str()) {
            _ if path.is_dir() => files(&path, found),
            Some("rs" | "toml") => found.push(path),
            _ => {}
        }
    }
}

/// The fields of a ruleset, as its schema describes them, and their values in the built-in rulesets.
struct Fields<'a> {
    schema: &'a Value,
    tables: &'a [(&'a str, toml::Table)],
}

impl<'a> Fields<'a> {
    fn resolved(&self, node: &'a Value) -> &'a Value {
        let name = node["$ref"].as_str();
        name.and_then(|name| self.schema.pointer(name.trim_start_matches('#'))).unwrap_or(node)
    }

    /// Adds a row for each field of a table, in the order of the base ruleset.
    fn rows(&self, rows: &mut Vec<String>, path: &[String], node: &'a Value, written: &DeTable<'_>) {
        for (key, value) in in_order(written) {
            let path = [path, &[key.to_owned()]].concat();
            let inner = &self.resolved(node)["properties"][key];
            match value.get_ref() {
                DeValue::Table(written) => self.rows(rows, &path, inner, written),
                _ => {
                    let own = if path.len() > 2 { self.meaning(&[node]) + " " } else { String::new() };
                    let (allowed, meaning) = (self.allowed(inner), self.meaning(&[inner]) + &self.choices(inner));
                    rows.push(format!(
                        "| `{}` | {allowed} | {} | {own}{meaning} |",
                        path[1..].join("."),
                        self.values(&path)
                    ));
                }
            }
        }
    }

    fn meaning(&self, nodes: &[&Value]) -> String {
        let texts: Vec<&str> = nodes.iter().filter_map(|node| node["description"].as_str()).collect();
        let last = texts.iter().max_by_key(|text| text.len()).expect("every field has a comment");
        last.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the names of a choice, each with its comment.
    fn named(&self, node: &'a Value) -> Vec<(&'a str, &'a str)> {
        let forms = self.resolved(node)["oneOf"].as_array().into_iter().flatten();
        forms.filter_map(|form| Some((form["const"].as_str()?, form["description"].as_str()?))).collect()
    }

    fn choices(&self, node: &'a Value) -> String {
        let all = self.named(node);
        let all = all.iter().map(|(name, meaning)| format!(" `{name}`: {}.", meaning.trim_end_matches('.')));
        all.collect::<String>().replace('\n', " ")
    }

    /// Returns the allowed values of a field.
    fn allowed(&self, node: &'a Value) -> String {
        let whole = self.resolved(node);
        let names = |all: Vec<String>| all.join(", ");
        if let Some(most) = node["x-dice"].as_u64() {
            return format!("up to {most} dice");
        }
        if let Some(only) = node["enum"].as_array() {
            return names(only.iter().map(Value::to_string).collect());
        }
        match whole["type"].as_str() {
            Some("boolean") => "switch".to_owned(),
            Some("array") => match whole["maxItems"].as_u64() {
                Some(entries) => format!("{entries} numbers, {}", self.allowed(&whole["items"])),
                None => "list of texts".to_owned(),
            },
            Some("integer" | "number") => {
                let below = node["x-not-below"].as_array().into_iter().flatten();
                let below = below.map(|key| format!(", not below `{}`", key.as_str().unwrap()));
                let ends = ["minimum", "maximum"].map(|end| whole[end].as_f64().expect("every number has bounds"));
                format!("{} to {}{}", ends[0], ends[1], below.collect::<String>())
            }
            _ => names(self.named(node).iter().map(|(name, _)| format!("`{name}`")).collect()),
        }
    }

    /// Returns the value of a field in the default ruleset, and in those that differ from it.
    fn values(&self, path: &[String]) -> String {
        let value = |table: &toml::Table| {
            let value = path[1..].iter().fold(&table[&path[0]], |value, key| &value[key.as_str()]);
            match value {
                toml::Value::Float(number) => format!("`{number}`"),
                toml::Value::String(text) if text.is_empty() => "none".to_owned(),
                toml::Value::String(text) => format!("`{text}`"),
                toml::Value::Array(list) if list.is_empty() => "none".to_owned(),
                other => format!("`{other}`"),
            }
        };
        let all: Vec<(&str, String)> = self.tables.iter().map(|(name, table)| (*name, value(table))).collect();
        let others = all[1..].iter().filter(|(_, value)| *value != all[0].1);
        all[0].1.clone() + &others.map(|(name, value)| format!("; in `{name}` {value}")).collect::<String>()
    }
}

/// Returns the keys of a table with their values, in the order of the text.
fn in_order<'a, 'b>(table: &'a DeTable<'b>) -> Vec<(&'a str, &'a Spanned<DeValue<'b>>)> {
    let mut all: Vec<_> = table.iter().collect();
    all.sort_by_key(|(key, _)| key.span().start);
    all.into_iter().map(|(key, value)| (key.get_ref().as_ref(), value)).collect()
}

/// Compares the table that follows some texts on a page, one after the other, with the code, line by line; with
/// `UPDATE_GOLDENS` set, rewrites it.
fn hold_table(page: &str, leads: &[impl AsRef<str>], rows: &[String]) {
    let text = read(page);
    let (mut after, mut lead) = (0, "");
    for next in leads {
        lead = next.as_ref();
        after += text[after..].find(lead).unwrap_or_else(|| panic!("{page} has no `{lead}`")) + lead.len();
    }
    let begin = after + text[after..].find("\n|---").unwrap_or_else(|| panic!("{page}: no table after `{lead}`")) + 1;
    let begin = begin + text[begin..].find('\n').unwrap() + 1;
    let end =
        begin + text[begin..].split_inclusive('\n').take_while(|l| l.starts_with('|')).map(str::len).sum::<usize>();
    let table: String = rows.iter().map(|row| format!("{row}\n")).collect();
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        return fs::write(root().join(page), [&text[..begin], &table, &text[end..]].concat()).unwrap();
    }
    let lines = text[begin..end].lines().zip(rows).find(|(line, row)| line != row);
    assert!(text[begin..end] == table, "{page} after `{lead}`: {lines:?}; UPDATE_GOLDENS=1 rewrites the table");
}

/// Formats the meaning of a parameter as a cell.
fn meaning(parameter: &Parameter) -> &str {
    parameter.meaning.trim().trim_end_matches('.')
}

/// Checks that the tables of parameters of both games match the code. `UPDATE_GOLDENS=1 cargo test --test suite
/// parameters` rewrites them.
#[test]
fn tables_of_parameters_are_generated() {
    let row =
        |parameter: &Parameter| format!("| `{}` | {} | {} |", parameter.name, parameter.allowed(), meaning(parameter));
    hold_table(
        "docs/players.md",
        &["| parameter | bounds | what it is |"],
        &Tactics::PARAMETERS.iter().map(row).collect::<Vec<_>>(),
    );
    let with_default = |parameter: &Parameter| {
        let choice = parameter.choices.get(parameter.default as usize).map(ToString::to_string);
        let default = choice.unwrap_or_else(|| parameter.default.to_string());
        let (name, allowed) = (parameter.name, parameter.allowed());
        format!("| `{name}` | {allowed} | {default} | {} |", meaning(parameter))
    };
    let rows = |parameters: &[Parameter]| parameters.iter().map(with_default).collect::<Vec<_>>();
    let page = "docs/apocalypse-frame.md";
    hold_table(page, &["counts in points of an Ace's Vigor:"], &rows(tactician::Tactics::PARAMETERS));
    hold_table(
        page,
        &["`search` has those of the tactician that it starts from"],
        &rows(SearchSettings::default().own.list),
    );
    let parameters = companies::SearchSettings::default().own.list;
    hold_table("docs/methods/search.md", &["| parameter | range | default | meaning |"], &rows(parameters));
}

#[test]
fn every_style_of_the_tactician_has_its_line() {
    let text = read("docs/players.md");
    for style in STYLES {
        assert!(text.contains(&format!("| `{}` | {} |", style.name, style.meaning)), "no line for `{}`", style.name);
    }
}

/// Finds ids such as `S01` and `R47` in a text.
fn ids(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let is_id = |word: &&str| {
        word.len() == 3 && word.starts_with(['S', 'R']) && word[1..].chars().all(|digit| digit.is_ascii_digit())
    };
    words.filter(is_id).map(str::to_owned).collect()
}

pub(crate) fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, found),
            false => found.extend(path.extension().is_some_and(|ending| ending == "rs").then_some(path)),
        }
    }
}

/// Lists the links of a page to files of the repository, without their anchors.
fn linked(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    files.filter_map(|target| target.split('#').next())
}

#[test]
fn links_of_the_first_pages_lead_somewhere() {
    for page in ["README.md", "CONTRIBUTING.md"] {
        let text = read(page);
        let links: Vec<&str> = linked(&text).collect();
        assert!(links.len() > 5, "{page}: {links:?}");
        links.iter().for_each(|link| assert!(root().join(link).exists(), "{page}: {link}"));
    }
}

/// A table of modules in the README of a crate has exactly those that the crate has.
#[test]
fn tables_of_modules_are_complete() {
    let mut tables = 0;
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let read = |name: &str| fs::read_to_string(folder.as_ref().unwrap().path().join(name)).unwrap_or_default();
        let (readme, code) = (read("README.md"), read("src/lib.rs"));
        let Some((_, table)) = readme.split_once("\n| module |") else { continue };
        let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
        let cells = rows.filter_map(|row| row.split('|').nth(1));
        let listed: BTreeSet<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
        let modules = code.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
        assert_eq!(listed, modules.collect(), "{}", code.lines().next().unwrap());
        tables += 1;
    }
    assert!(tables >= 5, "{tables}");
}

#[test]
fn the_page_of_commands_names_every_example_and_each_says_how_it_is_run() {
    let readme = read("docs/commands.md");
    let mut files = Vec::new();
    sources(&root().join("examples"), &mut files);
    assert!(files.len() >= 3);
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let run = format!("cargo run --release --example {name}");
        assert!(readme.contains(&run) && fs::read_to_string(&file).unwrap().contains(&run), "{name}");
    }
}

#[test]
fn every_ruling_that_the_code_cites_is_listed() {
    let mut files = Vec::new();
    ["src", "crates"].iter().for_each(|folder| sources(&root().join(folder), &mut files));
    let cited: BTreeSet<String> = files.iter().flat_map(|file| ids(&fs::read_to_string(file).unwrap())).collect();
    assert!(cited.len() > 60, "{cited:?}");
    let listed = ids(&read("docs/rulings.md"));
    let missing: Vec<&String> = cited.difference(&listed).collect();
    assert!(missing.is_empty(), "cited, but not in docs/rulings.md: {missing:?}");
}
