//! Tables for people: an estimate and its interval in one cell, shares in percent, metrics by title. Files keep
//! identifiers and all digits.

use super::Labels;
use crate::table::{
    Column, Table, Values, cell, entry, number_within, p_value, percent, percent_within, points_within, signed_within,
};

/// Width of a page's text column, in pixels of a desktop page.
const ROOM: usize = 1040;
/// Width of a character, and of the padding around a cell, in pixels.
const CHARACTER: usize = 8;
const AROUND: usize = 22;
/// Number of characters at which a cell breaks into lines.
const LONGEST: usize = 30;
/// Columns to hide first if not all fit, least important first.
const LEAST: [&str; 20] = [
    "how",
    "observations",
    "p",
    "p_value",
    "n",
    "allowance",
    "robust",
    "rung",
    "enough",
    "p_adjusted",
    "unit",
    "whose",
    "study",
    "ties",
    "rank",
    "games",
    "signature",
    "group",
    "lost",
    "drawn",
];
/// Columns that are never hidden.
const KEPT: [&str; 10] =
    ["ruleset", "metric", "before", "after", "effect", "verdict", "entrant", "mean", "share", "wins"];

/// A column of a table as a page shows it.
pub(super) struct Shown<'a> {
    pub column: &'a Column,
    pub title: &'a str,
    /// Explanation of the column; may be empty.
    pub meaning: String,
    pub cells: Vec<String>,
    /// True if the column is hidden until the reader asks for all columns.
    pub extra: bool,
}

/// Returns the columns of a table for people; columns that do not fit the page are marked as extra.
pub(super) fn shown<'a>(table: &'a Table, labels: &Labels) -> Vec<Shown<'a>> {
    let mut all = Vec::new();
    let mut columns = table.columns.iter().peekable();
    while let Some(column) = columns.next() {
        if repeats(table, column) {
            continue;
        }
        let interval = columns.next_if(|next| belongs(column, next));
        let show = |row| text(table, labels, (column, interval), row);
        let cells = (0..table.rows()).map(show).collect();
        all.push(Shown { column, title: &column.title, meaning: meaning(&column.name), cells, extra: false });
    }
    hide(&mut all);
    all
}

/// Returns true if a column repeats another: the number of observations is shown only if it differs from that of games.
fn repeats(table: &Table, column: &Column) -> bool {
    column.name == "observations" && table.numbers("observations") == table.numbers("n")
}

/// Returns true if a column holds the intervals of the column before it.
fn belongs(column: &Column, next: &Column) -> bool {
    let named = next.name.strip_suffix("_interval").is_some_and(|name| name == column.name)
        || next.name == "interval"
        || next.title == "95% interval";
    named && matches!(column.values, Values::Number { .. }) && matches!(next.values, Values::Interval { .. })
}

fn meaning(name: &str) -> String {
    entry(name).map_or_else(String::new, |entry| match entry.unit.as_str() {
        "" => entry.meaning,
        unit => format!("{} ({unit})", entry.meaning),
    })
}

/// Hides the least important columns until the rest fits the page.
fn hide(all: &mut [Shown<'_>]) {
    let widths: Vec<usize> = all.iter().map(width).collect();
    let mut total: usize = widths.iter().sum();
    let rank = |name: &str| LEAST.iter().position(|least| *least == name).unwrap_or(LEAST.len());
    let mut order: Vec<usize> = (1..all.len()).filter(|at| !KEPT.contains(&all[*at].column.name.as_str())).collect();
    order.sort_by_key(|at| (rank(&all[*at].column.name), usize::MAX - at));
    for at in order {
        if total <= ROOM {
            break;
        }
        all[at].extra = true;
        total -= widths[at];
    }
}

fn width(shown: &Shown<'_>) -> usize {
    let longest = shown.cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0).min(LONGEST);
    let word = shown.title.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
    longest.max(word + 2) * CHARACTER + AROUND
}

/// Format of a number.
#[derive(Clone, Copy, PartialEq)]
enum Unit {
    Share,
    Change { share: bool },
    Chance,
    Other,
}

fn unit(table: &Table, labels: &Labels, column: &Column, row: usize) -> Unit {
    let of_metric = || table.texts("metric").get(row).and_then(|name| labels.get(name));
    let entry = entry(&column.name);
    let unit = entry.as_ref().map_or("", |entry| entry.unit.as_str());
    match column.name.as_str() {
        name if name == "p" && unit == "probability" => Unit::Share,
        "p_value" | "p_adjusted" => Unit::Chance,
        "effect" => Unit::Change { share: of_metric().is_some_and(|label| label.share) },
        "before" | "after" if of_metric().is_some_and(|label| label.share) => Unit::Share,
        "mean" if table.texts("unit").get(row).is_some_and(|unit| unit == "share") => Unit::Share,
        _ if matches!(unit, "share" | "probability") => Unit::Share,
        _ => Unit::Other,
    }
}

fn text(table: &Table, labels: &Labels, (column, interval): (&Column, Option<&Column>), row: usize) -> String {
    if let (Values::Text(texts), "metric") = (&column.values, column.name.as_str()) {
        return labels.get(&texts[row]).map_or_else(|| in_words(&texts[row]), |label| label.title.clone());
    }
    let Values::Number { values, .. } = &column.values else { return cell(&column.values, row) };
    let Some(x) = values[row].filter(|x| x.is_finite()) else { return cell(&column.values, row) };
    let unit = unit(table, labels, column, row);
    match interval.map(|column| &column.values) {
        Some(Values::Interval { values, .. }) => match (values[row], unit) {
            (None, _) => plain(column, row, x, unit),
            (Some(within), Unit::Share) => percent_within(x, within),
            (Some(within), Unit::Change { share: true }) => points_within(x, within),
            (Some(within), Unit::Change { share: false }) => signed_within(x, within),
            (Some(within), _) => number_within(x, within),
        },
        _ => plain(column, row, x, unit),
    }
}

fn plain(column: &Column, row: usize, x: f64, unit: Unit) -> String {
    match unit {
        Unit::Share if (0.0..=1.0).contains(&x) => percent(x),
        Unit::Chance => p_value(x).trim_start_matches("p ").trim_start_matches("= ").to_owned(),
        _ => cell(&column.values, row),
    }
}

/// Converts an identifier without a label to words.
fn in_words(name: &str) -> String {
    hitchart_config::words::capitalised(&name.replace('_', " "))
}
