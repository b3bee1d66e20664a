//! Input of figures: the columns of one table, or the error that names the missing column.

use std::collections::HashMap;

use super::scene::{Point, Scene};
use super::style::MOST_SERIES;
use super::{Figure, PlotError};
use crate::table::{Table, Values, entry};

/// A figure with its table, source line and page width.
pub(super) struct Source<'a> {
    pub figure: &'a Figure,
    pub table: &'a Table,
    /// Source line, such as the study and the rules; may be empty.
    pub from: &'a str,
    /// Width of the page.
    pub width: f64,
}

impl<'a> Source<'a> {
    /// Returns a scene with its headings.
    pub(super) fn scene(&self) -> Scene {
        self.scene_of(self.width)
    }

    /// Returns a scene of the given width with its headings, which keep to the width of the page.
    pub(super) fn scene_of(&self, width: f64) -> Scene {
        Scene { width, ..Scene::new(width.min(self.width), &self.figure.title, self.from) }
    }

    /// Returns a text column that has rows.
    pub(super) fn texts(&self, column: &str) -> Result<&'a [String], PlotError> {
        let texts = self.table.texts(column);
        if texts.is_empty() { Err(self.nothing(column)) } else { Ok(texts) }
    }

    /// Returns a flag column that has rows.
    pub(super) fn flags(&self, column: &str) -> Result<&'a [Option<bool>], PlotError> {
        let flags = self.table.flags(column);
        if flags.is_empty() { Err(self.nothing(column)) } else { Ok(flags) }
    }

    /// Returns a number column with rows, though maybe without values; numbers that are not finite count as absent.
    pub(super) fn numbers(&self, column: &str) -> Result<Vec<Option<f64>>, PlotError> {
        let numbers = self.table.numbers(column);
        if numbers.is_empty() {
            return Err(self.nothing(column));
        }
        Ok(numbers.into_iter().map(|value| value.filter(|value| value.is_finite())).collect())
    }

    /// Returns an interval column; intervals with a bound that is not finite count as absent.
    pub(super) fn intervals(&self, column: &str) -> Result<Vec<Option<(f64, f64)>>, PlotError> {
        let intervals = self.table.intervals(column);
        if intervals.is_empty() {
            return Err(self.nothing(column));
        }
        let bounded = |(low, high): &(f64, f64)| low.is_finite() && high.is_finite();
        Ok(intervals.iter().map(|interval| interval.filter(bounded)).collect())
    }

    /// Returns the decimals to show of a number column, at most 6.
    pub(super) fn decimals(&self, column: &str) -> usize {
        match self.table.column(column).map(|column| &column.values) {
            Some(Values::Number { decimals, .. }) => (*decimals).min(6),
            _ => 0,
        }
    }

    /// Returns true if a column holds shares or chances.
    pub(super) fn is_share(&self, column: &str) -> bool {
        entry(column).is_some_and(|entry| matches!(entry.unit.as_str(), "share" | "probability"))
    }

    /// Returns true if a column holds effects on shares: all rows are of a metric that is a share of games.
    pub(super) fn is_change_of_shares(&self, column: &str) -> bool {
        let metrics = self.table.texts("metric");
        column == "effect" && !metrics.is_empty() && metrics.iter().all(|metric| metric == "win")
    }

    pub(super) fn nothing(&self, column: &str) -> PlotError {
        PlotError::Nothing {
            figure: self.figure.name.clone(),
            table: self.table.name.clone(),
            column: column.to_owned(),
        }
    }

    /// Returns the first series of a table in long form, and a note on the others.
    pub(super) fn series(&self, [series, x, y]: [&str; 3]) -> Result<(Vec<Series>, Option<String>), PlotError> {
        let (names, xs, ys) = (self.texts(series)?, self.numbers(x)?, self.numbers(y)?);
        let mut found: Vec<Series> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (name, point) in names.iter().zip(xs.into_iter().zip(ys)) {
            let (Some(x), Some(y)) = point else { continue };
            let place = *places.entry(name).or_insert_with(|| {
                found.push(Series { name: name.clone(), points: Vec::new() });
                found.len() - 1
            });
            found[place].points.push((x, y));
        }
        if found.is_empty() {
            return Err(self.nothing(y));
        }
        for series in &mut found {
            series.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        let note = remainder(found.len(), MOST_SERIES, "series");
        found.truncate(MOST_SERIES);
        Ok((found, note))
    }
}

/// One line of a figure, its points from left to right.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Series {
    pub name: String,
    pub points: Vec<Point>,
}

/// Returns the lowest and the highest of the values; (0, 0) if there are none.
pub(super) fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.map(|value| (value, value)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 0.0))
}

/// Returns a note on the omitted items if there are more than can be drawn.
pub(super) fn remainder(all: usize, drawn: usize, what: &str) -> Option<String> {
    (all > drawn).then(|| format!("The first {drawn} of {all} {what}; {} more in the table.", all - drawn))
}

/// Writes the notes that are present below the figure.
pub(super) fn notes(scene: &mut Scene, notes: impl IntoIterator<Item = Option<String>>) {
    for note in notes.into_iter().flatten() {
        scene.note(&note);
    }
}
