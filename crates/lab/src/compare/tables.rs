//! Tables, figures and JSON of comparisons.

use super::effects::{Effect, EffectVerdict, SKILL_GAP};
use super::summary::label;
use super::{CellResult, CompareResults, CompareStudy};
use crate::study::{MetricUnit, bounded, bounds};
use hitchart_config::words::capitalised;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Field, Row, Table};
use hitchart_stats::Estimate;
use serde_json::{Value, json};
use std::{cmp::Ordering, collections::BTreeSet};

/// Maximum number of exact numbers in the table.
const MOST_EXACT: usize = 200;

/// A row of the effects: the block of results, and the effect.
pub type EffectRow<'a> = (&'a CellResult<'a>, &'a Effect);

/// Returns all effects: those with a margin first, then by p-value.
pub(super) fn rows<'a>(played: &'a [CellResult<'a>]) -> Vec<EffectRow<'a>> {
    let mut rows: Vec<EffectRow<'a>> =
        played.iter().flat_map(|played| played.effects.iter().map(move |effect| (played, effect))).collect();
    let key = |row: &EffectRow<'a>| (row.1.margin.is_none(), row.1.p_adjusted, row.1.p);
    rows.sort_by(|a, b| {
        let ((a_margin, a_adjusted, a_p), (b_margin, b_adjusted, b_p)) = (key(a), key(b));
        a_margin.cmp(&b_margin).then(a_adjusted.total_cmp(&b_adjusted)).then(a_p.total_cmp(&b_p))
    });
    rows
}

/// Returns the same number of other rungs, under the same change in the same study.
pub(super) fn rungs<'a>(of: EffectRow<'a>, played: &'a [CellResult<'a>]) -> impl Iterator<Item = EffectRow<'a>> {
    let (place, quantity) = ((of.0.study, of.0.changed), &of.1.quantity);
    let same = move |other: &&CellResult<'a>| (other.study, other.changed) == place;
    played.iter().filter(same).filter_map(move |other| {
        let found = other.effects.iter().find(|effect| {
            let same = effect.quantity.of == quantity.of
                || effect.also.contains(&quantity.of)
                || seat(&quantity.of).is_some_and(|own| seat(&effect.quantity.of) == Some(own));
            effect.quantity.metric == quantity.metric && same
        });
        Some((other, found?))
    })
}

/// Returns the number of a policy at the table, such as `1` of `policy 1 greedy`. Every rung has other policies.
fn seat(of: &str) -> Option<&str> {
    of.strip_prefix("policy ")?.split(' ').next()
}

/// Returns the rungs that do not show an effect: those with a move in the other direction, and those without a move.
pub(super) fn disagreeing<'a>(of: EffectRow<'a>, played: &'a [CellResult<'a>]) -> [Vec<&'a str>; 2] {
    let up = |effect: &Effect| effect.estimate.point > 0.0;
    let (moved, still): (Vec<EffectRow<'a>>, Vec<EffectRow<'a>>) =
        rungs(of, played).partition(|row| row.1.verdict == EffectVerdict::Moved);
    let other = moved.into_iter().filter(|row| up(row.1) != up(of.1));
    [other.map(|row| row.0.rung).collect(), still.into_iter().map(|row| row.0.rung).collect()]
}

/// Returns true if the number moved in the same direction with the players of every rung. `None` unless at least two
/// rungs count the number. `None` for a gap, which is between two rungs.
pub(super) fn is_robust<'a>(of: EffectRow<'a>, study: &CompareStudy, played: &'a [CellResult<'a>]) -> Option<bool> {
    if of.1.quantity.metric == SKILL_GAP {
        return None;
    }
    let asked: BTreeSet<&str> = study.cells.iter().map(|cell| cell.rung.as_str()).collect();
    let counting: BTreeSet<&str> = rungs(of, played).map(|row| row.0.rung).collect();
    let [other, still] = disagreeing(of, played);
    (counting.len() > 1).then(|| counting == asked && other.is_empty() && still.is_empty())
}

