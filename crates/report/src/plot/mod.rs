//! Figures, drawn from tables alone.
//!
//! The file of a figure reads columns of a table and lays them out as a scene: marks at fixed places. The scene is then
//! drawn twice, as SVG and as PNG. All text is measured with the embedded font, so that the same table gives the same
//! bytes on every machine.

mod chart;
mod curves;
mod font;
mod frame_graph;
mod heat_map;
mod network;
mod pareto;
mod ranking;
mod scene;
mod style;
#[cfg(test)]
mod tests;

use crate::table::{Table, Values, entry};
pub use heat_map::Colours;
use scene::{Point, Scene};
use std::collections::HashMap;
use style::{MOST_SERIES, NARROW, WIDTH};

/// A figure: its kind, and the columns of a table to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// File stem.
    pub name: String,
    /// Heading over the figure.
    pub title: String,
    /// Description of the figure in words, for people who cannot see it.
    pub alt: String,
    /// Kind of the figure, with the columns that it reads.
    pub kind: FigureKind,
}

/// Kinds of figures; each text names a column of the table.
#[derive(Clone, Debug, PartialEq)]
pub enum FigureKind {
    /// One probability mass function per series: text column `series`, count column `x`, number column `y`.
    Pmf {
        /// Text column with the name of the distribution; at most 12 are drawn.
        series: String,
        /// Number or count column with the outcome.
        x: String,
        /// Number column with the probability of the outcome, from 0 to 1.
        y: String,
        /// Title of the x axis; the title of the y axis is `Chance`.
        x_title: String,
    },
    /// Curves of shares, one per series; columns as for `Pmf`.
    Shares {
        /// Text column with the name of the curve; at most 12 are drawn.
        series: String,
        /// Number or count column with the position on the x axis.
        x: String,
        /// Number column with the share, from 0 to 1; the axis shows 0% to 100%.
        y: String,
        /// Title of the x axis.
        x_title: String,
        /// Title of the y axis.
        y_title: String,
    },
    /// Curves with bands, one per series: text column `series`, number columns `x` and `y`, interval column `interval`;
    /// with `share` the y axis is in percent.
    Bands {
        /// Text column with the name of the curve; at most 12 are drawn. The legend shows `y_title` for an empty name.
        series: String,
        /// Number or count column with the position on the x axis.
        x: String,
        /// Number column with the estimate.
        y: String,
        /// Interval column with the 95% interval of the estimate; a row without an interval has no band.
        interval: String,
        /// Title of the x axis.
        x_title: String,
        /// Title of the y axis.
        y_title: String,
        /// True if `y` is a share from 0 to 1; the y axis is then in percent.
        share: bool,
    },
    /// Bars of the frame or company graph: one panel for each text of `frame` and one row for each of `measure`. A row
    /// has up to three number columns with their titles, from the solid innermost bar to the wide pale outermost.
    FrameGraph {
        /// Up to three number columns as (name of the column, title in the legend), the innermost bar first.
        bars: Vec<(String, String)>,
    },
    /// Cells of `value` by text columns `row` and `column`, with the number in each.
    Map {
        /// Text column with the row of the cell; at most 120 rows are drawn.
        row: String,
        /// Text column with the column of the cell; at most 60 columns are drawn.
        column: String,
        /// Number column with the value of the cell; a cell without a value is grey.
        value: String,
        /// Title of the colour scale.
        value_title: String,
        /// Colours of the cells.
        colours: Colours,
    },
    /// Points of number columns `x` and `y`, labelled by text column `label`. Points with flag `front` are solid and
    /// labelled, the others are drawn faintly. No line joins the points: a front of more than two measures is not a
    /// staircase in two of them.
    Pareto {
        /// Number or count column with the measure on the x axis.
        x: String,
        /// Number or count column with the measure on the y axis.
        y: String,
        /// Title of the x axis.
        x_title: String,
        /// Title of the y axis.
        y_title: String,
        /// Text column with the name of the point.
        label: String,
        /// Flag column: true if no other point is better in every measure. Rows without a flag are not drawn.
        front: String,
    },
    /// One row for each text of `label`, in the table's order: number column `value` as a dot, interval column
    /// `interval` as a line, and a vertical line at `reference`.
    Ranking {
        /// Text column with the name of the row; of more than 40 rows, the first and the last 15 are drawn.
        label: String,
        /// Number or count column with the estimate; rows without a value are not drawn.
        value: String,
        /// Interval column with the interval of the estimate; a row without an interval has only a dot.
        interval: String,
        /// Title of the axis of values.
        value_title: String,
        /// Value at the vertical line, such as 0.5 for an even share of games; `None` for no line.
        reference: Option<f64>,
    },
    /// Arrows between names on a circle, in order of appearance: text columns `from` and `to`. There is an arrow if the
    /// whole interval of column `interval` is above `above`; its width grows with the value of number column `value`.
    Network {
        /// Text column with the name at the start of the arrow. With more than 12 names, the figure is a heat map.
        from: String,
        /// Text column with the name at the head of the arrow.
        to: String,
        /// Number column with the estimate, such as the share of points of `from` against `to`.
        value: String,
        /// Interval column with the interval of the estimate; a row without an interval has no arrow.
        interval: String,
        /// Threshold of the arrows in the unit of `value`, such as 0.5 for shares of points.
        above: f64,
    },
    /// Before and after: one row for each text of `label`, with a ring at the value before. A dot with interval column
    /// `interval` shows number column `change`, as a share of the larger value; the values of number columns `before`
    /// and `after` are written next to it.
    Moved {
        /// Text column with the name of the number that changes.
        label: String,
        /// Number column with the value before; in percent if text column `unit` of the table is `share`.
        before: String,
        /// Number column with the value after, in the unit of `before`.
        after: String,
        /// Number column with the change: a difference for shares, a part of the larger value for other numbers.
        change: String,
        /// Interval column with the 95% interval of the change; a row without an interval has only a dot.
        interval: String,
    },
}

