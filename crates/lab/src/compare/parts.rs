//! Relative changes, as fractions of the larger of before and after: as numbers, as columns, and as a figure.

use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::Table;
use hitchart_stats::Estimate;

/// Returns a change as a fraction of the larger of before and after.
pub fn in_parts([before, after]: [f64; 2], change: f64) -> f64 {
    let whole = before.abs().max(after.abs());
    if whole > 0.0 { change / whole } else { 0.0 }
}

/// Returns the size of the relative change of a number; infinite if the number appears or disappears.
pub fn moved(values: [Option<f64>; 2]) -> f64 {
    let [Some(before), Some(after)] = values else { return f64::INFINITY };
    in_parts([before, after], after - before).abs()
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
    pub estimate: Estimate,
    /// True if the number is a share, which is shown in percent.
    pub share: bool,
}

/// Returns a change in the scale of the figure: shares in points, other numbers relative to the larger value. `None` if
/// the number may be negative, so that relative changes have no meaning.
fn drawn(of: [f64; 2], change: f64, share: bool) -> Option<f64> {
    match share {
        true => Some(change),
        false => (of[0] >= 0.0 && of[1] >= 0.0).then(|| in_parts(of, change)),
    }
}

/// Adds the columns of numbers before and after, and of their changes in the scale of the figure.
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

/// Returns the figure of these columns.
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
