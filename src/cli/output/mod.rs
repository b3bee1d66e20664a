//! Printing of answers: summaries and tables for people; JSON, CSV, Markdown and one line for programs and chats.

mod shown;

pub(crate) use shown::text;

use super::super::workflow::{FolderError, WorkflowError};
use super::error::{CliError, ending};
use hitchart_ask::options::{Format, Target};
use hitchart_ask::{AskError, Reply, ReplyForm};
use hitchart_config::files::replace;
use hitchart_config::{MAX_MESSAGE, clipped, shortened};
use hitchart_report::table::{Table, escape, printable};
use hitchart_report::terminal;
use std::io::{IsTerminal, Write};
use std::{io, path::Path};

/// Prints an answer in all requested formats, files first; remarks and doubts go to standard error.
pub(crate) fn show(reply: &Reply) -> Result<(), CliError> {
    reply.notes.iter().for_each(|text| note(text));
    let shown = match reply.form {
        ReplyForm::Text => print(&reply.text),
        ReplyForm::List => deliver(&reply.targets, |format, width| listed(reply, format, width)),
        ReplyForm::Short => deliver(&reply.targets, |format, width| text(reply, format, width)),
        ReplyForm::Study => {
            shown_unsorted(reply, |reply| deliver(&reply.targets, |format, width| text(reply, format, width)))
        }
    };
    reply.warnings.iter().for_each(|text| warn(text));
    match reply.stopped {
        Some((done, asked)) => ending(Err(AskError::Stopped { done, asked }.into()), shown),
        None => shown,
    }
}

/// Prints an answer. If no table has the column to sort by, the answer is printed unsorted, and the error follows. The
/// columns are known only after the games, whose result would be lost otherwise. No file is written.
pub(crate) fn shown_unsorted(
    reply: &Reply,
    print: impl FnOnce(&Reply) -> Result<(), CliError>,
) -> Result<(), CliError> {
    match reply.rows.check(&reply.tables) {
        Ok(()) => print(reply),
        Err(unknown) => {
            let mut unsorted = reply.clone();
            unsorted.rows.sort = None;
            unsorted.targets.retain(|target| target.file.is_none());
            if unsorted.targets.is_empty() {
                unsorted.targets.push(Target::default());
            }
            print(&unsorted)?;
            Err(unknown.into())
        }
    }
}

/// Formats a list, which has no summary; its JSON contains the rows.
fn listed(reply: &Reply, format: Format, width: Option<usize>) -> Result<String, CliError> {
    let Some(table) = reply.tables.first() else { return Ok(String::new()) };
    Ok(match format {
        Format::Json => escape::json(&format!("{:#}\n", reply.json())),
        Format::Md => table.to_markdown(),
        Format::Csv => csv(table)?,
        Format::Line if !reply.line.is_empty() => escape::line(&reply.line) + "\n",
        Format::Line => table.texts("name").join(", ") + "\n",
        Format::Table | Format::Junit => for_people(std::slice::from_ref(table), width),
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
        let failed = |cause| FolderError::Io { doing: "write", path: file.clone(), cause };
        write(file, text.as_bytes()).map_err(|cause| WorkflowError::Folder(failed(cause)))?;
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

/// Writes a message to standard error as [`note`] does, and keeps all line ends: none comes from the user.
pub(crate) fn lines(text: &str) {
    let _ = writeln!(io::stderr(), "{}", shortened(&printable(text), MAX_MESSAGE));
}

/// Writes a warning to standard error, as one line.
pub(crate) fn warn(text: &str) {
    note(&format!("warning: {}", escape::line(text)));
}
