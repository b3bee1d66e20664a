//! `games`: games between entrants of a program, with the share that each entrant and each seat wins.

use super::table::{Table, named};
use hitchart_config::InputError;
use hitchart_config::words::{capitalised, counted};
use hitchart_lab::matches::who_is_ahead;
use hitchart_lab::runner::games::{block_size, key};
use hitchart_lab::runner::{Counts, Job, Simulation};
use hitchart_lab::study::{
    Answer, Changes, Contest, Games, Grouped, MetricUnit, Observations, Outcome, Quantity, Replay, ReplayOrigin, Run,
    RunCounts, Study, Sums, Tunable, USEFUL_SHARE, Won, count, enough_apart, mean_json, metric_moments, share_json,
    shared, shared_at, too_few,
};
use hitchart_play::program::snapshot;
use hitchart_report::table::{self, number_within, object, percent, percent_within};
use hitchart_report::{KeyNumber, Warning};
use hitchart_stats::{Bounds, Estimate, LEVEL, holm, order::largest_first};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::{ops::Range, sync::Arc, sync::atomic::AtomicBool};

/// Games between entrants of a program.
#[derive(Clone, Debug)]
pub(super) struct ProgramGames {
    pub(super) table: Table,
    pub(super) games: u64,
}

/// Sums over games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ProgramTally {
    games: u64,
    /// Games in a group, and number of whole groups.
    size: u64,
    whole: u64,
    sums: Sums,
}

impl ProgramTally {
    fn of(&self) -> Observations {
        Observations { games: self.games, size: self.size, whole: self.whole }
    }
}

impl Counts for ProgramTally {
    fn add(&mut self, other: &ProgramTally) {
        self.games += other.games;
        self.whole += other.whole;
        self.sums.merge(&other.sums);
    }
}

/// The games of a study, to be counted block by block.
struct Batches {
    study: ProgramGames,
    numbers: usize,
    name: String,
    seed: u64,
}

impl Simulation for Batches {
    type Counts = ProgramTally;

    fn size(&self) -> u64 {
        self.study.games
    }

    fn block_size(&self) -> u64 {
        block_size(self.study.games, self.study.table.group())
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<ProgramTally> {
        let (table, size) = (&self.study.table, self.study.table.group());
        let groups = games.start / size..games.end.div_ceil(size);
        let keys: Vec<u64> = groups.map(|group| key(self.seed, &self.name, group)).collect();
        let (mut sums, mut whole, mut numbers) = (Sums::new(self.numbers), 0, vec![0; self.numbers]);
        let many = games.end - games.start;
        if table.is_counted() {
            return Some(ProgramTally { games: many, size, whole: many, sums: table.counted(&keys, stop)? });
        }
        for (place, (sitting, played)) in (1..=many).zip(table.play(&keys, stop)?) {
            numbers.fill(0);
            table.values(&sitting, &played, &mut numbers);
            sums.add(numbers.iter().copied());
            if place % size == 0 {
                sums.close(true);
                whole += 1;
            }
        }
        sums.close(false);
        Some(ProgramTally { games: many, size, whole, sums })
    }

    fn fits(&self, tally: &ProgramTally, games: u64) -> bool {
        let size = self.study.table.group();
        (tally.games, tally.size) == (games, size)
            && tally.whole <= games / size
            && tally.sums.fits(self.numbers, tally.of())
    }

    fn effort(&self) -> f64 {
        1e6
    }
}

impl Study for ProgramGames {
    fn next_jobs(&self, run: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        let numbers = self.table.width();
        let batches = Batches { study: self.clone(), numbers, name: run.name.to_owned(), seed: run.seed };
        vec![Job::whole(run.name.to_owned(), Arc::new(batches))]
    }

    fn games(&self) -> Option<&dyn Games> {
        Some(self)
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        counted.of(name).map_or_else(Answer::default, |tally| self.answered(name, &tally))
    }
}

impl Games for ProgramGames {
    fn count(&self) -> u64 {
        self.games
    }

