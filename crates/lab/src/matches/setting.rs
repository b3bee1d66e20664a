//! The table that games are played at, and a study of games there.

use super::Recorded;
use super::tally::Tally;
use hitchart_play::{Featured, Game, Observer, Policy};
use hitchart_play::policy::{Book, Kind, SearchSettings, Settings, Spec};
use crate::study::{About, Metric, Replay, Unit};
use hitchart_report::table::{Table, counted};
use serde_json::Value;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

/// The table that the games of a study are played at: who meets, where, by which rules.
pub trait Setting: Clone + Debug + Send + Sync + Sized + 'static {
    type Game: Featured + Send + Sync + 'static;
    type Record: Recorded + Observer<Self::Game>;
    /// Policies without parameters.
    type Plain: Clone + Debug + Send + Sync;
    /// Weights of tacticians.
    type Tactics: Settings + Default + Debug + Send + Sync;
    /// Who decides by a policy.
    type Player: Policy<Self::Game>;

    /// What things are called.
    const WORDS: Words;

    /// Names of those who meet, in order of players.
    fn names(&self) -> Vec<&str>;
    /// The game that they play.
    fn game(&self) -> Self::Game;
    /// Policies that may be named.
    fn book(&self) -> &Book<Kind<Self::Plain, Self::Tactics>>;
    /// A player of a policy.
    fn build(policy: &Policies<Self>) -> Self::Player;
    /// Some nanoseconds that a game of two such players takes, for the time left of a run.
    fn effort(policy: &Policies<Self>) -> f64;
    /// What a quick search looks for whose outlook is to be learned.
    fn quick() -> SearchSettings<Self::Tactics>;
    /// The same with everybody so many seats on.
    fn rotated(&self, seats: usize) -> Self;
    /// What and where it is, in words: `skirmish on dense-town`.
    fn ground(&self) -> String;
    /// The same for programs.
    fn described(&self) -> Vec<(&'static str, Value)>;
    /// What of other files a saved report must keep to be rendered again.
    fn kept(&self) -> Option<Value> {
        None
    }
    /// Attacks and damage by kind, of the kinds that occurred.
    fn strikes(name: &str, tally: &Tally) -> Table;
    /// Points that an asset of a player is worth.
    fn points(state: &<Self::Game as Game>::State, player: usize) -> i32;
    /// Plays one game again and tells it; none where it was stopped.
    fn tell(study: &GamesStudy<Self>, name: &str, about: &About, stop: &AtomicBool) -> Option<Replay>;
}

/// The policies of a setting.
pub type Policies<S> = Spec<Kind<<S as Setting>::Plain, <S as Setting>::Tactics>>;

/// A metric that is one metric of a game over another.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    pub metric: Metric,
    /// Places of both among the metrics of the whole game.
    pub over: usize,
    pub under: usize,
}

impl Shared {
    /// Returns the part of what is under it.
    pub const fn share(
        name: &'static str,
        title: &'static str,
        [over, under]: [usize; 2],
        how: &'static str,
    ) -> Shared {
        Shared { metric: Metric { name, title, unit: Unit::Share, how }, over, under }
    }

    /// Returns the number of one thing for each of another.
    pub const fn ratio(
        name: &'static str,
        title: &'static str,
        [over, under]: [usize; 2],
        how: &'static str,
    ) -> Shared {
        Shared { metric: Metric { name, title, unit: Unit::Ratio, how }, over, under }
    }
}

/// What things are called.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Who plays: name of a column, its heading, and the plural.
    pub side: [&'static str; 3],
    /// What is lost by round: name of a column, its heading, and what comes one at a time.
    pub lost: [&'static str; 3],
    /// What round 0 is.
    pub fielding: &'static str,
    /// Metrics of the whole game that a short answer shows.
    pub headlines: &'static [&'static str],
    /// Shares of one metric in another.
    pub shares: &'static [Shared],
    /// What matters of a game where nothing else is said, and how much of it does not.
    pub matters: &'static [(&'static str, f64)],
}

/// Games at a table.
#[derive(Debug)]
pub struct GamesStudy<S: Setting> {
    pub setting: S,
    /// As many as players. Without swapped seats each plays the side of its place.
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
    /// The same study with everybody so many seats on.
    pub fn seated(&self, seats: usize) -> GamesStudy<S> {
        GamesStudy { setting: self.setting.rotated(seats), ..self.clone() }
    }

    /// The dearest policy, for the time left of a run.
    pub fn effort(&self) -> f64 {
        self.policies.iter().map(S::effort).fold(0.0, f64::max) * self.policies.len() as f64 / 2.0
    }
}

/// Says how many policies are needed.
pub fn policies_needed(found: usize, players: usize, words: &Words) -> String {
    let (policies, sides) = (counted(found as u64, "policies"), counted(players as u64, words.side[2]));
    format!("{policies} for {sides}; name one for each, in their order")
}

/// A game as it was told.
pub struct Telling {
    /// Names of the policies, in order of players.
    pub policies: Vec<String>,
    pub scores: Vec<i32>,
    pub rounds: u8,
}
