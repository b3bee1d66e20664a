//! Studies of any game: the simulations that each requests, and the tables and figures that answer it.
//!
//! A game provides its kinds of studies as [`Study`] and reads them from a scenario through [`Request`]. The code that
//! runs and reports studies knows neither the game nor the kind.

mod alone;
mod count;
#[cfg(test)]
mod coverage;
mod duel;
mod entrants;
mod estimates;
mod games;
mod kinds;
mod looks;
mod metrics;
mod positions;
mod request;
mod sums;

pub use count::{CountError, CountProgress, Ended, OnNamedPart, Shorter, Simulated, by_name, fitting};
#[cfg(test)]
pub use coverage::{Case, chance, claimed, events, some, yes};
pub use duel::{Contest, Duel, LearnedSearch, Responder, Response};
pub(crate) use duel::{Opponent, both_ends, describe_opponents, half_points};
pub use entrants::{Arena, Bouts, Contests, MeetingTable, PairCounts, PairTable};
pub use estimates::{
    USEFUL_SHARE, Won, agreement, changes_may_be, corrected, count, difference, few, may_be, mean, mean_json, metric,
    metric_columns, metric_moments, metrics_json, rivals, share_json, shared, shared_at, signature, test, too_few, won,
};
pub use games::{Changes, Games, Learnable, MAX_GAMES, Outcome, PlayedBy, Replay, ReplayOrigin, Resume, Tunable};
pub use hitchart_play::record::{Metric, MetricUnit};
pub(crate) use hitchart_report::table::bounded;
pub use hitchart_report::table::{bounds, estimate_json};
pub use kinds::{Check, FileNames, Kind, StudyKeys, StudyKind, With, kind, schema_of};
pub use looks::{Looks, Precise, enough, enough_apart, enough_at, enough_within};
pub use metrics::{GroupPlayer, Grouped, Limit, Quantity, WIN, Winner, bounds_of_difference, bounds_of_mean};
pub(crate) use metrics::{POINTS, metric_words, step_of_share};
pub use positions::{Dealt, DecisionPoint, PositionOf, Positions};
pub use request::{Checked, CommonCheck, Overrides, Request, RulesChoice, Written};
pub(crate) use sums::powers_fit;
pub use sums::{Observations, Ratio, Sums, add_all};

use crate::runner::{Counts, Job};
use hitchart_config::rules::RulesText;
use hitchart_config::{FileText, InputError};
use hitchart_report::{KeyNumber, Warning};
use hitchart_report::{plot::Figure, table::Table};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::{self, Debug};
use std::{any::Any, collections::BTreeMap, sync::Arc, sync::atomic::AtomicBool};

/// One question of a scenario: a study with its name and texts.
#[derive(Clone, Debug)]
pub struct NamedStudy {
    /// Anchor and stem of file names: lower case, digits and hyphens; unique.
    pub name: String,
    /// Heading in the report; empty for a study outside a scenario.
    pub title: String,
    /// Text that explains the study; may be empty.
    pub text: String,
    /// Kind, as people type it; empty for a study outside a scenario.
    pub kind: &'static str,
    /// Endings of the study's file names, beyond those of `Study::files`.
    pub files: FileNames,
    /// Keys of the study in a scenario that set the number of games if no command line sets it.
    pub games_keys: &'static [&'static str],
    /// Description of the inputs that a journal is checked by, see [`NamedStudy::with_inputs`]; empty in a scenario.
    pub inputs: String,
    /// Checked study with its settings, which gives its jobs and its answer.
    pub method: Arc<dyn Study>,
}

impl NamedStudy {
    /// Creates a study outside a scenario: without title, text, kind and files.
    pub fn alone(name: impl Into<String>, method: Arc<dyn Study>) -> NamedStudy {
        let (title, text, inputs) = (String::new(), String::new(), String::new());
        NamedStudy { name: name.into(), title, text, kind: "", files: "", games_keys: &[], inputs, method }
    }
}

/// Default estimate of the bytes that a run holds for a study: its values, tables and figures.
const LITTLE: u64 = 100_000;

