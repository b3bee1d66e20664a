//! Checks that the documents name every field of a ruleset and every ruling that the code cites.

use hitchart_apocalypse_frame::players::{SearchSettings, tactician};
use hitchart_intercept_orbit::ruleset::standard;
use hitchart_play::policy::Parameter;
use hitchart_rapid_attack::players as companies;
use hitchart_rapid_attack::players::tactician::{STYLES, Tactics};
use hitchart_rapid_attack::rules_files::rulebook;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Lists the names of all fields in a table; fields of inner tables have a dot.
fn fields(table: &toml::Table) -> Vec<String> {
    let names = |(name, value): (&String, &toml::Value)| match value {
        toml::Value::Table(inner) => fields(inner).iter().map(|field| format!("{name}.{field}")).collect(),
        _ => vec![name.clone()],
    };
    table.iter().flat_map(names).collect()
}

#[test]
fn every_field_of_a_ruleset_has_its_line() {
    let text = read("docs/rulesets.md");
    let rulesets = [("Rapid Attack", toml::to_string(&rulebook())), ("Intercept Orbit", toml::to_string(&standard()))];
    for (game, rules) in rulesets {
        let (_, of_game) = text.split_once(&format!("\n## Fields of {game}\n")).unwrap();
        let of_game = of_game.split("\n## ").next().unwrap();
        let section = |name: &str| {
            let sections = of_game.split("\n### ").find(|section| section.starts_with(&format!("`{name}`")));
            sections.unwrap_or_else(|| panic!("no section `{name}` of {game} in docs/rulesets.md"))
        };
        let rules: toml::Table = toml::from_str(&rules.unwrap()).unwrap();
        for (name, value) in &rules {
            let toml::Value::Table(table) = value else { continue };
            for field in fields(table) {
                assert!(section(name).contains(&format!("\n| `{field}` |")), "no line for `{name}.{field}` of {game}");
            }
        }
    }
}

/// Compares the table that follows `lead` on a page with the code, line by line; with `UPDATE_GOLDENS` set, rewrites
/// it.
fn hold_table(page: &str, lead: &str, rows: &[String]) {
    let text = read(page);
    let after = text.find(lead).unwrap_or_else(|| panic!("{page} has no `{lead}`")) + lead.len();
    let begin = after + text[after..].find("\n|---").unwrap_or_else(|| panic!("{page}: no table after `{lead}`")) + 1;
    let begin = begin + text[begin..].find('\n').unwrap() + 1;
    let end =
        begin + text[begin..].split_inclusive('\n').take_while(|l| l.starts_with('|')).map(str::len).sum::<usize>();
    let table: String = rows.iter().map(|row| format!("{row}\n")).collect();
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        return fs::write(root().join(page), [&text[..begin], &table, &text[end..]].concat()).unwrap();
    }
    let lines = text[begin..end].lines().zip(rows).find(|(line, row)| line != row);
    assert!(text[begin..end] == table, "{page} after `{lead}`: {lines:?}; UPDATE_GOLDENS=1 writes the table anew");
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
        "| parameter | bounds | what it is |",
        &Tactics::PARAMETERS.iter().map(row).collect::<Vec<_>>(),
    );
    let with_default = |parameter: &Parameter| {
        let (name, allowed, default) = (parameter.name, parameter.allowed(), parameter.default_text());
        format!("| `{name}` | {allowed} | {default} | {} |", meaning(parameter))
    };
    let rows = |parameters: &[Parameter]| parameters.iter().map(with_default).collect::<Vec<_>>();
    let page = "docs/apocalypse-frame.md";
    hold_table(page, "counts in points of an Ace's Vigor:", &rows(tactician::Tactics::PARAMETERS));
    hold_table(
        page,
        "`search` has those of the tactician that it starts from",
        &rows(SearchSettings::default().own.list),
    );
    let parameters = companies::SearchSettings::default().own.list;
    hold_table("docs/methods/search.md", "| parameter | range | default | meaning |", &rows(parameters));
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
