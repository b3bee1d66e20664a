//! The games of one entrant at a table with others: opponents and seats.
//!
//! In each group of games all players rotate through the seats. The dice stay the same, so each player gets the rolls,
//! the side of the table and the precedence in ties that another player had. Seats follow points per asset (R01, S22),
//! so they change only if bids tie.

use super::setting::{Bar, Restricted};
use crate::games::rapid_attack::studies::tournament::{Entrant, Venue};
use hitchart_dice::Throw;
use hitchart_lab::study::{Bouts, MeetingTable};
use hitchart_lab::{builds::spread, matches::Setting, metagame::spreads, runner::games::Stoppable};
use hitchart_play::{Game, Scores, Unwatched, play};
use hitchart_rapid_attack::battle::{Action, Barred, Battle, KeyedDice};
use hitchart_rapid_attack::players::PolicySpec;
use std::sync::{Arc, OnceLock};
use std::{collections::BTreeMap, sync::atomic::AtomicBool};

/// Opponents of an entrant and their frequencies.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub entrants: Vec<Entrant>,
    /// Places of the opponents at each table, in order.
    tables: Vec<Vec<usize>>,
    turns: Turns,
}

/// Rule that selects the table of a group of games.
#[derive(Clone, Debug)]
enum Turns {
    /// Places of tables, used in turn.
    Listed(Vec<usize>),
    /// Cumulative chance of each table, in parts of [`PARTS`]; one table is drawn.
    Drawn(Vec<u64>),
}

/// Denominator of the chances of tables.
const PARTS: u64 = 1 << 48;

impl Field {
    /// Returns opponents that are each met alone, equally often, in turn.
    pub(crate) fn even(entrants: Vec<Entrant>) -> Field {
        let tables: Vec<Vec<usize>> = (0..entrants.len()).map(|place| vec![place]).collect();
        Field { turns: Turns::Listed((0..tables.len()).collect()), tables, entrants }
    }

    /// Returns opponents that are each met alone, by shares that add up to 1, spread as evenly as possible.
    pub(crate) fn mixed(entrants: Vec<Entrant>, shares: &[f64]) -> Field {
        let turns = Turns::Listed(spread(shares));
        Field { turns, ..Field::even(entrants) }
    }

    /// Returns a field of one table, at which all these entrants sit; an entrant may occur several times.
    pub(crate) fn together(entrants: Vec<Entrant>) -> Field {
        Field { tables: vec![(0..entrants.len()).collect()], turns: Turns::Listed(vec![0]), entrants }
    }

    /// Returns a field in which `others` opponents sit at each table, each drawn independently by shares that add up to
    /// 1.
    pub(crate) fn drawn(entrants: Vec<Entrant>, shares: &[f64], others: usize) -> Field {
        let weight = |spread: &Vec<u8>| {
            let mut left = others as u64;
            let mut weight = 1.0;
            for (count, share) in spread.iter().zip(shares) {
                for taken in 0..u64::from(*count) {
                    weight *= share * left as f64 / (taken + 1) as f64;
                    left -= 1;
                }
            }
            weight
        };
        let (mut tables, mut chances) = (Vec::new(), Vec::new());
        for spread in spreads(others, entrants.len()) {
            let weight = weight(&spread);
            if weight > 0.0 {
                let seated = spread.iter().enumerate().flat_map(|(place, count)| vec![place; usize::from(*count)]);
                tables.push(seated.collect());
                chances.push(weight);
            }
        }
        let all: f64 = chances.iter().sum();
        let mut sum = 0.0;
        let up_to = |chance: &f64| {
            sum += chance;
            (sum / all * PARTS as f64) as u64
        };
        let turns = Turns::Drawn(chances.iter().map(up_to).collect());
        Field { tables, turns, entrants }
    }

    /// Returns the table of a group of games; `key` is the key of the group's dice.
    fn table(&self, group: u64, key: u64) -> usize {
        match &self.turns {
            Turns::Listed(turns) => turns[(group % turns.len() as u64) as usize],
            Turns::Drawn(up_to) => {
                let drawn = Throw::new(key ^ APART).below_u64(PARTS);
                up_to.iter().position(|end| drawn < *end).unwrap_or(up_to.len() - 1)
            }
        }
    }