/// A checked study: every value is in its range and every name resolved.
pub trait Study: Debug + Send + Sync {
    /// Returns the simulations to count next, given the counts so far; empty if there are none. Simulations that are
    /// already counted may be included, and are not counted again.
    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let (_, _) = (run, counted);
        Vec::new()
    }

    /// Computes what the next simulations need beyond the counts and takes long, such as a fit. The study keeps the
    /// results; it computes nothing more once `stop` is set.
    fn prepare(&self, counted: &RunCounts, stop: &AtomicBool) {
        let (_, _) = (counted, stop);
    }

    /// Returns the settings that decide which games are counted: a journal is used again only if they are the same. The
    /// rules and the players are described by the caller.
    fn inputs(&self) -> String {
        String::new()
    }

    /// Returns true if the study samples attacks, so that the number of samples makes a difference.
    fn is_sampled(&self) -> bool {
        false
    }

    /// Returns the operations of a study of games. `None` for other studies.
    fn games(&self) -> Option<&dyn Games> {
        None
    }

    /// Returns the games as numbers, group by group, for comparisons of rulesets. `None` if the study has no games.
    ///
    /// # Errors
    /// Games that cannot be compared.
    fn compared(&self) -> Option<Result<Grouped, InputError>> {
        self.games().map(Games::grouped)
    }

    /// Returns the study with the changes that a command line makes to its games. `None` if the study has no games.
    ///
    /// # Errors
    /// As [`Games::changed`].
    fn changed(&self, changes: &Changes<'_>) -> Result<Option<Arc<dyn Study>>, InputError> {
        self.games().map(|games| games.changed(changes)).transpose()
    }

    /// Returns true if a command line's number of games applies to the study.
    fn takes_games(&self) -> bool {
        self.games().is_some()
    }

    /// Returns the study in its own type, if studies of other scenarios may include it.
    fn included(&self) -> Option<&dyn Any> {
        None
    }

    /// Returns the policies that play the games of the study, each once.
    fn players(&self) -> Vec<PlayedBy> {
        self.games().map(Games::players).unwrap_or_default()
    }

    /// Returns an estimate of the bytes that a run holds for the study at once: prepared games and their results.
    fn held(&self) -> u64 {
        LITTLE
    }

    /// Returns the endings of the study's file names, beyond those of all studies of the kind.
    fn files(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the snapshot of other files that a saved report needs to be rendered again.
    fn kept(&self) -> Option<Value> {
        self.games().and_then(Games::kept)
    }

    /// Returns the counts of the games in the form that [`Games::outcome`] reads. `None` if they were not counted.
    fn tally(&self, name: &str, counted: &RunCounts) -> Option<Value> {
        counted.0.get(name).cloned()
    }

    /// Returns the goal and the reached precision, both half-widths of the interval of a win rate. `None` for a study
    /// with a fixed number of games.
    fn precision(&self, name: &str, counted: &RunCounts) -> Option<[f64; 2]> {
        let (_, _) = (name, counted);
        None
    }

    /// Returns the answer. `counted` holds all requested counts, or none of them if nothing was simulated.
    fn answer(&self, name: &str, counted: &RunCounts) -> Answer;
}

/// The answer to a study.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The summary: sentences, the most important first. The first three answer the question.
    pub said: Vec<String>,
    /// The answer as one sentence to paste, with its source. If empty, the first sentence of the summary serves.
    pub line: String,
    /// At most five numbers behind the answer, the most important first.
    pub numbers: Vec<KeyNumber>,
    /// A sentence on what is undecided and how many games would decide it; empty if nothing is.
    pub undecided: String,
    /// Tables in the order of the report.
    pub tables: Vec<Table>,
    /// Each figure with the table it reads.
    pub figures: Vec<(Figure, Table)>,
    /// Warnings for the report, such as too few games.
    pub warnings: Vec<Warning>,
    /// Number of games played for the answer, if [`Study::games`] does not give it.
    pub games: u64,
    /// Additional JSON, if there is more than the tables contain.
    pub json: Option<Value>,
}

impl Answer {
    /// Adds the sentences, tables and figures of another answer.
    pub fn extend(&mut self, other: Answer) {
        self.said.extend(other.said);
        self.tables.extend(other.tables);
        self.figures.extend(other.figures);
    }

