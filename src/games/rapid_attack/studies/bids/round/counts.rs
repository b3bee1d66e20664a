//! Counts of the victories at one table, in groups of games with the same dice in which all players rotate through all
//! seats.

use crate::games::rapid_attack::studies::builds::sitting::{Company, Sitting};
use hitchart_lab::runner::games::{block_size, key};
use hitchart_lab::runner::{Counts, Simulation};
use hitchart_play::Scores;
use hitchart_stats::{Bounds, Estimate, Moments};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Parts of one victory: divisible by any number of winners up to five.
const VICTORY: u64 = 60;

/// Victories of all players at a table. A group has as many games as players, with the same dice and every player in
/// every seat, and is one observation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    pub groups: u64,
    /// Sums by player, in parts of a victory.
    sums: Vec<u64>,
    /// Sums over groups of the products of every player's parts with every other's, row by row.
    products: Vec<u64>,
}

impl Taken {
    /// Adds a group, given the parts of each player.
    fn add_group(&mut self, taken: &[u64]) {
        self.sums.resize(taken.len(), 0);
        self.products.resize(taken.len() * taken.len(), 0);
        self.groups += 1;
        self.sums.iter_mut().zip(taken).for_each(|(sum, parts)| *sum += parts);
        let pairs = taken.iter().flat_map(|one| taken.iter().map(move |other| one * other));
        self.products.iter_mut().zip(pairs).for_each(|(sum, product)| *sum += product);
    }

    /// Returns the number of players at the table.
    pub fn players(&self) -> usize {
        self.sums.len()
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.groups * self.players() as u64
    }

    /// Returns the parts of a group in which one player took every victory.
    fn whole(&self) -> f64 {
        (VICTORY * self.players() as u64) as f64
    }

    /// Returns the mean share of the victories of some players.
    pub fn mean(&self, players: &[usize]) -> f64 {
        let parts: u64 = players.iter().map(|player| self.sums[*player]).sum();
        parts as f64 / (self.groups.max(1) * players.len() as u64) as f64 / self.whole()
    }

    /// Estimates the share of one player, with an interval at a level, from the variation between groups.
    pub fn share(&self, player: usize, level: f64) -> Estimate {
        let mean = self.mean(&[player]);
        let whole = self.whole();
        let squares = self.products[player * self.players() + player] as f64 / (whole * whole);
        let deviations = squares - self.groups as f64 * mean * mean;
        let moments = Moments::of_deviations(self.groups, mean, [deviations, 0.0]);
        Estimate { n: self.games(), ..Estimate::of(&moments, &Bounds::SHARE, level) }
    }

    /// Computes the covariance of the mean shares of two players. Two imaginary groups, each won entirely by a random
    /// player, are added, so that a variation never seen is not taken as zero.
    pub fn covariance(&self, one: usize, other: usize) -> f64 {
        let (players, groups) = (self.players() as f64, self.groups as f64);
        let whole = self.whole();
        let product = self.products[one * self.players() + other] as f64 / (whole * whole);
        let seen = product - groups * self.mean(&[one]) * self.mean(&[other]);
        let unseen = f64::from(u8::from(one == other)) / players - 1.0 / (players * players);
        (seen + 2.0 * unseen) / (groups * (groups + 1.0)).max(1.0)
    }

    /// Returns true if the counts are consistent and count exactly `games` games.
    fn fits(&self, games: u64) -> bool {
        let players = self.sums.len();
        let total = self.sums.iter().try_fold(0, |sum: u64, parts| sum.checked_add(*parts));
        players > 0
            && self.products.len() == players * players
            && self.groups.checked_mul(players as u64) == Some(games)
            && total == games.checked_mul(VICTORY)
            && self.products_fit()
    }

