//! Runs as data: the description of a run, its units of work, and the counts of a unit.

use super::AskError;
use super::scenario::{Scenario, check};
use hitchart_config::rules::RulesText;
use hitchart_config::{FileText, InputError, sha256};
use hitchart_lab::runner::{BlockCounts, Job, JournalLine, Progress, WorkUnit, drive, shard};
use hitchart_lab::study::{CountProgress, Overrides, RulesChoice, RunCounts, Simulated};
use hitchart_play::program::SharedPrograms;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{collections::BTreeMap, ops::Range};

/// Returns the simulations of a scenario's studies.
pub fn simulated(scenario: &Scenario) -> Simulated<'_> {
    Simulated { studies: &scenario.studies, seed: scenario.seed, samples: scenario.samples }
}

// Description of a run: everything that determines its counts.

/// A scenario with all data that it has read and all changes of the command line. No other file is needed to count any
/// part of the run, or to render its counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunDescription {
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
    /// Precision of the win rate of every player and policy, if set on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
    /// Factor for the games of comparisons and claims, if set on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<f64>,
    /// Other data that the studies have read, by study.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kept: BTreeMap<String, Value>,
    /// SHA-256 of each file of the players that are programs, by player and file.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub player_files: BTreeMap<String, BTreeMap<String, String>>,
}

impl RunDescription {
    /// Returns the description of a scenario.
    pub fn of(scenario: &Scenario) -> RunDescription {
        let kept = scenario.studies.iter();
        RunDescription {
            scenario_file: scenario.file.name(),
            scenario: scenario.file.text.clone(),
            ruleset: scenario.rules.toml().to_owned(),
            seed: scenario.seed,
            samples: scenario.samples,
            games: scenario.games,
            policies: scenario.policies.clone(),
            precision: scenario.precision,
            budget: scenario.budget,
            kept: kept.filter_map(|study| Some((study.name.clone(), study.method.kept()?))).collect(),
            player_files: scenario.player_files.clone(),
        }
    }

    /// Restores the scenario.
    ///
    /// # Errors
    /// Fails if this version does not accept the scenario.
    pub fn scenario(&self) -> Result<Scenario, AskError> {
        let file = FileText::carried(&self.scenario_file, &self.scenario);
        let overrides = Overrides {
            seed: Some(self.seed),
            samples: Some(self.samples),
            rules: Some(RulesChoice::Complete(RulesText::saved("", &self.ruleset))),
            games: self.games,
            policies: self.policies.clone(),
            budget: self.budget,
            precision: self.precision,
            players: Vec::new(),
            programs: SharedPrograms::default(),
            kept: self.kept.clone(),
        };
        // Its players are not started again, and so do not know their files.
        Ok(Scenario { player_files: self.player_files.clone(), ..check(file, &overrides)? })
    }

    /// Returns an identifier of runs with this description and version: equal identifiers imply equal counts.
    pub fn run(&self) -> String {
        let all = json!([env!("CARGO_PKG_VERSION"), self]);
        sha256(all.to_string()).chars().take(16).collect()
    }

    /// Returns the names of the properties in which another description differs.
    pub fn differences(&self, other: &RunDescription) -> Vec<&'static str> {
        let [own, others] = [self, other].map(RunDescription::parts);
        let differ = [
            ("scenario", self.scenario != other.scenario),
            ("the program of the game", own.program != others.program),
            ("the program of a player", self.player_files != other.player_files),
            ("rules", own.rules != others.rules),
            ("seed", self.seed != other.seed),
            ("samples", self.samples != other.samples),
            ("games", self.games != other.games),
            ("policies", self.policies != other.policies),
            ("precision", self.precision != other.precision),
            ("budget", self.budget != other.budget),
            ("other files", own.kept != others.kept),
        ];
        differ.into_iter().filter(|(_, differ)| *differ).map(|(what, _)| what).collect()
    }

    /// Separates a game that is a program from the rules and the other files.
    fn parts(&self) -> RunParts {
        let (mut rules, mut kept): (toml::Table, _) =
            (toml::from_str(&self.ruleset).unwrap_or_default(), self.kept.clone());
        let mut program: Vec<Value> = rules.remove(PROGRAM).as_ref().and_then(described_json).into_iter().collect();
        for fields in kept.values_mut().filter_map(Value::as_object_mut) {
            program.extend([PROGRAM, "files"].into_iter().filter_map(|key| fields.remove(key)));
        }
        RunParts { program, rules, kept }
    }
}

