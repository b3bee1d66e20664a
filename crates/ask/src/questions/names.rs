//! Arguments that many commands share: names that shells complete, whole numbers, and options for whole games.
//!
//! An argument suggests its names and also accepts any other text: a file, a loadout, a custom policy.

use crate::games::{GAMES, Listed, list};
use crate::{Asking, options::Output, reply::Reply, scenario::Scenario};
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Args, Command};
use hitchart_config::{FileKind, words::grouped};
use hitchart_lab::study::{Answer, Overrides, RulesChoice};
use std::{ffi::OsStr, ops::RangeInclusive, path::PathBuf};

// Names that shells complete.

/// A parser of any text that suggests names.
#[derive(Clone)]
pub struct NameParser(pub fn() -> Vec<String>);

impl TypedValueParser for NameParser {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// A parser of any path that suggests the names of built-in files.
#[derive(Clone)]
pub struct PathParser(pub fn() -> Vec<String>);

impl TypedValueParser for PathParser {
    type Value = PathBuf;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<PathBuf, Error> {
        PathBufValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// Returns a parser of values by name; clap suggests the nearest name.
pub fn named<T: Copy + Send + Sync + 'static>(all: &'static [(T, &'static str)]) -> impl TypedValueParser<Value = T> {
    let value = |name: String| all.iter().find(|(_, known)| known.eq_ignore_ascii_case(&name)).map(|(value, _)| *value);
    PossibleValuesParser::new(all.iter().map(|(_, name)| *name)).try_map(move |name| value(name).ok_or("no such name"))
}

/// Returns the command with options and arguments that accept their allowed names in any case.
pub fn in_any_case(command: Command) -> Command {
    let typed = command.mut_args(|arg| if arg.get_action().takes_values() { arg.ignore_case(true) } else { arg });
    typed.mut_subcommands(in_any_case)
}

/// Makes an argument suggest names.
pub fn offering(names: fn() -> Vec<String>) -> impl FnOnce(Arg) -> Arg {
    move |arg| arg.value_parser(NameParser(names)).hide_possible_values(true)
}

/// Returns the names of a list, each once.
pub fn of(what: Listed) -> Vec<String> {
    let mut names: Vec<String> = list(what).texts("name").iter().map(|name| word(name)).collect();
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// Returns the archetypes.
pub fn archetypes() -> Vec<String> {
    of(Listed::Archetypes)
}

/// Returns the armaments.
pub fn armaments() -> Vec<String> {
    of(Listed::Armaments)
}

/// Returns the policies of all games.
pub fn policies() -> Vec<String> {
    of(Listed::Policies)
}

/// Returns the rulesets and house rules of all games.
pub fn rulesets() -> Vec<String> {
    let rulesets = GAMES.iter().flat_map(|game| game.rulesets).map(|(name, _)| (*name).to_owned());
    rulesets.chain(built_in(FileKind::Ruleset)).collect()
}

/// Returns the built-in house rules.
pub fn house_rules() -> Vec<String> {
    built_in(FileKind::Ruleset).collect()
}

/// Returns the built-in scenarios.
pub fn scenarios() -> Vec<String> {
    built_in(FileKind::Scenario).collect()
}

/// Returns the built-in tables of results.
pub fn results() -> Vec<String> {
    built_in(FileKind::Results).collect()
}

/// Returns the companies, including those in built-in files.
pub fn companies() -> Vec<String> {
    of(Listed::Companies).into_iter().chain(built_in(FileKind::Company)).collect()
}

/// Returns the fleets.
pub fn fleets() -> Vec<String> {
    of(Listed::Fleets)
}

/// Returns the battlefields.
pub fn battlefields() -> Vec<String> {
    of(Listed::Battlefields)
}

/// Returns the encounters.
pub fn encounters() -> Vec<String> {
    of(Listed::Encounters)
}

fn built_in(sort: FileKind) -> impl Iterator<Item = String> {
    sort.built_in().map(|(name, _)| name.to_owned())
}

/// Converts a name to one shell word without quotes: `Close-Assault`, `Shoot-Scoot`. Lookups treat both as equal.
fn word(name: &str) -> String {
    match name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)) {
        true => name.to_owned(),
        false => {
            name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
        }
    }
}

// Whole numbers as users type them.

/// Parses a whole number: `10000`, `10_000` or `1e4`.
pub fn whole(text: &str) -> Result<u64, String> {
    let text = text.trim();
    plain(text).or_else(|| scientific(text)).ok_or_else(|| match in_full(text) {
        Some(number) => format!("`{text}` is no whole number; write {number}"),
        None => format!("`{text}` is no whole number up to {}; write 10000, 10_000 or 1e4", grouped(u64::MAX)),
    })
}

/// Returns a parser of whole numbers in a range, in the notations of [`whole`].
pub fn count(allowed: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = match whole(text) {
            Ok(number) => number,
            Err(_) if allowed.end() < &u64::MAX && in_full(text.trim()).is_none() => {
                let [least, most] = [allowed.start(), allowed.end()].map(|end| grouped(*end));
                return Err(format!("allowed: a whole number from {least} to {most}, such as 10000, 10_000 or 1e4"));
            }
            Err(problem) => return Err(problem),
        };
        let (least, most) = (*allowed.start(), *allowed.end());
        match (allowed.contains(&number), most) {
            (true, _) => Ok(number),
            (false, u64::MAX) => Err(format!("allowed: at least {}", grouped(least))),
            (false, _) => Err(format!("allowed: {} to {}", grouped(least), grouped(most))),
        }
    }
}

/// Most threads of a command.
pub const MAX_THREADS: u16 = 1024;

/// Parses a number of threads.
pub fn threads(text: &str) -> Result<u16, String> {
    count(1..=MAX_THREADS.into())(text).map(|threads| threads as u16)
}

/// Parses digits, with single underscores between them.
fn plain(text: &str) -> Option<u64> {
    let groups: Vec<&str> = text.split('_').collect();
    let are_digits = |group: &&str| !group.is_empty() && group.bytes().all(|digit| digit.is_ascii_digit());
    groups.iter().all(are_digits).then(|| groups.concat().parse().ok()).flatten()
}

/// Parses a number such as `1e4` or `2.5e3`; `None` if it is not whole.
fn scientific(text: &str) -> Option<u64> {
    let (mantissa, exponent) = text.split_once(['e', 'E'])?;
    let exponent: usize = exponent.trim_start_matches('+').parse().ok().filter(|exponent| *exponent < 20)?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    if [whole, fraction].iter().any(|part| part.is_empty() || !part.bytes().all(|digit| digit.is_ascii_digit())) {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let zeros = exponent.checked_sub(fraction.len())?;
    format!("{whole}{fraction}{}", "0".repeat(zeros)).parse().ok()
}

/// Returns the number written with a suffix or with separators of thousands: `10k`, `2M`, `10,000`.
fn in_full(text: &str) -> Option<u64> {
    let text = text.replace([',', '\''], "");
    let last = text.chars().last()?;
    let times = match last.to_ascii_lowercase() {
        'k' => 1_000,
        'm' => 1_000_000,
        'b' | 'g' => 1_000_000_000,
        _ => return plain(&text),
    };
    plain(&text[..text.len() - last.len_utf8()])?.checked_mul(times)
}

// Options shared by commands about whole games.

#[derive(Debug, Args)]
pub struct GameOptions {
    /// Built-in ruleset or house rule, or a file ending in .toml, instead of the scenario's rules; or changes of the
    /// scenario's rules: `PATH=VALUE`, several with `;` between them
    #[arg(long, value_name = "RULES", value_parser = NameParser(rulesets), hide_possible_values = true)]
    rules: Option<String>,
    /// Seed of all random streams; replaces that of the scenario
    #[arg(long, value_name = "N", value_parser = whole)]
    seed: Option<u64>,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u16>,
    #[command(flatten)]
    pub output: Output,
}

impl GameOptions {
    /// Returns the changes that the options make to a scenario.
    pub fn overrides(&self, asking: &Asking<'_>) -> Overrides {
        let rules = self.rules.clone().map(|name| RulesChoice::Named(name, asking.folder.clone()));
        Overrides {
            seed: self.seed,
            rules,
            players: asking.players.clone(),
            programs: asking.programs.clone(),
            ..Overrides::default()
        }
    }

    /// Returns true if the options change which games are played.
    pub fn changes_games(&self) -> bool {
        self.rules.is_some() || self.seed.is_some()
    }

    /// Returns the number of threads; `None` if not given.
    pub fn threads(&self) -> Option<usize> {
        self.threads.map(usize::from)
    }
}

/// Returns a parser of numbers in a range.
pub fn within(allowed: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| allowed.contains(number));
        number.ok_or_else(|| format!("allowed: {} to {}", allowed.start(), allowed.end()))
    }
}

/// Parses the distance of a win rate from a bound of its interval: a share, or points with a percent sign.
pub fn precision(text: &str) -> Result<f64, String> {
    let share = parse_share(text).filter(|share| (0.001..=0.5).contains(share));
    share.ok_or_else(|| format!("allowed: 0.001 to 0.5, such as 0.02 or 2%{}", percent_sign(text)))
}

/// Parses a share such as `0.7` or `70%`.
pub fn parse_share(text: &str) -> Option<f64> {
    match text.trim().strip_suffix('%') {
        Some(percent) => percent.trim().parse().ok().map(|percent: f64| percent / 100.0),
        None => text.trim().parse().ok(),
    }
}

/// Returns a hint for a share that may lack its percent sign: `; write 70% or 0.7` for `70`.
pub fn percent_sign(text: &str) -> String {
    let percent = text.trim().parse().ok().filter(|number: &f64| (1.0..100.0).contains(number));
    percent.map_or_else(String::new, |percent| format!("; write {percent}% or {}", (percent * 1e4).round() / 1e6))
}

/// Returns the source of an answer to a scenario: its rules and seed.
pub fn source(scenario: &Scenario) -> String {
    format!("{}, seed {}", scenario.rules.name, scenario.seed)
}

/// Returns the answer of a scenario's games, with the distances of their players from the best play known.
pub(crate) fn reply_of_games(question: String, answer: &Answer, scenario: &Scenario) -> Reply {
    let reply = Reply::of(question, answer, &source(scenario)).with_distances(scenario.game, &scenario.players());
    reply.warned(&scenario.game.doubts(&scenario.rules))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_config::same_name;

    #[test]
    fn names_are_offered_as_words_that_lookups_know() {
        for what in Listed::ALL {
            let (names, words) = (list(what), of(what));
            assert!(names.texts("name").iter().all(|name| words.iter().any(|word| same_name(word, name))));
            assert!(words.iter().all(|word| !word.contains([' ', '&', '"', '\''])), "{words:?}");
        }
        assert!(archetypes().contains(&"Shoot-Scoot".to_owned()) && policies().contains(&"tactician".to_owned()));
        assert!(rulesets().contains(&"v0.3".to_owned()) && armaments().contains(&"Plasma-Blade".to_owned()));
    }

    #[test]
    fn numbers_are_whole_and_may_have_underscores_and_exponents() {
        for (text, number) in [("10000", 10_000), ("10_000", 10_000), ("1e4", 10_000), ("2.5E3", 2500), ("1.0e0", 1)] {
            assert_eq!(whole(text), Ok(number), "{text}");
        }
        assert_eq!(whole("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(whole("1e+2"), Ok(100));
        for text in
            ["", "-1", "1e-3", "1.5", "1.25e1", "_1", "1__0", "1_", "e4", "1e", "1e20", "18446744073709551616", "ten"]
        {
            assert!(whole(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_number_with_a_suffix_is_refused_and_written_in_full() {
        for (text, full) in [("10k", "write 10000"), ("2M", "write 2000000"), ("10,000", "write 10000")] {
            assert!(whole(text).unwrap_err().ends_with(full), "{text}");
        }
    }

    #[test]
    fn a_count_is_within_its_range() {
        let parse = count(2..=1000);
        assert_eq!((parse("2"), parse("1e3")), (Ok(2), Ok(1000)));
        assert_eq!(parse("1001").unwrap_err(), "allowed: 2 to 1000");
        assert_eq!(count(1..=u64::MAX)("0").unwrap_err(), "allowed: at least 1");
    }
}
