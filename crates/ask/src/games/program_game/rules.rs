//! Rules of a game that is a program: files that change its values, and complete rules.
//!
//! A ruleset file names only what it changes. Complete rules have every value, and under `program` the command and the
//! version of the game, so that they say how the games were played.

use hitchart_config::rules::{RulesText, are_changes, changes_file};
use hitchart_config::{FileKind, FileText, InputError, SearchFolder, place_named};
use hitchart_play::program::{ProgramCommand, ProgramDescription, RuleValue};
use hitchart_report::table::object;
use serde_json::{Map, Value};
use std::ops::Range;
use toml::Table;

/// Key of the command and version in complete rules.
pub(super) const PROGRAM: &str = "program";

/// Name of the rules without a change.
pub(super) const DEFAULT: &str = "default";

/// Longest chain of files that extend each other.
const MAX_CHAIN: usize = 8;

/// Loads the changes of a ruleset file, changes as on the command line, or the name `default`.
pub(super) fn load(name: &str, beside: &SearchFolder) -> Result<RulesText, InputError> {
    let table = changes(name, beside, MAX_CHAIN)?;
    Ok(text(&table))
}

/// Returns rules as text.
pub(super) fn text(table: &Table) -> RulesText {
    let name = table.get("name").and_then(toml::Value::as_str).unwrap_or(DEFAULT).to_owned();
    RulesText::saved(name, toml::to_string(table).unwrap_or_default())
}

fn changes(name: &str, beside: &SearchFolder, chain: usize) -> Result<Table, InputError> {
    if name == DEFAULT {
        return Ok(Table::from_iter([("name".to_owned(), DEFAULT.into())]));
    }
    if are_changes(name) {
        return typed(name, Table::new());
    }
    if chain == 0 {
        return Err(InputError::plain(format!(
            "`{name}`: rulesets extend each other in a circle, or in a chain of more than {MAX_CHAIN}"
        )));
    }
    match beside.find(FileKind::Ruleset, name)? {
        Some(file) => of_file(&file, chain),
        None => Err(InputError::unknown("ruleset", name, [DEFAULT])
            .with_help(Some("name a file of changes, which ends in .toml"))),
    }
}

/// Adds changes as on the command line, `PATH=VALUE`, to those of other rules.
pub(super) fn typed(changes: &str, mut base: Table) -> Result<Table, InputError> {
    let file = changes_file(changes);
    let table: Table = toml::from_str(&file.text)
        .map_err(|error| InputError::at(&file, error.span().unwrap_or(0..0), error.message()))?;
    let name = match base.get("name").and_then(toml::Value::as_str).filter(|name| *name != DEFAULT) {
        Some(name) => format!("{name}; {}", changes.trim()),
        None => changes.trim().to_owned(),
    };
    base.extend(table);
    base.insert("name".to_owned(), name.into());
    Ok(base)
}

fn of_file(file: &FileText, chain: usize) -> Result<Table, InputError> {
    let mut table: Table = toml::from_str(&file.text)
        .map_err(|error| InputError::at(file, error.span().unwrap_or(0..0), error.message()))?;
    let mut base = match table.remove("extends") {
        None => Table::new(),
        Some(toml::Value::String(base)) => changes(&base, &file.beside(), chain - 1)?,
        Some(_) => return Err(InputError::at(file, 0..0, "`extends` must be the name of a ruleset, in quotes")),
    };
    let stem = file.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    base.insert("name".to_owned(), stem.into());
    base.extend(table);
    Ok(base)
}

/// Returns the place of a key in a ruleset file, or in a file that it extends.
pub(super) fn place(key: &str, name: &str, beside: &SearchFolder) -> Option<(FileText, Range<usize>)> {
    let file = beside.find(FileKind::Ruleset, name).ok()??;
    if let Some(span) = place_named(&file.text, key) {
        return Some((file, span));
    }
    let table: Table = toml::from_str(&file.text).ok()?;
    place(key, table.get("extends")?.as_str()?, &file.beside())
}

