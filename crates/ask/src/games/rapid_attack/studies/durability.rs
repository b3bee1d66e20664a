//! Durability of frames, and exact duels of loadouts.
//!
//! Durability is computed by formula, with a fixed defense, with attrition, and in a run of attacks on cover. The duels
//! of every loadout with every other are a tournament without games, with the same analysis of a matrix without noise.

pub(crate) use super::summary::stands as sentence;

use super::raw::{RawDurability, RawTournament};
use super::summary::durabilities;
use super::{Checker, NamedFrame, sampled};
use hitchart_config::words::counted;
use hitchart_config::{At, InputError, within};
use hitchart_dice::exact::{SeriesOdds, series};
use hitchart_dice::{Pool, plan::SeriesPlan};
use hitchart_lab::metagame::{Square, analyse_exact, answer};
use hitchart_lab::runner::{AttackTally, Job, Plan};
use hitchart_lab::study::{Answer, Run, RunCounts, Study, Written, agreement};
use hitchart_lab::tournament::MAX_ENTRANTS;
use hitchart_lab::tournament::RawPlan;
use hitchart_rapid_attack::attack::{self, MAX_COVER, Shelter, check_range, run_chart};
use hitchart_rapid_attack::durability::{Duels, Durability, Objective, Ordeal, durability};
use hitchart_rapid_attack::loadout::Range;
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::Table;
use hitchart_stats::{LEVEL, proportion};
use rayon::prelude::*;
use std::sync::Arc;

// Durability of frames.

/// Most curves of a study: one per frame and number of whites.
const MAX_CURVES: usize = 2_000;

/// Durability of frames.
#[derive(Clone, Debug)]
pub(crate) struct DurabilityStudy {
    pub rules: Arc<Ruleset>,
    pub frames: Vec<NamedFrame>,
    /// Numbers of whites given to defense, one answer each.
    pub whites: Vec<u8>,
    pub attack: Pool,
    pub spot: Pool,
    pub chart: ChartName,
    /// Hits of the cover in the run of attacks; 0 in the open.
    pub cover_hits: u8,
    pub objective: Objective,
    /// Number of attacks listed and simulated.
    pub attacks: u8,
    pub simulate: bool,
}

impl DurabilityStudy {
    /// Returns the dice of an attack and of its spot, with the pips that the ruleset adds.
    pub(super) fn dice(&self) -> [String; 2] {
        let modifiers = &self.rules.modifiers;
        [self.attack.with_pips(modifiers.attack), self.spot.with_pips(modifiers.spot)]
    }
}

/// Checks the study.
pub(super) fn check_durability(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawDurability = written.read()?;
    let typical = &checker.rules.typical_attack;
    let pool = |text: &Option<At<String>>, typical| text.as_ref().map_or(Ok(typical), |text| checker.pool(text));
    let most_whites = if checker.rules.defense.whites { checker.rules.frame.whites.min(2) } else { 0 };
    let all_whites = (0..=most_whites).collect();
    let cover_hits = checker.optional(&raw.cover_hits, "cover_hits", 0, MAX_COVER)?;
    let study = DurabilityStudy {
        rules: checker.rules(),
        frames: checker.distinct_frames(&raw.frames)?,
        whites: checker.list(&raw.whites, "number", all_whites, |whites| checker.whites(whites))?,
        attack: pool(&raw.attack, typical.attack)?,
        spot: pool(&raw.spot, typical.spot)?,
        chart: run_chart(raw.chart.as_ref().map(|chart| chart.value), cover_hits)
            .map_err(|error| checker.situation(&raw.chart, &raw.cover_hits, error))?,
        cover_hits,
        objective: raw.objective.map_or(Ok(Default::default()), |objective| {
            checker.not_negative(&objective, &objective.value.weights()).map(|()| objective.value)
        })?,
        attacks: raw.attacks.as_ref().map_or(Ok(12), |attacks| within(checker.file, attacks, "attacks", 1, 100))?,
        simulate: raw.simulate,
    };
    let curves = study.frames.len() * study.whites.len();
    if curves > MAX_CURVES {
        let problem = format!("the study has {curves} curves, frames by whites; allowed: at most {MAX_CURVES}");
        return Err(InputError::at(checker.file, raw.frames.span, problem));
    }
    Ok(Arc::new(study))
}

impl Study for DurabilityStudy {
    fn next_jobs(&self, run: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        if self.simulate { sampled(run, plans(run.name, self)) } else { Vec::new() }
    }

