//! What the page template reads: the report with anchors, sort keys and inline drawings.

use super::outline::{Anchors, outline};
use super::{Report, ReportError, Section, paragraphs, svg};
use crate::plot::{Drawing, Figure, Kind};
use crate::table::{Column, Table, Values, cell};
use serde::Serialize;

/// Tables with more rows get a filter box.
const FILTER_FROM: usize = 15;
/// Text columns with a longer cell may break lines.
const LONG_TEXT: usize = 32;

#[derive(Serialize)]
pub(super) struct Page<'a> {
    style: &'static str,
    script: &'static str,
    title: &'a str,
    description: Vec<&'a str>,
    warnings: Vec<String>,
    /// The answers that have words, each with the anchor and title of its section.
    answers: Vec<(String, &'a str, &'a [String])>,
    sections: Vec<SectionView<'a>>,
    provenance: &'a [(String, String)],
}

#[derive(Serialize)]
struct SectionView<'a> {
    id: String,
    title: &'a str,
    text: Vec<&'a str>,
    said: &'a [String],
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
    /// The same for a phone.
    narrow: String,
    /// Whether its colours are a scale, which a dark page leaves as it is.
    scale: bool,
}

#[derive(Serialize)]
struct TableView<'a> {
    id: String,
    name: &'a str,
    title: &'a str,
    note: &'a str,
    filter: bool,
    /// Whether a figure shows it, which the contents lead to.
    drawn: bool,
    columns: Vec<ColumnView<'a>>,
    rows: Vec<Vec<CellView>>,
}

#[derive(Serialize)]
struct ColumnView<'a> {
    title: &'a str,
    class: &'static str,
    /// Whether its cells name their rows.
    heads: bool,
}

#[derive(Serialize)]
struct CellView {
    text: String,
    absent: bool,
    /// What to sort by, where that is not the text.
    key: Option<String>,
}

impl<'a> Page<'a> {
    pub fn new(report: &'a Report) -> Result<Page<'a>, ReportError> {
        let sections = report.sections.iter().zip(outline(report)).map(|(section, ids)| SectionView::new(section, ids));
        let sections: Vec<SectionView<'_>> = sections.collect::<Result<_, _>>()?;
        let said = sections.iter().filter(|section| !section.said.is_empty());
        let answers = said.map(|section| (section.id.clone(), section.title, section.said)).collect();
        Ok(Page {
            answers,
            style: include_str!("report.css"),
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
    fn new(section: &'a Section, ids: Anchors) -> Result<SectionView<'a>, ReportError> {
        let figures = section.figures.iter().zip(ids.figures);
        Ok(SectionView {
            id: ids.section,
            title: &section.title,
            text: paragraphs(&section.text),
            said: &section.said,
            tables: section
                .tables
                .iter()
                .zip(ids.tables)
                .map(|(table, id)| TableView::new(table, id, section.draws(table)))
                .collect(),
            figures: figures.map(|((f, drawing), id)| FigureView::new(f, drawing, id)).collect::<Result<_, _>>()?,
        })
    }
}

impl<'a> FigureView<'a> {
    fn new(figure: &'a Figure, drawing: &Drawing, id: String) -> Result<FigureView<'a>, ReportError> {
        let inline = |svg: &str, prefix: String| {
            let inline = svg::inline(svg, &prefix, &figure.alt);
            inline.ok_or_else(|| ReportError::Drawing { figure: figure.name.clone() })
        };
        let scale = matches!(figure.kind, Kind::HeatMap { .. } | Kind::DividedMap { .. });
        let (svg, narrow) =
            (inline(&drawing.svg, format!("{id}-"))?, inline(&drawing.narrow, format!("{id}-narrow-"))?);
        Ok(FigureView { id, name: &figure.name, title: &figure.title, alt: &figure.alt, svg, narrow, scale })
    }
}

impl<'a> TableView<'a> {
    fn new(table: &'a Table, id: String, drawn: bool) -> TableView<'a> {
        let column = |(at, column): (usize, &'a Column)| ColumnView {
            title: &column.title,
            class: class(&column.values),
            heads: at == 0 && matches!(column.values, Values::Text(_)),
        };
        let row = |row| table.columns.iter().map(|column| CellView::new(&column.values, row)).collect();
        TableView {
            id,
            name: &table.name,
            title: &table.title,
            note: &table.note,
            filter: table.rows() > FILTER_FROM,
            drawn,
            columns: table.columns.iter().enumerate().map(column).collect(),
            rows: (0..table.rows()).map(row).collect(),
        }
    }
}

/// The class of a column's cells: `t` text, `l` long text, `f` flags, `n` numbers.
fn class(values: &Values) -> &'static str {
    match values {
        Values::Text(texts) if texts.iter().any(|text| text.chars().count() > LONG_TEXT) => "l",
        Values::Text(_) => "t",
        Values::Flag(_) => "f",
        Values::Count(_) | Values::Number { .. } | Values::Interval { .. } => "n",
    }
}

impl CellView {
    fn new(values: &Values, row: usize) -> CellView {
        let key = match values {
            Values::Text(_) => None,
            Values::Flag(v) => v[row].map(|flag| u64::from(flag).to_string()),
            Values::Count(v) => v[row].map(|n| n.to_string()),
            Values::Number { values, .. } => values[row].filter(|x| !x.is_nan()).map(number_key),
            Values::Interval { values, .. } => values[row].map(|(low, _)| number_key(low)),
        };
        let text = cell(values, row);
        let absent = match values {
            Values::Text(v) => v[row].is_empty(),
            _ => key.is_none(),
        };
        CellView { absent, key: key.filter(|key| *key != text), text }
    }
}

/// A number as JavaScript reads it.
fn number_key(x: f64) -> String {
    if x.is_infinite() { if x > 0.0 { "Infinity" } else { "-Infinity" }.to_owned() } else { x.to_string() }
}
