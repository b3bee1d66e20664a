//! Scenario files: parsed literally and then checked. The game that the file names parses the rules and studies.

mod check;
mod common;
mod comparison;
pub(crate) mod draft;
mod effects;
mod fields;
mod grounds;
mod players;

pub(crate) use check::is_of_a_program;
pub use check::schema;
pub use check::{MAX_SAMPLES, check};
pub(crate) use common::ChainText;
use common::has_budget;
pub use comparison::Sweeping;
pub use comparison::{Comparison, GAMES, MOST_GAMES, PRECISION, ScenarioGames};
pub use effects::{Effects, effects};
pub use fields::Arm;
pub use grounds::grounds;

use crate::games::Entry;
use hitchart_config::{FileText, rules::RulesText};
use hitchart_lab::study::{NamedStudy, PlayedBy};
use std::collections::BTreeMap;

/// A checked scenario: every value is in its range and every name resolved.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub file: FileText,
    pub title: String,
    pub description: String,
    pub game: &'static Entry,
    pub rules: RulesText,
    pub seed: u64,
    /// Samples of each simulated answer.
    pub samples: u64,
    /// Games and policies of each study of games, if the command line replaces those of the file.
    pub games: Option<u64>,
    pub policies: Option<Vec<String>>,
    /// Half-width of every win rate at which games stop, if set.
    pub precision: Option<f64>,
    /// Factor for the games of comparisons and claims, if set.
    pub budget: Option<f64>,
    pub studies: Vec<NamedStudy>,
    /// SHA-256 of each file of the players that are programs, by player and file.
    pub player_files: BTreeMap<String, BTreeMap<String, String>>,
    /// True if the file has a position of a game.
    pub has_position: bool,
}

impl Scenario {
    /// Returns the policies that play the games of the studies, each once.
    pub fn players(&self) -> Vec<PlayedBy> {
        PlayedBy::distinct(self.studies.iter().flat_map(|study| study.method.players()))
    }
}
