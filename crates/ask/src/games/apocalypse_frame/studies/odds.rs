//! Targets of exact answers, and the study of armaments.

use super::checker::{Checker, MAX_TARGETS};
use super::exact::{
    self, Removal, frames_table, gains_table, item_odds, items_table, odds_table, removal_table, round_removals,
    rounds_table,
};
use super::kinds::{RawArmaments, RawFrames, RawItems, RawTags};
use super::summary;
use hitchart_apocalypse_frame::odds::rankings::{self, ArmamentRank, TagGain, rank_armaments, rank_frames, tag_gains};
use hitchart_apocalypse_frame::odds::single::{ArmamentOdds, TargetDefenses, armaments as armament_odds};
use hitchart_apocalypse_frame::{
    ace::Ace, catalogue::entries::Gear, catalogue::tag::Tags, odds::roll::Circumstance, ruleset::Ruleset,
};
use hitchart_config::{At, InputError, at_most};
use hitchart_lab::runner::Job;
use hitchart_lab::study::{Answer, ExactStudy, Run, RunCounts, Study, Written};
use hitchart_report::Warning;
use hitchart_report::plot::{Figure, FigureKind};
use std::sync::Arc;

/// A target of exact answers, and the Vigor of the enemy for the chance of removal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OddsTarget {
    pub target: TargetDefenses,
    pub vigor: u8,
}

/// Returns the conditions of rankings. A battle begins 3 below the maximum of Tension (A10), which matters for Focused.
pub(crate) fn against(of: OddsTarget, with: Tags, tension: u8, rules: &Ruleset) -> rankings::RankingConditions {
    rankings::RankingConditions {
        target: of.target,
        vigor: of.vigor,
        circumstance: Circumstance { in_force: with, ..Circumstance::default() },
        tension,
        max_tension: tension + rules.resources.tension_start_below,
    }
}

/// Describes a target.
pub(crate) fn target_name(target: &TargetDefenses) -> String {
    let cover = if target.cover { ", in cover" } else { "" };
    format!("Armor {}, Shields {}{cover}", target.armor, target.shields)
}

/// Exact odds of every armament.
#[derive(Clone, Debug)]
pub(crate) struct ArmamentsStudy {
    pub rules: Arc<Ruleset>,
    pub gear: Gear,
    pub targets: Vec<OddsTarget>,
    /// Tags in force among those that depend on a circumstance.
    pub with: Tags,
    pub tension: u8,
    pub simulate: bool,
}

/// Checks the study.
pub(super) fn check_armaments(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawArmaments = written.read()?;
    let last = raw.targets.last().map_or(0..0, |target| target.span.clone());
    at_most(raw.targets.len(), "targets", MAX_TARGETS).map_err(|error| error.or_at(checker.file, last))?;
    let last = raw.with.last().map_or(0..0, |tag| tag.span.clone());
    at_most(raw.with.len(), "with", MAX_TARGETS).map_err(|error| error.or_at(checker.file, last))?;
    let targets: Result<Vec<OddsTarget>, InputError> =
        raw.targets.iter().map(|target| checker.against(&target.value)).collect();
    let mut targets = targets?;
    if targets.is_empty() {
        targets.push(checker.target(&None)?);
    }
    let tag = |tag: &At<String>| {
        let mark = checker.common.rules.catalogue.tag(&tag.value);
        mark.map(|mark| mark.does).map_err(|error| error.or_at(checker.file, tag.span.clone()))
    };
    let with: Result<Tags, InputError> = raw.with.iter().map(tag).collect();
    let study = ArmamentsStudy {
        rules: Arc::clone(&checker.common.rules),
        gear: raw.gear.unwrap_or(checker.common.rules.armaments.gear),
        targets,
        with: with?,
        tension: checker.tension(&raw.tension)?,
        simulate: raw.simulate,
    };
    Ok(Arc::new(study))
}

impl Study for ArmamentsStudy {
    fn next_jobs(&self, run: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        if self.simulate { exact::simulation_jobs(run, self) } else { Vec::new() }
    }

    fn is_sampled(&self) -> bool {
        self.simulate
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        armaments(name, self, counted)
    }
}

/// Value of one more tag on every armament.
#[derive(Clone, Debug)]
pub(crate) struct TagsStudy {
    pub rules: Arc<Ruleset>,
    pub gear: Gear,
    pub against: OddsTarget,
    pub tension: u8,
}

/// Checks the study.
pub(super) fn check_tags(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawTags = written.read()?;
    let study = TagsStudy {
        rules: Arc::clone(&checker.common.rules),
        gear: raw.gear.unwrap_or(checker.common.rules.armaments.gear),
        against: checker.target(&raw.target)?,
        tension: checker.tension(&raw.tension)?,
    };
    Ok(Arc::new(ExactStudy::new(move |name| tags(name, &study))))
}

/// Harm per Ammo of every system.
#[derive(Clone, Debug)]
pub(crate) struct ItemsStudy {
    pub rules: Arc<Ruleset>,
    pub against: OddsTarget,
}

/// Checks the study.
pub(super) fn check_items(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawItems = written.read()?;
    let study = ItemsStudy { rules: Arc::clone(&checker.common.rules), against: checker.target(&raw.target)? };
    Ok(Arc::new(ExactStudy::new(move |name| items(name, &study))))
}

/// Exact expected results of frames in one round.
#[derive(Clone, Debug)]
pub(crate) struct FramesStudy {
    pub rules: Arc<Ruleset>,
    pub aces: Vec<Ace>,
    pub against: OddsTarget,
}

