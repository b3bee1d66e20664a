//! The report as Markdown, for repositories and chats.

use super::page::{Anchors, outline};
use super::{Report, Section, paragraphs};
use crate::table::escape::markdown as inline;
use crate::{plot::Figure, table::Table};

/// Line in every Markdown report that marks a folder as written by the tool.
pub const MARKER: &str = "<!-- hitchart report -->";

/// Renders the report as Markdown; links to files are relative to the folder of the report.
pub fn markdown(report: &Report) -> String {
    let outline = outline(report);
    let mut blocks = vec![format!("# {}", inline(&report.title)), MARKER.to_owned()];
    blocks.extend(paragraphs(&report.description).into_iter().map(inline));
    let answers: Vec<String> = report.sections.iter().filter_map(in_short).collect();
    if !answers.is_empty() {
        blocks.push("## In short".to_owned());
        blocks.push(lines(answers.into_iter()));
    }
    if !report.warnings.is_empty() {
        let items = report.warnings.iter().map(|warning| format!("> - {}", inline(&warning.to_string())));
        blocks.push(format!("> **Warnings**\n>\n{}", lines(items)));
    }
    if !report.sections.is_empty() {
        blocks.push("## Contents".to_owned());
        blocks.push(lines(report.sections.iter().zip(&outline).map(|(section, ids)| contents(section, ids))));
    }
    for (content, ids) in report.sections.iter().zip(&outline) {
        section(&mut blocks, content, ids);
    }
    if !report.provenance.is_empty() {
        blocks.push(format!("{}\n\n## Provenance", anchor("provenance")));
        blocks.push(lines(
            report.provenance.iter().map(|(what, value)| format!("- **{}:** {}", inline(what), inline(value))),
        ));
    }
    blocks.join("\n\n") + "\n"
}

/// Returns the summary of a section as an item of a list; a list within it if it has several sentences. `None` if the
/// section has no summary.
fn in_short(section: &Section) -> Option<String> {
    let title = inline(&section.title);
    match section.sentences().as_slice() {
        [] => None,
        [only] => Some(format!("- **{title}:** {}", inline(only))),
        several => {
            let head = std::iter::once(format!("- **{title}:**"));
            Some(lines(head.chain(several.iter().map(|sentence| format!("  - {}", inline(sentence))))))
        }
    }
}

/// Returns the table-of-contents lines of a section, its figures and its tables.
fn contents(section: &Section, ids: &Anchors) -> String {
    let link = |indent: &str, title: &str, id: &str| format!("{indent}- [{}](#{id})", inline(title));
    let figures = section.figures.iter().zip(&ids.figures).map(|((figure, _), id)| link("  ", &figure.title, id));
    let tables = section.tables.iter().zip(&ids.tables).filter(|(table, _)| !section.draws(table));
    let tables = tables.map(|(table, id)| link("  ", &table.title, id));
    lines(std::iter::once(link("", &section.title, &ids.section)).chain(figures).chain(tables))
}

fn section(blocks: &mut Vec<String>, section: &Section, ids: &Anchors) {
    blocks.push(format!("{}\n\n## {}", anchor(&ids.section), inline(&section.title)));
    blocks.extend(paragraphs(&section.text).into_iter().map(inline));
    blocks.extend(Some(inline(&section.line)).filter(|line| !line.is_empty()).map(|line| format!("> {line}")));
    for ((content, _), id) in section.figures.iter().zip(&ids.figures) {
        figure(blocks, content, id);
    }
    for (content, id) in section.tables.iter().zip(&ids.tables) {
        table(blocks, content, id);
    }
}

fn figure(blocks: &mut Vec<String>, figure: &Figure, id: &str) {
    let name = &figure.name;
    blocks.push(format!("{}\n\n### {}", anchor(id), inline(&figure.title)));
    blocks.push(format!("![{}](plots/{name}.svg)", inline(&figure.alt)));
    blocks.push(format!("Files: [plots/{name}.svg](plots/{name}.svg), [plots/{name}.png](plots/{name}.png)"));
}

fn table(blocks: &mut Vec<String>, table: &Table, id: &str) {
    let name = &table.name;
    blocks.push(format!("{}\n\n### {}", anchor(id), inline(&table.title)));
    blocks.extend(Some(inline(&table.note)).filter(|note| !note.is_empty()));
    blocks.push(if table.rows() == 0 { "No rows.".to_owned() } else { table.to_markdown().trim_end().to_owned() });
    blocks
        .push(format!("Files: [tables/{name}.csv](tables/{name}.csv), [tables/{name}.parquet](tables/{name}.parquet)"));
}

/// Returns an explicit anchor: viewers differ in the anchors that they make from headings.
fn anchor(id: &str) -> String {
    format!("<a id=\"{id}\"></a>")
}

fn lines(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join("\n")
}