    fn is_sampled(&self) -> bool {
        self.simulate
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        answer_durability(name, self, counted)
    }
}

/// The durability of one frame with a number of whites on defense.
pub(crate) struct Case<'a> {
    pub frame: &'a NamedFrame,
    /// Number of whites on defense.
    pub whites: u8,
    pub worn: Durability,
    /// The run of attacks, which hit the cover first.
    pub plan: SeriesPlan,
    pub run: SeriesOdds,
}

impl Case<'_> {
    fn label(&self) -> String {
        format!("{}, {}W", self.frame.name, self.whites)
    }

    fn job(&self, study: &str) -> String {
        format!("{study}/{}", self.label())
    }
}

fn cases(asked: &DurabilityStudy) -> Vec<Case<'_>> {
    let pairs = asked.frames.iter().flat_map(|frame| asked.whites.iter().map(move |whites| (frame, *whites)));
    pairs.map(|(frame, whites)| case(frame, whites, asked)).collect()
}

/// Computes the three durabilities of a frame in the open (or hand-to-hand), and its run of attacks, which begins in
/// cover.
pub(crate) fn case<'a>(frame: &'a NamedFrame, whites: u8, asked: &DurabilityStudy) -> Case<'a> {
    let rules = &asked.rules;
    let open = if asked.chart == ChartName::Cover { ChartName::Open } else { asked.chart };
    let ordeal = Ordeal { attack: asked.attack, spot: asked.spot, chart: open, whites };
    let worn = durability(&frame.frame, &ordeal, &asked.objective, asked.attacks.into(), rules);
    let dice = (asked.attack, asked.spot);
    let plan = attack::series(dice, asked.chart, asked.cover_hits, &worn.states, whites, asked.attacks, rules);
    let run = series(&plan);
    Case { frame, whites, worn, plan, run }
}

/// Returns one run of attacks for each frame and number of whites, by name.
fn plans(name: &str, asked: &DurabilityStudy) -> Vec<(String, Plan)> {
    cases(asked).iter().map(|case| (case.job(name), Plan::Series(case.plan.clone()))).collect()
}

/// Returns the comparison of the three durabilities, and the survival curves.
fn answer_durability(name: &str, asked: &DurabilityStudy, counted: &RunCounts) -> Answer {
    let cases = cases(asked);
    let names: Vec<String> = cases.iter().map(|case| case.job(name)).collect();
    let tallies: Vec<AttackTally> = names.iter().filter_map(|name| counted.of(name)).collect();
    let tallies: Vec<&AttackTally> = tallies.iter().collect();
    let mut answer = Answer::default();
    let mut curves = curve_table(name, asked, &cases);
    let mut table = comparison(name, asked, &cases);
    if tallies.len() == cases.len() && !tallies.is_empty() {
        let tests = names.iter().zip(&tallies).zip(&cases);
        let (p_values, warnings) =
            agreement(tests.map(|((name, tally), case)| (name.as_str(), *tally, case.run.joint.as_slice())));
        answer.warnings = warnings;
        table = table
            .count("n", "N simulated", tallies.iter().map(|tally| tally.samples))
            .number("p_value", "p (Holm)", 3, p_values);
        curves = with_simulation(curves, &tallies);
    }
    let grouped = grouped_curves(name, &cases);
    let figure = figure(name, asked, grouped.rows() / (usize::from(asked.attacks) + 1));
    answer.figures.push((figure, grouped));
    answer.tables = vec![table, curves];
    durabilities(&mut answer, &cases, asked);
    answer
}