    fn seats(&self) -> usize {
        self.table.entrants.len()
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Study>, InputError> {
        if changes.row.is_some() {
            return Err(InputError::plain("--row: a study of kind `games` has no rows"));
        }
        let mut study = self.clone();
        study.games = changes.games.unwrap_or(study.games);
        study.table.swap_seats |= changes.swap_seats;
        if let Some(names) = changes.policies {
            let seats = study.table.entrants.len();
            if names.len() != seats {
                let (found, needed) = (counted(names.len() as u64, "entrants"), counted(seats as u64, "seats"));
                return Err(InputError::plain(format!("--policies: {found} for {needed}; name one for each seat")));
            }
            study.table.entrants = {
                let known = &self.table.program.description().entrants;
                names.iter().map(|name| named("entrant", name, known)).collect::<Result<_, _>>()?
            };
        }
        Ok(Arc::new(study))
    }

    fn kept(&self) -> Option<Value> {
        Some(snapshot(&*self.table.program))
    }

    fn outcome(&self, name: &str, saved: &Value) -> Option<Outcome> {
        let tally = ProgramTally::deserialize(saved).ok()?;
        let metrics = self.metrics_table(name, &tally);
        Some(Outcome {
            games: tally.games,
            tables: match self.table.entrants.len() {
                1 => vec![metrics.clone()],
                _ => vec![self.entrants_table(name, &tally), self.seats_table(name, &tally)],
            },
            json: self.json(&tally),
            warnings: self.few(name, &tally).into_iter().collect(),
            all: metrics,
        })
    }

    fn win_rates(&self, tally: &Value, level: f64) -> Vec<Estimate> {
        ProgramTally::deserialize(tally).map(|tally| self.rates(&tally, level).collect()).unwrap_or_default()
    }

    fn replay(&self, _: &str, _: &ReplayOrigin, _: &AtomicBool) -> Result<Option<Replay>, InputError> {
        Err(InputError::plain("--replay: a game that is a program has no replay"))
    }

    fn tunable(&self, _: Option<&str>) -> Result<Tunable, InputError> {
        Err(InputError::plain("the entrants of a program have no parameters to tune"))
    }

    fn contest(&self, _: &str, _: Option<&str>) -> Result<Contest, InputError> {
        Err(InputError::plain("the entrants of a program cannot be trained, or searched for a best response"))
    }

    fn grouped(&self) -> Result<Grouped, InputError> {
        Ok(self.table.grouped())
    }
}

impl ProgramGames {
    /// Returns the places of the wins among the quantities: of seats or of entrants.
    fn winning(&self, is_seat: bool) -> Range<usize> {
        let (entrants, seats) = (self.table.names().len(), self.table.entrants.len());
        if is_seat { entrants..entrants + seats } else { 0..entrants }
    }

    /// Returns the winners of a kind, each with its share of games.
    fn winners(&self, tally: &ProgramTally, is_seat: bool) -> Vec<(String, Won)> {
        let quantities = self.table.quantities();
        let won = |i: usize| (quantities[i].of.clone(), shared(&tally.sums, i, 1, tally.of()));
        self.winning(is_seat).map(won).collect()
    }

    /// Returns the shares that decide when a run with a precision ends: those of entrants, of seats if all entrants are
    /// the same, or with one seat the metrics that are shares. The intervals are at `level`.
    fn rates(&self, tally: &ProgramTally, level: f64) -> impl Iterator<Item = Estimate> {
        let places: Vec<usize> = match (self.table.entrants.len(), self.table.names().len()) {
            (1, _) => {
                let all = self.table.quantities();
                let varying = self.table.varying(&all).into_iter();
                varying.filter(|place| all[*place].unit == MetricUnit::Share).collect()
            }
            (_, names) => self.winning(names == 1).collect(),
        };
        places.into_iter().map(move |i| shared_at(&tally.sums, i, 1, tally.of(), level))
    }

    /// Returns a warning if the games are too few for useful win rates.
    fn few(&self, name: &str, tally: &ProgramTally) -> Option<Warning> {
        let what = if self.table.entrants.len() == 1 { "shares" } else { "win rates" };
        too_few(format!("{what} of {name}"), self.rates(tally, LEVEL), USEFUL_SHARE)
    }

