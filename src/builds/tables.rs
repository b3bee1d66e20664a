//! Changes of builds as tables and a figure.

use super::changes::Told;
use super::workshop::Built;
use crate::plot::{Figure, Kind};
use crate::stats::Estimate;
use crate::study::Estimates;
use crate::table::Table;

/// Changes in the order given, with what each gives and its p-value after correction for their number.
pub fn changes_table<B: Built>(table: Table, changes: &[(&Told<B>, f64)]) -> Table {
    let gains: Vec<Estimate> = changes.iter().map(|(told, _)| told.gain.points).collect();
    table
        .text("change", "Change", changes.iter().map(|(told, _)| told.label.as_str()))
        .text("sort", "Sort", changes.iter().map(|(told, _)| told.sort))
        .estimates(["gain", "gain_interval"], "Gain in points", 4, gains.iter().copied())
        .number("gain_p", "Adjusted p", 4, changes.iter().map(|(_, p)| *p))
        .estimates(
            ["points_share", "points_share_interval"],
            "Share of points",
            4,
            changes.iter().map(|(t, _)| t.points),
        )
        .text("build_bid", "Bid", changes.iter().map(|(told, _)| told.build.bid()))
        .count("n", "N", gains.iter().map(|gain| gain.n))
}

/// The changes of a table, by gain.
pub fn ranking(name: &str, table: &Table, what: &str) -> (Figure, Table) {
    let axis = "Gain in share of points, 95% intervals";
    let figure = Figure {
        title: "What a change is worth".to_owned(),
        alt: format!("{what} by gain in share of points, with intervals; the numbers are in {}.", table.name),
        ..rows_by(format!("{name}-gain"), table, ("change", "gain"), axis)
    };
    (figure, table.clone())
}

/// A share or difference with its interval, as it is said: `+0.041 [+0.020, +0.062]`.
pub fn signed(estimate: &Estimate) -> String {
    let (low, high) = estimate.interval;
    format!("{:+.3} [{low:+.3}, {high:+.3}]", estimate.point)
}

/// A share with its interval, as it is said.
pub fn share(estimate: &Estimate) -> String {
    let (low, high) = estimate.interval;
    format!("{:.3} [{low:.3}, {high:.3}]", estimate.point)
}

/// A p-value as it is said.
pub fn p_value(p: f64) -> String {
    const LEAST: f64 = 0.0001;
    if p < LEAST { format!("p < {LEAST}") } else { format!("p = {p:.4}") }
}

/// The rows of a table by a value that has an interval.
pub fn rows_by(name: String, table: &Table, (label, value): (&str, &str), title: &str) -> Figure {
    Figure {
        title: table.title.clone(),
        alt: format!("Rows by {value}, with intervals; the numbers are in {}.", table.name),
        name,
        kind: Kind::Ranking {
            label: label.to_owned(),
            value: value.to_owned(),
            interval: format!("{value}_interval"),
            value_title: title.to_owned(),
            reference: Some(0.0),
        },
    }
}
