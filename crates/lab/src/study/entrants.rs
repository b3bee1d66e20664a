//! Entrants of tournaments and comparisons, and their games.
//!
//! The two games of a group share their dice, and the entrants change seats between them. A group is one observation,
//! and two identical entrants split every group. The caller names the dice: entrants that meet the same opponent under
//! one name play with common random numbers.

use super::duel::in_pairs;
use super::{Duel, GroupPlayer, Grouped, MetricUnit, Quantity, Winner};
use crate::runner::games::{block_size, key};
use crate::runner::{Job, Simulation};
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
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
    /// Seed of the random streams.
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
    pub fn meet(&self, pairing: Pairing) -> Job {
        let name = pairing.name.clone();
        let (meet, effort) = (Arc::clone(&self.meet), self.effort);
        Job::whole(name, Arc::new(Paired { pairing, meet, effort, table: OnceLock::new() }))
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

impl Simulation for Paired {
    type Counts = Duel;

    fn size(&self) -> u64 {
        2 * (self.pairing.groups.end - self.pairing.groups.start)
    }

    fn block_size(&self) -> u64 {
        block_size(Simulation::size(self), 2)
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

/// Default largest change of a share of wins to ignore.
const MATTERS: [(&str, f64); 1] = [("win", 0.03)];

/// Matchups in pairs of games. A group has a pair of games of every matchup.
#[derive(Clone, Debug)]
pub struct Contests {
    /// Names of the entrants that are counted, such as `loadout Soldier`.
    pub entrants: Vec<String>,
    /// The entrants of each matchup, first and second. `None` if the second is not counted.
    pub meetings: Vec<(usize, Option<usize>)>,
    /// The dice of each matchup: matchups with the same number share their dice.
    pub dice: Vec<u64>,
    /// Games of each entrant in a group.
    pub size: u64,
    /// Estimated nanoseconds per game.
    pub effort: f64,
}

impl Contests {
    /// Returns the games as numbers: the wins of each entrant. `table` sets up the table of a matchup before its first
    /// game.
    pub fn grouped(self, table: impl Fn(usize) -> MeetingTable + Send + Sync + 'static) -> Grouped {
        let Contests { entrants, meetings, dice, size, effort } = self;
        let quantities = entrants.into_iter().map(wins).collect();
        let games = 2.0 * meetings.len() as f64;
        let tables: Arc<[OnceLock<MeetingTable>]> = meetings.iter().map(|_| OnceLock::new()).collect();
        let (table, meetings, dice): (_, Arc<[_]>, Arc<[_]>) = (Arc::new(table), meetings.into(), dice.into());
        let effort = effort * games / size.max(1) as f64;
        Grouped::new(quantities, (size, effort), move |stop: &AtomicBool| -> GroupPlayer<'_> {
            let (tables, table) = (Arc::clone(&tables), Arc::clone(&table));
            let (meetings, dice) = (Arc::clone(&meetings), Arc::clone(&dice));
            let mut seated: Vec<Option<Bouts<'_>>> = tables.iter().map(|_| None).collect();
            Box::new(move |key, sums| {
                for (place, (first, second)) in meetings.iter().enumerate() {
                    let table = || tables[place].get_or_init(|| table(place));
                    let bouts = seated[place].get_or_insert_with(|| table()(stop));
                    // The key also chooses the opponent at a table with several; both rulesets have the same key.
                    for margin in bouts(key ^ dice[place].wrapping_mul(ODD), key) {
                        match margin.signum() {
                            1 => sums[*first] += 1,
                            -1 => second.iter().for_each(|second| sums[*second] += 1),
                            _ => {}
                        }
                    }
                }
                !stop.load(Ordering::Relaxed)
            })
        })
        .that_matters(&MATTERS)
    }
}

/// An odd number whose multiples differ in all bits (2^64 over the golden ratio).
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the quantity of an entrant's share of games won.
fn wins(of: String) -> Quantity {
    Quantity {
        metric: "win".to_owned(),
        of,
        unit: MetricUnit::Share,
        under: None,
        title: "Share of games won",
        how: "1 if it has the best score alone",
        winner: Some(Winner::Field),
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

    /// The first entrant wins every first game and the second every second one; the third wins all.
    #[test]
    fn every_win_is_counted_for_its_entrant() {
        let contests = Contests {
            entrants: ["a", "b", "c"].map(str::to_owned).to_vec(),
            meetings: vec![(0, Some(1)), (2, None)],
            dice: vec![0, 1],
            size: 2,
            effort: 1.0,
        };
        let games = contests.grouped(|place| {
            let margins = if place == 0 { [3, -1] } else { [1, 2] };
            Box::new(move |_| Box::new(move |_, _| margins))
        });
        let stop = AtomicBool::new(false);
        let mut sums = vec![0; 3];
        assert!(games.player(&stop)(7, &mut sums) && sums == [1, 1, 2]);
        assert_eq!((games.size, games.matters), (2, &[("win", 0.03)][..]));
        stop.store(true, Ordering::Relaxed);
        assert!(!games.player(&stop)(7, &mut sums), "what was stopped is not counted");
    }
}
