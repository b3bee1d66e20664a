//! Check of an `improve` study: a company and its possible changes.

use super::marginal::new_kinds;
use super::raw::{RawBid, RawImprove};
use super::setting::Constraints;
use crate::games::rapid_attack::design::{Build, all_single};
use crate::games::rapid_attack::studies::checker::Checker;
use hitchart_config::InputError;
use hitchart_lab::builds::{ChangeSet, Improve, Limit, pairs};
use hitchart_lab::study::{Study, Written};
use std::sync::Arc;

/// Default number of games of the race of single changes, in total.
const GAMES: u64 = 60_000;
/// Default number of games of each tested change.
const TEST_GAMES: u64 = 4_000;

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    let raw: RawImprove = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, raw.policy.as_ref())?;
    let field = checker.opponents(&raw.field, &setting)?;
    let own = checker.own(&raw.company, &mut setting)?;
    let build = Build::of(&own);
    let (banned, required) = (&raw.banned, &raw.required);
    let (split, environment, rockets) = (raw.split, raw.environment, raw.rockets);
    let constraints = Constraints { banned, required, split, environment, rockets, ..Constraints::default() };
    checker.constrain(&mut setting.space, constraints)?;
    if raw.bid == RawBid::Keep {
        setting.space.frames = Limit::exactly(build.frames.len() as u16);
        setting.space.systems = Limit::exactly(build.systems());
    }
    if raw.banned.is_none() {
        setting.space.kinds.extend(new_kinds(&build, &setting.space.kinds));
    }
    let singles = all_single(&build, &setting.space);
    if singles.is_empty() {
        let problem = format!("no single change of {} meets the constraints of the study", own.name);
        return Err(InputError::at(checker.file, raw.company.span, problem));
    }
    let changing = ChangeSet { setting, name: own.name, own: build, singles, field: Arc::new(field) };
    let test_pairs = pairs(checker.file, &raw.test_games, "test_games", TEST_GAMES)?;
    Ok(Arc::new(Improve { changing, pairs: pairs(checker.file, &raw.games, "games", GAMES)?, test_pairs }))
}
