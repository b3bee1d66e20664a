//! Reports: HTML, Markdown and terminal text from tables and drawn figures. Nothing is computed here.

mod brief;
mod markdown;
mod page;
pub mod plot;
mod svg;
pub mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod warnings;

pub use brief::{Brief, KeyNumber, MOST_LINES, NUMBERS, WIDTH, brief, brief_list, wrapped};
pub use markdown::{MARKER, markdown};
pub use page::html;
pub use terminal::terminal;
pub use warnings::{Warning, merged};

use crate::plot::{Drawing, Figure};
use crate::table::Table;
use std::collections::BTreeMap;

/// The content of a report.
#[derive(Clone, Debug)]
pub struct Report {
    pub title: String,
    /// A paragraph on the question of the scenario; may be empty. A blank line starts another paragraph.
    pub description: String,
    /// Provenance as (what, value), in order: version, game, rules, hashes, seed, samples.
    pub provenance: Vec<(String, String)>,
    /// Advice to the reader.
    pub warnings: Vec<Warning>,
    pub sections: Vec<Section>,
    /// Labels of metrics by identifier.
    pub labels: Labels,
}

/// Label of a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub title: String,
    /// True if the metric is a share of games.
    pub share: bool,
}

/// Labels of metrics by identifier.
pub type Labels = BTreeMap<String, Label>;

/// The results of one study.
#[derive(Clone, Debug)]
pub struct Section {
    /// Anchor: lower case, digits and hyphens; unique in the report.
    pub name: String,
    pub title: String,
    /// Guide to reading the section; may be empty. A blank line starts another paragraph.
    pub text: String,
    /// The summary: sentences, the most important first; may be empty.
    pub said: Vec<String>,
    /// The answer as one sentence to paste, with its source; may be empty.
    pub line: String,
    /// Key numbers of the answer, at most five.
    pub numbers: Vec<KeyNumber>,
    /// Open comparisons, and the number of games that would decide them; may be empty.
    pub undecided: String,
    pub tables: Vec<Table>,
    pub figures: Vec<(Figure, Drawing)>,
    /// Results for programs, if there are more than the tables hold.
    pub json: Option<serde_json::Value>,
}

impl Section {
    /// Returns true if a figure draws a table: both have the same name.
    fn draws(&self, table: &Table) -> bool {
        self.figures.iter().any(|(figure, _)| figure.name == table.name)
    }
}

/// Reasons why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A drawing holds no complete `<svg>` element.
    #[error("figure `{figure}` is not an SVG document")]
    Drawing { figure: String },
    /// The page template does not match the report.
    #[error("the page template failed: {0}")]
    Template(#[from] minijinja::Error),
}

/// Splits a text into paragraphs at blank lines.
fn paragraphs(text: &str) -> Vec<&str> {
    text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()).collect()
}
