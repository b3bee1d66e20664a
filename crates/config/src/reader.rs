//! Deserialization that accepts tables only for tables and lists only for lists, from TOML and JSON in one form, so
//! that one copy of the code reads each type.
//!
//! serde's readers accept a list for a struct, field by field, and TOML's reader ignores superfluous entries of a list
//! for a tuple. This reader rejects `weights = [9, 8, 7]` for a table, and three numbers for a pair. A mistake has its
//! place in the file and its keys from the top.

use super::error::ReadError;
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::{Deserializer, forward_to_deserialize_any};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value, and its bytes in the file if known.
#[derive(Clone, Debug)]
pub struct Node {
    value: Value,
    span: Option<Range<usize>>,
}

/// A value of TOML or JSON.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Nothing,
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(String),
    /// A date or a time, which no field accepts.
    Date,
    /// A number that no type can hold, with the message about it.
    TooLarge(&'static str),
    List(Vec<Node>),
    Table(Vec<(Key, Node)>),
}

impl Value {
    /// Returns the kind of the value, for a message.
    fn found(&self) -> Unexpected<'_> {
        match self {
            Value::Nothing => Unexpected::Unit,
            Value::Bool(is) => Unexpected::Bool(*is),
            Value::Integer(number) => {
                i64::try_from(*number).map_or(Unexpected::Other("large integer"), Unexpected::Signed)
            }
            Value::Float(number) => Unexpected::Float(*number),
            Value::Text(text) => Unexpected::Str(text),
            Value::Date => Unexpected::Other("date"),
            Value::TooLarge(_) => Unexpected::Other("large number"),
            Value::List(_) => Unexpected::Seq,
            Value::Table(_) => Unexpected::Map,
        }
    }
}

/// A key, and its bytes in the file if known.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) name: String,
    pub(super) span: Option<Range<usize>>,
}

impl Node {
    pub(super) fn unplaced(value: Value) -> Node {
        Node { value, span: None }
    }
}

/// Converts a table of a file.
impl From<Spanned<DeTable<'_>>> for Node {
    fn from(table: Spanned<DeTable<'_>>) -> Node {
        let span = Some(table.span());
        Node { value: table_of(table.into_inner()), span }
    }
}

/// Converts a value of a file.
impl From<Spanned<DeValue<'_>>> for Node {
    fn from(written: Spanned<DeValue<'_>>) -> Node {
        let span = Some(written.span());
        let value = match written.into_inner() {
            DeValue::String(text) => Value::Text(text.into_owned()),
            DeValue::Integer(number) => {
                let read = i128::from_str_radix(number.as_str(), number.radix());
                read.map_or(Value::TooLarge("the whole number is too large"), Value::Integer)
            }
            DeValue::Float(number) => {
                let read: Option<f64> = number.as_str().parse().ok();
                let fits = |read: &f64| read.is_finite() || !number.as_str().contains(|c: char| c.is_ascii_digit());
                read.filter(fits).map_or(Value::TooLarge("the number is too large"), Value::Float)
            }
            DeValue::Boolean(is) => Value::Bool(is),
            DeValue::Datetime(_) => Value::Date,
            DeValue::Array(list) => Value::List(list.into_iter().map(Node::from).collect()),
            DeValue::Table(table) => table_of(table),
        };
        Node { value, span }
    }
}

fn table_of(table: DeTable<'_>) -> Value {
    let entry = |(key, value): (Spanned<_>, _)| {
        let span = Some(key.span());
        let name: std::borrow::Cow<'_, str> = key.into_inner();
        (Key { name: name.into_owned(), span }, Node::from(value))
    };
    Value::Table(table.into_iter().map(entry).collect())
}

/// Converts a table without a file.
impl From<toml::Table> for Node {
    fn from(table: toml::Table) -> Node {
        let entry = |(name, value)| (Key { name, span: None }, Node::from(value));
        Node::unplaced(Value::Table(table.into_iter().map(entry).collect()))
    }
}

