//! What commands print: tables for people, JSON, CSV and Markdown for machines.

use super::error::CliError;
use crate::input::{MAX_MESSAGE, clipped};
use crate::report::terminal;
use crate::table::{Table, escape, printable, unsigned, unsigned_zeros};
use crate::workflow::WorkflowError;
use clap::ValueEnum;
use std::io::{self, IsTerminal, Write};

/// How an answer is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Aligned columns for people
    #[default]
    #[value(alias = "text")]
    Table,
    /// JSON for programs
    Json,
    /// Comma-separated values with a header line
    Csv,
    /// A Markdown table
    #[value(alias = "markdown")]
    Md,
}

/// Writes a text to standard output, with a line end and without what a terminal would obey.
pub fn print(text: &str) -> Result<(), CliError> {
    let text = printable(text);
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// Prints an answer: its tables, or `json` as it is. A CSV file is one table: the last one.
pub fn answer(format: Format, tables: &[Table], json: impl FnOnce() -> serde_json::Value) -> Result<(), CliError> {
    match format {
        Format::Json => print(&escape::json(&format!("{:#}", unsigned_zeros(json())))),
        Format::Table => print(&for_people(tables)),
        Format::Md => print(&joined(tables, |table| Ok(table.to_markdown()))?),
        Format::Csv => print(&joined(&tables[tables.len().saturating_sub(1)..], csv)?),
    }
}

/// Prints an answer for people with what it says in words first, a line each, or in Markdown a paragraph each; for programs
/// as [`answer`] does.
pub fn told(
    format: Format,
    said: &[String],
    tables: &[Table],
    json: impl FnOnce() -> serde_json::Value,
) -> Result<(), CliError> {
    let (between, shown): (&str, fn(&str) -> String) = match format {
        Format::Table => ("\n", escape::line),
        Format::Md => ("\n\n", escape::markdown),
        Format::Json | Format::Csv => return answer(format, tables, json),
    };
    if !said.is_empty() {
        let said: Vec<String> = said.iter().map(|said| shown(said)).collect();
        print(&format!("{}\n\n", unsigned(&said.join(between))))?;
    }
    answer(format, tables, json)
}

/// Tables as people read them: as wide as the terminal, if there is one.
pub fn for_people(tables: &[Table]) -> String {
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let width = width.filter(|_| io::stdout().is_terminal());
    let texts: Vec<String> = tables.iter().map(|table| terminal(table, width)).collect();
    texts.iter().map(|text| text.trim_end()).collect::<Vec<_>>().join("\n\n") + "\n"
}

fn csv(table: &Table) -> Result<String, CliError> {
    let failed = |cause: String| WorkflowError::Content { what: table.name.clone(), cause };
    let bytes = table.to_csv().map_err(|error| failed(error.to_string()))?;
    Ok(String::from_utf8(bytes).map_err(|error| failed(error.to_string()))?)
}

/// Several tables, an empty line between them.
fn joined(tables: &[Table], render: impl Fn(&Table) -> Result<String, CliError>) -> Result<String, CliError> {
    let texts: Result<Vec<String>, CliError> = tables.iter().map(render).collect();
    Ok(texts?.iter().map(|text| text.trim_end()).collect::<Vec<_>>().join("\n\n") + "\n")
}

/// Writes a line to standard error; a closed one is no reason to fail.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", clipped(&printable(text), MAX_MESSAGE));
}

/// Writes a warning to standard error, as one line.
pub fn warn(text: &str) {
    note(&format!("warning: {}", escape::line(text)));
}
