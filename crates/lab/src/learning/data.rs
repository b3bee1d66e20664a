//! Rows of all games in one place, split into rows to fit to and held-out rows.

use crate::runner::{OUTCOME, Row, Seen};

/// States as players saw them, in the order of studies and games.
#[derive(Clone, Debug, Default)]
pub struct Data {
    pub width: usize,
    /// Features in parts, row by row.
    features: Vec<i16>,
    /// Outcomes in 64ths.
    outcomes: Vec<u8>,
    /// Games, numbered over all studies.
    games: Vec<u32>,
}

/// One game in `HELD_OUT` of each study is held out.
const HELD_OUT: u64 = 8;

impl Data {
    /// Creates data without rows, for this number of features.
    pub fn new(width: usize) -> Data {
        Data { width, ..Data::default() }
    }

    /// Splits the rows of studies' games into rows to fit to and rows of held-out games. `None` if a text has another
    /// format.
    pub fn split(seen: &[Seen], width: usize) -> Option<[Data; 2]> {
        let mut split = [Data::new(width), Data::new(width)];
        let games = seen.iter().flat_map(|study| &study.0);
        for (number, (game, text)) in games.enumerate() {
            let part = &mut split[usize::from(game % HELD_OUT == 0)];
            for row in Seen::rows(text, width)? {
                part.push(&row, number as u32);
            }
        }
        Some(split)
    }

    /// Adds a row of a game.
    pub fn push(&mut self, row: &Row, game: u32) {
        self.features.extend(&row.features);
        self.outcomes.push(row.outcome);
        self.games.push(game);
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Returns the number of games that have a row.
    pub fn games(&self) -> u64 {
        self.games.chunk_by(|a, b| a == b).count() as u64
    }

    /// Returns the features of a row, in parts.
    pub fn features(&self, row: usize) -> &[i16] {
        &self.features[row * self.width..][..self.width]
    }

    /// Returns the outcome of a row, from 0 to 1.
    pub fn share(&self, row: usize) -> f64 {
        f64::from(self.outcomes[row]) / f64::from(OUTCOME)
    }

    /// Returns the outcome of a row, in 64ths.
    pub fn outcome(&self, row: usize) -> usize {
        self.outcomes[row].into()
    }

    /// Returns the game of a row.
    pub fn game(&self, row: usize) -> u32 {
        self.games[row]
    }
}