    /// Returns a quantity with its mean per game.
    fn mean(&self, name: &str, tally: &ProgramTally) -> Option<Estimate> {
        let quantities = self.table.quantities();
        let (i, quantity) = quantities.iter().enumerate().find(|(_, quantity)| quantity.metric == name)?;
        Some(estimate(quantity, i, tally))
    }

    /// Returns the answer of a game of one seat: its metrics, for there is no winner.
    fn answered_alone(&self, name: &str, tally: &ProgramTally) -> Answer {
        let all = self.table.quantities();
        let places = self.table.varying(&all).into_iter().take(4);
        let numbers: Vec<(String, String)> =
            places.map(|i| (capitalised(&all[i].words()), all[i].estimated(&estimate(&all[i], i, tally)))).collect();
        let listed = || match numbers.is_empty() {
            true => "the program counts nothing in them".to_owned(),
            false => numbers.iter().map(|(words, found)| format!("{words} {found}")).collect::<Vec<_>>().join("; "),
        };
        let games = counted(tally.games, "games");
        Answer {
            said: vec![format!("{games} of {}: {}.", self.table.entrants[0], listed())],
            line: format!("{games}: {}", listed()),
            numbers: numbers.into_iter().map(|(words, found)| KeyNumber::new(words, found)).collect(),
            tables: vec![self.metrics_table(name, tally)],
            warnings: self.few(name, tally).into_iter().collect(),
            ..Answer::default()
        }
    }

    /// Returns the rounds of a game. `None` if the program counts none.
    fn rounds(&self, tally: &ProgramTally) -> Option<Estimate> {
        self.mean("rounds", tally).filter(|_| self.table.program.has_rounds())
    }

    /// Says how many seats each entrant has. `None` if all have the same number.
    fn seats_of_entrants(&self) -> Option<String> {
        let (names, seats) = (self.table.names(), &self.table.entrants);
        let has = |name: &str| seats.iter().filter(|seat| *seat == name).count();
        let one = |name: &&str| format!("{name} has {}", has(name));
        let uneven = names.iter().any(|name| has(name) != has(names[0]));
        uneven.then(|| format!("Of {} seats {}.", seats.len(), names.iter().map(one).collect::<Vec<_>>().join(", ")))
    }

    fn answered(&self, name: &str, tally: &ProgramTally) -> Answer {
        if self.table.entrants.len() == 1 {
            return self.answered_alone(name, tally);
        }
        let (mut entrants, seats) = (self.winners(tally, false), self.winners(tally, true));
        largest_first(&mut entrants, |row| row.1.share.point);
        let tied = self.mean("tied", tally).map(|tied| share(&tied)).unwrap_or_default();
        let games = counted(tally.games, "games");
        let all = |won: &[(String, Won)]| {
            won.iter().map(|(name, won)| format!("{name} {}", share(&won.share))).collect::<Vec<_>>().join(", ")
        };
        let wins = match entrants.as_slice() {
            [(only, _)] => format!("{only} plays itself in {games}; {tied} are ties."),
            [(first, won), rest @ ..] => {
                format!("{first} wins {} of {games}, {}; {tied} are ties.", share(&won.share), all(rest))
            }
            [] => String::new(),
        };
        let mut said = vec![wins];
        said.extend(self.seats_of_entrants());
        said.extend(self.advantage(&seats, tally));
        let rounds = self.rounds(tally);
        said.extend(rounds.as_ref().map(|rounds| format!("A game lasts {} rounds.", within(rounds))));
        let numbers: Vec<&(String, Won)> = match entrants.len() {
            1 => seats.iter().take(4).collect(),
            n if n + seats.len() > 4 => entrants.iter().take(4).collect(),
            _ => entrants.iter().chain(&seats).collect(),
        };
        let mut answer = Answer {
            said,
            line: format!("{}, {games}", if entrants.len() > 1 { all(&entrants) } else { all(&seats) }),
            numbers: numbers
                .into_iter()
                .map(|(name, won)| KeyNumber::new(format!("Games won by {name}"), share(&won.share)))
                .collect(),
            undecided: undecided(&entrants, tally.games),
            tables: vec![
                self.entrants_table(name, tally),
                self.seats_table(name, tally),
                self.metrics_table(name, tally),
            ],
            warnings: self.few(name, tally).into_iter().collect(),
            ..Answer::default()
        };
        answer.numbers.push(KeyNumber::new("Ties", tied));
        answer
    }

