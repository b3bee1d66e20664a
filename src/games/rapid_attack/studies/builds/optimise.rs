//! The best company of a space, or the best loadout of one of its frames, against a field or its equilibrium.

use super::met::{Meets, shares};
use super::raw::{RawAgainst, RawOptimise};
use super::role::{Games, Role};
use super::setting::{Constraints, Setting};
use super::sitting::Field;
use crate::builds::{Breeding, Breeds, Built, Changes, Found, Search, share};
use crate::games::rapid_attack::design::{Build, Limit, Space};
use crate::games::rapid_attack::studies::checker::Checker;
use crate::input::{At, InputError, within};
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::stats::Estimate;
use crate::study::{Answer, Asked, Counted, Estimates, Run, Written};
use crate::table::{Table, grouped};
use serde_json::{Value, json};
use std::sync::Arc;

/// Games of all generations together where a study names none.
const GAMES: u64 = 60_000;
/// Games of the best on fresh dice.
const TEST_GAMES: u64 = 4_000;
/// Games of each two companies of the field, where their equilibrium is met.
const FIELD_GAMES: u64 = 1_000;
/// Companies of a generation, and generations.
const POPULATION: u64 = 48;
const GENERATIONS: u64 = 4;

/// The best company of a space.
#[derive(Clone, Debug)]
pub struct OptimiseStudy {
    setting: Setting,
    field: Arc<Field>,
    /// Pairs of games of each two of the field, whose equilibrium is then met; none where all are met equally often.
    field_pairs: Option<u64>,
    /// The one frame that changes; all may where there is none.
    role: Option<Role>,
    start: Vec<Build>,
    breeding: Breeding,
    seed: u64,
}

/// Least and most as written.
pub fn limit(
    checker: &Checker<'_>,
    written: &Option<At<[u16; 2]>>,
    what: &str,
    allowed: Limit,
) -> Result<Limit, InputError> {
    let Some(written) = written else { return Ok(allowed) };
    let [least, most] = written.value;
    for value in [least, most] {
        let at = At { value, span: written.span.clone() };
        within(checker.file, &at, what, allowed.least, allowed.most)?;
    }
    if least > most {
        let problem = format!("`{what}` is {least} to {most}; write the lesser first");
        return Err(InputError::at(checker.file, written.span.clone(), problem));
    }
    Ok(Limit { least, most })
}

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Asked>, InputError> {
    let (ground, name, kind) = (written.take("battlefield"), written.name.clone(), written.kind.clone());
    let raw: RawOptimise = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, raw.policy.as_ref())?;
    let field = Arc::new(checker.opponents(&raw.field, &setting)?);
    let (banned, required) = (&raw.banned, &raw.required);
    let (split, environment, rockets) = (raw.split, raw.environment, raw.rockets);
    checker.constrain(&mut setting.space, Constraints { banned, required, split, environment, rockets })?;
    setting.space.frames = limit(checker, &raw.frames, "frames", setting.space.frames)?;
    setting.space.systems = limit(checker, &raw.systems, "systems", setting.space.systems)?;
    let start = match &raw.start {
        None => Vec::new(),
        Some(start) => vec![Build::of(&checker.own(start, &mut setting)?)],
    };
    let role = role(checker, &raw, start.first(), &setting.space)?;
    let equilibrium = raw.against == RawAgainst::Equilibrium;
    if let Some(games) = raw.field_games.as_ref().filter(|_| !equilibrium) {
        let problem = "`field_games` goes with `against = \"equilibrium\"`";
        return Err(InputError::at(checker.file, games.span.clone(), problem));
    }
    let field_pairs = checker.pairs(&raw.field_games, "field_games", FIELD_GAMES)?;
    let breeding = Breeding {
        population: checker.number(&raw.population, "population", (2, 1000), POPULATION)? as usize,
        generations: checker.number(&raw.generations, "generations", (1, 100), GENERATIONS)? as usize,
        pairs: checker.pairs(&raw.games, "games", GAMES)?,
        test_pairs: checker.pairs(&raw.test_games, "test_games", TEST_GAMES)?,
    };
    let mut throw = crate::dice::Throw::new(checker.seed);
    let none = start.is_empty() && setting.drawn(&setting.space, &mut |below| throw.below(below)).is_none();
    if none {
        let problem = "no company was found that is all the study asks for";
        return Err(InputError::at(checker.file, kind, problem)
            .with_help(Some("allow other numbers of frames and systems, ban less, or name one as `start`")));
    }
    let field_pairs = equilibrium.then_some(field_pairs);
    Ok(Arc::new(OptimiseStudy { setting, field, field_pairs, role, start, breeding, seed: checker.seed }))
}

