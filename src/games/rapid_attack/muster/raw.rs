//! The TOML of companies that fight, literally.

use crate::input::At;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// A company of a battle: the name of a built-in one, or a table.
#[derive(Clone, Debug, PartialEq)]
pub enum RawEntry {
    BuiltIn(String),
    Company(Box<RawCompany>),
}

/// A company as a table: frames of its own, or a built-in company with another name, color or policy.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCompany {
    /// Unlike that of any other company; a built-in company keeps its own by default.
    pub name: Option<At<String>>,
    /// A built-in company, in place of `frames`.
    pub company: Option<At<String>>,
    /// Its frames, as many as the size of the battle allows.
    pub frames: Option<At<Vec<At<RawFrame>>>>,
    /// `auto` gives out the rockets that no frame was given.
    pub rockets: Option<At<RawRockets>>,
    /// The frame to add where a tie for defense is broken so.
    pub spare: Option<At<RawFrame>>,
    /// Colour on maps: a name such as `blue`, or `#c0392b`.
    pub color: Option<At<String>>,
    /// The policy that plays it: a name, or a table of settings.
    #[schemars(with = "Option<RawPolicy>")]
    pub policy: Option<At<toml::Value>>,
}

/// How the rockets of a company are given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RawRockets {
    /// To frames with direct weapons first, one each in turn
    Auto,
}

/// A frame: its loadout or archetype, or a table.
#[derive(Clone, Debug, PartialEq)]
pub enum RawFrame {
    Loadout(String),
    Table(RawFrameTable),
}

/// A frame with rockets or a name of its own.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawFrameTable {
    /// Loadout or archetype.
    pub loadout: At<String>,
    /// Rockets, unless the loadout says.
    pub rockets: Option<At<u8>>,
    /// Unlike that of any other frame of the company; by default the loadout or archetype.
    pub name: Option<At<String>>,
}

/// A policy, for the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "names the two forms for the schema")]
pub enum RawPolicy {
    /// A built-in policy, or one of the scenario's own.
    Name(String),
    /// A policy named by `base` with other settings.
    Settings(serde_json::Map<String, serde_json::Value>),
}

/// The two forms of an entry in the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "names the two forms for the schema")]
enum EntryForm {
    /// A built-in company.
    BuiltIn(String),
    /// A company.
    Company(Box<RawCompany>),
}

/// The two forms of a frame in the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "names the two forms for the schema")]
enum FrameForm {
    /// Loadout or archetype.
    Loadout(String),
    /// A frame with rockets or a name of its own.
    Table(RawFrameTable),
}

/// Reads a text or a table. An untagged enum of serde would lose the places of what is in the table.
struct TextOr<T> {
    expected: &'static str,
    made: PhantomData<T>,
}

/// What [`TextOr`] has read.
enum Either<T> {
    Text(String),
    Table(T),
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for TextOr<T> {
    type Value = Either<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Either<T>, E> {
        Ok(Either::Text(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Either<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Either::Table)
    }
}

impl<'de> Deserialize<'de> for RawFrame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawFrame, D::Error> {
        let visitor = TextOr { expected: "a loadout, an archetype, or a table with `loadout`", made: PhantomData };
        Ok(match deserializer.deserialize_any(visitor)? {
            Either::Text(text) => RawFrame::Loadout(text),
            Either::Table(table) => RawFrame::Table(table),
        })
    }
}

impl<'de> Deserialize<'de> for RawEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawEntry, D::Error> {
        let visitor = TextOr { expected: "the name of a built-in company, or a table", made: PhantomData };
        Ok(match deserializer.deserialize_any(visitor)? {
            Either::Text(text) => RawEntry::BuiltIn(text),
            Either::Table(company) => RawEntry::Company(Box::new(company)),
        })
    }
}

impl JsonSchema for RawFrame {
    fn schema_name() -> Cow<'static, str> {
        "RawFrame".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        FrameForm::json_schema(generator)
    }
}

impl JsonSchema for RawEntry {
    fn schema_name() -> Cow<'static, str> {
        "RawEntry".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        EntryForm::json_schema(generator)
    }
}
