//! The table of a game that is a program: who sits where, and the numbers of its games.

use hitchart_config::InputError;
use hitchart_lab::study::{GroupPlayer, Grouped, MetricUnit, Quantity, Sums, Winner};
use hitchart_play::program::{GameProgram, PlayedGame, Powers, ProgramEntrant, ProgramMetric, Sitting};
use serde_json::{Map, Value};
use std::{sync::Arc, sync::atomic::AtomicBool};

/// Nanoseconds of a game that is assumed for the time left of a run: a millisecond.
const EFFORT: f64 = 1e6;

/// Change of a win rate that is ignored by default.
const MATTERS: &[(&str, f64)] = &[("win", 0.03)];

/// A table of entrants under rules.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) program: Arc<dyn GameProgram>,
    /// Complete rules, as the program gets them.
    pub(super) rules: Arc<Map<String, Value>>,
    /// Entrant of each seat, in the first game of a group.
    pub(super) entrants: Vec<String>,
    /// Thing that is withheld from each entrant; empty if nothing is.
    pub(super) without: Vec<Option<String>>,
    /// True if the entrants take every seat in turn.
    pub(super) swap_seats: bool,
}

impl Table {
    /// Returns the number of games that share their dice.
    pub(super) fn group(&self) -> u64 {
        if self.swap_seats { self.entrants.len() as u64 } else { 1 }
    }

