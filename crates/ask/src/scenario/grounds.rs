//! Selection of studies of games, for commands and comparisons.

use super::{Scenario, comparison::players};
use hitchart_config::{InputError, listed};
use hitchart_lab::study::{Games, Grouped, NamedStudy, games_of};
use std::sync::Arc;

/// Calls `offer` for the studies of these names, or for all studies of games, and returns the results by study.
///
/// # Errors
/// Fails on unknown studies, studies without games, and studies for which `offer` fails.
pub fn grounds<T>(
    scenario: &Scenario,
    names: &[String],
    offer: impl Fn(&dyn Games) -> Result<T, InputError>,
) -> Result<Vec<(String, T)>, InputError> {
    chosen(scenario, names)?.into_iter().map(|name| ground(scenario, name, &offer)).collect()
}

/// Returns the games of the studies of these names, or of all that can be compared, played by a rung.
///
/// # Errors
/// Fails on unknown studies, studies whose games cannot be compared, and on a rung for a study with fixed players.
pub(crate) fn comparable(
    scenario: &Scenario,
    names: &[String],
    rung: Option<&str>,
) -> Result<Vec<(String, Arc<Grouped>)>, InputError> {
    let names: Vec<&str> = match names {
        [] => compared_by_default(scenario, rung.is_some()),
        names => names.iter().map(|name| name.trim()).collect(),
    };
    if names.is_empty() {
        return Err(no_games(scenario));
    }
    let mut studies: Vec<(String, Arc<Grouped>)> = Vec::new();
    for name in names {
        if !studies.iter().any(|(known, _)| known == name) {
            studies.push((name.to_owned(), compared(scenario, name, rung)?));
        }
    }
    Ok(studies)
}

/// Returns the names of all studies that can be compared; only studies of games if there are other players.
pub(super) fn compared_by_default(scenario: &Scenario, with_rung: bool) -> Vec<&str> {
    let can = |study: &&NamedStudy| match with_rung {
        true => study.method.games().is_some(),
        false => study.method.compared().is_some(),
    };
    scenario.studies.iter().filter(can).map(|study| study.name.as_str()).collect()
}

/// Returns the games of a study in groups, for statistics.
fn compared(scenario: &Scenario, name: &str, rung: Option<&str>) -> Result<Arc<Grouped>, InputError> {
    let Some(study) = scenario.studies.iter().find(|study| study.name == name) else {
        return Err(InputError::unknown("study", name, scenario.studies.iter().map(|study| study.name.as_str())));
    };
    let kind = study.kind;
    match (study.method.games(), study.method.compared()) {
        (Some(games), _) => players(games, rung),
        (None, Some(_)) if rung.is_some() => {
            let problem = format!("study `{name}` is of kind `{kind}`, whose players stand in the scenario");
            Err(InputError::plain(problem)
                .with_help(Some("leave --rungs away, or choose studies of games with --study")))
        }
        (None, Some(games)) => games.map(Arc::new),
        (None, None) => {
            Err(InputError::plain(format!("study `{name}` is of kind `{kind}`, which plays no games to compare")))
        }
    }
}

fn no_games(scenario: &Scenario) -> InputError {
    let plays = scenario.game.plays;
    let problem = format!("the scenario has no study of kind `{plays}`");
    InputError::plain(problem).with_help(Some(format!("add a `[[study]]` with `kind = \"{plays}\"`")))
}

/// Returns the names of these studies without duplicates, or of all studies of games.
fn chosen<'a>(scenario: &'a Scenario, names: &'a [String]) -> Result<Vec<&'a str>, InputError> {
    let all: Vec<&str> = games_of(&scenario.studies).map(|(name, _)| name).collect();
    if all.is_empty() {
        return Err(no_games(scenario));
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

/// Calls `offer` for a study of games.
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

/// Adds to an error the studies for which `offer` succeeds.
fn refused<T>(
    scenario: &Scenario,
    name: &str,
    offer: &impl Fn(&dyn Games) -> Result<T, InputError>,
    error: InputError,
) -> InputError {
    let others = games_of(&scenario.studies).filter(|(_, games)| offer(*games).is_ok()).map(|(name, _)| name);
    let others: Vec<&str> = others.collect();
    if others.is_empty() {
        return error.of_key(&format!("study `{name}`"));
    }
    let problem = format!("study `{name}`: {}. Studies that can be used: {}", error.problem, listed(others));
    InputError { problem, ..error }.with_help(Some("choose with --study"))
}

/// Returns the error for a name that no study of games has.
fn not_of_games(scenario: &Scenario, name: &str, games: &[&str]) -> InputError {
    let other = scenario.studies.iter().find(|study| study.name == name).map(|study| study.kind);
    match other {
        Some(kind) => InputError::plain(format!(
            "study `{name}` is of kind `{kind}`; this command needs one of `{}`",
            scenario.game.plays
        )),
        None => InputError::unknown("study", name, games.iter().copied()),
    }
}
