//! Predictions about the answer of a study: a number of its tables against a bound, or against another number.
//!
//! A number is a cell of a table. Its column is the metric of the prediction; in a table with one row per metric, the
//! metric names the row. The owner names the row by its texts: `points_share of Tank`, `mean of RdYBG, direct`. It may also
//! name the ending of the table's name, and the study: `turns of study few trails study many`. The interval is that of the
//! table. A number without an interval counts as exact if the study simulates nothing.

use super::ClaimPart;
use super::predict::{Prediction, PredictionEffect, SHARE};
use crate::study::{Run, RunCounts, Study};
use hitchart_report::table::{Table, Values, entry};
use hitchart_stats::{Estimate, LEVEL, normal_quantile, two_sided};
use std::sync::Arc;

/// A study whose answer predictions read.
#[derive(Clone, Debug)]
pub struct AnswerSource {
    /// Name of the study, as in [`ClaimPart::studies`].
    pub study: String,
    /// Kind of the study, as people type it.
    pub kind: &'static str,
    /// Players: a rung of the ladder, or `as given`.
    pub rung: String,
    /// Checked study, which gives its jobs and its answer.
    pub method: Arc<dyn Study>,
}

/// The tables of an answer.
#[derive(Clone, Debug)]
pub(super) struct AnswerTables {
    tables: Vec<Table>,
    /// True if the study simulates nothing.
    exact: bool,
}

impl AnswerSource {
    /// Returns the name of the study's random streams and counts, in a test of claims with this name.
    pub(super) fn name(&self, claims: &str) -> String {
        format!("{claims}/{}/{}", self.study, self.rung)
    }

    /// Returns true if the study has this name in its scenario.
    fn is_named(&self, name: &str) -> bool {
        self.study.rsplit([':', '/']).next() == Some(name)
    }

    /// Returns true if the study simulates nothing.
    pub(super) fn is_exact(&self) -> bool {
        self.method.next_jobs(&Run { name: "", seed: 0, samples: 0 }, &RunCounts::default()).is_empty()
    }

    /// Returns the tables of the answer.
    pub(super) fn answered(&self, claims: &str, counted: &RunCounts) -> AnswerTables {
        let answer = self.method.answer(&self.name(claims), counted);
        let of_figures = answer.figures.into_iter().map(|(_, table)| table);
        AnswerTables { tables: answer.tables.into_iter().chain(of_figures).collect(), exact: self.is_exact() }
    }
}

/// Returns the number of a prediction and the number to compare it with. `None` if one of them is missing.
fn both(answers: &[(&AnswerSource, &AnswerTables)], prediction: &Prediction) -> Option<[Cell; 2]> {
    let find = |owner: &str| {
        let (study, row) = owner_of(owner);
        let of_study = answers.iter().filter(|(source, _)| study.is_none_or(|name| source.is_named(name)));
        of_study.map(|(_, answer)| answer).find_map(|answer| answer.cell(&prediction.metric, &row))
    };
    let number = find(&prediction.of)?;
    let other = match (&prediction.than, prediction.bound) {
        (Some(than), times) => find(than)?.times(times.unwrap_or(1.0)),
        (None, Some(bound)) => Cell { estimate: exact(bound, 0), is_share: number.is_share },
        (None, None) => return None,
    };
    Some([number, other])
}

/// Returns the study that an owner names, and the rest of the owner.
fn owner_of(owner: &str) -> (Option<&str>, String) {
    let study = owner.split(", ").find_map(|text| text.strip_prefix("study "));
    let row: Vec<&str> = owner.split(", ").filter(|text| !text.starts_with("study ")).collect();
    (study, row.join(", "))
}

impl AnswerTables {
    /// Returns the only cell of a metric and an owner in the first table that has one.
    fn cell(&self, metric: &str, of: &str) -> Option<Cell> {
        self.tables.iter().find_map(|table| {
            let is_metric = |row: usize| table.texts("metric").get(row).is_some_and(|name| name == metric);
            let by_metric = (0..table.rows()).any(is_metric);
            let column = if by_metric { "mean" } else { metric };
            let mut rows = (0..table.rows()).filter(|row| (!by_metric || is_metric(*row)) && is_row(table, *row, of));
            let (Some(row), None) = (rows.next(), rows.next()) else { return None };
            self.at(table, column, row)
        })
    }

    /// Returns the cell of a column, whose interval is the next column.
    fn at(&self, table: &Table, column: &str, row: usize) -> Option<Cell> {
        let point = (*table.numbers(column).get(row)?)?;
        let next = table.columns.iter().skip_while(|known| known.name != column).nth(1);
        let interval = match next.map(|next| &next.values) {
            Some(Values::Interval { values, .. }) => values[row]?,
            _ if self.exact => (point, point),
            _ => return None,
        };
        let n = ["n", "games"].iter().find_map(|n| table.numbers(n).get(row).copied().flatten()).unwrap_or(0.0) as u64;
        let unit = table.texts("unit").get(row).cloned().or_else(|| Some(entry(column)?.unit)).unwrap_or_default();
        Some(Cell { estimate: Estimate { interval, ..exact(point, n) }, is_share: unit == "share" })
    }
}

