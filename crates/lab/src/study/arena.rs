//! Entrants of any kind, and their games in pairs with swapped seats.
//!
//! The two games of a group share their dice, and the entrants change seats between them. A group is one observation,
//! and two identical entrants split every group. The caller names the dice: entrants that meet the same opponent under
//! one name play with common random numbers.

use super::Duel;
use super::duel::in_pairs;
use crate::runner::games::{block_size, key};
use crate::runner::{Counting, Wanted};
use std::fmt;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// Entrants that can play each other.
#[derive(Clone)]
pub struct Arena {
    /// Unique names.
    pub entrants: Vec<String>,
    /// Estimated nanoseconds per game.
    pub effort: f64,
    meet: Arc<Meet>,
}

/// Function that sets up the table of two entrants.
type Meet = dyn Fn([usize; 2]) -> MeetingTable + Send + Sync;

/// A table of two entrants: creates the games of a thread, which end early if the flag is set.
pub type MeetingTable = Box<dyn for<'s> Fn(&'s AtomicBool) -> Bouts<'s> + Send + Sync>;

/// Plays the group with a key and a number. Returns the first entrant's margin in each of the two games, negative for a
/// loss.
pub type Bouts<'s> = Box<dyn FnMut(u64, u64) -> [i16; 2] + 's>;

/// Groups of games between two entrants, counted as the [`Duel`] of the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// Name of the simulation.
    pub name: String,
    /// Name of the random streams, together with the seed.
    pub dice: String,
    pub seed: u64,
    /// Numbers of the groups, at least one; each group has its dice.
    pub groups: Range<u64>,
    /// Indices of the entrants; an entrant may play itself.
    pub entrants: [usize; 2],
}

impl Arena {
    /// Creates an arena of named entrants. `meet` sets up the table of two entrants by index; `effort` estimates the
    /// nanoseconds per game.
    pub fn new(
        entrants: Vec<String>,
        effort: f64,
        meet: impl Fn([usize; 2]) -> MeetingTable + Send + Sync + 'static,
    ) -> Arena {
        Arena { entrants, effort, meet: Arc::new(meet) }
    }

    /// Returns the games of two entrants, to be counted as [`Duel`]s.
    pub fn meet(&self, pairing: Pairing) -> Wanted {
        let name = pairing.name.clone();
        let (meet, effort) = (Arc::clone(&self.meet), self.effort);
        Wanted::whole(name, Arc::new(Paired { pairing, meet, effort, table: OnceLock::new() }))
    }
}

impl Arena {
    /// Returns a function that sets up the table of a pair, by the pair's index in `pairs`.
    pub fn tables(&self, pairs: Vec<[usize; 2]>) -> impl Fn(usize) -> MeetingTable + Send + Sync + 'static {
        let meet = Arc::clone(&self.meet);
        move |place| meet(pairs[place])
    }
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena").field("entrants", &self.entrants).finish_non_exhaustive()
    }
}

/// The games of a pairing; the first game sets up the table.
struct Paired {
    pairing: Pairing,
    meet: Arc<Meet>,
    effort: f64,
    table: OnceLock<MeetingTable>,
}

impl Counting for Paired {
    type Counts = Duel;

    fn size(&self) -> u64 {
        2 * (self.pairing.groups.end - self.pairing.groups.start)
    }

    fn block_size(&self) -> u64 {
        block_size(Counting::size(self), 2)
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Duel> {
        let Pairing { dice, seed, groups, entrants, .. } = &self.pairing;
        let table = self.table.get_or_init(|| (self.meet)(*entrants));
        let mut bouts = table(stop);
        in_pairs(games, stop, |pair| {
            let group = groups.start + pair;
            bouts(key(*seed, dice, group), group).map(|margin| margin.signum() as i8)
        })
    }

    fn fits(&self, duel: &Duel, games: u64) -> bool {
        duel.fits(games)
    }

    fn effort(&self) -> f64 {
        self.effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{Progress, count_one};
    use serde::Deserialize;

    /// Two entrants: the key decides the first game of a group, and seats have no influence.
    fn coins() -> Arena {
        Arena::new(vec!["a".to_owned(), "b".to_owned()], 1.0, |_| {
            Box::new(|_| Box::new(|key, group| [if key % 2 == 0 { 1 } else { -1 }, if group < 10 { 1 } else { 0 }]))
        })
    }

    fn duel(dice: &str, groups: Range<u64>) -> Duel {
        let pairing = Pairing { name: "s/1".to_owned(), dice: dice.to_owned(), seed: 1, groups, entrants: [0, 1] };
        let counted = count_one(&coins().meet(pairing), &Progress::hidden(), &AtomicBool::new(false));
        Duel::deserialize(counted.unwrap()).unwrap()
    }

    #[test]
    fn stages_add_up_to_all_groups_with_dice_of_the_same_name() {
        let whole = duel("dice", 0..200);
        assert_eq!(duel("dice", 0..10).and(&duel("dice", 10..77)).and(&duel("dice", 77..200)), whole);
        assert_eq!((whole.games(), whole.pairs(), whole.ties), (400, 200, 190));
        assert_ne!(duel("others", 0..200), whole);
    }
}
