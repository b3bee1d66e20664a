//! Games that are programs: a process describes its game, and plays batches of games by a line protocol.
//!
//! This module has the data of the protocol and their checks. The crate `hitchart-program` starts the processes.
//! `docs/protocol.md` describes the protocol for authors of games.

mod batch;
mod player;

pub use batch::{GameCounts, PlayedGame, Powers, Sitting, count_line, describe_line, play_line};
pub use player::{PlayerDescription, decide_line, parse_choice, player_line};

use crate::external::SharedPlayer;
use hitchart_config::{dotted, read_node};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::{fmt, ops::RangeInclusive, path::PathBuf, sync::Arc, sync::atomic::AtomicBool};

/// Version of the protocol.
pub const PROTOCOL: u64 = 1;

/// Most seats of a game.
pub const MOST_SEATS: usize = 8;

/// Most entrants, rules or metrics of a description.
const MOST_NAMES: usize = 1_000;

/// Largest absolute value of a metric: sums over a group of games must fit the sums of a study.
pub const MOST_OF_A_METRIC: i64 = 1 << 21;

/// Names of rules with another meaning in ruleset files.
const RESERVED_RULES: [&str; 4] = ["name", "extends", "program", "description"];

/// Names of metrics that every game has.
const RESERVED_METRICS: [&str; 3] = ["win", "tied", "rounds"];

/// The command of a game, and how long it may be silent.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramCommand {
    /// Program and arguments.
    pub words: Vec<String>,
    /// Folder in which it runs.
    pub folder: PathBuf,
    /// Longest time for one answer, in seconds: above 0, and at most [`MAX_TIMEOUT`].
    pub timeout: f64,
}

/// Longest `timeout` of a command, in seconds.
pub const MAX_TIMEOUT: f64 = 3600.0;

impl ProgramCommand {
    /// Checks that the command can be started.
    ///
    /// # Errors
    /// Returns the first mistake in words: no words, or a timeout out of range.
    pub fn check(&self) -> Result<(), String> {
        if self.words.is_empty() {
            return Err("the command is empty".to_owned());
        }
        if !(self.timeout > 0.0 && self.timeout <= MAX_TIMEOUT) {
            return Err(format!("`timeout` is {}; allowed: above 0, up to {MAX_TIMEOUT} seconds", self.timeout));
        }
        Ok(())
    }
}

impl fmt::Display for ProgramCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.words.join(" "))
    }
}

/// Description of a game by its program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramDescription {
    /// Version of the protocol that the program speaks.
    pub hitchart: u64,
    /// Name of the game.
    pub name: String,
    /// Version of the game: a change of it means that results may change.
    #[serde(default)]
    pub version: String,
    /// Number of seats.
    pub seats: usize,
    /// Entrants that can take a seat: players, armies, decks.
    pub entrants: Vec<ProgramEntrant>,
    /// Rules that can be changed.
    #[serde(default)]
    pub rules: Vec<ProgramRule>,
    /// Numbers of each game.
    #[serde(default)]
    pub metrics: Vec<ProgramMetric>,
    /// Things that can be withheld from a seat: an action, a unit, a rule.
    #[serde(default)]
    pub withhold: Vec<ProgramEntrant>,
    /// True if the program also answers a batch with one line of counts.
    #[serde(default)]
    pub counts: bool,
}

/// An entrant that can take a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramEntrant {
    /// Name in scenarios and batches.
    pub name: String,
    /// Description in a phrase.
    #[serde(default)]
    pub about: String,
}

/// A rule that can be changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramRule {
    /// Name in ruleset files.
    pub name: String,
    /// Value without a change.
    pub default: RuleValue,
    /// Least value; a number without it has no lower bound.
    #[serde(default)]
    pub least: Option<f64>,
    /// Greatest value; a number without it has no upper bound.
    #[serde(default)]
    pub most: Option<f64>,
    /// True if the number may have fractions, whatever its default: some languages write 1.0 as 1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fractions: bool,
    /// Meaning in a phrase.
    #[serde(default)]
    pub about: String,
}

/// The value of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "allowed: a number, true or false")]
pub enum RuleValue {
    /// A switch.
    Switch(bool),
    /// A whole number.
    Whole(i64),
    /// Any finite number.
    Number(f64),
}

