//! Results of tables of three or more: the symmetric game of bids, its equilibrium with intervals, and the gain of the
//! best reply to it with fresh seeds.

use super::counts::Taken;
use crate::games::rapid_attack::studies::bids::Built;
use crate::games::rapid_attack::studies::bids::fair::Shares;
use hitchart_dice::Throw;
use hitchart_lab::metagame::{Quantity, SymmetricGame, normal, spanned, throw, weights};
use hitchart_lab::runner::Counts;
use hitchart_stats::{Estimate, LEVEL, repeated_at};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Number of resamples of all tables.
const RESAMPLES: u64 = 200;

/// Results of a table: the number of players that make each bid, and their victories.
#[derive(Clone, Debug)]
pub struct Spread {
    pub counts: Vec<u8>,
    /// Victories of all repetitions together.
    pub taken: Taken,
    /// Victories of each repetition, which has separate companies.
    repeats: Vec<Taken>,
}

/// Adds up the victories of all repetitions.
fn together(repeats: &[Taken]) -> Taken {
    let mut all = Taken::default();
    repeats.iter().for_each(|taken| all.add(taken));
    all
}

/// Estimates the share of a player with an interval at a level, from the spread of repetitions.
fn share(repeats: &[Taken], player: usize, level: f64) -> Estimate {
    let shares: Vec<f64> = repeats.iter().map(|taken| taken.mean(&[player])).collect();
    repeated_at(&shares, &together(repeats).share(player, level), level)
}

impl Spread {
    /// Creates the results of a table from its bids and the victories of each repetition.
    pub(super) fn of(counts: Vec<u8>, repeats: Vec<Taken>) -> Spread {
        Spread { counts, taken: together(&repeats), repeats }
    }

    /// Estimates the share of a player, with its interval over repetitions.
    pub fn share(&self, player: usize) -> Estimate {
        share(&self.repeats, player, LEVEL)
    }

    /// Returns the share of a player in each repetition.
    pub(super) fn shares(&self, player: usize) -> Vec<f64> {
        self.repeats.iter().map(|taken| taken.mean(&[player])).collect()
    }

    /// Draws a resample of the shares at the table, from weights of the repetitions and a root of the covariance
    /// between groups.
    fn drawn(&self, (root, weights): (&[Vec<f64>], &[f64]), throw: &mut Throw) -> Vec<f64> {
        let mut drawn = drawn(&self.taken, root, throw);
        for (repeat, weight) in self.repeats.iter().zip(weights) {
            let off = |player: usize| repeat.mean(&[player]) - self.taken.mean(&[player]);
            drawn.iter_mut().enumerate().for_each(|(player, share)| *share += weight * off(player));
        }
        drawn
    }
}

/// Results of bids at tables of `players` players.
#[derive(Clone, Debug)]
pub struct Tables {
    pub players: usize,
    pub bids: Vec<Built>,
    pub spreads: Vec<Spread>,
    /// Shares of bids in the equilibrium.
    pub settled: Vec<Quantity>,
    /// Gain of the best bid against the equilibrium in the same games: the error of the solver.
    pub left: f64,
    /// Shares of each bid against the equilibrium with fresh seeds; `None` before these games are played.
    pub tested: Option<Tested>,
}

/// Results of each bid against the equilibrium with fresh seeds.
#[derive(Clone, Debug)]
pub struct Tested {
    /// Share of the victories.
    pub shares: Vec<Estimate>,
    /// Estimates of the same shares with simultaneous intervals for all bids.
    together: Vec<Estimate>,
}

impl Tested {
    /// Estimates the shares from the games of each bid by repetition; the bid's company is the first player at the
    /// table.
    pub fn of(taken: &[Vec<Taken>]) -> Tested {
        let together = 1.0 - (1.0 - LEVEL) / taken.len().max(1) as f64;
        let at = |level: f64| taken.iter().map(|repeats| share(repeats, 0, level)).collect();
        Tested { shares: at(LEVEL), together: at(together) }
    }

    /// Returns the best reply, and its gain over an even share of the victories, which is at least 0. The interval
    /// holds for any best reply, because the intervals of all bids hold simultaneously.
    pub fn exploitability(&self, players: usize) -> (usize, Quantity) {
        let even = 1.0 / players as f64;
        let best = (0..self.together.len()).max_by(|a, b| self.together[*a].point.total_cmp(&self.together[*b].point));
        let most = |of: &dyn Fn(&Estimate) -> f64| self.together.iter().map(of).fold(even, f64::max) - even;
        let interval = (most(&|share| share.interval.0), most(&|share| share.interval.1));
        (best.unwrap_or(0), Quantity { point: most(&|share| share.point), interval })
    }
}

