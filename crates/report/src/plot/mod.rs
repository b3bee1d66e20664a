//! Figures, drawn from tables alone.
//!
//! A figure's file lays a table out as a scene: marks at fixed places. `paint` then draws the scene twice, as SVG and
//! as PNG. All text is measured with the embedded font, so that the same table gives the same bytes everywhere.

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

/// A figure: what to draw from which columns of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// File stem.
    pub name: String,
    /// Heading over the figure.
    pub title: String,
    /// What the figure shows, in words, for those who cannot see it.
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
    /// Curves with bands, one per series: text column `series`, number columns `x` and `y`, interval column `interval`; with
    /// `share` the y axis is in percent.
    Bands { series: String, x: String, y: String, interval: String, x_title: String, y_title: String, share: bool },
    /// Bars of the frame or company graph: one panel for each text of `frame`, one row for each of `measure`, and in
    /// it up to three number columns with their titles, from the solid innermost bar to the wide pale outermost.
    FrameGraph { bars: Vec<(String, String)> },
    /// Cells of `value` by text columns `row` and `column`, the number written in each.
    HeatMap { row: String, column: String, value: String, value_title: String },
    /// Cells of shares around an even one: the colours part at one half, with one scale for all figures.
    EvenMap { row: String, column: String, value: String, value_title: String },
    /// The same with a line between neighbours of which one reaches `line` and the other does not.
    DividedMap { row: String, column: String, value: String, value_title: String, line: f64 },
    /// Points of number columns `x` and `y` labelled by text column `label`; those with flag `front` are solid and
    /// labelled, the rest are drawn faintly. They are not joined: a front of more measures than these two is no
    /// staircase.
    Pareto { x: String, y: String, x_title: String, y_title: String, label: String, front: String },
    /// A row for each text of `label`, in the table's order: number column `value` as a dot, interval column `interval`
    /// as a line, and an upright line at `reference`.
    Ranking { label: String, value: String, interval: String, value_title: String, reference: Option<f64> },
    /// Arrows between names on a circle, in their order of appearance: text columns `from` and `to`; there is an arrow where
    /// the whole of interval column `interval` lies above `above`, the wider the more number column `value` does.
    Network { from: String, to: String, value: String, interval: String, above: f64 },
    /// Before and after: a row for each text of `label`, a ring where it was and, by number column `change` in parts of the
    /// larger of the two, a dot with interval column `interval`; number columns `before` and `after` stand beside it.
    Moved { label: String, before: String, after: String, change: String, interval: String },
}

/// A drawn figure.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// A self-contained SVG document.
    pub svg: String,
    /// The same laid out for a phone.
    pub narrow: String,
    /// The same as a PNG file.
    pub png: Vec<u8>,
}

/// CSS that gives figures in elements of class `drawing` the colours of a dark page.
pub fn dark_style() -> String {
    style::dark_style()
}

/// Why a figure could not be drawn.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PlotError {
    /// The table lacks a column the figure reads, or it has no rows.
    #[error("figure `{figure}` finds nothing to draw in column `{column}` of table `{table}`")]
    Nothing { figure: String, table: String, column: String },
    /// The drawing library failed.
    #[error("figure `{figure}` could not be drawn: {cause}")]
    Backend { figure: String, cause: String },
}

/// Draws a figure from its table; the same table gives the same bytes. `from` says under the title where it is from, such as
/// the study, the rules and the number of games.
///
/// What does not fit is left out with a note in the figure: series after the twelfth, labels without room, panels and
/// cells beyond what a page can hold.
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
