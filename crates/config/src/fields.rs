//! Deserialization of a user's file, and common checks of its fields.

use super::reader::{ReadError, read_node};
use super::{At, FileText, InputError};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeTable;

/// Deserializes a table of the file.
///
/// # Errors
/// Fails on missing and unknown keys, values of the wrong type, lists instead of tables, and lists that are too long,
/// with their place.
pub fn read<T: DeserializeOwned>(file: &FileText, table: Spanned<DeTable<'_>>) -> Result<T, InputError> {
    read_node(table).map_err(|error| InputError::read(file, &error))
}

/// Deserializes a text of TOML.
///
/// # Errors
/// As [`read`], and on syntax errors.
pub fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    read_node(DeTable::parse(text).map_err(ReadError::from)?)
}

/// Deserializes a file of JSON, with nothing after the value.
///
/// # Errors
/// Fails on syntax errors, with their line and column; otherwise as [`read`], with the keys from the top.
pub fn from_json<T: DeserializeOwned>(file: &FileText) -> Result<T, InputError> {
    let path = file.path.display();
    if !file.path.is_shown() {
        let read = serde_json::from_str(&file.text).ok().and_then(|written: serde_json::Value| read_node(written).ok());
        return read.ok_or_else(|| InputError::at(file, 0..0, ""));
    }
    let written: serde_json::Value = serde_json::from_str(&file.text)
        .map_err(|error| InputError::plain(format!("{path}:{}:{}: {error}", error.line(), error.column())))?;
    read_node(written).map_err(|error: ReadError| match error.path().as_slice() {
        [] => InputError::plain(format!("{path}: {error}")),
        keys => InputError::plain(format!("{path}: `{}`: {error}", super::rules::dotted(keys))),
    })
}

/// Like [`read`], for a table from which the keys `beside` were removed: a message about an unknown key lists them too.
///
/// # Errors
/// As [`read`].
pub fn read_beside<T: DeserializeOwned>(
    file: &FileText,
    table: Spanned<DeTable<'_>>,
    beside: &[&str],
) -> Result<T, InputError> {
    let keys: Vec<_> = table.get_ref().keys().map(Spanned::span).collect();
    read_node(table).map_err(|error| match &error.span {
        Some(span) if keys.contains(span) => InputError::read_beside(file, &error, beside),
        _ => InputError::read(file, &error),
    })
}

/// Trims a text and checks that it is not empty.
///
/// # Errors
/// Fails on empty texts, with their place.
pub fn not_empty(file: &FileText, text: &At<String>, what: &str) -> Result<String, InputError> {
    match text.value.trim() {
        "" => Err(InputError::at(file, text.span.clone(), format!("`{what}` is empty"))),
        text => Ok(text.to_owned()),
    }
}

/// Checks that a value is in a range.
///
/// # Errors
/// Fails on other values, with their place and the range.
pub fn within<T: PartialOrd + Copy + std::fmt::Display>(
    file: &FileText,
    found: &At<T>,
    what: &str,
    low: T,
    high: T,
) -> Result<T, InputError> {
    if (low..=high).contains(&found.value) {
        return Ok(found.value);
    }
    let problem = format!("`{what}` is {}; allowed: {low} to {high}", found.value);
    Err(InputError::at(file, found.span.clone(), problem))
}

/// Checks that a list has 1 to `most` entries.
///
/// # Errors
/// Fails on empty lists and on longer ones, with their place and the limit.
pub fn some_of<'a, T>(file: &FileText, list: &'a At<Vec<T>>, what: &str, most: usize) -> Result<&'a [T], InputError> {
    if list.value.is_empty() {
        let problem = format!("the list is empty; give at least one {what}");
        return Err(InputError::at(file, list.span.clone(), problem));
    }
    if list.value.len() > most {
        let problem = format!("the list has {} entries; allowed: 1 to {most}", list.value.len());
        return Err(InputError::at(file, list.span.clone(), problem));
    }
    Ok(&list.value)
}

/// Checks the entries of such a list and removes duplicates; the first occurrence stays.
///
/// # Errors
/// As [`some_of`], and the first mistake of an entry.
pub fn each_once<T, U: PartialEq>(
    file: &FileText,
    list: &At<Vec<T>>,
    what: &str,
    most: usize,
    check: impl Fn(&T) -> Result<U, InputError>,
) -> Result<Vec<U>, InputError> {
    let mut kept = Vec::new();
    for entry in some_of(file, list, what, most)? {
        let checked = check(entry)?;
        if !kept.contains(&checked) {
            kept.push(checked);
        }
    }
    Ok(kept)
}
