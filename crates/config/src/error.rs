//! Errors in a user's input, with their place.

use super::bounds::MAX_FILE;
use super::clip::{boundary, clipped};
use super::reader::ReadError;
use super::{Beside, Place, Sort, listed, nearest, sha256};
use crate::files;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::ops::Range;
use std::path::Path;

/// The text of a file, for messages that show a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileText {
    pub path: Place,
    pub text: String,
}

impl FileText {
    /// Reads a text file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not UTF-8.
    pub fn read(path: &Path) -> Result<FileText, InputError> {
        let text = files::read(path, MAX_FILE)
            .and_then(|text| String::from_utf8(text).map_err(|_| std::io::Error::other("it is not UTF-8 text")));
        let text = text.map_err(|cause| {
            let help = match cause.kind() {
                std::io::ErrorKind::NotFound => near_file(path),
                _ => None,
            };
            InputError { place: None, problem: format!("cannot read {}: {cause}", path.display()), help }
        })?;
        Ok(FileText { path: path.into(), text })
    }

    /// Reads a file that the command line names: see [`Beside::find`].
    ///
    /// # Errors
    /// As [`Beside::named`].
    pub fn named(sort: Sort, name: &Path) -> Result<FileText, InputError> {
        match name.to_str() {
            Some(name) => Beside::here().named(sort, name),
            None => FileText::read(name),
        }
    }

    /// Reads standard input. Files that the text names are searched in the current folder.
    ///
    /// # Errors
    /// Fails if the input is too long or not UTF-8.
    pub fn standard_input() -> Result<FileText, InputError> {
        let cannot = |cause: &dyn std::fmt::Display| InputError::plain(format!("cannot read standard input: {cause}"));
        let text = files::standard_input(MAX_FILE).map_err(|cause| cannot(&cause))?;
        let text = String::from_utf8(text.to_owned()).map_err(|_| cannot(&"it is not UTF-8 text"))?;
        Ok(FileText { path: "stdin".into(), text })
    }

    /// Returns a text without a folder: it can name no files.
    pub fn carried(name: &str, text: &str) -> FileText {
        FileText { path: Place::carried(name), text: text.to_owned() }
    }

    /// Returns the folder in which the files named by the text are searched.
    pub fn beside(&self) -> Beside {
        Beside::of(&self.path)
    }

    /// Returns the file name without its folders, so that outputs do not depend on the location of the file.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Returns the SHA-256 of the text.
    pub fn sha256(&self) -> String {
        sha256(&self.text)
    }
}

/// Suggests the nearest file name in the folder of a file that does not exist.
pub(super) fn near_file(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names: Vec<String> =
        std::fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    let near = nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str))?;
    Some(format!("did you mean {}?", path.with_file_name(near).display()))
}

/// Replaces the problem of a text that must not be shown.
const HIDDEN: &str = "this file is not of the kind that is needed here";
const WHERE_SHOWN: &str = "its content is not shown, because it is not in the folder of the file that names it; name it on \
    the command line, or move it there, to see the error";

/// An error in an input, with its place and a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The file and the bytes at fault, if there is a file.
    pub place: Option<Box<(FileText, Range<usize>)>>,
    /// The value found and the values allowed.
    pub problem: String,
    /// A hint how to correct the error: usually the nearest valid name.
    pub help: Option<String>,
}

impl InputError {
    /// Returns an error without a file, such as one of the command line.
    pub fn plain(problem: impl ToString) -> InputError {
        InputError { place: None, problem: problem.to_string(), help: None }
    }

    /// Returns an error at a place of a file.
    pub fn at(file: &FileText, span: Range<usize>, problem: impl ToString) -> InputError {
        InputError { place: Some(Box::new((file.clone(), span))), problem: problem.to_string(), help: None }.or_hidden()
    }

    /// Returns the error without texts that may quote a hidden file: see [`Place`].
    fn or_hidden(self) -> InputError {
        let Some((file, span)) = self.place.as_deref().filter(|(file, _)| !file.path.is_shown()) else { return self };
        let line = Line::of(&file.text, span);
        let problem = format!("{}:{}:{}: {HIDDEN}", file.path.display(), line.number, line.column);
        InputError { problem, help: Some(WHERE_SHOWN.to_owned()), ..self }
    }