/// Converts a value without a file.
impl From<toml::Value> for Node {
    fn from(value: toml::Value) -> Node {
        Node::unplaced(match value {
            toml::Value::String(text) => Value::Text(text),
            toml::Value::Integer(number) => Value::Integer(number.into()),
            toml::Value::Float(number) => Value::Float(number),
            toml::Value::Boolean(is) => Value::Bool(is),
            toml::Value::Datetime(_) => Value::Date,
            toml::Value::Array(list) => Value::List(list.into_iter().map(Node::from).collect()),
            toml::Value::Table(table) => return Node::from(table),
        })
    }
}

impl From<serde_json::Value> for Node {
    fn from(value: serde_json::Value) -> Node {
        use serde_json::Value as Json;
        Node::unplaced(match value {
            Json::Null => Value::Nothing,
            Json::Bool(is) => Value::Bool(is),
            Json::Number(number) => match number.as_i128() {
                Some(number) => Value::Integer(number),
                None => Value::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            Json::String(text) => Value::Text(text),
            Json::Array(list) => Value::List(list.into_iter().map(Node::from).collect()),
            Json::Object(table) => {
                let entry = |(name, value)| (Key { name, span: None }, Node::from(value));
                Value::Table(table.into_iter().map(entry).collect())
            }
        })
    }
}

type Read<T> = Result<T, ReadError>;

/// Deserializes a value.
///
/// # Errors
/// Fails on missing and unknown keys, values of the wrong type, lists instead of tables, and lists that are too long.
pub fn read_node<T: DeserializeOwned>(node: impl Into<Node>) -> Read<T> {
    T::deserialize(node.into())
}

/// Name of the type that [`super::At`] requests: the start and the end of a value in bytes, then the value.
pub(super) const PLACED: &str = "a value with its place";

impl Node {
    /// Passes the value to a visitor; errors get the place of the value.
    fn seen<'de, V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        let span = self.span;
        let seen = match self.value {
            Value::Nothing => visitor.visit_unit(),
            Value::Bool(is) => visitor.visit_bool(is),
            Value::Integer(number) => integer(number, visitor),
            Value::Float(number) => visitor.visit_f64(number),
            Value::Text(text) => visitor.visit_string(text),
            Value::Date => Err(Error::invalid_type(self.value.found(), &visitor)),
            Value::TooLarge(problem) => Err(Error::custom(problem)),
            Value::List(list) => visitor.visit_seq(ListEntries::of(list)),
            Value::Table(table) => visitor.visit_map(Fields::of(table)),
        };
        seen.map_err(|error| error.or_at(&span))
    }

    /// Returns the error for a value of another form than the visitor requires.
    fn refused<'de, V: Visitor<'de>>(&self, visitor: &V) -> ReadError {
        ReadError::invalid_type(self.value.found(), visitor).or_at(&self.span)
    }

    fn list<'de, V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.value {
            Value::List(list) => visitor.visit_seq(ListEntries::of(list)).map_err(|error| error.or_at(&self.span)),
            _ => Err(self.refused(&visitor)),
        }
    }

    fn map<'de, V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.value {
            Value::Table(table) => visitor.visit_map(Fields::of(table)).map_err(|error| error.or_at(&self.span)),
            _ => Err(self.refused(&visitor)),
        }
    }

    /// Reads a list of exactly `len` entries.
    fn tuple<'de, V: Visitor<'de>>(self, len: usize, visitor: V) -> Read<V::Value> {
        let Value::List(list) = self.value else { return Err(self.refused(&visitor)) };
        let read = match list.len() == len {
            true => visitor.visit_seq(ListEntries::of(list)),
            false => Err(Error::custom(format_args!("found a list of {}; allowed: a list of {len}", list.len()))),
        };
        read.map_err(|error: ReadError| error.or_at(&self.span))
    }

    /// Reads a table with these keys.
    fn table<'de, V: Visitor<'de>>(self, keys: &[&str], visitor: V) -> Read<V::Value> {
        if !matches!(self.value, Value::List(_)) {
            return self.map(visitor);
        }
        let keys = super::listed(keys.iter().copied());
        let error = ReadError::custom(format_args!("found a list, but a table is needed; its keys: {keys}"));
        Err(error.or_at(&self.span))
    }
}

