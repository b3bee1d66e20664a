//! Provenance: the inputs of a report, and the description of a run.

use super::WorkflowError;
use crate::scenario::Scenario;
use hitchart_config::files::OpenFolder;
use hitchart_config::words::{counted, grouped};
use hitchart_config::{FileText, InputError, MAX_FILE, from_json};
use hitchart_lab::study;
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime};
use std::{collections::BTreeMap, fmt::Display};

// The provenance of a report.

/// File of the provenance in a report folder.
pub(crate) const FILE: &str = "provenance.json";

/// Everything needed to reproduce a report, and the time that the run took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// Version of this program.
    pub version: String,
    /// Title of the game.
    #[serde(rename = "system")]
    pub game: String,
    pub ruleset: String,
    /// SHA-256 of the complete ruleset as TOML.
    pub ruleset_sha256: String,
    /// File name of the scenario.
    pub scenario: String,
    /// SHA-256 of the scenario file.
    pub scenario_sha256: String,
    pub seed: u64,
    /// Samples of each simulated answer; 0 if no answer is simulated.
    pub samples: u64,
    /// Number of games or missions played, by study.
    #[serde(default)]
    pub games: BTreeMap<String, u64>,
    /// The command as typed, one entry per word. It may contain folders and threads, which do not affect results.
    #[serde(default)]
    pub command: Vec<String>,
    /// The settings file that provided defaults. Its seed is part of `command`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<String>,
    /// Threads used; they do not change any result.
    pub threads: usize,
    /// Start of the run, in UTC.
    pub started: String,
    /// Seconds of simulation.
    pub seconds: f64,
}

/// Time and manner of a run: the part of the provenance that differs between two equal runs.
pub struct Timing {
    pub command: Vec<String>,
    pub settings: Option<String>,
    pub started: SystemTime,
    pub elapsed: Duration,
    pub threads: usize,
}

impl Provenance {
    /// Returns the provenance of a run of a scenario.
    pub fn of(scenario: &Scenario, timing: Timing) -> Provenance {
        let simulated = scenario.studies.iter().any(|study| study.method.is_sampled());
        Provenance {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: scenario.game.title.to_owned(),
            ruleset: scenario.rules.name.clone(),
            ruleset_sha256: scenario.rules.sha256(),
            scenario: scenario.file.name(),
            scenario_sha256: scenario.file.sha256(),
            seed: scenario.seed,
            samples: if simulated { scenario.samples } else { 0 },
            games: study::games_of(&scenario.studies).map(|(name, games)| (name.to_owned(), games.count())).collect(),
            command: timing.command,
            settings: timing.settings,
            threads: timing.threads,
            started: humantime::format_rfc3339_seconds(timing.started).to_string(),
            seconds: timing.elapsed.as_secs_f64(),
        }
    }

    /// Returns the provenance of a saved report without `provenance.json`. The version is unknown, and the command, the
    /// settings, the threads and the times are blank; a report shows only the version of these.
    pub fn lost(scenario: &Scenario) -> Provenance {
        let timing = Timing {
            command: Vec::new(),
            settings: None,
            started: SystemTime::UNIX_EPOCH,
            elapsed: Duration::ZERO,
            threads: 0,
        };
        Provenance { version: format!("unknown: {FILE} is missing"), ..Provenance::of(scenario, timing) }
    }

    /// Returns the lines of a report: everything that determines the results, and nothing that differs between two
    /// equal runs.
    ///
    /// `others` are the numbers of games of studies that determine this number while they play, by study.
    pub fn lines(&self, others: &BTreeMap<String, u64>) -> Vec<(String, String)> {
        let hash = |hash: &str| hash.chars().take(16).collect::<String>();
        let lines = [
            ("hitchart", self.version.clone()),
            ("Game", self.game.clone()),
            ("Rules", format!("{} (SHA-256 {}…)", self.ruleset, hash(&self.ruleset_sha256))),
            ("Scenario", format!("{} (SHA-256 {}…)", self.scenario, hash(&self.scenario_sha256))),
            ("Seed", self.seed.to_string()),
        ];
        let samples = (self.samples > 0).then(|| ("Samples of each simulated answer", self.samples.to_string()));
        let known = self.games.len() + others.len();
        let played = (known > 0).then(|| {
            let games = self.games.values().chain(others.values()).sum();
            ("Games", format!("{} in {}", grouped(games), counted(known as u64, "studies")))
        });
        let all = lines.into_iter().chain(samples).chain(played);
        all.map(|(what, value)| (what.to_owned(), value)).collect()
    }

    /// Reads the provenance of a report folder; `None` if it is missing.
    ///
    /// # Errors
    /// Fails if the file has another form.
    pub fn read(folder: &OpenFolder) -> Result<Option<Provenance>, WorkflowError> {
        if !folder.has(FILE) {
            return Ok(None);
        }
        Ok(Some(from_json(&read_saved(folder, FILE)?).map_err(unreadable)?))
    }

    /// Returns the provenance as the text of a file.
    pub fn to_json(&self) -> Result<String, WorkflowError> {
        to_json(FILE, self)
    }
}

/// Reads a saved file of a report folder.
pub(crate) fn read_saved(folder: &OpenFolder, name: &str) -> Result<FileText, WorkflowError> {
    let path = folder.shown(name);
    let cannot = |cause: &dyn Display| InputError::plain(format!("cannot read {}: {cause}", path.display()));
    let text = folder.read(name, MAX_FILE).map_err(|cause| cannot(&cause))?;
    let text = String::from_utf8(text).map_err(|cause| cannot(&cause))?;
    Ok(FileText { path: path.into(), text })
}

/// Adds help to the error of a saved file that this version cannot read.
pub(crate) fn unreadable(error: InputError) -> InputError {
    error.with_help(Some("the report was written by another version or edited; run its scenario again"))
}

/// Returns a value as an indented JSON file.
pub(crate) fn to_json(what: &str, value: &impl Serialize) -> Result<String, WorkflowError> {
    let json = serde_json::to_string_pretty(value);
    json.map(|json| json + "\n")
        .map_err(|cause| WorkflowError::Content { what: what.to_owned(), cause: cause.to_string() })
}
