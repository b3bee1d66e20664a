//! Questions that play games to make a policy or a network: `hitchart tune`, `learn`, `train` and `exploit`.

mod exploit;
mod learn;
mod meetings;
mod train;
mod tune;

pub use exploit::{ExploitArgs, RESPONSE_FILE, RESPONSE_HEADING, RESPONSE_NETWORK_FILE};
pub use learn::{LearnArgs, NETWORK_FILE, NETWORK_HEADING};
pub use train::{RANKING_FILE, TrainArgs};
pub use tune::{TUNED_FILE, TUNED_HEADING, TuneArgs};

use super::names::GameOptions;
use crate::{AskError, Asking};
use crate::{reply::Reply, scenario::Scenario};
use hitchart_config::InputError;
use hitchart_lab::study::{NamedStudy, Overrides, RunCounts, Simulated, Study, StudyFile};
use serde_json::Value;
use std::{path::Path, sync::Arc, sync::atomic::AtomicBool};

/// Most iterations, and most games of an iteration, a test or a study.
const MOST: u64 = 1_000_000;

/// Arguments of a question that plays games and makes files.
pub trait TrainingArgs: Sized {
    /// The study of the games.
    type Study: Study + 'static;
    /// Name of the study.
    const NAME: &'static str;

    /// Returns the scenario file, and the options of its games.
    fn place(&self) -> (&Path, &GameOptions);

    /// Builds the study on the games of the scenario, which was checked with these settings of the command line.
    ///
    /// # Errors
    /// Fails on mistakes in the arguments.
    fn study(&self, scenario: &Scenario, overrides: &Overrides) -> Result<Self::Study, InputError>;

    /// Returns the settings of a study that determine the counts, besides its scenario.
    fn settings(study: &Self::Study) -> Value;

    /// Returns the answer, with the texts of the files.
    ///
    /// # Errors
    /// Fails with [`AskError::Interrupted`] if games are missing or the work was stopped, and if the result cannot be
    /// stored.
    fn reply(trained: &Trained<'_, Self>, counted: &RunCounts, stop: &AtomicBool) -> Result<Reply, AskError>;
}

/// A question that makes files: its arguments, the scenario of its games, and its study.
pub struct Trained<'a, A: TrainingArgs> {
    args: &'a A,
    scenario: Scenario,
    study: Arc<A::Study>,
}

impl<'a, A: TrainingArgs> Trained<'a, A> {
    /// Reads the scenario, and builds the study from the arguments.
    ///
    /// # Errors
    /// Fails on mistakes in the arguments and in the scenario.
    pub fn of(args: &'a A, asking: &Asking<'_>) -> Result<Trained<'a, A>, InputError> {
        let (file, options) = args.place();
        let overrides = options.overrides(asking);
        let scenario = asking.scenario(file, &overrides)?;
        let study = Arc::new(args.study(&scenario, &overrides)?);
        Ok(Trained { args, scenario, study })
    }

    /// Returns everything that determines the counts.
    pub fn described(&self) -> Value {
        let mut all = A::settings(&self.study);
        all["version"] = env!("CARGO_PKG_VERSION").into();
        all["scenario_sha256"] = self.scenario.file.sha256().into();
        all["ruleset_sha256"] = self.scenario.rules.sha256().into();
        all["seed"] = self.scenario.seed.into();
        all
    }

    /// Returns the answer, with the texts of the files.
    ///
    /// # Errors
    /// Those of [`TrainingArgs::reply`].
    pub fn reply(&self, counted: &RunCounts, stop: &AtomicBool) -> Result<Reply, AskError> {
        A::reply(self, counted, stop)
    }

    /// Returns the study under its name.
    pub fn named(&self) -> NamedStudy {
        NamedStudy::alone(A::NAME, self.study.clone())
    }

    /// Returns the simulations of the study.
    pub fn simulated<'s>(&self, study: &'s NamedStudy) -> Simulated<'s> {
        let (seed, samples) = (self.scenario.seed, self.scenario.samples);
        Simulated { studies: std::slice::from_ref(study), seed, samples }
    }

    /// Returns the inputs of a file of a study on the games of the scenario.
    fn file_of<'s, S>(&'s self, study: &'s S) -> StudyFile<'s, S> {
        StudyFile { scenario: &self.scenario.file, rules: &self.scenario.rules, study }
    }

    /// Returns the number of threads; `None` if not given.
    pub fn threads(&self) -> Option<usize> {
        self.args.place().1.threads()
    }
}

/// Plays all games of a question and returns its answer.
///
/// # Errors
/// Fails on mistakes in the arguments and in the scenario, and if the work was stopped.
pub fn answer<A: TrainingArgs>(args: &A, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let training = Trained::of(args, asking)?;
    let study = training.named();
    let counted = asking.counted(&training.simulated(&study), training.threads())?;
    training.reply(&counted, asking.stop)
}
