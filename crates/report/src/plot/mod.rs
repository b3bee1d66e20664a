//! Figures, drawn from tables alone.
//!
//! A figure's file lays a table out as a scene: marks at fixed places. `paint` then draws the scene twice, as SVG and
//! as PNG. All text is measured with the embedded font, so that the same table gives the same bytes on every machine.

mod axis;
mod bands;
mod font;
mod frame_graph;
mod heat_map;
mod labels;
mod legend;
mod lines;
mod network;
mod paint;
mod pareto;
mod pmf;
mod ranking;
mod scene;
mod shares;
mod source;
mod style;
#[cfg(test)]
mod tests;

use crate::table::Table;
use heat_map::Colours;
use scene::Scene;
use source::Source;
use style::{NARROW, WIDTH};

/// A figure: its kind, and the columns of a table to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// File stem.
    pub name: String,
    /// Heading over the figure.
    pub title: String,
    /// Description of the figure in words, for people who cannot see it.
    pub alt: String,
    pub kind: Kind,
}

/// Kinds of figures; each text names a column of the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// One probability mass function per series: text column `series`, count column `x`, number column `y`.
    Pmf { series: String, x: String, y: String, x_title: String },
    /// Curves of shares, one per series; columns as for `Pmf`.
    Shares { series: String, x: String, y: String, x_title: String, y_title: String },
    /// Curves with bands, one per series: text column `series`, number columns `x` and `y`, interval column `interval`;
    /// with `share` the y axis is in percent.
    Bands { series: String, x: String, y: String, interval: String, x_title: String, y_title: String, share: bool },
    /// Bars of the frame or company graph: one panel for each text of `frame` and one row for each of `measure`. A row
    /// has up to three number columns with their titles, from the solid innermost bar to the wide pale outermost.
    FrameGraph { bars: Vec<(String, String)> },
    /// Cells of `value` by text columns `row` and `column`, with the number in each.
    HeatMap { row: String, column: String, value: String, value_title: String },
    /// Cells of shares around one half, with two colours, and one scale for all figures.
    EvenMap { row: String, column: String, value: String, value_title: String },
    /// The same with a line between neighbouring cells of which exactly one reaches `line`.
    DividedMap { row: String, column: String, value: String, value_title: String, line: f64 },
    /// Points of number columns `x` and `y`, labelled by text column `label`. Points with flag `front` are solid and
    /// labelled, the others are drawn faintly. No line joins the points: a front of more than two measures is not a
    /// staircase in two of them.
    Pareto { x: String, y: String, x_title: String, y_title: String, label: String, front: String },
    /// One row for each text of `label`, in the table's order: number column `value` as a dot, interval column
    /// `interval` as a line, and a vertical line at `reference`.
    Ranking { label: String, value: String, interval: String, value_title: String, reference: Option<f64> },
    /// Arrows between names on a circle, in order of appearance: text columns `from` and `to`. There is an arrow if the
    /// whole interval of column `interval` is above `above`; its width grows with the value of number column `value`.
    Network { from: String, to: String, value: String, interval: String, above: f64 },
    /// Before and after: one row for each text of `label`, with a ring at the value before. A dot with interval column
    /// `interval` shows number column `change`, as a share of the larger value; the values of number columns `before`
    /// and `after` are written next to it.
    Moved { label: String, before: String, after: String, change: String, interval: String },
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
    /// The table lacks a column that the figure reads, or the column has no values.
    #[error("figure `{figure}` finds nothing to draw in column `{column}` of table `{table}`")]
    Nothing { figure: String, table: String, column: String },
    /// The drawing library failed.
    #[error("figure `{figure}` could not be drawn: {cause}")]
    Backend { figure: String, cause: String },
}

/// Draws a figure from its table; the same table gives the same bytes. `from` is a line under the title with the
/// source, such as the study, the rules and the number of games.
///
/// Parts that do not fit are left out with a note in the figure: series after the twelfth, labels without room, panels
/// and cells beyond the limit of a page.
///
/// # Errors
///
/// [`PlotError::Nothing`] if a column is missing, of another type or without any value; [`PlotError::Backend`] if the
/// drawing library fails.
pub fn draw(figure: &Figure, table: &Table, from: &str) -> Result<Drawing, PlotError> {
    let [scene, narrow] = [WIDTH, NARROW].map(|width| lay_out(&Source { figure, table, from, width }));
    let (scene, narrow) = (scene?, narrow?);
    let failed = |cause| PlotError::Backend { figure: figure.name.clone(), cause };
    let svg = |scene| paint::svg(scene, &figure.title, &figure.alt).map_err(failed);
    Ok(Drawing { svg: svg(&scene)?, narrow: svg(&narrow)?, png: paint::png(&scene).map_err(failed)? })
}

fn lay_out(source: &Source<'_>) -> Result<Scene, PlotError> {
    match &source.figure.kind {
        Kind::Pmf { series, x, y, x_title } => pmf::lay_out(source, [series, x, y], x_title),
        Kind::Shares { series, x, y, x_title, y_title } => shares::lay_out(source, [series, x, y], [x_title, y_title]),
        Kind::Bands { series, x, y, interval, x_title, y_title, share } => {
            bands::lay_out(source, [series, x, y, interval], [x_title, y_title], *share)
        }
        Kind::FrameGraph { bars } => frame_graph::lay_out(source, bars),
        Kind::HeatMap { row, column, value, value_title } => {
            heat_map::lay_out(source, [row, column, value], value_title, Colours::Rising)
        }
        Kind::EvenMap { row, column, value, value_title } => {
            heat_map::lay_out(source, [row, column, value], value_title, Colours::Even)
        }
        Kind::DividedMap { row, column, value, value_title, line } => {
            heat_map::lay_out(source, [row, column, value], value_title, Colours::Divided(*line))
        }
        Kind::Pareto { x, y, x_title, y_title, label, front } => {
            pareto::lay_out(source, [x, y, label, front], [x_title, y_title])
        }
        Kind::Ranking { label, value, interval, value_title, reference } => {
            ranking::lay_out(source, [label, value, interval], value_title, *reference)
        }
        Kind::Network { from, to, value, interval, above } => {
            network::lay_out(source, [from, to, value, interval], *above)
        }
        Kind::Moved { label, before, after, change, interval } => {
            ranking::moved(source, [label, change, interval], [before, after])
        }
    }
}
