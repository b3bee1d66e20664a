//! Values written as a text or as a table.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

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
    deserializer.deserialize_any(Reading { expected, text, table, read: PhantomData })
}

/// Visitor that accepts a text or a table.
struct Reading<R, T, A, B> {
    expected: &'static str,
    text: A,
    table: B,
    read: PhantomData<(R, T)>,
}

impl<'de, R: Deserialize<'de>, T, A: FnOnce(String) -> T, B: FnOnce(R) -> T> Visitor<'de> for Reading<R, T, A, B> {
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
