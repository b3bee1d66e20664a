//! Reports: HTML, Markdown and terminal text from tables and drawn figures. Nothing is computed here.

mod brief;
mod cells;
mod html;
mod markdown;
mod outline;
mod page;
pub mod plot;
mod svg;
pub mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod warnings;

pub use brief::{Brief, KeyNumber, MOST_LINES, NUMBERS, WIDTH, brief, brief_list, wrapped};
pub use html::html;
pub use markdown::{MARKER, markdown};
pub use terminal::terminal;
pub use warnings::{Warning, merged};

use crate::plot::{Drawing, Figure};
use crate::table::Table;
use std::collections::BTreeMap;

/// Everything a report says.
#[derive(Clone, Debug)]
pub struct Report {
    pub title: String,
    /// A paragraph on what the scenario asks; may be empty. A blank line starts another paragraph.
    pub description: String,
    /// Provenance as (what, value), in order: version, game, rules, hashes, seed, samples.
    pub provenance: Vec<(String, String)>,
    /// Advice to the reader.
    pub warnings: Vec<Warning>,
    pub sections: Vec<Section>,
    /// Metrics in words, by their identifiers.
    pub labels: Labels,
}

/// A metric in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub title: String,
    /// Whether the metric is a share of games.
    pub share: bool,
}

/// Metrics in words, by their identifiers.
pub type Labels = BTreeMap<String, Label>;

/// The results of one study.
#[derive(Clone, Debug)]
pub struct Section {
    /// Anchor: lower case, digits and hyphens; unique in the report.
    pub name: String,
    pub title: String,
    /// How to read the section; may be empty. A blank line starts another paragraph.
    pub text: String,
    /// The summary: sentences, the most important first; may be empty.
    pub said: Vec<String>,
    /// The answer as one sentence to paste, with its source; may be empty.
    pub line: String,
    /// The numbers behind the answer, at most five.
    pub numbers: Vec<KeyNumber>,
    /// What is undecided, and how many games would decide it; may be empty.
    pub undecided: String,
    pub tables: Vec<Table>,
    pub figures: Vec<(Figure, Drawing)>,
    /// For programs, if there is more to tell than the tables do.
    pub json: Option<serde_json::Value>,
}

impl Section {
    /// Whether a figure shows a table: it has its name.
    fn draws(&self, table: &Table) -> bool {
        self.figures.iter().any(|(figure, _)| figure.name == table.name)
    }
}

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A drawing holds no complete `<svg>` element.
    #[error("figure `{figure}` is not an SVG document")]
    Drawing { figure: String },
    /// The page template and the report do not fit together.
    #[error("the page template failed: {0}")]
    Template(#[from] minijinja::Error),
}

/// Paragraphs of a text: what blank lines part.
fn paragraphs(text: &str) -> Vec<&str> {
    text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()).collect()
}