/// The one frame that changes, where a study names one.
fn role(
    checker: &Checker<'_>,
    raw: &RawOptimise,
    start: Option<&Build>,
    space: &Space,
) -> Result<Option<Role>, InputError> {
    let Some(frame) = &raw.frame else { return Ok(None) };
    let at = |problem: &str| Err(InputError::at(checker.file, frame.span.clone(), problem));
    let Some(start) = start else { return at("`frame` is a frame of `start`; name the company that it stands in") };
    let others = [raw.frames.is_some(), raw.systems.is_some(), raw.population.is_some(), raw.generations.is_some()];
    if others.contains(&true) {
        return at("with `frame` the numbers of frames and systems stay, and all loadouts race: leave out `frames`, \
                   `systems`, `population` and `generations`");
    }
    let place = within(checker.file, frame, "frame", 1, start.frames.len())? - 1;
    let role = Role::of(start.clone(), place, space);
    match role.len() {
        0 => at("no loadout of as many systems is all the study asks for"),
        _ => Ok(Some(role)),
    }
}

impl OptimiseStudy {
    /// Whom companies meet; none where the field is still to meet itself, which is then wanted.
    fn met(&self, name: &str, counted: &Counted, next: &mut Vec<Wanted>) -> Option<(Arc<Field>, Vec<f64>)> {
        let entrants = &self.field.entrants;
        let Some(pairs) = self.field_pairs else {
            return Some((Arc::clone(&self.field), vec![1.0 / entrants.len() as f64; entrants.len()]));
        };
        let (venue, seed) = (&self.setting.venue, self.seed);
        let names = (1..).zip(entrants).map(|(number, entrant)| format!("{number} {}", entrant.name)).collect();
        let results = Meets { venue, name, seed, pairs }.results((entrants, names), counted, next)?;
        let shares = shares(&results);
        Some((Arc::new(Field::mixed(entrants.clone(), &shares)), shares))
    }

    fn role_games(&self) -> Games {
        Games { pairs: self.breeding.pairs, test_pairs: self.breeding.test_pairs, seed: self.seed }
    }

    fn found(&self, name: &str, counted: &Counted) -> Found<Build> {
        let mut next = Vec::new();
        let Some((field, _)) = self.met(name, counted, &mut next) else { return Found { next, ..Found::default() } };
        let search = Search {
            setting: &self.setting,
            space: &self.setting.space,
            field: &field,
            name: name.to_owned(),
            seed: self.seed,
            start: self.start.clone(),
            breeding: self.breeding,
        };
        search.run(counted)
    }

    fn against(&self, shares: &[f64]) -> String {
        let entrants = self.field.entrants.iter().zip(shares).filter(|(_, share)| **share > 0.0);
        let names: Vec<String> = match self.field_pairs {
            None => entrants.map(|(entrant, _)| entrant.name.clone()).collect(),
            Some(_) => entrants.map(|(entrant, share)| format!("{:.0}% {}", share * 100.0, entrant.name)).collect(),
        };
        let of = if self.field_pairs.is_some() { "the equilibrium of the field, " } else { "" };
        format!("{}; against {of}{}", self.setting.told(), names.join(", "))
    }
}

