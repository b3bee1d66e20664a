//! Companies to fight with at once.

use super::raw::RawCompany;
use crate::input::{InputError, from_toml};
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

/// All built-in companies.
pub fn built_ins() -> &'static [BuiltIn] {
    static COMPANIES: LazyLock<Companies> =
        LazyLock::new(|| from_toml(include_str!("companies.toml")).expect("the built-in companies are tested to load"));
    &COMPANIES.built_in
}

/// The built-in company of this name, in any case.
///
/// # Errors
/// Unknown names, with the nearest.
pub fn built_in(id: &str) -> Result<&'static BuiltIn, InputError> {
    let found = built_ins().iter().find(|company| company.id.eq_ignore_ascii_case(id.trim()));
    found.ok_or_else(|| {
        let unknown = InputError::unknown("company", id, built_ins().iter().map(|company| company.id.as_str()));
        unknown.with_help(Some("write another company as a table with `name` and `frames`"))
    })
}
