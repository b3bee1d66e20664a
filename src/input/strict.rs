//! Reading that takes a table for a table and a list for a list.
//!
//! serde reads a list as a struct, field by field, and TOML's reader drops what a list has more than a tuple. Whoever
//! writes `weights = [9, 8, 7]`, or three numbers where two belong, is told so.

use serde::Deserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use std::fmt;

/// A reader, or a part of one, that refuses lists in place of tables and lists that are too long.
pub struct Strict<T>(pub T);

/// A value from JSON text, with nothing after it.
///
/// # Errors
/// Broken syntax; values of another form.
pub fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = T::deserialize(Strict(&mut reader))?;
    reader.end()?;
    Ok(value)
}

/// What the visitor inside asked for.
enum Asked {
    Anything,
    /// A table with these keys.
    Table(&'static [&'static str]),
    /// A list of so many entries.
    Tuple(usize),
}

/// A visitor whose parts are read strictly too.
struct Inside<V> {
    visitor: V,
    asked: Asked,
}

impl<V> Inside<V> {
    fn anything(visitor: V) -> Inside<V> {
        Inside { visitor, asked: Asked::Anything }
    }
}

macro_rules! readers {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.$name(Inside::anything(visitor))
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<D> {
    type Error = D::Error;

    readers! {
        deserialize_any deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_option deserialize_unit deserialize_seq deserialize_map
        deserialize_identifier deserialize_ignored_any
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_unit_struct(name, Inside::anything(visitor))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_newtype_struct(name, Inside::anything(visitor))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple(len, Inside { visitor, asked: Asked::Tuple(len) })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple_struct(name, len, Inside { visitor, asked: Asked::Tuple(len) })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct(name, fields, Inside { visitor, asked: Asked::Table(fields) })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_enum(name, variants, Inside::anything(visitor))
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

macro_rules! plain {
    ($($name:ident: $type:ty,)*) => {$(
        fn $name<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.visitor.$name(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Inside<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    plain! {
        visit_bool: bool, visit_i8: i8, visit_i16: i16, visit_i32: i32, visit_i64: i64, visit_i128: i128,
        visit_u8: u8, visit_u16: u16, visit_u32: u32, visit_u64: u64, visit_u128: u128, visit_f32: f32,
        visit_f64: f64, visit_char: char, visit_str: &str, visit_borrowed_str: &'de str, visit_string: String,
        visit_bytes: &[u8], visit_borrowed_bytes: &'de [u8], visit_byte_buf: Vec<u8>,
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_some(Strict(deserializer))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_newtype_struct(Strict(deserializer))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<V::Value, A::Error> {
        match self.asked {
            Asked::Anything => self.visitor.visit_seq(Strict(list)),
            Asked::Table(keys) => {
                let keys = super::listed(keys.iter().copied());
                Err(A::Error::custom(format_args!("a list where a table belongs; its keys: {keys}")))
            }
            Asked::Tuple(len) => {
                let value = self.visitor.visit_seq(Strict(&mut list))?;
                match list.next_element::<IgnoredAny>()? {
                    None => Ok(value),
                    Some(_) => Err(A::Error::custom(format_args!("the list is too long; allowed: {len} entries"))),
                }
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(Strict(map))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_enum(Strict(data))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Strict<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Strict(deserializer))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Strict(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Strict(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Strict<A> {
    type Error = A::Error;
    type Variant = Strict<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Strict<A::Variant>), A::Error> {
        self.0.variant_seed(seed).map(|(value, variant)| (value, Strict(variant)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(Strict(seed))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(len, Inside { visitor, asked: Asked::Tuple(len) })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.struct_variant(fields, Inside { visitor, asked: Asked::Table(fields) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        from_json(&text).map_err(|error| error.to_string())
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
            (read("[[1, 2]]", "[1, 2]", &named, &sort), "a table belongs; its keys: `left`, `right`"),
            (read(&pairs, "[1, 2, 3]", &named, &sort), "too long; allowed: 2 entries"),
            (read(&pairs, "[1]", &named, &sort), "length 1"),
            (read(&pairs, "[1, 2]", r#"{"a": [1, 2]}"#, &sort), "a table belongs"),
            (read(&pairs, "[1, 2]", &named, r#"{"of": [1, 2]}"#), "a table belongs"),
        ] {
            let message = refused.unwrap_err();
            assert!(message.contains(part), "{message}");
        }
    }
}
