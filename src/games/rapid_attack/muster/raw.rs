//! The TOML of companies that fight, as written.

use hitchart_config::{At, text_or_table};
use hitchart_play::policy::RawPolicy;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

/// A company of a battle: the name of a built-in one, or a table.
#[derive(Clone, Debug, PartialEq)]
pub enum RawEntry {
    BuiltIn(String),
    Company(Box<RawCompany>),
}

/// A company as a table: its frames, or a built-in company with another name, color or policy.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCompany {
    /// A name that no other company has; by default the name of the built-in company.
    pub name: Option<At<String>>,
    /// A built-in company, instead of `frames`.
    pub company: Option<At<String>>,
    /// Its frames, as many as the size of the battle allows.
    pub frames: Option<At<Vec<At<RawFrame>>>>,
    /// `auto` distributes the rockets that no loadout has.
    pub rockets: Option<At<RawRockets>>,
    /// The frame to add if a tie for defense is broken by an added frame.
    pub spare: Option<At<RawFrame>>,
    /// Colour on maps: a name such as `blue`, or `#c0392b`.
    pub color: Option<At<String>>,
    /// The policy that plays it: a name, or a table of settings.
    #[schemars(with = "Option<RawPolicy>")]
    pub policy: Option<At<toml::Value>>,
}

/// Distribution of the rockets of a company.
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

/// A frame with rockets or a name.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawFrameTable {
    /// Loadout or archetype.
    pub loadout: At<String>,
    /// Rockets, unless the loadout contains them.
    pub rockets: Option<At<u8>>,
    /// A name that no other frame of the company has; by default the loadout or archetype.
    pub name: Option<At<String>>,
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
    /// A frame with rockets or a name.
    Table(RawFrameTable),
}

impl<'de> Deserialize<'de> for RawFrame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawFrame, D::Error> {
        let expected = "a loadout, an archetype, or a table with `loadout`";
        text_or_table(deserializer, expected, RawFrame::Loadout, RawFrame::Table)
    }
}

impl<'de> Deserialize<'de> for RawEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawEntry, D::Error> {
        let table = |company| RawEntry::Company(Box::new(company));
        text_or_table(deserializer, "the name of a built-in company, or a table", RawEntry::BuiltIn, table)
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
