//! `hitchart learn FILE`: fits an evaluation network to the games of a scenario.

use super::super::names::{GameOptions, PathParser, count, scenarios, source, within};
use super::{MOST, Trained, TrainingArgs};
use crate::AskError;
use crate::reply::Reply;
use crate::scenario::{Scenario, grounds};
use clap::Args;
use hitchart_config::InputError;
use hitchart_lab::learning::{Learned, LearningPlan, LearningStudy, Loss};
use hitchart_lab::runner::TrainingRows;
use hitchart_lab::study::{Changes, Contest, Games, Learnable, Overrides, Response, RunCounts, Study, bounds};
use hitchart_stats::Estimate;
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
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
    /// Games of each study, 16 or more; replaces that of the study; one game in eight is held out for the test
    #[arg(long, value_name = "N", value_parser = count(16..=MOST))]
    games: Option<u64>,
    /// Maximum number of states, or of decisions, to use from a game
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = count(1..=200))]
    states: u64,
    /// Fit a ranking of candidates instead, to the values that searches find in N playouts of each
    #[arg(long, value_name = "N", conflicts_with = "lambda", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    candidates: Option<u32>,
    /// Widths of the hidden layers of the network
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "32,16", value_parser = count(1..=128))]
    hidden: Vec<u64>,
    /// Number of passes over all states
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Learning rate of the first step
    #[arg(long, value_name = "X", default_value_t = 0.003, value_parser = within(RATES))]
    rate: f64,
    /// TD(λ): weight of the final result against the first pass's predictions; 1 disables the second pass
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = within(0.0..=1.0))]
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

/// Allowed learning rates.
pub(super) const RATES: RangeInclusive<f64> = 0.000_001..=1.0;

/// Name of the file of the network.
pub const NETWORK_FILE: &str = "network.toml";

/// Start of the file of the network.
pub const NETWORK_HEADING: &str = "# Network by `hitchart learn`";

impl TrainingArgs for LearnArgs {
    type Study = LearningStudy;
    const NAME: &'static str = "learning";

    fn place(&self) -> (&Path, &GameOptions) {
        (&self.file, &self.options)
    }

    fn study(&self, scenario: &Scenario, _: &Overrides) -> Result<LearningStudy, InputError> {
        let learnable = |games: &dyn Games| -> Result<Learnable, InputError> {
            let changed = games.changed(&Changes { policies: self.policies.as_deref(), ..Changes::default() })?;
            changed.games().unwrap_or(games).learnable()
        };
        let grounds = grounds(scenario, &self.study, learnable)?;
        if let Some((name, _)) = grounds.iter().find(|(_, ground)| self.candidates.is_some() && !ground.has_search) {
            return Err(no_candidates(name));
        }
        let hidden = self.hidden.iter().map(|width| *width as usize).collect();
        let (games, states) = (self.games, self.states as usize);
        let rows = self.candidates.map_or(TrainingRows::States, TrainingRows::Candidates);
        let LearnArgs { epochs, rate, lambda, .. } = *self;
        let plan = LearningPlan { games, rows, states, hidden, epochs, rate, lambda };
        Ok(LearningStudy::new(grounds, plan, scenario.seed))
    }

    fn settings(study: &LearningStudy) -> Value {
        json!({
            "studies": study.names().collect::<Vec<&str>>(),
            "players": study.players().collect::<Vec<&[String]>>(),
            "games": study.games().collect::<Vec<u64>>(),
            "states": study.plan.states,
            "candidates": study.plan.rows.playouts(),
        })
    }

    fn reply(asked: &Trained<'_, Self>, counted: &RunCounts, stop: &AtomicBool) -> Result<Reply, AskError> {
        let Some(learned) = asked.study.learned_until(counted, stop) else {
            let is_stopped = stop.load(Ordering::Relaxed);
            return Err(if is_stopped { AskError::Interrupted } else { unlearned(asked.args.rate).into() });
        };
        let text = asked.file_of(&*asked.study).file(NETWORK_HEADING, &learned);
        let answer = asked.study.answer(Self::NAME, counted);
        let question = match asked.study.plan.rows {
            TrainingRows::States => "How well does the network predict games it has not seen?",
            TrainingRows::Candidates(_) => "How often does the network keep the best candidate?",
        };
        let files = vec![(NETWORK_FILE.to_owned(), text)];
        let reply = Reply { files, ..Reply::of(question, &answer, &source(&asked.scenario)) };
        Ok(reply.finish(&asked.args.options.output, learned_json(asked.study.plan.rows, &learned)))
    }
}

/// Returns the error for a study whose players compare no candidates by playouts.
fn no_candidates(study: &str) -> InputError {
    InputError::plain(format!("--candidates: no player of study `{study}` compares candidates by playouts"))
        .with_help(Some("give searches by --policies, for example `search,search`"))
}

/// Returns true if responses of a contest can learn from its games.
pub(super) fn learns(contest: &Contest) -> bool {
    contest.learnable(Response::Named(0)).is_some()
}

/// Returns the error for a study without such games.
pub(super) fn not_learnable() -> InputError {
    InputError::plain("its games cannot be learned from: a study of missions needs one row")
}

/// Returns the error for a network that cannot be stored; the counts are kept.
pub(super) fn unlearned(rate: f64) -> InputError {
    let problem = format!("at a rate of {rate}, the weights do not fit into 16 bits");
    InputError::plain(problem).with_help(Some("use a lower --rate with --resume, or more --games"))
}

/// Returns the results as JSON; the numbers of rows are under the word for them.
fn learned_json(rows: TrainingRows, learned: &Learned) -> Value {
    let loss = |loss: &Loss| json!({ "log": loss.log, "squared": loss.square });
    let bands = learned.calibration.iter().map(|band| {
        let (low, high) = band.came.interval;
        json!({
            "from": band.low, "to": band.high, "said": band.said,
            "points": band.came.point, "points_interval": [low, high], "n": band.came.n,
        })
    });
    let ranked = learned.ranked.iter().map(|ranked| {
        let share = |share: Estimate| json!({ "point": share.point, "interval": share.interval, "n": share.n });
        json!({
            "candidates_compared": ranked.kept,
            "best_by_network": share(ranked.by_network),
            "best_by_list": share(ranked.by_list),
        })
    });
    json!({
        rows.name(): { "fitted": learned.states[0], "held_out": learned.states[1] },
        "games": { "fitted": learned.games[0], "held_out": learned.games[1] },
        "loss": {
            "fitted": loss(&learned.losses.fitted),
            "held_out": loss(&learned.losses.held_out),
            "held_out_always_the_mean": loss(&learned.losses.base),
        },
        "squared_error_removed": { "point": learned.removed.point, "interval": bounds(&learned.removed),
            "n": learned.removed.n },
        "calibration": bands.collect::<Vec<Value>>(),
        "ranked": ranked.collect::<Vec<Value>>(),
    })
}