/// Key of a game that is a program, in complete rules and in what its studies store.
const PROGRAM: &str = "program";

/// Parts of a description that are compared one by one.
#[derive(PartialEq)]
struct RunParts {
    /// The command, the description and the files of a game that is a program.
    program: Vec<Value>,
    rules: toml::Table,
    kept: BTreeMap<String, Value>,
}

/// A scenario from which units of work are made.
pub struct Units<'a> {
    scenario: &'a Scenario,
    described: RunDescription,
    run: String,
    /// The rules, policies and studies as written.
    rules: Value,
    policies: Value,
    studies: Vec<Value>,
}

impl<'a> Units<'a> {
    /// Prepares a scenario, with its text parsed as plain data.
    pub fn of(scenario: &'a Scenario) -> Units<'a> {
        let described = RunDescription::of(scenario);
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
    pub fn unit(&self, job: &Job, blocks: Range<u64>, counted: &RunCounts) -> Option<WorkUnit> {
        let name = job.name.as_str();
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
            cost: Some(seconds(job, &blocks)),
            blocks,
        })
    }
}

/// Estimates the seconds of blocks on one core.
fn seconds(job: &Job, blocks: &Range<u64>) -> f64 {
    let range = job.count.range(blocks);
    let seconds = (range.end - range.start) as f64 * job.count.effort() / 1e9;
    // Digits beyond these would say more than is known.
    (seconds * 1e6).round() / 1e6
}

