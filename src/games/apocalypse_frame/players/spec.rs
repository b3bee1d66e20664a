//! Policies by name and parameters, as scenario files and the command line write them.

use super::Player;
use super::gm::{GameMaster, Temper};
use super::greedy::Greedy;
use super::random::Random;
use super::search::{Search, SearchSettings};
use super::tactician::{Tactician, Tactics};
use crate::input::{InputError, find_parameter, number};
use std::collections::BTreeMap;

/// Whose policy it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Aces,
    Gm,
}

impl Side {
    /// The policy where a file names none.
    pub const fn default_name(self) -> &'static str {
        match self {
            Side::Aces => "tactician",
            Side::Gm => "greedy",
        }
    }

    /// What its policies are called in messages.
    const fn what(self) -> &'static str {
        match self {
            Side::Aces => "policy of Aces",
            Side::Gm => "policy of a game master",
        }
    }
}

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
    Gm(Temper),
}

/// Policies of Aces: name and meaning.
const ACES: [(&str, &str); 4] = [
    ("random", "any candidate, with equal chances"),
    ("greedy", "the highest expected Harm now"),
    ("tactician", "one turn ahead by exact odds"),
    ("search", "the tactician, playing out what may follow"),
];

/// Policies of a game master: name and meaning.
const GM: [(&str, &str); 5] = [
    ("random", "any candidate, with equal chances"),
    ("gentle", "Moves without Harm where there are some, attacks on the Ace with the most Vigor"),
    ("greedy", "the highest expected Harm, not the same attack twice in a row where another is as good"),
    ("ruthless", "all on the Ace that is weakest, takes it down where it can, and armors the enemies"),
    ("spread", "every Ace in turn, by every enemy in turn"),
];

/// Names and meanings of the built-in policies of a side.
pub fn built_in(side: Side) -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    match side {
        Side::Aces => ACES.iter().copied(),
        Side::Gm => GM.iter().copied(),
    }
}

impl PolicySpec {
    /// A built-in policy by name.
    pub fn named(side: Side, name: &str) -> Option<PolicySpec> {
        let kind = match (side, name) {
            (_, "random") => Kind::Random,
            (Side::Aces, "greedy") => Kind::Greedy,
            (Side::Aces, "tactician") => Kind::Tactician(Tactics::default()),
            (Side::Aces, "search") => Kind::Search(SearchSettings::default()),
            (Side::Gm, "gentle") => Kind::Gm(Temper::Gentle),
            (Side::Gm, "greedy") => Kind::Gm(Temper::Greedy),
            (Side::Gm, "ruthless") => Kind::Gm(Temper::Ruthless),
            (Side::Gm, "spread") => Kind::Gm(Temper::Spread),
            _ => return None,
        };
        Some(PolicySpec { name: name.to_owned(), kind })
    }

    /// A policy as written: a name, built-in or from `named`, or a table with `base` and parameters.
    ///
    /// # Errors
    /// Unknown names and parameters, with the nearest, and values out of bounds.
    pub fn resolve(
        side: Side,
        written: &toml::Value,
        named: &BTreeMap<String, toml::Value>,
    ) -> Result<PolicySpec, InputError> {
        match written {
            toml::Value::String(name) => match named.get(name) {
                Some(settings) => {
                    let spec = PolicySpec::resolve(side, settings, &BTreeMap::new())?;
                    Ok(PolicySpec { name: name.clone(), ..spec })
                }
                None => PolicySpec::named(side, name).ok_or_else(|| {
                    let known = built_in(side).map(|(name, _)| name).chain(named.keys().map(String::as_str));
                    InputError::unknown(side.what(), name, known)
                }),
            },
            toml::Value::Table(settings) => PolicySpec::of_table(side, settings),
            other => Err(InputError::plain(format!("a policy is a name or a table, not `{other}`"))),
        }
    }