/// Returns the table of verdicts on the numbers that matter: moved, same or undecided.
pub(super) fn verdicts(name: &str, study: &CompareStudy, played: &[CellResult<'_>]) -> Table {
    let rows: Vec<EffectRow<'_>> = rows(played).into_iter().filter(|row| row.1.margin.is_some()).collect();
    let note = "Same: shown to lie within the margin by two one-sided tests at 5%. So the 90% interval lies within it; the \
                table has 95% intervals, which are wider. Games to decide: games needed for a 90% chance of a verdict, if the \
                effect is as large as it looks. Adjusted p: chance of such a difference if the rule did nothing, corrected \
                for multiple tests (Holm). The intervals are not corrected for them."
        .to_owned();
    let table = Table::new(format!("{name}-verdicts"), "Numbers that matter", note);
    table.of(&lines(study, played, rows))
}

/// Returns the table of every number that was counted.
pub(super) fn effects(name: &str, study: &CompareStudy, played: &[CellResult<'_>]) -> Table {
    let rows = rows(played);
    let note =
        "Every number under both rulesets, on common random numbers. The intervals allow for all looks at the games. \
                Adjusted p: chance of such a difference if the rule did nothing, corrected for multiple tests (Holm for numbers with a margin, \
                Benjamini and Hochberg for the others)."
            .to_owned();
    let table = Table::new(format!("{name}-effects"), "All effects", note).of(&lines(study, played, rows));
    table.without("allowance").without("enough")
}

/// An effect, with what its row tells of it.
struct EffectLine<'a> {
    study: &'a CompareStudy,
    all: &'a [CellResult<'a>],
    cell: &'a CellResult<'a>,
    effect: &'a Effect,
}

/// Returns the rows of effects.
fn lines<'a>(study: &'a CompareStudy, all: &'a [CellResult<'a>], rows: Vec<EffectRow<'a>>) -> Vec<EffectLine<'a>> {
    rows.into_iter().map(|(cell, effect)| EffectLine { study, all, cell, effect }).collect()
}

impl Row for EffectLine<'_> {
    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::text("ruleset", "Ruleset", |row| row.study.rulesets[row.cell.changed].clone()),
            Field::text("study", "Study", |row| row.cell.study.to_owned()),
            Field::text("rung", "Players", |row| row.cell.rung.to_owned()),
            Field::text("metric", "Metric", |row| row.effect.quantity.metric.clone()),
            Field::json_only("of", |row| row.effect.quantity.of.clone().into()),
            Field::json_only("also", |row| row.effect.also.clone().into()),
            Field::text("whose", "Of", |row: &Self| row.effect.whose()).table_only(),
            Field::number("before", "Before", 3, |row: &Self| Some(row.effect.means[0])).keyed("baseline"),
            Field::number("after", "After", 3, |row: &Self| Some(row.effect.means[1])).keyed("changed"),
            Field::number("effect", "Effect", 4, |row| Some(row.effect.estimate.point)),
            Field::interval("effect_interval", "95% interval", 4, |row: &Self| bounded(&row.effect.estimate))
                .table_only(),
            Field::json_only("interval", |row| json!(bounds(&row.effect.estimate))),
            Field::json_only("p", |row| row.effect.p.into()),
            Field::number("p_adjusted", "Adjusted p", 4, |row| Some(row.effect.p_adjusted)),
            Field::text("verdict", "Verdict", |row| row.effect.verdict.name().to_owned()),
            Field::flag("robust", "Robust", |row: &Self| is_robust((row.cell, row.effect), row.study, row.all))
                .means("", "The number moved with all policies, with the same sign; empty with fewer than two rungs"),
            Field::count("n", "N", |row| Some(row.effect.estimate.n)),
            Field::number("allowance", "Margin", 3, |row: &Self| row.effect.margin).keyed("margin"),
            Field::count("enough", "Games to decide", |row| row.effect.enough()),
        ]
    }
}