/// Returns true if a simulation belongs to a study: its name is the study's name, or begins with this name and a slash.
fn owns(study: &str, name: &str) -> bool {
    name.strip_prefix(study).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn described_json(value: &impl Serialize) -> Option<Value> {
    serde_json::to_value(value).ok()
}

/// Returns true if a policy in this value is a program.
fn has_command(value: &Value) -> bool {
    match value {
        Value::Object(all) => all.contains_key("command") || all.values().any(has_command),
        Value::Array(all) => all.iter().any(has_command),
        _ => false,
    }
}

/// Returns the scenario of one study that a unit describes.
///
/// # Errors
/// Fails if the unit describes no legal study.
pub(crate) fn scenario_of(unit: &WorkUnit) -> Result<Scenario, AskError> {
    let policies = unit.policies.as_object().into_iter().flat_map(Map::values);
    if policies.chain([&unit.study]).any(has_command) {
        return Err(InputError::plain("a policy of the unit is a program, and units of work start no program").into());
    }
    let whole = json!({
        "title": "A unit of work",
        "game": unit.game,
        "policies": unit.policies,
        "study": [unit.study],
    });
    let content = |cause: toml::ser::Error| AskError::Content { what: "a unit".to_owned(), cause: cause.to_string() };
    let study = unit.study["name"].as_str().unwrap_or_default().to_owned();
    RunDescription {
        scenario_file: "unit".to_owned(),
        scenario: toml::to_string(&whole).map_err(content)?,
        ruleset: toml::to_string(&unit.rules).map_err(content)?,
        seed: unit.seed,
        samples: unit.samples,
        games: unit.games,
        policies: unit.played_by.clone(),
        precision: unit.precision,
        budget: None,
        kept: [(study, unit.kept.clone())].into_iter().filter(|(_, kept)| !kept.is_null()).collect(),
        player_files: BTreeMap::new(),
    }
    .scenario()
}

// Counts of a unit.

/// Counts a unit of work.
///
/// # Errors
/// Fails if the unit describes no simulation, and with [`AskError::Interrupted`] if the work was stopped.
pub fn work(unit: &WorkUnit, stop: &AtomicBool) -> Result<JournalLine, AskError> {
    let job = job(unit)?;
    let part = count(&job, stop).ok_or(AskError::Interrupted)?;
    Ok(JournalLine::new(&unit.run, &unit.name, &part))
}

/// Returns the job of a unit, with the unit's blocks.
fn job(unit: &WorkUnit) -> Result<Job, AskError> {
    let scenario = scenario_of(unit)?;
    let misfit = |name| InputError::plain(format!("counted: counts of `{name}` do not fit this study"));
    let all = simulated(&scenario).after(&RunCounts(unit.counted.clone())).map_err(misfit)?;
    let names: Vec<String> = all.iter().map(|job| job.name.clone()).collect();
    let Some(found) = all.into_iter().find(|job| job.name == unit.name) else {
        return Err(InputError::unknown("simulation", &unit.name, names.iter().map(String::as_str)).into());
    };
    let blocks = unit.blocks.clone();
    if blocks.start >= blocks.end || blocks.end > found.blocks.end {
        let (start, end, last) = (blocks.start, blocks.end, found.blocks.end);
        return Err(InputError::plain(format!("blocks are {start} to {end}; allowed: a part of 0 to {last}")).into());
    }
    Ok(Job { blocks, ..found })
}

/// Counts all blocks; `None` if `stop` was set before they were finished.
fn count(job: &Job, stop: &AtomicBool) -> Option<BlockCounts> {
    let nobody = |_: &Job, _: &BlockCounts| Ok(());
    let parts = drive(std::slice::from_ref(job), vec![BTreeMap::new()], &nobody, &Progress::hidden(), stop).ok()?;
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let counts = job.count.sum(&mut parts[0].values())?;
    Some(BlockCounts { blocks: job.blocks.clone(), counts })
}

/// Returns the jobs of a scenario that follow after these counts, as units: at most `cut` for each range of missing
/// blocks.
///
/// # Errors
/// Fails if the counts do not fit.
pub fn units(scenario: &Scenario, earlier: Vec<JournalLine>, cut: u64) -> Result<Vec<WorkUnit>, AskError> {
    let course = CountProgress::after(simulated(scenario), earlier)?;
    let gaps = course
        .jobs
        .iter()
        .zip(&course.parts)
        .flat_map(|(job, parts)| missing(&job.blocks, parts).into_iter().map(move |gap| (job, gap)));
    let pieces = gaps.flat_map(|(job, gap)| (1..=cut).map(move |k| (job, shard(&gap, k, cut))));
    let pieces = pieces.filter(|(_, blocks)| !blocks.is_empty());
    let units = Units::of(scenario);
    Ok(pieces.filter_map(|(job, blocks)| units.unit(job, blocks, &course.counted)).collect())
}

/// Returns the ranges of blocks that no part covers.
fn missing(blocks: &Range<u64>, parts: &BTreeMap<u64, BlockCounts>) -> Vec<Range<u64>> {
    let starts = parts.values().map(|part| part.blocks.start).chain([blocks.end]);
    let ends = [blocks.start].into_iter().chain(parts.values().map(|part| part.blocks.end));
    ends.zip(starts).map(|(end, start)| end..start).filter(|gap| !gap.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_program_is_named() {
        let of = |version: &str, hash: &str, hp: u8| RunDescription {
            scenario_file: "a.toml".into(),
            scenario: String::new(),
            ruleset: format!("name = 'default'\nhp = {hp}\n[program]\nversion = '{version}'\n"),
            seed: 1,
            samples: 1,
            games: None,
            policies: None,
            precision: None,
            budget: None,
            kept: [("g".to_owned(), json!({ "program": { "version": version }, "files": { "a.py": hash } }))].into(),
            player_files: BTreeMap::new(),
        };
        let one = of("1", "00", 8);
        let differences = |other: RunDescription| one.differences(&other);
        assert_eq!(differences(of("2", "00", 8)), ["the program of the game"]);
        assert_eq!(differences(of("1", "01", 8)), ["the program of the game"]);
        assert_eq!(differences(of("1", "00", 9)), ["rules"]);
        assert!(differences(of("1", "00", 8)).is_empty());
        let with_player = |hash: &str| RunDescription {
            player_files: [("mine".to_owned(), [("mine.py".to_owned(), hash.to_owned())].into())].into(),
            ..of("1", "00", 8)
        };
        assert_eq!(with_player("00").differences(&with_player("01")), ["the program of a player"]);
        assert!(with_player("00").differences(&with_player("00")).is_empty());
    }
}
