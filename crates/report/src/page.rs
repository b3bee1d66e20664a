//! The report as one self-contained HTML file.
//!
//! The template gets the report with anchors, sort keys and inline drawings.

use super::plot::{Drawing, Figure};
use super::table::{Table, Values, printable};
use super::terminal::Shown;
use super::{Labels, Report, ReportError, Section, paragraphs, plot, svg, terminal};
use minijinja::{Environment, UndefinedBehavior};
use minijinja::{syntax::SyntaxConfig, value::Serde};
use serde::Serialize;
use std::collections::HashSet;

// Data of the template.

/// Name of the section on changed rules, which answers no question.
const RULES: &str = "changed-rules";

/// Tables with more rows get a filter box.
const FILTER_FROM: usize = 15;
/// Tables with more rows are folded.
const FOLD_FROM: usize = 100;
/// Tables with more columns are shown as cards on a phone.
const CARDS_FROM: usize = 3;
/// Text columns with a longer cell may break lines.
const LONG_TEXT: usize = 32;

#[derive(Serialize)]
pub(super) struct Page<'a> {
    style: &'static str,
    /// Styles that give figures the colours of a dark page.
    dark: String,
    script: &'static str,
    title: &'a str,
    description: Vec<&'a str>,
    warnings: Vec<String>,
    /// The answers of the sections: anchor and title of the section, and the sentences, of which there may be none.
    answers: Vec<(String, &'a str, Vec<&'a str>)>,
    /// True if a study has a summary; otherwise the page lists the titles of all studies.
    asked: bool,
    sections: Vec<SectionView<'a>>,
    provenance: &'a [(String, String)],
}

#[derive(Serialize)]
struct SectionView<'a> {
    id: String,
    title: &'a str,
    text: Vec<&'a str>,
    /// The answer as one sentence to paste; may be empty.
    line: &'a str,
    tables: Vec<TableView<'a>>,
    figures: Vec<FigureView<'a>>,
}

#[derive(Serialize)]
struct FigureView<'a> {
    id: String,
    name: &'a str,
    title: &'a str,
    alt: &'a str,
    svg: String,
    /// The same drawing, laid out for a phone.
    narrow: String,
    /// Anchor of the figure's table; may be empty.
    table: String,
}

#[derive(Serialize)]
struct TableView<'a> {
    id: String,
    name: &'a str,
    title: &'a str,
    note: &'a str,
    filter: bool,
    /// True if the table is folded at first.
    folded: bool,
    /// True if rows are shown as cards on a phone.
    cards: bool,
    /// Number of columns that are hidden at first.
    extra: usize,
    /// Anchor of the table's figure; may be empty.
    figure: String,
    /// True if a figure draws the table; the contents then link to the figure.
    drawn: bool,
    columns: Vec<ColumnView<'a>>,
    rows: Vec<Vec<CellView>>,
}

#[derive(Serialize)]
struct ColumnView<'a> {
    title: &'a str,
    class: String,
    meaning: String,
    /// True if the column holds the names of the rows.
    heads: bool,
}

