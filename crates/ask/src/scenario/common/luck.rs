//! The TOML of a study of luck, and its check.

use super::super::{comparison::GAMES, grounds};
use super::{Checker, files::Files};
use hitchart_config::{At, InputError, some_of};
use hitchart_lab::luck::{LuckBout, LuckStudy};
use hitchart_lab::study::{Games, Study, Written};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// Most policies of a study.
const MOST: usize = 16;
/// Policies by default, from the weakest to the strongest.
const POLICIES: [&str; 3] = ["random", "greedy", "tactician"];

/// The share of results that dice and seats decide, between policies.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawLuck {
    /// At least two policies. Each plays the one before it; `random`, `greedy`, `tactician` by default.
    policies: Option<At<Vec<At<String>>>>,
    /// A scenario file whose studies of games are played; this one by default. Its rules are not used.
    scenario: Option<At<String>>,
    /// Studies to play; all studies of games by default.
    studies: Option<Vec<String>>,
    /// Games of each policy against the one before it, in each study; 4000 by default.
    games: Option<At<u64>>,
}

/// Checks the study.
///
/// # Errors
/// Returns the first mistake, with its place.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let mut files = Files::of(checker, &written)?;
    let (file, kind) = (written.file, written.kind.clone());
    let raw: RawLuck = written.read()?;
    let policies = match &raw.policies {
        None => POLICIES.map(str::to_owned).to_vec(),
        Some(list) if list.value.len() == 1 => {
            return Err(InputError::at(file, list.span.clone(), "`policies` has one policy; write at least two"));
        }
        Some(list) => some_of(file, list, "policy", MOST)?.iter().map(|name| name.value.trim().to_owned()).collect(),
    };
    let games = files.games_or(raw.games.as_ref(), GAMES)?;
    let on = files.on(raw.scenario.as_ref(), raw.studies.unwrap_or_default(), (Vec::new(), false))?;
    let at = |error: InputError| error.or_at(file, kind.clone());
    let read = on.read(files.game).map_err(at)?;
    let scenario = on.under(&read, &files.base).map_err(at)?;
    let mut bouts = Vec::new();
    for pair in policies.windows(2) {
        let met = grounds(&scenario, &on.studies, |games| meeting(games, &pair[0], &pair[1])).map_err(at)?;
        bouts.extend(met.into_iter().map(|(study, bout)| LuckBout { study, ..bout }));
    }
    Ok(Arc::new(LuckStudy { bouts, pairs: games / 2, kept: Some(files.kept()) }))
}

/// Returns the games of a policy against a lower one.
fn meeting(games: &dyn Games, lower: &str, higher: &str) -> Result<LuckBout, InputError> {
    let contest = games.contest(lower, None)?;
    if !contest.swaps_seats {
        return Err(InputError::plain(
            "its players do not swap seats, and luck is measured in pairs with swapped seats",
        ));
    }
    let names = || contest.responders.iter().map(|responder| responder.name.as_str());
    let found = names().position(|name| name == higher);
    let responder = found.ok_or_else(|| InputError::unknown("policy", higher, names()))?;
    Ok(LuckBout { study: String::new(), contest, responder })
}
