//! Built-in fleets, ready to play.

use super::raw::RawFleet;
use crate::games::lists::entry_text;
use hitchart_config::{InputError, from_toml, same_name};
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

/// Returns all built-in fleets.
pub fn built_ins() -> &'static [BuiltIn] {
    static FLEETS: LazyLock<Fleets> =
        LazyLock::new(|| from_toml(FILE).expect("the built-in fleets are tested to load"));
    &FLEETS.built_in
}

/// Text of the file of built-in fleets.
const FILE: &str = include_str!("fleets.toml");

/// Returns the text of a built-in fleet, as a start for a user's file.
///
/// # Errors
/// Fails for unknown names; the error suggests the nearest name.
pub fn text(id: &str) -> Result<String, InputError> {
    Ok(entry_text(FILE, &built_in(id)?.id, "fleet"))
}

/// Returns the built-in fleet with this name; case, spaces and hyphens are ignored.
///
/// # Errors
/// Fails for unknown names; the error suggests the nearest name.
pub fn built_in(id: &str) -> Result<&'static BuiltIn, InputError> {
    let found = built_ins().iter().find(|fleet| same_name(&fleet.id, id));
    found.ok_or_else(|| {
        let unknown = InputError::unknown("fleet", id, built_ins().iter().map(|fleet| fleet.id.as_str()));
        unknown.with_help(Some("write another fleet as a table with `name` and `fleet`"))
    })
}