impl Asked for OptimiseStudy {
    fn kind(&self) -> &'static str {
        "optimise"
    }

    fn wants(&self, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        let Some(role) = &self.role else { return self.found(run.name, counted).next };
        let mut next = Vec::new();
        match self.met(run.name, counted, &mut next) {
            None => next,
            Some((field, _)) => role.wants((run.name, &self.setting), &field, self.role_games(), counted),
        }
    }

    fn kept(&self) -> Option<Value> {
        self.setting.kept()
    }

    fn answer(&self, name: &str, counted: &Counted) -> Answer {
        let Some((field, shares)) = self.met(name, counted, &mut Vec::new()) else { return Answer::default() };
        let against = self.against(&shares);
        if let Some(role) = &self.role {
            return role.answer((name, &self.setting), &field, self.role_games(), (counted, &against));
        }
        let found = self.found(name, counted);
        let mut answer = Answer::default();
        if let (Some((build, raw)), Some(tested)) = (&found.best, &found.tested) {
            let whom = if self.field_pairs.is_some() { "the field's equilibrium" } else { "the field" };
            answer.said.push(said(build, raw, tested, whom));
            answer.tables.push(best_table(name, build, raw, tested, &against));
            answer.json = Some(best_json(build, raw, tested));
        }
        if !found.generations.is_empty() {
            answer.tables.push(generations_table(name, &found));
        }
        answer
    }
}

fn said(build: &Build, raw: &Margins, tested: &Margins, whom: &str) -> String {
    let luck = raw.points().point - tested.points().point;
    format!(
        "The best company found ({}) is: {}. It takes {} of the points against {whom} over {} fresh games; the race that \
         chose it said {:.3}, an optimism of {luck:+.3}. A better one may exist: this is the least that can be taken.",
        build.bid(),
        build.told(),
        share(&tested.points()),
        grouped(tested.games()),
        raw.points().point,
    )
}

/// A company for programs, with what its games say.
pub fn best_json(build: &Build, raw: &Margins, tested: &Margins) -> Value {
    let points = tested.points();
    build.written_with(json!({
        "bid": build.bid(),
        "points": { "point": points.point, "interval": [points.interval.0, points.interval.1], "n": points.n },
        "raw": raw.points().point,
        "optimism": raw.points().point - points.point,
    }))
}

fn best_table(name: &str, build: &Build, raw: &Margins, tested: &Margins, against: &str) -> Table {
    let note = format!(
        "{against}. On dice that no race has seen. Raw: what the last race said; its excess is luck, for the best of many is too \
         good."
    );
    let points = tested.points();
    Table::new(format!("{name}-best"), "The best company", note)
        .text("loadouts", "Loadouts", [build.told()])
        .text("build_bid", "Bid", [build.bid()])
        .estimates(["points_share", "points_share_interval"], "Share of points", 4, [points])
        .number("raw_points", "Raw", 4, [raw.points().point])
        .number("optimism", "Optimism", 4, [raw.points().point - points.point])
        .count("n", "N", [points.n])
}

fn generations_table(name: &str, found: &Found<Build>) -> Table {
    let note = "The best of each generation on its own dice; each is the best of many, and so too good.";
    let points: Vec<Estimate> = found.generations.iter().map(|(_, margins, _)| margins.points()).collect();
    Table::new(format!("{name}-generations"), "Generations", note)
        .count("generation", "Generation", (1..).take(found.generations.len()))
        .count("builds", "Companies", found.generations.iter().map(|(.., many)| *many as u64))
        .text("loadouts", "Loadouts of the best", found.generations.iter().map(|(build, ..)| build.told()))
        .text("build_bid", "Bid", found.generations.iter().map(|(build, ..)| build.bid()))
        .estimates(["points_share", "points_share_interval"], "Share of points", 4, points.iter().copied())
        .count("n", "N", points.iter().map(|points| points.n))
}
