//! A table as text: cells for people, Markdown, aligned columns, CSV and JSON for machines.

use super::{Column, Table, Values};

/// Shown where a value does not apply.
const ABSENT: &str = "–";

/// One cell as people read it.
pub fn cell(values: &Values, row: usize) -> String {
    let absent = || ABSENT.to_owned();
    match values {
        Values::Text(v) => v[row].clone(),
        Values::Flag(v) => if v[row] { "yes" } else { "" }.to_owned(),
        Values::Count(v) => v[row].map_or_else(absent, |n| n.to_string()),
        Values::Number { values, decimals } => values[row].map_or_else(absent, |x| format!("{x:.decimals$}")),
        Values::Interval { values, decimals } => {
            values[row].map_or_else(absent, |(low, high)| format!("{low:.decimals$} to {high:.decimals$}"))
        }
    }
}

impl Table {
    /// The table as a Markdown pipe table, without its title.
    pub fn to_markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let titles = self.columns.iter().map(|column| escape(&column.title)).collect();
        let rules = self.columns.iter().map(|column| if is_text(column) { "---" } else { "---:" }.to_owned()).collect();
        let row = |row| self.columns.iter().map(|column| escape(&cell(&column.values, row))).collect();
        line(titles) + &line(rules) + &(0..self.rows()).map(|r| line(row(r))).collect::<String>()
    }

    /// The table as an array of objects, one a row; intervals as `[low, high]`.
    pub fn to_json(&self) -> serde_json::Value {
        let object = |row: usize| {
            let fields = self.columns.iter().map(|column| (column.name.clone(), json_cell(&column.values, row)));
            serde_json::Value::Object(fields.collect())
        };
        (0..self.rows()).map(object).collect()
    }
}

/// Whether people read the column from the left.
pub(crate) fn is_text(column: &Column) -> bool {
    matches!(column.values, Values::Text(_))
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn json_cell(values: &Values, row: usize) -> serde_json::Value {
    match values {
        Values::Text(v) => v[row].clone().into(),
        Values::Flag(v) => v[row].into(),
        Values::Count(v) => v[row].into(),
        Values::Number { values, .. } => values[row].into(),
        Values::Interval { values, .. } => values[row].map(|(low, high)| vec![low, high]).into(),
    }
}