    fn of_table(side: Side, settings: &toml::Table) -> Result<PolicySpec, InputError> {
        let base = match settings.get("base") {
            None => side.default_name(),
            Some(toml::Value::String(base)) => base,
            Some(other) => return Err(InputError::plain(format!("`base` is the name of a policy, not `{other}`"))),
        };
        let mut spec = PolicySpec::named(side, base)
            .ok_or_else(|| InputError::unknown(side.what(), base, built_in(side).map(|(name, _)| name)))?;
        // A policy may say where its values come from.
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

    /// Some nanoseconds that a mission with this player takes, for the time left of a run.
    pub fn effort(&self) -> f64 {
        match &self.kind {
            Kind::Random | Kind::Gm(_) => 3e4,
            Kind::Greedy => 5e4,
            Kind::Tactician(_) => 7e4,
            Kind::Search(settings) => 2e6 * f64::from(settings.budget),
        }
    }

    /// A player of this policy.
    pub fn build(&self) -> Player {
        match &self.kind {
            Kind::Random => Player::Random(Random::new()),
            Kind::Greedy => Player::Greedy(Greedy::new()),
            Kind::Tactician(tactics) => Player::Tactician(Box::new(Tactician::new(*tactics))),
            Kind::Search(settings) => Player::Search(Box::new(Search::new(settings))),
            Kind::Gm(temper) => Player::Gm(GameMaster::new(*temper)),
        }
    }
}

impl Kind {
    /// Sets a parameter.
    fn set(&mut self, base: &str, key: &str, value: &toml::Value) -> Result<(), InputError> {
        let number = number(key, value)?;
        match self {
            Kind::Random | Kind::Greedy | Kind::Gm(_) => {
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

    fn resolve(side: Side, text: &str) -> Result<PolicySpec, String> {
        let table: toml::Table = toml::from_str(text).unwrap();
        PolicySpec::resolve(side, &toml::Value::Table(table), &BTreeMap::new()).map_err(|error| error.to_string())
    }

    fn refuses(side: Side, text: &str, says: &str) {
        let message = resolve(side, text).unwrap_err();
        assert!(message.contains(says), "{message}");
    }

    #[test]
    fn every_built_in_policy_has_its_name_and_is_of_its_side() {
        for side in [Side::Aces, Side::Gm] {
            assert!(built_in(side).all(|(name, meaning)| {
                PolicySpec::named(side, name).is_some_and(|spec| spec.name() == name) && !meaning.is_empty()
            }));
            assert!(PolicySpec::named(side, side.default_name()).is_some());
        }
        assert!(PolicySpec::named(Side::Gm, "tactician").is_none());
        assert!(PolicySpec::named(Side::Aces, "ruthless").is_none());
    }

    #[test]
    fn every_parameter_can_be_set_within_its_bounds() {
        for (base, own) in [("tactician", Tactics::PARAMETERS), ("search", SearchSettings::PARAMETERS)] {
            for Parameter { name, low, high, default, meaning } in own {
                assert!((low..=high).contains(&default) && !meaning.is_empty());
                for value in [low, high] {
                    resolve(Side::Aces, &format!("base = '{base}'\n{name} = {value:?}")).unwrap();
                }
                let over = format!("base = '{base}'\n{name} = {:?}", high + 1.0);
                refuses(Side::Aces, &over, &format!("allowed: {low} to {high}"));
            }
        }
        let spec = resolve(Side::Aces, "base = 'search'\nbudget = 64\nkill = 0.5").unwrap();
        let base = Tactics { kill: 0.5, ..Tactics::default() };
        assert_eq!(spec.kind, Kind::Search(SearchSettings { base, budget: 64, ..SearchSettings::default() }));
        assert_eq!(spec.name(), "search, changed");
    }

    #[test]
    fn what_does_not_exist_is_refused_with_the_nearest() {
        refuses(Side::Aces, "exposre = 1", "policy `tactician` has no parameter `exposre` (did you mean `exposure`?)");
        refuses(
            Side::Aces,
            "base = 'search'\nbudget = 2.5",
            "`budget` is 2.5; allowed: whole numbers from 0 to 1000000",
        );
        refuses(Side::Aces, "base = 'tactition'", "did you mean `tactician`?");
        refuses(Side::Aces, "base = 'greedy'\nbudget = 3", "policy `greedy` has no parameters, yet `budget` is given");
        refuses(Side::Gm, "base = 'ruthles'", "did you mean `ruthless`?");
        refuses(Side::Gm, "kill = 3", "policy `greedy` has no parameters");
        refuses(Side::Aces, "base = 'tactician'\nkill = 'much'", "`kill` is a number");
    }

    #[test]
    fn a_named_policy_keeps_its_name() {
        let named =
            BTreeMap::from([("bold".to_owned(), toml::Value::Table(toml::from_str("exposure = 0.1").unwrap()))]);
        let spec = PolicySpec::resolve(Side::Aces, &toml::Value::String("bold".into()), &named).unwrap();
        assert_eq!(spec.name(), "bold");
        assert_eq!(spec.kind, Kind::Tactician(Tactics { exposure: 0.1, ..Tactics::default() }));
        let error = PolicySpec::resolve(Side::Gm, &toml::Value::String("blod".into()), &named).unwrap_err();
        assert!(error.to_string().contains("did you mean `bold`?"), "{error}");
    }
}
