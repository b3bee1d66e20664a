//! Policies as files write them, for schemas.

use schemars::JsonSchema;

/// A policy, for the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "names the two forms for the schema")]
pub enum RawPolicy {
    /// A built-in policy, or a policy of the scenario.
    Name(String),
    /// A policy named by `base` with other settings.
    Settings(serde_json::Map<String, serde_json::Value>),
}
