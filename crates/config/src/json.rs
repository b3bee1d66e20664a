//! Values of JSON, whose tables have each key once.

use super::reader::{Key, Node, Value};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::{collections::BTreeMap, fmt};

/// Reads JSON, with the keys in order as [`serde_json::Value`] has them, and refuses a key that is there twice.
impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(JsonValue)
    }
}

struct JsonValue;

impl<'de> Visitor<'de> for JsonValue {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::unplaced(Value::Nothing))
    }

    fn visit_bool<E>(self, is: bool) -> Result<Node, E> {
        Ok(Node::unplaced(Value::Bool(is)))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(Node::unplaced(Value::Integer(number.into())))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        Ok(Node::unplaced(Value::Integer(number.into())))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Node, E> {
        Ok(Node::unplaced(Value::Float(number)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::unplaced(Value::Text(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let entries: Result<_, _> = std::iter::from_fn(|| list.next_element().transpose()).collect();
        Ok(Node::unplaced(Value::List(entries?)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<Node, A::Error> {
        let mut entries = BTreeMap::new();
        while let Some(name) = table.next_key::<String>()? {
            if entries.contains_key(&name) {
                return Err(A::Error::custom(format_args!("the key `{name}` is there twice")));
            }
            entries.insert(name, table.next_value()?);
        }
        let entry = |(name, value)| (Key { name, span: None }, value);
        Ok(Node::unplaced(Value::Table(entries.into_iter().map(entry).collect())))
    }
}
