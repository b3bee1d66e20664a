//! The check of a scenario file, and its TOML. Names are resolved and ranges checked, and every error has its place.

use super::super::games::{Entry, GAMES, PROGRAM, find};
use super::{Scenario, common, players};
use hitchart_config::schema::{definitions, reference};
use hitchart_config::{At, FileText, InputError, listed, not_empty, read, read_table, same_name, within};
use hitchart_lab::study::{
    Changes, Checked, CommonCheck, NamedStudy, Overrides, Precise, Request, RulesChoice, Written, schema_of,
};
use schemars::JsonSchema;
use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};
use toml::{Spanned, de::DeValue};

// The check.

/// Default number of samples of each simulated answer.
const DEFAULT_SAMPLES: u64 = 1_000_000;
/// Most samples of one answer: with more, intervals would be narrower than needed.
pub const MAX_SAMPLES: u64 = 100_000_000_000;

/// Reads and checks a scenario.
///
/// # Errors
/// Returns the first mistake, with its place.
pub fn check(file: FileText, overrides: &Overrides) -> Result<Scenario, InputError> {
    ReadScenario::of(&file, None)?.check(overrides, true)
}

/// A scenario file that was read. Its game checks the rules, the policies and the studies, under any number of rulesets.
pub(crate) struct ReadScenario<'a> {
    file: &'a FileText,
    pub(super) game: &'static Entry,
    head: RawHead,
    rules: Option<Spanned<DeValue<'a>>>,
    policies: Option<Spanned<DeValue<'a>>>,
    studies: Option<Spanned<DeValue<'a>>>,
}

impl<'a> ReadScenario<'a> {
    /// Reads a file. If `expected` is given, the scenario must be of this game.
    ///
    /// # Errors
    /// Fails on mistakes in the head of the file, and on scenarios of another game, with the place.
    pub(crate) fn of(file: &'a FileText, expected: Option<&Entry>) -> Result<ReadScenario<'a>, InputError> {
        let table = read_table(file)?;
        let mut root = table.get_ref().clone();
        let (rules, studies, policies) = (root.remove("rules"), root.remove("study"), root.remove("policies"));
        let head: RawHead = read(file, Spanned::new(table.span(), root))?;
        let game = game(file, &head.game)?;
        if let Some(expected) = expected.filter(|expected| expected.name != game.name) {
            let problem = format!("the scenario is for {}, but the rulesets are for {}", game.name, expected.name);
            return Err(InputError::at(file, head.game.span, problem));
        }
        Ok(ReadScenario { file, game, head, rules, policies, studies })
    }

    /// Checks the scenario, with the studies common to all games or without them: these use the others under other rules.
    ///
    /// # Errors
    /// Returns the first mistake, with its place.
    pub(crate) fn check(&self, overrides: &Overrides, with_common: bool) -> Result<Scenario, InputError> {
        let (file, game, head) = (self.file, self.game, &self.head);
        let samples = match (overrides.samples, &head.samples) {
            (Some(samples), _) => samples,
            (None, Some(samples)) => within(file, samples, "samples", 1, MAX_SAMPLES)?,
            (None, None) => DEFAULT_SAMPLES,
        };
        let seed = overrides.seed.or(head.seed.as_ref().map(|seed| seed.value)).unwrap_or(1);
        let title = not_empty(file, &head.title, "title")?;
        let common = common::kinds().map(|own| own.kind);
        let check =
            |kind: &str, written: Written<'_>| common::check(kind, &common::Checker { game, overrides }, written);
        let check_common: CommonCheck<'_> = if with_common { Some(&check) } else { None };
        let (rules, policies, mut studies) = (self.rules.clone(), self.policies.clone(), self.studies.clone());
        let (policies, mut players) = players::taken(file, policies, overrides)?;
        if let Some(studies) = studies.as_mut().filter(|_| game.name != PROGRAM.name) {
            players::in_studies(file, studies, overrides, &mut players)?;
        }
        of_this_game(game, file, rules.as_ref(), overrides)?;
        let player_files = players::files(&players);
        let mut own = common::of_game(overrides);
        own.players.extend(players);
        let request =
            Request { file, rules, policies, studies, seed, samples, overrides: &own, common: &common, check_common };
        let Checked { rules, mut studies } = (game.check)(request)?;
        change(&mut studies, overrides)?;
        let Overrides { games, precision, budget, .. } = *overrides;
        Ok(Scenario {
            has_position: head.position.is_some(),
            title,
            description: head.description.clone().unwrap_or_default(),
            game,
            rules,
            seed,
            samples,
            games,
            policies: overrides.policies.clone(),
            precision,
            budget: budget.filter(|_| games.is_none() && studies.iter().any(common::has_budget)),
            studies,
            player_files,
            file: file.clone(),
        })
    }
}

/// Checks that the ruleset is not a built-in one of another game.
fn of_this_game(
    game: &Entry,
    file: &FileText,
    written: Option<&Spanned<DeValue<'_>>>,
    overrides: &Overrides,
) -> Result<(), InputError> {
    let (name, span) = match (&overrides.rules, written) {
        (Some(RulesChoice::Named(name, _)), _) => (name.as_str(), None),
        (None, Some(written)) => (written.get_ref().as_str().unwrap_or_default(), Some(written.span())),
        _ => return Ok(()),
    };
    let has = |entry: &Entry| entry.rulesets.iter().any(|(known, _)| same_name(known, name));
    let Some(other) = GAMES.iter().find(|entry| has(entry)).filter(|_| !has(game)) else { return Ok(()) };
    let known = listed(game.rulesets.iter().map(|(name, _)| *name));
    let problem = format!("`{name}` is a ruleset of {}; allowed: {known}", other.title);
    let error = InputError::plain(problem).with_help(Some("name another ruleset by its file, which ends in .toml"));
    Err(match span {
        Some(span) => error.or_at(file, span),
        None => error,
    })
}

/// Returns the game of a scenario: a built-in one by name, or a program by its command.
fn game(file: &FileText, written: &At<toml::Value>) -> Result<&'static Entry, InputError> {
    let name = match &written.value {
        toml::Value::String(name) => name.as_str(),
        toml::Value::Table(_) => PROGRAM.name,
        _ => return Err(InputError::at(file, written.span.clone(), "`game` is a name, or a table with a `command`")),
    };
    let unknown = || InputError::unknown("game", name, GAMES.iter().map(|game| game.name));
    find(name).ok_or_else(|| unknown().or_at(file, written.span.clone()))
}