/// A number of a table.
#[derive(Clone, Copy, Debug)]
struct Cell {
    estimate: Estimate,
    is_share: bool,
}

impl Cell {
    fn times(self, factor: f64) -> Cell {
        let Estimate { point, interval: (low, high), n, .. } = self.estimate;
        let interval = (low * factor, high * factor);
        Cell { estimate: Estimate { interval, ..exact(point * factor, n) }, ..self }
    }
}

fn exact(point: f64, n: u64) -> Estimate {
    Estimate { point, standard_error: 0.0, interval: (point, point), n, observations: n }
}

/// Returns true if a row has these texts, separated by commas: each is the text of a column, the name of a column of counts
/// and its value, or the ending of the table's name. No text stands for a row without an owner.
fn is_row(table: &Table, row: usize, of: &str) -> bool {
    let is_in = |text: &str, values: &Values, name: &str| match values {
        Values::Text(texts) => texts[row] == text,
        Values::Count(counts) => counts[row].is_some_and(|count| text == format!("{name} {count}")),
        _ => false,
    };
    let has = |text: &str| table.columns.iter().any(|column| is_in(text, &column.values, &column.name));
    let is_table = |text: &str| table.name.ends_with(&format!("-{text}"));
    match of {
        "" => table.texts("of").get(row).is_none_or(String::is_empty),
        _ => has(of) || of.split(", ").all(|text| has(text) || is_table(text)),
    }
}

/// Returns the number of a prediction less the one to compare it with, rung by rung: the mean over the studies that have
/// both, or between two studies if the prediction names them.
pub(super) fn held(
    answers: &[(&AnswerSource, &AnswerTables)],
    part: &ClaimPart,
    prediction: &Prediction,
    matters: f64,
) -> Vec<PredictionEffect> {
    let owners = [Some(&prediction.of), prediction.than.as_ref()];
    let names_studies = owners.into_iter().flatten().any(|owner| owner_of(owner).0.is_some());
    let of_rung = |rung: &String| {
        let is_of = |source: &AnswerSource| part.reads(source) && source.rung == *rung;
        let of: Vec<(&AnswerSource, &AnswerTables)> =
            answers.iter().copied().filter(|(source, _)| is_of(source)).collect();
        let size = if names_studies { of.len().max(1) } else { 1 };
        let pairs: Vec<[Cell; 2]> = of.chunks(size).filter_map(|of| both(of, prediction)).collect();
        effect(&pairs, prediction, matters, rung)
    };
    part.rungs.iter().filter_map(of_rung).collect()
}

/// Averages over studies with independent dice.
///
/// The half-width of a difference of two numbers is the sum of their half-widths: it holds however they vary together.
/// The p-value is that of a normal law with the interval, so it is below 0.05 just where the interval excludes zero.
fn effect(pairs: &[[Cell; 2]], prediction: &Prediction, matters: f64, rung: &str) -> Option<PredictionEffect> {
    let many = pairs.len() as f64;
    let [_, first] = pairs.first()?;
    let mean = |value: &dyn Fn(&[Cell; 2]) -> f64| pairs.iter().map(value).sum::<f64>() / many;
    let means = [mean(&|pair| pair[1].estimate.point), mean(&|pair| pair[0].estimate.point)];
    let wide =
        |value: &dyn Fn(&[Cell; 2]) -> f64| pairs.iter().map(|pair| value(pair).powi(2)).sum::<f64>().sqrt() / many;
    let (below, above) = (
        |cell: &Cell| cell.estimate.point - cell.estimate.interval.0,
        |cell: &Cell| cell.estimate.interval.1 - cell.estimate.point,
    );
    let [down, up] = [wide(&|[own, other]| below(own) + above(other)), wide(&|[own, other]| above(own) + below(other))];
    // Equal numbers may differ in their last digits.
    let point = Some(means[1] - means[0]).filter(|point| point.abs() > 1e-12).unwrap_or(0.0);
    let toward = if point > 0.0 { down } else { up };
    let p = match (toward > 0.0, point == 0.0) {
        (false, true) if prediction.bound.is_none() => 1.0,
        (false, _) => 0.0,
        (true, _) => two_sided(point.abs() / toward * normal_quantile(LEVEL)),
    };
    let relative = matters * means[0].abs();
    let margin = match prediction.bound {
        Some(_) => 0.0,
        None if first.is_share => relative.max(SHARE),
        None => relative,
    };
    let interval = (point - down, point + up);
    let n = pairs.iter().map(|pair| pair[0].estimate.n).sum();
    Some(PredictionEffect {
        ruleset: 0,
        rung: rung.to_owned(),
        means,
        estimate: Estimate { interval, ..exact(point, n) },
        unchanged: None,
        p_adjusted: 1.0,
        p,
        margin,
        within: -margin < interval.0 && interval.1 < margin,
        claimed: prediction.direction.sign(),
        room: true,
    })
}
