//! Games of one company against a field, pair by pair, counted with their margins.

use super::bars::Bar;
use super::sitting::{Company, Field, Sitting, two_of};
use crate::games::rapid_attack::studies::arena::{Entrant, Venue};
use crate::racing::Margins;
use crate::runner::Counting;
use crate::runner::games::block_size;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Pairs of games of one entrant against a field; the two games of a pair have the same dice, and other seats.
pub struct Trial {
    sitting: Sitting,
    /// Numbers of the pairs: with seed and name they are the name of all dice, and choose the opponent.
    pairs: Range<u64>,
}

impl Trial {
    /// Pairs of these numbers, with dice of this name and seed.
    pub fn new(venue: Arc<Venue>, own: Entrant, field: Arc<Field>, pairs: Range<u64>, dice: (String, u64)) -> Trial {
        Trial { sitting: Sitting::new(venue, own, field, dice), pairs }
    }

    /// The same where the entrant goes without something.
    pub fn without(self, bar: Option<Bar>) -> Trial {
        Trial { sitting: self.sitting.without(bar), ..self }
    }
}

impl Counting for Trial {
    type Counts = Margins;

    fn size(&self) -> u64 {
        2 * (self.pairs.end - self.pairs.start)
    }

    fn block_size(&self) -> u64 {
        block_size(Counting::size(self), 2)
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Margins> {
        let mut company = Company::new();
        let from = self.pairs.start + games.start / 2;
        let mut pairs = Vec::with_capacity((games.end - games.start) as usize / 2);
        for pair in from..self.pairs.start + games.end / 2 {
            let mut margins = [0; 2];
            let mut games = margins.iter_mut();
            let seats = two_of(self.sitting.players(), pair).into_iter();
            self.sitting.play(pair, seats, &mut company, stop, |scores, own| {
                let margin = scores.margin(own).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                games.next().into_iter().for_each(|game| *game = margin);
            });
            pairs.push(margins);
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
        self.sitting.effort()
    }
}
