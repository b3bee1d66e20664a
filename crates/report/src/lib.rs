//! Typed tables, figures drawn from tables, and reports as HTML, Markdown and text for the terminal.
//!
//! A [`Table`] has typed columns; an estimate and its interval are two neighbouring columns. [`plot::draw`] draws a
//! [`Figure`] from a table. A [`Report`] has sections of tables and figures: [`html`] returns one page that needs no
//! other file, and [`markdown()`] returns text for repositories and chats.
//!
//! ```
//! use hitchart_report::table::Table;
//! use hitchart_report::{KeyNumber, Labels, Report, Section, html, markdown, terminal};
//!
//! let table = Table::new("companies", "Companies", "Ties are not counted.")
//!     .text("company", "Company", ["Shield Wall", "Close Assault"])
//!     .number("wins", "Wins", 2, [0.44, 0.56])
//!     .interval("wins_interval", "95% interval", 2, [(0.39, 0.49), (0.51, 0.61)])
//!     .sorted("wins", false);
//! assert_eq!(
//!     table.to_markdown(),
//!     "| Company | Wins | 95% interval |\n\
//!      | --- | ---: | ---: |\n\
//!      | Close Assault | 0.56 | 0.51 to 0.61 |\n\
//!      | Shield Wall | 0.44 | 0.39 to 0.49 |\n"
//! );
//! // Files keep numbers: a JSON interval is an array, a CSV interval has two columns.
//! assert_eq!(table.to_json()[0]["wins_interval"][1], 0.61);
//! assert!(table.to_csv()?.starts_with(b"company,wins,wins_interval_low,wins_interval_high\n"));
//! // At the terminal, each line has at most 100 characters.
//! assert!(terminal(&table, Some(100)).starts_with("Companies\n"));
//!
//! let section = Section {
//!     name: "companies".into(),
//!     title: "Which company is stronger?".into(),
//!     text: String::new(),
//!     said: vec!["Close Assault wins 56% of the games.".into()],
//!     line: String::new(),
//!     numbers: vec![KeyNumber::new("Games won by Close Assault", "56% (51 to 61%)")],
//!     undecided: String::new(),
//!     tables: vec![table],
//!     figures: Vec::new(),
//!     json: None,
//! };
//! let report = Report {
//!     title: "Two companies".into(),
//!     description: String::new(),
//!     provenance: vec![("Seed".into(), "7".into())],
//!     warnings: Vec::new(),
//!     sections: vec![section],
//!     labels: Labels::new(),
//! };
//! // On the page, an estimate and its interval share a cell.
//! assert!(html(&report)?.contains("56% (51 to 61%)"));
//! assert!(markdown(&report).starts_with("# Two companies\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate shows numbers and computes none. It writes no files.

#![warn(missing_docs)]

mod brief;
mod extreme;
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
pub use extreme::{Extreme, highest, key_numbers, lowest};
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
    /// Heading of the page.
    pub title: String,
    /// A paragraph on the question of the scenario; may be empty. A blank line starts another paragraph.
    pub description: String,
    /// Provenance as (what, value), in order: version, game, rules, hashes, seed, samples.
    pub provenance: Vec<(String, String)>,
    /// Advice to the reader.
    pub warnings: Vec<Warning>,
    /// Sections in the order of the page; may be empty.
    pub sections: Vec<Section>,
    /// Labels of metrics by identifier.
    pub labels: Labels,
}

/// Label of a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Name of the metric for people, such as `Share of games won`.
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
    /// Heading of the section.
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
    /// Tables, in order, below the figures.
    pub tables: Vec<Table>,
    /// Figures and their drawings, in order. If a figure and a table have the same name, the page links them.
    pub figures: Vec<(Figure, Drawing)>,
    /// Results for programs, if there are more than the tables hold.
    pub json: Option<serde_json::Value>,
}

impl Section {
    /// Returns the summary, with the sentence on what is undecided last.
    fn sentences(&self) -> Vec<&str> {
        let all = self.said.iter().chain(Some(&self.undecided));
        all.map(String::as_str).filter(|said| !said.is_empty()).collect()
    }

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
    Drawing {
        /// Name of the figure.
        figure: String,
    },
    /// The page template does not match the report.
    #[error("the page template failed: {0}")]
    Template(#[from] minijinja::Error),
}

/// Splits a text into paragraphs at blank lines.
fn paragraphs(text: &str) -> Vec<&str> {
    text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()).collect()
}
