//! Names that shells complete. An argument suggests them and also accepts any other text: a file, a loadout, a custom
//! policy.

use crate::games::{GAMES, Listed, list};
use clap::builder::{PathBufValueParser, PossibleValue, StringValueParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use hitchart_config::FileKind;
use std::ffi::OsStr;
use std::path::PathBuf;

/// A parser of any text that suggests names.
#[derive(Clone)]
pub(crate) struct Offered(pub fn() -> Vec<String>);

impl TypedValueParser for Offered {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// A parser of any path that suggests the names of built-in files.
#[derive(Clone)]
pub(crate) struct OfferedPath(pub fn() -> Vec<String>);

impl TypedValueParser for OfferedPath {
    type Value = PathBuf;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<PathBuf, Error> {
        PathBufValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// Makes an argument suggest names.
pub(crate) fn offering(names: fn() -> Vec<String>) -> impl FnOnce(Arg) -> Arg {
    move |arg| arg.value_parser(Offered(names)).hide_possible_values(true)
}

/// Returns the names of a list, each once.
pub(crate) fn of(what: Listed) -> Vec<String> {
    let mut names: Vec<String> = list(what).texts("name").iter().map(|name| word(name)).collect();
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// Returns the archetypes.
pub(crate) fn archetypes() -> Vec<String> {
    of(Listed::Archetypes)
}

/// Returns the armaments.
pub(crate) fn armaments() -> Vec<String> {
    of(Listed::Armaments)
}

/// Returns the policies of all games.
pub(crate) fn policies() -> Vec<String> {
    of(Listed::Policies)
}

/// Returns the rulesets and house rules of all games.
pub(crate) fn rulesets() -> Vec<String> {
    let rulesets = GAMES.iter().flat_map(|game| game.rulesets).map(|(name, _)| (*name).to_owned());
    rulesets.chain(built_in(FileKind::Ruleset)).collect()
}

/// Returns the built-in house rules.
pub(crate) fn house_rules() -> Vec<String> {
    built_in(FileKind::Ruleset).collect()
}

/// Returns the built-in scenarios.
pub(crate) fn scenarios() -> Vec<String> {
    built_in(FileKind::Scenario).collect()
}

/// Returns the built-in tables of results.
pub(crate) fn results() -> Vec<String> {
    built_in(FileKind::Results).collect()
}

/// Returns the companies, including those in built-in files.
pub(crate) fn companies() -> Vec<String> {
    of(Listed::Companies).into_iter().chain(built_in(FileKind::Company)).collect()
}

/// Returns the fleets.
pub(crate) fn fleets() -> Vec<String> {
    of(Listed::Fleets)
}

/// Returns the battlefields.
pub(crate) fn battlefields() -> Vec<String> {
    of(Listed::Battlefields)
}

/// Returns the encounters.
pub(crate) fn encounters() -> Vec<String> {
    of(Listed::Encounters)
}

fn built_in(sort: FileKind) -> impl Iterator<Item = String> {
    sort.built_in().map(|(name, _)| name.to_owned())
}

/// Converts a name to one shell word without quotes: `Close-Assault`, `Shoot-Scoot`. Lookups treat both as equal.
fn word(name: &str) -> String {
    match name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)) {
        true => name.to_owned(),
        false => {
            name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_config::same_name;

    #[test]
    fn names_are_offered_as_words_that_lookups_know() {
        for what in Listed::ALL {
            let (names, words) = (list(what), of(what));
            assert!(names.texts("name").iter().all(|name| words.iter().any(|word| same_name(word, name))));
            assert!(words.iter().all(|word| !word.contains([' ', '&', '"', '\''])), "{words:?}");
        }
        assert!(archetypes().contains(&"Shoot-Scoot".to_owned()) && policies().contains(&"tactician".to_owned()));
        assert!(rulesets().contains(&"v0.3".to_owned()) && armaments().contains(&"Plasma-Blade".to_owned()));
    }
}