    /// Returns the error for an unknown name, with the allowed names and the nearest one.
    pub fn unknown<'a>(what: &str, found: &str, allowed: impl IntoIterator<Item = &'a str> + Clone) -> InputError {
        let help = nearest(found, allowed.clone()).map(|name| format!("did you mean `{name}`?"));
        let problem = format!("unknown {what} `{found}`; allowed: {}", listed(allowed));
        InputError { place: None, problem, help }
    }

    /// Returns an error of TOML's syntax.
    pub fn toml(file: &FileText, error: &toml::de::Error) -> InputError {
        InputError::at(file, error.span().unwrap_or(0..0), error.message().trim_end())
    }

    /// Returns the error for a value of the wrong type: a missing or unknown key, a list instead of a table.
    pub fn read(file: &FileText, error: &ReadError) -> InputError {
        let help = InputError::near_in(&error.message);
        InputError::at(file, error.span.clone().unwrap_or(0..0), error.message.trim_end()).with_help(help)
    }

    /// Like [`InputError::read`]; an unknown key may also be meant as one of `beside`.
    pub fn read_beside(file: &FileText, error: &ReadError, beside: &[&str]) -> InputError {
        let plain = InputError::read(file, error);
        let mut quoted = error.message.split('`').skip(1).step_by(2);
        match quoted.next().filter(|_| error.message.starts_with("unknown field")) {
            None => plain,
            Some(found) => {
                let known: Vec<&str> = beside.iter().copied().chain(quoted).collect();
                let help = nearest(found, known.iter().copied()).map(|name| format!("did you mean `{name}`?"));
                let problem = format!("unknown field `{found}`, expected one of {}", listed(known.iter().copied()));
                InputError { problem, help, ..plain }.or_hidden()
            }
        }
    }

    /// Suggests a name for a message of serde about an unknown one: the nearest of the names that the message lists.
    pub fn near_in(message: &str) -> Option<String> {
        let mut names = message.split('`').skip(1).step_by(2);
        let found = names.next().filter(|_| message.starts_with("unknown"))?;
        nearest(found, names).map(|name| format!("did you mean `{name}`?"))
    }

    /// Adds help to the error, unless it has some.
    pub fn with_help(mut self, help: Option<impl ToString>) -> InputError {
        self.help = self.help.or(help.map(|help| help.to_string()));
        self
    }

    /// Adds a place to the error, unless it has one.
    pub fn or_at(mut self, file: &FileText, span: Range<usize>) -> InputError {
        self.place.get_or_insert_with(|| Box::new((file.clone(), span)));
        self.or_hidden()
    }

    /// Renders the message, with colours for a terminal or without. Long texts are quoted in part.
    pub fn render(&self, colours: bool) -> String {
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        let title = Level::ERROR.primary_title(clipped(&self.problem, MOST_OF_A_PROBLEM));
        let mut group = match &self.place {
            None => Group::with_title(title),
            Some(place) if !place.0.path.is_shown() => Group::with_title(title),
            Some(place) => {
                let (file, span) = place.as_ref();
                let line = Line::of(&file.text, span);
                let path = file.path.display().to_string();
                let path = clipped(&path, MOST_OF_A_PATH).into_owned();
                let marked = AnnotationKind::Primary.span(line.marked);
                let snippet = Snippet::source(line.text).line_start(line.number).annotation(marked);
                match line.is_cut {
                    false => title.element(snippet.path(path)),
                    // Columns of the snippet count from its start, not from that of the line.
                    true => {
                        title.element(Origin::path(path).line(line.number).char_column(line.column)).element(snippet)
                    }
                }
            }
        };
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(clipped(help, MOST_OF_A_HELP)));
        }
        renderer.render(&[group])
    }
}

/// Most bytes of each quoted part: the problem, the help, the path, and the line on either side of the place.
const MOST_OF_A_PROBLEM: usize = 1_500;
const MOST_OF_A_HELP: usize = 500;
const MOST_OF_A_PATH: usize = 300;
const MOST_BESIDE: usize = 150;

/// The line of a place, or the part of it that a message shows.
struct Line<'a> {
    text: &'a str,
    /// Number of the line, from 1.
    number: usize,
    /// Column in characters, from 1.
    column: usize,
    /// Marked bytes of `text`.
    marked: Range<usize>,
    /// True if `text` begins later than the line.
    is_cut: bool,
}

impl<'a> Line<'a> {
    /// Returns the first line of a span: an error on a whole table marks only its heading.
    fn of(text: &'a str, span: &Range<usize>) -> Line<'a> {
        let start = boundary(text, span.start);
        let first = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let last = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let end = span.end.clamp(start, last);
        let from = first.max(boundary(text, start.saturating_sub(MOST_BESIDE)));
        let to = last.min(boundary(text, end.min(start + MOST_BESIDE) + MOST_BESIDE));
        Line {
            text: &text[from..to],
            number: text[..first].matches('\n').count() + 1,
            column: text[first..start].chars().count() + 1,
            marked: start - from..end.min(to) - from,
            is_cut: from > first,
        }
    }
}

impl std::fmt::Display for InputError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for InputError {}