    /// Returns the different entrants, in order of their first seats.
    pub(super) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in &self.entrants {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// Returns the game with this place in a group, with the dice of the group.
    pub(super) fn sitting(&self, key: u64, place: u64) -> Sitting {
        let (mut seats, mut without) = (self.entrants.clone(), self.without.clone());
        let turn = place as usize % seats.len();
        seats.rotate_left(turn);
        if !without.is_empty() {
            without.rotate_left(turn);
        }
        Sitting { without, ..Sitting::new(key, seats) }
    }

    /// Returns true if the wins of a seat are not those of an entrant: each entrant has every seat, or one has all.
    pub(super) fn tells_seats(&self) -> bool {
        self.entrants.len() > 1 && (self.swap_seats || self.names().len() == 1)
    }

    /// Returns the number of numbers of a game in [`Table::values`]: its quantities and the lead of each seat.
    pub(super) fn width(&self) -> usize {
        self.quantities().len() + self.entrants.len()
    }

    /// Returns the quantities of a game, in the order of [`Table::values`].
    pub(super) fn quantities(&self) -> Vec<Quantity> {
        let of_game = self.program.description();
        let share = |metric: &str, of: &str, winner: Option<Winner>| Quantity {
            metric: metric.to_owned(),
            of: of.to_owned(),
            unit: MetricUnit::Share,
            under: None,
            title: if metric == "tied" { "Ties" } else { "" },
            how: match metric {
                "tied" => "1 if several have the most points",
                _ => "1 if it has the most points alone",
            },
            winner,
        };
        let rounds = Quantity {
            metric: "rounds".to_owned(),
            of: String::new(),
            unit: MetricUnit::Several("rounds"),
            under: None,
            title: "Rounds",
            how: "Rounds of a game, as the program counts them",
            winner: None,
        };
        let names = self.names();
        // An entrant that plays itself wins every game that is no tie.
        let policy = |name: &str| (names.len() > 1).then(|| Winner::Policy(name.to_owned()));
        let by_entrant = names.iter().map(|name| share("win", name, policy(name)));
        let by_seat = (1..=self.entrants.len()).map(|seat| {
            let seat = format!("seat {seat}");
            let winner = Some(Winner::Seat(seat.clone()));
            share("win", &seat, winner)
        });
        let has_one_seat = names.len() == self.entrants.len();
        let of_whole = of_game.metrics_of(false).map(|metric| quantity(metric, "", true));
        let of_each = of_game
            .metrics_of(true)
            .flat_map(|metric| names.iter().map(move |name| quantity(metric, name, has_one_seat)));
        let both = [share("tied", "", None), rounds];
        by_entrant.chain(by_seat).chain(both).chain(of_whole).chain(of_each).collect()
    }

    /// Adds the numbers of a game to those of its group: the quantities, then the lead of each seat, which is zero on
    /// average if all seats win the same. A decided game gives each seat -1, and the winner the number of seats more.
    pub(super) fn values(&self, sitting: &Sitting, played: &PlayedGame, into: &mut [i64]) {
        let of_game = self.program.description();
        let names = self.names();
        let winner = played.winner();
        let by_entrant = names.iter().map(|name| i64::from(winner.is_some_and(|seat| sitting.seats[seat] == **name)));
        let by_seat = (0..self.entrants.len()).map(|seat| i64::from(winner == Some(seat)));
        let both = [i64::from(winner.is_none()), i64::from(played.rounds.unwrap_or_default())];
        let of_whole = of_game.metrics_of(false).map(|metric| played.metrics[&metric.name]);
        let of_each = of_game.metrics_of(true).flat_map(|metric| {
            names.iter().map(|name| {
                let seats = sitting.seats.iter().zip(&played.seats).filter(|(seat, _)| *seat == *name);
                seats.map(|(_, metrics)| metrics[&metric.name]).sum::<i64>()
            })
        });
        let many = self.entrants.len();
        let lead = |seat: usize| winner.map_or(0, |won| if won == seat { many as i64 - 1 } else { -1 });
        let all = by_entrant.chain(by_seat).chain(both).chain(of_whole).chain(of_each).chain((0..many).map(lead));
        into.iter_mut().zip(all).for_each(|(sum, value)| *sum += value);
    }

    /// Plays the games of groups with these keys; `None` if stopped.
    pub(super) fn play(&self, keys: &[u64], stop: &AtomicBool) -> Option<Vec<(Sitting, PlayedGame)>> {
        let sittings: Vec<Sitting> =
            keys.iter().flat_map(|key| (0..self.group()).map(|place| self.sitting(*key, place))).collect();
        let played = self.program.play(&self.rules, &sittings, stop)?;
        Some(sittings.into_iter().zip(played).collect())
    }

    /// Returns true if the program counts the games itself: each game is an observation, and each entrant has one seat.
    pub(super) fn is_counted(&self) -> bool {
        self.program.description().counts && self.group() == 1 && self.names().len() == self.entrants.len()
    }

    /// Returns the sums over games with these keys, as the program counts them; `None` if stopped.
    pub(super) fn counted(&self, keys: &[u64], stop: &AtomicBool) -> Option<Sums> {
        let seeds: Vec<u64> = keys.iter().map(|key| self.sitting(*key, 0).seed).collect();
        let counts = self.program.count(&self.rules, &self.entrants, &seeds, stop)?;
        let of_game = self.program.description();
        let shares = counts.won.iter().chain(&counts.won).chain([&counts.tied]).map(|count| [i128::from(*count); 3]);
        let of_whole = of_game.metrics_of(false).map(|metric| counts.metrics[&metric.name]);
        let of_each = of_game.metrics_of(true).flat_map(|metric| counts.seats.iter().map(|seat| seat[&metric.name]));
        // Each entrant keeps its seat, so that the leads of the seats say nothing.
        let leads = std::iter::repeat_n([0; 3], self.entrants.len());
        let all: Vec<Powers> = shares.chain([counts.rounds]).chain(of_whole).chain(of_each).chain(leads).collect();
        let mut sums = Sums::new(all.len());
        // Checked counts of a batch: the sums fit in 43 bits, the squares in 64.
        sums.total = all.iter().map(|[sum, ..]| *sum as i64).collect();
        sums.grouped.clone_from(&sums.total);
        sums.squares = all.iter().map(|[_, squares, _]| *squares as u64).collect();
        sums.cubes = all.iter().map(|[.., cubes]| *cubes).collect();
        Some(sums)
    }

    /// Returns the places of the quantities that rules can change: not the rounds of a program that has none, nor the wins
    /// of an only entrant.
    pub(super) fn varying(&self, quantities: &[Quantity]) -> Vec<usize> {
        let (names, many) = (self.names(), self.entrants.len() > 1);
        let varies = |quantity: &Quantity| match quantity.metric.as_str() {
            "rounds" => self.program.has_rounds(),
            "tied" => many,
            "win" => many && (names.len() > 1 || quantity.of != names[0]),
            _ => true,
        };
        (0..quantities.len()).filter(|place| varies(&quantities[*place])).collect()
    }

    /// Returns the games as numbers, group by group.
    pub(super) fn grouped(&self) -> Grouped {
        let (table, all) = (self.clone(), self.quantities());
        let places = self.varying(&all);
        let games = Grouped::new(all, (self.group(), EFFORT), move |stop: &AtomicBool| -> GroupPlayer<'_> {
            let table = table.clone();
            // Stopped games are not counted, so a group without games adds nothing.
            Box::new(move |key, sums| {
                let games = table.play(&[key], stop).unwrap_or_default();
                games.iter().for_each(|(sitting, played)| table.values(sitting, played, sums));
            })
        });
        Arc::new(games).only(places).that_matters(self.matters())
    }

