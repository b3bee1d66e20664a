//! Questions that exist as data only: the run of a scenario, whole or as units of work, and what this program knows.

use super::{answer::of_study, main_number::main_number};
use crate::games::GAMES;
use crate::questions::names::{count, precision, threads, whole};
use crate::scenario::{MAX_SAMPLES, Scenario, effects};
use crate::{AskError, Asking, RunDescription, simulated, units, work};
use hitchart_config::InputError;
use hitchart_lab::runner::{JournalLine, WorkUnit};
use hitchart_lab::study::{CountProgress, MAX_GAMES, Overrides, RulesChoice, RunCounts};
use hitchart_report::plot::dark_style;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{path::PathBuf, str::FromStr};

/// A question of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Run,
    Units,
    Work,
    Answer,
    About,
}

/// Names of the questions.
pub(super) const NAMES: [&str; 5] = ["run", "units", "work", "answer", "about"];

/// Returns the question of a name.
pub(super) fn find(name: &str) -> Option<Form> {
    const FORMS: [Form; 5] = [Form::Run, Form::Units, Form::Work, Form::Answer, Form::About];
    NAMES.iter().position(|known| *known == name).map(|place| FORMS[place])
}

/// A scenario, and the changes of a question. Numbers are read as the options of the command line are.
#[derive(Debug, Default)]
pub struct ScenarioQuestion {
    scenario: String,
    seed: Option<u64>,
    samples: Option<u64>,
    rules: Option<String>,
    games: Option<u64>,
    policies: Option<Vec<String>>,
    precision: Option<f64>,
    /// Number of threads.
    pub threads: Option<usize>,
    /// Lines of counts so far, of `units` and `answer`.
    counts: Vec<Value>,
    /// Units for each simulation, of `units`.
    parts: Option<u64>,
}

/// Arguments of these questions.
const ARGUMENTS: [&str; 10] =
    ["scenario", "seed", "samples", "rules", "games", "policies", "precision", "threads", "counts", "parts"];

/// Most units for each simulation.
const MAX_PARTS: u64 = 100_000;

/// Default number of units for each simulation.
const PARTS: u64 = 64;

/// Answers a question.
///
/// # Errors
/// Fails on mistakes in the question, and if the work was stopped.
pub(super) fn answer(
    form: Form,
    arguments: Map<String, Value>,
    with_figures: bool,
    asking: &Asking<'_>,
) -> Result<Value, AskError> {
    match form {
        Form::About => about(arguments),
        Form::Work => {
            let [unit] = only(arguments, ["unit"])?;
            if !unit.is_object() {
                return Err(InputError::plain("--unit: not a unit of work, as `units` lists them").into());
            }
            let unit = WorkUnit::deserialize(unit);
            let unit = unit.map_err(|cause| InputError::plain(format!("--unit: not a unit of work: {cause}")))?;
            Ok(json!({ "counts": work(&unit, asking.stop)? }))
        }
        Form::Run | Form::Units | Form::Answer => {
            let of = ScenarioQuestion::read(arguments)?;
            let scenario = of.scenario(asking)?;
            let mut answer = match form {
                Form::Units => return of.units(&scenario),
                Form::Answer => of.answer(&scenario, with_figures)?,
                _ => {
                    of.no_counts()?;
                    let counted = asking.counted(&simulated(&scenario), of.threads)?;
                    answers(&scenario, &counted, true, with_figures)?
                }
            };
            answer["notes"] = effects(&scenario, &of.overrides(asking)).unused.into();
            Ok(answer)
        }
    }
}

/// Takes an argument and parses its text as that of the option of this name. `None` if it is missing.
fn option<T>(
    arguments: &mut Map<String, Value>,
    name: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, InputError> {
    let text = match arguments.remove(name) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) => text,
        Some(Value::Number(number)) => number.to_string(),
        Some(_) => return Err(InputError::plain(format!("--{name}: needed is a number or a text"))),
    };
    parse(&text).map(Some).map_err(|problem| InputError::plain(format!("--{name}: {problem}")))
}

