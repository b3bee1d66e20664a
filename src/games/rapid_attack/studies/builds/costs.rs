//! Check of a `costs` study: loadouts in one place of a company.

use super::raw::RawCosts;
use crate::games::rapid_attack::design::Build;
use crate::games::rapid_attack::loadout::Loadout;
use crate::games::rapid_attack::muster::FightingCompany;
use crate::games::rapid_attack::ruleset::Ruleset;
use crate::games::rapid_attack::studies::checker::Checker;
use hitchart_config::{InputError, within};
use hitchart_lab::builds::{Costs, pairs};
use hitchart_lab::study::{Study, Written};
use hitchart_report::table::counted;
use std::sync::Arc;

/// Default number of games of each loadout.
const GAMES: u64 = 1_000;

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    let raw: RawCosts = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, raw.policy.as_ref())?;
    let field = Arc::new(checker.opponents(&raw.field, &setting)?);
    let own = checker.own(&raw.company, &mut setting)?;
    let place = match &raw.frame {
        None => 0,
        Some(frame) => within(checker.file, frame, "frame", 1, own.frames.len())? - 1,
    };
    let mut alternatives: Vec<(String, Build)> = Vec::new();
    for named in checker.distinct_frames(&raw.loadouts)? {
        let at =
            |problem| InputError::at(checker.file, raw.loadouts.span.clone(), format!("{}: {problem}", named.name));
        let variant = standing(&own, place, named.frame.loadout, checker.rules).map_err(at)?;
        if !setting.space.allows(&variant) {
            let problem = format!("{} is not allowed in frame {} of {}", named.name, place + 1, own.name);
            return Err(InputError::at(checker.file, raw.loadouts.span.clone(), problem));
        }
        alternatives.push((named.name, variant));
    }
    if alternatives.len() < 2 {
        return Err(InputError::at(
            checker.file,
            raw.loadouts.span,
            "one loadout has nothing to be compared with; name two or more",
        ));
    }
    let pairs = pairs(checker.file, &raw.games, "games", GAMES)?;
    Ok(Arc::new(Costs { setting, what: ["loadout", "Loadout", "loadouts"], alternatives, field, pairs }))
}

/// Returns the company with a loadout in one place. The loadout carries the rockets in its notation. If the replaced
/// frame carried another number, the other frames share the company's remaining rockets by rule (R49).
fn standing(own: &FightingCompany, place: usize, loadout: Loadout, rules: &Ruleset) -> Result<Build, String> {
    let (all, carried) = (own.rockets(), u16::from(loadout.rockets()));
    let mut others = own.clone();
    let replaced = others.frames.remove(place);
    if replaced.loadout.rockets() != loadout.rockets() {
        let rest = all.checked_sub(carried).ok_or_else(|| {
            format!("it carries {}, and {} has only {all}", counted(carried.into(), "rockets"), own.name)
        })?;
        others.frames.iter_mut().for_each(|frame| frame.loadout = frame.loadout.with_rockets(0));
        others.share_out(u8::try_from(rest).unwrap_or(u8::MAX), rules);
        if others.rockets() != rest {
            return Err(format!("the other frames of {} cannot carry {}", own.name, counted(rest.into(), "rockets")));
        }
    }
    let mut build = Build::of(&others);
    build.frames.insert(place, loadout);
    Ok(build)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rapid_attack::muster::built_in_company;
    use crate::games::rapid_attack::roster::loadout_of;
    use crate::games::rapid_attack::rules_files::rulebook;

    /// Archetypes that differ only in rockets give different companies with the same total number of rockets.
    #[test]
    fn a_loadout_carries_what_it_is_written_with() {
        let rules = rulebook();
        let own = built_in_company("mirror-four", &rules).unwrap();
        let with = |name: &str| standing(&own, 0, loadout_of(name, &rules).unwrap(), &rules);
        let names =
            ["Soldier", "Improved Soldier", "Super Soldier", "Mega Soldier", "Armored Spotter", "Missile Monkey"];
        let builds = names.map(|name| with(name).unwrap());
        let keys: std::collections::BTreeSet<String> = builds.iter().map(Build::key).collect();
        assert_eq!(keys.len(), names.len(), "{keys:?}");
        let rockets = |build: &Build| build.frames.iter().map(|frame| u16::from(frame.rockets())).sum::<u16>();
        assert!(builds.iter().all(|build| rockets(build) == own.rockets()));
        assert_eq!([0, 1, 2, 3, 4, 5].map(|i| builds[i].frames[0].rockets()), [0, 1, 2, 3, 0, 2]);
        let mut bare = own.clone();
        bare.frames.iter_mut().for_each(|frame| frame.loadout = frame.loadout.with_rockets(0));
        let refused = standing(&bare, 0, loadout_of("Missile Monkey", &rules).unwrap(), &rules).unwrap_err();
        assert!(refused.contains("2 rockets") && refused.contains("only 0"), "{refused}");
    }
}