impl Figure {
    /// Creates a figure from its file stem, its heading, its description in words, and its kind.
    pub fn new(name: impl Into<String>, title: impl Into<String>, alt: impl Into<String>, kind: FigureKind) -> Figure {
        Figure { name: name.into(), title: title.into(), alt: alt.into(), kind }
    }
}

impl FigureKind {
    /// Returns [`FigureKind::Pmf`] of the columns `series`, `x` and `y`.
    pub fn pmf(columns: [&str; 3], x_title: impl Into<String>) -> FigureKind {
        let [series, x, y] = columns.map(str::to_owned);
        FigureKind::Pmf { series, x, y, x_title: x_title.into() }
    }

    /// Returns [`FigureKind::Shares`] of the columns `series`, `x` and `y`.
    pub fn shares(columns: [&str; 3], x_title: impl Into<String>, y_title: impl Into<String>) -> FigureKind {
        let [series, x, y] = columns.map(str::to_owned);
        FigureKind::Shares { series, x, y, x_title: x_title.into(), y_title: y_title.into() }
    }

    /// Returns [`FigureKind::Bands`] of the columns `series`, `x`, `y` and `interval`.
    pub fn bands(
        columns: [&str; 4],
        x_title: impl Into<String>,
        y_title: impl Into<String>,
        share: bool,
    ) -> FigureKind {
        let [series, x, y, interval] = columns.map(str::to_owned);
        FigureKind::Bands { series, x, y, interval, x_title: x_title.into(), y_title: y_title.into(), share }
    }

    /// Returns a map of the columns `row`, `column` and `value` whose colours rise with the value.
    pub fn heat_map(columns: [&str; 3], value_title: impl Into<String>) -> FigureKind {
        FigureKind::map(columns, value_title, Colours::Rising)
    }

    /// Returns a map of shares around one half. All such maps have the same scale of colours.
    pub fn even_map(columns: [&str; 3], value_title: impl Into<String>) -> FigureKind {
        FigureKind::map(columns, value_title, Colours::Even)
    }

    /// Returns a map with a line between neighbouring cells of which exactly one reaches `line`.
    pub fn divided_map(columns: [&str; 3], value_title: impl Into<String>, line: f64) -> FigureKind {
        FigureKind::map(columns, value_title, Colours::Divided(line))
    }

    fn map(columns: [&str; 3], value_title: impl Into<String>, colours: Colours) -> FigureKind {
        let [row, column, value] = columns.map(str::to_owned);
        FigureKind::Map { row, column, value, value_title: value_title.into(), colours }
    }

    /// Returns [`FigureKind::Ranking`] of the columns `label` and `value`, and of the interval column of `value`.
    pub fn ranking([label, value]: [&str; 2], value_title: impl Into<String>, reference: Option<f64>) -> FigureKind {
        FigureKind::ranking_with([label, value, &format!("{value}_interval")], value_title, reference)
    }

