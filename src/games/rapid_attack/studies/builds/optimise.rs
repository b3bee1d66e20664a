//! The best company of a space against a field.

use super::breeding::{Breeding, Found, Search};
use super::raw::RawOptimise;
use super::setting::{Constraints, Setting};
use super::sitting::Field;
use super::tables::share;
use crate::games::rapid_attack::design::{Build, Limit, drawn};
use crate::games::rapid_attack::loadout::Loadout;
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
/// Companies of a generation, and generations.
const POPULATION: u64 = 48;
const GENERATIONS: u64 = 4;
/// The loadout of the frame that joins where a tie for defense is broken so.
const SPARE: &str = "RdYBG";

/// The best company of a space.
#[derive(Clone, Debug)]
pub struct OptimiseStudy {
    setting: Setting,
    field: Arc<Field>,
    start: Vec<Build>,
    spare: Option<Loadout>,
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

/// The spare frame of companies that are looked for, where it is legal.
pub fn spare(setting: &Setting) -> Option<Loadout> {
    let rules = &setting.space.rules;
    Loadout::parse(SPARE, rules).ok().filter(|spare| spare.check_needs(rules).is_ok())
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
    let spare = spare(&setting);
    let breeding = Breeding {
        population: checker.number(&raw.population, "population", (2, 1000), POPULATION)? as usize,
        generations: checker.number(&raw.generations, "generations", (1, 100), GENERATIONS)? as usize,
        pairs: checker.pairs(&raw.games, "games", GAMES)?,
        test_pairs: checker.pairs(&raw.test_games, "test_games", TEST_GAMES)?,
    };
    let mut throw = crate::dice::Throw::new(checker.seed);
    let none = start.is_empty() && drawn(&setting.space, spare, &mut |below| throw.below(below)).is_none();
    if none {
        let problem = "no company was found that is all the study asks for";
        return Err(InputError::at(checker.file, kind, problem)
            .with_help(Some("allow other numbers of frames and systems, ban less, or name one as `start`")));
    }
    Ok(Arc::new(OptimiseStudy { setting, field, start, spare, breeding, seed: checker.seed }))
}

impl OptimiseStudy {
    fn found(&self, name: &str, counted: &Counted) -> Found {
        let search = Search {
            setting: &self.setting,
            space: &self.setting.space,
            field: &self.field,
            name: name.to_owned(),
            seed: self.seed,
            start: self.start.clone(),
            spare: self.spare,
            breeding: self.breeding,
        };
        search.run(counted)
    }

    fn against(&self) -> String {
        let names: Vec<&str> = self.field.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        format!("{}; against {}", self.setting.told(), names.join(", "))
    }
}

impl Asked for OptimiseStudy {
    fn kind(&self) -> &'static str {
        "optimise"
    }

    fn wants(&self, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        self.found(run.name, counted).next
    }

    fn kept(&self) -> Option<Value> {
        self.setting.kept()
    }

    fn answer(&self, name: &str, counted: &Counted) -> Answer {
        let found = self.found(name, counted);
        let mut answer = Answer::default();
        if let (Some((build, raw)), Some(tested)) = (&found.best, &found.tested) {
            answer.said.push(said(build, raw, tested));
            answer.tables.push(self.best_table(name, build, raw, tested));
            answer.json = Some(best_json(build, raw, tested));
        }
        if !found.generations.is_empty() {
            answer.tables.push(generations_table(name, &found));
        }
        answer
    }
}

fn said(build: &Build, raw: &Margins, tested: &Margins) -> String {
    let luck = raw.points().point - tested.points().point;
    format!(
        "The best company found ({}) is: {}. It takes {} of the points against the field over {} fresh games; the race that \
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
    json!({
        "bid": build.bid(),
        "frames": build.frames.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "spare": build.spare.map(|spare| spare.to_string()),
        "points": { "point": points.point, "interval": [points.interval.0, points.interval.1], "n": points.n },
        "raw": raw.points().point,
        "optimism": raw.points().point - points.point,
    })
}

impl OptimiseStudy {
    fn best_table(&self, name: &str, build: &Build, raw: &Margins, tested: &Margins) -> Table {
        let note = format!(
            "{}. On dice that no race has seen. Raw: what the last race said; its excess is luck, for the best of many is too \
             good.",
            self.against()
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
}

fn generations_table(name: &str, found: &Found) -> Table {
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
