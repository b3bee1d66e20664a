//! Limits on every file of a user, checked before it is interpreted.

use super::{FileText, InputError};
use toml::Spanned;
use toml::de::DeValue;

/// Most entries of a list, and most keys of a table, in a file.
pub const MAX_ENTRIES: usize = 1_000;
/// Most bytes of a TOML file: a thousand times as long as the longest that a person writes.
pub const MAX_TOML: usize = 1 << 20;
/// Most bytes of any file that is read, including saved counts.
pub const MAX_FILE: u64 = 1 << 26;

/// Checks that a text is short enough to be read as TOML.
///
/// # Errors
/// Returns its length and the limit.
pub(super) fn text(file: &FileText) -> Result<(), InputError> {
    if file.text.len() <= MAX_TOML {
        return Ok(());
    }
    let problem = format!("{} has {} bytes; allowed: {MAX_TOML}", file.path.display(), file.text.len());
    Err(InputError::plain(problem))
}

/// Checks that every list and table below a value is short enough.
///
/// # Errors
/// Returns the first one that is too long, with its place, its length and the limit.
pub(super) fn entries(file: &FileText, name: &str, value: &Spanned<DeValue<'_>>) -> Result<(), InputError> {
    let (found, what) = match value.get_ref() {
        DeValue::Array(list) => (list.len(), "entries"),
        DeValue::Table(table) => (table.len(), "keys"),
        _ => return Ok(()),
    };
    if found > MAX_ENTRIES {
        let problem = format!("`{name}` has {found} {what}; allowed: {MAX_ENTRIES}");
        return Err(InputError::at(file, value.span(), problem));
    }
    match value.get_ref() {
        DeValue::Array(list) => list.iter().try_for_each(|entry| entries(file, name, entry)),
        DeValue::Table(table) => table.iter().try_for_each(|(key, value)| entries(file, key.get_ref(), value)),
        _ => Ok(()),
    }
}

/// Checks that a list is not too long.
///
/// # Errors
/// Returns its length and the limit.
pub fn at_most(found: usize, what: &str, most: usize) -> Result<(), InputError> {
    match found > most {
        false => Ok(()),
        true => Err(InputError::plain(format!("`{what}` has {found} entries; allowed: at most {most}"))),
    }
}
