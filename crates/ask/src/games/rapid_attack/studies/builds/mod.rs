//! Checks of the studies that search for companies: the value of each change, the best changes, and the best company of
//! a space.

pub(super) mod matchup;
pub(crate) mod raw;
pub(super) mod setting;

use super::{Checker, tournament::Entrant};
use crate::games::rapid_attack::design::{Build, Change, ChangedCompany, CompanySpace, Sort, all_single};
use hitchart_config::words::counted;
use hitchart_config::{At, InputError, some_of, within};
use hitchart_lab::builds::{
    BuildSpace, ChangeSet, Costs, Drafts, EntrantSetting, Equilibrium, FieldKeys, Improve, Limit, Marginal, Optimise,
    Oracle, RawBid, Restricted, Role, RoundKeys, Rounds, SearchKeys, SearchSize, pairs, some_build,
};
use hitchart_lab::study::{Study, With, Written};
use hitchart_rapid_attack::loadout::{Loadout, SystemKind};
use hitchart_rapid_attack::{muster::FightingCompany, ruleset::Ruleset};
use matchup::Field;
use raw::{
    CompanyKeys, Constraints, RawCosts, RawImprove, RawMarginal, RawOptimise, RawOracle, RawRestricted, RawSort,
};
use setting::{Bar, CompanySetting};
use std::sync::Arc;

// Check of `costs`: loadouts in one place of a company.

/// Default number of games of each loadout.
const COSTS_GAMES: u64 = 1_000;