#[derive(Serialize)]
struct CellView {
    text: String,
    absent: bool,
    /// Sort key, if it differs from the text.
    key: Option<String>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(report: &'a Report) -> Result<Page<'a>, ReportError> {
        let sections = report
            .sections
            .iter()
            .zip(outline(report))
            .map(|(section, ids)| SectionView::new(section, ids, &report.labels));
        let sections: Vec<SectionView<'_>> = sections.collect::<Result<_, _>>()?;
        let titled = sections.iter().zip(&report.sections).filter(|(_, section)| section.name != RULES);
        let answers: Vec<(String, &str, Vec<&str>)> =
            titled.map(|(view, section)| (view.id.clone(), view.title, section.sentences())).collect();
        let asked = answers.iter().any(|(.., said)| !said.is_empty());
        Ok(Page {
            answers,
            asked,
            style: include_str!("report.css"),
            dark: plot::dark_style(),
            script: include_str!("report.js"),
            title: &report.title,
            description: paragraphs(&report.description),
            warnings: report.warnings.iter().map(ToString::to_string).collect(),
            sections,
            provenance: &report.provenance,
        })
    }
}

impl<'a> SectionView<'a> {
    fn new(section: &'a Section, ids: Anchors, labels: &Labels) -> Result<SectionView<'a>, ReportError> {
        let place = |name: &str| section.tables.iter().position(|table| shows(name, &table.name));
        let figures = section.figures.iter().zip(&ids.figures).map(|((figure, drawing), id)| {
            let table = place(&figure.name).map_or("", |at| ids.tables[at].as_str()).to_owned();
            FigureView::new(figure, drawing, id.clone(), table)
        });
        let figures = figures.collect::<Result<_, _>>()?;
        let tables = section.tables.iter().zip(&ids.tables).map(|(table, id)| {
            let figure = section.figures.iter().position(|(figure, _)| shows(&figure.name, &table.name));
            let figure = figure.map_or("", |at| ids.figures[at].as_str()).to_owned();
            TableView::new(table, id.clone(), (section.draws(table), figure), labels)
        });
        let tables = tables.collect();
        let text = paragraphs(&section.text);
        Ok(SectionView { id: ids.section, title: &section.title, text, line: &section.line, tables, figures })
    }
}

/// Returns true if a figure shows a table: the figure has the table's name, or that name and one more word.
fn shows(figure: &str, table: &str) -> bool {
    figure == table || figure.rsplit_once('-').is_some_and(|(stem, _)| stem.contains('-') && stem == table)
}

impl<'a> FigureView<'a> {
    fn new(figure: &'a Figure, drawing: &Drawing, id: String, table: String) -> Result<FigureView<'a>, ReportError> {
        let inline = |svg: &str, prefix: String| {
            let inline = svg::inline(svg, &prefix, &figure.alt);
            inline.ok_or_else(|| ReportError::Drawing { figure: figure.name.clone() })
        };
        let (svg, narrow) =
            (inline(&drawing.svg, format!("{id}-"))?, inline(&drawing.narrow, format!("{id}-narrow-"))?);
        Ok(FigureView { id, name: &figure.name, title: &figure.title, alt: &figure.alt, svg, narrow, table })
    }
}

impl<'a> TableView<'a> {
    fn new(table: &'a Table, id: String, (drawn, figure): (bool, String), labels: &Labels) -> TableView<'a> {
        let shown = terminal::shown(table, labels);
        let row = |row| shown.iter().map(|shown| CellView::new(shown, row)).collect();
        let rows = table.rows();
        TableView {
            id,
            name: &table.name,
            title: &table.title,
            note: &table.note,
            filter: rows > FILTER_FROM,
            folded: rows > FOLD_FROM,
            cards: shown.len() > CARDS_FROM,
            extra: shown.iter().filter(|shown| shown.extra).count(),
            figure,
            drawn,
            rows: (0..rows).map(row).collect(),
            columns: shown.iter().enumerate().map(|(at, shown)| ColumnView::new(shown, at)).collect(),
        }
    }
}

impl<'a> ColumnView<'a> {
    fn new(shown: &Shown<'a>, at: usize) -> ColumnView<'a> {
        let text = matches!(shown.column.values, Values::Text(_));
        let meaning = shown.meaning.clone();
        let class = if shown.extra { "x " } else { "" };
        let class = format!("{class}{}", class_of(&shown.column.values));
        ColumnView { title: shown.title, class, meaning, heads: at == 0 && text }
    }
}

/// Returns the class of a column's cells: `t` text, `l` long text, `f` flags, `n` numbers.
fn class_of(values: &Values) -> &'static str {
    match values {
        Values::Text(texts) if texts.iter().any(|text| text.chars().count() > LONG_TEXT) => "l",
        Values::Text(_) => "t",
        Values::Flag(_) => "f",
        Values::Count(_) | Values::Number { .. } | Values::Interval { .. } => "n",
    }
}

impl CellView {
    fn new(shown: &Shown<'_>, row: usize) -> CellView {
        let values = &shown.column.values;
        let key = match values {
            Values::Text(_) => None,
            Values::Flag(v) => v[row].map(|flag| u64::from(flag).to_string()),
            Values::Count(v) => v[row].map(|n| n.to_string()),
            Values::Number { values, .. } => values[row].filter(|x| !x.is_nan()).map(number_key),
            Values::Interval { values, .. } => values[row].map(|(low, _)| number_key(low)),
        };
        let text = shown.cells[row].clone();
        let absent = match values {
            Values::Text(v) => v[row].is_empty(),
            _ => key.is_none(),
        };
        CellView { absent, key: key.filter(|key| *key != text), text }
    }
}

/// Formats a number for JavaScript.
fn number_key(x: f64) -> String {
    if x.is_infinite() { if x > 0.0 { "Infinity" } else { "-Infinity" }.to_owned() } else { x.to_string() }
}

// Anchors of a report, each used once.

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

// The page.

/// Name of the template; the ending `.html` turns escaping on.
const NAME: &str = "report.html";
const TEMPLATE: &str = include_str!("report.html.j2");

/// Renders the report as a self-contained page: it opens offline and makes no request. Links to files are relative to
/// the folder of the report.
///
/// # Errors
/// Returns an error if a drawing holds no SVG element.
pub fn html(report: &Report) -> Result<String, ReportError> {
    let page = Page::new(report)?;
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.add_template(NAME, TEMPLATE)?;
    Ok(printable(&environment.get_template(NAME)?.render(Serde(page))?))
}
