//! The origin of a replay's game.

use crate::study::About;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The first fields of every replay's header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Origin {
    /// Kind and version of the lines. The version changes whenever a reader of the old lines could be misled.
    pub schema: String,
    #[serde(flatten)]
    pub about: About,
    /// Key of the random numbers, in hexadecimal digits.
    pub key: String,
    pub ruleset: String,
}

impl Origin {
    /// Returns the origin of a game with a known key; `about` is filled in later.
    pub fn new(schema: &str, key: u64, ruleset: &str) -> Origin {
        Origin {
            schema: schema.to_owned(),
            about: About::default(),
            key: format!("{key:016x}"),
            ruleset: ruleset.to_owned(),
        }
    }
}
