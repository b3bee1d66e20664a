//! Studies of whole games, of any game.

use super::{Contest, Grouped, Study};
use crate::runner::Job;
use hitchart_config::InputError;
use hitchart_play::policy::{Parameter, Settings};
use hitchart_report::Warning;
use hitchart_report::table::Table;
use hitchart_stats::Estimate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Maximum number of games of a study: sums of squares still fit 64 bits.
pub const MAX_GAMES: u64 = 1_000_000_000;

/// Operations of a study of games, beyond an answer.
pub trait Games: Send + Sync {
    /// Returns the number of games.
    fn count(&self) -> u64;

    /// Returns the number of policies that a command line may name.
    fn seats(&self) -> usize;

    /// Returns the study with the changes of a command line.
    ///
    /// # Errors
    /// Policies that are unknown, or too many or too few.
    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Study>, InputError>;

    /// Returns the snapshot of files that a saved report needs to be rendered again.
    fn kept(&self) -> Option<Value> {
        None
    }

    /// Summarises a tally. `None` if the tally is not of these games.
    fn outcome(&self, name: &str, tally: &Value) -> Option<Outcome>;

    /// Returns the shares of games won that the answer is about, from a tally of the games.
    fn win_rates(&self, tally: &Value) -> Vec<Estimate> {
        let _ = tally;
        Vec::new()
    }

    /// Plays one game again. `None` if stopped. The number may lie beyond those of the study.
    ///
    /// # Errors
    /// Studies whose games have no replay.
    fn replay(&self, name: &str, about: &ReplayOrigin, stop: &AtomicBool) -> Result<Option<Replay>, InputError>;

    /// Returns the tunable parameters of the study's players, starting from a named policy or from the weights chosen
    /// by hand.
    ///
    /// # Errors
    /// Unknown policies, policies without parameters, and studies whose games do not compare two policies.
    fn tunable(&self, start: Option<&str>) -> Result<Tunable, InputError>;

    /// Returns the policies that may answer a named policy, and their games; `side` names the side of that policy if
    /// the game has sides.
    ///
    /// # Errors
    /// Unknown policies and sides, and studies whose games do not compare two policies.
    fn contest(&self, policy: &str, side: Option<&str>) -> Result<Contest, InputError>;

    /// Returns the games as numbers, group by group, for comparisons of rulesets.
    ///
    /// # Errors
    /// Studies whose games have no such numbers.
    fn grouped(&self) -> Result<Grouped, InputError> {
        Err(InputError::plain("its games cannot be compared"))
    }

    /// Returns the games that an evaluation can be learned from.
    ///
    /// # Errors
    /// Games without state features.
    fn learnable(&self) -> Result<Learnable, InputError> {
        Err(InputError::plain("such games cannot be learned from"))
    }
}

/// Source of learning for an evaluation: the games of a study, and the features of their states.
pub struct Learnable {
    /// Names of the features, in order.
    pub features: &'static [&'static str],
    /// Names of the players.
    pub players: Vec<String>,
    /// Default number of games.
    pub games: u64,
    sample: Box<dyn Fn(Sampling) -> Job + Send + Sync>,
}

/// Games to sample states from.
#[derive(Clone, Debug)]
pub struct Sampling {
    /// Name of the random streams, together with the seed.
    pub name: String,
    /// Seed of the random streams.
    pub seed: u64,
    /// Number of games.
    pub games: u64,
    /// Maximum number of states per game.
    pub states: usize,
}

impl Learnable {
    /// Creates a source from features, players and games. `sample` returns games with sampled states, to be counted as
    /// [`Seen`](crate::runner::Seen).
    pub fn new(
        features: &'static [&'static str],
        (players, games): (Vec<String>, u64),
        sample: impl Fn(Sampling) -> Job + Send + Sync + 'static,
    ) -> Learnable {
        Learnable { features, players, games, sample: Box::new(sample) }
    }

    /// Returns games with sampled states, to be counted as [`Seen`](crate::runner::Seen).
    pub fn sample(&self, sampling: Sampling) -> Job {
        (self.sample)(sampling)
    }
}

impl fmt::Debug for Learnable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Learnable").field("players", &self.players).finish_non_exhaustive()
    }
}

/// Tunable parameters of a policy, and games between two settings of them.
pub struct Tunable {
    /// Name of the policy to start from.
    pub start: String,
    /// Built-in policy that the parameters belong to.
    pub base: &'static str,
    /// Parameters that can be tuned, with their bounds.
    pub parameters: Vec<Parameter>,
    /// Values of the start, in the order of the parameters.
    pub values: Vec<f64>,
    meet: Box<dyn Fn(Meeting) -> Job + Send + Sync>,
}

/// Pairs of games between two settings, by the values of their parameters.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// Name of the random streams, together with the seed.
    pub name: String,
    /// Seed of the random streams.
    pub seed: u64,
    /// Number of pairs of games.
    pub pairs: u64,
    /// Values of the two settings, in the order of [`Tunable::parameters`].
    pub values: [Vec<f64>; 2],
}

impl Tunable {
    /// Creates a tunable policy; `meet` returns games between two settings, to be counted as [`Duel`](super::Duel)s.
    pub fn new<T: Settings>(
        start: &str,
        settings: &T,
        meet: impl Fn(Meeting) -> Job + Send + Sync + 'static,
    ) -> Tunable {
        let (parameters, values) = (settings.parameters(), settings.values());
        Tunable { start: start.to_owned(), base: "tactician", parameters, values, meet: Box::new(meet) }
    }

    /// Returns games between two settings, to be counted as [`Duel`](super::Duel)s.
    pub fn meet(&self, meeting: Meeting) -> Job {
        (self.meet)(meeting)
    }
}

impl fmt::Debug for Tunable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tunable").field("start", &self.start).field("values", &self.values).finish_non_exhaustive()
    }
}

/// Changes that a command line makes to a study of games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes<'a> {
    /// Number of games. `None` keeps that of the study.
    pub games: Option<u64>,
    /// Names of policies, one for each seat. `None` keeps those of the study.
    pub policies: Option<&'a [String]>,
    /// True if the policies take every seat in turn.
    pub swap_seats: bool,
    /// Only this row of a study with several: a name, or a number from 1.
    pub row: Option<&'a str>,
}

/// The outcome of games.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Number of games played.
    pub games: u64,
    /// Tables for people, the most important first.
    pub tables: Vec<Table>,
    /// All results in one table.
    pub all: Table,
    /// JSON of results that are particular to this game.
    pub json: serde_json::Map<String, Value>,
    /// Warnings about the results, such as too few games.
    pub warnings: Vec<Warning>,
}

/// Origin of a replay.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayOrigin {
    /// Program and version.
    pub program: String,
    /// Title of the scenario.
    pub scenario: String,
    /// Seed of the scenario.
    pub seed: u64,
    /// Number of the game.
    pub game: u64,
}

/// A replay of one game.
#[derive(Clone, Debug)]
pub struct Replay {
    /// HTML page.
    pub html: String,
    /// Lines of JSON.
    pub jsonl: String,
    /// Sentence about the end of the game.
    pub said: String,
    /// JSON of the end of the game.
    pub json: serde_json::Map<String, Value>,
}
