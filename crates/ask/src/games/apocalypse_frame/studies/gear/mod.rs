//! The checks of studies of a squad's gear: `improve`, `optimise`, `double-oracle`, `costs` and `restricted`.

mod costs;
mod raw;
mod restricted;
mod setting;
#[cfg(test)]
mod tests;

pub(super) use costs::check as check_costs;
pub(super) use raw::{ChangeKeys, RawCosts, RawImprove, RawOptimise, RawOracle, RawRestricted, SquadKeys};
pub(super) use restricted::check as check_restricted;

use super::batch::team;
use super::checker::{Checker, with_distinct_names};
use crate::games::apocalypse_frame::design::{GearSpace, Sort, all_single};
use hitchart_apocalypse_frame::encounter::{MAX_ACES, MAX_BATTLES, MissionPlan, PlannedBattle};
use hitchart_apocalypse_frame::{
    ace::Ace, catalogue::advancement::Upgrade, encounter::ground::EncounterAndFile, players::Side, ruleset::Ruleset,
    sheet::Sheet, squad::RawAce,
};
use hitchart_config::{At, InputError, each_once, same_name, some_of, within};
use hitchart_lab::builds::{
    BuildSpace, ChangeSet, Drafts, Improve, ListOracle, Optimise, RoundKeys, Rounds, SearchKeys, SearchSize, pairs,
    some_build,
};
use hitchart_lab::study::{Study, With, Written};
use setting::{Field, GearSetting, Measure, Opponent};
use std::sync::Arc;
use toml::{Spanned, de::DeValue};

/// Default number of missions of the race of single changes, in total.
const IMPROVE_MISSIONS: u64 = 40_000;
/// Default number of missions of each tested change.
const TEST_MISSIONS: u64 = 4_000;

/// Checks a study of the best changes of a squad.
pub(super) fn check_improve(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let encounter = written.take("encounter");
    let With(squad, With(changes, raw)): With<SquadKeys, With<ChangeKeys, RawImprove>> = written.read()?;
    let file = checker.file;
    let (mut setting, field) = checker.gear(encounter, &squad, changes.measure)?;
    checker.constrain(&mut setting.space, &changes)?;
    let own = setting.space.start();
    let singles = all_single(&own, &setting.space);
    let name = setting.name();
    if singles.is_empty() {
        let span = changes.changes.as_ref().map_or(squad.aces.span, |changes| changes.span.clone());
        let problem = format!("no single change of {name} meets the constraints of the study");
        return Err(InputError::at(file, span, problem));
    }
    let changing = ChangeSet { setting, name, own, singles, field: Arc::new(field) };
    let test_pairs = pairs(file, &raw.test_games, "test_games", TEST_MISSIONS)?;
    Ok(Arc::new(Improve { changing, pairs: pairs(file, &raw.games, "games", IMPROVE_MISSIONS)?, test_pairs }))
}

/// Keys of a study of the best squad.
pub(super) type OptimiseKeys = With<SquadKeys, With<ChangeKeys, With<SearchKeys, RawOptimise>>>;

/// Checks a study of the best squad.
pub(super) fn check_optimise(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (encounter, kind) = (written.take("encounter"), written.kind.clone());
    let With(squad, With(changes, With(search, _))): OptimiseKeys = written.read()?;
    let file = checker.file;
    let (mut setting, field) = checker.gear(encounter, &squad, changes.measure)?;
    checker.constrain(&mut setting.space, &changes)?;
    let breeding = SearchSize::read(file, &search)?;
    let start = vec![setting.space.start()];
    if !start.iter().any(|squad| setting.space.allows(squad)) {
        some_build(&setting.space, checker.seed, (file, kind))?;
    }
    let field = Arc::new(field);
    Ok(Arc::new(Optimise {
        setting,
        field,
        equilibrium: None,
        role: None,
        start,
        breeding,
        seed: checker.seed,
        drafts: Drafts::default(),
    }))
}

/// Keys of a study of the equilibrium.
pub(super) type OracleKeys = With<SquadKeys, With<ChangeKeys, With<RoundKeys, RawOracle>>>;

