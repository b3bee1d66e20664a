//! Fleets of a battle as written in TOML.

use hitchart_config::{At, text_or_table};
use hitchart_play::policy::RawPolicy;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

/// A fleet of a battle: the name of a built-in one, or a table.
#[derive(Clone, Debug, PartialEq)]
pub enum RawEntry {
    BuiltIn(String),
    Fleet(Box<RawFleet>),
}

/// A fleet as a table.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawFleet {
    /// A name that no other fleet has; by default the name of the built-in fleet.
    pub name: Option<At<String>>,
    /// A built-in fleet, or ships and ace: `C:RpRaBY C:RsRsKK F:RaBK; ace=red`.
    pub fleet: At<String>,
    /// Names of its ships, in their order.
    pub ships: Option<At<Vec<At<String>>>>,
    /// Colour on maps: a name such as `blue`, or `#c0392b`.
    pub color: Option<At<String>>,
    /// The policy that plays it: a name, or a table of settings.
    #[schemars(with = "Option<RawPolicy>")]
    pub policy: Option<At<toml::Value>>,
}

/// The two forms of an entry in the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "names the two forms for the schema")]
enum EntryForm {
    /// A built-in fleet.
    BuiltIn(String),
    /// A fleet.
    Fleet(Box<RawFleet>),
}

impl<'de> Deserialize<'de> for RawEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawEntry, D::Error> {
        text_or_table(deserializer, "the name of a built-in fleet, or a table", RawEntry::BuiltIn, |fleet| {
            RawEntry::Fleet(Box::new(fleet))
        })
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
