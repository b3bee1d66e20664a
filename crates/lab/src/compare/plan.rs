//! How much is played for a comparison, and what does not matter.

use crate::study::{Looks, Quantity};
use std::collections::BTreeMap;

/// How long to play, and what a difference is that matters.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparePlan {
    /// Most games of a study, a change and a rung, by each of the two rulesets.
    pub games: u64,
    /// By name of a metric the greatest change of it that does not matter.
    pub margins: BTreeMap<String, f64>,
    /// Largest half-width of the interval of an effect that matters and moved, in parts of the effect, at which play ends.
    pub precision: f64,
}

impl ComparePlan {
    /// The margin of a number; none where it was not said.
    pub fn margin(&self, quantity: &Quantity) -> Option<f64> {
        self.margins.get(&quantity.metric).copied()
    }

    /// When games in groups of so many are looked at.
    pub fn looks(&self, size: u64) -> Looks {
        Looks::at(self.games, size)
    }
}