/// Checks a study of the equilibrium of a squad's gear and the game master's choice of encounter.
pub(super) fn check_oracle(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let encounter = written.take("encounter");
    let With(squad, With(changes, With(rounds, _))): OracleKeys = written.read()?;
    let file = checker.file;
    let (mut setting, field) = checker.gear(encounter, &squad, changes.measure)?;
    checker.constrain(&mut setting.space, &changes)?;
    let start = setting.space.start();
    let rounds = Rounds::read(file, &rounds)?;
    Ok(Arc::new(ListOracle {
        setting,
        field: Arc::new(field),
        start,
        rounds,
        seed: checker.seed,
        drafts: Drafts::default(),
    }))
}

/// Most names in a list of constraints.
const MAX_LISTED: usize = 100;
/// Most Materials of a limit.
pub(super) const MOST_MATERIALS: u32 = 1_000;
/// Most opponents of a field.
const MAX_FIELD: usize = 40;

impl Checker<'_> {
    /// Returns the setting of a squad, with the space of all changes of a kind that players choose, and its opponents.
    fn gear(
        &self,
        encounter: Option<Spanned<DeValue<'_>>>,
        squad: &SquadKeys,
        measure: Measure,
    ) -> Result<(GearSetting, Field), InputError> {
        let (names, own) = self.sheets(&squad.aces)?;
        let rules = Arc::clone(&self.common.rules);
        let sorts = Sort::BETWEEN_MISSIONS.to_vec();
        let (banned, required) = (Vec::new(), Vec::new());
        let space = GearSpace { rules, own, names, only: None, sorts, materials: None, banned, required };
        let [policy, gm] = self.common.both(self.file, squad.policies.as_ref())?;
        let masters = match squad.gm_policies.as_ref() {
            None => vec![gm],
            written => self.policies(Side::Gm, written)?,
        };
        let (plans, kept) = self.plans(encounter, squad)?;
        let all: Vec<Opponent> = plans
            .iter()
            .flat_map(|plan| masters.iter().map(|gm| Opponent::new(Arc::clone(plan), gm.clone())))
            .collect();
        if all.len() > MAX_FIELD {
            let span = squad.encounters.as_ref().map_or(squad.aces.span.clone(), |encounters| encounters.span.clone());
            let problem = format!("{} pairs of encounter and game master; allowed: 1 to {MAX_FIELD}", all.len());
            return Err(InputError::at(self.file, span, problem));
        }
        Ok((GearSetting { common: Arc::clone(self.common), space, policy, measure, kept }, Field { opponents: all }))
    }

    /// Returns the names of a team's Aces, which are distinct, and their sheets.
    pub(super) fn sheets(&self, written: &At<Vec<At<RawAce>>>) -> Result<(Vec<String>, Vec<Sheet>), InputError> {
        let rules = &self.common.rules;
        let aces: Vec<Ace> = with_distinct_names(self.aces(written)?);
        debug_assert!(aces.len() <= MAX_ACES);
        let sheets = written.value.iter().map(|ace| Sheet::of(self.file, ace, rules)).collect::<Result<_, _>>()?;
        Ok((aces.into_iter().map(|ace| ace.name).collect(), sheets))
    }

    /// Returns the missions of a study, and the files that they were read from.
    #[allow(clippy::type_complexity, reason = "files as everywhere in these studies, by name and text")]
    fn plans(
        &self,
        encounter: Option<Spanned<DeValue<'_>>>,
        squad: &SquadKeys,
    ) -> Result<(Vec<Arc<MissionPlan>>, Vec<(String, String)>), InputError> {
        let firsts: Vec<EncounterAndFile> = match (&squad.encounters, encounter) {
            (Some(_), Some(encounter)) => {
                let problem = "a study has `encounter` or `encounters`; leave out one of them";
                return Err(InputError::at(self.file, encounter.span(), problem));
            }
            (Some(names), None) => self.encounters_named(names, MAX_FIELD)?,
            (None, encounter) => vec![self.grounds.written(encounter)?],
        };
        let then = match &squad.then {
            Some(then) if !then.value.is_empty() => self.encounters_named(then, MAX_BATTLES - 1)?,
            _ => Vec::new(),
        };
        let mut kept: Vec<(String, String)> = Vec::new();
        let files = firsts.iter().chain(&then).filter_map(|(_, file)| file.clone());
        files.for_each(|file| {
            if !kept.contains(&file) {
                kept.push(file);
            }
        });
        let plan = |(first, _): EncounterAndFile| {
            let mut plan = MissionPlan::single(first);
            plan.battles.extend(then.iter().map(|(encounter, _)| PlannedBattle::of(encounter.clone())));
            let names: Vec<&str> = plan.battles.iter().map(|battle| battle.encounter.name.as_str()).collect();
            plan.name = names.join(", ");
            Arc::new(plan)
        };
        Ok((firsts.into_iter().map(plan).collect(), kept))
    }

    /// Returns the encounters with these names.
    pub(super) fn encounters_named(
        &self,
        names: &At<Vec<At<String>>>,
        most: usize,
    ) -> Result<Vec<EncounterAndFile>, InputError> {
        let named = |name: &At<String>| {
            self.grounds.named(&name.value).map_err(|error| error.or_at(self.file, name.span.clone()))
        };
        some_of(self.file, names, "encounter", most)?.iter().map(named).collect()
    }

    /// Narrows a space to the constraints of a study.
    fn constrain(&self, space: &mut GearSpace, keys: &ChangeKeys) -> Result<(), InputError> {
        let ChangeKeys { ace, changes, materials, banned, required, .. } = keys;
        if let Some(ace) = ace {
            space.only = Some(usize::from(within(self.file, ace, "ace", 1, space.own.len() as u8)?) - 1);
        }
        if let Some(changes) = changes {
            space.sorts = each_once(self.file, changes, "kind of change", Sort::ALL.len(), |sort| Ok(sort.value))?;
        }
        if let Some(materials) = materials {
            space.materials = Some(within(self.file, materials, "materials", 0, MOST_MATERIALS)?);
        }
        let named = |list: &At<Vec<At<String>>>| {
            each_once(self.file, list, "name", MAX_LISTED, |text: &At<String>| {
                listed_name(&text.value, &space.rules).map_err(|error| error.or_at(self.file, text.span.clone()))
            })
        };
        let asked = required.as_ref().map_or(0..0, |list| list.span.clone());
        let [banned, required] = [banned, required].map(|list| list.as_ref().map(named).transpose());
        (space.banned, space.required) = (banned?.unwrap_or_default(), required?.unwrap_or_default());
        match space.required.iter().find(|name| space.banned.contains(name)) {
            Some(both) => {
                Err(InputError::at(self.file, asked, format!("`{both}` is both in `required` and in `banned`")))
            }
            None => Ok(()),
        }
    }
}

