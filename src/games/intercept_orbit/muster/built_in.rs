//! Fleets to meet with at once.

use super::raw::RawFleet;
use crate::input::{InputError, from_toml};
use serde::Deserialize;
use std::sync::LazyLock;

/// A built-in fleet.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuiltIn {
    /// Name in scenario files.
    pub id: String,
    /// Description in one line.
    pub summary: String,
    pub fleet: RawFleet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Fleets {
    built_in: Vec<BuiltIn>,
}

/// All built-in fleets.
pub fn built_ins() -> &'static [BuiltIn] {
    static FLEETS: LazyLock<Fleets> =
        LazyLock::new(|| from_toml(include_str!("fleets.toml")).expect("the built-in fleets are tested to load"));
    &FLEETS.built_in
}

/// The built-in fleet of this name, in any case.
///
/// # Errors
/// Unknown names, with the nearest.
pub fn built_in(id: &str) -> Result<&'static BuiltIn, InputError> {
    let found = built_ins().iter().find(|fleet| fleet.id.eq_ignore_ascii_case(id.trim()));
    found.ok_or_else(|| {
        let unknown = InputError::unknown("fleet", id, built_ins().iter().map(|fleet| fleet.id.as_str()));
        unknown.with_help(Some("write another fleet as a table with `name` and `fleet`"))
    })
}