impl fmt::Display for RuleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleValue::Switch(value) => write!(f, "{value}"),
            RuleValue::Whole(value) => write!(f, "{value}"),
            // `2.0` is not the whole number 2.
            RuleValue::Number(value) => write!(f, "{value:?}"),
        }
    }
}

/// A number of each game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramMetric {
    /// Name in tables and files.
    pub name: String,
    /// Heading for people; the name if it is left out.
    #[serde(default)]
    pub title: String,
    /// Unit, a plural such as `hits`.
    #[serde(default)]
    pub unit: String,
    /// True for a metric of each seat, false for one of the whole game.
    #[serde(default)]
    pub per_seat: bool,
    /// True if the metric is 0 or 1, so that its mean is a share of games.
    #[serde(default)]
    pub share: bool,
    /// True if the metric is never negative, so that the interval of its mean is cut at 0.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub count: bool,
    /// Rule by which it is counted, in a phrase.
    #[serde(default)]
    pub about: String,
}

impl ProgramDescription {
    /// Parses and checks a description.
    ///
    /// # Errors
    /// Returns the first mistake in words.
    pub fn parse(line: &str) -> Result<ProgramDescription, String> {
        let mut found: ProgramDescription = parsed(line, "the description")?;
        for rule in found.rules.iter_mut().filter(|rule| rule.fractions) {
            if let RuleValue::Whole(number) = rule.default {
                rule.default = RuleValue::Number(number as f64);
            }
        }
        found.check().map(|()| found)
    }

    fn check(&self) -> Result<(), String> {
        if self.hitchart != PROTOCOL {
            return Err(format!("`hitchart` is {}; allowed: {PROTOCOL}", self.hitchart));
        }
        if !is_printed(&self.name) {
            return Err(format!("`name` is `{}`; allowed: {PRINTED}", self.name));
        }
        if !(1..=MOST_SEATS).contains(&self.seats) {
            return Err(format!("`seats` is {}; allowed: 1 to {MOST_SEATS}", self.seats));
        }
        let printed = (is_printed as fn(&str) -> bool, PRINTED);
        let plain = (is_plain as fn(&str) -> bool, "lower-case letters, digits and underscores");
        unique("entrants", self.entrants.iter().map(|entrant| entrant.name.as_str()), &[], printed)?;
        if let Some(entrant) = self.entrants.iter().find(|entrant| is_seat(&entrant.name)) {
            return Err(format!("`entrants`: `{}` is the name of a seat; choose another name", entrant.name));
        }
        if self.entrants.is_empty() {
            return Err("`entrants` is empty; a game needs at least one".to_owned());
        }
        unique("rules", self.rules.iter().map(|rule| rule.name.as_str()), &RESERVED_RULES, plain)?;
        unique("metrics", self.metrics.iter().map(|metric| metric.name.as_str()), &RESERVED_METRICS, plain)?;
        unique("withhold", self.withhold.iter().map(|thing| thing.name.as_str()), &[], printed)?;
        self.rules.iter().try_for_each(|rule| rule.check(rule.default))
    }

    /// Returns the default values of the rules.
    pub fn defaults(&self) -> BTreeMap<String, RuleValue> {
        self.rules.iter().map(|rule| (rule.name.clone(), rule.default)).collect()
    }

    /// Returns the metrics of the whole game, or of each seat.
    pub fn metrics_of(&self, per_seat: bool) -> impl Iterator<Item = &ProgramMetric> + Clone {
        self.metrics.iter().filter(move |metric| metric.per_seat == per_seat)
    }
}

/// Allowed names of games, entrants and things.
const PRINTED: &str = "text that is not empty, without control characters";

/// Returns true for a name that can be printed.
fn is_printed(name: &str) -> bool {
    !name.trim().is_empty() && !name.contains(char::is_control)
}

/// Returns true for a name such as `seat 1`, which studies give to a seat.
fn is_seat(name: &str) -> bool {
    let number = name.trim().to_lowercase();
    number.strip_prefix("seat ").is_some_and(|number| number.trim().bytes().all(|c| c.is_ascii_digit()))
}

