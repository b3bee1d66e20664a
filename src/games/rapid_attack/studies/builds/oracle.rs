//! Check of a `double-oracle` study: the first companies, and the space of best responses.

use super::raw::RawOracle;
use super::setting::Constraints;
use crate::games::rapid_attack::design::Build;
use crate::games::rapid_attack::studies::checker::Checker;
use hitchart_config::{At, InputError};
use hitchart_lab::builds::{Oracle, Rounds};
use hitchart_lab::study::{Study, Written};
use std::sync::Arc;

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name, kind) = (written.take("battlefield"), written.name.clone(), written.kind.clone());
    let file = checker.file;
    let raw: RawOracle = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, None)?;
    let policies = match &raw.policies {
        None => vec![setting.policy.clone()],
        Some(written) => checker.list(&raw.policies, "policy", Vec::new(), |one: &At<toml::Value>| {
            checker.policy(Some(one)).map_err(|error| error.or_at(file, written.span.clone()))
        })?,
    };
    setting.policy = policies[0].clone();
    let field = checker.opponents(&raw.field, &setting)?;
    let (frames, systems, banned, required) = (&raw.frames, &raw.systems, &raw.banned, &raw.required);
    let constraints = Constraints { frames, systems, banned, required, split: raw.split, ..Constraints::default() };
    checker.constrain(&mut setting.space, constraints)?;
    if !field.entrants.iter().any(|entrant| setting.space.allows(&Build::of(&entrant.company))) {
        checker.some_company(&setting, kind)?;
    }
    let games = [&raw.games, &raw.search_games, &raw.test_games];
    let rounds = Rounds::read(file, (&raw.margin, &raw.rounds), games)?;
    Ok(Arc::new(Oracle::new(setting, &field, policies, rounds, checker.seed)))
}
