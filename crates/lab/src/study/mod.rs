//! Studies of any game: what each wants simulated, and the tables and figures that answer it.
//!
//! A game brings its kinds of studies as [`Asked`] and reads them from a scenario as [`Request`] says; whoever runs
//! and reports them knows neither the game nor the kind.

mod agreement;
mod arena;
mod contest;
mod contested;
mod count;
#[cfg(test)]
mod coverage;
mod duel;
mod estimates;
mod exact;
mod file_names;
mod games;
mod grouped;
pub mod hex;
mod looks;
mod metrics;
mod precise;
mod ratio;
mod request;
mod sums;
mod told;

pub use agreement::{DISAGREEMENT, agreement, test};
pub use arena::{Arena, Bouts, MeetingTable, Pairing};
pub use contest::{Bout, Contest, Responder, Response};
pub use contested::Contests;
pub use count::{CountError, Course, Ended, Shorter, Simulated, Told, by_name, fitting};
#[cfg(test)]
pub use coverage::{Case, chance, claimed, events, some, yes};
pub use duel::{Duel, each_pair, half_points, in_pairs};
pub use estimates::{Won, bounded, count, difference, mean, metric, metric_moments, shared, won};
pub use exact::Exact;
pub use file_names::{FileNames, is_reserved};
pub use games::{About, Changes, Games, Learnable, MAX_GAMES, Meeting, Outcome, Replay, Sampling, Tunable};
pub use grouped::{Grouped, Player, Quantity, Winner, metric_words, step_of_share};
pub use looks::{Looks, enough};
pub use crate::metrics;
pub use metrics::{Limit, Metric, POINTS, Unit};
pub use precise::Precise;
pub use ratio::Ratio;
pub use request::{COMMON, Checked, CommonCheck, Kind, Overrides, Request, RulesChoice, Written, with_heading};
pub use sums::{Observations, Sums, add_all, powers_fit};
pub use told::{
    Estimates, USEFUL_SHARE, bounds, metric_columns, metrics_json, metrics_table, signature, told_mean, told_share,
    too_few,
};

use hitchart_config::InputError;
use hitchart_report::plot::Figure;
use hitchart_report::{KeyNumber, Warning};
use crate::runner::{Counts, Wanted};
use hitchart_report::table::Table;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

/// One question of a scenario.
#[derive(Clone, Debug)]
pub struct Study {
    /// Anchor and stem of file names: lower case, digits and hyphens; unique.
    pub name: String,
    pub title: String,
    /// How to read it; may be empty.
    pub text: String,
    /// What follows its name in the names of its files, beside what it says itself.
    pub files: FileNames,
    pub asked: Arc<dyn Asked>,
}

impl Study {
    /// A study outside a scenario: without title, text and files.
    pub fn alone(name: impl Into<String>, asked: Arc<dyn Asked>) -> Study {
        Study { name: name.into(), title: String::new(), text: String::new(), files: &[], asked }
    }
}

/// About how many bytes a run holds for a study that says nothing else: its values, tables and figures.
const LITTLE: u64 = 100_000;

/// What a study asks, checked: every value is in its range and every name resolved.
pub trait Asked: Debug + Send + Sync {
    /// Its kind, as people type it.
    fn kind(&self) -> &'static str;

    /// What it wants counted next, after what has been counted so far; nothing where it simulates nothing. What is
    /// counted already may be among it, and is not counted again.
    fn wants(&self, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        let (_, _) = (run, counted);
        Vec::new()
    }

    /// Whether it samples attacks: then the number of samples makes a difference.
    fn is_sampled(&self) -> bool {
        false
    }

    /// What it offers beside an answer, if it is a study of games.
    fn games(&self) -> Option<&dyn Games> {
        None
    }

    /// Its games in numbers, group by group, for rulesets to be compared by. `None` if it has none.
    ///
    /// # Errors
    /// Games that cannot be compared.
    fn compared(&self) -> Option<Result<Grouped, InputError>> {
        self.games().map(Games::grouped)
    }

    /// The same study as a command line changes its games; none where it has none of them.
    ///
    /// # Errors
    /// As [`Games::changed`].
    fn changed(&self, changes: &Changes<'_>) -> Result<Option<Arc<dyn Asked>>, InputError> {
        self.games().map(|games| games.changed(changes)).transpose()
    }

    /// Whether a command line's number of games is for it.
    fn takes_games(&self) -> bool {
        self.games().is_some()
    }

