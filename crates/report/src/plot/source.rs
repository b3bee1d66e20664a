//! What figures read: the columns of one table, or the error that says which is missing.

use std::collections::HashMap;

use super::scene::{Point, Scene};
use super::style::MOST_SERIES;
use super::{Figure, PlotError};
use crate::table::{Table, Values, entry};

/// A figure beside its table, and what it is laid out for.
pub(super) struct Source<'a> {
    pub figure: &'a Figure,
    pub table: &'a Table,
    /// Where it is from, in words; empty where that is not said.
    pub from: &'a str,
    /// Of the page that it is laid out for.
    pub width: f64,
}

impl<'a> Source<'a> {
    /// A scene with its headings.
    pub(super) fn scene(&self) -> Scene {
        self.scene_of(self.width)
    }

    /// The same, of a width of its own. Its headings stay in sight where it is wider than the page.
    pub(super) fn scene_of(&self, width: f64) -> Scene {
        Scene { width, ..Scene::new(width.min(self.width), &self.figure.title, self.from) }
    }

    /// A text column that has rows.
    pub(super) fn texts(&self, column: &str) -> Result<&'a [String], PlotError> {
        let texts = self.table.texts(column);
        if texts.is_empty() { Err(self.nothing(column)) } else { Ok(texts) }
    }

    /// A flag column that has rows.
    pub(super) fn flags(&self, column: &str) -> Result<&'a [Option<bool>], PlotError> {
        let flags = self.table.flags(column);
        if flags.is_empty() { Err(self.nothing(column)) } else { Ok(flags) }
    }

    /// A number column, which may be without values; what is not finite counts as absent.
    pub(super) fn numbers(&self, column: &str) -> Result<Vec<Option<f64>>, PlotError> {
        let numbers = self.table.numbers(column);
        if numbers.is_empty() {
            return Err(self.nothing(column));
        }
        Ok(numbers.into_iter().map(|value| value.filter(|value| value.is_finite())).collect())
    }

    /// An interval column; one whose bounds are not finite counts as absent.
    pub(super) fn intervals(&self, column: &str) -> Result<Vec<Option<(f64, f64)>>, PlotError> {
        let intervals = self.table.intervals(column);
        if intervals.is_empty() {
            return Err(self.nothing(column));
        }
        let bounded = |(low, high): &(f64, f64)| low.is_finite() && high.is_finite();
        Ok(intervals.iter().map(|interval| interval.filter(bounded)).collect())
    }

    /// The decimals that people are shown of a number column.
    pub(super) fn decimals(&self, column: &str) -> usize {
        match self.table.column(column).map(|column| &column.values) {
            Some(Values::Number { decimals, .. }) => (*decimals).min(6),
            _ => 0,
        }
    }

    /// Whether a column holds shares or chances.
    pub(super) fn is_share(&self, column: &str) -> bool {
        entry(column).is_some_and(|entry| matches!(entry.unit.as_str(), "share" | "probability"))
    }

    /// Whether a column holds effects on shares: all of them on a metric that is a share of games.
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

    /// The first series of a table in long form, and a note on the others.
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

/// Lowest and highest of the values; (0, 0) of none.
pub(super) fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.map(|value| (value, value)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 0.0))
}

/// Says what is left out if there are more than can be drawn.
pub(super) fn remainder(all: usize, drawn: usize, what: &str) -> Option<String> {
    (all > drawn).then(|| format!("The first {drawn} of {all} {what}; {} more in the table.", all - drawn))
}

/// Writes the notes that there are below the figure.
pub(super) fn notes(scene: &mut Scene, notes: impl IntoIterator<Item = Option<String>>) {
    for note in notes.into_iter().flatten() {
        scene.note(&note);
    }
}
