//! An answer in each of the formats, with the tables and rows that people see.

use super::super::error::CliError;
use super::{Format, Formats, csv, for_people};
use clap::Args;
use hitchart_config::InputError;
use hitchart_config::words::{capitalised, counted};
use hitchart_lab::study::Answer;
use hitchart_report::table::{Column, Table, escape, unsigned, unsigned_zeros};
use hitchart_report::{Brief, KeyNumber, MOST_LINES, WIDTH, brief, brief_list, wrapped};
use serde_json::{Value, json};
use std::borrow::Cow;

// Answers.

/// Version of the JSON answers; docs/json.md lists the changes.
const FORMAT_VERSION: u64 = 2;

/// An answer as printed by commands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown<'a> {
    /// The question in one line; empty for short answers.
    pub question: String,
    pub summary: Cow<'a, [String]>,
    /// Answers to several questions, one paragraph each, which replace the summary.
    pub answers: Vec<String>,
    /// The answer as one sentence.
    pub line: String,
    pub numbers: Cow<'a, [KeyNumber]>,
    pub undecided: Cow<'a, str>,
    pub tables: Cow<'a, [Table]>,
    /// The table of a CSV file; the last one without it.
    pub csv: Option<Table>,
    /// The source of the numbers: games, rules and seed; may be empty.
    pub source: String,
    /// Location of further output, printed after the source and the hint on `--full`.
    pub more: String,
}

