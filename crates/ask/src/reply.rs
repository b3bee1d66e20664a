//! Answers as data: the sentences, tables, figures and numbers that answer a question.

use super::options::{Printing, Rows, Target};
use crate::games::{Entry, distances};
use hitchart_lab::study::{Answer, PlayedBy};
use hitchart_play::policy::Distance;
use hitchart_report::table::{Table, unsigned, unsigned_zeros};
use hitchart_report::{KeyNumber, Warning};
use hitchart_report::{plot::Figure, table::escape::line};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Version of the JSON answers; docs/json.md lists the changes.
const FORMAT_VERSION: u64 = 2;

/// The form of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReplyForm {
    /// A sentence and its tables.
    #[default]
    Short,
    /// A summary with numbers; people see tables on request only.
    Study,
    /// One table without a sentence.
    List,
    /// A text, such as a file.
    Text,
}

/// An answer to a question.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// The form of the answer.
    pub form: ReplyForm,
    /// The question in one line; empty for short answers.
    pub question: String,
    /// The answer in sentences, the most important first.
    pub summary: Vec<String>,
    /// Answers to several questions, one paragraph each, which replace the summary.
    pub answers: Vec<String>,
    /// The answer as one sentence.
    pub line: String,
    /// The numbers that matter most.
    pub numbers: Vec<KeyNumber>,
    /// The sentence on what the games do not decide; empty if they decide all.
    pub undecided: String,
    /// All tables.
    pub tables: Vec<Table>,
    /// The table of a CSV file; the last one without it.
    pub csv: Option<Table>,
    /// Figures, each with the table that it draws.
    pub figures: Vec<(Figure, Table)>,
    /// The source of the numbers: games, rules and seed; may be empty.
    pub source: String,
    /// Distances of the players from the best play known; of players that were not measured there is none.
    pub distances: Vec<Distance>,
    /// Location of further output, printed after the source and the hint on `--full`.
    pub more: String,
    /// The answer for programs, with the keys of docs/json.md; of a list an array.
    pub data: Value,
    /// The text of an answer that is a text.
    pub text: String,
    /// Files that belong to the answer, by name.
    pub files: Vec<(String, String)>,
    /// Counts of the games, by simulation.
    pub counts: BTreeMap<String, Value>,
    /// Games that were finished and games that were asked for, if the work was stopped in between.
    pub stopped: Option<(u64, u64)>,
    /// Remarks on the question, for people.
    pub notes: Vec<String>,
    /// Doubts about the answer, for people.
    pub warnings: Vec<String>,
    /// Formats in which a command line prints the answer, with their files.
    pub targets: Vec<Target>,
    /// Rows of the tables that a command line prints.
    pub rows: Rows,
}

impl Reply {
    /// Returns a short answer: a sentence and its tables.
    pub fn short(line: impl Into<String>, tables: &[Table]) -> Reply {
        Reply { line: line.into(), tables: tables.to_vec(), ..Reply::default() }
    }

    /// Returns the answer to a study, with the summary first for people; `source` ends its line.
    pub fn of(question: impl Into<String>, answer: &Answer, source: &str) -> Reply {
        Reply {
            form: ReplyForm::Study,
            question: question.into(),
            summary: answer.said.clone(),
            line: answer.sourced(source),
            numbers: answer.numbers.clone(),
            undecided: answer.undecided.clone(),
            tables: answer.tables.clone(),
            figures: answer.figures.clone(),
            source: source.to_owned(),
            ..Reply::default()
        }
    }

    /// Returns the answer with the distances of the players from the best play known, if they were measured.
    #[must_use]
    pub(crate) fn with_distances(mut self, game: &Entry, players: &[PlayedBy]) -> Reply {
        self.distances = distances(game, players);
        self
    }

    /// Returns the answer with the table of this name for the format `csv`; without it, that is the last table.
    #[must_use]
    pub(crate) fn with_csv(mut self, name: &str) -> Reply {
        self.csv = self.tables.iter().find(|table| table.name == name).cloned();
        self
    }

    /// Returns the answer with warnings.
    #[must_use]
    pub(crate) fn warned<'a>(mut self, warnings: impl IntoIterator<Item = &'a Warning>) -> Reply {
        self.warnings.extend(warnings.into_iter().map(ToString::to_string));
        self
    }

    /// Returns the answer with its data for programs, and the formats and rows in which a command line prints it.
    #[must_use]
    pub fn finish(self, printing: impl Into<Printing>, data: Value) -> Reply {
        let Printing { targets, rows } = printing.into();
        Reply { data, targets, rows, ..self }
    }

    /// Returns a list, which has no summary; its data are the rows.
    pub(crate) fn list(printing: impl Into<Printing>, table: &Table, data: Value) -> Reply {
        Reply { form: ReplyForm::List, tables: vec![table.clone()], ..Reply::default() }.finish(printing, data)
    }

    /// Returns a text as an answer.
    pub fn text(text: impl Into<String>) -> Reply {
        Reply { form: ReplyForm::Text, text: text.into(), ..Reply::default() }
    }

    /// Returns the answer with a sentence instead of its table for people; its data stay.
    #[must_use]
    pub(crate) fn with_text(self, sentence: &str) -> Reply {
        Reply { form: ReplyForm::Text, text: line(sentence), ..self }
    }

    /// Returns the answer with a remark, if there is one.
    #[must_use]
    pub fn noted(mut self, note: Option<String>) -> Reply {
        self.notes.extend(note);
        self
    }

    /// Returns the summary, or the line of an answer without a summary.
    pub fn sentences(&self) -> Vec<String> {
        match (self.summary.is_empty(), self.answers.is_empty()) {
            (false, _) => self.summary.clone(),
            (true, false) => self.answers.clone(),
            (true, true) => vec![self.line.clone()],
        }
    }

    /// Returns the answer for programs: the data with the summary, the line and the version of the format. A list of
    /// rows becomes the value of `rows`.
    pub fn json(&self) -> Value {
        if matches!(self.form, ReplyForm::List | ReplyForm::Text) {
            return unsigned_zeros(self.data.clone());
        }
        let mut all = match self.data.clone() {
            Value::Object(all) => all,
            rows => Map::from_iter([("rows".to_owned(), rows)]),
        };
        let sentences: Vec<Value> = self.sentences().iter().map(|said| unsigned(said).into()).collect();
        let ours = json!({ "format_version": FORMAT_VERSION, "summary": sentences, "line": unsigned(&self.line) });
        if let Value::Object(ours) = ours {
            all.extend(ours);
        }
        if !self.undecided.is_empty() {
            all.insert("undecided".to_owned(), unsigned(&self.undecided).into());
        }
        if !self.distances.is_empty() {
            all.insert("distances".to_owned(), json!(self.distances));
        }
        unsigned_zeros(Value::Object(all))
    }
}

/// Returns the data of an answer with the name of its ruleset; a list becomes the value of `rows`.
pub(crate) fn under_rules(data: Value, rules: &str) -> Value {
    match data {
        Value::Object(mut all) => {
            all.insert("rules".to_owned(), rules.into());
            all.into()
        }
        rows => json!({ "rules": rules, "rows": rows }),
    }
}
