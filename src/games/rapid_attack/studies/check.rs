//! The studies of a scenario, checked one by one against the rules.

use super::super::assignment::{MAX_WEIGHT, MOST_ROLLS_OF_A_STUDY, TooManyRolls};
use super::super::attack::Shelter;
use super::super::battlefield::{Battlefield, Layout};
use super::super::filter::{Filter, MAX_CONDITIONS, SortKey};
use super::super::frame::Frame;
use super::super::loadout::Range;
use super::super::loadouts::{Extras, MEASURES, MOST_STATES_OF_A_STUDY, TooManyStates, check_work};
use super::super::players::PolicySpec;
use super::super::roster::{archetypes, loadout_of};
use super::super::ruleset::{ChartName, Ruleset};
use super::super::situation::{MAX_COVER, SituationError, chart_and_shelter, run_chart};
use super::assignment::rolls;
use super::raw::*;
use super::{
    AssignmentStudy, AttacksStudy, Common, Company, DurabilityStudy, LoadoutsStudy, NamedFrame, Question,
    RapidAttackStudy, Spot,
};
use crate::dice::Pool;
use crate::input::rules::RulesText;
use crate::input::{At, FileText, InputError, Strict, at_most, not_empty, read, some_of, within};
use crate::study::{Checked, Heading, Request, Study, Written};
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Most rows of one study: what a table can show and a browser still opens.
const MAX_ROWS: usize = 20_000;
/// Most frames of one list of a study.
const MAX_FRAMES: usize = 1_000;
/// Most companies of a study, and most frames of all of them.
const MAX_COMPANIES: usize = 200;
/// Most curves of a study of durability: frames by whites.
const MAX_CURVES: usize = 2_000;
/// Most scatter plots: every measure against every other.
const MAX_SCATTER: usize = MEASURES.len() * (MEASURES.len() - 1);
/// Word that stands for the whole roster.
const ALL_ARCHETYPES: &str = "archetypes";
/// Kinds of studies by name.
const KINDS: &[&str] = &["frames", "companies", "attacks", "loadouts", "durability", "assignment", "games"];

/// Rules, policies and studies of a scenario.
///
/// # Errors
/// The first mistake, with its place.
pub fn check(mut request: Request<'_>) -> Result<Checked, InputError> {
    let rules: Ruleset = request.take_rules()?;
    let none = BTreeMap::new();
    let policies = request.take_policies(|written| PolicySpec::resolve(written, &none).map(drop))?;
    let mut battlefields = BTreeMap::new();
    for (study, kept) in &request.overrides.kept {
        let layout = Layout::deserialize(Strict(kept.clone())).map_err(InputError::plain)?;
        battlefields.insert(study.clone(), layout);
    }
    let common = Arc::new(Common { rules, policies, odds: OnceLock::new() });
    let drawn = RefCell::default();
    let (file, rules, seed) = (request.file, &common.rules, request.seed);
    let checker = Checker { file, rules, seed, common: &common, battlefields, drawn };
    let studies = request.take_studies(KINDS, |study| checker.study(study))?;
    Ok(Checked { rules: RulesText::of(&common.rules), studies })
}

/// The file and the rules that all studies are checked against, and what `games` need beside them.
pub(super) struct Checker<'a> {
    pub file: &'a FileText,
    pub rules: &'a Ruleset,
    /// Seed of drawn battlefields.
    pub seed: u64,
    pub common: &'a Arc<Common>,
    /// Layouts in place of those of the file, by name of the study.
    pub battlefields: BTreeMap<String, Layout>,
    /// Layouts that are drawn already, with their battlefields: studies of one layout share them.
    pub drawn: RefCell<Vec<(Layout, Arc<[Battlefield]>)>>,
}