impl Tables {
    /// Analyses the victories at each table in each repetition, in the order of the spreads.
    pub fn new(players: usize, bids: Vec<Built>, spreads: &[Vec<u8>], taken: Vec<Vec<Taken>>, seed: u64) -> Tables {
        let spreads: Vec<Spread> =
            spreads.iter().cloned().zip(taken).map(|(counts, repeats)| Spread::of(counts, repeats)).collect();
        let mut tables = Tables { players, bids, spreads, settled: Vec::new(), left: 0.0, tested: None };
        let means = tables.spreads.iter().map(|spread| (0..players).map(|p| spread.taken.mean(&[p])).collect());
        let measured = tables.game(&means.collect::<Vec<_>>()).equilibrium();
        let roots: Vec<Vec<Vec<f64>>> = tables.spreads.iter().map(|spread| root(&spread.taken)).collect();
        let draws: Vec<Vec<f64>> = (0..RESAMPLES)
            .into_par_iter()
            .map(|stream| {
                let mut dice = throw(seed, "bids at tables", stream);
                let weights = weights(tables.repeats(), &mut dice);
                let drawn = tables
                    .spreads
                    .iter()
                    .zip(&roots)
                    .map(|(spread, root)| spread.drawn((root.as_slice(), weights.as_slice()), &mut dice));
                tables.game(&drawn.collect::<Vec<_>>()).equilibrium().shares
            })
            .collect();
        let share = |(bid, share): (usize, &f64)| spanned(*share, draws.iter().map(|draw| draw[bid]).collect(), &[]);
        tables.settled = measured.shares.iter().enumerate().map(share).collect();
        tables.left = measured.exploitability;
        tables
    }

    /// Returns the number of independent repetitions of the search for companies and of the games.
    pub fn repeats(&self) -> usize {
        self.spreads.first().map_or(0, |spread| spread.repeats.len())
    }

    /// Returns the symmetric game of bids, from the shares of players at each table.
    fn game(&self, shares: &[Vec<f64>]) -> SymmetricGame {
        let places: BTreeMap<&[u8], usize> =
            self.spreads.iter().enumerate().map(|(place, spread)| (spread.counts.as_slice(), place)).collect();
        SymmetricGame::of(self.players, self.bids.len(), |own, others| {
            let mut counts = others.to_vec();
            counts[own] += 1;
            let shares = places.get(counts.as_slice()).map(|place| &shares[*place]);
            let seats = seats(&counts, own);
            let many = seats.len() as f64;
            shares.map_or(0.0, |shares| seats.map(|seat| shares[seat]).sum::<f64>() / many)
        })
    }

    /// Estimates a bid's share of the victories if all others make another bid; against itself an even share. `None` if
    /// there is no such table.
    pub fn among(&self, own: usize, other: usize) -> Option<Estimate> {
        let even = 1.0 / self.players as f64;
        if own == other {
            return Some(Estimate { point: even, standard_error: 0.0, interval: (even, even), n: 0, observations: 0 });
        }
        let spread = self.alone(own, other)?;
        Some(spread.share(seats(&spread.counts, own).start))
    }

    /// Returns the shares of `among` by repetition.
    pub fn shares_among(&self, own: usize, other: usize) -> Option<Shares> {
        let spread = self.alone(own, other)?;
        let repeats = spread.shares(seats(&spread.counts, own).start);
        Some(Shares { repeats, observations: spread.taken.groups })
    }

    /// Returns the table at which one player makes a bid and all others another.
    fn alone(&self, own: usize, other: usize) -> Option<&Spread> {
        let fits = |spread: &&Spread| spread.counts[own] == 1 && usize::from(spread.counts[other]) == self.players - 1;
        self.spreads.iter().find(fits)
    }

    /// Returns the number of games of all tables.
    pub fn games(&self) -> u64 {
        self.spreads.iter().map(|spread| spread.taken.games()).sum()
    }
}

/// Returns the places at a table of the players that make a bid; players sit in the order of bids.
pub fn seats(counts: &[u8], bid: usize) -> std::ops::Range<usize> {
    let before: usize = counts[..bid].iter().map(|count| usize::from(*count)).sum();
    before..before + usize::from(counts[bid])
}

/// Computes a Cholesky root of the covariances of the shares at a table. The total of all players does not vary, so the
/// matrix is singular.
fn root(taken: &Taken) -> Vec<Vec<f64>> {
    let n = taken.players();
    let mut root = vec![vec![0.0; n]; n];
    for row in 0..n {
        for column in 0..=row {
            let known: f64 = (0..column).map(|k| root[row][k] * root[column][k]).sum();
            let left = taken.covariance(row, column) - known;
            root[row][column] = match row == column {
                true => left.max(0.0).sqrt(),
                false if root[column][column] > 1e-9 => left / root[column][column],
                false => 0.0,
            };
        }
    }
    root
}

/// Draws a resample of the shares at a table.
fn drawn(taken: &Taken, root: &[Vec<f64>], throw: &mut Throw) -> Vec<f64> {
    let noise: Vec<f64> = root.iter().map(|_| normal(throw)).collect();
    let off = |row: &Vec<f64>| row.iter().zip(&noise).map(|(part, noise)| part * noise).sum::<f64>();
    (0..taken.players()).zip(root).map(|(player, row)| taken.mean(&[player]) + off(row)).collect()
}