    /// Returns the place of the only opponent in a group of games; `None` if there are several, or the table is drawn.
    pub(crate) fn opponent(&self, group: u64) -> Option<usize> {
        match (&self.turns, self.players()) {
            (Turns::Listed(turns), 2) => self.tables[turns[(group % turns.len() as u64) as usize]].first().copied(),
            _ => None,
        }
    }

    /// Returns the number of players at a table, including the entrant that meets the field.
    fn players(&self) -> usize {
        1 + self.tables.first().map_or(1, Vec::len)
    }

    /// Estimates the largest effort of a game against an opponent, in nanoseconds; `own` is the entrant's policy. More
    /// players take more turns.
    pub(crate) fn effort(&self, own: &PolicySpec) -> f64 {
        own.effort().max(Entrant::effort(&self.entrants)) * self.players() as f64 / 2.0
    }
}

/// Separates the draw of a table from the dice thrown at it.
const APART: u64 = 0x9e37_79b9_7f4a_7c15;

/// Games of one entrant against a field.
pub(crate) struct Sitting {
    venue: Arc<Venue>,
    own: Entrant,
    /// Restriction of the entrant, if any.
    bar: Option<Bar>,
    field: Arc<Field>,
    /// Battles by table, then by rotation, created when first played.
    battles: Vec<OnceLock<Box<Battle<KeyedDice>>>>,
}

/// A player at a table that can be stopped.
type Seated<'a> = Stoppable<'a, Restricted, Action>;

/// The players of each table that a thread has used so far.
pub(crate) type Company<'a> = BTreeMap<usize, Vec<Seated<'a>>>;

impl Sitting {
    /// Creates the games of an entrant against a field.
    pub(crate) fn new(venue: Arc<Venue>, own: Entrant, field: Arc<Field>) -> Sitting {
        let battles = (0..field.tables.len() * field.players()).map(|_| OnceLock::new()).collect();
        Sitting { venue, own, bar: None, field, battles }
    }

    /// Creates the games of two entrants.
    pub(crate) fn of_two(venue: &Arc<Venue>, [own, other]: [&Entrant; 2]) -> Sitting {
        Sitting::new(Arc::clone(venue), own.clone(), Arc::new(Field::even(vec![other.clone()])))
    }

    /// Returns the same games with the entrant under a restriction.
    pub(crate) fn without(self, bar: Option<Bar>) -> Sitting {
        Sitting { bar, ..self }
    }

    /// Returns the number of players at a table.
    pub(crate) fn players(&self) -> usize {
        self.field.players()
    }

    fn entrants(&self, table: usize) -> impl Iterator<Item = &Entrant> {
        let others = self.field.tables[table].iter().map(|place| &self.field.entrants[*place]);
        std::iter::once(&self.own).chain(others)
    }

    /// Returns the battle at a table with all players rotated by `seats_on` seats.
    fn battle(&self, table: usize, seats_on: usize) -> &Battle<KeyedDice> {
        self.battles[table * self.players() + seats_on].get_or_init(|| {
            let mut companies: Vec<_> = self.entrants(table).map(|entrant| &entrant.side).collect();
            companies.rotate_left(seats_on);
            let mut battle = self.venue.meeting(&companies).game();
            let own = (self.players() - seats_on) % self.players();
            battle.barred = self.bar.map_or_else(Barred::default, |bar| bar.of_battle(own));
            Box::new(battle)
        })
    }

