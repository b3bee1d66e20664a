//! Games between the players of a table, for all games: played in groups with swapped seats, counted, and reported in
//! tables and figures.
//!
//! A game implements [`Setting`] for its table and [`Recorded`] for the record of a game; everything else of a study of
//! games is here. Games with unlike sides have separate studies.

mod play;
mod study;
mod summary;
mod tables;
mod tally;

use super::study::{Dealt, Replay, ReplayOrigin};
use hitchart_config::words::counted;
use hitchart_config::{FileText, InputError};
use hitchart_play::policy::{Book, Players, PolicyKind, SearchSettings, Spec};
use hitchart_play::record::{Recorded, Shared};
use hitchart_play::{Game, Observer, Policy, Shown};
use hitchart_report::table::Table;
pub use play::{EntrantSpec, Match, meeting, meeting_of, with_policies};
use serde_json::Value;
use std::{fmt::Debug, sync::atomic::AtomicBool};
pub use summary::who_is_ahead;
pub use tables::{OBSERVATIONS, PolicyDifference};
pub use tally::{Fact, Pairs, Share, SideTally, Tally};

// The traits that a game implements: its table, and the record of a game.

/// The table that the games of a study are played at: players, place and rules.
pub trait Setting: Clone + Debug + Send + Sync + Sized + 'static {
    /// Game that is played at the table.
    type Game: Shown<State: Sync, Action: Send + Sync> + Send + Sync + 'static;
    /// Observer that counts the metrics of one game.
    type Record: Recorded + Observer<Self::Game>;
    /// Policies without parameters.
    type Plain: Players<Tactics: Default + Debug + Send + Sync, Player: Policy<Self::Game>> + Debug + Send + Sync;

    /// Names of the game's things.
    const WORDS: Words;

    /// Returns the names of the sides, in order of players.
    fn names(&self) -> Vec<&str>;
    /// Returns true if all sides have the same units.
    fn has_equal_sides(&self) -> bool;
    /// Returns the game that the sides play.
    fn game(&self) -> Self::Game;
    /// Returns the policies that a scenario may name.
    fn book(&self) -> &Book<PolicyKind<Self::Plain, Tactics<Self>>>;
    /// Returns the settings of the quick search that uses a learned evaluation.
    fn quick() -> SearchSettings<Tactics<Self>>;
    /// Returns the same table with every side moved on by `seats` seats.
    fn rotated(&self, seats: usize) -> Self;
    /// Returns the kind and the place of the games in words: `skirmish on dense-town`.
    fn ground(&self) -> String;
    /// Returns the kind and the place of the games for programs.
    fn described(&self) -> Vec<(&'static str, Value)>;
    /// Returns the parts of other files that a saved report must store to be rendered again.
    fn kept(&self) -> Option<Value> {
        None
    }
    /// Returns attacks and damage by kind, for the kinds that occurred.
    fn strikes(name: &str, tally: &Tally) -> Table;
    /// Returns the points that an asset of a player is worth.
    fn points(state: &<Self::Game as Game>::State, player: usize) -> i32;
    /// Returns the maximum number of rounds that the rules allow.
    fn most_rounds(&self) -> u8;
    /// Returns the round of a state; 0 before the first.
    fn round(state: &<Self::Game as Game>::State) -> u32;
    /// Returns an attack, if the event is one, with the exact expectation of its damage.
    fn attack(
        game: &Self::Game,
        state: &<Self::Game as Game>::State,
        event: &<Self::Game as Game>::Event,
    ) -> Option<Dealt>;
    /// Changes the state after the set-up to a position as typed, and plays up to its next decision.
    ///
    /// # Errors
    /// Positions that the game cannot have, with the key at fault.
    fn arrange(game: &Self::Game, state: &mut <Self::Game as Game>::State, typed: &FileText) -> Result<(), InputError>;
    /// Plays one game again and returns its replay; `None` if it was stopped.
    fn tell(study: &GamesStudy<Self>, name: &str, about: &ReplayOrigin, stop: &AtomicBool) -> Option<Replay>;
}

/// Weights of the tacticians of a setting.
pub type Tactics<S> = <<S as Setting>::Plain as Players>::Tactics;

/// The policies of a setting.
pub type Policies<S> = Spec<PolicyKind<<S as Setting>::Plain, Tactics<S>>>;

/// Players of a setting that decide by a policy.
type Player<S> = <<S as Setting>::Plain as Players>::Player;

/// Names of the game's things in tables and figures.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Names of the players: column name, heading, and plural.
    pub side: [&'static str; 3],
    /// Names of the losses by round: column name, heading, and plural.
    pub lost: [&'static str; 3],
    /// Name of round 0.
    pub fielding: &'static str,
    /// Metrics of the whole game that a short answer shows.
    pub headlines: &'static str,
    /// Shares of one metric in another.
    pub shares: &'static [Shared],
    /// Metrics that matter by default, each with the largest change to ignore.
    pub matters: &'static [(&'static str, f64)],
}

/// A study of games at a table.
#[derive(Debug)]
pub struct GamesStudy<S: Setting> {
    /// Table that the games are played at.
    pub setting: S,
    /// One policy per player. Without swapped seats, each policy plays the side at its index.
    pub policies: Vec<Policies<S>>,
    /// Number of games; with swapped seats, the last group may be incomplete.
    pub games: u64,
    /// True if the policies take every seat in turn.
    pub swap_seats: bool,
}

impl<S: Setting> Clone for GamesStudy<S> {
    fn clone(&self) -> GamesStudy<S> {
        let (setting, policies) = (self.setting.clone(), self.policies.clone());
        GamesStudy { setting, policies, games: self.games, swap_seats: self.swap_seats }
    }
}

impl<S: Setting> GamesStudy<S> {
    /// Returns the same study with every side moved on by `seats` seats.
    pub fn seated(&self, seats: usize) -> GamesStudy<S> {
        GamesStudy { setting: self.setting.rotated(seats), ..self.clone() }
    }

    /// Returns true if all seats have one policy.
    pub(super) fn has_one_policy(&self) -> bool {
        self.policies.windows(2).all(|pair| pair[0].name() == pair[1].name())
    }

    /// Returns the approximate time of a game in nanoseconds, by the most expensive policy, for the time left of a run.
    pub fn effort(&self) -> f64 {
        self.policies.iter().map(Spec::effort).fold(0.0, f64::max) * self.policies.len() as f64 / 2.0
    }
}

/// Returns an error text on the number of policies that are needed.
pub fn policies_needed(found: usize, players: usize, words: &Words) -> String {
    let (policies, sides) = (counted(found as u64, "policies"), counted(players as u64, words.side[2]));
    format!("{policies} for {sides}; name one for each, in their order")
}

/// The result of a game that was played again.
pub struct ReplayedGame {
    /// Names of the policies, in order of players.
    pub policies: Vec<String>,
    /// Final score of each player, in order.
    pub scores: Vec<i32>,
    /// Number of rounds played.
    pub rounds: u8,
}
