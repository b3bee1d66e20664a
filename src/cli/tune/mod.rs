//! `hitchart tune FILE`

use super::error::CliError;
use super::options::GameOptions;
use super::output;
use crate::games::rapid_attack::players::Player;
use crate::games::rapid_attack::studies::games::{Tuning, TuningPlan, TuningStudy, Verdict, total};
use crate::games::rapid_attack::studies::{Common, GamesStudy, Question, RapidAttackStudy};
use crate::input::{FileText, InputError, listed};
use crate::runner::Progress;
use crate::scenario::{Scenario, check};
use crate::study::{Asked, Simulated, Study};
use crate::tuning::Gains;
use crate::workflow::{self, WorkflowError};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Most iterations, and most games of an iteration or a test.
const MOST: u64 = 1_000_000;

#[derive(Debug, Args)]
pub struct TuneArgs {
    /// Scenario file with studies of kind `games`, of two companies each
    file: PathBuf,
    /// Studies to play [default: all of kind `games`]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    study: Vec<String>,
    /// Policy whose parameters are the start, and the opponent in the test
    #[arg(long, value_name = "POLICY", default_value = "untuned")]
    start: String,
    /// Iterations
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=MOST))]
    iterations: u64,
    /// Games of an iteration, over all studies; rounded up to whole pairs of each
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=MOST))]
    games: u64,
    /// Games of the test, over all studies; rounded up to whole pairs of each
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=MOST))]
    test: u64,
    /// How far the first iteration moves a parameter if one side wins all games, in widths of its bounds
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = share)]
    step: f64,
    /// How far from the centre the first two points lie, in widths of the bounds
    #[arg(long, value_name = "X", default_value_t = 0.05, value_parser = share)]
    spread: f64,
    /// File of the tuned policy
    #[arg(long, value_name = "FILE", default_value = "tuned.toml")]
    out: PathBuf,
    #[command(flatten)]
    options: GameOptions,
}

/// A share of the width of a parameter's bounds.
fn share(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|share| (0.0001..=0.4).contains(share));
    found.ok_or_else(|| "allowed: 0.0001 to 0.4".to_owned())
}

/// Tunes, writes what was found, and says what the test has shown.
pub fn run(args: &TuneArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let scenario = check(FileText::read(&args.file)?, &args.options.overrides())?;
    let tuning = asked(args, &scenario)?;
    workflow::check_file(&args.out).map_err(WorkflowError::from)?;
    let pool = workflow::thread_pool(args.options.threads())?;
    let asked: Arc<TuningStudy> = Arc::new(tuning.study());
    let study = Study { name: "tuning".to_owned(), title: String::new(), text: String::new(), asked: asked.clone() };
    let run = Simulated { studies: &[study], seed: scenario.seed, samples: scenario.samples };
    let counted = pool.install(|| run.count(Vec::new(), &|_, _| Ok(()), &Progress::new(false), stop));
    let counted = counted.map_err(WorkflowError::from)?.counted;
    let tuned = asked.found(&counted);
    let text = tuning.file(workflow::HEADING, &tuned);
    if tuned.test.is_some() {
        workflow::write_file(&args.out, &text).map_err(WorkflowError::from)?;
    }
    let tables = asked.answer("tuning", &counted).tables;
    output::answer(args.options.format, &tables, || json(&text))?;
    match tuned.test.as_deref().map(|duels| Verdict::of(&total(duels))) {
        None => return Err(CliError::Untested { done: tuned.iterations, asked: args.iterations }),
        Some(Verdict::Pass) => {}
        Some(verdict) => output::note(&format!("warning: no improvement is shown; the test is: {}", verdict.name())),
    }
    Ok(())
}

/// The tuning as it is to be run.
fn asked<'a>(args: &TuneArgs, scenario: &'a Scenario) -> Result<Tuning<'a>, InputError> {
    let (common, studies) = chosen(scenario, &args.study)?;
    let start = common.policy(args.start.trim())?;
    let own = matches!(start.build(), Player::Tactician(_)).then(|| start.tactics()).flatten();
    let tactics = own.ok_or_else(|| {
        let problem = format!("--start: policy `{}` is no tactician", start.name());
        InputError::plain(problem).with_help(Some("start from `untuned`, `tactician`, one of its styles or your own"))
    })?;
    let pairs = |games: u64| games.div_ceil(2 * studies.len() as u64);
    let plan = TuningPlan {
        iterations: args.iterations,
        pairs: pairs(args.games),
        test_pairs: pairs(args.test),
        gains: Gains { step: args.step, spread: args.spread },
    };
    let seed = scenario.seed;
    Ok(Tuning { scenario: &scenario.file, common, seed, studies, start, tactics, plan })
}

/// A study of games of the game that has parameters to tune.
fn tunable(study: &Study) -> Option<(&Common, &GamesStudy)> {
    let known = study.asked.as_any().downcast_ref::<RapidAttackStudy>()?;
    match &known.question {
        Question::Games(games) => Some((&known.common, games)),
        _ => None,
    }
}

/// Studies of games with what they share.
type Chosen<'a> = (&'a Common, Vec<(&'a str, &'a GamesStudy)>);

/// The studies of these names, or all of games; each of two companies.
fn chosen<'a>(scenario: &'a Scenario, names: &[String]) -> Result<Chosen<'a>, InputError> {
    let known = scenario.studies.iter().filter_map(|study| Some((study.name.as_str(), tunable(study)?)));
    let (shared, all): (Vec<&Common>, Vec<(&str, &GamesStudy)>) =
        known.map(|(name, (common, games))| (common, (name, games))).unzip();
    let Some(common) = shared.first() else {
        let problem = "the scenario has no study of kind `games` to tune on";
        return Err(InputError::plain(problem).with_help(Some("add a `[[study]]` with `kind = \"games\"`")));
    };
    let named = |name: &String| {
        let found = all.iter().find(|(known, _)| *known == name.trim());
        found.copied().ok_or_else(|| not_of_games(scenario, name.trim(), all.iter().map(|(name, _)| *name)))
    };
    let mut studies = Vec::new();
    for study in names.iter().map(named) {
        let study = study?;
        if !studies.iter().any(|(name, _)| *name == study.0) {
            studies.push(study);
        }
    }
    if names.is_empty() {
        studies.clone_from(&all);
    }
    match studies.iter().find(|(_, study)| study.companies.len() != 2) {
        Some((name, study)) => {
            let two = all.iter().filter(|(_, study)| study.companies.len() == 2).map(|(name, _)| *name);
            let problem = format!(
                "study `{name}` has {} companies; `tune` plays two against each other. Of two are: {}",
                study.companies.len(),
                listed(two)
            );
            Err(InputError::plain(problem).with_help(Some("choose with --study")))
        }
        None => Ok((common, studies)),
    }
}

/// A name that no study of games has.
fn not_of_games<'a>(scenario: &Scenario, name: &str, games: impl Iterator<Item = &'a str> + Clone) -> InputError {
    let other = scenario.studies.iter().find(|study| study.name == name).map(|study| study.asked.kind());
    match other.filter(|kind| *kind != "games") {
        Some(kind) => InputError::plain(format!("study `{name}` is of kind `{kind}`; `tune` needs one of `games`")),
        None => InputError::unknown("study", name, games),
    }
}

/// The file of the policy as JSON.
fn json(file: &str) -> serde_json::Value {
    let table: Option<toml::Table> = toml::from_str(file).ok();
    table.and_then(|table| serde_json::to_value(table).ok()).unwrap_or_default()
}
