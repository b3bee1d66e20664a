//! Anchors of a report, each used once.

use super::Report;
use std::collections::HashSet;

/// Anchors of every page; no section can take one of them.
const FIXED: [&str; 4] = ["top", "contents", "warnings", "provenance"];

/// Anchors of one section, in the order of its tables and figures.
pub(super) struct Anchors {
    pub section: String,
    pub tables: Vec<String>,
    pub figures: Vec<String>,
}

/// Returns the anchors of every section, in order.
pub(super) fn outline(report: &Report) -> Vec<Anchors> {
    let mut used: HashSet<String> = FIXED.iter().map(|&name| name.to_owned()).collect();
    // Sections come first: links from outside use their plain names.
    let sections: Vec<String> = report.sections.iter().map(|section| claim(&mut used, &section.name)).collect();
    let rest = report.sections.iter().zip(sections).map(|(content, section)| Anchors {
        section,
        tables: content.tables.iter().map(|table| claim(&mut used, &format!("table-{}", table.name))).collect(),
        figures: content.figures.iter().map(|(f, _)| claim(&mut used, &format!("figure-{}", f.name))).collect(),
    });
    rest.collect()
}

/// Returns an unused anchor close to the wanted one.
fn claim(used: &mut HashSet<String>, wanted: &str) -> String {
    let stem: String =
        wanted.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let mut anchor = stem.clone();
    let mut copy = 1;
    while !used.insert(anchor.clone()) {
        copy += 1;
        anchor = format!("{stem}-{copy}");
    }
    anchor
}
