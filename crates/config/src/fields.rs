//! Deserialization of a user's file, and common checks of its fields: places, limits, ranges.

use super::error::ReadError;
use super::reader::{Node, PLACED, read_node};
use super::{FileText, InputError, words::short};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::{borrow::Cow, fmt, marker::PhantomData, ops::Range};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Parses a file to a table that keeps the place of each value.
///
/// # Errors
/// Fails on TOML syntax errors, and on lists and tables of excessive length, with their place.
pub fn read_table(file: &FileText) -> Result<Spanned<DeTable<'_>>, InputError> {
    check_length(file)?;
    let table = DeTable::parse(&file.text).map_err(|error| InputError::toml(file, &error))?;
    table.get_ref().iter().try_for_each(|(key, value)| check_entries(file, key.get_ref(), value))?;
    Ok(table)
}

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

/// Deserializes the table of a key of a file.
///
/// # Errors
/// As [`read_table`] and [`read`], and if there is no such table.
pub fn read_key<T: DeserializeOwned>(file: &FileText, key: &str) -> Result<T, InputError> {
    let found = read_table(file)?.into_inner().into_iter().find(|(name, _)| name.get_ref() == key);
    let Some((_, table)) = found else { return Err(InputError::at(file, 0..0, format!("there is no table [{key}]"))) };
    read_node(table).map_err(|error| InputError::read(file, &error))
}

/// Returns the bytes of the value that a message names at its start, as `frames[1].at`; of the deepest table if the
/// value is not in the file. `None` if the file has no key of that name.
pub fn place_named(text: &str, message: &str) -> Option<Range<usize>> {
    let path = message.split([' ', ':']).next()?;
    let root = DeTable::parse(text).ok()?.into_inner();
    let mut steps = path.split(['.', '[']).map(|step| step.trim_end_matches(']'));
    let mut at = root.get(steps.next()?)?;
    for step in steps {
        let below = match (at.get_ref(), step.parse::<usize>()) {
            (DeValue::Table(table), _) => table.get(step),
            (DeValue::Array(list), Ok(place)) => list.get(place),
            _ => None,
        };
        let Some(below) = below else { break };
        at = below;
    }
    Some(at.span())
}

/// Adds an entry to those seen, of a list in which each thing has one entry at most; `key` names the entry.
///
/// # Errors
/// Fails on a second entry for the same thing.
pub fn first_entry<T: PartialEq>(seen: &mut Vec<T>, of: T, key: &str) -> Result<(), InputError> {
    if let Some(first) = seen.iter().position(|known| *known == of) {
        let problem = format!("{key} is a second entry for that of number {}; allowed: one", first + 1);
        return Err(InputError::plain(problem).with_help(Some("write all its keys in one entry")));
    }
    seen.push(of);
    Ok(())
}

/// Deserializes a file of JSON, with nothing after the value.
///
/// # Errors
/// Fails on syntax errors and on a key that is there twice, with their line and column; otherwise as [`read`], with the
/// keys from the top. Values have no place: each [`At`] has an empty span, and its errors name the file alone.
pub fn from_json<T: DeserializeOwned>(file: &FileText) -> Result<T, InputError> {
    // Editors on Windows begin a file with a byte order mark.
    let (path, text) = (file.path.display(), file.text.trim_start_matches('\u{feff}'));
    if !file.path.is_shown() {
        let read = serde_json::from_str(text).ok().and_then(|written: Node| read_node(written).ok());
        return read.ok_or_else(|| InputError::at(file, 0..0, ""));
    }
    let written: Node = serde_json::from_str(text)
        .map_err(|error| InputError::plain(format!("{path}:{}:{}: {error}", error.line(), error.column())))?;
    read_node(written).map_err(|error: ReadError| {
        let near = InputError::near_in(&error.message).map_or(String::new(), |near| format!("; {near}"));
        match error.path().as_slice() {
            [] => InputError::plain(format!("{path}: {error}{near}")),
            keys => InputError::plain(format!("{path}: `{}`: {error}{near}", crate::error::dotted(keys))),
        }
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
pub fn within<T: PartialOrd + Copy + fmt::Display>(
    file: &FileText,
    found: &At<T>,
    what: &str,
    low: T,
    high: T,
) -> Result<T, InputError> {
    value_within(&format!("`{what}`"), found.value, low, high).map_err(|error| error.or_at(file, found.span.clone()))
}

/// Returns a number that has no place, if it is within bounds; `key` names it in the message.
///
/// # Errors
/// Fails if it is out of bounds, with the allowed range.
pub fn value_within<T: PartialOrd + Copy + fmt::Display>(
    key: &str,
    value: T,
    low: T,
    high: T,
) -> Result<T, InputError> {
    let problem = || InputError::plain(format!("{key} is {}; allowed: {low} to {high}", short(value)));
    if (low..=high).contains(&value) { Ok(value) } else { Err(problem()) }
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

/// A value and its bytes in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// The bytes of the value in the file.
    pub span: Range<usize>,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<At<T>, D::Error> {
        deserializer.deserialize_newtype_struct(PLACED, Parts(PhantomData))
    }
}

/// Visitor of the three parts of a value with its place.
struct Parts<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Parts<T> {
    type Value = At<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PLACED)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<At<T>, A::Error> {
        let missing = || A::Error::custom(PLACED);
        let start = parts.next_element()?.ok_or_else(missing)?;
        let end = parts.next_element()?.ok_or_else(missing)?;
        Ok(At { span: start..end, value: parts.next_element()?.ok_or_else(missing)? })
    }
}

/// The place does not appear in a schema.
impl<T: JsonSchema> JsonSchema for At<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }

    fn inline_schema() -> bool {
        T::inline_schema()
    }
}

/// Reads a value written as a text, or as a table of type `R`; `expected` describes both for messages. An untagged enum
/// of serde would lose the places of values in the table.
///
/// # Errors
/// Fails on other values, and on tables that are not of type `R`.
pub fn text_or_table<'de, D: Deserializer<'de>, R: Deserialize<'de>, T>(
    deserializer: D,
    expected: &'static str,
    text: impl FnOnce(String) -> T,
    table: impl FnOnce(R) -> T,
) -> Result<T, D::Error> {
    deserializer.deserialize_any(TextOrTable { expected, text, table, read: PhantomData })
}

/// Visitor that accepts a text or a table.
struct TextOrTable<R, T, A, B> {
    expected: &'static str,
    text: A,
    table: B,
    read: PhantomData<(R, T)>,
}

impl<'de, R: Deserialize<'de>, T, A: FnOnce(String) -> T, B: FnOnce(R) -> T> Visitor<'de> for TextOrTable<R, T, A, B> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        Ok((self.text)(text.to_owned()))
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<T, M::Error> {
        R::deserialize(MapAccessDeserializer::new(map)).map(self.table)
    }
}

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
pub(crate) fn check_length(file: &FileText) -> Result<(), InputError> {
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
pub(crate) fn check_entries(file: &FileText, name: &str, value: &Spanned<DeValue<'_>>) -> Result<(), InputError> {
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
        DeValue::Array(list) => list.iter().try_for_each(|entry| check_entries(file, name, entry)),
        DeValue::Table(table) => table.iter().try_for_each(|(key, value)| check_entries(file, key.get_ref(), value)),
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