    /// Describes the seat that wins more than its part of the decided games, if one is shown to. The p-values of all
    /// seats are corrected by Holm. `None` if no entrant changes its seat.
    fn advantage(&self, seats: &[(String, Won)], tally: &ProgramTally) -> Option<String> {
        if !self.table.tells_seats() {
            return None;
        }
        let (first, many) = (self.table.quantities().len(), seats.len());
        let lead = |seat: usize| metric_moments(&tally.sums, first + seat, tally.of());
        let bounds = Bounds::between(-1.0, many as f64 - 1.0);
        // The leads of two seats are opposite, and one test.
        let tested = if many == 2 { 1 } else { many };
        let p_values = holm(&(0..tested).map(|seat| lead(seat).p_value(&bounds, 0.0)).collect::<Vec<_>>());
        let is_shown = |seat: usize| p_values[seat.min(tested - 1)] <= 1.0 - LEVEL;
        let best = (0..many).max_by(|a, b| lead(*a).mean.total_cmp(&lead(*b).mean))?;
        let worst = (0..many).min_by(|a, b| lead(*a).mean.total_cmp(&lead(*b).mean))?;
        let decided: u64 = seats.iter().map(|(_, won)| won.count).sum();
        let even = percent(decided as f64 / (tally.games.max(1) * many as u64) as f64);
        // A lead is the number of seats times the distance from an even part.
        let part = 1.0 / many as f64;
        let bounds_of_part = Bounds::between(-part, 1.0 - part);
        let wins = |seat: usize| {
            let more = Estimate::of(&lead(seat).scaled(part), &bounds_of_part, LEVEL);
            let won = percent(seats[seat].1.share.point);
            format!("it wins {won}, {} from an even part of the decided games, {even}", more.in_points())
        };
        Some(match (is_shown(best), is_shown(worst)) {
            (true, _) => format!("{} has an advantage: {}.", capitalised(&seats[best].0), wins(best)),
            (_, true) => format!("{} has a disadvantage: {}.", capitalised(&seats[worst].0), wins(worst)),
            _ if lead(best).mean == lead(worst).mean => {
                format!("No seat is shown to have an advantage; every seat wins {}.", share(&seats[best].1.share))
            }
            _ => {
                let (seat, won) = &seats[best];
                format!("No seat is shown to have an advantage; {seat} wins {}.", share(&won.share))
            }
        })
    }

    fn entrants_table(&self, name: &str, tally: &ProgramTally) -> table::Table {
        let about = |entrant: &str| {
            let known = &self.table.program.description().entrants;
            known.iter().find(|known| known.name == entrant).map_or("", |known| known.about.as_str())
        };
        let won = self.winners(tally, false);
        won_table(format!("{name}-wins"), "Games won by entrant", "entrant", &won).text(
            "about",
            "Description",
            won.iter().map(|(entrant, _)| about(entrant)),
        )
    }

    fn seats_table(&self, name: &str, tally: &ProgramTally) -> table::Table {
        won_table(format!("{name}-seats"), "Games won by seat", "seat", &self.winners(tally, true))
    }

    /// Returns the table of all numbers, with their means per game.
    fn metrics_table(&self, name: &str, tally: &ProgramTally) -> table::Table {
        let all = self.table.quantities();
        let measured = all.iter().enumerate().map(|(i, quantity)| (quantity, estimate(quantity, i, tally)));
        let has_rounds = self.table.program.has_rounds();
        let is_counted = |(quantity, _): &(&Quantity, Estimate)| quantity.metric != "rounds" || has_rounds;
        let (quantities, means): (Vec<&Quantity>, Vec<Estimate>) = measured.filter(is_counted).unzip();
        let note =
            "Means per game, as the program counts them; a group of games with swapped seats is one observation.";
        table::Table::new(format!("{name}-metrics"), "Numbers of a game", note)
            .text("metric", "Metric", quantities.iter().map(|quantity| &quantity.metric))
            .text("of", "Of", quantities.iter().map(|quantity| &quantity.of))
            .text("unit", "Unit", quantities.iter().map(|quantity| quantity.unit.name()))
            .estimates(["mean", "interval"], "Mean", 3, means.iter().copied())
            .count("n", "N", means.iter().map(|mean| mean.n))
            .count("observations", "Observations", means.iter().map(|mean| mean.observations))
            .text("how", "What is counted", quantities.iter().map(|quantity| quantity.how))
    }