/// Returns the table of exact numbers that differ.
pub(super) fn exact(name: &str, study: &CompareStudy) -> Table {
    const PART: &str = ", as a part of the larger of the two values";
    let all = study.known.changes();
    let note = match all.len() {
        0 => "No exact number differs.".to_owned(),
        many if many > MOST_EXACT => format!("The {MOST_EXACT} of {many} numbers that changed most{PART}."),
        _ => format!("All exact numbers that differ. First come those that changed most{PART}."),
    };
    let rows = &all[..all.len().min(MOST_EXACT)];
    let change = |values: [Option<f64>; 2]| Some(values[1]? - values[0]?);
    Table::new(format!("{name}-exact"), "Exact numbers that differ", note)
        .text("ruleset", "Ruleset", rows.iter().map(|row| study.rulesets[row.changed].as_str()))
        .text("measure", "Measure", rows.iter().map(|row| row.measure))
        .text("item", "Of", rows.iter().map(|row| row.item.as_str()))
        .number("before", "Before", 4, rows.iter().map(|row| row.values[0]))
        .number("after", "After", 4, rows.iter().map(|row| row.values[1]))
        .number("effect", "Effect", 4, rows.iter().map(|row| change(row.values)))
}

/// Maximum numbers of each ruleset in the figure.
const SHOWN: usize = 5;

/// Returns the table of the numbers that moved the most, those with a margin first: before and after, and the change in
/// points or relative to the larger.
pub(super) fn moved_table(name: &str, study: &CompareStudy, played: &[CellResult<'_>]) -> Table {
    let all = rows(played);
    let moved = |changed: usize| {
        let moved =
            all.iter().copied().filter(move |row| row.0.changed == changed && row.1.verdict == EffectVerdict::Moved);
        let mut moved: Vec<EffectRow<'_>> = moved.collect();
        moved.retain(|row| is_share(row) || row.1.means.iter().all(|mean| *mean >= 0.0));
        moved.sort_by(by_length);
        // The largest effect on each metric with a margin is always shown.
        let is_other = |place: &usize| {
            let of = |place: usize| (&moved[place].1.quantity.metric, moved[place].1.margin.is_some());
            !of(*place).1 || (0..*place).any(|before| of(before) == of(*place))
        };
        let mut places: Vec<usize> = (0..moved.len()).collect();
        places.sort_by_key(is_other);
        places.truncate(SHOWN);
        places.sort_unstable();
        places.into_iter().map(|place| moved[place]).collect::<Vec<_>>()
    };
    let rows: Vec<EffectRow<'_>> = (1..study.rulesets.len()).flat_map(moved).collect();
    let several = study.rulesets.len() > 2;
    let in_words = |row: &EffectRow<'_>| capitalised(&label(*row).replace('_', " "));
    let moved = |row: &EffectRow<'_>| MovedRow {
        ruleset: if several { study.rulesets[row.0.changed].clone() } else { String::new() },
        label: in_words(row),
        means: row.1.means,
        estimate: row.1.estimate,
        share: is_share(row),
    };
    let drawn: Vec<MovedRow> = rows.iter().map(moved).collect();
    let table = Table::new(format!("{name}-moved"), "What moved the most", "Numbers with a margin first.".to_owned());
    moved_columns(table, &drawn).count("n", "N", rows.iter().map(|row| row.1.estimate.n))
}

/// Compares two rows by the lengths that the figure draws, numbers with a margin first, the longest first.
fn by_length(a: &EffectRow<'_>, b: &EffectRow<'_>) -> Ordering {
    let length = |row: &EffectRow<'_>| match is_share(row) {
        true => row.1.estimate.point.abs(),
        false => in_parts(row.1.means, row.1.estimate.point).abs(),
    };
    let is_free = |row: &EffectRow<'_>| row.1.margin.is_none();
    is_free(a).cmp(&is_free(b)).then(length(b).total_cmp(&length(a)))
}

/// Returns true if the number is a share.
fn is_share(row: &EffectRow<'_>) -> bool {
    row.1.quantity.unit == MetricUnit::Share
}

/// Returns the figure of [`moved_table`].
pub(super) fn figure(study: &CompareStudy, table: &Table) -> Figure {
    let title = match study.rulesets.as_slice() {
        [first, other] => format!("What moved the most: {other} against {first}"),
        [first, ..] => format!("What moved the most, against {first}"),
        [] => String::new(),
    };
    let alt = "For each number the change, shares in percentage points and others in percent of the larger of before and after, as a dot with its interval; a ring stands where it was."
        .to_owned();
    moved_figure(table.name.clone(), title, alt)
}

