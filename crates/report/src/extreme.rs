//! The row with the highest or the lowest number of an exact answer, in words that name its ties.

use crate::{KeyNumber, table::number};
use hitchart_config::words::ties;

/// The row with the highest or the lowest number, and the others that tie with it.
///
/// ```
/// use hitchart_report::{highest, lowest};
///
/// let rows = [("Tank".to_owned(), 2.5), ("Scout".to_owned(), 4.0), ("Sniper".to_owned(), 4.0)];
/// let best = highest(&rows).unwrap();
/// assert_eq!((best.row, best.name().as_str()), (1, "Scout (like 1 other)"));
/// assert_eq!(best.with_value(), "Scout (4, like 1 other)");
/// assert_eq!(lowest(&rows).unwrap().with_value(), "Tank (2.5)");
/// ```
pub struct Extreme<'a> {
    /// Index of the row; the first one at a tie.
    pub row: usize,
    /// Name of the row.
    pub first: &'a str,
    /// Its number.
    pub value: f64,
    /// The ties in words; `None` without ties.
    ties: Option<String>,
}

/// Returns the row with the highest number; `None` without rows.
pub fn highest(rows: &[(String, f64)]) -> Option<Extreme<'_>> {
    extreme(rows, |a, b| a > b)
}

/// Returns the row with the lowest number; `None` without rows.
pub fn lowest(rows: &[(String, f64)]) -> Option<Extreme<'_>> {
    extreme(rows, |a, b| a < b)
}

fn extreme(rows: &[(String, f64)], beats: fn(f64, f64) -> bool) -> Option<Extreme<'_>> {
    let row = (0..rows.len()).reduce(|best, row| if beats(rows[row].1, rows[best].1) { row } else { best })?;
    let (name, value) = &rows[row];
    Some(Extreme { row, first: name, value: *value, ties: ties(rows.iter().map(|row| row.1), *value) })
}

/// Returns key numbers of rows, the highest first: the first four, and the last of more.
pub fn key_numbers(mut rows: Vec<(String, f64)>) -> Vec<KeyNumber> {
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    let shown = rows.iter().enumerate().filter(|(place, _)| *place < 4 || place + 1 == rows.len());
    shown.map(|(_, (label, value))| KeyNumber::new(label.as_str(), number(*value))).collect()
}

impl Extreme<'_> {
    /// Returns the name and the number of ties, as `Swarmer (like 4 others)`.
    pub fn name(&self) -> String {
        self.ties.as_ref().map_or_else(|| self.first.to_owned(), |ties| format!("{} ({ties})", self.first))
    }

    /// Returns the number of ties after a comma, as `, like 4 others`; empty without ties.
    pub fn like(&self) -> String {
        self.ties.as_ref().map_or_else(String::new, |ties| format!(", {ties}"))
    }

    /// Returns the value and the number of ties, as `1.38` or `1.38, like 4 others`.
    pub fn tied(&self) -> String {
        number(self.value) + &self.like()
    }

    /// Returns the name with its number, as `Sniper (1.38)` or `Swarmer (1.38, like 4 others)`.
    pub fn with_value(&self) -> String {
        format!("{} ({})", self.first, self.tied())
    }
}