impl<'a> Shown<'a> {
    /// Returns a short answer: a sentence and its tables, with as many rows as fit on one screen.
    pub(crate) fn short(line: impl Into<String>, tables: &'a [Table]) -> Shown<'a> {
        Shown { line: line.into(), tables: Cow::Borrowed(tables), ..Shown::default() }
    }

    /// Returns the answer to a study, with the summary first for people; `source` ends its line.
    pub(crate) fn of(question: impl Into<String>, answer: &'a Answer, source: &str) -> Shown<'a> {
        Shown {
            question: question.into(),
            summary: Cow::Borrowed(&answer.said),
            line: answer.sourced(source),
            numbers: Cow::Borrowed(&answer.numbers),
            undecided: Cow::Borrowed(&answer.undecided),
            tables: Cow::Borrowed(&answer.tables),
            source: source.to_owned(),
            ..Shown::default()
        }
    }

    /// Returns true if tables are printed only on request.
    fn is_brief(&self) -> bool {
        !self.question.is_empty()
    }

    /// Returns the summary, or the line of an answer without a summary.
    fn sentences(&self) -> Vec<String> {
        match (self.summary.is_empty(), self.answers.is_empty()) {
            (false, _) => self.summary.to_vec(),
            (true, false) => self.answers.clone(),
            (true, true) => vec![self.line.clone()],
        }
    }

    /// Returns the tables that `rows` selects; all tables of a short answer.
    fn asked(&self, rows: &Rows) -> Result<Vec<Table>, InputError> {
        if self.is_brief() { rows.of(&self.tables) } else { Ok(self.tables.to_vec()) }
    }

    fn for_people(&self, rows: &Rows, width: Option<usize>) -> Result<String, InputError> {
        let tables = self.asked(rows)?;
        let hint = match self.tables.len() {
            0 => String::new(),
            _ if !tables.is_empty() => String::new(),
            n => format!("{} with --full, or --top N.", capitalised(&counted(n as u64, "tables"))),
        };
        let source = if self.source.is_empty() { String::new() } else { format!("Source: {}. ", self.source) };
        let more = [source + &hint, self.more.clone()];
        let summary = self.sentences();
        let short = Brief {
            question: &self.question,
            summary: &summary,
            numbers: &self.numbers,
            undecided: &self.undecided,
            more: &more,
        };
        let words = match (self.is_brief(), width) {
            (true, width) if self.answers.is_empty() => brief(&short, width.unwrap_or(WIDTH)),
            (true, width) => brief_list(&self.question, &self.answers, &more, width.unwrap_or(WIDTH)),
            (false, Some(width)) => wrapped(&self.line, width).join("\n"),
            (false, None) => unsigned(&escape::line(&self.line)),
        };
        let tables = match (tables.is_empty(), self.is_brief() || rows.full) {
            (true, _) => String::new(),
            (_, true) => for_people(&tables, width),
            // An empty line separates the sentence from the tables.
            _ => fitted(&tables, width, MOST_LINES.saturating_sub(words.lines().count() + 1)),
        };
        Ok([words, tables]
            .iter()
            .map(|part| part.trim_end())
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("\n\n")
            + "\n")
    }

    fn markdown(&self, rows: &Rows) -> Result<String, CliError> {
        let words =
            self.sentences().into_iter().chain(Some(self.undecided.to_string()).filter(|text| !text.is_empty()));
        let words: Vec<String> = words.map(|said| unsigned(&escape::markdown(&said))).collect();
        let all = Rows { full: rows.top.is_none(), ..rows.clone() };
        let tables = self.asked(&all)?.iter().map(|table| table.to_markdown().trim_end().to_owned()).collect();
        Ok([words, tables].concat().join("\n\n") + "\n")
    }

    /// Returns the answer as JSON: the command's value with the summary, the line and the version of the format. A list
    /// of rows becomes the value of `rows`.
    fn json(&self, json: Value) -> Value {
        let mut all = match json {
            Value::Object(all) => all,
            rows => serde_json::Map::from_iter([("rows".to_owned(), rows)]),
        };
        let sentences: Vec<Value> = self.sentences().iter().map(|said| unsigned(said).into()).collect();
        let ours = json!({ "format_version": FORMAT_VERSION, "summary": sentences, "line": unsigned(&self.line) });
        if let Value::Object(ours) = ours {
            all.extend(ours);
        }
        unsigned_zeros(Value::Object(all))
    }

    /// Formats the answer in one format.
    pub(crate) fn text(
        &self,
        format: Format,
        rows: &Rows,
        width: Option<usize>,
        json: &mut dyn FnMut() -> Value,
    ) -> Result<String, CliError> {
        Ok(match format {
            Format::Table => self.for_people(rows, width)?,
            Format::Line => self.line.lines().map(|line| unsigned(&escape::line(line)) + "\n").collect(),
            Format::Json => escape::json(&format!("{:#}\n", self.json(json()))),
            Format::Md => self.markdown(rows)?,
            Format::Csv => self.csv.as_ref().or(self.tables.last()).map_or(Ok(String::new()), csv)?,
            Format::Junit => String::new(),
        })
    }
}

// Tables cut to the lines left on a screen.

/// Fewest rows of each table that are worth printing; with fewer, the last tables are left out instead.
const FEWEST: usize = 4;

/// Formats tables in at most `room` lines: as many rows of each as fit, and a last line that counts the rows left out.
/// Tables that fit are complete.
pub(crate) fn fitted(tables: &[Table], width: Option<usize>, room: usize) -> String {
    let whole = for_people(tables, width);
    if whole.lines().count() <= room {
        return whole;
    }
    // An empty line and the line that counts the rows left out.
    let room = room.saturating_sub(2);
    (1..=tables.len())
        .rev()
        .find_map(|count| fitting(tables, count, (width, room)))
        .unwrap_or_else(|| cut(tables, 1, 1, width))
}

/// Formats the first `count` tables with as many rows as fit; `None` if too few rows fit.
fn fitting(tables: &[Table], count: usize, (width, room): (Option<usize>, usize)) -> Option<String> {
    let most = tables[..count].iter().map(Table::rows).max().unwrap_or(0);
    let fits = |rows: &usize| for_people(&first(&tables[..count], *rows), width).lines().count() <= room;
    // A screen never has room for more rows than lines.
    let rows = (FEWEST.min(most)..=most.min(room)).rev().find(fits)?;
    Some(cut(tables, count, rows, width))
}

/// Returns the first rows of tables, without notes if rows are left out: notes explain complete tables.
fn first(tables: &[Table], rows: usize) -> Vec<Table> {
    tables.iter().map(|table| Table { note: String::new(), ..table.clone().filtered(|row| row < rows) }).collect()
}

/// Formats the first rows of the first tables, with a line that counts those left out.
fn cut(tables: &[Table], count: usize, rows: usize, width: Option<usize>) -> String {
    let missing: usize = tables[..count].iter().map(|table| table.rows().saturating_sub(rows)).sum();
    let left = [(missing, "rows"), (tables.len() - count, "tables")];
    let left: Vec<String> = left.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| counted(n as u64, what)).collect();
    let shown = for_people(&first(&tables[..count], rows), width);
    if left.is_empty() {
        return shown;
    }
    format!("{}\n\n{} more with --full.\n", shown.trim_end(), left.join(" and "))
}

// The rows of an answer's tables that are shown to people.

/// Output options of a command with an exact answer.
#[derive(Clone, Debug, Args)]
pub(crate) struct Short {
    #[command(flatten)]
    pub formats: Formats,
    /// Print all rows of all tables
    #[arg(long)]
    pub full: bool,
}

/// Selection of the tables and rows that are shown to people.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Rows {
    /// Print all tables after the short answer
    #[arg(long)]
    pub full: bool,
    /// Print the first N rows of each table after the short answer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "full")]
    pub top: Option<u32>,
    /// Print the tables sorted by a column, largest first; `+COLUMN` sorts smallest first
    #[arg(long, value_name = "COLUMN")]
    pub sort: Option<String>,
}