    /// Returns true if the products are consistent with groups that share out all victories: every row adds up to the
    /// player's sum times the parts of a group, and the products are symmetric.
    fn products_fit(&self) -> bool {
        let players = self.sums.len();
        let at = |one: usize, other: usize| self.products[one * players + other];
        let of_group = u128::from(VICTORY) * players as u128;
        let row = |one: usize| (0..players).map(|other| u128::from(at(one, other))).sum::<u128>();
        (0..players).all(|one| {
            let own = u128::from(self.sums[one]);
            row(one) == own * of_group
                && own * own <= u128::from(self.groups) * u128::from(at(one, one))
                && (0..one).all(|other| at(one, other) == at(other, one))
        })
    }
}

impl Counts for Taken {
    fn add(&mut self, other: &Taken) {
        self.sums.resize(other.sums.len(), 0);
        self.products.resize(other.products.len(), 0);
        self.groups += other.groups;
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| *sum += more);
        self.products.iter_mut().zip(&other.products).for_each(|(sum, more)| *sum += more);
    }
}

/// Groups of games of one entrant against a field, at tables of three or more.
pub struct Round {
    pub sitting: Sitting,
    pub groups: u64,
    /// Name that, together with the seed, determines all dice.
    pub dice: String,
    pub seed: u64,
}

impl Round {
    fn players(&self) -> u64 {
        self.sitting.players() as u64
    }
}

/// Adds each player's parts of the victory in a game; `own` is the seat of the first player.
fn share_out(scores: &Scores, own: usize, taken: &mut [u64]) {
    let (scores, best) = (scores.as_slice(), scores.best());
    let winners = scores.iter().filter(|score| **score == best).count().max(1) as u64;
    for (player, taken) in taken.iter_mut().enumerate() {
        if scores[(own + player) % scores.len()] == best {
            *taken += VICTORY / winners;
        }
    }
}

impl Simulation for Round {
    type Counts = Taken;

    fn size(&self) -> u64 {
        self.groups * self.players()
    }

    fn block_size(&self) -> u64 {
        block_size(Simulation::size(self), self.players())
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Taken> {
        let players = self.sitting.players();
        let (mut company, mut counts) = (Company::new(), Taken::default());
        for group in games.start / players as u64..games.end / players as u64 {
            let mut taken = vec![0; players];
            let key = key(self.seed, &self.dice, group);
            for seats_on in 0..players {
                let (scores, own) = self.sitting.play((key, group), seats_on, &mut company, stop);
                share_out(&scores, own, &mut taken);
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            counts.add_group(&taken);
        }
        Some(counts)
    }

    fn fits(&self, counts: &Taken, games: u64) -> bool {
        counts.players() as u64 == self.players() && counts.fits(games)
    }

    fn effort(&self) -> f64 {
        self.sitting.effort()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Builds counts from groups, given in victories.
    pub fn taken(groups: &[Vec<u64>]) -> Taken {
        let mut counts = Taken::default();
        groups.iter().for_each(|group| counts.add_group(&group.iter().map(|won| won * VICTORY).collect::<Vec<_>>()));
        counts
    }

    /// Two of three players share the victory of a game, and the seats are rotated back to the players.
    #[test]
    fn a_victory_is_shared_by_who_has_it() {
        let mut parts = vec![0; 3];
        share_out(&Scores::new([7, 9, 9].into_iter()), 1, &mut parts);
        assert_eq!(parts, [30, 30, 0]);
        share_out(&Scores::new([1, 2, 9].into_iter()), 2, &mut parts);
        assert_eq!(parts, [90, 30, 0]);
    }

    #[test]
    fn shares_of_a_table_make_one_and_join_in_any_order() {
        let (one, other) = (taken(&[vec![3, 0, 0], vec![0, 2, 1]]), taken(&[vec![1, 1, 1]]));
        let mut all = one.clone();
        all.add(&other);
        let mut back = other;
        back.add(&one);
        assert_eq!(all, back);
        assert!(all.fits(9) && !all.fits(8) && (all.mean(&[0]) - 4.0 / 9.0).abs() < 1e-12);
        assert!((all.mean(&[0, 1, 2]) - 1.0 / 3.0).abs() < 1e-12);
        // The total of all players never varies.
        let sum: f64 = (0..9).map(|at| all.covariance(at / 3, at % 3)).sum();
        assert!(sum.abs() < 1e-12, "{sum}");
    }
}
