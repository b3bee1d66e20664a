//! `optimise`, checked: what may be in the best company, or in one of its frames.

use super::raw::RawOptimise;
use super::setting::Constraints;
use crate::builds::{Breeding, Breeds, Optimise, Role, field_pairs};
use crate::games::rapid_attack::design::{Build, Space};
use crate::games::rapid_attack::loadout::Loadout;
use crate::games::rapid_attack::studies::checker::Checker;
use crate::input::{InputError, within};
use crate::study::{Asked, Written};
use std::sync::Arc;

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Asked>, InputError> {
    let (ground, name, kind) = (written.take("battlefield"), written.name.clone(), written.kind.clone());
    let (raw, file): (RawOptimise, _) = (written.read()?, checker.file);
    let mut setting = checker.setting(raw.size, ground, &name, raw.policy.as_ref())?;
    let field = Arc::new(checker.opponents(&raw.field, &setting)?);
    let (frames, systems, banned, required) = (&raw.frames, &raw.systems, &raw.banned, &raw.required);
    let (split, environment, rockets) = (raw.split, raw.environment, raw.rockets);
    let constraints = Constraints { frames, systems, banned, required, split, environment, rockets };
    checker.constrain(&mut setting.space, constraints)?;
    let start = match &raw.start {
        None => Vec::new(),
        Some(start) => vec![Build::of(&checker.own(start, &mut setting)?)],
    };
    let role = role(checker, &raw, start.first(), &setting.space)?;
    let field_pairs = field_pairs(file, raw.against, &raw.field_games)?;
    let breeding = Breeding::read(file, [&raw.population, &raw.generations], [&raw.games, &raw.test_games])?;
    let mut throw = crate::dice::Throw::new(checker.seed);
    let none = start.is_empty() && setting.drawn(&setting.space, &mut |below| throw.below(below)).is_none();
    if none {
        let problem = "no company was found that is all the study asks for";
        return Err(InputError::at(file, kind, problem)
            .with_help(Some("allow other numbers of frames and systems, ban less, or name one as `start`")));
    }
    Ok(Arc::new(Optimise { setting, field, field_pairs, role, start, breeding, seed: checker.seed }))
}

/// The one frame that changes, where a study names one.
fn role(
    checker: &Checker<'_>,
    raw: &RawOptimise,
    start: Option<&Build>,
    space: &Space,
) -> Result<Option<Role<Build>>, InputError> {
    let Some(frame) = &raw.frame else { return Ok(None) };
    let at = |problem: &str| Err(InputError::at(checker.file, frame.span.clone(), problem));
    let Some(start) = start else { return at("`frame` is a frame of `start`; name its company as `start`") };
    let others = [raw.frames.is_some(), raw.systems.is_some(), raw.population.is_some(), raw.generations.is_some()];
    if others.contains(&true) {
        return at("with `frame` the numbers of frames and systems stay, and all loadouts race: leave out `frames`, \
                   `systems`, `population` and `generations`");
    }
    let place = within(checker.file, frame, "frame", 1, start.frames.len())? - 1;
    let builds = standing_there(start, place, space);
    match builds.len() {
        0 => at("no loadout of as many systems is all the study asks for"),
        _ => Ok(Some(Role { own: start.clone(), place, builds })),
    }
}

/// The company with every loadout of as many systems as a frame has, with its rockets, that has what the space asks for.
fn standing_there(own: &Build, place: usize, space: &Space) -> Vec<Build> {
    let old = own.frames[place];
    // What is banned and asked for is so of this frame; the others are what they are.
    let legal = Space::of(Arc::clone(&space.rules), space.size, space.players, space.limits);
    let fits =
        |loadout: &Loadout| loadout.systems() == old.systems() && space.required.iter().all(|token| loadout.has(token));
    let put = |loadout: Loadout| {
        let mut build = own.clone();
        build.frames[place] = loadout.with_rockets(old.rockets());
        build
    };
    space.loadouts().into_iter().filter(fits).map(put).filter(|build| legal.allows(build)).collect()
}
