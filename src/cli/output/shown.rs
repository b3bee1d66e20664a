//! An answer in each of the formats.

use super::formats::Format;
use super::rows::Rows;
use super::{csv, fitted, for_people};
use crate::cli::error::CliError;
use hitchart_config::InputError;
use hitchart_config::words::{capitalised, counted};
use hitchart_lab::study::Answer;
use hitchart_report::table::{Table, escape, unsigned, unsigned_zeros};
use hitchart_report::{Brief, KeyNumber, MOST_LINES, WIDTH, brief, brief_list, wrapped};
use serde_json::{Value, json};
use std::borrow::Cow;

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
