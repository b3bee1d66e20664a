//! Check of a scenario file: names are resolved and ranges checked, and every error has its place.

use super::raw::RawHead;
use super::{Scenario, common};
use crate::games::{Entry, GAMES, find};
use hitchart_config::{FileText, InputError, not_empty, read, read_table, within};
use hitchart_lab::study::{Changes, Checked, CommonCheck, NamedStudy, Overrides, Precise, Request, Written};
use std::sync::Arc;
use toml::Spanned;

/// Default number of samples of each simulated answer.
const DEFAULT_SAMPLES: u64 = 1_000_000;
/// Most samples of one answer: with more, intervals would be narrower than needed.
pub const MAX_SAMPLES: u64 = 100_000_000_000;

/// Reads and checks a scenario.
///
/// # Errors
/// Returns the first mistake, with its place.
pub fn check(file: FileText, overrides: &Overrides) -> Result<Scenario, InputError> {
    whole(file, overrides, None, true)
}

/// Like [`check`], but without the studies common to all games, which use the other studies under other rules. If
/// `game` is given, the scenario must be of this game.
///
/// # Errors
/// As [`check`], and for scenarios of another game.
pub(crate) fn check_alone(file: FileText, overrides: &Overrides, game: Option<&Entry>) -> Result<Scenario, InputError> {
    whole(file, overrides, game, false)
}

fn whole(
    file: FileText,
    overrides: &Overrides,
    expected: Option<&Entry>,
    with_common: bool,
) -> Result<Scenario, InputError> {
    let table = read_table(&file)?;
    let mut root = table.get_ref().clone();
    let (rules, studies, policies) = (root.remove("rules"), root.remove("study"), root.remove("policies"));
    let head: RawHead = read(&file, Spanned::new(table.span(), root))?;
    let Some(game) = find(&head.game.value) else {
        let unknown = InputError::unknown("game", &head.game.value, GAMES.iter().map(|game| game.name));
        return Err(unknown.or_at(&file, head.game.span));
    };
    if let Some(expected) = expected.filter(|expected| expected.name != game.name) {
        let problem = format!("the scenario is for {}, but the rulesets are for {}", game.name, expected.name);
        return Err(InputError::at(&file, head.game.span, problem));
    }
    let samples = match (overrides.samples, &head.samples) {
        (Some(samples), _) => samples,
        (None, Some(samples)) => within(&file, samples, "samples", 1, MAX_SAMPLES)?,
        (None, None) => DEFAULT_SAMPLES,
    };
    let seed = overrides.seed.or(head.seed.map(|seed| seed.value)).unwrap_or(1);
    let title = not_empty(&file, &head.title, "title")?;
    let asked = |kind: &str, written: Written<'_>| common::asked(kind, game, overrides, written);
    let common: CommonCheck<'_> = if with_common { Some(&asked) } else { None };
    let own = common::of_game(overrides);
    let request = Request { file: &file, rules, policies, studies, seed, samples, overrides: &own, common };
    let Checked { rules, mut studies } = (game.check)(request)?;
    change(&mut studies, overrides)?;
    let description = head.description.unwrap_or_default();
    let (games, policies, precision) = (overrides.games, overrides.policies.clone(), overrides.precision);
    Ok(Scenario { title, description, game, rules, seed, samples, games, policies, precision, studies, file })
}

/// Applies the options of the command line to studies of games.
fn change(studies: &mut [NamedStudy], overrides: &Overrides) -> Result<(), InputError> {
    let changes = Changes { games: overrides.games, policies: overrides.policies.as_deref(), ..Changes::default() };
    for study in studies {
        if changes.games.is_some() || changes.policies.is_some() {
            study.method = study.method.changed(&changes)?.unwrap_or_else(|| Arc::clone(&study.method));
        }
        if let Some(goal) = overrides.precision.filter(|_| study.method.games().is_some()) {
            let precise = Precise::of(study.method.as_ref(), goal, overrides.games)?;
            study.method = precise.unwrap_or_else(|| Arc::clone(&study.method));
        }
    }
    Ok(())
}