/// Checks the study.
pub(crate) fn check_costs(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    let With(keys, raw): With<CompanyKeys, RawCosts> = written.read()?;
    let (setting, field, own) = checker.changed(&keys, ground, &name)?;
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
    let pairs = pairs(checker.file, &raw.games, "games", COSTS_GAMES)?;
    Ok(Arc::new(Costs {
        setting,
        what: ["loadout", "Loadout", "loadouts"],
        alternatives,
        field: Arc::new(field),
        pairs,
    }))
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

// Check of `improve`: a company and its possible changes.

/// Default number of games of the race of single changes, in total.
const IMPROVE_GAMES: u64 = 60_000;
/// Default number of games of each tested change.
const TEST_GAMES: u64 = 4_000;

/// Checks the study.
pub(crate) fn check_improve(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    let With(keys, raw): With<CompanyKeys, RawImprove> = written.read()?;
    let (mut setting, field, own) = checker.changed(&keys, ground, &name)?;
    let build = Build::of(&own);
    let any_system = raw.banned.is_none();
    let (banned, required, split) = (raw.banned, raw.required, raw.split);
    let constraints = Constraints { banned, required, split, ..Constraints::default() };
    checker.constrain(&mut setting.space, &constraints, (raw.environment, raw.rockets))?;
    if raw.bid == RawBid::Keep {
        setting.space.frames = Limit::exactly(build.frames.len() as u16);
        setting.space.systems = Limit::exactly(build.systems());
    }
    let more = new_kinds(&build, setting.space.kinds());
    match any_system {
        true => setting.space.kinds_mut().extend(more),
        false => {
            let all = build.frames.iter().flat_map(|frame| frame.kinds());
            setting.space.owned = all.filter(|kind| more.contains(kind)).collect();
        }
    }
    let singles = all_single(&build, &setting.space);
    if singles.is_empty() {
        let problem = format!("no single change of {} meets the constraints of the study", own.name);
        return Err(InputError::at(checker.file, keys.company.span, problem));
    }
    let changing = ChangeSet { setting, name: own.name, own: build, singles, field: Arc::new(field) };
    let test_pairs = pairs(checker.file, &raw.test_games, "test_games", TEST_GAMES)?;
    Ok(Arc::new(Improve { changing, pairs: pairs(checker.file, &raw.games, "games", IMPROVE_GAMES)?, test_pairs }))
}

// Check of `marginal`: a company and the changes to measure.

/// Default number of games of all changes together.
const MARGINAL_GAMES: u64 = 100_000;

/// Checks the study.
pub(crate) fn check_marginal(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    let With(keys, raw): With<CompanyKeys, RawMarginal> = written.read()?;
    let (mut setting, field, own) = checker.changed(&keys, ground, &name)?;
    checker.constrain(&mut setting.space, &Constraints::default(), (raw.environment, true))?;
    let build = Build::of(&own);
    // The company itself may contain systems that changes may not add.
    let more = new_kinds(&build, setting.space.kinds());
    setting.space.kinds_mut().extend(more);
    let mut singles = all_single(&build, &setting.space);
    if let Some(sorts) = &raw.changes {
        let sorts = some_of(checker.file, sorts, "sort of change", ALL.len())?;
        singles.retain(|single| sorts.iter().any(|sort| is_of(single, sort.value)));
    }
    if singles.is_empty() {
        let span = raw.changes.as_ref().map_or(keys.company.span.clone(), |changes| changes.span.clone());
        return Err(InputError::at(checker.file, span, format!("{} allows no change of these kinds", own.name)));
    }
    let changing = ChangeSet { setting, name: own.name, own: build, singles, field: Arc::new(field) };
    Ok(Arc::new(Marginal { changing, pairs: pairs(checker.file, &raw.games, "games", MARGINAL_GAMES)? }))
}

/// Returns the kinds of systems of a company that are not in `known`.
pub(crate) fn new_kinds(build: &Build, known: &[SystemKind]) -> Vec<SystemKind> {
    let mut new: Vec<_> =
        build.frames.iter().flat_map(|frame| frame.kinds()).filter(|kind| !known.contains(kind)).collect();
    new.sort_unstable();
    new.dedup();
    new
}

/// All kinds of changes.
const ALL: [RawSort; 5] = [RawSort::Systems, RawSort::Splits, RawSort::Counts, RawSort::Rockets, RawSort::Frames];

fn is_of(single: &ChangedCompany, sort: RawSort) -> bool {
    match single.changes.first().map(Change::sort) {
        Some(Sort::System) => sort == RawSort::Systems,
        Some(Sort::Split) => sort == RawSort::Splits,
        Some(Sort::SystemDropped | Sort::SystemAdded | Sort::SystemMoved) => sort == RawSort::Counts,
        Some(Sort::Rocket) => sort == RawSort::Rockets,
        Some(Sort::FrameDropped | Sort::FrameAdded) => sort == RawSort::Frames,
        None => false,
    }
}

// Check of `optimise`: the search space of the best company, or of one of its frames.

/// Keys of the study.
type OptimiseKeys = With<With<FieldKeys, SearchKeys>, With<Constraints, RawOptimise>>;

/// Checks the study.
pub(crate) fn check_optimise(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name, kind) = (written.take("battlefield"), written.name.clone(), written.kind.clone());
    let file = checker.file;
    let With(With(met, search), With(constraints, raw)): OptimiseKeys = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, raw.policy.as_ref())?;
    let field = Arc::new(checker.opponents(&raw.field, &setting)?);
    checker.constrain(&mut setting.space, &constraints, (raw.environment, raw.rockets))?;
    let mut start = match &raw.start {
        None => Vec::new(),
        Some(start) => vec![Build::of(&checker.own(start, &mut setting)?)],
    };
    let role = role(checker, (&raw.frame, &constraints, &search), start.first(), &setting.space)?;
    let equilibrium = met.pairs(file)?.map(Equilibrium::new);
    let breeding = SearchSize::read(file, &search)?;
    if role.is_none() && !start.iter().any(|build| setting.space.allows(build)) {
        some_build(&setting.space, checker.seed, (file, kind))?;
    }
    // The best build is also better than those of the field that the limits allow.
    start.extend(CompanySetting::entrants(&field).iter().map(|entrant| CompanySetting::build_of(&entrant.side)));
    Ok(Arc::new(Optimise {
        setting,
        field,
        equilibrium,
        role,
        start,
        breeding,
        seed: checker.seed,
        drafts: Drafts::default(),
    }))
}

