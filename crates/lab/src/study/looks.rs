//! Interim looks at games (group-sequential test), planned beforehand, so that the results of each look hold whenever
//! play ends.

use hitchart_stats::sequential::{Boundary, MOST, RATIO};
use std::ops::Range;

/// Minimum number of groups at the first look: fewer give no useful bound.
const FEWEST: u64 = 40;

/// Plan of the looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looks {
    /// Number of groups after each look, at least one; the last is the maximum.
    ends: Vec<u64>,
}

impl Looks {
    /// Plans looks at `games` games, in groups of `size`.
    pub fn at(games: u64, size: u64) -> Looks {
        let most = games.div_ceil(size.max(1)).max(1);
        let ends = (0..MOST as i32).rev().map(|before| (most as f64 * RATIO.powi(-before)).round() as u64);
        let mut ends: Vec<u64> = ends.filter(|end| *end >= FEWEST && *end < most).collect();
        ends.push(most);
        Looks { ends }
    }

    /// Returns the plan with only the last look.
    pub fn last(self) -> Looks {
        Looks { ends: vec![self.groups()] }
    }

    /// Returns the number of looks.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Returns the maximum number of groups.
    pub fn groups(&self) -> u64 {
        self.ends.last().copied().unwrap_or(1)
    }

    /// Returns the number of groups at the end of a look.
    pub fn end(&self, look: usize) -> u64 {
        self.ends[look]
    }

    /// Returns the groups that a look adds. `None` after the last look.
    pub fn added(&self, look: usize) -> Option<Range<u64>> {
        let from = look.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        Some(from..*self.ends.get(look)?)
    }

    /// Returns the confidence level of an interval at a look, so that the intervals of all looks hold together with
    /// probability `1 - alpha`.
    pub fn level(&self, look: usize, alpha: f64) -> f64 {
        Boundary::of(self.count()).level(look, alpha)
    }

    /// Returns the p-value over all looks of a p-value at one of them.
    pub fn p_value(&self, look: usize, p: f64) -> f64 {
        Boundary::of(self.count()).p_value(look, p)
    }
}

/// Returns the total games needed for 90% power, assuming that the current estimate is true. `games` games gave the
/// interval `half_width`; `room` is the distance of the estimate from the boundary of a decision. `None` if that
/// distance is too small.
pub fn enough((games, half_width): (u64, f64), room: f64) -> Option<u64> {
    let games = (games as f64 * (half_width / room).powi(2) * SURE).ceil();
    (games.is_finite() && games < MOST_GAMES).then_some(games as u64)
}

/// Factor of games for 90% power: an interval that just reaches the boundary decides in half of all cases.
const SURE: f64 = 2.7;
/// Numbers of games beyond this are not reported.
const MOST_GAMES: f64 = 1e9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_come_closer_than_doubling_and_end_with_all_games() {
        let looks = Looks::at(8000, 2);
        assert_eq!([looks.count(), looks.groups() as usize], [MOST, 4000]);
        assert!(looks.ends.is_sorted() && looks.ends[0] == 281);
        assert_eq!(Looks::at(80, 2).ends, [40]);
        assert_eq!(Looks::at(1, 3).ends, [1]);
        assert_eq!(looks.last(), Looks { ends: vec![4000] });
    }

    #[test]
    fn looks_add_all_groups_once() {
        let looks = Looks::at(700, 2);
        let parts: Vec<_> = (0..).map_while(|look| looks.added(look)).collect();
        let all: Vec<u64> = parts.iter().flat_map(|part| part.clone()).collect();
        assert!(parts.len() == looks.count() && all == (0..350).collect::<Vec<_>>());
    }
}
