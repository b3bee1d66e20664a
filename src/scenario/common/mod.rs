//! Kinds of studies that every game has, as a scenario writes them.

mod claims;
mod compare;
mod files;
mod sweep;

use crate::games::Entry;
use hitchart_config::InputError;
use hitchart_lab::study::{Asked, Overrides, Written};
use files::{Files, KEY};
use schemars::JsonSchema;
use serde_json::Value;
use std::sync::Arc;

/// A study of one of these kinds, as written.
#[derive(JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(dead_code, reason = "names the kinds for the schema")]
enum RawCommon {
    Compare(compare::RawCompare),
    Claims(claims::RawClaims),
    Sweep(sweep::RawSweep),
}

/// JSON Schema of these studies.
pub fn schema() -> Value {
    schemars::schema_for!(RawCommon).to_value()
}

/// What is kept for the studies of the game itself, of all that is kept.
pub fn of_game(overrides: &Overrides) -> Overrides {
    let own = overrides.kept.iter().filter(|(_, kept)| kept.get(KEY).is_none());
    Overrides { kept: own.map(|(name, kept)| (name.clone(), kept.clone())).collect(), ..overrides.clone() }
}

/// Checks a study of one of the common kinds, of a scenario of a game.
///
/// # Errors
/// Whatever a kind refuses, with its place.
pub fn asked(
    kind: &str,
    game: &'static Entry,
    overrides: &Overrides,
    written: Written<'_>,
) -> Result<Arc<dyn Asked>, InputError> {
    let files = Files::of(game, &written, overrides)?;
    match kind {
        "claims" => claims::check(files, written),
        "sweep" => sweep::check(files, written),
        _ => compare::check(files, written),
    }
}
