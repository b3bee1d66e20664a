//! Positions of any game: the decisions of a game that was recorded, and the games that can be played on from each.

use super::Resume;
use crate::runner::playouts::PlayoutArm;
use crate::runner::{Job, Streams};
use hitchart_config::{FileText, InputError};
use serde_json::Value;

/// A decision of a game that is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionPoint {
    /// The round; 0 before the first.
    pub round: u32,
    /// Player who decides.
    pub player: usize,
    /// Kind of the decision, such as `act`.
    pub kind: &'static str,
    /// The decision in words that follow `to`.
    pub words: String,
    /// True if the state lies between two turns, where a network can value it.
    pub quiet: bool,
    /// True if a turn has just ended or a round begun.
    pub turn: bool,
    /// Number of candidates.
    pub candidates: usize,
    /// Place of the chosen candidate; `None` at the end of the record.
    pub chosen: Option<usize>,
}

/// An attack of a game: its damage, and the exact expectation before the damage dice are rolled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dealt {
    /// Player who attacks.
    pub player: usize,
    /// Damage to the target.
    pub damage: f64,
    /// Expected damage of the attack's dice.
    pub expected: f64,
}

/// Source of positions.
#[derive(Clone, Copy, Debug)]
pub enum PositionOf<'a> {
    /// The decisions of a game that was recorded.
    Replay(&'a Resume),
    /// The start of a game.
    Start,
    /// A file with the table `[position]`, which changes the state after the set-up.
    Typed(&'a FileText),
}

/// The decisions of a game, with the games that can be played on from each.
pub trait Positions: Send + Sync {
    /// Returns the decisions in order.
    fn points(&self) -> &[DecisionPoint];
    /// Returns the names of the players.
    fn players(&self) -> &[String];
    /// Returns the names of the policies that play on, in order of players.
    fn policies(&self) -> Vec<&str>;
    /// Lets other policies play on: one for all players, or one for each.
    ///
    /// # Errors
    /// Unknown policies, with the nearest name, and other numbers of policies.
    fn play_by(&mut self, names: &[String]) -> Result<(), InputError>;
    /// Returns the job that plays on from every arm, once in each group of the streams, with the group's dice.
    fn job(&self, arms: &[PlayoutArm], streams: Streams) -> Job;
    /// Returns the candidates of a decision in words.
    fn candidates(&self, at: usize) -> Vec<String>;
    /// Returns the place of the candidate that a policy chooses; `None` if the player's role has no such policy. An action
    /// that is not among the candidates becomes one.
    fn choice(&mut self, at: usize, policy: &str, key: u64) -> Option<usize>;
    /// Returns the network's chance to win of each player; `None` if the state is not between two turns.
    fn network(&self, at: usize) -> Option<Vec<f64>>;
    /// Returns the state of a decision as data.
    fn state(&self, at: usize) -> Value;
    /// Returns the game's word for what attacks do: `damage`.
    fn damage(&self) -> &'static str;
    /// Returns the attacks of the game in order.
    fn dealt(&self) -> &[Dealt];
    /// Returns the share of the finished game that each player won.
    fn result(&self) -> Option<Vec<f64>>;
}
