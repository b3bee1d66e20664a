//! Printing of answers: summaries and tables for people; JSON, CSV, Markdown and one line for programs and chats.

mod shown;

use super::super::workflow::WorkflowError;
use super::error::CliError;
use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::{Error, ErrorKind};
use hitchart_config::files::{folder_of, replace};
use hitchart_config::{MAX_MESSAGE, clipped, nearest};
use hitchart_report::table::{Table, escape, printable, unsigned_zeros};
use hitchart_report::terminal;
use serde_json::Value;
pub(crate) use shown::{Rows, Short, Shown};
use std::ffi::OsStr;
use std::io;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

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

// Formats of answers, and the files they are written to.

/// A format of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    /// Words and aligned columns for people
    #[default]
    Table,
    /// One sentence to paste
    Line,
    /// JSON for programs
    Json,
    /// Comma-separated values with a header line
    Csv,
    /// Markdown
    Md,
    /// JUnit XML for services that run tests; of `check` alone
    Junit,
}

impl Format {
    /// All formats, with their names; the first name of each is used in messages.
    const NAMES: [(Format, &'static [&'static str]); 6] = [
        (Format::Table, &["table", "text"]),
        (Format::Line, &["line"]),
        (Format::Json, &["json"]),
        (Format::Csv, &["csv"]),
        (Format::Md, &["md", "markdown"]),
        (Format::Junit, &["junit"]),
    ];

    fn named(name: &str) -> Option<Format> {
        Format::NAMES.iter().find(|(_, names)| names.contains(&name)).map(|(format, _)| *format)
    }
}

/// A format, and the file to write; standard output if there is no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub format: Format,
    pub file: Option<PathBuf>,
}

/// Parser of `json` and `json=FILE`; `with_junit` and `with_csv` select the formats that only some commands have.
#[derive(Clone)]
pub(crate) struct Targets {
    with_junit: bool,
    with_csv: bool,
}

impl Targets {
    /// Formats of a command that answers with tables.
    pub(crate) const ALL: Targets = Targets { with_junit: false, with_csv: true };
    /// Formats of `check`.
    pub(crate) const CHECK: Targets = Targets { with_junit: true, with_csv: false };

    /// Returns the formats of the command, with their names.
    fn formats(&self) -> impl Iterator<Item = (Format, &'static [&'static str])> {
        let (junit, csv) = (self.with_junit, self.with_csv);
        let has = move |format: &Format| (*format != Format::Junit || junit) && (*format != Format::Csv || csv);
        Format::NAMES.into_iter().filter(move |(format, _)| has(format))
    }

    fn read(&self, text: &str) -> Result<Target, String> {
        let (name, file) = match text.split_once('=') {
            Some((name, file)) => (name, Some(file)),
            None => (text, None),
        };
        let names: Vec<&str> = self.formats().map(|(_, names)| names[0]).collect();
        let allowed = self.formats().any(|(_, names)| names.contains(&name));
        let Some(format) = Format::named(name).filter(|_| allowed) else {
            let near = nearest(name, names.iter().copied())
                .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return Err(format!("allowed: {}, each also as FORMAT=FILE{near}", names.join(", ")));
        };
        let file = file.map(place).transpose()?;
        Ok(Target { format, file })
    }
}

/// Checks a path before the work begins.
fn place(file: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(file);
    let folder = folder_of(&path);
    match () {
        () if file.is_empty() => Err("a file is missing after `=`".to_owned()),
        () if path.is_dir() => Err(format!("{file} is a folder")),
        () if !folder.is_dir() => Err(format!("the folder {} does not exist", folder.display())),
        () => Ok(path),
    }
}

impl TypedValueParser for Targets {
    type Value = Target;

    fn parse_ref(&self, command: &clap::Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<Target, Error> {
        let text = StringValueParser::new().parse_ref(command, arg, value)?;
        self.read(&text).map_err(|problem| {
            let name = arg.map_or_else(|| "--format".to_owned(), ToString::to_string);
            Error::raw(ErrorKind::ValueValidation, format!("invalid value '{text}' for '{name}': {problem}\n"))
                .with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.formats().map(|(_, names)| PossibleValue::new(names[0]))))
    }
}

/// Formats of a command's answer.
#[derive(Clone, Debug, Args)]
pub(crate) struct Formats {
    /// Print the answer as table, line (one sentence), json, csv or md; FORMAT=FILE writes a file. Repeat for several
    #[arg(long, value_name = "FORMAT", value_parser = Targets::ALL, default_value = "table", hide_possible_values = true)]
    pub format: Vec<Target>,
}

impl Formats {
    /// Returns true if people read the answer on standard output.
    pub(crate) fn shows_table(&self) -> bool {
        self.format.iter().any(|target| target.format == Format::Table && target.file.is_none())
    }

    /// Returns true if only people read the answer, on standard output or in a file.
    pub(crate) fn for_people(&self) -> bool {
        self.format.iter().all(|target| matches!(target.format, Format::Table | Format::Md | Format::Line))
    }

    /// Returns true if an answer is printed in this format, to a file or not.
    pub(crate) fn has(&self, format: Format) -> bool {
        self.format.iter().any(|target| target.format == format)
    }
}
