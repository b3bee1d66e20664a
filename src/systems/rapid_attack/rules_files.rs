//! Rulesets by name or from a user's file, and what differs between two.

use super::ruleset::Ruleset;
use crate::input::{FileText, InputError, overlay, read_table};
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Built-in rulesets: name and TOML text. The first is complete, the others extend it.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("rulebook", include_str!("rulesets/rulebook.toml")),
    ("draft-2012", include_str!("rulesets/draft-2012.toml")),
    ("handbook", include_str!("rulesets/handbook.toml")),
];

/// Said of an `extends` that is no text.
pub const EXTENDS_A_NAME: &str = "`extends` is the name of a ruleset, in quotes";

/// Longest chain of files that extend one another.
const MAX_CHAIN: usize = 8;

/// The ruleset of a built-in name or of a file, which may extend a built-in one or another file.
///
/// # Errors
/// Unknown names, unreadable files, unknown keys and values out of range, each with its place.
pub fn load(name: &str) -> Result<Ruleset, InputError> {
    resolve(name, Path::new(""), MAX_CHAIN)
}

/// As [`load`]; a relative file is looked for in `folder`.
///
/// # Errors
/// As [`load`].
pub fn load_from(name: &str, folder: &Path) -> Result<Ruleset, InputError> {
    resolve(name, folder, MAX_CHAIN)
}

/// The default ruleset.
pub fn rulebook() -> Ruleset {
    load(BUILT_IN[0].0).expect("the built-in rulebook is tested to load")
}

fn resolve(name: &str, folder: &Path, chain: usize) -> Result<Ruleset, InputError> {
    if chain == 0 {
        return Err(InputError::plain(format!("`{name}`: more than {MAX_CHAIN} rulesets extend one another")));
    }
    let file = match BUILT_IN.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => FileText { path: PathBuf::from(name).with_extension("toml"), text: (*text).to_owned() },
        None if name.ends_with(".toml") || name.contains(['/', '\\']) => FileText::read(&folder.join(name))?,
        None => {
            let unknown = InputError::unknown("ruleset", name, BUILT_IN.iter().map(|(name, _)| *name));
            return Err(unknown.with_help(Some("a ruleset of your own is named by its file, ending in .toml")));
        }
    };
    from_file(&file, chain)
}

fn from_file(file: &FileText, chain: usize) -> Result<Ruleset, InputError> {
    let table = read_table(file)?;
    let mut changes = table.get_ref().clone();
    let extends = changes.remove("extends");
    let file_name = file.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let base = match &extends {
        Some(name) => {
            let Some(text) = name.get_ref().as_str() else {
                return Err(InputError::at(file, name.span(), EXTENDS_A_NAME));
            };
            let folder = file.path.parent().unwrap_or(Path::new(""));
            let base = resolve(text, folder, chain - 1).map_err(|error| error.or_at(file, name.span()))?;
            to_table(&base)
        }
        None if file.text == BUILT_IN[0].1 => return complete(file),
        None => to_table(&rulebook()),
    };
    overlaid(file, base, &changes, file_name)
}

/// Lays the keys of a table of `file` over a ruleset.
///
/// # Errors
/// Unknown keys and values out of range, with their place.
pub fn change(file: &FileText, base: &Ruleset, changes: &DeTable<'_>) -> Result<Ruleset, InputError> {
    overlaid(file, to_table(base), changes, format!("{}, changed", base.name))
}

/// The base with the changes laid over it; `name` is that of the outcome where the changes give none.
fn overlaid(
    file: &FileText,
    mut base: toml::Table,
    changes: &DeTable<'_>,
    name: String,
) -> Result<Ruleset, InputError> {
    base.insert("name".to_owned(), name.into());
    overlay(file, &mut base, changes)?;
    let rules: Ruleset = serde_path_to_error::deserialize(base).map_err(|error| {
        let path: Vec<String> = error.path().iter().map(ToString::to_string).collect();
        let span = span_of(changes, path.iter().map(String::as_str));
        let problem = format!("`{}`: {}", error.path(), error.inner().message());
        InputError::at(file, span, problem)
    })?;
    rules.check().map_err(|error| InputError::at(file, span_of(changes, error.path.iter().copied()), &error))?;
    Ok(rules)
}

fn complete(file: &FileText) -> Result<Ruleset, InputError> {
    let rules: Ruleset = toml::from_str(&file.text).map_err(|error| InputError::toml(file, &error))?;
    rules.check().map_err(|error| InputError::at(file, 0..0, &error))?;
    Ok(rules)
}

