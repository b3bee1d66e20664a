//! Files of counts: shards of a run, and the output of `hitchart work`.

use super::{RunDescription, WorkflowError};
use hitchart_config::{check_seal, seal};
use hitchart_lab::runner::{JournalError, JournalLine, read_lines, read_whole};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Most shards of a run.
pub const MOST_SHARDS: u64 = 10_000;

/// The part of a run in a file of counts: shard `k` of `n`, from 1, of a stage, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shard {
    pub k: u64,
    pub n: u64,
    pub stage: u64,
}

/// First line of a file of counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Heading {
    /// Version of this program.
    pub hitchart: String,
    /// Identifier of the run.
    pub run: String,
    pub described: RunDescription,
    /// The part of the run; `None` for the whole run up to a stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The seal of the line, see [`seal`].
    sha256: String,
}

impl Heading {
    /// Returns the heading of a run, or of one of its shards.
    pub(crate) fn new(described: &RunDescription, shard: Option<Shard>) -> Heading {
        let hitchart = env!("CARGO_PKG_VERSION").to_owned();
        let heading =
            Heading { hitchart, run: described.run(), described: described.clone(), shard, sha256: String::new() };
        Heading { sha256: seal(&heading.to_json()), ..heading }
    }

    /// Returns the heading of the same run for another part.
    pub(crate) fn of_part(&self, shard: Option<Shard>) -> Heading {
        Heading::new(&self.described, shard)
    }

    /// Parses a heading; `None` if its seal is wrong or it has another form.
    pub(crate) fn read(found: &Value) -> Option<Heading> {
        check_seal(found).ok()?;
        Heading::deserialize(found).ok()
    }

    /// Returns the heading as JSON.
    pub(crate) fn to_json(&self) -> Value {
        // A tree of plain values always has a JSON form.
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Checks that the identifier matches the description, that this version wrote it, and that the shard is possible.
    fn check(&self) -> Result<(), String> {
        let own = env!("CARGO_PKG_VERSION");
        if self.hitchart != own {
            return Err(format!("the counts are from hitchart {}; this is {own}", self.hitchart));
        }
        if self.run != self.described.run() {
            return Err("`run` does not match the description of the run".to_owned());
        }
        match self.shard {
            Some(Shard { k, n, .. }) if n > MOST_SHARDS || k < 1 || k > n => {
                Err(format!("shard {k} of {n}; allowed: 1 of N to N of N, N at most {MOST_SHARDS}"))
            }
            _ => Ok(()),
        }
    }

    /// Describes the differences to another heading.
    pub(crate) fn differences(&self, other: Option<&Heading>) -> String {
        let Some(other) = other else { return "its format differs".to_owned() };
        let mut differ = self.described.differences(&other.described);
        if self.hitchart != other.hitchart {
            differ.insert(0, "version of hitchart");
        }
        if self.shard != other.shard {
            differ.push("shard");
        }
        format!("it differs in {}", differ.join(", "))
    }
}

/// Reads the file of a shard, or of all stages so far, and returns its heading and lines.
///
/// # Errors
/// Fails on files that are unreadable, incomplete, or of another form.
pub(crate) fn read_shard(path: &Path) -> Result<(Heading, Vec<JournalLine>), WorkflowError> {
    let (heading, lines) = read_whole(path)?;
    let wrong = |cause: String| JournalError::Frame { path: path.to_owned(), line: 1, cause };
    check_seal(&heading).map_err(|cause| wrong(cause.to_owned()))?;
    let heading = Heading::read(&heading).ok_or_else(|| JournalError::NoHeading(path.to_owned()))?;
    heading.check().map_err(wrong)?;
    Ok((heading, lines))
}

/// Reads the lines of files of counts, which must all be of one run.
///
/// # Errors
/// Fails on unreadable files, and on lines of other runs.
pub(crate) fn lines_of(files: &[PathBuf], described: &RunDescription) -> Result<Vec<JournalLine>, WorkflowError> {
    let run = described.run();
    let mut all = Vec::new();
    for path in files {
        let lines = read_lines(path)?;
        if let Some((number, _)) = lines.iter().find(|(_, line)| line.run != run) {
            return Err(JournalError::Foreign { path: path.clone(), line: *number }.into());
        }
        all.extend(lines.into_iter().map(|(_, line)| line));
    }
    Ok(all)
}
