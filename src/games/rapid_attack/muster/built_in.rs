//! Built-in companies, ready to use.

use super::raw::RawCompany;
use crate::games::lists::entry_text;
use hitchart_config::{InputError, from_toml, same_name};
use serde::Deserialize;
use std::sync::LazyLock;

/// A built-in company.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuiltIn {
    /// Name in scenario files.
    pub id: String,
    /// Description in one line.
    pub summary: String,
    pub company: RawCompany,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Companies {
    built_in: Vec<BuiltIn>,
}

/// Returns all built-in companies.
pub fn built_ins() -> &'static [BuiltIn] {
    static COMPANIES: LazyLock<Companies> =
        LazyLock::new(|| from_toml(FILE).expect("the built-in companies are tested to load"));
    &COMPANIES.built_in
}

/// The built-in companies as a file.
const FILE: &str = include_str!("companies.toml");

/// Returns the text of a built-in company, as a start for a company file.
///
/// # Errors
/// Fails on unknown names; the message suggests the nearest.
pub fn text(id: &str) -> Result<String, InputError> {
    Ok(entry_text(FILE, &built_in(id)?.id, "company"))
}

/// Returns the built-in company of this name; case, spaces and hyphens do not count.
///
/// # Errors
/// Fails on unknown names; the message suggests the nearest.
pub fn built_in(id: &str) -> Result<&'static BuiltIn, InputError> {
    let found = built_ins().iter().find(|company| same_name(&company.id, id));
    found.ok_or_else(|| {
        let unknown = InputError::unknown("company", id, built_ins().iter().map(|company| company.id.as_str()));
        unknown.with_help(Some("write another company as a table with `name` and `frames`"))
    })
}
