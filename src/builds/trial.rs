//! Games of one entrant against a field, pair by pair, counted with their margins.

use super::workshop::Venue;
use crate::racing::Margins;
use crate::runner::Counting;
use crate::runner::games::{block_size, key};
use crate::study::{Bouts, MeetingTable};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Opponents, and how often each is met.
#[derive(Clone, Debug)]
pub struct Field<E> {
    pub entrants: Vec<E>,
    /// Places of the opponents of pairs in turn, over and over.
    slots: Vec<usize>,
}

/// Slots of a field that is not met evenly.
const SLOTS: usize = 120;

impl<E> Field<E> {
    /// Opponents that are met equally often, in turn.
    pub fn even(entrants: Vec<E>) -> Field<E> {
        let slots = (0..entrants.len()).collect();
        Field { entrants, slots }
    }

    /// Opponents that are met by shares which make 1 together, spread as evenly as can be.
    pub fn mixed(entrants: Vec<E>, shares: &[f64]) -> Field<E> {
        let mut met = vec![0.0; entrants.len()];
        let next = |turn: usize| {
            let due = |place: &usize| shares[*place] * (turn + 1) as f64 - met[*place];
            let place = (0..met.len()).max_by(|a, b| due(a).total_cmp(&due(b)).then(b.cmp(a))).unwrap_or(0);
            met[place] += 1.0;
            place
        };
        let slots = (0..SLOTS).map(next).collect();
        Field { entrants, slots }
    }

    /// The opponent of a pair.
    fn opponent(&self, pair: u64) -> usize {
        self.slots[(pair % self.slots.len() as u64) as usize]
    }
}

/// Pairs of games of one entrant against a field; the second game of a pair is the first with swapped seats.
pub struct Trial<V: Venue> {
    pub venue: Arc<V>,
    pub own: V::Entrant,
    pub field: Arc<Field<V::Entrant>>,
    /// Numbers of the pairs: with seed and name they are the name of all dice, and choose the opponent.
    pub pairs: Range<u64>,
    pub dice: String,
    pub seed: u64,
    /// Made when the first game of each is played.
    tables: Vec<OnceLock<MeetingTable>>,
}

impl<V: Venue> Trial<V> {
    /// Pairs of these numbers.
    pub fn new(
        venue: Arc<V>,
        own: V::Entrant,
        field: Arc<Field<V::Entrant>>,
        pairs: Range<u64>,
        (dice, seed): (String, u64),
    ) -> Trial<V> {
        let tables = field.entrants.iter().map(|_| OnceLock::new()).collect();
        Trial { venue, own, field, pairs, dice, seed, tables }
    }

    fn table(&self, opponent: usize) -> &MeetingTable {
        self.tables[opponent].get_or_init(|| self.venue.table([&self.own, &self.field.entrants[opponent]]))
    }
}

impl<V: Venue> Counting for Trial<V> {
    type Counts = Margins;

    fn size(&self) -> u64 {
        2 * (self.pairs.end - self.pairs.start)
    }

    fn block_size(&self) -> u64 {
        block_size(Counting::size(self), 2)
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Margins> {
        let mut seated: Vec<Option<Bouts<'_>>> = self.field.entrants.iter().map(|_| None).collect();
        let from = self.pairs.start + games.start / 2;
        let mut pairs = Vec::with_capacity((games.end - games.start) as usize / 2);
        for pair in from..self.pairs.start + games.end / 2 {
            let opponent = self.field.opponent(pair);
            let bouts = seated[opponent].get_or_insert_with(|| self.table(opponent)(stop));
            pairs.push(bouts(key(self.seed, &self.dice, pair), pair));
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        Some(Margins::new(from, pairs))
    }

    fn fits(&self, margins: &Margins, games: u64) -> bool {
        margins.fits(games)
    }

    fn effort(&self) -> f64 {
        self.field.entrants.iter().map(V::effort).fold(V::effort(&self.own), f64::max)
    }
}