    /// Returns [`FigureKind::Ranking`] of the columns `label`, `value` and `interval`.
    pub fn ranking_with(columns: [&str; 3], value_title: impl Into<String>, reference: Option<f64>) -> FigureKind {
        let [label, value, interval] = columns.map(str::to_owned);
        FigureKind::Ranking { label, value, interval, value_title: value_title.into(), reference }
    }
}

/// A drawn figure.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// A self-contained SVG document.
    pub svg: String,
    /// A self-contained SVG document, laid out for a phone.
    pub narrow: String,
    /// A PNG file.
    pub png: Vec<u8>,
}

/// Returns CSS that gives figures in elements of class `drawing` the colours of a dark page.
pub fn dark_style() -> String {
    style::dark_style()
}

/// Reasons why a figure could not be drawn.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PlotError {
    /// The table lacks a column that the figure reads.
    #[error("figure `{figure}` reads the column `{column}`, but {problem}")]
    NoColumn {
        /// Name of the figure.
        figure: String,
        /// Name of the column.
        column: String,
        /// The missing column in words, with the nearest name of the table.
        problem: String,
    },
    /// A column that the figure reads has no values.
    #[error("figure `{figure}` finds nothing to draw in column `{column}` of table `{table}`")]
    Nothing {
        /// Name of the figure.
        figure: String,
        /// Name of the table.
        table: String,
        /// Name of a column that has another type, or has no values.
        column: String,
    },
    /// The drawing library failed.
    #[error("figure `{figure}` could not be drawn: {cause}")]
    Backend {
        /// Name of the figure.
        figure: String,
        /// Message of the drawing library.
        cause: String,
    },
}

/// Draws a figure from its table; the same table gives the same bytes. `from` is a line under the title with the
/// source, such as the study, the rules and the number of games.
///
/// Parts that do not fit are left out with a note in the figure: series after the twelfth, labels without room, panels
/// and cells beyond the limit of a page.
///
/// # Errors
///
/// [`PlotError::NoColumn`] if a column is missing; [`PlotError::Nothing`] if it is of another type or without any value;
/// [`PlotError::Backend`] if the drawing library fails.
pub fn draw(figure: &Figure, table: &Table, from: &str) -> Result<Drawing, PlotError> {
    let scene = lay_out(&Source { figure, table, from, width: WIDTH })?;
    let png = scene::png(&scene).map_err(|cause| PlotError::Backend { figure: figure.name.clone(), cause })?;
    let [svg, narrow] = draw_svg(figure, table, from)?;
    Ok(Drawing { svg, narrow, png })
}

/// Draws a figure as two self-contained SVG documents: for a wide page, and for a phone.
///
/// # Errors
///
/// As [`draw`].
pub fn draw_svg(figure: &Figure, table: &Table, from: &str) -> Result<[String; 2], PlotError> {
    let svg = |width| {
        let scene = lay_out(&Source { figure, table, from, width })?;
        let drawn = scene::svg(&scene, &figure.title, &figure.alt);
        drawn.map_err(|cause| PlotError::Backend { figure: figure.name.clone(), cause })
    };
    Ok([svg(WIDTH)?, svg(NARROW)?])
}

fn lay_out(source: &Source<'_>) -> Result<Scene, PlotError> {
    match &source.figure.kind {
        FigureKind::Pmf { series, x, y, x_title } => curves::pmf(source, [series, x, y], x_title),
        FigureKind::Shares { series, x, y, x_title, y_title } => {
            curves::shares(source, [series, x, y], [x_title, y_title])
        }
        FigureKind::Bands { series, x, y, interval, x_title, y_title, share } => {
            curves::bands(source, [series, x, y, interval], [x_title, y_title], *share)
        }
        FigureKind::FrameGraph { bars } => frame_graph::lay_out(source, bars),
        FigureKind::Map { row, column, value, value_title, colours } => {
            heat_map::lay_out(source, [row, column, value], value_title, *colours)
        }
        FigureKind::Pareto { x, y, x_title, y_title, label, front } => {
            pareto::lay_out(source, [x, y, label, front], [x_title, y_title])
        }
        FigureKind::Ranking { label, value, interval, value_title, reference } => {
            ranking::lay_out(source, [label, value, interval], value_title, *reference)
        }
        FigureKind::Network { from, to, value, interval, above } => {
            network::lay_out(source, [from, to, value, interval], *above)
        }
        FigureKind::Moved { label, before, after, change, interval } => {
            ranking::moved(source, [label, change, interval], [before, after])
        }
    }
}

