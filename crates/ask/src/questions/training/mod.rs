//! Questions that play games to make a policy or a network: `hitchart tune`, `learn`, `train` and `exploit`.

mod exploit;
mod learn;
mod train;
mod tune;

pub use exploit::{Exploit, ExploitArgs, RESPONSE_FILE, RESPONSE_HEADING, RESPONSE_NETWORK_FILE};
pub use learn::{LearnArgs, Learning, NETWORK_FILE, NETWORK_HEADING};
pub use train::{Expert, TrainArgs};
pub use tune::{TUNED_FILE, TUNED_HEADING, TuneArgs, Tuning};

use super::names::GameOptions;
use crate::reply::Reply;
use crate::scenario::Scenario;
use crate::{AskError, Asking};
use hitchart_config::InputError;
use hitchart_lab::study::{NamedStudy, RunCounts, Simulated, Study};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Most iterations, and most games of an iteration, a test or a study.
const MOST: u64 = 1_000_000;

/// A question that makes files: its arguments, the scenario of its games, and its study.
pub struct Trained<'a, A, S> {
    args: &'a A,
    scenario: Scenario,
    study: Arc<S>,
}

impl<'a, A, S> Trained<'a, A, S> {
    /// Reads the scenario, and builds the study from the arguments.
    fn new(
        args: &'a A,
        (file, options): (&Path, &GameOptions),
        asking: &Asking<'_>,
        study: impl FnOnce(&A, &Scenario) -> Result<S, InputError>,
    ) -> Result<Trained<'a, A, S>, InputError> {
        let scenario = asking.scenario(file, &options.overrides(asking))?;
        let study = Arc::new(study(args, &scenario)?);
        Ok(Trained { args, scenario, study })
    }
}

/// A study that makes files.
pub trait Training {
    /// Returns the name of the study.
    fn name(&self) -> &'static str;

    /// Returns the scenario of the games, and the study.
    fn parts(&self) -> (&Scenario, Arc<dyn Study>);

    /// Returns everything that determines the counts.
    fn described(&self) -> Value;

    /// Returns the answer, with the texts of the files.
    ///
    /// # Errors
    /// Fails with [`AskError::Interrupted`] if games are missing or the work was stopped, and if the result cannot be
    /// stored.
    fn reply(&self, counted: &RunCounts, stop: &AtomicBool) -> Result<Reply, AskError>;

    /// Returns the study under its name.
    fn named(&self) -> NamedStudy {
        NamedStudy::alone(self.name(), self.parts().1)
    }

    /// Returns the simulations of the study.
    fn simulated<'a>(&self, study: &'a NamedStudy) -> Simulated<'a> {
        let (scenario, _) = self.parts();
        Simulated { studies: std::slice::from_ref(study), seed: scenario.seed, samples: scenario.samples }
    }
}

/// Tunes the parameters of a policy.
///
/// # Errors
/// Fails on mistakes in the arguments and in the scenario, and if the work was stopped.
pub fn answer_tune(args: &TuneArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    answer(&Tuning::of(args, asking)?, args.options.threads(), asking)
}

/// Fits a network to the results of games.
///
/// # Errors
/// Fails on mistakes in the arguments and in the scenario, and if the work was stopped.
pub fn answer_learn(args: &LearnArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    answer(&Learning::of(args, asking)?, args.options.threads(), asking)
}

/// Improves the evaluation of a search, round by round.
///
/// # Errors
/// Fails on mistakes in the arguments and in the scenario, and if the work was stopped.
pub fn answer_train(args: &TrainArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    answer(&Expert::of(args, asking)?, args.options.threads(), asking)
}

/// Searches for the best response to a policy.
///
/// # Errors
/// Fails on mistakes in the arguments and in the scenario, and if the work was stopped.
pub fn answer_exploit(args: &ExploitArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    answer(&Exploit::of(args, asking)?, args.options.threads(), asking)
}

/// Plays all games of a study and returns its answer.
fn answer(training: &dyn Training, threads: Option<usize>, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let study = training.named();
    let counted = asking.counted(&training.simulated(&study), threads)?;
    training.reply(&counted, asking.stop)
}