/// Returns the only frame that may change; `None` if the study names none.
fn role(
    checker: &Checker<'_>,
    (frame, constraints, search): (&Option<At<usize>>, &Constraints, &SearchKeys),
    start: Option<&Build>,
    space: &CompanySpace,
) -> Result<Option<Role<Build>>, InputError> {
    let Some(frame) = frame else { return Ok(None) };
    let at = |problem: &str| Err(InputError::at(checker.file, frame.span.clone(), problem));
    let Some(start) = start else { return at("`frame` is a frame of `start`; name the company as `start`") };
    let sizes = [&search.population, &search.generations].map(Option::is_some);
    if sizes.contains(&true) || constraints.frames.is_some() || constraints.systems.is_some() {
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
fn standing_there(own: &Build, place: usize, space: &CompanySpace) -> Vec<Build> {
    let old = own.frames[place];
    // Bans and required systems apply to this frame alone, so the company is checked against a space without them.
    let legal = CompanySpace::of(Arc::clone(&space.rules), space.size, space.players, space.limits);
    let has_all = |loadout: &Loadout| space.required.iter().all(|token| loadout.has(token));
    let put = |loadout: Loadout| {
        let mut build = own.clone();
        build.frames[place] = loadout;
        build
    };
    let sized = space.loadouts().iter().filter(|loadout| loadout.systems() == old.systems());
    // Rockets may be required too, so they are added before the check.
    let armed = sized.map(|loadout| loadout.with_rockets(old.rockets()));
    armed.filter(has_all).map(put).filter(|build| legal.allows(build)).collect()
}

// Check of `double-oracle`: the first companies, and the space of best responses.

/// Checks the study.
pub(crate) fn check_oracle(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name, kind) = (written.take("battlefield"), written.name.clone(), written.kind.clone());
    let file = checker.file;
    let With(rounds, With(constraints, raw)): With<RoundKeys, With<Constraints, RawOracle>> = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, None)?;
    let policies = match &raw.policies {
        None => vec![setting.policy.clone()],
        Some(written) => checker.list(&raw.policies, "policy", Vec::new(), |one: &At<toml::Value>| {
            checker.policy(Some(one)).map_err(|error| error.or_at(file, written.span.clone()))
        })?,
    };
    setting.policy = policies[0].clone();
    let field = checker.opponents(&raw.field, &setting)?;
    checker.constrain(&mut setting.space, &constraints, (false, true))?;
    if !field.entrants.iter().any(|entrant| setting.space.allows(&Build::of(&entrant.side))) {
        some_build(&setting.space, checker.seed, (file, kind))?;
    }
    let rounds = Rounds::read(file, &rounds)?;
    Ok(Arc::new(Oracle::new(setting, &field, policies, rounds, checker.seed)))
}

// Check of `restricted`: a company and its possible restrictions.

/// Default number of games of each restriction.
const RESTRICTED_GAMES: u64 = 1_000;

/// Checks the study.
pub(crate) fn check_restricted(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    let raw: RawRestricted = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, raw.policy.as_ref())?;
    let own = checker.own(&raw.company, &mut setting)?;
    let build = Build::of(&own);
    let field = match &raw.field {
        Some(field) => checker.opponents(field, &setting)?,
        None => {
            Field::even(vec![Entrant { name: own.name.clone(), side: own.clone(), policy: setting.policy.clone() }])
        }
    };
    let pairs = pairs(checker.file, &raw.games, "games", RESTRICTED_GAMES)?;
    let (parts, bars) = (without_parts(&build), Bar::all(setting.space.kinds()).collect::<Vec<_>>());
    Ok(Arc::new(Restricted::new(setting, (own.name, build), parts, bars, (Arc::new(field), pairs))))
}

/// Returns the company without each type of system, without split weapons, without rockets, and without its spare.
fn without_parts(build: &Build) -> Vec<(String, &'static str, Build)> {
    let without = |gone: &dyn Fn(SystemKind) -> bool| {
        let bare = |frame: &Loadout| {
            let gone = frame.kinds().filter(|kind| gone(*kind)).collect::<Vec<_>>();
            gone.into_iter().fold(*frame, |frame, kind| {
                (0..frame.count(kind)).fold(frame, |frame, _| frame.minus(kind).unwrap_or(frame))
            })
        };
        Build { frames: build.frames.iter().map(bare).collect(), spare: build.spare }
    };
    let kinds =
        SystemKind::ALL.iter().map(|(kind, token)| (format!("without {token}"), without(&|other| other == *kind)));
    let split = ("without split weapons".to_owned(), without(&|kind| kind.is_split()));
    let rockets = build.frames.iter().map(|frame| frame.with_rockets(0)).collect();
    let rockets = ("without rockets".to_owned(), Build { frames: rockets, spare: build.spare });
    let spare = ("without a spare".to_owned(), Build { spare: None, ..build.clone() });
    kinds.chain([split, rockets, spare]).map(|(label, left)| (label, "system", left)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_rapid_attack::loadouts::loadout_of;
    use hitchart_rapid_attack::muster::built_in_company;
    use hitchart_rapid_attack::rules_files::rulebook;

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
