//! Variants of a company that all play as many games on common dice: loadouts in one place of it, for their costs; and the
//! company with a system, an action or a rule taken away from it (A. Jaffe and others, 2012, Evaluating Competitive Game Balance with
//! Restricted Play, AIIDE).

use super::bars::Bar;
use super::raw::{RawCosts, RawRestricted};
use super::setting::Setting;
use super::sitting::Field;
use crate::builds::{Changes, Phase, Run as Raced, Workshop, by_points, signed};
use crate::games::rapid_attack::design::Build;
use crate::games::rapid_attack::loadout::{Kind, Loadout};
use crate::games::rapid_attack::studies::arena::Entrant;
use crate::games::rapid_attack::studies::checker::Checker;
use crate::input::{InputError, within};
use crate::plot::{Figure, Kind as Drawn};
use crate::racing::Margins;
use crate::report::Warning;
use crate::runner::Wanted;
use crate::stats::{Estimate, LEVEL, benjamini_hochberg};
use crate::study::{Answer, Asked, Counted, Estimates, MeetingTable, Run, Written};
use crate::table::{Table, grouped};
use serde_json::Value;
use std::sync::Arc;

/// Games of each variant where a study names none.
const GAMES: u64 = 1_000;
/// Half the width of an interval of a cost that is still of use, in points of score.
const USEFUL: f64 = 0.5;

/// What is asked of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Points of score that make all loadouts equal.
    Costs,
    /// What is lost without something.
    Restricted,
}

/// A company, and what it goes without beside what it is built of.
#[derive(Clone, Debug)]
struct Variant {
    build: Build,
    bar: Option<Bar>,
}

/// Where companies meet that may go without something.
#[derive(Clone, Debug)]
struct Restricting(Setting);

impl Workshop for Restricting {
    type Build = Variant;
    type Field = Field;

    fn key(variant: &Variant) -> String {
        let without = variant.bar.map_or_else(String::new, |bar| format!(" {}", bar.label()));
        format!("{}{without}", variant.build.key())
    }

    fn table(&self, variant: &Variant, field: &Arc<Field>) -> MeetingTable {
        self.0.sitting(&variant.build, field).without(variant.bar).in_pairs()
    }

    fn effort(&self, variant: &Variant, field: &Field) -> f64 {
        self.0.effort(&variant.build, field)
    }
}

/// Variants of a company.
#[derive(Clone, Debug)]
pub struct VariantsStudy {
    question: Question,
    setting: Restricting,
    /// What the company is called.
    name: String,
    own: Variant,
    variants: Vec<(String, Variant)>,
    field: Arc<Field>,
    pairs: u64,
}

/// Checks a study of costs.
pub fn check_costs(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Asked>, InputError> {
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
    let mut variants: Vec<(String, Variant)> = Vec::new();
    for named in checker.distinct_frames(&raw.loadouts)? {
        let mut variant = build.clone();
        variant.frames[place] = named.frame.loadout.with_rockets(build.frames[place].rockets());
        if !setting.space.allows(&variant) {
            let problem = format!("{} may not stand in frame {} of {}", named.name, place + 1, own.name);
            return Err(InputError::at(checker.file, raw.loadouts.span.clone(), problem));
        }
        variants.push((named.name, Variant { build: variant, bar: None }));
    }
    if variants.len() < 2 {
        return Err(InputError::at(checker.file, raw.loadouts.span, "one loadout alone is equal; name two or more"));
    }
    let pairs = checker.pairs(&raw.games, "games", GAMES)?;
    let (question, setting, build) = (Question::Costs, Restricting(setting), Variant { build, bar: None });
    Ok(Arc::new(VariantsStudy { question, setting, name: own.name, own: build, variants, field, pairs }))
}

/// Checks a study of restricted play.
pub fn check_restricted(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Asked>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    let raw: RawRestricted = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, raw.policy.as_ref())?;
    let own = checker.own(&raw.company, &mut setting)?;
    let build = Build::of(&own);
    let field = match &raw.field {
        Some(field) => checker.opponents(field, &setting)?,
        None => {
            Field::even(vec![Entrant { name: own.name.clone(), company: own.clone(), policy: setting.policy.clone() }])
        }
    };
    let pairs = checker.pairs(&raw.games, "games", GAMES)?;
    let built = restrictions(&build).into_iter().map(|(label, build)| (label, Variant { build, bar: None }));
    let barred = |bar: Bar| (bar.label().to_owned(), Variant { build: build.clone(), bar: Some(bar) });
    let variants = built.chain(Bar::all(&setting.space.kinds).map(barred)).collect();
    let (question, field) = (Question::Restricted, Arc::new(field));
    let (setting, build) = (Restricting(setting), Variant { build, bar: None });
    Ok(Arc::new(VariantsStudy { question, setting, name: own.name, own: build, variants, field, pairs }))
}

