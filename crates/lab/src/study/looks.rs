//! Looks at games while they are played: planned beforehand, so that what is said at each of them holds whenever play ends.

use hitchart_stats::sequential::{Boundary, MOST, RATIO};
use std::ops::Range;

/// Groups of the first look, at least: fewer bound nothing.
const FEWEST: u64 = 40;

/// When games are looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looks {
    /// Groups after which each look is taken, at least one; the last is the most there may be.
    ends: Vec<u64>,
}

impl Looks {
    /// Looks at so many games, in groups of so many.
    pub fn at(games: u64, size: u64) -> Looks {
        let most = games.div_ceil(size.max(1)).max(1);
        let ends = (0..MOST as i32).rev().map(|before| (most as f64 * RATIO.powi(-before)).round() as u64);
        let mut ends: Vec<u64> = ends.filter(|end| *end >= FEWEST && *end < most).collect();
        ends.push(most);
        Looks { ends }
    }

    /// The last of them alone.
    pub fn last(self) -> Looks {
        Looks { ends: vec![self.groups()] }
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Groups, at most.
    pub fn groups(&self) -> u64 {
        self.ends.last().copied().unwrap_or(1)
    }

    /// Groups at the end of a look.
    pub fn end(&self, look: usize) -> u64 {
        self.ends[look]
    }

    /// The groups that a look adds; none after the last.
    pub fn added(&self, look: usize) -> Option<Range<u64>> {
        let from = look.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        Some(from..*self.ends.get(look)?)
    }

    /// The confidence level of an interval at a look, so that those of all looks hold together but for `alpha`.
    pub fn level(&self, look: usize, alpha: f64) -> f64 {
        Boundary::of(self.count()).level(look, alpha)
    }

    /// The p-value over all looks of a p-value at one of them.
    pub fn p_value(&self, look: usize, p: f64) -> f64 {
        Boundary::of(self.count()).p_value(look, p)
    }
}

/// Games in all that would decide what so many have left open, in nine of ten cases, if it is what it seems: where `room` is
/// how far the effect is from where it would be decided. None where it seems to be just there.
pub fn enough((games, half_width): (u64, f64), room: f64) -> Option<u64> {
    let games = (games as f64 * (half_width / room).powi(2) * SURE).ceil();
    (games.is_finite() && games < MOST_GAMES).then_some(games as u64)
}

/// An interval that just reaches a bound decides in half of all cases; with so many times the games in nine of ten.
const SURE: f64 = 2.7;
/// Beyond this nobody plays.
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
