//! The command `hitchart learn FILE`: fits an evaluation to the games of a scenario and writes it to a file.

use super::error::CliError;
use super::names::count;
use super::names::{GameOptions, source};
use super::names::{PathParser, scenarios};
use super::output;
use crate::scenario::Scenario;
use crate::scenario::grounds;
use crate::workflow::{self, FileClaim, Making, NETWORK, WorkflowError};
use clap::Args;
use hitchart_ask::{Asking, Reply, study_reply};
use hitchart_config::InputError;
use hitchart_lab::learning::{Learned, LearnedFile, LearningPlan, LearningStudy};
use hitchart_lab::runner::Progress;
use hitchart_lab::study::{Changes, Games, Learnable, NamedStudy, Simulated, Study};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Most games of a study.
const MOST_GAMES: u64 = 1_000_000;

#[derive(Debug, Args)]
pub(crate) struct LearnArgs {
    /// Scenario: a file, a built-in name, or `-` for standard input; with studies of whole games
    #[arg(value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    file: PathBuf,
    /// Studies to play [default: all studies of games]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    study: Vec<String>,
    /// Policies that play; replaces those of the studies
    #[arg(long, value_name = "POLICY,…", value_delimiter = ',')]
    policies: Option<Vec<String>>,
    /// Games of each study; replaces that of the study; one game in eight is held out for the test
    #[arg(long, value_name = "N", value_parser = count(16..=MOST_GAMES))]
    games: Option<u64>,
    /// Maximum number of states to use from a game
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = count(1..=200))]
    states: u64,
    /// Widths of the hidden layers of the network
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "32,16", value_parser = count(1..=128))]
    hidden: Vec<u64>,
    /// Number of passes over all states
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Learning rate of the first step
    #[arg(long, value_name = "X", default_value_t = 0.003, value_parser = rate)]
    rate: f64,
    /// TD(λ): weight of the final result against the first pass's predictions; 1 disables the second pass
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = share)]
    lambda: f64,
    /// File to write the network to
    #[arg(long, value_name = "FILE", default_value = "network.toml")]
    out: PathBuf,
    /// Continue an unfinished run for the same file
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    options: GameOptions,
}

/// Parses a learning rate.
fn rate(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|rate| (0.000_001..=1.0).contains(rate));
    found.ok_or_else(|| "allowed: 0.000001 to 1".to_owned())
}

/// Parses a share.
fn share(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    found.ok_or_else(|| "allowed: 0 to 1".to_owned())
}

/// Plays games, fits the network, writes it to a file, and prints its quality on held-out games.
pub(crate) fn run(args: &LearnArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let asking = Asking::here(stop);
    let scenario = asking.scenario(&args.file, &args.options.overrides(&asking))?;
    let learning = Arc::new(asked(args, &scenario)?);
    let claim = FileClaim::take(NETWORK, &args.out).map_err(WorkflowError::from)?;
    let pool = workflow::thread_pool(args.options.threads())?;
    let study = NamedStudy::alone("learning", learning.clone());
    let run = Simulated { studies: &[study], seed: scenario.seed, samples: scenario.samples };
    let mut making = Making::begin(&claim, ("learning", described(&scenario, &learning)), args.resume)?;
    let counted = pool.install(|| making.count(&run, &Progress::new(false), stop))?;
    let Some(learned) = learning.learned_until(&counted, stop) else {
        let stopped = making.stopped();
        return Err(if stop.load(Ordering::Relaxed) { stopped.into() } else { unlearned(args.rate).into() });
    };
    let file = LearnedFile { scenario: &scenario.file, rules: &scenario.rules, study: &learning };
    making.finish(&[(&claim, &file.file(claim.heading(), &learned))], stop)?;
    let answer = learning.answer("learning", &counted);
    let reply = Reply::of("How well does the network predict games it has not seen?", &answer, &source(&scenario));
    output::show(&study_reply(&args.options.output, reply, || json(&learned))?)
}

/// Returns the error for a network that cannot be stored; the counts are kept.
fn unlearned(rate: f64) -> InputError {
    let problem = format!("at a rate of {rate}, the weights do not fit into 16 bits");
    InputError::plain(problem).with_help(Some("use a lower --rate with --resume, or more --games"))
}

/// Returns everything that determines the counts.
fn described(scenario: &Scenario, learning: &LearningStudy) -> serde_json::Value {
    serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "scenario_sha256": scenario.file.sha256(),
        "ruleset_sha256": scenario.rules.sha256(),
        "seed": learning.seed(),
        "studies": learning.names().collect::<Vec<&str>>(),
        "players": learning.players().collect::<Vec<&[String]>>(),
        "games": learning.games().collect::<Vec<u64>>(),
        "states": learning.plan().states,
    })
}

/// Builds the study from the arguments.
fn asked(args: &LearnArgs, scenario: &Scenario) -> Result<LearningStudy, InputError> {
    let learnable = |games: &dyn Games| -> Result<Learnable, InputError> {
        let changed = games.changed(&Changes { policies: args.policies.as_deref(), ..Changes::default() })?;
        changed.games().unwrap_or(games).learnable()
    };
    let grounds = grounds(scenario, &args.study, learnable)?;
    let hidden = args.hidden.iter().map(|width| *width as usize).collect();
    let (games, states) = (args.games, args.states as usize);
    let plan = LearningPlan { games, states, hidden, epochs: args.epochs, rate: args.rate, lambda: args.lambda };
    Ok(LearningStudy::new(grounds, plan, scenario.seed))
}

/// Returns the results as JSON.
fn json(learned: &Learned) -> serde_json::Value {
    let loss = |loss: &hitchart_lab::learning::Loss| serde_json::json!({ "log": loss.log, "squared": loss.square });
    let bands = learned.calibration.iter().map(|band| {
        let (low, high) = band.came.interval;
        serde_json::json!({
            "from": band.low, "to": band.high, "said": band.said,
            "points": band.came.point, "points_interval": [low, high], "n": band.came.n,
        })
    });
    serde_json::json!({
        "states": { "fitted": learned.states[0], "held_out": learned.states[1] },
        "games": { "fitted": learned.games[0], "held_out": learned.games[1] },
        "loss": {
            "fitted": loss(&learned.losses.fitted),
            "held_out": loss(&learned.losses.held_out),
            "held_out_always_the_mean": loss(&learned.losses.base),
        },
        "calibration": bands.collect::<Vec<serde_json::Value>>(),
    })
}
