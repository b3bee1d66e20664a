//! `hitchart schema`

use super::error::CliError;
use super::output;
use crate::games::GAMES;
use crate::scenario;
use clap::{Args, ValueEnum};
use hitchart_config::schema::any_of;
use serde_json::json;

#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// Kind of file [default: one schema for both]
    #[arg(value_enum)]
    file: Option<SchemaFile>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SchemaFile {
    Scenario,
    Ruleset,
}

/// Prints a JSON Schema.
pub(crate) fn run_schema(args: &SchemaArgs) -> Result<(), CliError> {
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
    output::print(&format!("{schema:#}"))
}

/// Returns the JSON Schema of ruleset files: that of any of the games.
fn ruleset() -> serde_json::Value {
    any_of("Ruleset", GAMES.iter().map(|game| (game.name.to_owned(), (game.rules_schema)())))
}

/// Embeds a schema in another; a separate id makes its references resolve to its definitions.
fn embedded(id: &str, mut schema: serde_json::Value) -> serde_json::Value {
    schema["$id"] = id.into();
    schema
}
