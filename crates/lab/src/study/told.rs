//! Estimates as columns, tables of metrics and JSON, and warnings about intervals that are too wide.

use super::{Metric, Observations, Sums, Won, bounded, metric};
use hitchart_report::Warning;
use hitchart_report::table::Table;
use hitchart_stats::Estimate;
use serde_json::{Map, Value, json};

/// A table to which estimates can be added.
pub trait Estimates {
    /// Adds estimates and their intervals as two columns with these names; a missing estimate leaves both empty.
    fn estimates(
        self,
        names: [&str; 2],
        title: &str,
        decimals: usize,
        estimates: impl IntoIterator<Item = impl Into<Option<Estimate>>>,
    ) -> Self;
}

impl Estimates for Table {
    fn estimates(
        self,
        [point, interval]: [&str; 2],
        title: &str,
        decimals: usize,
        estimates: impl IntoIterator<Item = impl Into<Option<Estimate>>>,
    ) -> Table {
        let estimates: Vec<Option<Estimate>> = estimates.into_iter().map(Into::into).collect();
        let points = estimates.iter().map(|estimate| estimate.map(|estimate| estimate.point));
        let intervals = estimates.iter().map(|estimate| estimate.as_ref().and_then(bounded));
        self.number(point, title, decimals, points).interval(interval, "95% interval", decimals, intervals)
    }
}

/// Adds one row per metric for which `wanted` is true, with the mean per game.
pub fn metrics_table(
    table: Table,
    known: &[Metric],
    sums: &Sums,
    of: Observations,
    wanted: impl Fn(&Metric) -> bool,
) -> Table {
    let rows = known.iter().enumerate().filter(|(_, known)| wanted(known));
    let (rows, means): (Vec<&Metric>, Vec<Estimate>) =
        rows.map(|(i, known)| (known, metric(known, sums, i, of))).unzip();
    metric_columns(table, &rows, &means)
}

/// Adds the columns of metrics: names, units, means, and the rule of each count.
pub fn metric_columns(table: Table, rows: &[&Metric], means: &[Estimate]) -> Table {
    table
        .text("metric", "Metric", rows.iter().map(|known| known.name))
        .text("unit", "Unit", rows.iter().map(|known| known.unit.name()))
        .estimates(["mean", "interval"], "Mean", 3, means.iter().copied())
        .count("n", "N", means.iter().map(|mean| mean.n))
        .count("observations", "Observations", means.iter().map(|mean| mean.observations))
        .text("how", "What is counted", rows.iter().map(|known| known.how))
}

/// Returns the means of metrics as JSON, by name.
pub fn metrics_json(known: &[Metric], sums: &Sums, of: Observations) -> Map<String, Value> {
    let named = known.iter().enumerate();
    named.map(|(i, known)| (known.name.to_owned(), told_mean(&metric(known, sums, i, of)))).collect()
}

/// Returns a mean as JSON.
pub fn told_mean(estimate: &Estimate) -> Value {
    json!({ "mean": estimate.point, "interval": bounds(estimate), "n": estimate.n,
        "observations": estimate.observations })
}

/// Returns a share of games as JSON.
pub fn told_share(won: &Won) -> Value {
    json!({ "point": won.share.point, "interval": bounds(&won.share), "count": won.count, "n": won.share.n,
        "observations": won.share.observations })
}

/// Returns the bounds of an interval for JSON. `None` if infinite, as with a single observation.
pub fn bounds(estimate: &Estimate) -> [Option<f64>; 2] {
    [estimate.interval.0, estimate.interval.1].map(|bound| Some(bound).filter(|bound| bound.is_finite()))
}

/// Formats a signature for comparison by people.
pub fn signature(value: u64) -> String {
    format!("{value:016x}")
}

/// Returns a warning if the largest half-width of these intervals exceeds `useful` and is finite.
pub fn too_few(what: String, estimates: impl Iterator<Item = Estimate>, useful: f64) -> Option<Warning> {
    let half_width = |estimate: &Estimate| (estimate.interval.1 - estimate.interval.0) / 2.0;
    let widest = estimates.max_by(|a, b| half_width(a).total_cmp(&half_width(b)))?;
    let half_width = half_width(&widest);
    if half_width <= useful || !half_width.is_finite() {
        return None;
    }
    // The width falls with the square root of the samples.
    let better = (widest.n as f64 * (half_width / useful).powi(2)).ceil();
    let better = 10f64.powf(better.log10().ceil()) as u64;
    Some(Warning::FewSamples { what, samples: widest.n, half_width, better })
}

/// Largest useful half-width of the interval of a share of games.
pub const USEFUL_SHARE: f64 = 0.05;