/// Takes a list. `None` if it is missing.
fn list(arguments: &mut Map<String, Value>, name: &str) -> Result<Option<Vec<Value>>, InputError> {
    match arguments.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Array(values)) => Ok(Some(values)),
        Some(_) => Err(InputError::plain(format!("--{name}: needed is a list"))),
    }
}

impl ScenarioQuestion {
    /// Reads the arguments of a question.
    ///
    /// # Errors
    /// Fails on unknown arguments, and on values that the options of `hitchart run` do not take.
    pub fn read(mut arguments: Map<String, Value>) -> Result<ScenarioQuestion, InputError> {
        let of = &mut arguments;
        let text = |text: &str| Ok(text.to_owned());
        let missing = || InputError::plain("--scenario: missing; needed is a built-in name or the text of a file");
        let policy = |policy: Value| match policy {
            Value::String(name) => Ok(name),
            _ => Err(InputError::plain("--policies: needed are names")),
        };
        let policies = list(of, "policies")?.map(|all| all.into_iter().map(policy).collect::<Result<_, _>>());
        let question = ScenarioQuestion {
            scenario: option(of, "scenario", text)?.ok_or_else(missing)?,
            seed: option(of, "seed", whole)?,
            samples: option(of, "samples", count(1..=MAX_SAMPLES))?,
            rules: option(of, "rules", text)?,
            games: option(of, "games", count(1..=MAX_GAMES))?,
            policies: policies.transpose()?,
            precision: option(of, "precision", precision)?,
            threads: option(of, "threads", threads)?.map(usize::from),
            counts: list(of, "counts")?.unwrap_or_default(),
            parts: option(of, "parts", count(1..=MAX_PARTS))?,
        };
        match arguments.keys().next() {
            None => Ok(question),
            Some(unknown) => Err(InputError::unknown("argument", unknown, ARGUMENTS)),
        }
    }

    /// Reads the scenario with the changes.
    ///
    /// # Errors
    /// Returns the first mistake, with its place.
    pub fn scenario(&self, asking: &Asking<'_>) -> Result<Scenario, InputError> {
        asking.scenario(&PathBuf::from(&self.scenario), &self.overrides(asking))
    }

    fn overrides(&self, asking: &Asking<'_>) -> Overrides {
        Overrides {
            seed: self.seed,
            samples: self.samples,
            rules: self.rules.clone().map(|name| RulesChoice::Named(name, asking.folder.clone())),
            games: self.games,
            policies: self.policies.clone(),
            precision: self.precision,
            players: asking.players.clone(),
            programs: asking.programs.clone(),
            ..Overrides::default()
        }
    }

    fn no_counts(&self) -> Result<(), InputError> {
        match self.counts.is_empty() && self.parts.is_none() {
            true => Ok(()),
            false => Err(InputError::plain("`run` has no `counts` and no `parts`; `answer` and `units` have")),
        }
    }

    /// Reads the lines of counts, which must be of this run.
    fn lines(&self, scenario: &Scenario) -> Result<Vec<JournalLine>, InputError> {
        let run = RunDescription::of(scenario).run();
        let read = |line: &Value| {
            let wrong = |cause: String| InputError::plain(format!("--counts: {cause}"));
            if !line.is_object() {
                return Err(wrong(format!("{line} is no line of counts, as `work` returns them")));
            }
            let line = JournalLine::from_str(&line.to_string()).map_err(|cause| wrong(cause.to_string()))?;
            let other = || wrong(format!("a line of another run than `{run}`"));
            if line.run == run { Ok(line) } else { Err(other()) }
        };
        self.counts.iter().map(read).collect()
    }

    fn units(&self, scenario: &Scenario) -> Result<Value, AskError> {
        let units = units(scenario, self.lines(scenario)?, self.parts.unwrap_or(PARTS))?;
        Ok(json!({ "units": units, "run": RunDescription::of(scenario).run() }))
    }

    fn answer(&self, scenario: &Scenario, with_figures: bool) -> Result<Value, AskError> {
        let course = CountProgress::after(simulated(scenario), self.lines(scenario)?)?;
        let is_done = course.is_done();
        answers(scenario, &course.so_far(), is_done, with_figures)
    }
}

