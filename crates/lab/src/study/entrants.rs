//! Entrants of tournaments and comparisons, and their games.
//!
//! The two games of a group share their dice, and the entrants change seats between them. A group is one observation,
//! and two identical entrants split every group. The caller names the dice: entrants that meet the same opponent under
//! one name play with common random numbers.

use super::{Duel, GroupPlayer, Grouped, Quantity, WIN, Winner};
use crate::runner::{Counts, GroupCounter, Job, Matchup, Streams, Transient};
use hitchart_config::{InputError, words::counted};
use hitchart_play::{Game, Policy, Unwatched, play, player_count};
use std::sync::{Arc, OnceLock};
use std::{fmt, marker::PhantomData, ops::Range, sync::atomic::AtomicBool};

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

    /// Creates an arena of the players of a game for two. Margins of scores above 32,767 count as 32,767. `player` creates
    /// the player of an entrant by index.
    ///
    /// # Errors
    /// Games that are not for two players.
    pub fn of_game<G, P>(
        game: G,
        entrants: Vec<String>,
        effort: f64,
        player: impl Fn(usize) -> P + Clone + Send + Sync + 'static,
    ) -> Result<Arena, InputError>
    where
        G: Game + Clone + Send + 'static,
        P: Policy<G> + 'static,
    {
        let players = player_count(&game);
        if players != 2 {
            let problem = format!("entrants meet in pairs, and this game has {}", counted(players as u64, "players"));
            let help = "allowed: games of two; `Grouped::of_policies` plays games of any number of players";
            return Err(InputError::plain(problem).with_help(Some(help.to_owned())));
        }
        Ok(Arena::new(entrants, effort, move |pair| {
            let (game, player) = (game.clone(), player.clone());
            Box::new(move |_: &AtomicBool| -> Bouts<'_> {
                let (game, mut players) = (game.clone(), pair.map(&player));
                Box::new(move |key, _| {
                    [0, 1].map(|first| {
                        let end = play(&game, key, &mut players, &mut Unwatched);
                        players.swap(0, 1);
                        let margin = game.scores(&end).margin(first);
                        margin.clamp(i16::MIN.into(), i16::MAX.into()) as i16
                    })
                })
            })
        }))
    }

    /// Returns pairs of games of two entrants by index, counted as the [`Duel`] of the first under a name. An entrant may
    /// play itself.
    pub fn meet(&self, name: String, streams: Streams, entrants: [usize; 2]) -> Job {
        let meet = Arc::clone(&self.meet);
        PairTable::new(self.effort, move || meet(entrants)).job::<Duel>(name, streams)
    }

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

/// A table of two players that is set up before its first game, and dropped after its last.
pub struct PairTable {
    effort: f64,
    make: Box<dyn Fn() -> MeetingTable + Send + Sync>,
}

impl PairTable {
    /// Creates a table that `make` sets up; `effort` estimates the nanoseconds per game.
    pub fn new(effort: f64, make: impl Fn() -> MeetingTable + Send + Sync + 'static) -> PairTable {
        PairTable { effort, make: Box::new(make) }
    }

    /// Returns the job of pairs of games at the table, counted under a name.
    pub fn job<C: PairCounts>(self, name: String, streams: Streams) -> Job {
        let (table, counts) = (Transient::new(streams.count(), self.make), PhantomData::<fn() -> C>);
        streams.job(name, Pairs { table, effort: self.effort, counts })
    }
}

/// Counts of pairs of games with the same random numbers and swapped seats.
pub trait PairCounts: Counts + Default + 'static {
    /// Adds a pair by its number, with the margins of the first player.
    fn add_pair(&mut self, number: u64, margins: [i16; 2]);

    /// Returns true if the counts are consistent with `games` games in some of these pairs.
    fn fits(&self, games: u64, pairs: &Range<u64>) -> bool;
}

/// Pairs of games at a table.
struct Pairs<C> {
    table: Transient<MeetingTable>,
    effort: f64,
    counts: PhantomData<fn() -> C>,
}

impl<C: PairCounts> Matchup for Pairs<C> {
    type Counts = C;

    fn size(&self) -> u64 {
        2
    }

    fn effort(&self) -> f64 {
        self.effort
    }

    fn empty(&self) -> C {
        C::default()
    }

    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, C>> {
        let mut bouts = (self.table.take())(stop);
        Some(Box::new(move |pair, counts| {
            counts.add_pair(pair.number, bouts(pair.key, pair.number));
            self.table.counted(1);
        }))
    }

    fn fits(&self, counts: &C, games: u64, pairs: &Range<u64>) -> bool {
        counts.fits(games, pairs)
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
        let wins = |entrant| Quantity { winner: Some(Winner::Field), ..Quantity::of(&WIN, entrant) };
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
            })
        })
        .that_matters(&MATTERS)
    }
}

/// An odd number whose multiples differ in all bits (2^64 over the golden ratio).
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

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
        let job = coins().meet("s/1".to_owned(), Streams { name: dice.to_owned(), seed: 1, groups }, [0, 1]);
        let counted = count_one(&job, &Progress::hidden(), &AtomicBool::new(false));
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
        let mut sums = vec![0; 3];
        games.player(&AtomicBool::new(false))(7, &mut sums);
        assert_eq!(sums, [1, 1, 2]);
        assert_eq!((games.size, &*games.matters), (2, &[("win", 0.03)][..]));
    }
}
