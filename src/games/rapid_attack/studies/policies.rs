//! Policies by name or by settings: those of the program, and those that a scenario names.

use super::super::players::PolicySpec;
use super::Common;
use crate::input::{At, FileText, InputError};
use std::collections::BTreeMap;

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
