//! Games of a study in numbers, group by group: what rulesets are compared by.
//!
//! A group holds the games that share their dice: one, or, where seats are swapped, one for each way to seat the policies.
//! Its numbers are integers, and whoever adds them up knows nothing of the game.

use super::Unit;
use hitchart_stats::{Bounds, Estimate};
use hitchart_report::table::{number, number_within, percent, percent_within, points_within, signed_within};
use std::fmt;
use std::sync::atomic::AtomicBool;

/// A number that every group of games has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// Name in files, `snake_case`: a metric's, or `win`.
    pub metric: String,
    /// Whose it is, such as a company or a position; empty for the whole game.
    pub of: String,
    pub unit: Unit,
    /// The quantity that it is a share of; the games where there is none.
    pub under: Option<usize>,
    /// What is counted.
    pub how: &'static str,
    /// Heading for people; empty where the name serves.
    pub title: &'static str,
    /// Whose wins it counts; none where it counts something else, or somebody by another word.
    pub winner: Option<Winner>,
}

/// Who wins games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winner {
    /// A side of the table, such as a company, by a name that does not tell it from others of that name.
    Side(String),
    /// A policy that plays all sides in turn.
    Policy(String),
    /// An entrant whose games against all others are one number.
    Field,
}

impl Winner {
    /// True if its wins are counted game by game, so that they can be held against those of another.
    pub fn is_alone(&self) -> bool {
        !matches!(self, Winner::Field)
    }
}

/// The name of a metric in words: `share of hand to hand`.
pub fn metric_words(metric: &str) -> String {
    let words = metric.replace('_', " ");
    match words.split_once(' ') {
        None if words == "win" => "share of games won".to_owned(),
        None if words == "victory" => "share of missions won".to_owned(),
        Some(("share", of)) => format!("share of {of}"),
        _ => words,
    }
}

impl Quantity {
    /// The number in words, with its owner: `wins of company Scouts`, `share of hand to hand`.
    pub fn words(&self) -> String {
        let metric = self.metric_words();
        if self.of.is_empty() { metric } else { format!("{metric} of {}", self.of) }
    }

    /// The metric in words, as they stand in a sentence: `rounds`, `HVAs taken`.
    pub fn metric_words(&self) -> String {
        if self.title.is_empty() {
            return self.metric.replace('_', " ");
        }
        let begins_with_a_name = self.title.chars().nth(1).is_some_and(char::is_uppercase);
        let mut letters = self.title.chars();
        match letters.next().filter(|_| !begins_with_a_name) {
            Some(first) => first.to_lowercase().chain(letters).collect(),
            None => self.title.to_owned(),
        }
    }

    /// A value of it as people say it: a percentage of a share.
    pub fn value(&self, value: f64) -> String {
        if self.is_percentage() { percent(value) } else { number(value) }
    }

    /// An estimate of it with its interval.
    pub fn estimated(&self, estimate: &Estimate) -> String {
        let show = if self.is_percentage() { percent_within } else { number_within };
        show(estimate.point, estimate.interval)
    }

    /// A change of it with its interval: points of a share.
    pub fn change(&self, estimate: &Estimate) -> String {
        let show = if self.is_percentage() { points_within } else { signed_within };
        show(estimate.point, estimate.interval)
    }

    fn is_percentage(&self) -> bool {
        self.unit == Unit::Share
    }

    /// What a change of it can be. A game that no one has seen yet may differ by as much as games are great, `size`, or by
    /// what the unit has at once if that is more.
    pub fn bounds_of_change(&self, size: f64) -> Bounds {
        let bounds = self.unit.bounds_of_difference();
        if self.under.is_some() { Bounds { step: size, ..bounds } } else { bounds.stepping(size) }
    }

    /// What a mean of it can be, in the same way.
    pub fn bounds(&self, size: f64) -> Bounds {
        let bounds = self.unit.bounds();
        if self.under.is_some() { Bounds { step: size, ..bounds } } else { bounds.stepping(size) }
    }
}

/// How far a group that has not been seen yet may lie from a share of sums: all that is under it may go to the share or
/// none of it. A `heavy` group has so many times the mean under it, the root of the mean square.
pub fn step_of_share(share: f64, heavy: f64) -> f64 {
    heavy * share.max(1.0 - share)
}

/// Plays the group of a key, and tells its numbers, in the order of the quantities; false where it was stopped.
pub type Player<'s> = Box<dyn FnMut(u64, &mut [i64]) -> bool + 's>;

/// Makes the player of a thread, who stops when told to.
type Seat = dyn for<'s> Fn(&'s AtomicBool) -> Player<'s> + Send + Sync;

/// The games of a study, to be played group by group.
pub struct Grouped {
    pub quantities: Vec<Quantity>,
    /// Games of a group.
    pub size: u64,
    /// Some nanoseconds that a game takes.
    pub effort: f64,
    /// Metrics that matter where nothing else is said, each with the greatest change that does not.
    pub matters: &'static [(&'static str, f64)],
    seat: Box<Seat>,
}

impl Grouped {
    /// Games of which these quantities are told; `seat` makes the player of a thread.
    pub fn new(
        quantities: Vec<Quantity>,
        (size, effort): (u64, f64),
        seat: impl for<'s> Fn(&'s AtomicBool) -> Player<'s> + Send + Sync + 'static,
    ) -> Grouped {
        Grouped { quantities, size, effort, matters: &[], seat: Box::new(seat) }
    }

    /// The same, with what matters.
    pub fn that_matters(self, matters: &'static [(&'static str, f64)]) -> Grouped {
        Grouped { matters, ..self }
    }

    /// The player of a thread.
    pub fn player<'s>(&self, stop: &'s AtomicBool) -> Player<'s> {
        (self.seat)(stop)
    }
}

impl fmt::Debug for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grouped").field("quantities", &self.quantities.len()).finish_non_exhaustive()
    }
}