/// The place of the deepest part of a key path that the file has.
fn span_of<'a>(table: &DeTable<'_>, path: impl Iterator<Item = &'a str>) -> Range<usize> {
    let mut span = 0..0;
    let mut table = Some(table);
    for key in path {
        let Some(value) = table.and_then(|table| table.get(key)) else { break };
        span = Spanned::span(value);
        table = match value.get_ref() {
            DeValue::Table(inner) => Some(inner),
            _ => None,
        };
    }
    span
}

/// A ruleset as a TOML table.
pub fn to_table(rules: &Ruleset) -> toml::Table {
    toml::Table::try_from(rules).expect("a ruleset has string keys and plain values")
}

/// JSON Schema of ruleset files: every field of a ruleset, none of them required, and what the file extends.
pub fn schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(Ruleset).to_value();
    require_nothing(&mut schema);
    schema["properties"]["extends"] = serde_json::json!({
        "type": "string",
        "description": "The ruleset that this file changes: a built-in name, or a file ending in .toml; `rulebook` by default.",
    });
    schema
}

/// An overlay names only what it changes, at every level.
fn require_nothing(schema: &mut serde_json::Value) {
    match schema {
        serde_json::Value::Object(fields) => {
            fields.remove("required");
            fields.values_mut().for_each(require_nothing);
        }
        serde_json::Value::Array(entries) => entries.iter_mut().for_each(require_nothing),
        _ => {}
    }
}

/// The fields in which two rulesets differ, by key path, with both values. Name and summary do not count.
pub fn diff(a: &Ruleset, b: &Ruleset) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    diff_tables("", &to_table(a), &to_table(b), &mut found);
    found.retain(|(path, ..)| path != "name" && path != "summary");
    found
}

fn diff_tables(prefix: &str, a: &toml::Table, b: &toml::Table, found: &mut Vec<(String, String, String)>) {
    for (key, a) in a {
        let path = format!("{prefix}{key}");
        match (a, b.get(key)) {
            (toml::Value::Table(a), Some(toml::Value::Table(b))) => diff_tables(&format!("{path}."), a, b, found),
            (a, Some(b)) if a != b => found.push((path, a.to_string(), b.to_string())),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house(text: &str) -> Result<Ruleset, InputError> {
        from_file(&FileText { path: "house.toml".into(), text: text.to_owned() }, MAX_CHAIN)
    }

    #[test]
    fn built_in_rulesets_load_under_their_names() {
        for (name, _) in BUILT_IN {
            assert_eq!(load(name).unwrap().name, *name);
        }
        let differences: Vec<String> =
            diff(&rulebook(), &load("draft-2012").unwrap()).into_iter().map(|(path, ..)| path).collect();
        let draft = [
            "charts.cover_order",
            "charts.terrain.target",
            "fielding.late_frames_in_cover",
            "movement.sprint_crosses_cover",
            "movement.standing_on_cover",
            "order.forced",
            "ranges.direct_from",
            "rockets.open_direct_fire",
            "spotting.hand_to_hand",
            "spotting.terrain",
            "stations.limbo",
            "stations.seized",
            "turn.commit_all_first",
        ];
        assert_eq!(differences, draft);
        assert!(!diff(&rulebook(), &load("handbook").unwrap()).iter().any(|(path, ..)| path.starts_with("charts")));
    }

    #[test]
    fn a_house_rule_changes_one_field() {
        let rules = house("name = 'h'\nextends = 'rulebook'\n[charts.open]\ntarget = 4\n").unwrap();
        assert_eq!(diff(&rulebook(), &rules), [("charts.open.target".into(), "5".into(), "4".into())]);
        assert_eq!(rules.name, "h");
        assert_eq!(house("[charts.open]\ntarget = 4\n").unwrap().name, "house");
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let says = |text: &str, parts: &[&str]| {
            let message = house(text).unwrap_err().to_string();
            parts.iter().for_each(|part| assert!(message.contains(part), "{part} missing in\n{message}"));
        };
        says("[charts.open]\ntagret = 4", &["house.toml:2:1", "`tagret`", "did you mean `target`?"]);
        says("[charts.open]\ntarget = 9", &["house.toml:2:10", "charts.open.target", "1 to 7"]);
        says("[charts.cover]\nblow_through = 3", &["house.toml:2:16", "4 to 7"]);
        says("[frame]\nwhites = 'two'", &["house.toml:2:10", "frame.whites"]);
        says("[weapons]\nfirst = '2x6'", &["house.toml:2:9", "`2x6` is not dice"]);
        says("frame = 3", &["house.toml:1:1", "table of settings"]);
        says("extends = 'rulebok'", &["house.toml:1:11", "did you mean `rulebook`?"]);
        says("whites = ", &["house.toml:1:"]);
    }
}
