//! Policies by name or by settings: those of the program, and those that a scenario names.

use super::super::players::{PolicySpec, Side};
use super::Common;
use crate::input::{At, FileText, InputError, value_of};
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::DeValue;

/// The tables `[policies.NAME]` of a scenario. Each is checked, whether a study uses it or not: it must be one of the
/// Aces' or one of the game master's.
pub(super) fn named_policies(
    file: &FileText,
    policies: Option<Spanned<DeValue<'_>>>,
) -> Result<BTreeMap<String, toml::Value>, InputError> {
    let Some(policies) = policies else { return Ok(BTreeMap::new()) };
    let span = policies.span();
    let DeValue::Table(tables) = policies.get_ref() else {
        return Err(InputError::at(file, span, "policies are written as `[policies.NAME]`"));
    };
    let none = BTreeMap::new();
    let mut named = BTreeMap::new();
    for (name, settings) in tables {
        if !matches!(settings.get_ref(), DeValue::Table(_)) {
            let problem = format!("policy `{}` is a table of settings", name.get_ref());
            return Err(InputError::at(file, settings.span(), problem));
        }
        let value = value_of(file, settings)?;
        let of = |side| PolicySpec::resolve(side, &value, &none);
        if of(Side::Gm).is_err() {
            of(Side::Aces).map_err(|error| error.or_at(file, settings.span()))?;
        }
        named.insert(name.get_ref().to_string(), value);
    }
    Ok(named)
}

/// How many policies a study of missions has.
const SIDES: usize = 2;

impl Common {
    /// A policy by name: one of the scenario's own, or a built-in one.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn policy(&self, side: Side, name: &str) -> Result<PolicySpec, InputError> {
        PolicySpec::resolve(side, &toml::Value::String(name.to_owned()), &self.policies)
    }

    /// The policies of both sides as a study writes them.
    pub(super) fn both(
        &self,
        file: &FileText,
        written: Option<&At<Vec<At<toml::Value>>>>,
    ) -> Result<[PolicySpec; 2], InputError> {
        let Some(written) = written else {
            return Ok([
                self.policy(Side::Aces, Side::Aces.default_name())?,
                self.policy(Side::Gm, Side::Gm.default_name())?,
            ]);
        };
        let [aces, gm] = &written.value[..] else {
            return Err(InputError::at(file, written.span.clone(), needed(written.value.len())));
        };
        Ok([self.written(file, Side::Aces, aces)?, self.written(file, Side::Gm, gm)?])
    }

    /// A policy as a study writes it.
    pub(super) fn written(
        &self,
        file: &FileText,
        side: Side,
        written: &At<toml::Value>,
    ) -> Result<PolicySpec, InputError> {
        PolicySpec::resolve(side, &written.value, &self.policies)
            .map_err(|error| error.or_at(file, written.span.clone()))
    }
}

/// Says how many policies are needed.
pub(super) fn needed(found: usize) -> String {
    format!("{found} policies; name {SIDES}: that of the Aces, then that of the game master")
}
