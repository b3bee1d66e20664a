//! Policies by name and parameters, as scenario files and the command line write them.

use super::Player;
use super::greedy::Greedy;
use super::random::Random;
use super::search::{Search, SearchSettings};
use super::tactician::{STYLES, Tactician, Tactics};
use crate::input::{InputError, find_parameter, number};
use std::collections::BTreeMap;

/// A checked policy.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicySpec {
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Random,
    Greedy,
    Tactician(Tactics),
    Search(SearchSettings),
}

/// The built-in policies that are no styles: name and meaning.
const BASES: [(&str, &str); 5] = [
    ("random", "any candidate, with equal chances"),
    ("greedy", "the highest expected damage now"),
    ("tactician", "one turn ahead by the exact tables"),
    ("untuned", "the tactician as it was before tuning, to measure against"),
    ("search", "the tactician, playing out what may follow"),
];

/// Names and meanings of all built-in policies, styles of the tactician among them.
pub fn built_in() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    BASES.into_iter().chain(STYLES.iter().map(|style| (style.name, style.meaning)))
}

impl PolicySpec {
    /// A built-in policy by name.
    pub fn named(name: &str) -> Option<PolicySpec> {
        let kind = match name {
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            "tactician" => Kind::Tactician(Tactics::default()),
            "untuned" => Kind::Tactician(Tactics::start()),
            "search" => Kind::Search(SearchSettings::default()),
            _ => Kind::Tactician(STYLES.iter().find(|style| style.name == name)?.tactics()),
        };
        Some(PolicySpec { name: name.to_owned(), kind })
    }

    /// The tactician with tactics of its own.
    pub fn of_tactics(name: &str, tactics: Tactics) -> PolicySpec {
        PolicySpec { name: name.to_owned(), kind: Kind::Tactician(tactics) }
    }

    /// A policy as written: a name, built-in or from `named`, or a table with `base` and parameters.
    ///
    /// # Errors
    /// Unknown names and parameters, with the nearest, and values out of bounds.
    pub fn resolve(written: &toml::Value, named: &BTreeMap<String, toml::Value>) -> Result<PolicySpec, InputError> {
        match written {
            toml::Value::String(name) => match named.get(name) {
                Some(settings) => {
                    Ok(PolicySpec { name: name.clone(), ..PolicySpec::resolve(settings, &BTreeMap::new())? })
                }
                None => PolicySpec::named(name).ok_or_else(|| {
                    let known = built_in().map(|(name, _)| name).chain(named.keys().map(String::as_str));
                    InputError::unknown("policy", name, known)
                }),
            },
            toml::Value::Table(settings) => PolicySpec::of_table(settings),
            other => Err(InputError::plain(format!("a policy is a name or a table, not `{other}`"))),
        }
    }

    fn of_table(settings: &toml::Table) -> Result<PolicySpec, InputError> {
        let base = match settings.get("base") {
            None => "tactician",
            Some(toml::Value::String(base)) => base,
            Some(other) => return Err(InputError::plain(format!("`base` is the name of a policy, not `{other}`"))),
        };
        let mut spec = PolicySpec::named(base)
            .ok_or_else(|| InputError::unknown("policy", base, built_in().map(|(name, _)| name)))?;
        // A policy may say where its values come from, as `tune` writes it.
        let said = |key: &String| key != "base" && key != "provenance";
        for (key, value) in settings.iter().filter(|(key, _)| said(key)) {
            spec.kind.set(base, key, value)?;
        }
        if settings.keys().any(said) {
            spec.name = format!("{base}, changed");
        }
        Ok(spec)
    }

    /// What to call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tactics it plays by, or looks ahead from, if it has any.
    pub fn tactics(&self) -> Option<Tactics> {
        match &self.kind {
            Kind::Tactician(tactics) => Some(*tactics),
            Kind::Search(settings) => Some(settings.base),
            Kind::Random | Kind::Greedy => None,
        }
    }

    /// Some nanoseconds that a game of two such players takes, for the time left of a run.
    pub fn effort(&self) -> f64 {
        match &self.kind {
            Kind::Random => 8e4,
            Kind::Greedy => 2e5,
            Kind::Tactician(_) => 8e5,
            Kind::Search(settings) => 9e6 * f64::from(settings.budget),
        }
    }

