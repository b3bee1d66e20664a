//! Studies of whole games, whatever the game.

use super::{Asked, Contest, Grouped};
use hitchart_config::InputError;
use hitchart_play::policy::{Parameter, Settings};
use hitchart_report::Warning;
use crate::runner::Wanted;
use hitchart_stats::Estimate;
use hitchart_report::table::Table;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Most games of a study: sums of squares still fit 64 bits.
pub const MAX_GAMES: u64 = 1_000_000_000;

/// A study of games: what it offers beside an answer.
pub trait Games: Send + Sync {
    /// How many games.
    fn count(&self) -> u64;

    /// How many policies a command line names for it.
    fn seats(&self) -> usize;

    /// The same study as a command line changes it.
    ///
    /// # Errors
    /// Policies that are unknown, or too many or too few.
    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Asked>, InputError>;

    /// What of its files a saved report must keep to be rendered again.
    fn kept(&self) -> Option<Value> {
        None
    }

    /// What a tally says, in short; none where it is no tally of these games.
    fn outcome(&self, name: &str, tally: &Value) -> Option<Outcome>;

    /// The shares of games won that its answer is about, of a tally of its games.
    fn win_rates(&self, tally: &Value) -> Vec<Estimate> {
        let _ = tally;
        Vec::new()
    }

    /// Plays one game again; none where it was stopped. The number may lie beyond those of the study.
    ///
    /// # Errors
    /// Studies whose games have no replay.
    fn replay(&self, name: &str, about: &About, stop: &AtomicBool) -> Result<Option<Replay>, InputError>;

    /// What of its players can be tuned, from a policy of this name, or from the weights chosen by hand.
    ///
    /// # Errors
    /// Unknown policies, those without parameters, and studies whose games settle nothing between two of them.
    fn tunable(&self, start: Option<&str>) -> Result<Tunable, InputError>;

    /// Who may answer a policy of this name, and how; `side` says whose policy is meant in a game that has sides.
    ///
    /// # Errors
    /// Unknown policies and sides, and studies whose games settle nothing between two policies.
    fn contest(&self, policy: &str, side: Option<&str>) -> Result<Contest, InputError>;

    /// Its games in numbers, group by group, for rulesets to be compared by.
    ///
    /// # Errors
    /// Studies whose games are not told so.
    fn grouped(&self) -> Result<Grouped, InputError> {
        Err(InputError::plain("its games cannot be compared"))
    }

    /// What an outlook can be learned from.
    ///
    /// # Errors
    /// Games whose states are not told in numbers.
    fn learnable(&self) -> Result<Learnable, InputError> {
        Err(InputError::plain("such games cannot be learned from"))
    }
}

/// What an outlook can be learned from: the games of a study, and what is looked at in their states.
pub struct Learnable {
    /// Names of the features, in order.
    pub features: &'static [&'static str],
    /// Who plays.
    pub players: Vec<String>,
    /// Games, unless more or fewer are asked for.
    pub games: u64,
    sample: Box<dyn Fn(Sampling) -> Wanted + Send + Sync>,
}

/// Games of which states are kept.
#[derive(Clone, Debug)]
pub struct Sampling {
    /// With the seed, the name of all dice.
    pub name: String,
    pub seed: u64,
    pub games: u64,
    /// States of a game, at most.
    pub states: usize,
}

impl Learnable {
    /// Features, players and games; `sample` says how states are seen, to be counted as [`Seen`](crate::runner::Seen).
    pub fn new(
        features: &'static [&'static str],
        (players, games): (Vec<String>, u64),
        sample: impl Fn(Sampling) -> Wanted + Send + Sync + 'static,
    ) -> Learnable {
        Learnable { features, players, games, sample: Box::new(sample) }
    }

    /// Games whose states are seen, to be counted as [`Seen`](crate::runner::Seen).
    pub fn sample(&self, sampling: Sampling) -> Wanted {
        (self.sample)(sampling)
    }
}

impl fmt::Debug for Learnable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Learnable").field("players", &self.players).finish_non_exhaustive()
    }
}

/// What can be tuned: a policy's parameters, and how two settings of them meet.
pub struct Tunable {
    /// Name of the policy to start from.
    pub start: String,
    /// The built-in policy whose parameters they are.
    pub base: &'static str,
    pub parameters: Vec<Parameter>,
    /// Values of the start, in the order of the parameters.
    pub values: Vec<f64>,
    meet: Box<dyn Fn(Meeting) -> Wanted + Send + Sync>,
}

/// Pairs of games between two settings, by the values of their parameters.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// With the seed, the name of all dice.
    pub name: String,
    pub seed: u64,
    pub pairs: u64,
    pub values: [Vec<f64>; 2],
}

impl Tunable {
    /// The parameters of a policy; `meet` says how two settings of them meet, to be counted as [`Duel`](super::Duel)s.
    pub fn new<T: Settings>(
        start: &str,
        settings: &T,
        meet: impl Fn(Meeting) -> Wanted + Send + Sync + 'static,
    ) -> Tunable {
        let (parameters, values) = (settings.parameters(), settings.values());
        Tunable { start: start.to_owned(), base: "tactician", parameters, values, meet: Box::new(meet) }
    }

    /// Games between two settings, to be counted as [`Duel`](super::Duel)s.
    pub fn meet(&self, meeting: Meeting) -> Wanted {
        (self.meet)(meeting)
    }
}

impl fmt::Debug for Tunable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tunable").field("start", &self.start).field("values", &self.values).finish_non_exhaustive()
    }
}

/// What a command line sets over a study of games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes<'a> {
    pub games: Option<u64>,
    pub policies: Option<&'a [String]>,
    /// Let the policies take every seat in turn.
    pub swap_seats: bool,
    /// Only this row of a study that has several: its name, or its number from 1.
    pub row: Option<&'a str>,
}

/// The outcome of games.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub games: u64,
    /// For people, the most important first.
    pub tables: Vec<Table>,
    /// Everything in one table.
    pub all: Table,
    /// For programs: what this game tells, beside what every game does.
    pub json: serde_json::Map<String, Value>,
    pub warnings: Vec<Warning>,
}

/// What a replay says of where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct About {
    /// The program and its version.
    pub program: String,
    /// Title of the scenario.
    pub scenario: String,
    /// Seed of the scenario.
    pub seed: u64,
    /// Number of the game.
    pub game: u64,
}

/// One game, told.
#[derive(Clone, Debug)]
pub struct Replay {
    /// As a page.
    pub html: String,
    /// As lines of JSON.
    pub jsonl: String,
    /// How it ended, in a sentence.
    pub said: String,
    /// How it ended, for programs.
    pub json: serde_json::Map<String, Value>,
}
