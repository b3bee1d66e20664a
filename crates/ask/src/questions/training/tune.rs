//! `hitchart tune FILE`: tunes the parameters of a policy.

use super::super::names::{GameOptions, PathParser, count, scenarios, source, within};
use super::{MOST, Trained, TrainingArgs};
use crate::AskError;
use crate::reply::Reply;
use crate::scenario::{Scenario, grounds};
use clap::Args;
use hitchart_config::InputError;
use hitchart_lab::study::{Overrides, RunCounts, Study, Tunable};
use hitchart_lab::tuning::{Gains, TuningPlan, TuningStudy, TuningVerdict, total};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::{ops::RangeInclusive, sync::atomic::AtomicBool};

#[derive(Debug, Args)]
pub struct TuneArgs {
    /// Scenario: a file, a built-in name, or `-` for standard input; with studies of games of two companies, or of missions
    #[arg(value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    file: PathBuf,
    /// Studies to play [default: all studies of games]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    study: Vec<String>,
    /// Policy to start from; also the opponent in the test [default: untuned; in Apocalypse Frame tactician]
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
    /// Largest change of a parameter in the first iteration, as a share of the width of its bounds, 0.0001 to 0.4
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = within(SHARES))]
    step: f64,
    /// Distance of the first two points from the centre, as a share of the width of the bounds, 0.0001 to 0.4
    #[arg(long, value_name = "X", default_value_t = 0.05, value_parser = within(SHARES))]
    spread: f64,
    /// File to write the tuned policy to
    #[arg(long, value_name = "FILE", default_value = "tuned.toml")]
    pub out: PathBuf,
    /// Continue an unfinished tuning into the same file
    #[arg(long)]
    pub resume: bool,
    #[command(flatten)]
    pub options: GameOptions,
}

/// Allowed shares of the width of a parameter's bounds.
pub(super) const SHARES: RangeInclusive<f64> = 0.0001..=0.4;

/// Name of the file of the tuned policy.
pub const TUNED_FILE: &str = "tuned.toml";

/// Start of the file of the tuned policy.
pub const TUNED_HEADING: &str = "# Tactics by `hitchart tune`";

impl TrainingArgs for TuneArgs {
    type Study = TuningStudy;
    const NAME: &'static str = "tuning";

    fn place(&self) -> (&Path, &GameOptions) {
        (&self.file, &self.options)
    }

    fn study(&self, scenario: &Scenario, _: &Overrides) -> Result<TuningStudy, InputError> {
        let start = self.start.as_deref().map(str::trim);
        let grounds: Vec<(String, Tunable)> = grounds(scenario, &self.study, |games| games.tunable(start))?;
        let pairs = |games: u64| games.div_ceil(2 * grounds.len() as u64);
        let plan = TuningPlan {
            iterations: self.iterations,
            pairs: pairs(self.games),
            test_pairs: pairs(self.test),
            gains: Gains { step: self.step, spread: self.spread },
        };
        Ok(TuningStudy::new(grounds, plan, scenario.seed))
    }

    fn settings(study: &TuningStudy) -> Value {
        let (plan, tunable) = (&study.plan, study.tunable());
        json!({
            "studies": study.names().collect::<Vec<&str>>(),
            "iterations": plan.iterations,
            "pairs": plan.pairs,
            "test_pairs": plan.test_pairs,
            "step": plan.gains.step,
            "spread": plan.gains.spread,
            "start": tunable.values,
        })
    }

    fn reply(asked: &Trained<'_, Self>, counted: &RunCounts, _: &AtomicBool) -> Result<Reply, AskError> {
        let tuned = asked.study.found(counted).ok_or(AskError::Interrupted)?;
        let text = asked.file_of(&*asked.study).file(TUNED_HEADING, &tuned);
        let data = policy_json(&text);
        let unclear = match TuningVerdict::of(&total(&tuned.test)) {
            TuningVerdict::Pass => None,
            verdict => Some(format!("no improvement is shown; the test is: {}", verdict.name())),
        };
        let answer = asked.study.answer(Self::NAME, counted);
        let reply = Reply {
            files: vec![(TUNED_FILE.to_owned(), text)],
            warnings: unclear.into_iter().collect(),
            ..Reply::of("Does the tuned policy win more games?", &answer, &source(&asked.scenario))
        };
        Ok(reply.finish(&asked.args.options.output, data))
    }
}

/// Converts the file of a policy to JSON.
pub(super) fn policy_json(file: &str) -> Value {
    let table: Option<toml::Table> = toml::from_str(file).ok();
    table.and_then(|table| serde_json::to_value(table).ok()).unwrap_or_default()
}
