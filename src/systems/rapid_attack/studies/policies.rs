//! Policies by name or by settings: those of the program, and those that a scenario names.

use super::super::players::PolicySpec;
use super::Common;
use crate::input::{At, FileText, InputError, value_of};
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::DeValue;

/// The tables `[policies.NAME]` of a scenario. Each is checked, whether a study uses it or not.
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
        let settings = At { value: value_of(file, settings)?, span: settings.span() };
        policy(file, &settings, &none)?;
        named.insert(name.get_ref().to_string(), settings.value);
    }
    Ok(named)
}

/// A policy as a scenario writes it.
pub(super) fn policy(
    file: &FileText,
    written: &At<toml::Value>,
    named: &BTreeMap<String, toml::Value>,
) -> Result<PolicySpec, InputError> {
    PolicySpec::resolve(&written.value, named).map_err(|error| error.or_at(file, written.span.clone()))
}

impl Common {
    /// A policy by name: one of the scenario's own, or a built-in one.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn policy(&self, name: &str) -> Result<PolicySpec, InputError> {
        PolicySpec::resolve(&toml::Value::String(name.to_owned()), &self.policies)
    }
}