    /// Returns the answer as one sentence that ends with its source, such as the seed and the ruleset. Without a
    /// sentence to paste, the first sentence of the summary serves.
    pub fn sourced(&self, source: &str) -> String {
        let line = if self.line.is_empty() { self.said.first().map_or("", String::as_str) } else { &self.line };
        format!("{} [{source}]", line.trim_end_matches('.'))
    }
}

/// Inputs of a file that a study makes.
#[derive(Clone, Copy, Debug)]
pub struct StudyFile<'a, S> {
    /// Scenario file with the studies, for its name and digest.
    pub scenario: &'a FileText,
    /// Ruleset of the games, for its name and digest.
    pub rules: &'a RulesText,
    /// Study that found the content.
    pub study: &'a S,
}

/// Name of a study's random streams, and the amount of simulation.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// Name of the study.
    pub name: &'a str,
    /// Seed of the random streams.
    pub seed: u64,
    /// Samples of each simulated answer.
    pub samples: u64,
}

/// All counts of a run, by simulation, each in the format of that simulation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RunCounts(pub BTreeMap<String, Value>);

impl RunCounts {
    /// Returns true if a simulation has been counted.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns the counts of a simulation. `None` if it was not counted or has another format.
    pub fn of<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        T::deserialize(self.0.get(name)?).ok()
    }

    /// Returns the counts of consecutive looks, up to the first look that was not counted; `occasion` names each look.
    pub fn by_look<T: DeserializeOwned>(&self, occasion: impl Fn(usize) -> String) -> impl Iterator<Item = T> {
        (0..).map_while(move |look| self.of(&occasion(look)))
    }

    /// Returns the summed counts of all looks, and the number of looks.
    pub fn looked<T: Counts>(&self, occasion: impl Fn(usize) -> String) -> (Option<T>, usize) {
        let looks: Vec<T> = self.by_look(occasion).collect();
        let taken = looks.len();
        (together(looks.into_iter()), taken)
    }
}

/// Sums the counts of parts of a simulation. `None` without parts.
pub fn together<T: Counts>(parts: impl Iterator<Item = T>) -> Option<T> {
    parts.reduce(|mut sum, more| {
        sum.add(&more);
        sum
    })
}

/// Returns the simulations that studies request next.
pub fn next_jobs(studies: &[NamedStudy], seed: u64, samples: u64, counted: &RunCounts) -> Vec<Job> {
    let of_study = |study: &NamedStudy| study.method.next_jobs(&Run { name: &study.name, seed, samples }, counted);
    studies.iter().flat_map(of_study).filter(|job| !counted.has(&job.name)).collect()
}

/// Returns the studies of games, by name.
pub fn games_of(studies: &[NamedStudy]) -> impl Iterator<Item = (&str, &dyn Games)> {
    studies.iter().filter_map(|study| Some((study.name.as_str(), study.method.games()?)))
}

/// A study that is answered from the rules alone, without simulations.
pub struct ExactStudy {
    answer: Box<dyn Fn(&str) -> Answer + Send + Sync>,
}

impl ExactStudy {
    /// Creates a study; `answer` returns its answer under a name.
    pub fn new(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> ExactStudy {
        ExactStudy { answer: Box::new(answer) }
    }
}

impl Debug for ExactStudy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExactStudy").finish_non_exhaustive()
    }
}

impl Study for ExactStudy {
    fn answer(&self, name: &str, _: &RunCounts) -> Answer {
        (self.answer)(name)
    }
}

/// A number that follows from the rules alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// Measure, such as the mean damage of an attack.
    pub measure: &'static str,
    /// Item that is measured: a loadout, a range, a target.
    pub item: String,
    /// Value under the rules, without sampling error.
    pub value: f64,
}

/// A 64-bit number as 16 hexadecimal digits: JSON readers keep no more than 53 bits of a number.
pub mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// Writes the digits.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{number:016x}"))
    }

    /// Reads the digits.
    ///
    /// # Errors
    /// Texts that are not hexadecimal numbers of 64 bits.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map_err(D::Error::custom)
    }
}
