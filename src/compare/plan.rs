//! How much is played for a comparison, and what does not matter.

use crate::study::Quantity;
use std::collections::BTreeMap;

/// How long to play, and what a difference is that matters.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparePlan {
    /// Most games of a study, a change and a rung, by each of the two rulesets.
    pub games: u64,
    /// By name of a metric the greatest change of it that does not matter.
    pub margins: BTreeMap<String, f64>,
}

/// Looks at the games played so far: after an eighth, a quarter and a half of the most there may be, and at the end.
pub const LOOKS: usize = 4;
/// Groups of the first look, at least: fewer bound nothing.
const FEWEST: u64 = 40;

impl ComparePlan {
    /// The margin of a number; none where it was not said.
    pub fn margin(&self, quantity: &Quantity) -> Option<f64> {
        self.margins.get(&quantity.metric).copied()
    }

    /// As [`looks`].
    pub fn looks(&self, size: u64) -> Vec<u64> {
        looks(self.games, size)
    }
}

/// Where looks at so many games end, in groups of so many; the last is the most there may be.
pub fn looks(games: u64, size: u64) -> Vec<u64> {
    let most = games.div_ceil(size.max(1)).max(1);
    let mut ends: Vec<u64> = (1..LOOKS).rev().map(|halvings| most >> halvings).collect();
    ends.retain(|end| *end >= FEWEST);
    ends.push(most);
    ends
}

/// The part of the level that a look has: in proportion to the games that it adds to, so that they make 1 together.
pub fn weight(looks: &[u64], look: usize) -> f64 {
    looks[look] as f64 / looks.iter().sum::<u64>() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_double_and_their_weights_make_one() {
        let plan = |games| ComparePlan { games, margins: BTreeMap::new() };
        assert_eq!(plan(8000).looks(2), [500, 1000, 2000, 4000]);
        assert_eq!(plan(100).looks(2), [50]);
        assert_eq!(plan(1).looks(3), [1]);
        for games in [10, 700, 12_345] {
            let looks = plan(games).looks(2);
            let all: f64 = (0..looks.len()).map(|look| weight(&looks, look)).sum();
            assert!((all - 1.0).abs() < 1e-12 && looks.is_sorted());
        }
    }
}
