//! Reports: HTML, Markdown and terminal text from tables and drawn figures. Nothing is computed here.

use crate::plot::{Drawing, Figure};
use crate::table::Table;

/// Everything a report says.
#[derive(Clone, Debug)]
pub struct Report {
    pub title: String,
    /// A paragraph on what the scenario asks; may be empty.
    pub description: String,
    /// Provenance as (what, value), in order: version, system, rules, hashes, seed, samples.
    pub provenance: Vec<(String, String)>,
    /// Advice to the reader.
    pub warnings: Vec<String>,
    pub sections: Vec<Section>,
}

/// The results of one study.
#[derive(Clone, Debug)]
pub struct Section {
    /// Anchor: lower case, digits and hyphens; unique in the report.
    pub name: String,
    pub title: String,
    /// How to read the section; may be empty.
    pub text: String,
    pub tables: Vec<Table>,
    pub figures: Vec<(Figure, Drawing)>,
}
