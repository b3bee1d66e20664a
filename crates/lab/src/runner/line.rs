//! Counts as a line of JSON, with a seal.

use super::BlockCounts;
use hitchart_config::{check_seal, seal};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{ops::Range, str::FromStr};

/// Counts of some blocks of a simulation, as a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalLine {
    /// Identifier of the run.
    pub run: String,
    /// Name of the simulation.
    pub name: String,
    /// Numbers of the blocks, from `start` to before `end`.
    pub blocks: Range<u64>,
    /// Sum of the counts of these blocks, in the format of the simulation.
    pub counts: Value,
    /// The seal of the line, see [`seal`].
    sha256: String,
}

impl JournalLine {
    /// Creates the line of a part.
    pub fn new(run: &str, name: &str, part: &BlockCounts) -> JournalLine {
        let (blocks, counts) = (part.blocks.clone(), part.counts.clone());
        let sha256 = seal(&json!({ "run": run, "name": name, "blocks": blocks, "counts": counts }));
        JournalLine { run: run.to_owned(), name: name.to_owned(), blocks, counts, sha256 }
    }

    /// Converts the line to a part.
    pub fn part(self) -> BlockCounts {
        BlockCounts { blocks: self.blocks, counts: self.counts }
    }

    /// Returns the text of the line, with a line end.
    pub fn text(&self) -> String {
        // A tree of plain values always has a JSON form.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

impl FromStr for JournalLine {
    type Err = String;

    /// Parses a line and checks its seal.
    fn from_str(text: &str) -> Result<JournalLine, String> {
        let value: Value = serde_json::from_str(text).map_err(|cause| cause.to_string())?;
        let parsed = JournalLine::deserialize(&value).map_err(|cause| cause.to_string())?;
        check_seal(&value)?;
        Ok(parsed)
    }
}
