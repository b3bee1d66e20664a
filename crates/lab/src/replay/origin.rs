//! Where a replay's game comes from.

use crate::study::About;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the header of every replay begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Origin {
    /// Kind and version of the lines. It changes whenever a reader of the old lines could be misled.
    pub schema: String,
    #[serde(flatten)]
    pub about: About,
    /// Key of all dice, in hexadecimal digits.
    pub key: String,
    pub ruleset: String,
}

impl Origin {
    /// The origin of a game that is known by its key; what it is about is told later.
    pub fn new(schema: &str, key: u64, ruleset: &str) -> Origin {
        Origin {
            schema: schema.to_owned(),
            about: About::default(),
            key: format!("{key:016x}"),
            ruleset: ruleset.to_owned(),
        }
    }
}
