//! Studies of whole games, of any game.

use super::{Contest, Duel, Grouped, PairTable, PositionOf, Positions, Study};
use crate::runner::{Job, Streams, TrainingRows};
use hitchart_config::InputError;
use hitchart_play::policy::{Parameter, Settings};
use hitchart_play::{Choices, Featured};
use hitchart_report::{Warning, table::Table};
use hitchart_stats::Estimate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeSet, fmt, sync::Arc, sync::atomic::AtomicBool};

/// Maximum number of games of a study: sums of squares still fit 64 bits.
pub const MAX_GAMES: u64 = 1_000_000_000;

/// Operations of a study of games, beyond an answer.
pub trait Games: Send + Sync {
    /// Returns the number of games.
    fn count(&self) -> u64;

    /// Returns the number of policies that a command line may name.
    fn seats(&self) -> usize;

    /// Returns the policies that play, each once.
    fn players(&self) -> Vec<PlayedBy> {
        Vec::new()
    }

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

    /// Returns the shares of games won that the answer is about, from a tally of the games, with intervals at `level`.
    fn win_rates(&self, tally: &Value, level: f64) -> Vec<Estimate> {
        let _ = (tally, level);
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

    /// Returns the games of [`Games::contest`], also for more than two players: the policy then has all seats but one. A
    /// pair compares the players of two seats, and a game that neither wins counts half a point.
    ///
    /// # Errors
    /// As for [`Games::contest`].
    fn training(&self, policy: &str, side: Option<&str>) -> Result<Contest, InputError> {
        self.contest(policy, side)
    }

    /// Returns the games as numbers, group by group, for comparisons of rulesets.
    ///
    /// # Errors
    /// Studies whose games have no such numbers.
    fn grouped(&self) -> Result<Grouped, InputError> {
        Err(InputError::plain("its games cannot be compared"))
    }

    /// Returns the positions of a game; `game` is the name of the study, the seed, and the number of the game.
    ///
    /// # Errors
    /// Studies whose games have no positions, choices that are not those of the game, and positions that it cannot have.
    fn positions(&self, game: (&str, u64, u64), of: PositionOf<'_>) -> Result<Box<dyn Positions>, InputError> {
        let (_, _) = (game, of);
        Err(InputError::plain("such games have no positions"))
    }

    /// Returns the games that an evaluation can be learned from.
    ///
    /// # Errors
    /// Games without state features.
    fn learnable(&self) -> Result<Learnable, InputError> {
        Err(InputError::plain("such games cannot be learned from"))
    }
}

/// A policy that plays games: the number of its role, and its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayedBy {
    /// Number of the role in the game's list of roles.
    pub role: usize,
    /// Name of the policy.
    pub policy: String,
}

impl PlayedBy {
    /// Returns the policies of one role, each once.
    pub fn all<'a>(role: usize, policies: impl IntoIterator<Item = &'a str>) -> Vec<PlayedBy> {
        PlayedBy::distinct(policies.into_iter().map(|policy| PlayedBy { role, policy: policy.to_owned() }))
    }

    /// Returns each policy once, by role and name.
    pub fn distinct(all: impl IntoIterator<Item = PlayedBy>) -> Vec<PlayedBy> {
        all.into_iter().collect::<BTreeSet<PlayedBy>>().into_iter().collect()
    }
}

/// Source of learning for a network: the games of a study, and the features of their states and candidates.
pub struct Learnable {
    features: fn(TrainingRows) -> Vec<&'static str>,
    /// Names of the players.
    pub players: Vec<String>,
    /// Default number of games.
    pub games: u64,
    /// True if a player compares candidates by playouts.
    pub has_search: bool,
    sample: Box<Sample>,
}

/// Function that returns games with at most a number of sampled states, or decisions, in each.
type Sample = dyn Fn(Streams, usize, TrainingRows) -> Job + Send + Sync;

impl Learnable {
    /// Creates a source from players and games. `sample` returns games with sampled states or decisions, at most a number
    /// in each, to be counted as [`Seen`](crate::runner::Seen).
    pub fn new<G: Featured>(
        (players, games): (Vec<String>, u64),
        has_search: bool,
        sample: impl Fn(Streams, usize, TrainingRows) -> Job + Send + Sync + 'static,
    ) -> Learnable {
        Learnable { features: TrainingRows::features::<G>, players, games, has_search, sample: Box::new(sample) }
    }

    /// Returns the names of the features of such rows, in order.
    pub fn features(&self, rows: TrainingRows) -> Vec<&'static str> {
        (self.features)(rows)
    }

    /// Returns games with at most `most` sampled states or decisions each, to be counted as
    /// [`Seen`](crate::runner::Seen) under the name of the streams.
    pub fn sample(&self, streams: Streams, most: usize, rows: TrainingRows) -> Job {
        (self.sample)(streams, most, rows)
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
    table: Box<TableOfValues>,
}

/// Function that returns the table of two settings, by the values of their parameters, for games on these streams.
type TableOfValues = dyn Fn([Vec<f64>; 2], &Streams) -> PairTable + Send + Sync;

impl Tunable {
    /// Creates a tunable policy. `table` returns the table of two settings, by the values of their parameters, for games
    /// on some streams.
    pub fn new<T: Settings>(
        start: &str,
        settings: &T,
        table: impl Fn([Vec<f64>; 2], &Streams) -> PairTable + Send + Sync + 'static,
    ) -> Tunable {
        let (parameters, values) = (settings.parameters(), settings.values());
        Tunable { start: start.to_owned(), base: "tactician", parameters, values, table: Box::new(table) }
    }

    /// Returns pairs of games between two settings, by the values of [`Tunable::parameters`], counted as the [`Duel`] of
    /// the first under the name of the streams.
    pub fn meet(&self, streams: Streams, values: [Vec<f64>; 2]) -> Job {
        (self.table)(values, &streams).job::<Duel>(streams.name.clone(), streams)
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
    /// Everything that plays the game again from any of its decisions; `None` if it cannot be played again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume: Option<Resume>,
}

/// The run that a game belongs to, and the choices of the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Resume {
    /// Description of the run: the scenario, the complete rules, and the data of other files.
    pub run: Value,
    /// Name of the study.
    pub study: String,
    /// Policies that replace those of the study, in order of players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policies: Option<Vec<String>>,
    /// True if the policies take every seat in turn, by the command line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swap_seats: bool,
    /// Row of the study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// Choices of the game in order, each as its place among the candidates of its decision; 65535 for an action that is
    /// not among them.
    pub choices: Vec<u16>,
    /// The actions that are not among the candidates, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unlisted: Vec<Value>,
    /// SHA-256 of the lines after the header, by [`lines_sha256`](crate::replay::lines_sha256); empty in replays of earlier
    /// versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lines: String,
}

impl ReplayOrigin {
    /// Returns the origin with the choices of the game and the SHA-256 of its lines, if the run is known.
    #[must_use]
    pub fn played(&self, choices: Choices, lines: String) -> ReplayOrigin {
        let Choices { places, unlisted } = choices;
        let resume = self.resume.clone().map(|resume| Resume { choices: places, unlisted, lines, ..resume });
        ReplayOrigin { resume, ..self.clone() }
    }
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
