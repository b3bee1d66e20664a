//! Games of one company against a field, pair by pair, counted with their margins.

use crate::games::rapid_attack::battle::{Action, Battle, KeyedDice};
use crate::games::rapid_attack::players::Player;
use crate::games::rapid_attack::studies::arena::{Entrant, Venue};
use crate::play::{Game, Unwatched, play};
use crate::racing::Margins;
use crate::runner::Counting;
use crate::runner::games::{Stoppable, block_size, key};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Opponents, and how often each is met.
#[derive(Clone, Debug)]
pub struct Field {
    pub entrants: Vec<Entrant>,
    /// Places of the opponents of pairs in turn, over and over.
    slots: Vec<usize>,
}

/// Slots of a field that is not met evenly.
const SLOTS: usize = 120;

impl Field {
    /// Opponents that are met equally often, in turn.
    pub fn even(entrants: Vec<Entrant>) -> Field {
        let slots = (0..entrants.len()).collect();
        Field { entrants, slots }
    }

    /// Opponents that are met by shares which make 1 together, spread as evenly as can be.
    pub fn mixed(entrants: Vec<Entrant>, shares: &[f64]) -> Field {
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
pub struct Trial {
    pub venue: Arc<Venue>,
    pub own: Entrant,
    pub field: Arc<Field>,
    /// Numbers of the pairs: with seed and name they are the name of all dice, and choose the opponent.
    pub pairs: Range<u64>,
    pub dice: String,
    pub seed: u64,
    /// Made when the first game of each is played.
    battles: Vec<OnceLock<[Battle<KeyedDice>; 2]>>,
}

impl Trial {
    /// Pairs of these numbers.
    pub fn new(
        venue: Arc<Venue>,
        own: Entrant,
        field: Arc<Field>,
        pairs: Range<u64>,
        (dice, seed): (String, u64),
    ) -> Trial {
        let battles = field.entrants.iter().map(|_| OnceLock::new()).collect();
        Trial { venue, own, field, pairs, dice, seed, battles }
    }

    fn battles(&self, opponent: usize) -> &[Battle<KeyedDice>; 2] {
        self.battles[opponent].get_or_init(|| {
            let (own, other) = (&self.own.company, &self.field.entrants[opponent].company);
            [self.venue.battle([own, other]), self.venue.battle([other, own])]
        })
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
        type Seated<'a> = Stoppable<'a, Player, Action>;
        let mut players: Vec<Option<[Seated<'_>; 2]>> = self.field.entrants.iter().map(|_| None).collect();
        let from = self.pairs.start + games.start / 2;
        let mut pairs = Vec::with_capacity((games.end - games.start) as usize / 2);
        for pair in from..self.pairs.start + games.end / 2 {
            let opponent = self.field.opponent(pair);
            let battles = self.battles(opponent);
            let seated = players[opponent].get_or_insert_with(|| {
                [&self.own, &self.field.entrants[opponent]].map(|entrant| Stoppable::new(entrant.policy.build(), stop))
            });
            let key = key(self.seed, &self.dice, pair);
            pairs.push([0, 1].map(|own| {
                let state = play(&battles[own], key, seated, &mut Unwatched);
                seated.rotate_left(1);
                let margin = battles[own].scores(&state).margin(own);
                margin.clamp(i16::MIN.into(), i16::MAX.into()) as i16
            }));
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
        let others = self.field.entrants.iter().map(|entrant| entrant.policy.effort()).fold(0.0, f64::max);
        self.own.policy.effort().max(others)
    }
}
