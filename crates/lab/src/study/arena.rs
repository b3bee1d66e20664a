//! Who can meet whom: entrants of any kind, and their games in pairs with swapped seats.
//!
//! The two games of a group share their dice, and the entrants change seats between them: a group is one observation, and
//! two entrants that play alike divide every one of them. What dice are called is up to whoever pairs: entrants that meet
//! the same opponent with dice of one name meet the same luck.

use super::Duel;
use super::duel::in_pairs;
use crate::runner::games::{block_size, key};
use crate::runner::{Counting, Wanted};
use std::fmt;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// Entrants that can meet each other.
#[derive(Clone)]
pub struct Arena {
    /// Names, each unlike the others.
    pub entrants: Vec<String>,
    /// Some nanoseconds that a game takes.
    pub effort: f64,
    meet: Arc<Meet>,
}

/// Makes the table that two entrants meet at.
type Meet = dyn Fn([usize; 2]) -> MeetingTable + Send + Sync;

/// A table that two entrants meet at: makes the games of a thread, which stop when told to.
pub type MeetingTable = Box<dyn for<'s> Fn(&'s AtomicBool) -> Bouts<'s> + Send + Sync>;

/// Plays the group of a key and a number: by how much each of its two games is won by the first entrant, or lost.
pub type Bouts<'s> = Box<dyn FnMut(u64, u64) -> [i16; 2] + 's>;

/// Groups of games between two entrants, to be counted as the [`Duel`] of the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// What is counted.
    pub name: String,
    /// With the seed, the name of all dice.
    pub dice: String,
    pub seed: u64,
    /// Numbers of the groups, each with dice of its own; not empty.
    pub groups: Range<u64>,
    /// Places among the entrants; an entrant may meet itself.
    pub entrants: [usize; 2],
}

impl Arena {
    /// Entrants by name; `meet` makes the table of two of them, by their places. A game takes some `effort` nanoseconds.
    pub fn new(
        entrants: Vec<String>,
        effort: f64,
        meet: impl Fn([usize; 2]) -> MeetingTable + Send + Sync + 'static,
    ) -> Arena {
        Arena { entrants, effort, meet: Arc::new(meet) }
    }

    /// Games of two entrants, to be counted as [`Duel`]s.
    pub fn meet(&self, pairing: Pairing) -> Wanted {
        let name = pairing.name.clone();
        let (meet, effort) = (Arc::clone(&self.meet), self.effort);
        Wanted::whole(name, Arc::new(Paired { pairing, meet, effort, table: OnceLock::new() }))
    }
}

impl Arena {
    /// Makes the tables of pairs of entrants, by their places.
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

/// The games of a pairing; their table is set when the first is played.
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

    /// Entrants of which the first wins where the key is even; the seats say nothing.
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