/// A figure with its table, source line and page width.
struct Source<'a> {
    figure: &'a Figure,
    table: &'a Table,
    /// Source line, such as the study and the rules; may be empty.
    from: &'a str,
    /// Width of the page.
    width: f64,
}

impl<'a> Source<'a> {
    /// Returns a scene with its headings.
    fn scene(&self) -> Scene {
        self.scene_of(self.width)
    }

    /// Returns a scene of the given width with its headings, which keep to the width of the page.
    fn scene_of(&self, width: f64) -> Scene {
        Scene { width, ..Scene::new(width.min(self.width), &self.figure.title, self.from) }
    }

    /// Returns a text column that has rows.
    fn texts(&self, column: &str) -> Result<&'a [String], PlotError> {
        let texts = self.table.texts(column);
        if texts.is_empty() { Err(self.nothing(column)) } else { Ok(texts) }
    }

    /// Returns a flag column that has rows.
    fn flags(&self, column: &str) -> Result<&'a [Option<bool>], PlotError> {
        let flags = self.table.flags(column);
        if flags.is_empty() { Err(self.nothing(column)) } else { Ok(flags) }
    }

    /// Returns a number column with rows, though maybe without values; numbers that are not finite count as absent.
    fn numbers(&self, column: &str) -> Result<Vec<Option<f64>>, PlotError> {
        let numbers = self.table.numbers(column);
        if numbers.is_empty() {
            return Err(self.nothing(column));
        }
        Ok(numbers.into_iter().map(|value| value.filter(|value| value.is_finite())).collect())
    }

    /// Returns an interval column; intervals with a bound that is not finite count as absent.
    fn intervals(&self, column: &str) -> Result<Vec<Option<(f64, f64)>>, PlotError> {
        let bounded = |(low, high): &(f64, f64)| low.is_finite() && high.is_finite();
        Ok(self.open_intervals(column)?.into_iter().map(|interval| interval.filter(bounded)).collect())
    }

    /// Returns an interval column, with the intervals that lack one bound or both.
    fn open_intervals(&self, column: &str) -> Result<Vec<Option<(f64, f64)>>, PlotError> {
        let intervals = self.table.intervals(column);
        if intervals.is_empty() {
            return Err(self.nothing(column));
        }
        let some = |(low, high): &(f64, f64)| !low.is_nan() && !high.is_nan();
        Ok(intervals.iter().map(|interval| interval.filter(some)).collect())
    }

    /// Returns the decimals to show of a number column, at most 6.
    fn decimals(&self, column: &str) -> usize {
        match self.table.column(column).map(|column| &column.values) {
            Some(Values::Number { decimals, .. }) => (*decimals).min(6),
            _ => 0,
        }
    }

    /// Returns true if a column holds shares or chances.
    fn is_share(&self, column: &str) -> bool {
        entry(column).is_some_and(|entry| matches!(entry.unit.as_str(), "share" | "probability"))
    }

    /// Returns true if a column holds effects on shares: all rows are of the metric `win`.
    fn is_change_of_shares(&self, column: &str) -> bool {
        let metrics = self.table.texts("metric");
        column == "effect" && !metrics.is_empty() && metrics.iter().all(|metric| metric == "win")
    }

    /// Returns the error of a column that is missing or has nothing to draw.
    fn nothing(&self, column: &str) -> PlotError {
        let (figure, column) = (self.figure.name.clone(), column.to_owned());
        // A table without any column has no rows to draw.
        if !self.table.columns.is_empty() && self.table.column(&column).is_none() {
            let problem = self.table.no_column(&column);
            return PlotError::NoColumn { figure, column, problem };
        }
        PlotError::Nothing { figure, table: self.table.name.clone(), column }
    }

    /// Returns the first series of a table in long form, and a note on the others.
    fn series(&self, [series, x, y]: [&str; 3]) -> Result<(Vec<Series>, Option<String>), PlotError> {
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
struct Series {
    name: String,
    points: Vec<Point>,
}

/// Returns the lowest and the highest of the values; (0, 0) if there are none.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.map(|value| (value, value)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 0.0))
}

/// Returns a note on the omitted items if there are more than can be drawn.
fn remainder(all: usize, drawn: usize, what: &str) -> Option<String> {
    (all > drawn).then(|| format!("The first {drawn} of {all} {what}; {} more in the table.", all - drawn))
}

/// Writes the notes that are present below the figure.
fn notes(scene: &mut Scene, notes: impl IntoIterator<Item = Option<String>>) {
    for note in notes.into_iter().flatten() {
        scene.note(&note);
    }
}