/// Checks the study.
pub(super) fn check_frames(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawFrames = written.read()?;
    let aces = raw.aces.as_ref().map_or_else(|| Ok(checker.stock()), |aces| checker.resolved(aces))?;
    let study = FramesStudy { rules: Arc::clone(&checker.common.rules), aces, against: checker.target(&raw.target)? };
    Ok(Arc::new(ExactStudy::new(move |name| frames(name, &study))))
}

/// Returns the odds of a single attack and the worth over a round, for each target.
fn armaments(name: &str, asked: &ArmamentsStudy, counted: &RunCounts) -> Answer {
    let rules = &asked.rules;
    let mut answer = Answer::default();
    let all: Vec<(&OddsTarget, Vec<ArmamentOdds>)> = (asked.targets.iter())
        .map(|target| (target, armament_odds(asked.gear, &target.target, asked.with, rules)))
        .collect();
    answer.tables.push(odds_table(&format!("{name}-odds"), &all, asked.with));
    let rounds: Vec<(&OddsTarget, Vec<ArmamentRank>)> = (asked.targets.iter())
        .map(|target| {
            let list = rules.catalogue.armaments(asked.gear);
            (target, rank_armaments(list, &against(*target, asked.with, asked.tension, rules), rules))
        })
        .collect();
    answer.tables.push(rounds_table(&format!("{name}-rounds"), &rounds, asked.tension));
    let rounds_of_first = rounds[0].1.clone();
    let one = all[0].1.iter().map(|odds| (odds.name.clone(), odds.remove.clone())).collect::<Vec<Removal>>();
    answer.tables.push(removal_table(
        &format!("{name}-removal"),
        "Enemies removed by one attack",
        &one,
        &rules.catalogue,
    ));
    let first = against(asked.targets[0], asked.with, asked.tension, rules);
    let rounds = round_removals(rules.catalogue.armaments(asked.gear), &first, rules);
    answer.tables.push(removal_table(
        &format!("{name}-removal-rounds"),
        "Enemies removed in a round",
        &rounds,
        &rules.catalogue,
    ));
    if let Some((table, warnings)) = exact::simulated_table(name, asked, counted) {
        answer.tables.push(table);
        answer.warnings.extend(warnings);
    }
    let figure = Figure::new(
        format!("{name}-harm"),
        "Expected Harm of one attack",
        format!("Armaments by target, the expected Harm in each cell; the numbers are in the table {name}-odds."),
        FigureKind::heat_map(["armament", "target", "mean"], "Expected Harm"),
    );
    answer.figures.push((figure, answer.tables[0].clone()));
    summary::armaments(&mut answer, &all[0].1, &rounds_of_first, (all[0].0, rules.turn.actions, asked.tension));
    answer.warnings.extend(unsourced(name, rules));
    answer
}

/// Returns the gains of every tag on every armament.
fn tags(name: &str, asked: &TagsStudy) -> Answer {
    let rules = &asked.rules;
    let against = against(asked.against, Tags::NONE, asked.tension, rules);
    let gains = tag_gains(rules.catalogue.armaments(asked.gear), &against, rules);
    let drawn = gains_table(&format!("{name}-gains"), &gains, &asked.against, (rules.turn.actions, asked.tension));
    let figure = Figure::new(
        format!("{name}-gains"),
        "Harm that a tag adds to a round",
        format!("Armaments by tag, the Harm gained over a round in each cell; the numbers are in {name}-gains."),
        FigureKind::heat_map(["armament", "tag", "round_on"], "Harm gained over a round"),
    );
    let best: Vec<TagGain> = rankings::best_tag_of_each_armament(&gains).into_iter().cloned().collect();
    let mut best_of_each =
        gains_table(&format!("{name}-best"), &best, &asked.against, (rules.turn.actions, asked.tension));
    "The best tag of each armament".clone_into(&mut best_of_each.title);
    let mut answer =
        Answer { tables: vec![best_of_each, drawn.clone()], figures: vec![(figure, drawn)], ..Answer::default() };
    let cost = rules.catalogue.advancement.costs.armament_tag;
    summary::tags(&mut answer, &best, summary::best_tag(&gains, &asked.against, (asked.tension, cost)));
    answer
}

/// Returns the Harm per Ammo of every system.
fn items(name: &str, asked: &ItemsStudy) -> Answer {
    let rules = &asked.rules;
    let odds = item_odds(&asked.against.target, rules);
    let tables = vec![items_table(&format!("{name}-harm"), &odds, &asked.against.target)];
    let mut answer = Answer { tables, ..Answer::default() };
    summary::items(&mut answer, &odds, &asked.against.target, &rules.catalogue);
    answer
}

/// Returns the frames by their Harm over a round.
fn frames(name: &str, asked: &FramesStudy) -> Answer {
    let rules = &asked.rules;
    let ranks = rank_frames(&asked.aces, &against(asked.against, Tags::NONE, 0, rules), rules);
    let tables = vec![frames_table(&format!("{name}-ranking"), &ranks, &asked.against)];
    let mut answer = Answer { tables, ..Answer::default() };
    summary::frames(&mut answer, &ranks, &asked.against);
    answer
}

/// Returns a warning if the removal of some enemies depends on placeholders (A56).
fn unsourced(name: &str, rules: &Ruleset) -> Option<Warning> {
    let names: Vec<&str> =
        rules.catalogue.enemies.iter().filter(|kind| kind.written.unsourced).map(|kind| kind.name.as_str()).collect();
    (!names.is_empty())
        .then(|| Warning::Unsourced { study: name.to_owned(), what: format!("Vigor of {}", names.join(", ")) })
}
