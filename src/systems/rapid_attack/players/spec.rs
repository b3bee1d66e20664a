//! Policies by name and parameters, as scenario files and the command line write them.

use super::Player;
use super::greedy::Greedy;
use super::random::Random;
use super::tactician::{STYLES, Tactician, Tactics};
use crate::input::{InputError, nearest};
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
}

/// The built-in policies that are no styles: name and meaning.
const BASES: [(&str, &str); 3] = [
    ("random", "any candidate, with equal chances"),
    ("greedy", "the highest expected damage now"),
    ("tactician", "one turn ahead by the exact tables"),
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
        for (key, value) in settings.iter().filter(|(key, _)| *key != "base") {
            spec.kind.set(base, key, value)?;
        }
        if settings.keys().any(|key| key != "base") {
            spec.name = format!("{base}, changed");
        }
        Ok(spec)
    }

    /// What to call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tactics it plays by, if it has any.
    pub fn tactics(&self) -> Option<Tactics> {
        match &self.kind {
            Kind::Tactician(tactics) => Some(*tactics),
            Kind::Random | Kind::Greedy => None,
        }
    }

    /// A player of this policy.
    pub fn build(&self) -> Player {
        match &self.kind {
            Kind::Random => Player::Random(Random::new()),
            Kind::Greedy => Player::Greedy(Greedy::new()),
            Kind::Tactician(tactics) => Player::Tactician(Box::new(Tactician::new(*tactics))),
        }
    }
}

impl Kind {
    /// Sets a parameter.
    fn set(&mut self, base: &str, key: &str, value: &toml::Value) -> Result<(), InputError> {
        let number = match value {
            toml::Value::Integer(whole) => *whole as f64,
            toml::Value::Float(number) => *number,
            other => return Err(InputError::plain(format!("`{key}` is a number, not `{other}`"))),
        };
        match self {
            Kind::Random | Kind::Greedy => {
                Err(InputError::plain(format!("policy `{base}` has no parameters, yet `{key}` is given")))
            }
            Kind::Tactician(tactics) => set_tactics(tactics, base, key, number),
        }
    }
}

fn set_tactics(tactics: &mut Tactics, base: &str, key: &str, number: f64) -> Result<(), InputError> {
    let Some(i) = Tactics::PARAMETERS.iter().position(|parameter| parameter.name == key) else {
        let names = Tactics::PARAMETERS.iter().map(|parameter| parameter.name);
        let near = nearest(key, names.clone()).map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
        let known: Vec<&str> = names.collect();
        return Err(InputError::plain(format!(
            "policy `{base}` has no parameter `{key}`{near}; it has {}",
            known.join(", ")
        )));
    };
    let parameter = &Tactics::PARAMETERS[i];
    if !(parameter.low..=parameter.high).contains(&number) {
        let (low, high) = (parameter.low, parameter.high);
        return Err(InputError::plain(format!("`{key}` is {number}; allowed: {low} to {high}")));
    }
    let mut values = tactics.values();
    values[i] = number;
    *tactics = Tactics::of_values(&values);
    Ok(())
}