/// Returns true if the game of a scenario is a program.
pub(crate) fn is_of_a_program(file: &FileText) -> bool {
    let table = read_table(file).ok();
    table.is_some_and(|table| table.get_ref().get("game").is_some_and(|game| game.get_ref().as_table().is_some()))
}

/// Applies the options of the command line to studies of games.
fn change(studies: &mut [NamedStudy], overrides: &Overrides) -> Result<(), InputError> {
    let changes = Changes { games: overrides.games, policies: overrides.policies.as_deref(), ..Changes::default() };
    for study in studies {
        if changes.games.is_some() || changes.policies.is_some() {
            study.method = study.method.changed(&changes)?.unwrap_or_else(|| Arc::clone(&study.method));
        }
        if let Some(goal) = overrides.precision.filter(|_| study.method.games().is_some()) {
            let precise = Precise::of(study.method.as_ref(), goal, overrides.games)?;
            study.method = precise.unwrap_or_else(|| Arc::clone(&study.method));
        }
    }
    Ok(())
}

// The TOML of a scenario file, except for the parts that the game reads.

/// The top level of a scenario file.
///
/// The game parses `rules`, `policies` and `study`, because they differ between games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawHead {
    pub title: At<String>,
    pub description: Option<String>,
    #[serde(alias = "system")]
    pub game: At<toml::Value>,
    pub seed: Option<At<u64>>,
    pub samples: Option<At<u64>>,
    /// Position of a game, which the questions about positions read.
    pub position: Option<IgnoredAny>,
    /// Parsed separately.
    #[serde(rename = "rules")]
    _rules: Option<IgnoredAny>,
    /// Parsed separately.
    #[serde(rename = "policies")]
    _policies: Option<IgnoredAny>,
    /// Parsed separately.
    #[serde(rename = "study")]
    _study: Option<IgnoredAny>,
}

/// Rules of a scenario.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "names the two forms for the schema")]
enum RawRules {
    /// A built-in ruleset, or a file ending in `.toml`.
    Name(String),
    /// Changes to the ruleset named by `extends`, or to the default one.
    Overlay(serde_json::Map<String, Value>),
}

/// A scenario file.
#[derive(JsonSchema)]
#[schemars(title = "Scenario", rename = "Scenario")]
#[allow(dead_code, reason = "the whole file as the schema shows it")]
struct RawScenario {
    /// Title of the report.
    title: String,
    /// Description of the scenario.
    description: Option<String>,
    /// The game.
    game: String,
    /// The ruleset; the default one of the game if it is left out.
    rules: Option<RawRules>,
    /// Seed of all random streams; 1 by default.
    seed: Option<u64>,
    /// Samples of each simulated answer; a million by default.
    samples: Option<u64>,
    /// Policies of the scenario by name: settings, and the built-in policy named by `base`.
    policies: Option<BTreeMap<String, serde_json::Map<String, Value>>>,
    /// A position of a game of the first study of games, for `hitchart ra|io|af position`; other commands skip it.
    position: Option<serde_json::Map<String, Value>>,
    /// The studies, in the order of the report.
    study: Vec<Value>,
}

/// Returns the JSON Schema of scenario files: the studies are those of all games, and the game is one of the known
/// ones.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(RawScenario).to_value();
    let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    schema["properties"]["game"]["enum"] = json!(names);
    let studies: Vec<Value> = names.iter().copied().chain([COMMON]).map(reference).collect();
    schema["properties"]["study"]["items"] = json!({ "anyOf": studies });
    for game in GAMES {
        for (name, definition) in definitions(game.name, (game.study_schema)()) {
            schema["$defs"][name] = definition;
        }
    }
    for (name, definition) in definitions(COMMON, schema_of(common::kinds())) {
        schema["$defs"][name] = definition;
    }
    schema
}

/// Name of the studies common to all games.
const COMMON: &str = "any-game";