/// Returns the name of something that a sheet may have, as the ruleset writes it.
fn listed_name(text: &str, rules: &Ruleset) -> Result<String, InputError> {
    let catalogue = &rules.catalogue;
    let gear = catalogue.armaments(rules.armaments.gear).iter().map(|armament| armament.name.as_str());
    let systems = catalogue.modular.iter().map(|item| item.name.as_str());
    let tags = catalogue.armament_tags().map(|mark| mark.name.as_str());
    let system_tags = catalogue.item_tags.iter().map(|mark| mark.name.as_str());
    let traits = catalogue.traits.iter().map(|mark| mark.name.as_str());
    let upgrades = Upgrade::ALL.iter().map(|upgrade| -> &str { upgrade.name() });
    let frames = catalogue.frames.iter().map(|frame| frame.name.as_str());
    let all: Vec<&str> =
        gear.chain(systems).chain(tags).chain(system_tags).chain(traits).chain(upgrades).chain(frames).collect();
    let found = all.iter().find(|name| same_name(name, text)).map(|name| (*name).to_owned());
    let frame = || catalogue.frame(text).ok().map(|frame| frame.name.clone());
    found.or_else(frame).ok_or_else(|| InputError::unknown("name", text.trim(), all.iter().copied()))
}

impl GearSetting {
    /// Returns the name of the squad: those of its Aces.
    fn name(&self) -> String {
        self.space.start().aces(&self.common.rules).map_or_else(String::new, |aces| team(&with_distinct_names(aces)))
    }
}
