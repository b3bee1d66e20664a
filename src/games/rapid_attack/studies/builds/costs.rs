//! `costs`, checked: loadouts in one place of a company.

use super::raw::RawCosts;
use crate::builds::{Costs, pairs};
use crate::games::rapid_attack::design::Build;
use crate::games::rapid_attack::studies::checker::Checker;
use crate::input::{InputError, within};
use crate::study::{Asked, Written};
use std::sync::Arc;

/// Games of each loadout where a study names none.
const GAMES: u64 = 1_000;

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Asked>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    let raw: RawCosts = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, raw.policy.as_ref())?;
    let field = Arc::new(checker.opponents(&raw.field, &setting)?);
    let own = checker.own(&raw.company, &mut setting)?;
    let build = Build::of(&own);
    let place = match &raw.frame {
        None => 0,
        Some(frame) => within(checker.file, frame, "frame", 1, build.frames.len())? - 1,
    };
    let mut alternatives: Vec<(String, Build)> = Vec::new();
    for named in checker.distinct_frames(&raw.loadouts)? {
        let mut variant = build.clone();
        variant.frames[place] = named.frame.loadout.with_rockets(build.frames[place].rockets());
        if !setting.space.allows(&variant) {
            let problem = format!("{} may not stand in frame {} of {}", named.name, place + 1, own.name);
            return Err(InputError::at(checker.file, raw.loadouts.span.clone(), problem));
        }
        alternatives.push((named.name, variant));
    }
    if alternatives.len() < 2 {
        return Err(InputError::at(checker.file, raw.loadouts.span, "one loadout alone is equal; name two or more"));
    }
    let pairs = pairs(checker.file, &raw.games, "games", GAMES)?;
    Ok(Arc::new(Costs { setting, what: ["loadout", "Loadout", "loadouts"], alternatives, field, pairs }))
}
