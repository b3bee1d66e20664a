//! `hitchart learn FILE`: fits an evaluation network to the games of a scenario.

use super::super::names::{GameOptions, PathParser, count, scenarios, source};
use super::{MOST, Trained, Training};
use crate::reply::{Reply, study_reply};
use crate::scenario::{Scenario, grounds};
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::InputError;
use hitchart_lab::learning::{Learned, LearnedFile, LearningPlan, LearningStudy, Loss};
use hitchart_lab::study::{Changes, Games, Learnable, RunCounts, Study};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Debug, Args)]
pub struct LearnArgs {
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
    #[arg(long, value_name = "N", value_parser = count(16..=MOST))]
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
    pub out: PathBuf,
    /// Continue an unfinished run for the same file
    #[arg(long)]
    pub resume: bool,
    #[command(flatten)]
    pub options: GameOptions,
}

/// Parses a learning rate.
pub(super) fn rate(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|rate| (0.000_001..=1.0).contains(rate));
    found.ok_or_else(|| "allowed: 0.000001 to 1".to_owned())
}

/// Parses a share.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    found.ok_or_else(|| "allowed: 0 to 1".to_owned())
}

/// Name of the file of the network.
pub const NETWORK_FILE: &str = "network.toml";

/// Start of the file of the network.
pub const NETWORK_HEADING: &str = "# Network by `hitchart learn`";

/// A network to fit to games.
pub type Learning<'a> = Trained<'a, LearnArgs, LearningStudy>;

impl<'a> Learning<'a> {
    /// Builds the study from the arguments.
    ///
    /// # Errors
    /// Fails on mistakes in the arguments and in the scenario.
    pub fn of(args: &'a LearnArgs, asking: &Asking<'_>) -> Result<Learning<'a>, InputError> {
        Trained::new(args, (&args.file, &args.options), asking, learning_study)
    }
}

impl Training for Learning<'_> {
    fn name(&self) -> &'static str {
        "learning"
    }

    fn parts(&self) -> (&Scenario, Arc<dyn Study>) {
        (&self.scenario, self.study.clone())
    }

    fn described(&self) -> Value {
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "scenario_sha256": self.scenario.file.sha256(),
            "ruleset_sha256": self.scenario.rules.sha256(),
            "seed": self.study.seed,
            "studies": self.study.names().collect::<Vec<&str>>(),
            "players": self.study.players().collect::<Vec<&[String]>>(),
            "games": self.study.games().collect::<Vec<u64>>(),
            "states": self.study.plan.states,
        })
    }

    fn reply(&self, counted: &RunCounts, stop: &AtomicBool) -> Result<Reply, AskError> {
        let Some(learned) = self.study.learned_until(counted, stop) else {
            let is_stopped = stop.load(Ordering::Relaxed);
            return Err(if is_stopped { AskError::Interrupted } else { unlearned(self.args.rate).into() });
        };
        let file = LearnedFile { scenario: &self.scenario.file, rules: &self.scenario.rules, study: &self.study };
        let text = file.file(NETWORK_HEADING, &learned);
        let answer = self.study.answer(self.name(), counted);
        let question = "How well does the network predict games it has not seen?";
        let files = vec![(NETWORK_FILE.to_owned(), text)];
        let reply = Reply { files, ..Reply::of(question, &answer, &source(&self.scenario)) };
        study_reply(&self.args.options.output, reply, || learned_json(&learned))
    }
}

/// Returns the error for a network that cannot be stored; the counts are kept.
pub(super) fn unlearned(rate: f64) -> InputError {
    let problem = format!("at a rate of {rate}, the weights do not fit into 16 bits");
    InputError::plain(problem).with_help(Some("use a lower --rate with --resume, or more --games"))
}

/// Builds the study from the arguments.
fn learning_study(args: &LearnArgs, scenario: &Scenario) -> Result<LearningStudy, InputError> {
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
fn learned_json(learned: &Learned) -> Value {
    let loss = |loss: &Loss| json!({ "log": loss.log, "squared": loss.square });
    let bands = learned.calibration.iter().map(|band| {
        let (low, high) = band.came.interval;
        json!({
            "from": band.low, "to": band.high, "said": band.said,
            "points": band.came.point, "points_interval": [low, high], "n": band.came.n,
        })
    });
    json!({
        "states": { "fitted": learned.states[0], "held_out": learned.states[1] },
        "games": { "fitted": learned.games[0], "held_out": learned.games[1] },
        "loss": {
            "fitted": loss(&learned.losses.fitted),
            "held_out": loss(&learned.losses.held_out),
            "held_out_always_the_mean": loss(&learned.losses.base),
        },
        "calibration": bands.collect::<Vec<Value>>(),
    })
}