/// Returns true for a name of lower-case letters, digits and underscores that begins with a letter.
fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(plain)
}

/// Checks a list of names; `allowed` is a check of one name, and the allowed names in words.
fn unique<'a>(
    list: &str,
    names: impl Iterator<Item = &'a str>,
    reserved: &[&str],
    (is_allowed, allowed): (fn(&str) -> bool, &str),
) -> Result<(), String> {
    let mut known: Vec<&str> = Vec::new();
    for name in names {
        if !is_allowed(name) {
            return Err(format!("`{list}`: `{name}` is not a name; allowed: {allowed}"));
        }
        if reserved.contains(&name) {
            return Err(format!("`{list}`: `{name}` has another meaning; choose another name"));
        }
        if known.contains(&name) {
            return Err(format!("`{list}`: `{name}` is listed twice"));
        }
        known.push(name);
        if known.len() > MOST_NAMES {
            return Err(format!("`{list}` has more than {MOST_NAMES} entries"));
        }
    }
    Ok(())
}

impl ProgramMetric {
    /// Returns the allowed values of the metric in a game, and of a seat.
    pub fn allowed(&self) -> RangeInclusive<i64> {
        match (self.share, self.count) {
            (true, _) => 0..=1,
            (false, true) => 0..=MOST_OF_A_METRIC,
            (false, false) => -MOST_OF_A_METRIC..=MOST_OF_A_METRIC,
        }
    }
}

impl ProgramRule {
    /// Checks a value of the rule.
    ///
    /// # Errors
    /// Returns what is allowed, in words.
    pub fn check(&self, value: RuleValue) -> Result<(), String> {
        let is_within =
            |number: f64| (self.least.unwrap_or(f64::MIN)..=self.most.unwrap_or(f64::MAX)).contains(&number);
        let is_allowed = match (self.default, value) {
            (RuleValue::Switch(_), RuleValue::Switch(_)) => true,
            (RuleValue::Whole(_) | RuleValue::Number(_), RuleValue::Whole(value)) => is_within(value as f64),
            (RuleValue::Number(_), RuleValue::Number(value)) => is_within(value),
            _ => false,
        };
        if is_allowed { Ok(()) } else { Err(self.refusal(value)) }
    }

    /// Returns the message about a value that is not allowed.
    pub fn refusal(&self, value: impl fmt::Display) -> String {
        let kind = match self.default {
            RuleValue::Switch(_) => return format!("`{}` is {value}; allowed: true or false", self.name),
            RuleValue::Whole(_) => "a whole number",
            RuleValue::Number(_) => "a number",
        };
        let bounds = match (self.least, self.most) {
            (Some(least), Some(most)) => format!(" from {least} to {most}"),
            (Some(least), None) => format!(", at least {least}"),
            (None, Some(most)) => format!(", at most {most}"),
            (None, None) => String::new(),
        };
        format!("`{}` is {value}; allowed: {kind}{bounds}", self.name)
    }
}

/// Parses a line, which is an object; `what` names it in the mistake.
fn parsed<T: DeserializeOwned>(line: &str, what: &str) -> Result<T, String> {
    // A list would be taken for the values of the keys in order.
    if line.trim_start().starts_with('[') {
        return Err(format!("{what} is not as expected: it is a list"));
    }
    // A game has millions of lines, so that only a mistake is read a second time, for its keys.
    serde_json::from_str(line)
        .map_err(|error| format!("{what} is not as expected: {}", mistake::<T>(line, &error.to_string())))
}

/// Returns the mistake of a line in words: its keys, or its column if the line is no JSON. `error` is that of the parser.
fn mistake<T: DeserializeOwned>(line: &str, error: &str) -> String {
    let read = serde_json::from_str::<Value>(line).ok().map(read_node::<T>);
    if let Some(Err(error)) = read {
        let keys = dotted(&error.path());
        return if keys.is_empty() { error.message } else { format!("`{keys}`: {}", error.message) };
    }
    let Some((problem, column)) = error.rsplit_once(" at line 1 column ") else { return error.to_owned() };
    const WORDS: [(&str, &str); 3] = [
        ("expected ident", "expected true, false or null"),
        ("duplicate field", "duplicate key"),
        ("EOF", "the line ends"),
    ];
    let problem = WORDS.iter().fold(problem.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours));
    let is_part = |c: char| c.is_alphanumeric() || "+-._".contains(c);
    let at = column.parse().map_or(0, |column: usize| column.saturating_sub(1));
    let start = line.get(..at).map_or(0, |before| before.trim_end_matches(is_part).len());
    let rest = &line[start..];
    let found = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
    let found = if found.is_empty() { String::new() } else { format!(", found `{found}`") };
    format!("column {column}: {problem}{found}")
}