/// Returns the answers of all studies that the counts are enough for. A study of games also answers from fewer games.
fn answers(scenario: &Scenario, counted: &RunCounts, is_complete: bool, with_figures: bool) -> Result<Value, AskError> {
    let source = format!("{}, seed {}", scenario.rules.name, scenario.seed);
    let mut studies = Vec::new();
    for study in &scenario.studies {
        let has_games = || study.method.tally(&study.name, counted).is_some();
        let is_enough = is_complete || (study.method.games().is_some() && has_games());
        if is_enough {
            let answer = study.method.answer(&study.name, counted);
            let mut shown = of_study(study, &answer, &source, with_figures)?;
            let tally = study.method.tally(&study.name, counted);
            let outcome = study.method.games().zip(tally).and_then(|(games, tally)| games.outcome(&study.name, &tally));
            let data = outcome.as_ref().map(|outcome| Value::Object(outcome.json.clone()));
            let data = data.or_else(|| answer.json.clone()).unwrap_or_default();
            shown["main"] = main_number(study.kind, &data, &answer.tables);
            if let Some(outcome) = outcome {
                shown["games"] = json!({ "played": outcome.games, "outcome": outcome.json });
            }
            studies.push(shown);
        }
    }
    Ok(json!({
        "title": scenario.title,
        "game": scenario.game.name,
        "rules": scenario.rules.name,
        "seed": scenario.seed,
        "run": RunDescription::of(scenario).run(),
        "complete": is_complete,
        "studies": studies,
        "counts": counted,
    }))
}

/// Returns the names and versions of this program, and the style of its figures on a dark page.
fn about(arguments: Map<String, Value>) -> Result<Value, AskError> {
    let [] = only(arguments, [])?;
    let games: Vec<Value> =
        GAMES.iter().map(|game| json!({ "name": game.name, "title": game.title, "plays": game.plays })).collect();
    let style = dark_style();
    Ok(json!({ "hitchart": env!("CARGO_PKG_VERSION"), "games": games, "dark_style": style, "schema": super::schema() }))
}

/// Takes these arguments, and refuses others.
fn only<const N: usize>(mut arguments: Map<String, Value>, names: [&str; N]) -> Result<[Value; N], InputError> {
    let taken = names.map(|name| arguments.remove(name).unwrap_or_default());
    match arguments.keys().next() {
        None => Ok(taken),
        Some(unknown) => Err(InputError::unknown("argument", unknown, names)),
    }
}

/// Returns the JSON Schemas of the questions.
pub(super) fn forms() -> Vec<Value> {
    let text = || json!({ "type": "string" });
    let scenario = json!({
        "scenario": { "type": "string", "description": "Built-in scenario, or the text of a scenario file" },
        "seed": { "type": "integer" },
        "samples": { "type": "integer" },
        "rules": text(),
        "games": { "type": "integer" },
        "policies": { "type": "array", "items": text() },
        "precision": { "type": "number" },
        "threads": { "type": "integer" },
    });
    let with = |more: Value| {
        let mut all = scenario.as_object().cloned().unwrap_or_default();
        all.extend(more.as_object().cloned().unwrap_or_default());
        all
    };
    let counts = json!({ "type": "array", "description": "Lines of counts, as `work` answers them" });
    let form = |name: &str, description: &str, mut properties: Map<String, Value>, required: &[&str]| {
        properties.insert("version".to_owned(), json!({ "const": super::VERSION }));
        properties.insert("ask".to_owned(), json!({ "const": name }));
        properties.insert("figures".to_owned(), json!({ "type": "boolean" }));
        let required = [&["ask"], required].concat();
        json!({
            "type": "object", "title": name, "description": description, "properties": properties,
            "required": required, "additionalProperties": false,
        })
    };
    let parts = json!({ "counts": counts, "parts": { "type": "integer" } });
    let unit = Map::from_iter([("unit".to_owned(), json!({ "type": "object" }))]);
    vec![
        form("run", "Answer all studies of a scenario", with(json!({})), &["scenario"]),
        form("units", "List the units of work that remain", with(parts), &["scenario"]),
        form("work", "Count a unit of work", unit, &["unit"]),
        form("answer", "Answer the studies from counts", with(json!({ "counts": counts })), &["scenario"]),
        form("about", "Describe this program", Map::new(), &[]),
    ]
}
