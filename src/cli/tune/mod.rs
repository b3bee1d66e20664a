//! The command `hitchart tune FILE`: tunes the parameters of a policy and writes the result to a file.

use super::error::CliError;
use super::names::count;
use super::names::{GameOptions, source};
use super::names::{PathParser, scenarios};
use super::output;
use crate::scenario::Scenario;
use crate::scenario::grounds;
use crate::workflow::{self, FileClaim, Making, TACTICS, WorkflowError};
use clap::Args;
use hitchart_ask::{Asking, Reply, study_reply};
use hitchart_config::InputError;
use hitchart_lab::runner::Progress;
use hitchart_lab::study::{NamedStudy, Simulated, Study, Tunable};
use hitchart_lab::tuning::{Gains, TunedFile, TuningPlan, TuningStudy, TuningVerdict, total};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Most iterations, and most games of an iteration or a test.
pub(crate) const MOST: u64 = 1_000_000;

#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// Scenario: a file, a built-in name, or `-` for standard input; with studies of games of two companies, or of missions
    #[arg(value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    file: PathBuf,
    /// Studies to play [default: all studies of games]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    study: Vec<String>,
    /// Policy to start from; also the opponent in the test [default: the hand-chosen weights]
    #[arg(long, value_name = "POLICY")]
    start: Option<String>,
    /// Number of iterations
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = count(1..=MOST))]
    iterations: u64,
    /// Games of an iteration, over all studies; rounded up to whole pairs per study
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = count(1..=MOST))]
    games: u64,
    /// Games of the test, over all studies; rounded up to whole pairs per study
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = count(1..=MOST))]
    test: u64,
    /// Largest change of a parameter in the first iteration, as a share of the width of its bounds
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = share)]
    step: f64,
    /// Distance of the first two points from the centre, as a share of the width of the bounds
    #[arg(long, value_name = "X", default_value_t = 0.05, value_parser = share)]
    spread: f64,
    /// File to write the tuned policy to
    #[arg(long, value_name = "FILE", default_value = "tuned.toml")]
    out: PathBuf,
    /// Continue an unfinished tuning into the same file
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    options: GameOptions,
}

/// Parses a share of the width of a parameter's bounds.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|share| (0.0001..=0.4).contains(share));
    found.ok_or_else(|| "allowed: 0.0001 to 0.4".to_owned())
}

/// Tunes a policy, writes it to a file, and prints the result of the test.
pub(crate) fn run(args: &TuneArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let asking = Asking::here(stop);
    let scenario = asking.scenario(&args.file, &args.options.overrides(&asking))?;
    let tuning = Arc::new(asked(args, &scenario)?);
    let claim = FileClaim::take(TACTICS, &args.out).map_err(WorkflowError::from)?;
    let pool = workflow::thread_pool(args.options.threads())?;
    let study = NamedStudy::alone("tuning", tuning.clone());
    let run = Simulated { studies: &[study], seed: scenario.seed, samples: scenario.samples };
    let mut making = Making::begin(&claim, ("tuning", described(&scenario, &tuning)), args.resume)?;
    let counted = pool.install(|| making.count(&run, &Progress::new(false), stop))?;
    let tuned = tuning.found(&counted).ok_or_else(|| making.stopped())?;
    let file = TunedFile { scenario: &scenario.file, rules: &scenario.rules, study: &tuning };
    let text = file.file(claim.heading(), &tuned);
    making.finish(&[(&claim, &text)], stop)?;
    let answer = tuning.answer("tuning", &counted);
    let reply = Reply::of("Does the tuned policy win more games?", &answer, &source(&scenario));
    output::show(&study_reply(&args.options.output, reply, || json(&text))?)?;
    match TuningVerdict::of(&total(&tuned.test)) {
        TuningVerdict::Pass => {}
        verdict => output::note(&format!("warning: no improvement is shown; the test is: {}", verdict.name())),
    }
    Ok(())
}

/// Returns everything that determines the counts of a tuning.
fn described(scenario: &Scenario, tuning: &TuningStudy) -> serde_json::Value {
    let (plan, tunable) = (tuning.plan(), tuning.tunable());
    serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "scenario_sha256": scenario.file.sha256(),
        "ruleset_sha256": scenario.rules.sha256(),
        "seed": tuning.seed(),
        "studies": tuning.names().collect::<Vec<&str>>(),
        "iterations": plan.iterations,
        "pairs": plan.pairs,
        "test_pairs": plan.test_pairs,
        "step": plan.gains.step,
        "spread": plan.gains.spread,
        "start": tunable.values,
    })
}

/// Builds the tuning from the arguments.
fn asked(args: &TuneArgs, scenario: &Scenario) -> Result<TuningStudy, InputError> {
    let start = args.start.as_deref().map(str::trim);
    let grounds: Vec<(String, Tunable)> = grounds(scenario, &args.study, |games| games.tunable(start))?;
    let pairs = |games: u64| games.div_ceil(2 * grounds.len() as u64);
    let plan = TuningPlan {
        iterations: args.iterations,
        pairs: pairs(args.games),
        test_pairs: pairs(args.test),
        gains: Gains { step: args.step, spread: args.spread },
    };
    Ok(TuningStudy::new(grounds, plan, scenario.seed))
}

/// Converts the file of a policy to JSON.
pub(crate) fn json(file: &str) -> serde_json::Value {
    let table: Option<toml::Table> = toml::from_str(file).ok();
    table.and_then(|table| serde_json::to_value(table).ok()).unwrap_or_default()
}
