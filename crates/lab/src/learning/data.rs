//! Rows of all games in one place, split into those to fit to and those to try on.

use crate::runner::{OUTCOME, Row, Seen};

/// States as players saw them, in the order of studies and games.
#[derive(Clone, Debug, Default)]
pub struct Data {
    pub width: usize,
    /// Features in parts, row by row.
    features: Vec<i16>,
    /// What came of them, in 64ths.
    outcomes: Vec<u8>,
    /// Games, numbered over all studies.
    games: Vec<u32>,
}

/// Of so many games of a study one is held out.
const HELD_OUT: u64 = 8;

impl Data {
    /// No rows, of so many features.
    pub fn new(width: usize) -> Data {
        Data { width, ..Data::default() }
    }

    /// The rows of studies' games: those to fit to, and those of the whole games that are held out. None where a text
    /// is of another kind.
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

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Number of games that have a row.
    pub fn games(&self) -> u64 {
        self.games.chunk_by(|a, b| a == b).count() as u64
    }

    /// The features of a row, in parts.
    pub fn features(&self, row: usize) -> &[i16] {
        &self.features[row * self.width..][..self.width]
    }

    /// What came of a row, 0 to 1.
    pub fn share(&self, row: usize) -> f64 {
        f64::from(self.outcomes[row]) / f64::from(OUTCOME)
    }

    /// What came of a row, in 64ths.
    pub fn outcome(&self, row: usize) -> usize {
        self.outcomes[row].into()
    }

    /// The game of a row.
    pub fn game(&self, row: usize) -> u32 {
        self.games[row]
    }
}
