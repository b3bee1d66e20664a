//! Provenance: the inputs of a report, and the description of a run.

use super::super::scenario::{Scenario, check};
use super::WorkflowError;
use hitchart_config::files::OpenFolder;
use hitchart_config::words::{counted, grouped};
use hitchart_config::{FileText, InputError, MAX_FILE, from_json, sha256};
use hitchart_lab::runner::WorkUnit;
use hitchart_lab::study;
use hitchart_lab::study::{Overrides, RulesChoice, RunCounts};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use std::time::{Duration, SystemTime};

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

// Description of a run: everything that determines its counts.

/// A scenario with all data that it has read and all changes of the command line. No other file is needed to count any
/// part of the run, or to render its counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Described {
    /// File name and text of the scenario.
    pub scenario_file: String,
    pub scenario: String,
    /// The complete ruleset as TOML, so that no overlay file is needed.
    pub ruleset: String,
    pub seed: u64,
    pub samples: u64,
    /// Games of each study of games, if set on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Policies of these studies, if set on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policies: Option<Vec<String>>,
    /// Precision of every win rate, if set on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
    /// Other data that the studies have read, by study.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kept: BTreeMap<String, Value>,
}

impl Described {
    /// Returns the description of a scenario.
    pub(crate) fn of(scenario: &Scenario) -> Described {
        let kept = scenario.studies.iter();
        Described {
            scenario_file: scenario.file.name(),
            scenario: scenario.file.text.clone(),
            ruleset: scenario.rules.toml.clone(),
            seed: scenario.seed,
            samples: scenario.samples,
            games: scenario.games,
            policies: scenario.policies.clone(),
            precision: scenario.precision,
            kept: kept.filter_map(|study| Some((study.name.clone(), study.method.kept()?))).collect(),
        }
    }

    /// Restores the scenario.
    ///
    /// # Errors
    /// Fails if this version does not accept the scenario.
    pub(crate) fn scenario(&self) -> Result<Scenario, WorkflowError> {
        let file = FileText::carried(&self.scenario_file, &self.scenario);
        let overrides = Overrides {
            seed: Some(self.seed),
            samples: Some(self.samples),
            rules: Some(RulesChoice::Complete(self.ruleset.clone())),
            games: self.games,
            policies: self.policies.clone(),
            budget: None,
            precision: self.precision,
            kept: self.kept.clone(),
        };
        Ok(check(file, &overrides)?)
    }

    /// Returns an identifier of runs with this description and version: equal identifiers imply equal counts.
    pub(crate) fn run(&self) -> String {
        let all = json!([env!("CARGO_PKG_VERSION"), self]);
        sha256(all.to_string()).chars().take(16).collect()
    }

    /// Returns the names of the properties in which another description differs.
    pub(crate) fn differences(&self, other: &Described) -> Vec<&'static str> {
        let differ = [
            ("scenario", self.scenario != other.scenario),
            ("rules", self.ruleset != other.ruleset),
            ("seed", self.seed != other.seed),
            ("samples", self.samples != other.samples),
            ("games", self.games != other.games),
            ("policies", self.policies != other.policies),
            ("precision", self.precision != other.precision),
            ("other files", self.kept != other.kept),
        ];
        differ.into_iter().filter(|(_, differ)| *differ).map(|(what, _)| what).collect()
    }
}

/// A scenario from which units of work are made.
pub(crate) struct Units<'a> {
    scenario: &'a Scenario,
    described: Described,
    run: String,
    /// The rules, policies and studies as written.
    rules: Value,
    policies: Value,
    studies: Vec<Value>,
}

impl<'a> Units<'a> {
    /// Prepares a scenario, with its text parsed as plain data.
    pub(crate) fn of(scenario: &'a Scenario) -> Units<'a> {
        let described = Described::of(scenario);
        let written: toml::Table = toml::from_str(&described.scenario).unwrap_or_default();
        let json =
            |value: Option<&toml::Value>| value.and_then(described_json).unwrap_or_else(|| Value::Object(Map::new()));
        let studies = written.get("study").and_then(toml::Value::as_array).into_iter().flatten();
        Units {
            scenario,
            run: described.run(),
            rules: json(Some(&scenario.rules.table().into())),
            policies: json(written.get("policies")),
            studies: studies.map(|study| json(Some(study))).collect(),
            described,
        }
    }

    /// Returns blocks of a simulation as a unit, with the counts of earlier stages; `None` if no study of the scenario
    /// has this simulation.
    pub(crate) fn unit(&self, name: &str, blocks: Range<u64>, counted: &RunCounts) -> Option<WorkUnit> {
        let place = self.scenario.studies.iter().position(|study| owns(&study.name, name))?;
        let named = &self.scenario.studies[place].name;
        let mut study = self.studies.get(place)?.clone();
        study["name"] = named.clone().into();
        let own = counted.0.iter().filter(|(name, _)| owns(named, name));
        Some(WorkUnit {
            run: self.run.clone(),
            game: self.scenario.game.name.to_owned(),
            rules: self.rules.clone(),
            policies: self.policies.clone(),
            study,
            kept: self.described.kept.get(named).cloned().unwrap_or_default(),
            seed: self.described.seed,
            samples: self.described.samples,
            counted: own.map(|(name, counts)| (name.clone(), counts.clone())).collect(),
            games: self.described.games,
            played_by: self.described.policies.clone(),
            precision: self.described.precision,
            name: name.to_owned(),
            blocks,
        })
    }
}

/// Returns true if a simulation belongs to a study: its name is the study's name, or begins with this name and a slash.
fn owns(study: &str, name: &str) -> bool {
    name.strip_prefix(study).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn described_json(value: &impl Serialize) -> Option<Value> {
    serde_json::to_value(value).ok()
}

/// Returns the scenario of one study that a unit describes.
///
/// # Errors
/// Fails if the unit describes no legal study.
pub(crate) fn scenario_of(unit: &WorkUnit) -> Result<Scenario, WorkflowError> {
    let whole = json!({
        "title": "A unit of work",
        "game": unit.game,
        "policies": unit.policies,
        "study": [unit.study],
    });
    let content =
        |cause: toml::ser::Error| WorkflowError::Content { what: "a unit".to_owned(), cause: cause.to_string() };
    let study = unit.study["name"].as_str().unwrap_or_default().to_owned();
    Described {
        scenario_file: "unit".to_owned(),
        scenario: toml::to_string(&whole).map_err(content)?,
        ruleset: toml::to_string(&unit.rules).map_err(content)?,
        seed: unit.seed,
        samples: unit.samples,
        games: unit.games,
        policies: unit.played_by.clone(),
        precision: unit.precision,
        kept: [(study, unit.kept.clone())].into_iter().filter(|(_, kept)| !kept.is_null()).collect(),
    }
    .scenario()
}