/// A failure of a game's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFault {
    /// The command.
    pub command: String,
    /// The failure in a sentence without a full stop.
    pub problem: String,
    /// The last line of the program; empty if there is none.
    pub line: String,
    /// The end of the program's standard error.
    pub stderr: String,
}

impl fmt::Display for ProgramFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program `{}` failed: {}", self.command, self.problem)?;
        if !self.line.is_empty() {
            write!(f, "\n  its last line: {}", self.line)?;
        }
        if !self.stderr.is_empty() {
            write!(f, "\n  its standard error: {}", self.stderr.trim_end().replace('\n', "\n    "))?;
        }
        Ok(())
    }
}

impl std::error::Error for ProgramFault {}

/// A game that a program plays.
///
/// Threads ask for batches at once. A result may depend on the rules and the sitting alone.
pub trait GameProgram: fmt::Debug + Send + Sync {
    /// Returns the description.
    fn description(&self) -> &ProgramDescription;

    /// Returns the SHA-256 of each file that the command names, by its name in the command.
    fn files(&self) -> &BTreeMap<String, String>;

    /// Returns false if the games have no rounds: a program may leave them out of all games.
    fn has_rounds(&self) -> bool;

    /// Plays games in order. Rules that are left out have their default values. `None` if `stop` was set before the end;
    /// a failure of the program sets it, and so do unknown rules, seats, entrants and things.
    /// [`GamePrograms::fault`] returns the failure.
    fn play(&self, rules: &Map<String, Value>, games: &[Sitting], stop: &AtomicBool) -> Option<Vec<PlayedGame>>;

    /// Plays games of the same entrants, and returns their counts; of a program whose description has `counts`. `None`
    /// as for [`GameProgram::play`].
    fn count(
        &self,
        rules: &Map<String, Value>,
        seats: &[String],
        seeds: &[u64],
        stop: &AtomicBool,
    ) -> Option<GameCounts>;
}

/// Returns what a run stores of a game: the description, the hashes of its files, and that it has no rounds.
pub fn snapshot(game: &dyn GameProgram) -> Value {
    let mut snapshot = json!({ "program": game.description() });
    if !game.files().is_empty() {
        snapshot["files"] = json!(game.files());
    }
    if !game.has_rounds() {
        snapshot["rounds"] = false.into();
    }
    snapshot
}

/// The programs of games that a question may start.
pub trait GamePrograms: fmt::Debug + Send + Sync {
    /// Returns the game of a command. A command is started once for all its uses.
    ///
    /// # Errors
    /// Fails if the program does not start, or does not describe its game.
    fn game(&self, command: &ProgramCommand) -> Result<Arc<dyn GameProgram>, ProgramFault>;

    /// Returns the player of a command under a name.
    ///
    /// # Errors
    /// Fails if the program does not start, or does not describe itself as a player.
    fn player(&self, name: &str, command: &ProgramCommand) -> Result<SharedPlayer, ProgramFault>;

    /// Returns the first failure of a program while it played, or of what it was asked to play.
    fn fault(&self) -> Option<ProgramFault>;
}

/// The programs of a question; by default none can be started. Two are equal if they are the same.
#[derive(Clone, Debug, Default)]
pub struct SharedPrograms(pub Option<Arc<dyn GamePrograms>>);

impl PartialEq for SharedPrograms {
    fn eq(&self, other: &SharedPrograms) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }
}

