//! Shares of games that differ in number from group to group: of the games with a leader, those that the leader won.

use super::{Observations, Won, add_all};
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments, proportion};
use serde::{Deserialize, Serialize};

/// Games won out of some, by group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratio {
    pub games: u64,
    pub won: u64,
    /// Whole groups by number of games and of won games: (0, 0), (1, 0), (1, 1), (2, 0) and so on.
    pub groups: Vec<u64>,
    /// The open group.
    #[serde(skip)]
    open: (usize, usize),
}

/// Returns the games and wins of the cells of groups, in order.
fn cells() -> impl Iterator<Item = (u64, u64)> + Clone {
    (0u64..).flat_map(|games| (0..=games).map(move |won| (games, won)))
}

impl Ratio {
    /// Creates an empty ratio with groups of `size` games.
    pub fn new(size: u64) -> Ratio {
        let cells = (size + 1) * (size + 2) / 2;
        Ratio { groups: vec![0; cells as usize], ..Ratio::default() }
    }

    /// Creates the ratio of `won` games out of `games`, with the groups by both.
    pub fn of(games: u64, won: u64, groups: Vec<u64>) -> Ratio {
        Ratio { games, won, groups, open: (0, 0) }
    }

    /// Adds a game that counts.
    pub fn add(&mut self, won: bool) {
        self.games += 1;
        self.won += u64::from(won);
        self.open.0 += 1;
        self.open.1 += usize::from(won);
    }

    /// Ends the open group; an incomplete group counts in totals only.
    pub fn close(&mut self, whole: bool) {
        let (games, won) = std::mem::take(&mut self.open);
        if whole {
            self.groups[games * (games + 1) / 2 + won] += 1;
        }
    }

    /// Adds the games of another ratio.
    pub fn merge(&mut self, other: &Ratio) {
        self.games += other.games;
        self.won += other.won;
        add_all(&mut self.groups, &other.groups);
    }

    /// Returns true if the counts are possible for these observations.
    pub fn fits(&self, of: Observations) -> bool {
        let whole = self.groups.iter().fold(0, |sum: u64, groups| sum.saturating_add(*groups));
        let sum = |pick: fn((u64, u64)) -> u64| {
            let each = cells().zip(&self.groups).map(|(cell, groups)| pick(cell).saturating_mul(*groups));
            each.fold(0, u64::saturating_add)
        };
        let rest = of.games - of.whole * of.size;
        self.groups.len() == Ratio::new(of.size).groups.len()
            && whole == of.whole
            && self.won <= self.games
            && (sum(|cell| cell.0)..=sum(|cell| cell.0) + rest).contains(&self.games)
            && (sum(|cell| cell.1)..=sum(|cell| cell.1) + rest).contains(&self.won)
    }

    /// Returns the share of games won. Groups are the observations. The spread is that of each group's won games beyond
    /// the overall share of its games, as for a ratio of two means (W. G. Cochran, 1977, Sampling Techniques, 2.11).
    pub fn share(&self, of: Observations) -> Won {
        if of.size == 1 || self.games == 0 {
            return Won { count: self.won, share: proportion(self.won, self.games, LEVEL) };
        }
        let some = || cells().zip(self.groups.iter().copied()).filter(|((games, _), _)| *games > 0);
        let sum = |pick: fn((u64, u64)) -> u64| some().map(|(cell, groups)| pick(cell) * groups).sum::<u64>() as f64;
        let observations = some().map(|(_, groups)| groups).sum::<u64>();
        let (games, point) = (sum(|cell| cell.0) / observations as f64, self.won as f64 / self.games as f64);
        let share = sum(|cell| cell.1) / sum(|cell| cell.0);
        let more = some().map(|((games_of, won), groups)| ((won as f64 - share * games_of as f64) / games, groups));
        let moments = Moments::of_counts(more).around(point);
        let estimate = Estimate::of(&moments, &Bounds::SHARE, LEVEL);
        Won { count: self.won, share: Estimate { point, n: self.games, observations, ..estimate } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of games: in the first both games have a leader, who wins one; in the second one game has a leader, who
    /// wins.
    #[test]
    fn groups_are_counted_by_games_and_wins() {
        let mut ratio = Ratio::new(2);
        ratio.add(true);
        ratio.add(false);
        ratio.close(true);
        ratio.add(true);
        ratio.close(true);
        ratio.add(false);
        ratio.close(false);
        assert_eq!(ratio, Ratio { games: 4, won: 2, groups: vec![0, 0, 1, 0, 1, 0], open: (0, 0) });
        let of = Observations { games: 5, size: 2, whole: 2 };
        assert!(ratio.fits(of));
        assert!(
            !ratio.fits(Observations { whole: 1, ..of }) && !ratio.fits(Observations { games: 9, size: 3, whole: 2 })
        );
        assert!(!Ratio { won: 4, ..ratio.clone() }.fits(of) && !Ratio { games: 2, ..ratio.clone() }.fits(of));
        let share = ratio.share(of).share;
        assert_eq!((share.point, share.n, share.observations), (0.5, 4, 2));
    }
}
