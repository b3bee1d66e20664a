//! Matchups of entrants as groups of games, so that rulesets can be compared by each entrant's wins.

use super::{Bouts, Grouped, MeetingTable, Player, Quantity, Unit, Winner};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

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
        Grouped::new(quantities, (size, effort), move |stop: &AtomicBool| -> Player<'_> {
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
        unit: Unit::Share,
        under: None,
        title: "Share of games won",
        how: "1 if it has the best score alone",
        winner: Some(Winner::Field),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
