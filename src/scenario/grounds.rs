//! The studies of games that policies meet on, as commands and comparisons choose them.

use super::Scenario;
use crate::input::{InputError, listed};
use crate::study::{Games, games_of};

/// What the studies of these names, or all of games, offer; none of no study.
///
/// # Errors
/// Unknown studies, those of no games, and those that do not offer it.
pub fn grounds<T>(
    scenario: &Scenario,
    names: &[String],
    offer: impl Fn(&dyn Games) -> Result<T, InputError>,
) -> Result<Vec<(String, T)>, InputError> {
    chosen(scenario, names)?.into_iter().map(|name| ground(scenario, name, &offer)).collect()
}

/// Names of the studies of these names, or of all of games, each once.
fn chosen<'a>(scenario: &'a Scenario, names: &'a [String]) -> Result<Vec<&'a str>, InputError> {
    let plays = scenario.game.plays;
    let all: Vec<&str> = games_of(&scenario.studies).map(|(name, _)| name).collect();
    if all.is_empty() {
        let problem = format!("the scenario has no study of kind `{plays}`");
        let help = format!("add a `[[study]]` with `kind = \"{plays}\"`");
        return Err(InputError::plain(problem).with_help(Some(help)));
    }
    let mut studies = Vec::new();
    for name in names.iter().map(|name| name.trim()) {
        if !all.contains(&name) {
            return Err(not_of_games(scenario, name, &all));
        }
        if !studies.contains(&name) {
            studies.push(name);
        }
    }
    Ok(if names.is_empty() { all } else { studies })
}

/// What a study of games offers.
fn ground<T>(
    scenario: &Scenario,
    name: &str,
    offer: &impl Fn(&dyn Games) -> Result<T, InputError>,
) -> Result<(String, T), InputError> {
    match games_of(&scenario.studies).find(|(known, _)| *known == name).map(|(_, games)| offer(games)) {
        None => {
            let known: Vec<&str> = games_of(&scenario.studies).map(|(name, _)| name).collect();
            Err(InputError::unknown("study", name, known))
        }
        Some(Ok(offered)) => Ok((name.to_owned(), offered)),
        Some(Err(error)) => Err(refused(scenario, name, offer, error)),
    }
}

/// Why a study does not offer it, and which do.
fn refused<T>(
    scenario: &Scenario,
    name: &str,
    offer: &impl Fn(&dyn Games) -> Result<T, InputError>,
    error: InputError,
) -> InputError {
    let others = games_of(&scenario.studies).filter(|(_, games)| offer(*games).is_ok()).map(|(name, _)| name);
    let others: Vec<&str> = others.collect();
    if others.is_empty() {
        return error;
    }
    let problem = format!("study `{name}`: {}. Studies that can be used: {}", error.problem, listed(others));
    InputError { problem, ..error }.with_help(Some("choose with --study"))
}

/// A name that no study of games has.
fn not_of_games(scenario: &Scenario, name: &str, games: &[&str]) -> InputError {
    let other = scenario.studies.iter().find(|study| study.name == name).map(|study| study.asked.kind());
    match other {
        Some(kind) => InputError::plain(format!(
            "study `{name}` is of kind `{kind}`; this command needs one of `{}`",
            scenario.game.plays
        )),
        None => InputError::unknown("study", name, games.iter().copied()),
    }
}
