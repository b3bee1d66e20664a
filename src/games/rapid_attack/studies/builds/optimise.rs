//! Check of an `optimise` study: the search space of the best company, or of one of its frames.

use super::raw::RawOptimise;
use super::setting::{Constraints, Setting};
use crate::games::rapid_attack::design::{Build, Space, why_none};
use crate::games::rapid_attack::loadout::Loadout;
use crate::games::rapid_attack::studies::checker::Checker;
use hitchart_config::{InputError, within};
use hitchart_dice::Throw;
use hitchart_lab::builds::{Optimise, Role, SearchSetting, SearchSize, field_pairs};
use hitchart_lab::study::{Study, Written};
use std::ops::Range;
use std::sync::Arc;

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
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
    let breeding = SearchSize::read(file, [&raw.population, &raw.generations], [&raw.games, &raw.test_games])?;
    if role.is_none() && !start.iter().any(|build| setting.space.allows(build)) {
        checker.some_company(&setting, kind)?;
    }
    Ok(Arc::new(Optimise { setting, field, field_pairs, role, start, breeding, seed: checker.seed }))
}

impl Checker<'_> {
    /// Checks that a space has a company; the error explains which constraints contradict each other.
    pub(super) fn some_company(&self, setting: &Setting, kind: Range<usize>) -> Result<(), InputError> {
        let mut throw = Throw::new(self.seed);
        if setting.drawn(&setting.space, &mut |below| throw.below(below)).is_some() {
            return Ok(());
        }
        let impossible = why_none(&setting.space);
        let help = match impossible {
            Some(_) => "change one of these constraints",
            None => "there are such companies, but few: change a constraint, or name a company as `start`",
        };
        let problem = impossible.unwrap_or_else(|| "no company was found in several hundred draws".to_owned());
        Err(InputError::at(self.file, kind, problem).with_help(Some(help)))
    }
}

/// Returns the only frame that may change; `None` if the study names none.
fn role(
    checker: &Checker<'_>,
    raw: &RawOptimise,
    start: Option<&Build>,
    space: &Space,
) -> Result<Option<Role<Build>>, InputError> {
    let Some(frame) = &raw.frame else { return Ok(None) };
    let at = |problem: &str| Err(InputError::at(checker.file, frame.span.clone(), problem));
    let Some(start) = start else { return at("`frame` is a frame of `start`; name the company as `start`") };
    let others = [raw.frames.is_some(), raw.systems.is_some(), raw.population.is_some(), raw.generations.is_some()];
    if others.contains(&true) {
        return at("with `frame` the numbers of frames and systems are fixed: leave out `frames`, \
                   `systems`, `population` and `generations`");
    }
    let place = within(checker.file, frame, "frame", 1, start.frames.len())? - 1;
    let builds = standing_there(start, place, space);
    match builds.len() {
        0 => at("no loadout with as many systems has what `required` asks for without what is `banned`"),
        _ => Ok(Some(Role { own: start.clone(), place, builds })),
    }
}

/// Returns the variants of a company in which one frame has another loadout. The loadout has as many systems and
/// rockets as the old one, and the required systems.
fn standing_there(own: &Build, place: usize, space: &Space) -> Vec<Build> {
    let old = own.frames[place];
    // Bans and required systems apply to this frame alone, so the company is checked against a space without them.
    let legal = Space::of(Arc::clone(&space.rules), space.size, space.players, space.limits);
    let has_all = |loadout: &Loadout| space.required.iter().all(|token| loadout.has(token));
    let put = |loadout: Loadout| {
        let mut build = own.clone();
        build.frames[place] = loadout;
        build
    };
    let sized = space.loadouts().into_iter().filter(|loadout| loadout.systems() == old.systems());
    // Rockets may be required too, so they are added before the check.
    let armed = sized.map(|loadout| loadout.with_rockets(old.rockets()));
    armed.filter(has_all).map(put).filter(|build| legal.allows(build)).collect()
}
