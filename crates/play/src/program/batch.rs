//! Batches of games: the lines that ask for them, and the results or counts that a program answers.

use super::{
    MOST_OF_A_METRIC, PROTOCOL, ProgramDescription, ProgramEntrant, ProgramMetric, ProgramRule, RuleValue, parsed,
};
use hitchart_config::{InputError, words::counted};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::{borrow::Cow, collections::BTreeMap, ops::RangeInclusive};

/// A game to play: its seed, and the entrants in order of seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitting {
    /// Seed of the game's dice, below 2^53 so that every language reads it exactly.
    pub seed: u64,
    /// Entrant of each seat.
    pub seats: Vec<String>,
    /// Thing that is withheld from each seat; empty if nothing is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Option<String>>,
}

impl Sitting {
    /// Creates a game with the dice of a key.
    pub fn new(key: u64, seats: Vec<String>) -> Sitting {
        Sitting { seed: key >> 11, seats, without: Vec::new() }
    }
}

impl ProgramDescription {
    /// Returns the rules that a program gets: the given values, and the defaults of all other rules.
    ///
    /// # Errors
    /// Returns the first mistake in words: a rule that the game does not have, or a value that is not allowed.
    pub fn complete<'r>(&self, rules: &'r Map<String, Value>) -> Result<Cow<'r, Map<String, Value>>, String> {
        for (name, value) in rules {
            let known = self.rules.iter().find(|rule| rule.name == *name);
            let known = known.ok_or_else(|| {
                let names = self.rules.iter().map(|rule| rule.name.as_str());
                InputError::unknown("rule", name, names).to_string()
            })?;
            let value = RuleValue::deserialize(value).map_err(|_| known.refusal(value))?;
            known.check(value)?;
        }
        let missing: Vec<&ProgramRule> = self.rules.iter().filter(|rule| !rules.contains_key(&rule.name)).collect();
        if missing.is_empty() {
            return Ok(Cow::Borrowed(rules));
        }
        let defaults = missing.into_iter().map(|rule| (rule.name.clone(), json!(rule.default)));
        Ok(Cow::Owned(rules.clone().into_iter().chain(defaults).collect()))
    }

    /// Checks that the seats of a game have entrants of the description, one each, and that things withheld exist.
    ///
    /// # Errors
    /// Returns the first mistake in words.
    pub fn check_seats(&self, seats: &[String], without: &[Option<String>]) -> Result<(), String> {
        if seats.len() != self.seats {
            return Err(format!("{} for {}", counted(seats.len() as u64, "entrants"), self.seats_in_words()));
        }
        if !without.is_empty() && without.len() != self.seats {
            let entries = counted(without.len() as u64, "entries");
            return Err(format!(
                "`without` has {entries} for {}; allowed: one for each, or none",
                self.seats_in_words()
            ));
        }
        seats.iter().try_for_each(|name| find("entrant", &self.entrants, name))?;
        without.iter().flatten().try_for_each(|name| find("thing to withhold", &self.withhold, name))
    }

    fn seats_in_words(&self) -> String {
        counted(self.seats as u64, "seats")
    }
}

/// Checks that a list has a name.
fn find(what: &str, list: &[ProgramEntrant], name: &str) -> Result<(), String> {
    match list.iter().any(|known| known.name == name) {
        true => Ok(()),
        false => Err(InputError::unknown(what, name, list.iter().map(|known| known.name.as_str())).to_string()),
    }
}

/// Returns the line that asks for a description.
pub fn describe_line() -> String {
    json!({ "hitchart": PROTOCOL, "describe": true }).to_string()
}

/// Returns the line that asks for a batch of games under rules.
pub fn play_line(rules: &Map<String, Value>, games: &[Sitting]) -> String {
    json!({ "hitchart": PROTOCOL, "play": { "rules": rules, "games": games } }).to_string()
}

/// Returns the line that asks for the counts of a batch of games under rules, all with the same entrants.
pub fn count_line(rules: &Map<String, Value>, seats: &[String], seeds: &[u64]) -> String {
    json!({ "hitchart": PROTOCOL, "count": { "rules": rules, "seats": seats, "seeds": seeds } }).to_string()
}

