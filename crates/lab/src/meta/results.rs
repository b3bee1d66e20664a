//! Results of games between entrants.

use crate::study::Duel;
use std::collections::BTreeMap;

/// Games between two entrants, seen from the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Number of observations by outcome: wins, ties and losses within a group of games that share their dice. A game
    /// on its own is `[1, 0, 0]`, a pair with swapped seats `[2, 0, 0]`, `[1, 0, 1]` and so on.
    pub observations: BTreeMap<[u8; 3], u64>,
}

impl Cell {
    /// Creates a cell of games that were each played on its own.
    pub fn of_games(wins: u64, ties: u64, losses: u64) -> Cell {
        let mut cell = Cell::default();
        cell.add([1, 0, 0], wins);
        cell.add([0, 1, 0], ties);
        cell.add([0, 0, 1], losses);
        cell
    }

    /// Adds `times` observations of an outcome; an outcome without games is ignored.
    pub fn add(&mut self, outcome: [u8; 3], times: u64) {
        if times > 0 && outcome != [0; 3] {
            *self.observations.entry(outcome).or_default() += times;
        }
    }

    /// Returns the games that the first entrant won, tied and lost.
    pub fn games(&self) -> [u64; 3] {
        let mut sums = [0; 3];
        for (outcome, times) in &self.observations {
            sums.iter_mut().zip(outcome).for_each(|(sum, count)| *sum += u64::from(*count) * times);
        }
        sums
    }

    /// Returns the number of observations.
    pub fn len(&self) -> u64 {
        self.observations.values().sum()
    }

    /// Returns true if no games were played.
    pub fn is_empty(&self) -> bool {
        self.observations.is_empty()
    }

    /// Returns the first entrant's share of points, a tie being half a point. `None` if no games were played.
    pub fn points(&self) -> Option<f64> {
        let [wins, ties, losses] = self.games().map(|count| count as f64);
        (!self.is_empty()).then(|| (wins + ties / 2.0) / (wins + ties + losses))
    }

    /// Returns the same games, seen from the second entrant.
    pub fn mirrored(&self) -> Cell {
        let turned = |([wins, ties, losses], times): (&[u8; 3], &u64)| ([*losses, *ties, *wins], *times);
        Cell { observations: self.observations.iter().map(turned).collect() }
    }

    fn join(&mut self, other: &Cell) {
        other.observations.iter().for_each(|(outcome, times)| self.add(*outcome, *times));
    }
}

impl From<&Duel> for Cell {
    /// Creates a cell of pairs of games with swapped seats.
    fn from(duel: &Duel) -> Cell {
        let [lost, once_lost, even, once_won, won] = duel.half_points;
        let divided = duel.divided.min(even);
        let pairs = [
            ([2, 0, 0], won),
            ([1, 1, 0], once_won),
            ([1, 0, 1], divided),
            ([0, 2, 0], even - divided),
            ([0, 1, 1], once_lost),
            ([0, 0, 2], lost),
        ];
        let mut cell = Cell::default();
        pairs.into_iter().for_each(|(outcome, times)| cell.add(outcome, times));
        cell
    }
}

/// Returns the first entrant's share of points in an observation.
pub(super) fn share([wins, ties, losses]: [u8; 3]) -> f64 {
    let [wins, ties, losses] = [wins, ties, losses].map(f64::from);
    (wins + ties / 2.0) / (wins + ties + losses)
}

/// Games among several entrants: every matchup has two cells, one from each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    names: Vec<String>,
    /// Row by row.
    cells: Vec<Cell>,
}

/// Reasons why results cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    #[error("{0} is no field to compare; two entrants are the least")]
    TooFew(String),
    #[error("`{0}` met nobody")]
    Alone(String),
    #[error("`{0}` and `{1}` are in groups that never met, so that nothing compares them")]
    Apart(String, String),
}

impl Results {
    /// Creates results of entrants without games. Names are unique.
    pub fn new(names: Vec<String>) -> Results {
        let cells = vec![Cell::default(); names.len() * names.len()];
        Results { names, cells }
    }

    /// Returns the names of the entrants in their original order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the number of entrants.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns true if there are no entrants.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the games of the first entrant with the second.
    pub fn cell(&self, first: usize, second: usize) -> &Cell {
        &self.cells[first * self.names.len() + second]
    }

    /// Adds games of two entrants to both their cells. Games of an entrant against itself are ignored.
    pub fn add(&mut self, first: usize, second: usize, games: &Cell) {
        if first != second {
            let n = self.names.len();
            self.cells[first * n + second].join(games);
            self.cells[second * n + first].join(&games.mirrored());
        }
    }

    /// Returns the total number of games.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.games().iter().sum::<u64>()).sum::<u64>() / 2
    }

    /// Checks that all entrants can be compared with one another.
    ///
    /// # Errors
    /// Fewer than two entrants, an entrant without games, groups that never met.
    pub fn check(&self) -> Result<(), Flaw> {
        let n = self.len();
        if n < 2 {
            return Err(Flaw::TooFew(self.names.first().map_or("nobody".into(), |name| format!("`{name}` alone"))));
        }
        let met = |i: usize, j: usize| !self.cell(i, j).is_empty();
        if let Some(alone) = (0..n).find(|i| !(0..n).any(|j| met(*i, j))) {
            return Err(Flaw::Alone(self.names[alone].clone()));
        }
        match reached(n, met).iter().position(|reached| !reached) {
            Some(apart) => Err(Flaw::Apart(self.names[0].clone(), self.names[apart].clone())),
            None => Ok(()),
        }
    }

    /// Returns the results sorted by name, so that no number depends on the original order, and the original positions.
    pub(super) fn sorted(&self) -> (Results, Vec<usize>) {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|a, b| self.names[*a].cmp(&self.names[*b]));
        let names = order.iter().map(|i| self.names[*i].clone()).collect();
        let cells = order.iter().flat_map(|i| order.iter().map(|j| self.cell(*i, *j).clone())).collect();
        (Results { names, cells }, order)
    }
}

/// Returns for each entrant whether the first entrant reaches it by steps that `leads` allows.
pub(super) fn reached(n: usize, leads: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; n];
    let mut left = vec![0];
    reached[0] = true;
    while let Some(i) = left.pop() {
        for (j, is_reached) in reached.iter_mut().enumerate() {
            if !*is_reached && leads(i, j) {
                *is_reached = true;
                left.push(j);
            }
        }
    }
    reached
}