impl Rows {
    /// Returns the requested tables; empty if only the short answer was requested.
    ///
    /// # Errors
    /// Fails if no table has the column.
    pub(crate) fn of(&self, tables: &[Table]) -> Result<Vec<Table>, InputError> {
        if !self.full && self.top.is_none() && self.sort.is_none() {
            return Ok(Vec::new());
        }
        let tables = match &self.sort {
            Some(column) => sorted_by(tables, column)?,
            None => tables.to_vec(),
        };
        Ok(tables.into_iter().map(|table| self.first(table)).collect())
    }

    /// Returns the first rows of a table, with a note on those left out.
    fn first(&self, table: Table) -> Table {
        let (rows, most) = (table.rows(), self.top.map_or(usize::MAX, |top| top as usize));
        if rows <= most {
            return table;
        }
        let note = format!("{} {} left out; --full prints all.", table.note, counted((rows - most) as u64, "rows"));
        Table { note: note.trim().to_owned(), ..table.filtered(|row| row < most) }
    }
}

/// Returns the tables sorted by a column; tables without this column are unchanged.
fn sorted_by(tables: &[Table], column: &str) -> Result<Vec<Table>, InputError> {
    let (name, rising) = column.strip_prefix('+').map_or((column, false), |name| (name, true));
    let is = |known: &Column| known.name.eq_ignore_ascii_case(name) || known.title.eq_ignore_ascii_case(name);
    if !tables.iter().any(|table| table.columns.iter().any(is)) {
        let known = tables.iter().flat_map(|table| table.columns.iter().map(|column| column.name.as_str()));
        return Err(InputError::unknown("column", name, known));
    }
    Ok(tables
        .iter()
        .map(|table| match table.columns.iter().find(|known| is(known)) {
            Some(found) => table.clone().sorted(&found.name, rising),
            None => table.clone(),
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_keep_to_the_room_and_count_what_is_left_out() {
        let table = |rows: u64| Table::new("a", "A", "A note.").count("n", "N", 0..rows);
        let lines = |text: &str| text.lines().count();
        let few = fitted(&[table(3)], None, 20);
        assert!(few.contains("A note.") && !few.contains("--full"), "{few}");
        let many = fitted(&[table(100)], None, 20);
        assert!(lines(&many) <= 20 && many.contains("more with --full"), "{many}");
        let two = fitted(&[table(2), table(100)], None, 20);
        assert!(lines(&two) <= 20 && two.contains("more with --full"), "{two}");
        let four = fitted(&[table(9), table(9), table(9), table(9)], None, 20);
        assert!(lines(&four) <= 20 && four.contains("more with --full"), "{four}");
    }
}
