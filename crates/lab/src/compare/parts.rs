//! Changes in parts of the larger of what was and what came: as numbers, as columns, and as a figure.

use hitchart_report::plot::{Figure, Kind};
use hitchart_stats::Estimate;
use hitchart_report::table::Table;

/// A change in parts of the larger of what was and what came.
pub fn in_parts([before, after]: [f64; 2], change: f64) -> f64 {
    let whole = before.abs().max(after.abs());
    if whole > 0.0 { change / whole } else { 0.0 }
}

/// How much a number moved, in such parts; what comes or goes has moved the most.
pub fn moved(values: [Option<f64>; 2]) -> f64 {
    let [Some(before), Some(after)] = values else { return f64::INFINITY };
    in_parts([before, after], after - before).abs()
}

/// A number as a row of what moved.
#[derive(Clone, Debug)]
pub struct MovedRow {
    /// The changed ruleset; empty where there is only one.
    pub ruleset: String,
    /// The number in words.
    pub label: String,
    /// What it was and is.
    pub means: [f64; 2],
    pub estimate: Estimate,
    /// Whether it is a share, which people read in percent.
    pub share: bool,
}

/// A change as a figure draws it: shares in points, other numbers in parts of the larger. `None` if the number may lie on
/// either side of 0, where parts mean nothing.
fn drawn(of: [f64; 2], change: f64, share: bool) -> Option<f64> {
    match share {
        true => Some(change),
        false => (of[0] >= 0.0 && of[1] >= 0.0).then(|| in_parts(of, change)),
    }
}

/// Numbers before and after, and their changes in such parts.
pub fn moved_columns(table: Table, rows: &[MovedRow]) -> Table {
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

/// The figure of such columns.
pub fn moved_figure(name: String, title: String, alt: String) -> Figure {
    let of = |name: &str| name.to_owned();
    let kind = Kind::Moved {
        label: of("label"),
        before: of("before"),
        after: of("after"),
        change: of("relative"),
        interval: of("relative_interval"),
    };
    Figure { name, title, alt, kind }
}