/// The company without each type of system that it has, without split weapons, rockets, and without its spare.
fn restrictions(build: &Build) -> Vec<(String, Build)> {
    let without = |gone: &dyn Fn(Kind) -> bool| {
        let bare = |frame: &Loadout| {
            let gone = frame.kinds().filter(|kind| gone(*kind)).collect::<Vec<_>>();
            gone.into_iter().fold(*frame, |frame, kind| {
                (0..frame.count(kind)).fold(frame, |frame, _| frame.minus(kind).unwrap_or(frame))
            })
        };
        Build { frames: build.frames.iter().map(bare).collect(), spare: build.spare }
    };
    let kinds = Kind::ALL.iter().map(|(kind, token)| (format!("without {token}"), without(&|other| other == *kind)));
    let split = ("without split weapons".to_owned(), without(&|kind| kind.is_split()));
    let rockets = build.frames.iter().map(|frame| frame.with_rockets(0)).collect();
    let rockets = ("without rockets".to_owned(), Build { frames: rockets, spare: build.spare });
    let spare = ("without a spare".to_owned(), Build { spare: None, ..build.clone() });
    let all = kinds.chain([split, rockets, spare]).filter(|(_, variant)| variant.key() != build.key());
    // Where one sort of split weapon is all there is, both restrictions are one.
    all.fold(Vec::new(), |mut kept, (label, variant)| {
        if kept.iter().all(|(_, known): &(String, Build)| known.key() != variant.key()) {
            kept.push((label, variant));
        }
        kept
    })
}

impl VariantsStudy {
    fn phase(&self, name: &str) -> Phase<'_, Restricting> {
        let many = self.variants.len();
        Phase {
            setting: &self.setting,
            field: &self.field,
            name: format!("{name}/variants"),
            builds: self.variants.iter().map(|(_, variant)| variant.clone()).collect(),
            pairs: many as u64 * self.pairs,
            left: many,
            beside: Some(self.own.clone()).filter(|_| self.question == Question::Restricted),
        }
    }

    fn against(&self) -> String {
        self.setting.0.against(&self.field)
    }
}

impl Asked for VariantsStudy {
    fn kind(&self) -> &'static str {
        match self.question {
            Question::Costs => "costs",
            Question::Restricted => "restricted",
        }
    }

    fn wants(&self, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        let phase = self.phase(run.name);
        phase.wants(&phase.run(counted, by_points), run.seed)
    }

    fn kept(&self) -> Option<Value> {
        self.setting.0.kept()
    }

    fn answer(&self, name: &str, counted: &Counted) -> Answer {
        let raced = self.phase(name).run(counted, by_points);
        match self.question {
            _ if raced.race.next.is_some() => Answer::default(),
            Question::Costs => self.costs(name, &raced),
            Question::Restricted => self.restricted(name, &raced),
        }
    }
}

