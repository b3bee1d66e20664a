//! Figures, drawn from tables alone.

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
    /// Survival curves, one per series; columns as for `Pmf`, x being the number of attacks.
    Survival { series: String, x: String, y: String, x_title: String },
    /// Bars of the frame graph: text columns `frame` and `measure`, number columns `sys`, `plus_1w`, `plus_2w`.
    /// One panel a frame, one row a measure; a wide pale bar for +2W under a narrower +1W under a solid Sys.
    FrameGraph,
    /// Cells of `value` by text columns `row` and `column`, the number written in each.
    HeatMap { row: String, column: String, value: String, value_title: String },
    /// Points of number columns `x` and `y` labelled by text column `label`; those with flag `front` are joined and
    /// labelled, the rest are drawn faintly.
    Pareto { x: String, y: String, x_title: String, y_title: String, label: String, front: String },
}

/// A drawn figure.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// A self-contained SVG document.
    pub svg: String,
    /// The same as a PNG file.
    pub png: Vec<u8>,
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
