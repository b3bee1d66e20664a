//! The TOML of an Ace, before checks.

use crate::games::apocalypse_frame::catalogue::frame::Attributes;
use hitchart_config::At;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

/// An Ace: the frame as the book has it, or a table.
#[derive(Clone, Debug, PartialEq)]
pub enum RawAce {
    Frame(String),
    Table(Box<RawAceTable>),
}

/// An Ace in a changed frame; keys that are left out have the values of the ready-made sheet.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawAceTable {
    /// The frame, such as `M1-SOLDIER`, `M1` or `soldier`.
    pub frame: At<String>,
    /// Name of the Ace in reports; the name of the frame by default.
    pub name: Option<At<String>>,
    /// Drive, Speed and Control.
    pub attributes: Option<At<Attributes>>,
    /// All armaments, such as `Assault Rifle`, or with up to two added tags, such as `Assault Rifle + Hot + Energy`.
    pub armaments: Option<At<Vec<At<String>>>>,
    /// Backup armaments in the order of the armaments; each shares a range band with its armament.
    pub backups: Option<At<Vec<At<String>>>>,
    /// All modular systems, such as `Chaingun`, or with one added tag, such as `Chaingun + Holdout`.
    pub modular: Option<At<Vec<At<String>>>>,
    /// True if the frame has its integral system; `true` by default.
    pub integral: Option<bool>,
    /// `false` for no integral trait, or the name of another trait.
    #[serde(rename = "trait")]
    pub integral_trait: Option<At<RawTrait>>,
    /// Upgrades, each once: `commitment`, `spirit`, `clarity`, `preparation`, `perseverance`, `armament-slot`,
    /// `systems-slot`.
    pub upgrades: Option<At<Vec<At<String>>>>,
}

/// An integral trait: `true` for that of the frame, `false` for none, or the name of another.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "`trait` is the name of an integral trait, or `false`")]
pub enum RawTrait {
    Own(bool),
    Name(String),
}

/// The two forms of an Ace in the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "names the two forms for the schema")]
enum AceForm {
    /// A frame of the book, unchanged.
    Frame(String),
    /// A frame with changes.
    Table(Box<RawAceTable>),
}

/// Reads a text or a table. An untagged enum of serde would lose the places of keys in the table.
struct FrameOrTable;

impl<'de> Visitor<'de> for FrameOrTable {
    type Value = RawAce;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a frame, or a table with `frame`")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<RawAce, E> {
        Ok(RawAce::Frame(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawAce, A::Error> {
        RawAceTable::deserialize(MapAccessDeserializer::new(map)).map(|table| RawAce::Table(Box::new(table)))
    }
}

impl<'de> Deserialize<'de> for RawAce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawAce, D::Error> {
        deserializer.deserialize_any(FrameOrTable)
    }
}

impl JsonSchema for RawAce {
    fn schema_name() -> Cow<'static, str> {
        "RawAce".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        AceForm::json_schema(generator)
    }
}