impl VariantsStudy {
    /// What each loadout is worth more than the mean of all, in points of score: its cost.
    fn costs(&self, name: &str, raced: &Raced) -> Answer {
        let games: Vec<&Margins> = raced.race.standings.iter().map(|standing| &standing.margins).collect();
        let mut rows: Vec<(&str, Estimate, Estimate)> = raced
            .race
            .standings
            .iter()
            .map(|s| (self.variants[s.arm].0.as_str(), s.margins.worth_among(&games), s.margins.points()))
            .collect();
        rows.sort_by(|a, b| b.1.point.total_cmp(&a.1.point));
        let told = |(label, cost, _): &(&str, Estimate, Estimate)| format!("{label} {}", signed(cost));
        let half = |cost: &Estimate| (cost.interval.1 - cost.interval.0) / 2.0;
        let widest = rows.iter().map(|(_, cost, _)| *cost).max_by(|a, b| half(a).total_cmp(&half(b)));
        let vague = widest.filter(|cost| half(cost) > USEFUL).map(|cost| Warning::FewSamples {
            what: format!("costs of {name}, in points of score"),
            samples: cost.n,
            half_width: half(&cost),
            better: (cost.n as f64 * (half(&cost) / USEFUL).powi(2)).ceil() as u64,
        });
        let note = format!(
            "Points of score that each loadout is worth more than the mean of all of them, in an otherwise equal company: taken \
             off the starting score, they make all equal on average. Common dice, a pair of games being one observation. {}.",
            self.against()
        );
        let table = Table::new(format!("{name}-costs"), "Costs that make all equal", note)
            .text("loadout", "Loadout", rows.iter().map(|(label, ..)| *label))
            .estimates(["cost", "cost_interval"], "Cost", 2, rows.iter().map(|(_, cost, _)| *cost))
            .estimates(["points_share", "points_share_interval"], "Share of points", 4, rows.iter().map(|(.., p)| *p))
            .count("n", "N", rows.iter().map(|(.., points)| points.n));
        let figure =
            ranking(format!("{name}-costs"), &table, ("loadout", "cost"), "Cost in points of score, 95% intervals");
        let said = match (rows.first(), rows.last()) {
            (Some(dearest), Some(cheapest)) => format!(
                "Over {} games each, the dearest of {} loadouts is {}, the cheapest {}, in points of score.",
                grouped(dearest.2.n),
                rows.len(),
                told(dearest),
                told(cheapest)
            ),
            _ => String::new(),
        };
        Answer {
            said: vec![said],
            tables: vec![table.clone()],
            figures: vec![(figure, table)],
            warnings: vague.into_iter().collect(),
            json: None,
        }
    }

    /// What is lost without each thing, against the same company with it.
    fn restricted(&self, name: &str, raced: &Raced) -> Answer {
        let standings = &raced.race.standings;
        let gains: Vec<_> = standings.iter().map(|s| s.margins.more_than(&raced.beside, LEVEL)).collect();
        let p = benjamini_hochberg(&gains.iter().map(|gain| gain.p_value).collect::<Vec<_>>());
        let sort = |arm: usize| match self.variants[arm].1.bar {
            None => "system",
            Some(bar) if bar.is_rule() => "rule",
            Some(_) => "action",
        };
        let mut rows: Vec<(&str, &str, Estimate, f64)> = standings
            .iter()
            .zip(gains.iter().zip(p))
            .map(|(s, (gain, p))| (self.variants[s.arm].0.as_str(), sort(s.arm), gain.points, p))
            .collect();
        rows.sort_by(|a, b| a.2.point.total_cmp(&b.2.point));
        let note = format!(
            "What {} gains without each thing, the greatest loss first: difference in share of points from the same games with it. \
             Where systems are taken away its player plays what is left as well as it can. Where an action or a rule is, it \
             plans as it would, and does the nearest to what it may not: that worth is of this player, and for one that plans \
             without it less. {}.",
            self.name,
            self.against()
        );
        let table = Table::new(format!("{name}-restricted"), "What each thing is worth", note)
            .text("change", "Restriction", rows.iter().map(|(label, ..)| *label))
            .text("sort", "Of", rows.iter().map(|(_, sort, ..)| *sort))
            .estimates(["gain", "gain_interval"], "Gain in points", 4, rows.iter().map(|(_, _, gain, _)| *gain))
            .number("gain_p", "Adjusted p", 4, rows.iter().map(|(.., p)| *p))
            .count("n", "N", rows.iter().map(|(_, _, gain, _)| gain.n));
        let figure =
            ranking(format!("{name}-restricted"), &table, ("change", "gain"), "Gain in share of points, 95% intervals");
        let said = rows.first().map(|(label, _, gain, _)| {
            format!("{} loses most {label}: {} of the points over {} games.", self.name, signed(gain), grouped(gain.n))
        });
        Answer {
            said: said.into_iter().collect(),
            tables: vec![table.clone()],
            figures: vec![(figure, table)],
            ..Answer::default()
        }
    }
}

fn ranking(name: String, table: &Table, (label, value): (&str, &str), title: &str) -> Figure {
    Figure {
        title: table.title.clone(),
        alt: format!("Rows by {value}, with intervals; the numbers are in {}.", table.name),
        name,
        kind: Drawn::Ranking {
            label: label.to_owned(),
            value: value.to_owned(),
            interval: format!("{value}_interval"),
            value_title: title.to_owned(),
            reference: Some(0.0),
        },
    }
}
