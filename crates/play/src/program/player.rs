//! Players that are programs: their description, the line of a decision and its answer.

use super::{PROTOCOL, parsed};
use crate::external::ExternalDecision;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeSet;

/// Description of a player by its program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerDescription {
    /// Version of the protocol that the program speaks.
    pub hitchart: u64,
    /// Built-in policy that makes all other decisions; `None` for the default of the role.
    #[serde(default)]
    pub base: Option<String>,
    /// Kinds of decisions that the program makes; `None` for all.
    #[serde(default)]
    pub kinds: Option<BTreeSet<String>>,
}

impl PlayerDescription {
    /// Parses and checks a description.
    ///
    /// # Errors
    /// Returns the first mistake in words.
    pub fn parse(line: &str) -> Result<PlayerDescription, String> {
        let found: PlayerDescription = parsed(line, "the description")?;
        match found.hitchart {
            PROTOCOL => Ok(found),
            other => Err(format!("`hitchart` is {other}; allowed: {PROTOCOL}")),
        }
    }
}

/// Returns the line that asks a program to describe itself as a player.
pub fn player_line() -> String {
    json!({ "hitchart": PROTOCOL, "player": true }).to_string()
}

/// Returns the line of a decision; `with_names` adds the names of the features.
pub fn decide_line(decision: &ExternalDecision, with_names: bool) -> String {
    let mut line = json!({ "hitchart": PROTOCOL, "decide": decision });
    if with_names {
        line["decide"]["feature_names"] = json!(decision.feature_names);
    }
    line.to_string()
}

/// Parses the answer to a decision among `candidates`: the place of one, or `None` to leave the decision to the base.
///
/// # Errors
/// Returns the mistake in words.
pub fn parse_choice(line: &str, candidates: usize) -> Result<Option<usize>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Choice {
        // A missing key is a mistake, and no answer for the base.
        #[serde(deserialize_with = "Option::deserialize")]
        choice: Option<usize>,
    }
    let found: Choice = parsed(line, "the line of a decision")?;
    match found.choice {
        Some(place) if place >= candidates => {
            Err(format!("`choice` is {place}; allowed: 0 to {}, or null", candidates.saturating_sub(1)))
        }
        choice => Ok(choice),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_places_of_candidates() {
        assert_eq!(parse_choice(r#"{ "choice": 2 }"#, 3), Ok(Some(2)));
        assert_eq!(parse_choice(r#"{ "choice": null }"#, 3), Ok(None));
        assert!(parse_choice(r#"{ "choice": 3 }"#, 3).unwrap_err().contains("0 to 2"));
        for nonsense in ["3", "{}", "[2]", r#"{ "choose": 2 }"#] {
            assert!(parse_choice(nonsense, 3).unwrap_err().contains("not as expected"), "{nonsense}");
        }
        assert!(PlayerDescription::parse(r#"{ "hitchart": 2 }"#).unwrap_err().contains("allowed: 1"));
    }
}
