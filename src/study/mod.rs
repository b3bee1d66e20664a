//! Studies of any game: what each wants simulated, and the tables and figures that answer it.
//!
//! A game brings its kinds of studies as [`Asked`] and reads them from a scenario as [`Request`] says; whoever runs
//! and reports them knows neither the game nor the kind.

mod agreement;
mod estimates;
mod games;
mod metrics;
mod request;
mod sums;

pub use agreement::{DISAGREEMENT, agreement, test};
pub use estimates::{Won, bounded, count, metric, won};
pub use games::{About, Changes, Games, MAX_GAMES, Outcome, Replay};
pub use metrics::Metric;
pub(crate) use metrics::metrics;
pub use request::{Checked, Heading, Overrides, Request, RulesChoice, Written};
pub use sums::{Observations, Sums, add_all};

use crate::plot::Figure;
use crate::report::Warning;
use crate::runner::{Counts, Job};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use std::any::Any;
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
    pub asked: Arc<dyn Asked>,
}

/// What a study asks, checked: every value is in its range and every name resolved.
pub trait Asked: Debug + Send + Sync {
    /// Its kind, as people type it.
    fn kind(&self) -> &'static str;

    /// The simulations of attacks that it wants; `name` is that of the study.
    fn jobs(&self, name: &str) -> Vec<Job> {
        let _ = name;
        Vec::new()
    }

    /// Whether it wants samples beside exact answers.
    fn simulates(&self, name: &str) -> bool {
        !self.jobs(name).is_empty()
    }

    /// The games that it wants played, if it is a study of games.
    fn games(&self) -> Option<&dyn Games> {
        None
    }

    /// The answer; `counted` holds the counts of its jobs or games.
    fn answer(&self, name: &str, counted: &Counted) -> Answer;

    /// Itself, for those who know its game.
    fn as_any(&self) -> &dyn Any;
}

/// The answer to a study.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub tables: Vec<Table>,
    /// Each figure with the table it reads.
    pub figures: Vec<(Figure, Table)>,
    pub warnings: Vec<Warning>,
}

/// Everything that was counted in a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Counted {
    /// Simulated attacks, by job.
    #[serde(rename = "counts")]
    pub jobs: Counts,
    /// Tallies of games by study, each in the form of its game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub games: BTreeMap<String, serde_json::Value>,
}

/// The simulations of attacks that studies ask for.
pub fn jobs(studies: &[Study]) -> Vec<Job> {
    studies.iter().flat_map(|study| study.asked.jobs(&study.name)).collect()
}

/// The studies of games, by name.
pub fn games_of(studies: &[Study]) -> impl Iterator<Item = (&str, &dyn Games)> {
    studies.iter().filter_map(|study| Some((study.name.as_str(), study.asked.games()?)))
}
