//! Printing of answers: summaries and tables for people; JSON, CSV, Markdown and one line for programs and chats.

mod fitted;
mod formats;
mod rows;
mod shown;

use fitted::fitted;
pub(crate) use formats::{Format, Formats, Target, Targets};
pub(crate) use rows::{Rows, Short};
pub(crate) use shown::Shown;

use super::error::CliError;
use crate::workflow::WorkflowError;
use clap::Args;
use hitchart_config::files::replace;
use hitchart_config::{MAX_MESSAGE, clipped};
use hitchart_report::table::{Table, escape, printable, unsigned_zeros};
use hitchart_report::terminal;
use serde_json::Value;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Output options of a command with a long answer.
#[derive(Clone, Debug, Args)]
pub(crate) struct Output {
    #[command(flatten)]
    pub formats: Formats,
    #[command(flatten)]
    pub rows: Rows,
}

/// Prints an answer in all requested formats, files first.
pub(crate) fn show(output: &Output, shown: &Shown<'_>, mut json: impl FnMut() -> Value) -> Result<(), CliError> {
    deliver(&output.formats.format, |format, width| shown.text(format, &output.rows, width, &mut json))
}

/// Prints a short answer with all its tables.
pub(crate) fn show_short(
    formats: &Formats,
    shown: &Shown<'_>,
    mut json: impl FnMut() -> Value,
) -> Result<(), CliError> {
    deliver(&formats.format, |format, width| shown.text(format, &Rows::default(), width, &mut json))
}

/// Prints an exact answer: its sentence, and all rows of its tables or as many as fit on one screen.
pub(crate) fn show_exact(short: &Short, shown: &Shown<'_>, mut json: impl FnMut() -> Value) -> Result<(), CliError> {
    let rows = Rows { full: short.full, ..Rows::default() };
    deliver(&short.formats.format, |format, width| shown.text(format, &rows, width, &mut json))
}

/// Prints a list, which has no summary; its JSON contains the rows.
pub(crate) fn list(formats: &Formats, table: &Table, json: impl Fn() -> Value) -> Result<(), CliError> {
    deliver(&formats.format, |format, width| {
        Ok(match format {
            Format::Json => escape::json(&format!("{:#}\n", unsigned_zeros(json()))),
            Format::Md => table.to_markdown(),
            Format::Csv => csv(table)?,
            Format::Line => table.texts("name").join(", ") + "\n",
            Format::Table | Format::Junit => for_people(std::slice::from_ref(table), width),
        })
    })
}

/// Writes an answer to each target. Files come first, so that they are written even if the reader of standard output
/// goes away. `text` gets the width of the terminal for standard output, if known.
pub(crate) fn deliver(
    targets: &[Target],
    mut text: impl FnMut(Format, Option<usize>) -> Result<String, CliError>,
) -> Result<(), CliError> {
    for (target, file) in targets.iter().filter_map(|target| Some((target, target.file.as_ref()?))) {
        let text = printable(&text(target.format, None)?);
        write(file, text.as_bytes())
            .map_err(|cause| WorkflowError::Content { what: file.display().to_string(), cause: cause.to_string() })?;
    }
    for target in targets.iter().filter(|target| target.file.is_none()) {
        let text = text(target.format, width())?;
        if !text.is_empty() {
            print(&text)?;
        }
    }
    Ok(())
}

/// Writes a file atomically; a path that is not a regular file, such as a device, is written to directly.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.exists() && !path.is_file() {
        return std::fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    replace(path, bytes)
}

/// Writes a text to standard output, with a line end and without control characters for terminals.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    let text = printable(text);
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// Returns the characters per line of the terminal; `None` if standard output is not a terminal.
pub(crate) fn width() -> Option<usize> {
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    width.filter(|_| io::stdout().is_terminal())
}

/// Formats tables for people.
pub(crate) fn for_people(tables: &[Table], width: Option<usize>) -> String {
    let texts: Vec<String> = tables.iter().map(|table| terminal(table, width)).collect();
    texts.iter().map(|text| text.trim_end()).collect::<Vec<_>>().join("\n\n") + "\n"
}

fn csv(table: &Table) -> Result<String, CliError> {
    let failed = |cause: String| WorkflowError::Content { what: table.name.clone(), cause };
    let bytes = table.to_csv().map_err(|error| failed(error.to_string()))?;
    Ok(String::from_utf8(bytes).map_err(|error| failed(error.to_string()))?)
}

/// Writes a line to standard error; errors are ignored, because standard error may be closed.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", clipped(&printable(text), MAX_MESSAGE));
}

/// Writes a warning to standard error, as one line.
pub(crate) fn warn(text: &str) {
    note(&format!("warning: {}", escape::line(text)));
}