    /// A player of this policy.
    pub fn build(&self) -> Player {
        match &self.kind {
            Kind::Random => Player::Random(Random::new()),
            Kind::Greedy => Player::Greedy(Greedy::new()),
            Kind::Tactician(tactics) => Player::Tactician(Box::new(Tactician::new(*tactics))),
            Kind::Search(settings) => Player::Search(Box::new(Search::new(settings))),
        }
    }
}

impl Kind {
    /// Sets a parameter.
    fn set(&mut self, base: &str, key: &str, value: &toml::Value) -> Result<(), InputError> {
        let number = number(key, value)?;
        match self {
            Kind::Random | Kind::Greedy => {
                Err(InputError::plain(format!("policy `{base}` has no parameters, yet `{key}` is given")))
            }
            Kind::Tactician(tactics) => {
                let place = find_parameter(Tactics::PARAMETERS.iter(), base, key, number)?;
                *tactics = tactics.with(place, number);
                Ok(())
            }
            Kind::Search(settings) => settings_of_search(settings, base, key, number),
        }
    }
}

/// Sets a parameter of the search, or of the tactician that it looks ahead from.
fn settings_of_search(settings: &mut SearchSettings, base: &str, key: &str, number: f64) -> Result<(), InputError> {
    let own = SearchSettings::PARAMETERS;
    let place = find_parameter(own.iter().chain(Tactics::PARAMETERS), base, key, number)?;
    if place < SearchSettings::WHOLE && number.fract() != 0.0 {
        let (low, high) = (own[place].low, own[place].high);
        return Err(InputError::plain(format!("`{key}` is {number}; allowed: whole numbers from {low} to {high}")));
    }
    match place.checked_sub(own.len()) {
        None => settings.set(place, number),
        Some(place) => settings.base = settings.base.with(place, number),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Parameter;

    fn resolve(text: &str) -> Result<PolicySpec, String> {
        let table: toml::Table = toml::from_str(text).unwrap();
        PolicySpec::resolve(&toml::Value::Table(table), &BTreeMap::new()).map_err(|error| error.to_string())
    }

    fn refuses(text: &str, says: &str) {
        let message = resolve(text).unwrap_err();
        assert!(message.contains(says), "{message}");
    }

    #[test]
    fn a_search_has_parameters_of_its_own_and_those_of_its_tactician() {
        let spec = resolve("base = 'search'\nbudget = 64\ncaution = 1.5\nkill = 0.5").unwrap();
        let base = Tactics { kill: 0.5, ..Tactics::default() };
        let settings = SearchSettings { base, budget: 64, caution: 1.5, ..SearchSettings::default() };
        assert_eq!(spec.kind, Kind::Search(settings));
        assert_eq!((spec.name(), spec.tactics()), ("search, changed", Some(base)));
        assert_eq!(PolicySpec::named("search").unwrap().kind, Kind::Search(SearchSettings::default()));
    }

    #[test]
    fn every_parameter_of_a_search_can_be_set_within_its_bounds() {
        for parameter in SearchSettings::PARAMETERS {
            let Parameter { name, low, high, default, meaning } = *parameter;
            assert!((low..=high).contains(&default) && !meaning.is_empty());
            for value in [low, high] {
                resolve(&format!("base = 'search'\n{name} = {value:?}")).unwrap();
            }
            refuses(&format!("base = 'search'\n{name} = {:?}", high + 1.0), &format!("allowed: {low} to {high}"));
            refuses(&format!("base = 'search'\n{name} = {:?}", low - 1.0), &format!("`{name}` is {}", low - 1.0));
        }
    }

    #[test]
    fn parameters_that_do_not_exist_and_values_that_are_none_are_refused() {
        refuses("base = 'search'\nbuget = 3", "policy `search` has no parameter `buget` (did you mean `budget`?)");
        refuses("base = 'search'\nbudget = 2.5", "`budget` is 2.5; allowed: whole numbers from 0 to 1000000");
        refuses("base = 'search'\nkill = 9", "`kill` is 9; allowed: 0 to 3");
        refuses("base = 'search'\nbudget = 'much'", "`budget` is a number");
        refuses("base = 'tactician'\nbudget = 3", "policy `tactician` has no parameter `budget`");
        refuses("base = 'greedy'\nbudget = 3", "policy `greedy` has no parameters, yet `budget` is given");
        refuses("base = 'serch'", "did you mean `search`?");
    }
}