    /// Returns the changes that are ignored by default: of wins, or in a game of one seat, which has no winner, of
    /// the metrics that are shares.
    fn matters(&self) -> Vec<(&'static str, f64)> {
        if self.entrants.len() > 1 {
            return MATTERS.to_vec();
        }
        let shares = self.program.description().metrics.iter().filter(|metric| metric.share);
        shares.map(|metric| (lasting(&metric.name), MATTERS[0].1)).collect()
    }
}

/// Returns the name of an entrant, or of a thing to withhold, as the program describes it.
pub(super) fn named(what: &str, name: &str, known: &[ProgramEntrant]) -> Result<String, InputError> {
    let known = || known.iter().map(|known| known.name.as_str());
    let found = known().find(|known| *known == name.trim()).map(str::to_owned);
    found.ok_or_else(|| InputError::unknown(what, name.trim(), known()))
}

/// Returns the quantity of a metric. A share of an entrant with several seats is the number of these seats. A metric
/// that is neither a share nor a count may be negative.
fn quantity(metric: &ProgramMetric, of: &str, has_one_seat: bool) -> Quantity {
    let title = if metric.title.is_empty() { metric.name.replace('_', " ") } else { metric.title.clone() };
    let unit = match (metric.share, metric.unit.as_str()) {
        (true, _) if has_one_seat => MetricUnit::Share,
        (true, _) => MetricUnit::Several("seats"),
        (false, unit) => {
            let unit = if unit.is_empty() { "times" } else { lasting(unit) };
            if metric.count { MetricUnit::Several(unit) } else { MetricUnit::Signed(unit) }
        }
    };
    Quantity {
        metric: metric.name.clone(),
        of: of.to_owned(),
        unit,
        under: None,
        title: lasting(&title),
        how: lasting(&metric.about),
        winner: None,
    }
}

/// Returns a text of a description for as long as the program runs. Studies name their metrics by constants, and a run
/// reads few descriptions.
pub(super) fn lasting(text: &str) -> &'static str {
    use std::collections::BTreeSet;
    use std::sync::{Mutex, PoisonError};
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text) {
        return known;
    }
    let new: &'static str = Box::leak(text.to_owned().into_boxed_str());
    texts.insert(new);
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_an_entrant_with_several_seats_is_a_number_of_seats() {
        let metric = ProgramMetric {
            name: "alive".to_owned(),
            title: String::new(),
            unit: String::new(),
            per_seat: true,
            share: true,
            count: false,
            about: String::new(),
        };
        assert_eq!(quantity(&metric, "a", true).unit, MetricUnit::Share);
        assert_eq!(quantity(&metric, "a", false).unit, MetricUnit::Several("seats"));
        let count = ProgramMetric { share: false, count: true, ..metric };
        assert_eq!(quantity(&count, "a", false).unit, MetricUnit::Several("times"));
        let signed = ProgramMetric { count: false, ..count };
        assert_eq!(quantity(&signed, "a", false).unit, MetricUnit::Signed("times"));
    }
}