/// The result of a game, as a program answers it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// Seed of the game.
    pub seed: u64,
    /// Points by seat; the most points win, and equal points at the top are a tie.
    pub points: Vec<f64>,
    /// Number of rounds, in all games of a batch or in none.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// End of the game, in a phrase.
    #[serde(default)]
    pub end: String,
    /// Metrics of the whole game by name.
    #[serde(default)]
    pub metrics: BTreeMap<String, i64>,
    /// Metrics of each seat by name.
    #[serde(default)]
    pub seats: Vec<BTreeMap<String, i64>>,
}

impl PlayedGame {
    /// Parses the line of a game, and checks it against its sitting and the description.
    ///
    /// # Errors
    /// Returns the first mistake in words.
    pub fn parse(line: &str, sitting: &Sitting, game: &ProgramDescription) -> Result<PlayedGame, String> {
        let found: PlayedGame = parsed(line, "the line of a game")?;
        if found.seed != sitting.seed {
            return Err(format!("the line is of seed {}, but seed {} was next", found.seed, sitting.seed));
        }
        if found.points.len() != game.seats {
            return Err(format!("`points` has {} numbers; a game has {} seats", found.points.len(), game.seats));
        }
        found.check_metrics("metrics", &found.metrics, game.metrics_of(false))?;
        if game.metrics_of(true).next().is_some() {
            if found.seats.len() != game.seats {
                return Err(format!("`seats` has {} entries; a game has {} seats", found.seats.len(), game.seats));
            }
            found.seats.iter().try_for_each(|seat| found.check_metrics("seats", seat, game.metrics_of(true)))?;
        }
        Ok(found)
    }

    fn check_metrics<'a>(
        &self,
        list: &str,
        found: &BTreeMap<String, i64>,
        known: impl Iterator<Item = &'a ProgramMetric> + Clone,
    ) -> Result<(), String> {
        for metric in known.clone() {
            let name = &metric.name;
            let Some(value) = found.get(name) else { return Err(format!("`{list}` lacks the metric `{name}`")) };
            let allowed = metric.allowed();
            if !allowed.contains(value) {
                let (least, most) = allowed.into_inner();
                return Err(format!("`{list}`: `{name}` is {value}; allowed: {least} to {most}"));
            }
        }
        match found.keys().find(|name| !known.clone().any(|metric| metric.name == **name)) {
            Some(name) => Err(format!("`{list}` has `{name}`, which the description does not list")),
            None => Ok(()),
        }
    }

    /// Returns the seat with the most points; `None` if several have them.
    pub fn winner(&self) -> Option<usize> {
        let most = self.points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut best = (0..self.points.len()).filter(|seat| self.points[*seat] == most);
        best.next().filter(|_| best.next().is_none())
    }
}

/// Sums over games of a number, of its square and of its cube.
pub type Powers = [i128; 3];

/// The results of a batch of games with the same entrants, as a program counts them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameCounts {
    /// Number of games.
    pub games: u64,
    /// Games won by each seat.
    pub won: Vec<u64>,
    /// Games without a winner.
    pub tied: u64,
    /// Number of rounds.
    #[serde(default)]
    pub rounds: Powers,
    /// Metrics of the whole game by name.
    #[serde(default)]
    pub metrics: BTreeMap<String, Powers>,
    /// Metrics of each seat by name.
    #[serde(default)]
    pub seats: Vec<BTreeMap<String, Powers>>,
}

impl GameCounts {
    /// Counts games that were answered line by line.
    pub fn of(games: &[PlayedGame], game: &ProgramDescription) -> GameCounts {
        let named = |per_seat| game.metrics_of(per_seat).map(|metric| (metric.name.clone(), [0; 3])).collect();
        let seats = if game.metrics_of(true).next().is_some() { game.seats } else { 0 };
        let mut counts = GameCounts {
            games: games.len() as u64,
            won: vec![0; game.seats],
            metrics: named(false),
            seats: vec![named(true); seats],
            ..GameCounts::default()
        };
        for played in games {
            match played.winner() {
                Some(seat) => counts.won[seat] += 1,
                None => counts.tied += 1,
            }
            add_powers(&mut counts.rounds, played.rounds.unwrap_or_default().into());
            let sums = std::iter::once(&mut counts.metrics).chain(&mut counts.seats);
            for (sums, values) in sums.zip(std::iter::once(&played.metrics).chain(&played.seats)) {
                sums.iter_mut().for_each(|(name, powers)| add_powers(powers, values.get(name).copied().unwrap_or(0)));
            }
        }
        counts
    }