    /// About how many bytes a run holds for it at once: what is prepared for its games, and what they came to.
    fn held(&self) -> u64 {
        LITTLE
    }

    /// Keys of a study in a scenario that set how many games it plays, where no command line sets it.
    fn games_keys(&self) -> &'static [&'static str] {
        &[]
    }

    /// What follows its name in the names of files, beyond what all studies of its kind have.
    fn files(&self) -> Vec<String> {
        Vec::new()
    }

    /// What of other files a saved report must keep to be rendered again.
    fn kept(&self) -> Option<Value> {
        self.games().and_then(Games::kept)
    }

    /// The counts of its games as [`Games::outcome`] reads them; `None` if they were not counted.
    fn tally(&self, name: &str, counted: &Counted) -> Option<Value> {
        counted.0.get(name).cloned()
    }

    /// The precision that was aimed at and the one that was reached, both half the width of the interval of a win rate;
    /// `None` of a study with a fixed number of games.
    fn precision(&self, name: &str, counted: &Counted) -> Option<[f64; 2]> {
        let (_, _) = (name, counted);
        None
    }

    /// The answer; `counted` holds all that it wanted, or nothing of it where nothing was simulated.
    fn answer(&self, name: &str, counted: &Counted) -> Answer;
}

/// The answer to a study.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The summary: sentences, the most important first. The first three answer the question.
    pub said: Vec<String>,
    /// The answer as one sentence to paste, with its source; the first sentence of the summary serves if it is empty.
    pub line: String,
    /// At most five numbers behind the answer, the most important first.
    pub numbers: Vec<KeyNumber>,
    /// A sentence on what is undecided and how many games would decide it; empty if nothing is.
    pub undecided: String,
    pub tables: Vec<Table>,
    /// Each figure with the table it reads.
    pub figures: Vec<(Figure, Table)>,
    pub warnings: Vec<Warning>,
    /// Games that were played for it, where [`Asked::games`] does not say.
    pub games: u64,
    /// For programs, if there is more to tell than the tables do.
    pub json: Option<Value>,
}

impl Answer {
    /// The answer as one sentence that ends with its source, such as the seed and the ruleset; it has at least the first
    /// sentence of the summary.
    pub fn sourced(&self, source: &str) -> String {
        let line = if self.line.is_empty() { self.said.first().map_or("", String::as_str) } else { &self.line };
        format!("{} [{source}]", line.trim_end_matches('.'))
    }
}

/// What names the dice of a study, and how much is simulated.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// Name of the study.
    pub name: &'a str,
    pub seed: u64,
    /// Samples of each simulated answer.
    pub samples: u64,
}

/// Everything that was counted in a run, by simulation, each in a form of its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Counted(pub BTreeMap<String, Value>);

impl Counted {
    /// Whether a simulation has been counted.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The counts of a simulation; none where it was not counted, or in another form.
    pub fn of<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        T::deserialize(self.0.get(name)?).ok()
    }

    /// The counts of looks one after the other, as far as they were counted; `occasion` says what each is called.
    pub fn by_look<T: DeserializeOwned>(&self, occasion: impl Fn(usize) -> String) -> impl Iterator<Item = T> {
        (0..).map_while(move |look| self.of(&occasion(look)))
    }

    /// The counts of all looks together, and how many there were.
    pub fn looked<T: Counts>(&self, occasion: impl Fn(usize) -> String) -> (Option<T>, usize) {
        let looks: Vec<T> = self.by_look(occasion).collect();
        let taken = looks.len();
        (together(looks.into_iter()), taken)
    }
}

/// Counts of parts of a simulation together; none of no part.
pub fn together<T: Counts>(parts: impl Iterator<Item = T>) -> Option<T> {
    parts.reduce(|mut sum, more| {
        sum.add(&more);
        sum
    })
}

/// What studies want counted next.
pub fn wanted(studies: &[Study], seed: u64, samples: u64, counted: &Counted) -> Vec<Wanted> {
    let wants = |study: &Study| study.asked.wants(&Run { name: &study.name, seed, samples }, counted);
    studies.iter().flat_map(wants).filter(|wanted| !counted.has(&wanted.name)).collect()
}

/// The studies of games, by name.
pub fn games_of(studies: &[Study]) -> impl Iterator<Item = (&str, &dyn Games)> {
    studies.iter().filter_map(|study| Some((study.name.as_str(), study.asked.games()?)))
}