fn integer<'de, V: Visitor<'de>>(number: i128, visitor: V) -> Read<V::Value> {
    match (i64::try_from(number), u64::try_from(number)) {
        (Ok(number), _) => visitor.visit_i64(number),
        (_, Ok(number)) => visitor.visit_u64(number),
        _ => visitor.visit_i128(number),
    }
}

impl<'de> Deserializer<'de> for Node {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.seen(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.value {
            Value::Nothing => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Read<V::Value> {
        match name == PLACED {
            true => visitor.visit_seq(Placed::of(self)),
            false => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.list(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.map(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.value {
            Value::Text(name) => visitor.visit_string(name).map_err(|error: ReadError| error.or_at(&self.span)),
            _ => Err(self.refused(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Read<V::Value> {
        self.tuple(len, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _name: &'static str, len: usize, visitor: V) -> Read<V::Value> {
        self.tuple(len, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        self.table(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        let span = self.span;
        let read = match self.value {
            Value::Text(name) => visitor.visit_enum(name.into_deserializer()),
            Value::Table(mut entries) if entries.len() == 1 => {
                visitor.visit_enum(Variant(entries.pop().expect("one entry")))
            }
            Value::Table(entries) => {
                let found = if entries.is_empty() { "none" } else { "several" };
                Err(Error::custom(format_args!("a table with one key is needed; this one has {found}")))
            }
            _ => Err(Error::custom("a text or a table with one key is needed")),
        };
        read.map_err(|error| error.or_at(&span))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
    }
}

/// The remaining entries of a list.
struct ListEntries {
    rest: std::vec::IntoIter<Node>,
    /// Number of entries read.
    read: usize,
}

impl ListEntries {
    fn of(list: Vec<Node>) -> ListEntries {
        ListEntries { rest: list.into_iter(), read: 0 }
    }
}

impl<'de> SeqAccess<'de> for ListEntries {
    type Error = ReadError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        let Some(node) = self.rest.next() else { return Ok(None) };
        let place = self.read;
        self.read += 1;
        let span = node.span.clone();
        seed.deserialize(node).map(Some).map_err(|error| error.or_at(&span).within(format!("[{place}]")))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The remaining entries of a table.
struct Fields {
    rest: std::vec::IntoIter<(Key, Node)>,
    /// Name and value of the last key.
    value: Option<(String, Node)>,
}

impl Fields {
    fn of(table: Vec<(Key, Node)>) -> Fields {
        Fields { rest: table.into_iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Fields {
    type Error = ReadError;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some((key.name.clone(), value));
        let read = seed.deserialize(Node { value: Value::Text(key.name.clone()), span: key.span });
        read.map(Some).map_err(|error| error.within(key.name))
    }

    // Not inlined: the optimised crates of the games would have all tables of a ruleset in one function of 180 KB.
    #[inline(never)]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<S::Value> {
        let (key, value) = self.value.take().expect("a value is asked for after its key");
        let span = value.span.clone();
        seed.deserialize(value).map_err(|error| error.or_at(&span).within(key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// A variant of an enum, written as a table `{ name = content }`.
struct Variant((Key, Node));

/// Name and content of a variant.
struct Content(String, Node);

impl<'de> EnumAccess<'de> for Variant {
    type Error = ReadError;
    type Variant = Content;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Read<(S::Value, Content)> {
        let Variant((key, node)) = self;
        let read = seed.deserialize(Node { value: Value::Text(key.name.clone()), span: key.span });
        match read {
            Ok(variant) => Ok((variant, Content(key.name, node))),
            Err(error) => Err(error.within(key.name)),
        }
    }
}

impl<'de> VariantAccess<'de> for Content {
    type Error = ReadError;

    fn unit_variant(self) -> Read<()> {
        match self.1.value {
            Value::Nothing => Ok(()),
            Value::Table(entries) if entries.is_empty() => Ok(()),
            _ => Err(ReadError::custom("the name stands alone; remove its content").or_at(&self.1.span).within(self.0)),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Read<S::Value> {
        let span = self.1.span.clone();
        seed.deserialize(self.1).map_err(|error| error.or_at(&span).within(self.0))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Read<V::Value> {
        self.1.tuple(len, visitor).map_err(|error| error.within(self.0))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Read<V::Value> {
        self.1.table(fields, visitor).map_err(|error| error.within(self.0))
    }
}

/// The three parts of a value with its place.
struct Placed {
    /// The first byte, and the byte after the last.
    bytes: std::array::IntoIter<usize, 2>,
    value: Option<Node>,
}

impl Placed {
    fn of(node: Node) -> Placed {
        let span = node.span.clone().unwrap_or_default();
        Placed { bytes: [span.start, span.end].into_iter(), value: Some(node) }
    }
}

impl<'de> SeqAccess<'de> for Placed {
    type Error = ReadError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        match self.bytes.next() {
            Some(byte) => seed.deserialize(byte.into_deserializer()).map(Some),
            None => self.value.take().map(|node| seed.deserialize(node)).transpose(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{At, FileText, from_json};
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Pair {
        left: u8,
        right: u8,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Sort {
        Plain,
        Of(Pair),
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct All {
        pairs: Vec<Pair>,
        at: Option<[f64; 2]>,
        named: std::collections::BTreeMap<String, Pair>,
        sort: Sort,
    }

    fn read(pairs: &str, at: &str, named: &str, sort: &str) -> Result<All, String> {
        let text = format!(r#"{{"pairs": {pairs}, "at": {at}, "named": {named}, "sort": {sort}}}"#);
        from_json(&FileText { path: "all.json".into(), text }).map_err(|error| error.problem)
    }

    #[test]
    fn tables_are_tables_and_lists_are_as_long_as_they_must_be() {
        let pair = r#"{"left": 1, "right": 2}"#;
        let pairs = format!("[{pair}]");
        let named = format!(r#"{{"a": {pair}}}"#);
        let sort = format!(r#"{{"of": {pair}}}"#);
        assert!(read(&pairs, "[1, 2]", &named, &sort).is_ok());
        assert!(read(&pairs, "null", "{}", "\"plain\"").is_ok());
        for (refused, part) in [
            (read("[[1, 2]]", "[1, 2]", &named, &sort), "a table is needed; its keys: `left`, `right`"),
            (read(&pairs, "[1, 2, 3]", &named, &sort), "a list of 3; allowed: a list of 2"),
            (read(&pairs, "[1]", &named, &sort), "a list of 1; allowed: a list of 2"),
            (read(&pairs, "[1, 2]", r#"{"a": [1, 2]}"#, &sort), "a table is needed"),
            (read(&pairs, "[1, 2]", &named, r#"{"of": [1, 2]}"#), "a table is needed"),
        ] {
            let message = refused.unwrap_err();
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn a_mistake_has_its_place_and_its_keys() {
        let read = |text: &str| read_node::<All>(DeTable::parse(text).unwrap());
        let start = "named = {}\nsort = 'plain'\n";
        let wrong =
            read(&format!("{start}pairs = [{{ left = 1, right = 2 }}, {{ left = 1, right = 300 }}]")).unwrap_err();
        assert_eq!(wrong.path().join("."), "pairs.[1].right");
        assert_eq!(wrong.message, "found `300`; allowed: a whole number from 0 to 255");
        assert_eq!(wrong.span, Some(start.len() + 54..start.len() + 57));
        let wrong = read("named = {}\npairs = []\nsort = 'plane'").unwrap_err();
        assert_eq!(wrong.message, "unknown name `plane`; allowed: `plain`, `of`");
        assert_eq!((wrong.span.clone(), wrong.path().join(".")), (Some(29..36), "sort".to_owned()));
    }

    #[test]
    fn a_value_knows_its_place() {
        #[derive(Deserialize)]
        struct Named {
            name: At<Option<String>>,
        }
        let named: Named = read_node(DeTable::parse("name = 'x'").unwrap()).unwrap();
        assert_eq!((named.name.value.as_deref(), named.name.span), (Some("x"), 7..10));
        let named: Named = read_node(serde_json::json!({ "name": null })).unwrap();
        assert_eq!((named.name.value, named.name.span), (None, 0..0));
    }
}