    /// Parses the line of a batch of `games` games, and checks it against the description.
    ///
    /// # Errors
    /// Returns the first mistake in words.
    pub fn parse(line: &str, games: usize, game: &ProgramDescription) -> Result<GameCounts, String> {
        let found: GameCounts = parsed(line, "the line of counts")?;
        if found.games != games as u64 {
            return Err(format!("`games` is {}, but the batch has {games}", found.games));
        }
        let of_games = found.won.iter().try_fold(found.tied, |sum, won| sum.checked_add(*won));
        if found.won.len() != game.seats || of_games != Some(found.games) {
            let seats = game.seats;
            return Err(format!("`won` of {seats} seats and `tied` must add up to {games} games"));
        }
        found.check_powers("rounds", "rounds", found.rounds, &(0..=MOST_OF_A_METRIC))?;
        let seats = if game.metrics_of(true).next().is_some() { game.seats } else { 0 };
        if found.seats.len() < seats {
            return Err(format!("`seats` has {} entries; a game has {seats} seats", found.seats.len()));
        }
        let lists = std::iter::once(("metrics", &found.metrics, false));
        let lists = lists.chain(found.seats.iter().take(seats).map(|seat| ("seats", seat, true)));
        for (list, values, per_seat) in lists {
            for metric in game.metrics_of(per_seat) {
                let lacks = || format!("`{list}` lacks the metric `{}`", metric.name);
                let powers = *values.get(&metric.name).ok_or_else(lacks)?;
                found.check_powers(list, &metric.name, powers, &metric.allowed())?;
            }
        }
        Ok(found)
    }

    /// Returns the first number that differs from the counts of the lines, with both values.
    pub fn difference(&self, lines: &GameCounts) -> Option<String> {
        let (found, lines) = (self.numbers(), lines.numbers());
        let of = |list: &[(String, i128)], name: &String| {
            list.iter().find(|(known, _)| known == name).map_or("missing".to_owned(), |(_, value)| value.to_string())
        };
        let both = found.iter().chain(&lines).map(|(name, _)| (name, of(&found, name), of(&lines, name)));
        let (name, found, lines) = both.into_iter().find(|(_, found, lines)| found != lines)?;
        Some(format!("`{name}` is {found}; by the lines {lines}"))
    }

    /// Returns all numbers with their names.
    fn numbers(&self) -> Vec<(String, i128)> {
        let mut powers = vec![("rounds".to_owned(), self.rounds)];
        powers.extend(self.metrics.iter().map(|(name, powers)| (format!("metrics.{name}"), *powers)));
        for (seat, values) in self.seats.iter().enumerate() {
            powers.extend(values.iter().map(|(name, powers)| (format!("seats[{seat}].{name}"), *powers)));
        }
        let won = self.won.iter().enumerate().map(|(seat, won)| (format!("won[{seat}]"), (*won).into()));
        let games = [("games", self.games), ("tied", self.tied)].map(|(name, games)| (name.to_owned(), games.into()));
        let sums =
            |(name, powers): (String, Powers)| (0..3).map(move |place| (format!("{name}[{place}]"), powers[place]));
        games.into_iter().chain(won).chain(powers.into_iter().flat_map(sums)).collect()
    }

    /// Checks that numbers of the games within `allowed` can have these sums.
    fn check_powers(
        &self,
        list: &str,
        name: &str,
        powers: Powers,
        allowed: &RangeInclusive<i64>,
    ) -> Result<(), String> {
        let (n, [sum, squares, cubes]) = (i128::from(self.games), powers);
        let most = i128::from(MOST_OF_A_METRIC);
        let is_possible = sum.abs() <= squares
            && sum * sum <= n * squares
            && squares <= n * most * most
            && cubes.abs() <= squares * most
            && (squares - sum) % 2 == 0
            && (cubes - sum) % 6 == 0
            && (*allowed.start() < 0 || (sum >= 0 && squares * squares <= sum * cubes))
            && (*allowed.end() > 1 || (squares == sum && cubes == sum));
        let (least, most) = (allowed.start(), allowed.end());
        let allowed = format!("[sum, sum of squares, sum of cubes] of whole numbers from {least} to {most}");
        if is_possible { Ok(()) } else { Err(format!("`{list}`: `{name}` is {powers:?}; allowed: {allowed}")) }
    }
}

fn add_powers(powers: &mut Powers, value: i64) {
    powers.iter_mut().zip(1..).for_each(|(sum, power)| *sum += i128::from(value).pow(power));
}
