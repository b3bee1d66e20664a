//! Policies by name, as scenario files and the command line write them.

use super::Player;
use super::greedy::Greedy;
use super::random::Random;
use crate::input::InputError;
use std::collections::BTreeMap;

/// A checked policy.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicySpec {
    name: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Random,
    Greedy,
}

/// The built-in policies: name and meaning.
pub const BUILT_IN: [(&str, &str); 2] =
    [("random", "any candidate, with equal chances"), ("greedy", "the highest expected damage now")];

fn names() -> impl Iterator<Item = &'static str> + Clone {
    BUILT_IN.into_iter().map(|(name, _)| name)
}

impl PolicySpec {
    /// A built-in policy by name.
    pub fn named(name: &str) -> Option<PolicySpec> {
        let kind = match name {
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            _ => return None,
        };
        Some(PolicySpec { name: name.to_owned(), kind })
    }

    /// A policy as written: a name, built-in or from `named`, or a table with `base`.
    ///
    /// # Errors
    /// Unknown names and parameters, with the nearest.
    pub fn resolve(written: &toml::Value, named: &BTreeMap<String, toml::Value>) -> Result<PolicySpec, InputError> {
        match written {
            toml::Value::String(name) => match named.get(name) {
                Some(settings) => {
                    Ok(PolicySpec { name: name.clone(), ..PolicySpec::resolve(settings, &BTreeMap::new())? })
                }
                None => PolicySpec::named(name).ok_or_else(|| {
                    let own = named.keys().map(String::as_str);
                    let known: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).chain(own).collect();
                    InputError::unknown("policy", name, known)
                }),
            },
            toml::Value::Table(settings) => PolicySpec::of_table(settings),
            other => Err(InputError::plain(format!("a policy is a name or a table, not `{other}`"))),
        }
    }

    fn of_table(settings: &toml::Table) -> Result<PolicySpec, InputError> {
        let base = match settings.get("base") {
            None => "greedy",
            Some(toml::Value::String(base)) => base,
            Some(other) => return Err(InputError::plain(format!("`base` is the name of a policy, not `{other}`"))),
        };
        let spec = PolicySpec::named(base).ok_or_else(|| InputError::unknown("policy", base, names()))?;
        match settings.keys().find(|key| *key != "base") {
            None => Ok(spec),
            Some(key) => Err(InputError::plain(format!("policy `{base}` has no parameters, yet `{key}` is given"))),
        }
    }

    /// What to call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A player of this policy.
    pub fn build(&self) -> Player {
        match self.kind {
            Kind::Random => Player::Random(Random::new()),
            Kind::Greedy => Player::Greedy(Greedy::new()),
        }
    }
}
