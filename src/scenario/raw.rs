//! The TOML of a scenario file, except for the parts that the game reads.

use crate::games::GAMES;
use hitchart_config::At;
use hitchart_config::schema::{definitions, reference};
use hitchart_lab::study::with_heading;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The top level of a scenario file.
///
/// The game parses `rules`, `policies` and `study`, because they differ between games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawHead {
    pub title: At<String>,
    pub description: Option<String>,
    #[serde(alias = "system")]
    pub game: At<String>,
    pub seed: Option<At<u64>>,
    pub samples: Option<At<u64>>,
    /// Parsed separately.
    #[serde(rename = "rules")]
    _rules: Option<IgnoredAny>,
    /// Parsed separately.
    #[serde(rename = "policies")]
    _policies: Option<IgnoredAny>,
    /// Parsed separately.
    #[serde(rename = "study")]
    _study: Option<IgnoredAny>,
}

/// Rules of a scenario.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "names the two forms for the schema")]
enum RawRules {
    /// A built-in ruleset, or a file ending in `.toml`.
    Name(String),
    /// Changes to the ruleset named by `extends`, or to the default one.
    Overlay(serde_json::Map<String, Value>),
}

/// A scenario file.
#[derive(JsonSchema)]
#[schemars(title = "Scenario", rename = "Scenario")]
#[allow(dead_code, reason = "the whole file as the schema shows it")]
struct RawScenario {
    /// Title of the report.
    title: String,
    /// Description of the scenario.
    description: Option<String>,
    /// The game.
    game: String,
    /// The ruleset; the default one of the game if it is left out.
    rules: Option<RawRules>,
    /// Seed of all random streams; 1 by default.
    seed: Option<u64>,
    /// Samples of each simulated answer; a million by default.
    samples: Option<u64>,
    /// Policies of the scenario by name: settings, and the built-in policy named by `base`.
    policies: Option<BTreeMap<String, serde_json::Map<String, Value>>>,
    /// The studies, in the order of the report.
    study: Vec<Value>,
}

/// Returns the JSON Schema of scenario files: the studies are those of all games, and the game is one of the known
/// ones.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(RawScenario).to_value();
    let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    schema["properties"]["game"]["enum"] = json!(names);
    let studies: Vec<Value> = names.iter().copied().chain([COMMON]).map(reference).collect();
    schema["properties"]["study"]["items"] = json!({ "anyOf": studies });
    for game in GAMES {
        for (name, definition) in definitions(game.name, (game.study_schema)()) {
            schema["$defs"][name] = definition;
        }
    }
    for (name, definition) in definitions(COMMON, with_heading(super::common::schema())) {
        schema["$defs"][name] = definition;
    }
    schema
}

/// Name of the studies common to all games.
const COMMON: &str = "any-game";
