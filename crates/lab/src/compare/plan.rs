//! Number of games of a comparison, and margins.

use crate::study::{Looks, Quantity};
use std::collections::BTreeMap;

/// Amount of play, and the differences that matter.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparePlan {
    /// Maximum games of a study, a change and a rung, under each of the two rulesets.
    pub games: u64,
    /// Largest change of a metric to ignore, by name.
    pub margins: BTreeMap<String, f64>,
    /// Half-width of an interval, as a fraction of the effect, at which play ends; for numbers with a margin that
    /// moved.
    pub precision: f64,
}

impl ComparePlan {
    /// Returns the margin of a number. `None` if none was set.
    pub fn margin(&self, quantity: &Quantity) -> Option<f64> {
        self.margins.get(&quantity.metric).copied()
    }

    /// Returns the looks at games in groups of `size`.
    pub fn looks(&self, size: u64) -> Looks {
        Looks::at(self.games, size)
    }
}
