//! Kinds of studies that are common to all games.

mod claims;
mod compare;
mod files;
mod sweep;

use crate::games::Entry;
use files::{Files, KEY};
use hitchart_config::InputError;
use hitchart_lab::study::{Overrides, Study, Written};
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

/// Returns the JSON Schema of these studies.
pub(crate) fn schema() -> Value {
    schemars::schema_for!(RawCommon).to_value()
}

/// Removes the stored data of common studies, which leaves that of the game's studies.
pub(crate) fn of_game(overrides: &Overrides) -> Overrides {
    let own = overrides.kept.iter().filter(|(_, kept)| kept.get(KEY).is_none());
    Overrides { kept: own.map(|(name, kept)| (name.clone(), kept.clone())).collect(), ..overrides.clone() }
}

/// Checks a study of one of the common kinds, in a scenario of a game.
///
/// # Errors
/// Returns the first mistake, with its place.
pub(crate) fn asked(
    kind: &str,
    game: &'static Entry,
    overrides: &Overrides,
    written: Written<'_>,
) -> Result<Arc<dyn Study>, InputError> {
    let files = Files::of(game, &written, overrides)?;
    match kind {
        "claims" => claims::check(files, written),
        "sweep" => sweep::check_sweep(files, written),
        _ => compare::check_compare(files, written),
    }
}
