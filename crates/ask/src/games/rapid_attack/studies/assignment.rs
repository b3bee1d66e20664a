//! Comparison of best play after the roll with rules of thumb.

use super::{Checker, NamedFrame};
use super::{raw::RawAssignment, summary::turns};
use hitchart_config::words::counted;
use hitchart_config::{InputError, within};
use hitchart_lab::study::{Answer, ExactStudy, Study, Written};
use hitchart_rapid_attack::assignment::{AssignedTurn, MOST_ROLLS_OF_A_STUDY, TooManyRolls, Weights, rules_of_thumb};
use hitchart_rapid_attack::attack::{MAX_COVER, Shelter, chart_and_shelter};
use hitchart_rapid_attack::loadout::Range;
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::Table;
use std::sync::Arc;

/// Best play after the roll.
#[derive(Clone, Debug)]
pub(crate) struct AssignmentStudy {
    pub rules: Arc<Ruleset>,
    pub frames: Vec<NamedFrame>,
    pub range: Range,
    pub chart: ChartName,
    pub shelter: Shelter,
    pub target_defense: u8,
    pub rockets: u8,
    pub weights: Weights,
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawAssignment = written.read()?;
    let cover_hits =
        raw.cover_hits.as_ref().map(|hits| within(checker.file, hits, "cover_hits", 0, MAX_COVER)).transpose()?;
    let chart = raw.chart.as_ref().map(|chart| chart.value);
    let (chart, shelter) = chart_and_shelter(raw.range, chart, cover_hits, checker.rules)
        .map_err(|error| checker.situation(&raw.chart, &raw.cover_hits, error))?;
    let weights = raw.weights.map_or(Ok(Default::default()), |weights| {
        checker.not_negative(&weights, &weights.value.named()).map(|()| weights.value)
    })?;
    let study = AssignmentStudy {
        rules: checker.rules(),
        frames: checker.distinct_frames(&raw.frames)?,
        range: raw.range,
        chart,
        shelter,
        target_defense: within(checker.file, &raw.target_defense, "target_defense", 0, 20)?,
        rockets: checker.optional(&raw.rockets, "rockets", 0, checker.rules.rockets.per_frame)?,
        weights,
    };
    TooManyRolls::check(rolls(&study), MOST_ROLLS_OF_A_STUDY).map_err(|error| {
        InputError::at(checker.file, raw.frames.span.clone(), error).with_help(Some(TooManyRolls::HELP))
    })?;
    Ok(Arc::new(ExactStudy::new(move |name| answer(name, &study))))
}

/// Expected value of a turn under best play and under each rule of thumb.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    pub best: f64,
    /// Name and expected value of each rule of thumb.
    pub rules: Vec<(&'static str, f64)>,
}

/// Computes the exact expected value of a turn over all rolls.
pub(crate) fn worth(turn: &AssignedTurn, rules: &Ruleset) -> Worth {
    let choice = turn.choice(rules);
    let by_rule = rules_of_thumb().into_iter().map(|(name, rule)| (name, choice.expected_by_rule(&rule)));
    Worth { best: choice.expected_best(), rules: by_rule.collect() }
}

/// Returns the turn of a frame of the study.
fn turn(frame: &NamedFrame, asked: &AssignmentStudy) -> AssignedTurn {
    AssignedTurn {
        frame: frame.frame,
        range: asked.range,
        target_defense: asked.target_defense,
        chart: asked.chart,
        shelter: asked.shelter,
        rockets: asked.rockets.min(frame.frame.loadout.rockets()),
        gap: 0.0,
        weights: asked.weights,
    }
}

/// Counts the rolls that the study evaluates.
fn rolls(asked: &AssignmentStudy) -> u64 {
    let rules = &asked.rules;
    let each = asked.frames.iter().map(|frame| turn(frame, asked).choice(rules).rolls());
    each.fold(0, u64::saturating_add)
}

/// Returns a table of all frames and a heat map of regret.
fn answer(name: &str, asked: &AssignmentStudy) -> Answer {
    let rules = &asked.rules;
    let worths: Vec<Worth> = asked.frames.iter().map(|frame| worth(&turn(frame, asked), rules)).collect();
    let regrets = regret_table(name, &asked.frames, &worths);
    let figure = Figure::new(
        format!("{name}-regret"),
        "Regret of rules of thumb",
        format!(
            "Heat map of what each of {} rules of thumb loses against best play, for {}; the numbers are in the \
             table {name}-worth.",
            rules_of_thumb().len(),
            counted(asked.frames.len() as u64, "frames")
        ),
        FigureKind::heat_map(["frame", "rule", "regret"], "regret"),
    );
    let figures = if asked.frames.len() > 1 { vec![(figure, regrets.clone())] } else { Vec::new() };
    let tables = vec![table(name, asked, &worths), regrets];
    let mut answer = Answer { tables, figures, ..Answer::default() };
    turns(&mut answer, &asked.frames, &worths);
    answer
}

fn table(name: &str, asked: &AssignmentStudy, worths: &[Worth]) -> Table {
    let weights: Vec<String> =
        asked.weights.named().iter().map(|(name, weight)| format!("{name} {weight:.4}")).collect();
    let note = format!(
        "Exact over all rolls, at {} range, chart {}, target defense {}. Worth: {} (damage dealt, minus damage of one \
         typical attack on the defense chosen, plus pips of spot and movement).",
        asked.range.name(),
        asked.chart.name(),
        asked.target_defense,
        weights.join(", "),
    );
    let table = Table::new(format!("{name}-worth"), "Expected worth of a turn", note)
        .text("frame", "Frame", asked.frames.iter().map(|frame| &frame.name))
        .text("loadout", "Loadout", asked.frames.iter().map(|frame| frame.frame.loadout.to_string()))
        .number("best", "Best play", 4, worths.iter().map(|worth| worth.best));
    rules_of_thumb().iter().enumerate().fold(table, |table, (i, (rule, _))| {
        table.number(&rule.replace('-', "_"), rule, 4, worths.iter().map(|worth| worth.rules[i].1))
    })
}

fn regret_table(name: &str, frames: &[NamedFrame], worths: &[Worth]) -> Table {
    let rows = || {
        let pairs = frames.iter().zip(worths);
        pairs.flat_map(|(frame, worth)| worth.rules.iter().map(move |(rule, value)| (frame, *rule, worth.best - value)))
    };
    Table::new(
        format!("{name}-regret"),
        "Regret",
        "What each rule of thumb loses against best play, in the same worth.",
    )
    .text("frame", "Frame", rows().map(|(frame, ..)| &frame.name))
    .text("rule", "Rule of thumb", rows().map(|(_, rule, _)| rule))
    .number("regret", "Regret", 3, rows().map(|(.., regret)| regret))
}
