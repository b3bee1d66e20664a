//! `hitchart schema`: JSON Schemas of scenario and ruleset files.

use crate::{Reply, games::GAMES, scenario};
use clap::{Args, ValueEnum};
use hitchart_config::schema::any_of;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// Kind of file [default: one schema for both]
    #[arg(value_enum)]
    file: Option<SchemaFile>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SchemaFile {
    Scenario,
    Ruleset,
}

/// Returns a JSON Schema as a text.
pub fn answer_schema(args: &SchemaArgs) -> Reply {
    let (scenario, ruleset) = (scenario::schema, ruleset);
    let schema = match args.file {
        Some(SchemaFile::Scenario) => scenario(),
        Some(SchemaFile::Ruleset) => ruleset(),
        None => json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "hitchart files",
            "anyOf": [{ "$ref": "#/$defs/scenario-file" }, { "$ref": "#/$defs/ruleset-file" }],
            "$defs": { "scenario-file": embedded("scenario", scenario()), "ruleset-file": embedded("ruleset", ruleset()) },
        }),
    };
    Reply { data: schema.clone(), ..Reply::text(format!("{schema:#}")) }
}

/// Returns the JSON Schema of ruleset files: that of any of the games.
fn ruleset() -> Value {
    any_of("Ruleset", GAMES.iter().map(|game| (game.name.to_owned(), (game.rules_schema)())))
}

/// Embeds a schema in another; a separate id makes its references resolve to its definitions.
fn embedded(id: &str, mut schema: Value) -> Value {
    schema["$id"] = id.into();
    schema
}