fn comparison(name: &str, asked: &DurabilityStudy, cases: &[Case<'_>]) -> Table {
    let place = match asked.cover_hits {
        0 => String::new(),
        hits => format!(" The run of attacks begins in cover of {}.", counted(hits as u64, "hits")),
    };
    let [attack, spot] = asked.dice();
    let spot = if spot.is_empty() { "no spot".to_owned() } else { format!("a spot of {spot}") };
    let weights: Vec<String> = asked
        .objective
        .weights()
        .iter()
        .filter(|(_, weight)| *weight > 0.0)
        .map(|(name, weight)| format!("{name} {weight}"))
        .collect();
    let note = format!(
        "Attacks of {attack} with {spot}. Formula: the Handbook's, exact and as its app rounds it. Fixed, attrition: exact mean \
         number of attacks up to the one that destroys, with a defense that never wears and with one that goes with its \
         systems. The owner gives up systems so as to keep the most of: {}.{place} Stands: after {} of that run.",
        weights.join(", "),
        counted(asked.attacks as u64, "attacks"),
    );
    let formula = |pick: fn((f64, f64)) -> f64| cases.iter().map(move |case| case.worn.formula.map(pick));
    let stands = |case: &Case<'_>| case.run.alive_after.last().copied();
    Table::new(format!("{name}-durability"), "Durability", note)
        .text("frame", "Frame", cases.iter().map(|case| &case.frame.name))
        .text("loadout", "Loadout", cases.iter().map(|case| case.frame.frame.loadout.to_string()))
        .count("whites", "Whites on defense", cases.iter().map(|case| u64::from(case.whites)))
        .count("hit_points", "Hits", cases.iter().map(|case| case.frame.frame.hit_points() as u64))
        .number("formula", "Formula", 3, formula(|(exact, _)| exact))
        .number("handbook", "Handbook", 2, formula(|(_, handbook)| super::frames::rounded(handbook)))
        .number("fixed", "Fixed", 3, cases.iter().map(|case| case.worn.fixed.mean_attacks))
        .number("attrition", "Attrition", 3, cases.iter().map(|case| case.worn.attrition.mean_attacks))
        .text("order", "Best order of loss", cases.iter().map(|case| case.worn.order()))
        .number("stands", "Stands", 4, cases.iter().map(stands))
}

/// Returns a table of the probability of survival after each number of attacks, by frame and whites.
fn curve_table(name: &str, asked: &DurabilityStudy, cases: &[Case<'_>]) -> Table {
    let rows = || cases.iter().flat_map(|case| (0..=usize::from(asked.attacks)).map(move |n| (case, n)));
    let curve = |pick: for<'c> fn(&'c Case<'_>) -> &'c [f64]| rows().map(move |(case, n)| pick(case).get(n).copied());
    let note = "Exact probability that the frame stands after so many attacks: with a fixed defense, with attrition and \
                the best choice of losses, and in the run of attacks (fixed order of losses, cover first where there is \
                some).";
    Table::new(format!("{name}-curves"), "Survival curves", note)
        .text("frame", "Frame", rows().map(|(case, _)| case.label()))
        .count("attacks", "Attacks", rows().map(|(_, n)| n as u64))
        .number("fixed", "Fixed", 6, curve(|case| &case.worn.fixed.alive_after))
        .number("attrition", "Attrition", 6, curve(|case| &case.worn.attrition.alive_after))
        .number("run", "Run", 6, curve(|case| &case.run.alive_after))
}

fn with_simulation(table: Table, tallies: &[&AttackTally]) -> Table {
    let estimates: Vec<_> = tallies
        .iter()
        .flat_map(|tally| tally.alive_after.iter().map(|alive| proportion(*alive, tally.samples, LEVEL)))
        .collect();
    table.estimates(["simulated", "interval"], "Simulated run", 6, estimates.iter().copied()).count(
        "n",
        "N",
        estimates.iter().map(|estimate| estimate.n),
    )
}

/// Returns the survival curves of the run, with equal curves drawn once. Only blue dice and hits protect a frame, so
/// curves of different frames are often equal.
fn grouped_curves(name: &str, cases: &[Case<'_>]) -> Table {
    let mut groups: Vec<(&[f64], Vec<&Case<'_>>)> = Vec::new();
    for case in cases {
        let curve = case.run.alive_after.as_slice();
        let alike = |other: &[f64]| other.iter().zip(curve).all(|(a, b)| (a - b).abs() < 1e-9);
        match groups.iter_mut().find(|(other, _)| alike(other)) {
            Some((_, alike)) => alike.push(case),
            None => groups.push((curve, vec![case])),
        }
    }
    groups.sort_by(|(a, _), (b, _)| b.iter().sum::<f64>().total_cmp(&a.iter().sum::<f64>()));
    let groups: Vec<(&[f64], String)> = groups.into_iter().map(|(curve, alike)| (curve, names_of(&alike))).collect();
    let rows = || groups.iter().flat_map(|(curve, names)| curve.iter().enumerate().map(move |p| (names, p)));
    Table::new(format!("{name}-survival"), "Survival", "")
        .text("series", "Frames", rows().map(|(names, _)| names.as_str()))
        .count("attacks", "Attacks", rows().map(|(_, (n, _))| n as u64))
        .number("alive", "Stands", 4, rows().map(|(_, (_, alive))| *alive))
}

/// Names all frames of a curve so that a reader finds each. The number of white dice is written once if all have the
/// same.
fn names_of(alike: &[&Case<'_>]) -> String {
    let whites = alike.first().map_or(0, |case| case.whites);
    if alike.iter().all(|case| case.whites == whites) {
        let names: Vec<&str> = alike.iter().map(|case| case.frame.name.as_str()).collect();
        return format!("{} ({whites}W)", names.join(", "));
    }
    alike.iter().map(|case| case.label()).collect::<Vec<_>>().join("; ")
}

fn figure(name: &str, asked: &DurabilityStudy, curves: usize) -> Figure {
    let hits = asked.cover_hits as u64;
    let place = if hits > 0 { format!(", from cover of {}", counted(hits, "hits")) } else { String::new() };
    Figure::new(
        format!("{name}-survival"),
        format!("Probability of standing after each number of attacks{place}"),
        format!(
            "Survival curves ({curves}) over {}, frames that wear alike drawn as one; the numbers are in the table \
             {name}-curves.",
            counted(asked.attacks as u64, "attacks")
        ),
        FigureKind::shares(["series", "attacks", "alive"], "attacks", "Still standing"),
    )
}

// Exact duels.

/// Most hits of cover.
const MOST_COVER: u8 = 20;

/// Exact duels.
#[derive(Clone, Debug)]
pub(crate) struct OutlastStudy {
    frames: Vec<NamedFrame>,
    range: Range,
    shelter: Shelter,
    rules: Arc<Ruleset>,
}

/// Checks the study.
pub(crate) fn check_outlast(
    checker: &Checker<'_>,
    plan: &RawPlan,
    raw: &RawTournament,
    range: &At<Range>,
) -> Result<Arc<dyn Study>, InputError> {
    let at = |span: &std::ops::Range<usize>, problem: &str| Err(InputError::at(checker.file, span.clone(), problem));
    check_range(range.value, checker.rules).map_err(|error| InputError::at(checker.file, range.span.clone(), error))?;
    let Some(loadouts) = &raw.loadouts else {
        return at(&range.span, "exact duels are between `loadouts`; name them");
    };
    let of_games = [
        plan.games.as_ref().map(|games| (&games.span, "games")),
        raw.companies.as_ref().map(|companies| (&companies.span, "companies")),
        raw.template.as_ref().map(|template| (&template.span, "template")),
        raw.replaces.as_ref().map(|replaces| (&replaces.span, "replaces")),
        raw.policies.as_ref().map(|policies| (&policies.span, "policies")),
        raw.field.as_ref().map(|field| (&field.span, "field")),
        plan.format.as_ref().map(|format| (&format.span, "format")),
        plan.aim.as_ref().map(|aim| (&aim.span, "aim")),
        plan.rounds.as_ref().map(|rounds| (&rounds.span, "rounds")),
        plan.margin.as_ref().map(|margin| (&margin.span, "margin")),
    ];
    if let Some((span, key)) = of_games.into_iter().flatten().next() {
        return at(span, &format!("`{key}` is of games; `exact` duels are computed"));
    }
    let frames = checker.distinct_frames(loadouts)?;
    if !(2..=MAX_ENTRANTS).contains(&frames.len()) {
        return at(
            &loadouts.span,
            &format!("{}; allowed: 2 to {MAX_ENTRANTS}", counted(frames.len() as u64, "different loadouts")),
        );
    }
    let shelter = match checker.optional(&raw.cover, "cover", 0, MOST_COVER)? {
        0 => Shelter::Open,
        hits => Shelter::Terrain(hits),
    };
    Ok(Arc::new(OutlastStudy { frames, range: range.value, shelter, rules: checker.rules() }))
}

impl Study for OutlastStudy {
    fn answer(&self, name: &str, _: &RunCounts) -> Answer {
        let frames: Vec<_> = self.frames.iter().map(|named| named.frame).collect();
        let duels = Duels::new(&frames, self.range, self.shelter, &self.rules);
        let won: Vec<f64> = duels.pairs().par_iter().map(|(a, b)| duels.won(*a, *b)).collect();
        let chances = duels.chances(&won);
        let names = self.frames.iter().map(|named| named.name.clone()).collect();
        let shares = Square::from_fn(frames.len(), |row, column| chances[row][column].clamp(0.0, 1.0));
        let mut answer = answer(&analyse_exact(names, &shares), name);
        let place = match self.shelter {
            Shelter::Open => "in the open".to_owned(),
            shelter => format!("in cover ({})", shelter.label()),
        };
        answer.said.push(format!(
            "Exact: chances to outlast one another in duels at {} range {place}, in turns and without moving; nothing was \
             sampled.",
            self.range.name()
        ));
        answer
    }
}