impl SharedPrograms {
    /// Returns the first failure of a program while it played.
    pub fn fault(&self) -> Option<ProgramFault> {
        self.0.as_ref().and_then(|programs| programs.fault())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"{ "hitchart": 1, "name": "skirmish", "seats": 2,
        "entrants": [{ "name": "a" }, { "name": "b", "about": "careful" }],
        "rules": [{ "name": "hp", "default": 8, "least": 1, "most": 20 }, { "name": "fog", "default": false }],
        "metrics": [{ "name": "hits", "unit": "hits" }, { "name": "lost", "per_seat": true, "share": true },
            { "name": "turns", "count": true }],
        "withhold": [{ "name": "bombs" }] }"#;

    fn game() -> ProgramDescription {
        ProgramDescription::parse(GAME).unwrap()
    }

    #[test]
    fn descriptions_are_checked() {
        assert_eq!(game().defaults()["hp"], RuleValue::Whole(8));
        let says = |from: &str, to: &str, part: &str| {
            let error = ProgramDescription::parse(&GAME.replace(from, to)).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        says("\"hitchart\": 1", "\"hitchart\": 9", "allowed: 1");
        says("\"seats\": 2", "\"seats\": 0", "1 to 8");
        // A mistyped key would silently be no key.
        says("\"metrics\"", "\"metrix\"", "unknown key `metrix`");
        says("\"least\"", "\"minimum\"", "unknown key `minimum`");
        says("\"name\": \"b\"", "\"name\": \"a\"", "listed twice");
        says("\"name\": \"hp\"", "\"name\": \"extends\"", "another meaning");
        says("\"name\": \"hits\"", "\"name\": \"No Name\"", "lower-case");
        says("\"name\": \"hits\"", "\"name\": \"win\"", "another meaning");
        says("\"default\": 8", "\"default\": 80", "1 to 20");
        says("\"entrants\"", "\"entrant\"", "entrants");
        says("\"bombs\"", "\" \"", "`withhold`");
        says("\"name\": \"b\"", "\"name\": \"\\u001b[31mb\"", "control characters");
        // Later questions could not tell the entrant from the seat.
        says("\"name\": \"b\"", "\"name\": \"Seat 12\"", "`Seat 12` is the name of a seat");
        says("\"default\": 8", "\"default\": \"8\"", "`rules[0].default`: allowed: a number, true or false");
    }

    #[test]
    fn values_of_rules_are_of_their_kind_and_in_their_bounds() {
        let rules = game().rules;
        assert!(rules[0].check(RuleValue::Whole(20)).is_ok() && rules[1].check(RuleValue::Switch(true)).is_ok());
        let says = |rule: &ProgramRule, value, part: &str| {
            let error = rule.check(value).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        says(&rules[0], RuleValue::Whole(21), "1 to 20");
        let parts = GAME.replace("\"default\": 8", "\"default\": 8, \"fractions\": true");
        assert!(ProgramDescription::parse(&parts).unwrap().rules[0].check(RuleValue::Number(2.5)).is_ok());
        says(&rules[0], RuleValue::Number(2.0), "`hp` is 2.0; allowed: a whole number from 1 to 20");
        says(&rules[0], RuleValue::Switch(true), "a whole number");
        says(&rules[1], RuleValue::Whole(1), "true or false");
    }

    #[test]
    fn lines_of_games_are_checked_against_their_sitting() {
        let sitting = Sitting::new(7 << 11, vec!["a".to_owned(), "b".to_owned()]);
        let line = r#"{ "seed": 7, "points": [1, 0.5], "metrics": { "hits": 3, "turns": 2 }, "seats": [{ "lost": 0 }, { "lost": 1 }] }"#;
        let played = PlayedGame::parse(line, &sitting, &game()).unwrap();
        assert_eq!((played.winner(), played.metrics["hits"]), (Some(0), 3));
        let says = |from: &str, to: &str, part: &str| {
            let error = PlayedGame::parse(&line.replace(from, to), &sitting, &game()).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        says("\"seed\": 7", "\"seed\": 8", "seed 7 was next");
        says("[1, 0.5]", "[1]", "2 seats");
        says("\"hits\": 3", "\"hit\": 3", "lacks the metric `hits`");
        says("\"hits\": 3", "\"hits\": 3, \"x\": 1", "does not list");
        says("\"lost\": 1", "\"lost\": 2", "0 to 1");
        says("\"turns\": 2", "\"turns\": -2", "`turns` is -2; allowed: 0 to 2097152");
        says("\"hits\": 3", "\"hits\": 3000000", "allowed");
        says("\"points\"", "\"round\": 3, \"points\"", "unknown key `round`");
        says("{ \"seed\"", "seed", "not as expected: column 1: expected value, found `seed`");
        says("0.5]", "NaN]", "column 28: expected value, found `NaN`");
        says("0.5]", "nan]", "expected true, false or null, found `nan`");
        says("0.5]", "-Infinity]", "invalid number, found `-Infinity`");
        says("0.5]", "null]", "`points[1]`: found nothing; allowed: a number");
        says("\"lost\": 1", "\"lost\": 0.5", "`seats[1].lost`: found `0.5`; allowed: a whole number");
        says("\"points\"", "\"seed\": 7, \"points\"", "duplicate key `seed`");
        says("{ \"lost\": 1 }] }", "", "the line ends while parsing a value");
    }

    /// Counts of lines are those of a program, and numbers that no games can have are refused.
    #[test]
    fn counts_add_up_to_their_games() {
        let sitting = Sitting::new(7 << 11, vec!["a".to_owned(), "b".to_owned()]);
        let line = |points: &str, hits: i64, lost: u8| {
            let seats = format!("[{{ \"lost\": 0 }}, {{ \"lost\": {lost} }}]");
            format!(
                r#"{{ "seed": 7, "points": {points}, "rounds": 2, "metrics": {{ "hits": {hits}, "turns": 2 }}, "seats": {seats} }}"#
            )
        };
        let lines = [line("[1, 0]", 3, 1), line("[0, 0]", -2, 0), line("[0, 1]", 5, 1)];
        let games: Vec<PlayedGame> =
            lines.iter().map(|line| PlayedGame::parse(line, &sitting, &game()).unwrap()).collect();
        let counts = r#"{ "games": 3, "won": [1, 1], "tied": 1, "rounds": [6, 12, 24],
            "metrics": { "hits": [6, 38, 144], "turns": [6, 12, 24] }, "seats": [{ "lost": [0, 0, 0] }, { "lost": [2, 2, 2] }] }"#;
        let parsed = GameCounts::parse(counts, 3, &game()).unwrap();
        assert_eq!(parsed, GameCounts::of(&games, &game()));
        let mut other = GameCounts { won: vec![1, 1], ..parsed.clone() };
        assert_eq!(other.difference(&parsed), None);
        other.seats[1].insert("lost".to_owned(), [3, 2, 2]);
        assert_eq!(other.difference(&parsed).unwrap(), "`seats[1].lost[0]` is 3; by the lines 2");
        other.seats.pop();
        assert_eq!(other.difference(&parsed).unwrap(), "`seats[1].lost[0]` is missing; by the lines 2");
        let says = |from: &str, to: &str, part: &str| {
            let error = GameCounts::parse(&counts.replace(from, to), 3, &game()).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        says("\"games\": 3", "\"games\": 4", "the batch has 3");
        says("[1, 1]", "[1, 2]", "add up to 3 games");
        says("[1, 1]", "[2]", "2 seats");
        says("\"hits\"", "\"hit\"", "lacks the metric `hits`");
        says("38", "39", "sum of squares");
        says("38", "4", "sum of squares");
        says("[2, 2, 2]", "[2, 4, 8]", "from 0 to 1");
        says("\"turns\": [6, 12, 24]", "\"turns\": [1, 5, 7]", "from 0 to 2097152");
        says("{ \"lost\": [0, 0, 0] }, ", "", "1 entries");
    }

    #[test]
    fn equal_points_at_the_top_are_a_tie() {
        let of = |points: &[f64]| {
            let points = points.to_vec();
            PlayedGame {
                seed: 1,
                points,
                rounds: None,
                end: String::new(),
                metrics: BTreeMap::new(),
                seats: Vec::new(),
            }
        };
        assert_eq!([of(&[1.0, 2.0, 0.0]).winner(), of(&[2.0, 2.0, 0.0]).winner()], [Some(1), None]);
    }
}
