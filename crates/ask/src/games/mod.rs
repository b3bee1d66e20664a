//! The games. This is the only file that names them all.

pub mod apocalypse_frame;
mod distance;
mod entry;
pub mod intercept_orbit;
mod kinds;
pub(crate) mod mobile_frame;
mod program_game;
pub mod rapid_attack;

pub use distance::{distance_sentence, distance_table, distances};
pub(crate) use entry::HalfChanged;
pub use entry::{BuiltInPolicy, Listed, ListedMetric, Lists};
pub use entry::{ChangedRules, Entry, StudyFields, StudySource, WriteOut};

use distance::with_distances;
use hitchart_config::rules::{self, RulesText};
use hitchart_config::{InputError, SearchFolder};
use hitchart_lab::study::PlayedBy;
use hitchart_play::policy::Distance;
use hitchart_report::table::Table;

/// All games.
pub const GAMES: &[Entry] = &[rapid_attack::ENTRY, apocalypse_frame::ENTRY, intercept_orbit::ENTRY];

/// The game of a scenario whose game is a program.
pub(crate) const PROGRAM: &Entry = &program_game::ENTRY;

/// Returns the game with this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    if name == PROGRAM.name { Some(PROGRAM) } else { GAMES.iter().find(|entry| entry.name == name) }
}

/// Loads a ruleset of any game, by built-in name or from a file in a folder. Also returns its game.
///
/// # Errors
/// Fails for unknown names, unreadable files and invalid rulesets.
pub fn ruleset(name: &str, folder: &SearchFolder) -> Result<(&'static Entry, RulesText), InputError> {
    let entry = games_of(&[name], folder)?[0];
    Ok((entry, (entry.rules)(name, folder)?))
}

/// Returns the games of rulesets that belong together. Changes that extend no built-in ruleset are of the same game as the
/// first ruleset that does, or else of the game that has most of their keys.
///
/// # Errors
/// Fails for unknown names.
pub fn games_of(names: &[&str], folder: &SearchFolder) -> Result<Vec<&'static Entry>, InputError> {
    let known: Vec<Option<&Entry>> = names.iter().map(|name| root_game(name, folder)).collect::<Result<_, _>>()?;
    let first = known.iter().flatten().next().copied();
    let of = |(game, name): (Option<&'static Entry>, &&str)| {
        game.or(first).unwrap_or_else(|| of_keys(&rules::keys(name, folder)))
    };
    Ok(known.into_iter().zip(names).map(of).collect())
}

/// Returns the game whose built-in ruleset a ruleset is or extends. `None` for changes of a default ruleset, and for a file
/// that cannot be read, which loading reports.
///
/// # Errors
/// Fails for unknown names.
pub(crate) fn root_game(name: &str, folder: &SearchFolder) -> Result<Option<&'static Entry>, InputError> {
    let built_in = |name: &str| GAMES.iter().flat_map(|entry| entry.rulesets).any(|(known, _)| *known == name);
    let root = rules::root(name, folder, built_in);
    let has = |entry: &&Entry| entry.rulesets.iter().any(|(known, _)| root.as_deref() == Some(known));
    match GAMES.iter().find(has) {
        None if !rules::is_written(name, folder) => {
            let known = GAMES.iter().flat_map(|entry| entry.rulesets).map(|(name, _)| *name);
            Err(rules::unknown(name, known))
        }
        found => Ok(found),
    }
}

/// Returns a list of names of the games, as a table with a column `name`.
pub fn list(what: Listed) -> Table {
    match what {
        Listed::Policies => policies(),
        Listed::Metrics => metrics(),
        _ => {
            let made = GAMES.iter().flat_map(|game| game.lists).find(|(known, _)| *known == what);
            made.map_or_else(|| Table::new(what.name(), "", ""), |(_, table)| table())
        }
    }
}

/// Returns the text of an entry of a list, in TOML.
///
/// # Errors
/// Fails for unknown names, with the nearest name, and for lists with entries that have no text.
pub fn text(what: Listed, name: &str) -> Result<String, InputError> {
    let mut all = GAMES.iter().flat_map(|game| game.texts).filter(|(known, _)| *known == what);
    let (_, text) = all.next().ok_or_else(|| InputError::plain(format!("{} have no text", what.name())))?;
    text(name)
}

fn policies() -> Table {
    let all: Vec<(&Entry, BuiltInPolicy)> =
        GAMES.iter().flat_map(|game| (game.policies)().into_iter().map(move |policy| (game, policy))).collect();
    let note = "To set the parameters of a policy, write it as a table in a scenario file.";
    let distance = |(game, policy): &(&Entry, BuiltInPolicy)| {
        (game.distance)(&PlayedBy { role: policy.role, policy: policy.name.to_owned() })
    };
    let distances: Vec<Option<Distance>> = all.iter().map(distance).collect();
    let table = Table::new("policies", "Policies", note)
        .text("game", "Game", all.iter().map(|(game, _)| game.name))
        .text("side", "Side", all.iter().map(|(_, policy)| policy.side))
        .text("name", "Name", all.iter().map(|(_, policy)| policy.name))
        .text("summary", "How it decides", all.iter().map(|(_, policy)| policy.meaning));
    with_distances(table, &distances)
}

