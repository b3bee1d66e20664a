//! Overlays: short files that contain only their changes to a longer file.

use super::{FileText, InputError, same_name};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Key that removes an entry.
const REMOVE: &str = "remove";

/// Changes that an overlay may make beyond values.
#[derive(Clone, Copy, Debug)]
pub struct OverlayEntries {
    /// Tables of named entries, to which an overlay may add and from which it may remove. Each is a path of keys from
    /// the top; `*` matches any key.
    pub tables: &'static [&'static [&'static str]],
    /// Called before the overlay changes a table within an entry, with the table's path, the table and the changes. May
    /// remove keys that the changes invalidate.
    pub before: fn(&[String], &mut toml::Table, &toml::Table),
}

impl OverlayEntries {
    /// No tables: an overlay changes only values.
    pub const NONE: OverlayEntries = OverlayEntries { tables: &[], before: |_, _, _| {} };

    /// Returns true if a path is a table of entries.
    fn is_table(&self, path: &[String]) -> bool {
        self.tables.iter().any(|table| matches(table, path))
    }

    /// Returns the path of the innermost entry that contains or is this path.
    pub fn entry_of<'a>(&self, path: &'a [String]) -> Option<&'a [String]> {
        (1..=path.len()).rev().find(|end| self.is_table(&path[..end - 1])).map(|end| &path[..end])
    }
}

fn matches(table: &[&str], path: &[String]) -> bool {
    table.len() == path.len() && table.iter().zip(path).all(|(key, found)| *key == "*" || key == found)
}

/// Returns a value without its place.
///
/// # Errors
/// Fails on numbers that do not fit TOML's types, with their place.
pub fn value_of(file: &FileText, value: &Spanned<DeValue<'_>>) -> Result<toml::Value, InputError> {
    let read = serde::Deserialize::deserialize(toml::de::ValueDeserializer::from(value.clone()));
    read.map_err(|error| InputError::toml(file, &error))
}

/// Applies `changes` to `base`, key by key. Every key of the overlay must exist in the base, except those of named
/// entries, which are added if missing.
///
/// # Errors
/// Fails on unknown keys, with their place and the nearest valid key; on a table instead of a value and the reverse;
/// and on entries that are both removed and changed, removed but missing, or named without a change.
pub fn overlay(
    file: &FileText,
    base: &mut toml::Table,
    changes: &DeTable<'_>,
    entries: &OverlayEntries,
) -> Result<(), InputError> {
    Overlay { file, entries, path: Vec::new() }.lay(base, changes)
}

/// An overlay during its application.
struct Overlay<'a> {
    file: &'a FileText,
    entries: &'a OverlayEntries,
    /// Keys from the top.
    path: Vec<String>,
}

impl Overlay<'_> {
    fn lay(&mut self, base: &mut toml::Table, changes: &DeTable<'_>) -> Result<(), InputError> {
        match self.entries.is_table(&self.path) {
            true => self.entries(base, changes),
            false => self.values(base, changes),
        }
    }

    /// Changes the values of a table. Within an entry, unknown keys are added, and the later reader of the entry checks
    /// them.
    fn values(&mut self, base: &mut toml::Table, changes: &DeTable<'_>) -> Result<(), InputError> {
        let in_an_entry = self.entries.entry_of(&self.path).is_some();
        if in_an_entry {
            let mut plain = toml::Table::new();
            for (key, value) in changes {
                plain.insert(key.get_ref().to_string(), value_of(self.file, value)?);
            }
            (self.entries.before)(&self.path, base, &plain);
        }
        for (key, value) in changes {
            let name: &str = key.get_ref();
            let file = self.file;
            let at = |problem: String| InputError::at(file, key.span(), problem);
            if !base.contains_key(name) {
                if !in_an_entry {
                    let of_files = self.path.is_empty().then_some("extends");
                    let allowed: Vec<&str> = of_files.into_iter().chain(base.keys().map(String::as_str)).collect();
                    return Err(InputError::unknown("key", name, allowed).or_at(file, key.span()));
                }
                let empty = || toml::Value::Table(toml::Table::new());
                base.insert(name.to_owned(), value.get_ref().as_table().map_or_else(|| "".into(), |_| empty()));
            }
            let Some(old) = base.get_mut(name) else { continue };
            match (old, value.get_ref()) {
                (toml::Value::Table(old), DeValue::Table(new)) => self.within(name, |this| this.lay(old, new))?,
                (toml::Value::Table(_), _) => return Err(at(format!("`{name}` is a table of settings, not a value"))),
                (toml::Value::Array(old), DeValue::Table(_)) => {
                    let whole = toml::Value::from(old.clone());
                    return Err(at(format!("`{name}` is a list; write all of it, such as `{name} = {whole}`")));
                }
                (_, DeValue::Table(_)) => return Err(at(format!("`{name}` is a value, not a table"))),
                (old, _) => *old = value_of(file, value)?,
            }
        }
        Ok(())
    }

    /// Changes, adds or removes named entries.
    fn entries(&mut self, base: &mut toml::Table, changes: &DeTable<'_>) -> Result<(), InputError> {
        let mut named: Vec<&str> = Vec::new();
        for (key, value) in changes {
            let name: &str = key.get_ref();
            let file = self.file;
            let at = |problem: String| InputError::at(file, key.span(), problem);
            if let Some(before) = named.iter().find(|before| same_name(before, name)) {
                return Err(at(format!("`{name}` and `{before}` are the same entry; write it once")));
            }
            named.push(name);
            let DeValue::Table(new) = value.get_ref() else {
                return Err(at(format!(
                    "`{name}` is an entry; write a table of its changes, or `{{ remove = true }}`"
                )));
            };
            if new.is_empty() {
                return Err(at(format!("`{name}` has no changes; write its changes, or `remove = true`")));
            }
            let known = base.keys().find(|known| same_name(known, name)).cloned();
            if self.is_removed(name, new)? {
                let Some(known) = known else {
                    let allowed: Vec<&str> = base.keys().map(String::as_str).collect();
                    return Err(InputError::unknown("entry", name, allowed).or_at(file, key.span()));
                };
                base.remove(&known);
                continue;
            }
            let known = known.unwrap_or_else(|| name.trim().to_owned());
            let old = base.entry(known.clone()).or_insert_with(|| toml::Value::Table(toml::Table::new()));
            if let Some(old) = old.as_table_mut() {
                self.within(&known, |this| this.lay(old, new))?;
            }
        }
        Ok(())
    }

    /// Returns true if an entry is removed; fails if the entry is also changed.
    fn is_removed(&self, name: &str, new: &DeTable<'_>) -> Result<bool, InputError> {
        let Some(remove) = new.get(REMOVE) else { return Ok(false) };
        let at = |span, problem: String| Err(InputError::at(self.file, span, problem));
        if remove.get_ref().as_bool() != Some(true) {
            return at(remove.span(), format!("`{REMOVE}` of `{name}` must be `true`, or be left out"));
        }
        match new.iter().find(|(key, _)| key.get_ref() != REMOVE) {
            None => Ok(true),
            Some((key, _)) => at(
                key.span(),
                format!("`{name}` is both removed and changed; leave out `{REMOVE}` or `{}`", key.get_ref()),
            ),
        }
    }

    fn within<T>(&mut self, key: &str, then: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(key.to_owned());
        let done = then(self);
        self.path.pop();
        done
    }
}