/// Returns a change as a fraction of the larger of before and after.
pub(super) fn in_parts([before, after]: [f64; 2], change: f64) -> f64 {
    let whole = before.abs().max(after.abs());
    if whole > 0.0 { change / whole } else { 0.0 }
}

/// Returns the size of the relative change of a number; infinite if the number appears or disappears. A number that may
/// be negative has no relative change: 0.
pub(crate) fn moved(values: [Option<f64>; 2]) -> f64 {
    let [Some(before), Some(after)] = values else { return f64::INFINITY };
    if before.min(after) < 0.0 { 0.0 } else { in_parts([before, after], after - before).abs() }
}

/// A row of a figure of changes.
#[derive(Clone, Debug)]
pub struct MovedRow {
    /// Name of the changed ruleset; empty if there is only one.
    pub ruleset: String,
    /// The number in words.
    pub label: String,
    /// Values before and after.
    pub means: [f64; 2],
    /// Change from before to after, not yet in the scale of the figure.
    pub estimate: Estimate,
    /// True if the number is a share, which is shown in percent.
    pub share: bool,
}

impl MovedRow {
    /// Returns true if the change can be drawn: that of a share, or of a number that is not negative.
    pub(crate) fn is_drawn(&self) -> bool {
        drawn(self.means, 0.0, self.share).is_some()
    }
}

/// Returns a change in the scale of the figure: shares in points, other numbers relative to the larger value. `None` if
/// the number may be negative, so that relative changes have no meaning. No change is more than all of the larger value.
fn drawn(of: [f64; 2], change: f64, share: bool) -> Option<f64> {
    match share {
        true => Some(change),
        false => (of[0] >= 0.0 && of[1] >= 0.0).then(|| in_parts(of, change).clamp(-1.0, 1.0)),
    }
}

/// Adds the columns of numbers before and after, and of their changes in the scale of the figure.
pub(crate) fn moved_columns(table: Table, rows: &[MovedRow]) -> Table {
    let interval = |row: &MovedRow| {
        let (low, high) = row.estimate.interval;
        Some((drawn(row.means, low, row.share)?, drawn(row.means, high, row.share)?))
    };
    let several = rows.iter().any(|row| !row.ruleset.is_empty());
    let rulesets = rows.iter().map(|row| row.ruleset.as_str());
    let table = if several { table.text("ruleset", "Ruleset", rulesets) } else { table };
    table
        .text("label", "Number", rows.iter().map(|row| row.label.as_str()))
        .number("before", "Before", 3, rows.iter().map(|row| row.means[0]))
        .number("after", "After", 3, rows.iter().map(|row| row.means[1]))
        .number(
            "relative",
            "Change, in points or parts of the larger",
            3,
            rows.iter().map(|row| drawn(row.means, row.estimate.point, row.share)),
        )
        .interval("relative_interval", "95% interval", 3, rows.iter().map(interval))
        .text("unit", "Unit", rows.iter().map(|row| if row.share { "share" } else { "number" }))
}

/// Returns the figure of these columns.
pub(crate) fn moved_figure(name: String, title: String, alt: String) -> Figure {
    let of = |name: &str| name.to_owned();
    let kind = FigureKind::Moved {
        label: of("label"),
        before: of("before"),
        after: of("after"),
        change: of("relative"),
        interval: of("relative_interval"),
    };
    Figure::new(name, title, alt, kind)
}

/// Returns all effects, the exact numbers that differ, and the number of games.
pub fn json(study: &CompareStudy, results: &CompareResults<'_>) -> Value {
    let played = &results.played;
    let effects = EffectLine::json(&lines(study, played, rows(played)));
    let exact = study.known.changes().iter().map(|change| {
        json!({ "ruleset": study.rulesets[change.changed], "measure": change.measure, "item": change.item,
            "baseline": change.values[0], "changed": change.values[1] })
    });
    let games: u64 = played.iter().map(|played| played.games).sum();
    let unrated = results.unrated.iter().map(
        |(changed, rung, why)| json!({ "ruleset": study.rulesets[*changed], "rung": rung, "why": why.to_string() }),
    );
    json!({ "rulesets": study.rulesets, "effects": effects, "exact": exact.collect::<Vec<Value>>(),
        "unrated": unrated.collect::<Vec<Value>>(), "games": games, "provenance": study.origin })
}
