//! Policies by name or by settings: those of the program, and those that a scenario names.

use super::super::players::{PolicySpec, Side};
use super::Common;
use crate::input::{At, FileText, InputError};
use crate::table::counted;

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
    format!("{}; name {SIDES}: that of the Aces, then that of the game master", counted(found as u64, "policies"))
}
