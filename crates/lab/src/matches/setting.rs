//! The table that games are played at, and a study of games there.

use super::Recorded;
use super::tally::Tally;
use crate::study::{About, Metric, Replay, Unit};
use hitchart_play::policy::{Book, PolicyKind, SearchSettings, Settings, Spec};
use hitchart_play::{Featured, Game, Observer, Policy};
use hitchart_report::table::{Table, counted};
use serde_json::Value;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

/// The table that the games of a study are played at: players, place and rules.
pub trait Setting: Clone + Debug + Send + Sync + Sized + 'static {
    type Game: Featured + Send + Sync + 'static;
    type Record: Recorded + Observer<Self::Game>;
    /// Policies without parameters.
    type Plain: Clone + Debug + Send + Sync;
    /// Weights of tacticians.
    type Tactics: Settings + Default + Debug + Send + Sync;
    /// Player that decides by a policy.
    type Player: Policy<Self::Game>;

    /// Names of the game's things.
    const WORDS: Words;

    /// Returns the names of the sides, in order of players.
    fn names(&self) -> Vec<&str>;
    /// Returns the game that the sides play.
    fn game(&self) -> Self::Game;
    /// Returns the policies that a scenario may name.
    fn book(&self) -> &Book<PolicyKind<Self::Plain, Self::Tactics>>;
    /// Builds the player of a policy.
    fn build(policy: &Policies<Self>) -> Self::Player;
    /// Returns the approximate time of a game between two players of this policy, in nanoseconds, for the time left of
    /// a run.
    fn effort(policy: &Policies<Self>) -> f64;
    /// Returns the settings of the quick search that uses a learned evaluation.
    fn quick() -> SearchSettings<Self::Tactics>;
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
    /// Plays one game again and returns its replay; `None` if it was stopped.
    fn tell(study: &GamesStudy<Self>, name: &str, about: &About, stop: &AtomicBool) -> Option<Replay>;
}

/// The policies of a setting.
pub type Policies<S> = Spec<PolicyKind<<S as Setting>::Plain, <S as Setting>::Tactics>>;

/// A metric that divides one metric of a game by another.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    pub metric: Metric,
    /// Indices of numerator and denominator among the metrics of the whole game.
    pub over: usize,
    pub under: usize,
}

impl Shared {
    /// Returns the metric of `over` as a share of `under`.
    pub const fn share(
        name: &'static str,
        title: &'static str,
        [over, under]: [usize; 2],
        how: &'static str,
    ) -> Shared {
        Shared { metric: Metric { name, title, unit: Unit::Share, how }, over, under }
    }

    /// Returns the metric of `over` per unit of `under`.
    pub const fn ratio(
        name: &'static str,
        title: &'static str,
        [over, under]: [usize; 2],
        how: &'static str,
    ) -> Shared {
        Shared { metric: Metric { name, title, unit: Unit::Ratio, how }, over, under }
    }
}

/// Names of the game's things in tables and figures.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Names of the players: column name, heading, and plural.
    pub side: [&'static str; 3],
    /// Names of the losses by round: column name, heading, and singular.
    pub lost: [&'static str; 3],
    /// Name of round 0.
    pub fielding: &'static str,
    /// Metrics of the whole game that a short answer shows.
    pub headlines: &'static [&'static str],
    /// Shares of one metric in another.
    pub shares: &'static [Shared],
    /// Metrics that matter by default, each with the largest change to ignore.
    pub matters: &'static [(&'static str, f64)],
}

/// A study of games at a table.
#[derive(Debug)]
pub struct GamesStudy<S: Setting> {
    pub setting: S,
    /// One policy per player. Without swapped seats, each policy plays the side at its index.
    pub policies: Vec<Policies<S>>,
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

    /// Returns the approximate time of a game in nanoseconds, by the most expensive policy, for the time left of a run.
    pub fn effort(&self) -> f64 {
        self.policies.iter().map(S::effort).fold(0.0, f64::max) * self.policies.len() as f64 / 2.0
    }
}

/// Returns an error text on the number of policies that are needed.
pub fn policies_needed(found: usize, players: usize, words: &Words) -> String {
    let (policies, sides) = (counted(found as u64, "policies"), counted(players as u64, words.side[2]));
    format!("{policies} for {sides}; name one for each, in their order")
}

/// The result of a game that was played again.
pub struct Telling {
    /// Names of the policies, in order of players.
    pub policies: Vec<String>,
    pub scores: Vec<i32>,
    pub rounds: u8,
}
