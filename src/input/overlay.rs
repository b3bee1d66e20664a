//! An overlay: a short file that names only what it changes of a longer one.

use super::{FileText, InputError, bounds};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Parses a file to a table that keeps the place of each value.
///
/// # Errors
/// TOML syntax errors, and lists and tables longer than anyone writes, with their place.
pub fn read_table(file: &FileText) -> Result<Spanned<DeTable<'_>>, InputError> {
    bounds::text(file)?;
    let table = DeTable::parse(&file.text).map_err(|error| InputError::toml(file, &error))?;
    table.get_ref().iter().try_for_each(|(key, value)| bounds::entries(file, key.get_ref(), value))?;
    Ok(table)
}

/// A value without its place.
///
/// # Errors
/// Numbers that do not fit TOML's types, with their place.
pub fn value_of(file: &FileText, value: &Spanned<DeValue<'_>>) -> Result<toml::Value, InputError> {
    let read = serde::Deserialize::deserialize(toml::de::ValueDeserializer::from(value.clone()));
    read.map_err(|error| InputError::toml(file, &error))
}

/// Lays `changes` over `base`, key by key. Every key of the overlay must exist in the base.
///
/// # Errors
/// Unknown keys, with their place and the nearest valid key; a table where a value belongs and the reverse.
pub fn overlay(file: &FileText, base: &mut toml::Table, changes: &DeTable<'_>) -> Result<(), InputError> {
    for (key, value) in changes {
        let name: &str = key.get_ref();
        let at = |problem: String| InputError::at(file, key.span(), problem);
        if !base.contains_key(name) {
            let allowed: Vec<&str> = base.keys().map(String::as_str).collect();
            return Err(InputError::unknown("key", name, allowed).or_at(file, key.span()));
        }
        let Some(old) = base.get_mut(name) else { continue };
        match (old, value.get_ref()) {
            (toml::Value::Table(old), DeValue::Table(new)) => overlay(file, old, new)?,
            (toml::Value::Table(_), _) => return Err(at(format!("`{name}` is a table of settings, not a value"))),
            (_, DeValue::Table(_)) => return Err(at(format!("`{name}` is a value, not a table"))),
            (old, _) => *old = value_of(file, value)?,
        }
    }
    Ok(())
}