    /// Plays a game of a group with all players rotated by `seats_on` seats; `key` is the key of the group's dice.
    /// Returns the scores, and the seat of the entrant that meets the field.
    pub(crate) fn play<'a>(
        &self,
        (key, group): (u64, u64),
        seats_on: usize,
        company: &mut Company<'a>,
        stop: &'a AtomicBool,
    ) -> (Scores, usize) {
        let table = self.field.table(group, key);
        let seated = company.entry(table).or_insert_with(|| {
            let bars = std::iter::once(self.bar).chain(std::iter::repeat(None));
            let player = |(entrant, bar): (&Entrant, Option<Bar>)| Restricted::new(entrant.policy.build(), bar);
            self.entrants(table).zip(bars).map(|seated| Stoppable::new(player(seated), stop)).collect()
        });
        let battle = self.battle(table, seats_on);
        seated.rotate_left(seats_on);
        let state = play(battle, key, seated, &mut Unwatched);
        seated.rotate_right(seats_on);
        (battle.scores(&state), (self.players() - seats_on) % self.players())
    }

    /// Returns these games as pairs with different seats, each game with the margin of the entrant that meets the
    /// field.
    pub(crate) fn in_pairs(self) -> MeetingTable {
        let sitting = Arc::new(self);
        Box::new(move |stop: &AtomicBool| -> Bouts<'_> {
            let (sitting, mut company) = (Arc::clone(&sitting), Company::new());
            Box::new(move |key, pair| {
                two_of(sitting.players(), pair).map(|seats_on| {
                    let (scores, own) = sitting.play((key, pair), seats_on, &mut company, stop);
                    scores.margin(own).clamp(i16::MIN.into(), i16::MAX.into()) as i16
                })
            })
        })
    }

    /// Estimates the effort of a game in nanoseconds.
    pub(crate) fn effort(&self) -> f64 {
        self.field.effort(&self.own.policy)
    }
}

/// Returns the rotations of seats in the two games of a pair. Two players swap places; at larger tables the pairs go
/// through all ordered pairs of different rotations in turn.
pub(crate) fn two_of(players: usize, pair: u64) -> [usize; 2] {
    match players {
        2 => [0, 1],
        _ => {
            let first = (pair % players as u64) as usize;
            let apart = 1 + (pair / players as u64 % (players as u64 - 1)) as usize;
            [first, (first + apart) % players]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rapid_attack::studies::Common;
    use hitchart_lab::matches::meeting;
    use hitchart_play::policy::Book;
    use hitchart_rapid_attack::battle::battlefield_rules;
    use hitchart_rapid_attack::battlefield::{battlefields, named};
    use hitchart_rapid_attack::bidding::{Size, limits};
    use hitchart_rapid_attack::muster::built_in_company;
    use hitchart_rapid_attack::players::ROLES;
    use hitchart_rapid_attack::rules_files::rulebook;

    /// Two entrants play the same games as at a table of any game with two sides.
    #[test]
    fn two_meet_as_anywhere() {
        let (rules, size) = (rulebook(), Size::Skirmish);
        let limits = limits(2, size, &rules.sizes).unwrap();
        let fields = battlefields(&named("avenues").unwrap(), &battlefield_rules(&rules), 1).unwrap().into();
        let entrants = [("mirror-six", "greedy"), ("close-assault", "random")].map(|(name, policy)| {
            let company = built_in_company(name, &rules).unwrap();
            Entrant { name: name.to_owned(), side: company, policy: PolicySpec::named(policy).unwrap() }
        });
        let common = Arc::new(Common::new(Arc::new(rules), Book::new(&ROLES)));
        let venue = Arc::new(Venue { common, size, limits, fields });
        let companies = [&entrants[0].side, &entrants[1].side];
        let naive = meeting(&venue.meeting(&companies), [&entrants[0].policy, &entrants[1].policy]);
        let table = Sitting::of_two(&venue, [&entrants[0], &entrants[1]]).in_pairs();
        let stop = AtomicBool::new(false);
        let (mut naive, mut bouts) = (naive(&stop), table(&stop));
        let all: Vec<[i16; 2]> = (0..6).map(|pair| bouts(31 * pair, pair)).collect();
        assert_eq!(all, (0..6).map(|pair| naive(31 * pair, pair)).collect::<Vec<_>>());
        assert!(all.iter().any(|[one, other]| one != other), "seats make a difference");
    }

    /// Over a full cycle of pairs, each rotation occurs equally often, and never twice in a pair.
    #[test]
    fn pairs_take_all_seats_in_turn() {
        for players in 2..=5_usize {
            let mut taken = vec![0; players];
            for pair in 0..(players * (players - 1)) as u64 {
                let two = two_of(players, pair);
                assert_ne!(two[0], two[1]);
                two.into_iter().for_each(|seats| taken[seats] += 1);
            }
            assert!(taken.iter().all(|times| *times == taken[0]), "{taken:?}");
        }
    }
}