impl Checker<'_> {
    fn study(&self, study: Written<'_>) -> Result<Study, InputError> {
        let Written { kind, table, number } = study;
        match kind.value.as_str() {
            "frames" => self.frames_study(read(self.file, table)?, number),
            "companies" => self.companies(read(self.file, table)?, number),
            "attacks" => self.attacks(read(self.file, table)?, number),
            "loadouts" => self.loadouts(kind.span, read(self.file, table)?, number),
            "durability" => self.durability(read(self.file, table)?, number),
            "assignment" => self.assignment(read(self.file, table)?, number),
            "games" => self.games(table, number),
            _ => Err(InputError::unknown("kind", &kind.value, KINDS.iter().copied()).or_at(self.file, kind.span)),
        }
    }

    pub(super) fn named(
        &self,
        heading: Heading,
        default: &str,
        number: usize,
        question: Question,
    ) -> Result<Study, InputError> {
        Ok(Study {
            name: heading.name(self.file, question.name(), number)?,
            title: heading.title(default),
            text: heading.text.unwrap_or_default(),
            asked: Arc::new(RapidAttackStudy { question, common: Arc::clone(self.common) }),
        })
    }

    fn frame(&self, text: &At<String>) -> Result<NamedFrame, InputError> {
        let at = |error: InputError| error.or_at(self.file, text.span.clone());
        let loadout = loadout_of(&text.value, self.rules).map_err(at)?;
        let archetype = archetypes().iter().find(|known| known.name.eq_ignore_ascii_case(text.value.trim()));
        let name = archetype.map_or_else(|| loadout.to_string(), |archetype| archetype.name.clone());
        Ok(NamedFrame { name, frame: Frame::new(loadout, self.rules) })
    }

    /// Frames by loadout, archetype, or the whole roster, as written.
    fn frames(&self, texts: &At<Vec<At<String>>>) -> Result<Vec<NamedFrame>, InputError> {
        let mut frames = Vec::new();
        for text in some_of(self.file, texts, "frame", MAX_FRAMES)? {
            if text.value.trim() == ALL_ARCHETYPES {
                for archetype in archetypes() {
                    frames.push(self.frame(&At { value: archetype.name.clone(), span: text.span.clone() })?);
                }
            } else {
                frames.push(self.frame(text)?);
            }
        }
        Ok(frames)
    }

    /// As [`Checker::frames`], each once: a study answers no question twice.
    fn distinct_frames(&self, texts: &At<Vec<At<String>>>) -> Result<Vec<NamedFrame>, InputError> {
        Ok(distinct(self.frames(texts)?))
    }

    /// The checked entries of a list, each once; `default` where there is no list.
    fn list<T, U: PartialEq>(
        &self,
        list: &Option<At<Vec<T>>>,
        what: &str,
        default: Vec<U>,
        check: impl Fn(&T) -> Result<U, InputError>,
    ) -> Result<Vec<U>, InputError> {
        let Some(list) = list else { return Ok(default) };
        let listed = some_of(self.file, list, what, MAX_FRAMES)?;
        Ok(distinct(listed.iter().map(check).collect::<Result<Vec<U>, InputError>>()?))
    }

    fn whites(&self, whites: &At<u8>) -> Result<u8, InputError> {
        within(self.file, whites, "whites", 0, self.rules.frame.whites)
    }

    fn pool(&self, text: &At<String>) -> Result<Pool, InputError> {
        text.value.parse().map_err(|error| InputError::at(self.file, text.span.clone(), error))
    }

    fn frames_study(&self, raw: RawFrames, number: usize) -> Result<Study, InputError> {
        let kind = Question::Frames(self.distinct_frames(&raw.frames)?);
        self.named(Heading { name: raw.name, title: raw.title, text: raw.text }, "Frames", number, kind)
    }

    fn companies(&self, raw: RawCompanies, number: usize) -> Result<Study, InputError> {
        let mut companies: Vec<Company> = Vec::new();
        let listed = some_of(self.file, &raw.companies, "company", MAX_COMPANIES)?;
        let all: usize = listed.iter().map(|company| company.frames.value.len()).sum();
        if all > MAX_FRAMES {
            let problem = format!("the companies have {all} frames; allowed: at most {MAX_FRAMES}");
            return Err(InputError::at(self.file, raw.companies.span.clone(), problem));
        }
        for company in listed {
            let name = not_empty(self.file, &company.name, "name")?;
            if companies.iter().any(|other| other.name == name) {
                let problem = format!("two companies are named `{name}`");
                return Err(InputError::at(self.file, company.name.span.clone(), problem));
            }
            companies.push(Company { name, frames: self.frames(&company.frames)? });
        }
        let kind = Question::Companies(companies);
        self.named(Heading { name: raw.name, title: raw.title, text: raw.text }, "Companies", number, kind)
    }

    fn attacks(&self, raw: RawAttacks, number: usize) -> Result<Study, InputError> {
        let all_ranges = Range::ALL.map(|(range, _)| range).to_vec();
        let no_spot = Spot { label: "none".to_owned(), dice: Pool::EMPTY };
        let study = AttacksStudy {
            attackers: self.distinct_frames(&raw.attackers)?,
            ranges: self.list(&raw.ranges, "range", all_ranges, |range| Ok(*range))?,
            whites: self.list(&raw.whites, "number", vec![0], |whites| self.whites(whites))?,
            rockets: self.optional(&raw.rockets, "rockets", 0, self.rules.rockets.per_frame)?,
            targets: self.distinct_frames(&raw.targets)?,
            target_whites: self.optional(&raw.target_whites, "target_whites", 0, self.rules.frame.whites)?,
            shelters: self.shelters(&raw.cover, &raw.covered_by)?,
            spots: self.list(&raw.spots, "spot", vec![no_spot], |text| self.spot(text))?,
            simulate: raw.simulate,
        };
        let pairs = study.attackers.len() * study.targets.len() * study.ranges.len() * study.whites.len();
        let rows = pairs * study.shelters.len() * study.spots.len();
        if rows > MAX_ROWS {
            let span = raw.attackers.span.clone();
            let problem = format!("the study has {rows} attacks; at most {MAX_ROWS} fit a table");
            return Err(InputError::at(self.file, span, problem));
        }
        let kind = Question::Attacks(study);
        self.named(Heading { name: raw.name, title: raw.title, text: raw.text }, "Attacks", number, kind)
    }

    fn optional(&self, found: &Option<At<u8>>, what: &str, default: u8, high: u8) -> Result<u8, InputError> {
        found.as_ref().map_or(Ok(default.min(high)), |found| within(self.file, found, what, 0, high))
    }

    fn shelters(&self, cover: &Option<At<Vec<At<u8>>>>, covered_by: &[At<String>]) -> Result<Vec<Shelter>, InputError> {
        let mut shelters = self.list(cover, "number of hits", Vec::new(), |hits| {
            let hits = within(self.file, hits, "cover", 0, MAX_COVER)?;
            Ok(if hits == 0 { Shelter::Open } else { Shelter::Terrain(hits) })
        })?;
        for frame in covered_by {
            shelters.push(Shelter::behind(&self.frame(frame)?.frame, self.rules));
        }
        if shelters.is_empty() {
            shelters.push(Shelter::Open);
        }
        Ok(distinct(shelters))
    }

    /// Dice, or the frame that spots with its own yellow dice.
    fn spot(&self, text: &At<String>) -> Result<Spot, InputError> {
        if let Ok(dice) = text.value.parse::<Pool>() {
            let label = if dice.is_empty() { "none".to_owned() } else { dice.to_string() };
            return Ok(Spot { label, dice });
        }
        let spotter = self.frame(text)?;
        Ok(Spot { dice: spotter.frame.spot_dice(0, self.rules), label: format!("by {}", spotter.name) })
    }

    fn loadouts(&self, place: std::ops::Range<usize>, raw: RawLoadouts, number: usize) -> Result<Study, InputError> {
        let at = |text: &At<String>| {
            let span = text.span.clone();
            move |error: InputError| error.or_at(self.file, span)
        };
        let span = raw.filters.last().map_or(0..0, |last| last.span.clone());
        at_most(raw.filters.len(), "where", MAX_CONDITIONS).map_err(|error| error.or_at(self.file, span))?;
        if let Some(scatter) = &raw.scatter {
            let span = scatter.span.clone();
            at_most(scatter.value.len(), "scatter", MAX_SCATTER).map_err(|error| error.or_at(self.file, span))?;
        }
        let filters = raw.filters.iter().map(|text| Filter::parse(&text.value).map_err(at(text)));
        let sort = raw.sort.as_ref().map(|text| SortKey::parse(&text.value).map_err(at(text)));
        let measure = |text: &At<String>| match MEASURES.contains(&text.value.as_str()) {
            true => Ok(text.value.clone()),
            false => Err(at(text)(InputError::unknown("measure", &text.value, MEASURES))),
        };
        let scatter =
            raw.scatter.iter().flat_map(|scatter| &scatter.value).map(|[x, y]| Ok((measure(x)?, measure(y)?)));
        let study = LoadoutsStudy {
            extras: Extras { split: raw.split, environment: raw.environment, rockets: raw.rockets },
            whites: self.optional(&raw.whites, "whites", 0, self.rules.frame.whites)?,
            filters: filters.collect::<Result<_, _>>()?,
            sort: sort.transpose()?,
            pareto_only: raw.pareto,
            top: raw.top.as_ref().map(|top| within(self.file, top, "top", 1, MAX_ROWS)).transpose()?,
            scatter: distinct(scatter.collect::<Result<_, InputError>>()?),
        };
        check_work(study.extras, self.rules, MOST_STATES_OF_A_STUDY)
            .map_err(|error| InputError::at(self.file, place, error).with_help(Some(TooManyStates::HELP)))?;
        self.named(
            Heading { name: raw.name, title: raw.title, text: raw.text },
            "Loadouts",
            number,
            Question::Loadouts(study),
        )
    }

    fn durability(&self, raw: RawDurability, number: usize) -> Result<Study, InputError> {
        let typical = &self.rules.typical_attack;
        let pool = |text: &Option<At<String>>, typical| text.as_ref().map_or(Ok(typical), |text| self.pool(text));
        let all_whites = (0..=self.rules.frame.whites.min(2)).collect();
        let cover_hits = self.optional(&raw.cover_hits, "cover_hits", 0, MAX_COVER)?;
        let study = DurabilityStudy {
            frames: self.distinct_frames(&raw.frames)?,
            whites: self.list(&raw.whites, "number", all_whites, |whites| self.whites(whites))?,
            attack: pool(&raw.attack, typical.attack)?,
            spot: pool(&raw.spot, typical.spot)?,
            chart: run_chart(raw.chart.as_ref().map(|chart| chart.value), cover_hits)
                .map_err(|error| self.situation(&raw.chart, &raw.cover_hits, error))?,
            cover_hits,
            objective: raw.objective.map_or(Ok(Default::default()), |objective| {
                self.not_negative(&objective, &objective.value.weights()).map(|()| objective.value)
            })?,
            attacks: raw.attacks.as_ref().map_or(Ok(12), |attacks| within(self.file, attacks, "attacks", 1, 100))?,
            simulate: raw.simulate,
        };
        let curves = study.frames.len() * study.whites.len();
        if curves > MAX_CURVES {
            let problem = format!("the study has {curves} curves, frames by whites; allowed: at most {MAX_CURVES}");
            return Err(InputError::at(self.file, raw.frames.span, problem));
        }
        self.named(
            Heading { name: raw.name, title: raw.title, text: raw.text },
            "Durability",
            number,
            Question::Durability(study),
        )
    }

    /// A mistake of chart and cover, at whichever of them was written.
    fn situation(&self, chart: &Option<At<ChartName>>, hits: &Option<At<u8>>, error: SituationError) -> InputError {
        let span = chart.as_ref().map(|chart| chart.span.clone()).or(hits.as_ref().map(|hits| hits.span.clone()));
        InputError::at(self.file, span.unwrap_or(0..0), error)
    }

    fn not_negative<T>(&self, table: &At<T>, weights: &[(&str, f64)]) -> Result<(), InputError> {
        match weights.iter().find(|(_, weight)| !(0.0..=MAX_WEIGHT).contains(weight)) {
            None => Ok(()),
            Some((name, weight)) => {
                let problem = format!("weight `{name}` is {weight}; allowed: 0 or more, up to {MAX_WEIGHT}");
                Err(InputError::at(self.file, table.span.clone(), problem))
            }
        }
    }

    fn assignment(&self, raw: RawAssignment, number: usize) -> Result<Study, InputError> {
        let cover_hits =
            raw.cover_hits.as_ref().map(|hits| within(self.file, hits, "cover_hits", 0, MAX_COVER)).transpose()?;
        let chart = raw.chart.as_ref().map(|chart| chart.value);
        let (chart, shelter) = chart_and_shelter(raw.range, chart, cover_hits, self.rules)
            .map_err(|error| self.situation(&raw.chart, &raw.cover_hits, error))?;
        let weights = raw.weights.map_or(Ok(Default::default()), |weights| {
            self.not_negative(&weights, &weights.value.named()).map(|()| weights.value)
        })?;
        let study = AssignmentStudy {
            frames: self.distinct_frames(&raw.frames)?,
            range: raw.range,
            chart,
            shelter,
            target_defense: within(self.file, &raw.target_defense, "target_defense", 0, 20)?,
            rockets: self.optional(&raw.rockets, "rockets", 0, self.rules.rockets.per_frame)?,
            weights,
        };
        TooManyRolls::check(rolls(&study, self.rules), MOST_ROLLS_OF_A_STUDY).map_err(|error| {
            InputError::at(self.file, raw.frames.span.clone(), error).with_help(Some(TooManyRolls::HELP))
        })?;
        self.named(
            Heading { name: raw.name, title: raw.title, text: raw.text },
            "Best play after the roll",
            number,
            Question::Assignment(study),
        )
    }
}

/// The entries of a list, each where it first stands.
fn distinct<T: PartialEq>(list: Vec<T>) -> Vec<T> {
    list.into_iter().fold(Vec::new(), |mut kept, entry| {
        if !kept.contains(&entry) {
            kept.push(entry);
        }
        kept
    })
}
