//! Content of a TOML or JSON file in one form, so that one copy of the code reads each type.

use serde::de::Unexpected;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value, and its bytes in the file if known.
#[derive(Clone, Debug)]
pub struct Node {
    pub(super) value: Value,
    pub(super) span: Option<Range<usize>>,
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
    pub(super) fn found(&self) -> Unexpected<'_> {
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
    pub name: String,
    pub span: Option<Range<usize>>,
}

impl Node {
    fn unplaced(value: Value) -> Node {
        Node { value, span: None }
    }
}

/// Converts a table of a file.
impl From<Spanned<DeTable<'_>>> for Node {
    fn from(table: Spanned<DeTable<'_>>) -> Node {
        let span = Some(table.span());
        Node { value: entries(table.into_inner()), span }
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
                read.map_or(Value::TooLarge("integer number overflowed"), Value::Integer)
            }
            DeValue::Float(number) => {
                let read: Option<f64> = number.as_str().parse().ok();
                let fits = |read: &f64| read.is_finite() || !number.as_str().contains(|c: char| c.is_ascii_digit());
                read.filter(fits).map_or(Value::TooLarge("floating-point number overflowed"), Value::Float)
            }
            DeValue::Boolean(is) => Value::Bool(is),
            DeValue::Datetime(_) => Value::Date,
            DeValue::Array(list) => Value::List(list.into_iter().map(Node::from).collect()),
            DeValue::Table(table) => entries(table),
        };
        Node { value, span }
    }
}

fn entries(table: DeTable<'_>) -> Value {
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