/// Completes changes by the defaults of the game, and checks every value.
///
/// # Errors
/// Fails on unknown rules, with the nearest name, and on values out of range.
pub(super) fn complete(
    changes: &Table,
    game: &ProgramDescription,
    command: &ProgramCommand,
) -> Result<Table, InputError> {
    let mut all = Table::new();
    let name = changes.get("name").cloned().unwrap_or_else(|| DEFAULT.into());
    all.insert("name".to_owned(), name);
    for (rule, value) in game.defaults() {
        all.insert(rule, of_value(value));
    }
    for (key, value) in changes.iter().filter(|(key, _)| !["name", "description", PROGRAM].contains(&key.as_str())) {
        let Some(rule) = game.rules.iter().find(|rule| rule.name == *key) else {
            return Err(InputError::unknown("rule", key, game.rules.iter().map(|rule| rule.name.as_str())));
        };
        let value = read_value(value).ok_or_else(|| InputError::plain(rule.refusal(value)))?;
        rule.check(value).map_err(InputError::plain)?;
        all.insert(key.clone(), of_value(value));
    }
    let words = command.words.iter().cloned().map(toml::Value::String).collect::<Vec<_>>();
    let program = Table::from_iter([
        ("command".to_owned(), words.into()),
        ("game".to_owned(), game.name.clone().into()),
        ("version".to_owned(), game.version.clone().into()),
    ]);
    all.insert(PROGRAM.to_owned(), program.into());
    Ok(all)
}

/// Returns complete rules as the program gets them.
pub(super) fn for_program(complete: &Table) -> Map<String, Value> {
    let rules = complete.iter().filter(|(key, _)| !["name", PROGRAM].contains(&key.as_str()));
    object(rules.filter_map(|(key, value)| Some((key.as_str(), serde_json::to_value(value).ok()?))))
}

fn of_value(value: RuleValue) -> toml::Value {
    match value {
        RuleValue::Switch(value) => value.into(),
        RuleValue::Whole(value) => value.into(),
        RuleValue::Number(value) => value.into(),
    }
}

fn read_value(value: &toml::Value) -> Option<RuleValue> {
    match value {
        toml::Value::Boolean(value) => Some(RuleValue::Switch(*value)),
        toml::Value::Integer(value) => Some(RuleValue::Whole(*value)),
        toml::Value::Float(value) if value.is_finite() => Some(RuleValue::Number(*value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> ProgramDescription {
        let line = r#"{ "hitchart": 1, "name": "skirmish", "version": "2", "seats": 2, "entrants": [{ "name": "a" }],
            "rules": [{ "name": "hp", "default": 8, "least": 1, "most": 20 }, { "name": "fog", "default": false }] }"#;
        ProgramDescription::parse(line).unwrap()
    }

    fn command() -> ProgramCommand {
        ProgramCommand { words: vec!["game".to_owned()], folder: "".into(), timeout: 1.0 }
    }

    #[test]
    fn changes_are_completed_and_checked() {
        let changes: Table = "name = \"tough\"\nhp = 12".parse().unwrap();
        let complete = complete(&changes, &game(), &command()).unwrap();
        assert_eq!(complete["hp"].as_integer(), Some(12));
        assert_eq!(complete[PROGRAM]["version"].as_str(), Some("2"));
        let rules = for_program(&complete);
        assert_eq!(serde_json::to_string(&rules).unwrap(), r#"{"fog":false,"hp":12}"#);
        let says = |text: &str, part: &str| {
            let error = super::complete(&text.parse().unwrap(), &game(), &command()).unwrap_err();
            assert!(format!("{error} {:?}", error.help).contains(part), "{error}");
        };
        says("ph = 3", "unknown rule `ph`; allowed: `hp`, `fog`");
        says("hp = 30", "1 to 20");
        says("hp = \"many\"", "`hp` is \"many\"; allowed: a whole number from 1 to 20");
        says("fog = \"many\"", "allowed: true or false");
    }

    #[test]
    fn complete_rules_are_complete_again() {
        let all = complete(&Table::new(), &game(), &command()).unwrap();
        let read: Table = text(&all).toml().parse().unwrap();
        assert_eq!(complete(&read, &game(), &command()).unwrap(), all);
    }

    #[test]
    fn files_extend_each_other() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("one.toml"), "hp = 9\nfog = true").unwrap();
        std::fs::write(folder.path().join("two.toml"), "extends = \"one.toml\"\nhp = 10").unwrap();
        let rules = load("two.toml", &folder.path().into()).unwrap();
        let table = rules.table();
        assert_eq!(
            (rules.name.as_str(), table["hp"].as_integer(), table["fog"].as_bool()),
            ("two", Some(10), Some(true))
        );
        assert!(load("no-such", &folder.path().into()).is_err());
        // A mistake is marked in the file that has it.
        let (file, span) = place("fog", "two.toml", &folder.path().into()).unwrap();
        assert_eq!((file.name().as_str(), &file.text[span]), ("one.toml", "true"));
    }
}
