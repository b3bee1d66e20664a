//! Options for the output of an answer on the command line: formats, files and rows. A question as data has none of
//! them; their identifiers begin with `output-`.

use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::{Error, ErrorKind};
use hitchart_config::files::folder_of;
use hitchart_config::{InputError, nearest};
use hitchart_report::table::{Column, Table};
use std::path::{Path, PathBuf};
use std::{collections::BTreeSet, ffi::OsStr};

/// Start of the identifiers of these options.
pub(crate) const PREFIX: &str = "output-";

/// Output options of a command with a long answer.
#[derive(Clone, Debug, Args)]
pub struct Output {
    #[command(flatten)]
    pub formats: Formats,
    #[command(flatten)]
    pub rows: Rows,
}

// The form of a printed answer.

/// Formats in which a command line prints an answer, with their files, and the rows of its tables.
#[derive(Clone, Debug, Default)]
pub struct Printing {
    /// Formats, each for standard output or for a file.
    pub targets: Vec<Target>,
    /// Rows that people see.
    pub rows: Rows,
}

impl From<&Output> for Printing {
    fn from(output: &Output) -> Printing {
        Printing { targets: output.formats.format.clone(), rows: output.rows.clone() }
    }
}

/// An exact answer has all rows, or as many as fit on one screen.
impl From<&Short> for Printing {
    fn from(short: &Short) -> Printing {
        let rows = Rows { full: short.full, ..Rows::default() };
        Printing { targets: short.formats.format.clone(), rows }
    }
}

impl From<&Formats> for Printing {
    fn from(formats: &Formats) -> Printing {
        Printing { targets: formats.format.clone(), rows: Rows::default() }
    }
}

// The rows of an answer's tables that are shown to people.

/// Output options of a command with an exact answer.
#[derive(Clone, Debug, Args)]
pub struct Short {
    #[command(flatten)]
    pub formats: Formats,
    /// Print all rows of all tables
    #[arg(id = "output-full", long = "full")]
    pub full: bool,
}

/// Selection of the tables and rows that are shown to people.
#[derive(Clone, Debug, Default, Args)]
pub struct Rows {
    /// Print all tables after the short answer
    #[arg(id = "output-full", long = "full")]
    pub full: bool,
    /// Print the first N rows of each table after the short answer
    #[arg(id = "output-top", long = "top", value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "output-full")]
    pub top: Option<u32>,
    /// Print the tables sorted by a column, largest first; `+COLUMN` sorts smallest first
    #[arg(id = "output-sort", long = "sort", value_name = "COLUMN")]
    pub sort: Option<String>,
}

impl Rows {
    /// Returns the tables sorted by the column; tables without it are unchanged.
    ///
    /// # Errors
    /// Fails if no table has the column.
    pub fn sorted(&self, tables: &[Table]) -> Result<Vec<Table>, InputError> {
        self.check(tables)?;
        let Some((name, rising)) = self.column() else { return Ok(tables.to_vec()) };
        let sorted = |table: &Table| match table.columns.iter().find(|known| is_named(known, name)) {
            Some(found) => table.clone().sorted(&found.name, rising),
            None => table.clone(),
        };
        Ok(tables.iter().map(sorted).collect())
    }

    /// Checks that a table has the column to sort by.
    ///
    /// # Errors
    /// Fails if no table has the column.
    pub fn check<'t>(&self, tables: impl IntoIterator<Item = &'t Table>) -> Result<(), InputError> {
        let Some((name, _)) = self.column() else { return Ok(()) };
        let columns: Vec<&Column> = tables.into_iter().flat_map(|table| &table.columns).collect();
        if columns.iter().any(|known| is_named(known, name)) {
            return Ok(());
        }
        let known: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        Err(InputError::unknown("column", name, known))
    }

    /// Returns the column to sort by, and true if the smallest comes first.
    fn column(&self) -> Option<(&str, bool)> {
        let column = self.sort.as_deref()?;
        Some(column.strip_prefix('+').map_or((column, false), |name| (name, true)))
    }
}

fn is_named(column: &Column, name: &str) -> bool {
    column.name.eq_ignore_ascii_case(name) || column.title.eq_ignore_ascii_case(name)
}

// Formats of answers, and the files they are written to.

/// A format of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    pub format: Format,
    pub file: Option<PathBuf>,
}

/// Parser of `json` and `json=FILE`; `with_junit` and `with_csv` select the formats that only some commands have.
#[derive(Clone)]
pub struct Targets {
    with_junit: bool,
    with_csv: bool,
}

impl Targets {
    /// Formats of a command that answers with tables.
    pub const ALL: Targets = Targets { with_junit: false, with_csv: true };
    /// Formats of `check`.
    pub const CHECK: Targets = Targets { with_junit: true, with_csv: false };

    /// Returns the formats of the command, with their names.
    fn formats(&self) -> impl Iterator<Item = (Format, &'static [&'static str])> {
        let (junit, csv) = (self.with_junit, self.with_csv);
        let has = move |format: &Format| (*format != Format::Junit || junit) && (*format != Format::Csv || csv);
        Format::NAMES.into_iter().filter(move |(format, _)| has(format))
    }

    fn read(&self, text: &str) -> Result<Target, String> {
        let (name, file) = match text.split_once('=') {
            Some((name, file)) => (name.to_lowercase(), Some(file)),
            None => (text.to_lowercase(), None),
        };
        let name = name.as_str();
        let names: Vec<&str> = self.formats().map(|(_, names)| names[0]).collect();
        let allowed = self.formats().any(|(_, names)| names.contains(&name));
        let Some(format) = Format::named(name).filter(|_| allowed) else {
            let near = nearest(name, names.iter().copied())
                .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return Err(format!("allowed: {}, each also as FORMAT=FILE{near}", names.join(", ")));
        };
        let file = file.map(file_to_write).transpose()?;
        Ok(Target { format, file })
    }
}

/// Returns a file that two formats would be written to.
pub fn file_written_twice<'t>(targets: impl Iterator<Item = &'t Target>) -> Option<&'t Path> {
    let mut files: Vec<&Path> = targets.filter_map(|target| target.file.as_deref()).collect();
    files.sort();
    files.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// Parses the path of a file to write. Fails if its folder is missing, or if it is a folder.
pub fn file_to_write(file: &str) -> Result<PathBuf, String> {
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
pub struct Formats {
    /// Print the answer as table, line (one sentence), json, csv or md; FORMAT=FILE writes a file. Repeat for several
    #[arg(id = "output-format", long = "format", value_name = "FORMAT", value_parser = Targets::ALL, default_value = "table", hide_possible_values = true)]
    pub format: Vec<Target>,
}

impl Formats {
    /// Returns true if people read the answer on standard output.
    pub fn shows_table(&self) -> bool {
        self.format.iter().any(|target| target.format == Format::Table && target.file.is_none())
    }

    /// Returns true if only people read the answer, on standard output or in a file.
    pub fn for_people(&self) -> bool {
        self.format.iter().all(|target| matches!(target.format, Format::Table | Format::Md | Format::Line))
    }

    /// Returns true if an answer is printed in this format, to a file or not.
    pub fn has(&self, format: Format) -> bool {
        self.format.iter().any(|target| target.format == format)
    }
}