    fn json(&self, tally: &ProgramTally) -> Map<String, Value> {
        let wins = |is_seat: bool| -> Vec<Value> {
            let won = self.winners(tally, is_seat);
            won.iter().map(|(name, won)| json!({ "name": name, "wins": share_json(won) })).collect()
        };
        let game = self.table.program.description();
        let entrants = wins(false).into_iter().zip(self.table.names()).map(|(mut entrant, name)| {
            entrant["metrics"] = self.metrics_json(tally, name).into();
            entrant
        });
        let mut all = object([
            ("program", json!({ "name": game.name, "version": game.version })),
            ("swap_seats", json!(self.table.swap_seats)),
            ("observations", json!(tally.whole)),
            ("entrants", entrants.collect()),
            ("by_seat", wins(true).into()),
            ("metrics", self.metrics_json(tally, "").into()),
        ]);
        if let Some(place) = self.table.quantities().iter().position(|quantity| quantity.metric == "tied") {
            let tied = shared(&tally.sums, place, 1, tally.of());
            all.extend(object([("ties", json!(tied.count)), ("tied_share", share_json(&tied))]));
        }
        let rounds = self.rounds(tally);
        all.extend(rounds.map(|rounds| ("rounds".to_owned(), mean_json(&rounds))));
        all
    }

    /// Returns the metrics of an entrant as JSON, or of the whole game if `of` is empty.
    fn metrics_json(&self, tally: &ProgramTally, of: &str) -> Map<String, Value> {
        let known = &self.table.program.description().metrics;
        let all = self.table.quantities();
        let own = all
            .iter()
            .enumerate()
            .filter(|(_, quantity)| quantity.of == of && known.iter().any(|metric| metric.name == quantity.metric));
        object(own.map(|(i, quantity)| (quantity.metric.as_str(), mean_json(&estimate(quantity, i, tally)))))
    }
}

/// Returns the mean of a quantity per game.
fn estimate(quantity: &Quantity, i: usize, tally: &ProgramTally) -> Estimate {
    match quantity.unit {
        MetricUnit::Share => shared(&tally.sums, i, 1, tally.of()).share,
        unit => count(&tally.sums, i, unit, tally.of()),
    }
}

fn share(estimate: &Estimate) -> String {
    percent_within(estimate.point, estimate.interval)
}

fn within(estimate: &Estimate) -> String {
    number_within(estimate.point, estimate.interval)
}

/// Returns a sentence with the number of games that would decide who is ahead; empty if that is decided.
fn undecided(entrants: &[(String, Won)], games: u64) -> String {
    let [(first, a), (second, b), ..] = entrants else { return String::new() };
    if a.share.interval.0 > b.share.interval.1 {
        return String::new();
    }
    who_is_ahead([first, second], games, enough_apart(games, &a.share, &b.share))
}

fn won_table(name: String, title: &str, column: &str, won: &[(String, Won)]) -> table::Table {
    table::Table::new(name, title, "The most points win alone; equal points at the top are a tie.")
        .text(column, "Name", won.iter().map(|(name, _)| name))
        .estimates(
            ["games_won_share", "games_won_share_interval"],
            "Share won",
            4,
            won.iter().map(|(_, won)| won.share),
        )
        .count("won", "Won", won.iter().map(|(_, won)| won.count))
        .count("n", "N", won.iter().map(|(_, won)| won.share.n))
        .count("observations", "Observations", won.iter().map(|(_, won)| won.share.observations))
}