fn metrics() -> Table {
    let all: Vec<(&Entry, ListedMetric)> =
        GAMES.iter().flat_map(|game| (game.metrics)().into_iter().map(move |metric| (game, metric))).collect();
    Table::new(
        "metrics",
        "Metrics",
        "A metric with the unit `share` is 0 or 1 in each game, or the ratio of two counts over all games.",
    )
    .text("game", "Game", all.iter().map(|(game, _)| game.name))
    .text("side", "Of", all.iter().map(|(_, measured)| measured.side))
    .text("name", "Name", all.iter().map(|(_, measured)| measured.metric.name))
    .text("title", "Title", all.iter().map(|(_, measured)| measured.metric.title))
    .text("unit", "Unit", all.iter().map(|(_, measured)| measured.metric.unit.name()))
    .text("how", "How it is counted", all.iter().map(|(_, measured)| measured.metric.how))
}

/// Returns a replay page of each game without a game in it. A page that shows replays in its own frame takes the hashes
/// of their scripts and styles from these.
pub fn empty_replays() -> [String; 3] {
    let (nothing, no_lines) = (serde_json::Value::Null, [(); 0]);
    [rapid_attack::replay::PAGE, apocalypse_frame::replay::PAGE, intercept_orbit::replay::PAGE]
        .map(|page| page.html(&nothing, &no_lines))
}

/// Returns the game that has the most of some keys, each with those above it; the first game if several tie.
fn of_keys(keys: &[Vec<String>]) -> &'static Entry {
    let known = |entry: &Entry| {
        let (name, _) = entry.rulesets[0];
        let own = (entry.rules)(name, &SearchFolder::here()).map(|rules| rules.table()).unwrap_or_default();
        let below = |top, path: &[String]| path[1..].iter().try_fold(top, toml::Value::get::<&String>).is_some();
        keys.iter().filter(|path| own.get(&path[0]).is_some_and(|top| below(top, path))).count()
    };
    GAMES.iter().rev().max_by_key(|entry| known(entry)).unwrap_or(&GAMES[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_play::policy::DEEP;

    /// The hints of errors know the rulesets of all games.
    #[test]
    fn hints_name_every_ruleset() {
        let all = GAMES.iter().flat_map(|game| game.rulesets.iter().map(|(name, _)| (*name, game.name)));
        let (all, known): (Vec<_>, Vec<_>) = (all.collect(), rules::NAMES.to_vec());
        assert!(all.len() == known.len() && all.iter().all(|one| known.contains(one)), "{all:?} {known:?}");
    }

    #[test]
    fn every_entry_with_a_text_has_one_that_is_toml() {
        for what in [Listed::Companies, Listed::Fleets, Listed::Battlefields, Listed::Encounters] {
            for name in list(what).texts("name") {
                let text = text(what, name).unwrap();
                let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!(!table.is_empty(), "{name}");
            }
            assert!(text(what, "nosuch").is_err());
        }
        assert!(text(Listed::Metrics, "margin").is_err());
        assert_eq!(
            text(Listed::Companies, "Close Assault").unwrap(),
            text(Listed::Companies, "close-assault").unwrap()
        );
    }

    /// Every built-in policy has a distance, whose interval holds the share; `.ci/distances` measures a new one. Only the
    /// deep searches of two games are too slow to be measured.
    #[test]
    fn every_policy_has_a_distance_from_the_best() {
        for game in GAMES {
            let is_measured = |policy: &BuiltInPolicy| policy.name != DEEP || game.name == rapid_attack::ENTRY.name;
            for BuiltInPolicy { role, name, .. } in (game.policies)().into_iter().filter(is_measured) {
                let distance = (game.distance)(&PlayedBy { role, policy: name.to_owned() });
                let Distance { share, interval: [low, high], games, .. } =
                    distance.unwrap_or_else(|| panic!("{}: {name} has no distance", game.name));
                assert!(0.0 <= low && low <= share && share <= high && high <= 1.0 && games > 0, "{name}");
            }
        }
    }

    #[test]
    fn no_list_is_empty_and_every_entry_has_a_name() {
        for what in Listed::ALL {
            let table = list(what);
            let names = table.texts("name");
            assert!(!names.is_empty() && names.iter().all(|name| !name.is_empty()), "{}", what.name());
            assert!(!table.title.is_empty() && table.name == what.name());
        }
    }
}
