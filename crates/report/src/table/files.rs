//! Tables as files: the dictionary of columns, the schema for programs, and CSV.
//!
//! A name of a column has one type, one unit and one meaning in every table.

use super::escape::csv;
use super::{Column, Table, Values};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

/// Type of a column in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnType {
    /// UTF-8.
    Text,
    /// `true` or `false`.
    Flag,
    /// 64 bits, signed.
    Integer,
    /// 64 bits, IEEE 754.
    Number,
}

/// A line of the dictionary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DictionaryEntry {
    /// Type of the values; `type` in the dictionary and in the schema.
    #[serde(rename = "type")]
    pub kind: ColumnType,
    /// A plural, `probability` or `share`; empty for a column without a unit.
    #[serde(default)]
    pub unit: String,
    /// Meaning of the column, as a phrase.
    pub meaning: String,
}

/// All columns by name. An interval of an estimate may be listed under the estimate's name and `_interval`.
static DICTIONARY: LazyLock<BTreeMap<String, DictionaryEntry>> = LazyLock::new(|| {
    // A test reads this embedded file, so an invalid file is a bug of the program.
    toml::from_str(include_str!("dictionary.toml")).expect("the dictionary of columns is valid")
});

/// Returns the names of all columns.
pub fn column_names() -> impl Iterator<Item = &'static str> + Clone {
    DICTIONARY.keys().map(String::as_str)
}

/// Returns the entry of a column. An interval without a line gets the unit of its estimate. `None` for an unknown
/// column.
pub fn entry(name: &str) -> Option<DictionaryEntry> {
    let of_interval = || {
        let estimate = name.strip_suffix("_interval")?;
        let entry = DICTIONARY.get(estimate)?;
        let meaning = format!("95% confidence interval of `{estimate}`");
        Some(DictionaryEntry { kind: ColumnType::Number, unit: entry.unit.clone(), meaning })
    };
    DICTIONARY.get(name).cloned().or_else(of_interval)
}

/// A column of a file; an interval has two.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FileColumn {
    pub name: String,
    pub title: String,
    pub entry: DictionaryEntry,
}

/// Returns the columns of a file that hold a column of a table, in order. Columns missing from the dictionary have no unit
/// and no meaning.
pub(super) fn file_columns(column: &Column) -> Vec<FileColumn> {
    let known = column.entry().unwrap_or_else(|| unknown(&column.values));
    let Values::Interval { .. } = column.values else {
        return vec![FileColumn { name: column.name.clone(), title: column.title.clone(), entry: known }];
    };
    let side = |suffix: &str, bound: &str| FileColumn {
        name: format!("{}{suffix}", column.name),
        title: format!("{}, {bound} bound", column.title),
        entry: DictionaryEntry { meaning: format!("{}: {bound} bound", known.meaning), ..known.clone() },
    };
    vec![side("_low", "lower"), side("_high", "upper")]
}

/// Returns the entry of a column that the dictionary lacks: the type follows from the values.
fn unknown(values: &Values) -> DictionaryEntry {
    let kind = match values {
        Values::Text(_) => ColumnType::Text,
        Values::Flag(_) => ColumnType::Flag,
        Values::Count(_) => ColumnType::Integer,
        Values::Number { .. } | Values::Interval { .. } => ColumnType::Number,
    };
    DictionaryEntry { kind, unit: String::new(), meaning: String::new() }
}

/// Returns title, note and columns of every table by its name, in order, as JSON.
pub fn schema<'a>(tables: impl IntoIterator<Item = &'a Table>) -> Value {
    let column = |column: FileColumn| {
        json!({
            "name": column.name,
            "title": column.title,
            "type": column.entry.kind,
            "unit": column.entry.unit,
            "meaning": column.entry.meaning,
        })
    };
    let table = |table: &Table| {
        let columns: Vec<Value> = table.columns.iter().flat_map(file_columns).map(column).collect();
        let value = json!({ "title": table.title, "note": table.note, "rows": table.rows(), "columns": columns });
        (table.name.clone(), value)
    };
    json!({ "tables": tables.into_iter().map(table).collect::<serde_json::Map<_, _>>() })
}

/// Reasons why a table cannot be written to a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Two columns of the file have one name.
    #[error("table `{table}` has two columns `{column}`")]
    DuplicateColumn {
        /// Name of the table.
        table: String,
        /// Name of the columns in the file; an interval has the suffixes `_low` and `_high`.
        column: String,
    },
    /// A column has more or fewer rows than the first.
    #[error("column `{column}` of table `{table}` has {rows} rows, the first column {expected}")]
    Rows {
        /// Name of the table.
        table: String,
        /// Name of the column.
        column: String,
        /// Rows of the column.
        rows: usize,
        /// Rows of the first column of the table.
        expected: usize,
    },
    /// The library for Parquet failed.
    #[error("{0}")]
    Parquet(String),
}

/// Returns the columns of a file, in order. Checks that they have the same number of rows and different names.
pub(super) fn checked_columns(table: &Table) -> Result<Vec<FileColumn>, TableError> {
    let expected = table.rows();
    if let Some(column) = table.columns.iter().find(|column| column.values.len() != expected) {
        let (rows, column) = (column.values.len(), column.name.clone());
        return Err(TableError::Rows { table: table.name.clone(), column, rows, expected });
    }
    let columns: Vec<FileColumn> = table.columns.iter().flat_map(file_columns).collect();
    let mut names = HashSet::new();
    match columns.iter().find(|column| !names.insert(column.name.as_str())) {
        Some(column) => Err(TableError::DuplicateColumn { table: table.name.clone(), column: column.name.clone() }),
        None => Ok(columns),
    }
}

/// Significant digits kept in files. The exact engines have about 15 correct digits, so 12 are the same on any machine.
const DIGITS: usize = 12;

/// Rounds a number to `DIGITS` significant digits.
pub fn rounded(value: f64) -> f64 {
    // Adding 0 removes the sign of -0.
    format!("{value:.*e}", DIGITS - 1).parse().unwrap_or(value) + 0.0
}

impl Table {
    /// Returns the table as a CSV file with a header line; an interval becomes two columns, `…_low` and `…_high`. Numbers
    /// have 12 significant digits, and text that a spreadsheet would run as a formula is escaped.
    ///
    /// # Errors
    /// Returns an error if two columns have one name, or if columns differ in the number of rows.
    pub fn to_csv(&self) -> Result<Vec<u8>, TableError> {
        let mut file = String::new();
        for column in checked_columns(self)? {
            push_cell(&mut file, &quoted(&column.name));
        }
        end_line(&mut file);
        for row in 0..self.rows() {
            for column in &self.columns {
                push_cells(&mut file, &column.values, row);
            }
            end_line(&mut file);
        }
        Ok(file.into_bytes())
    }
}

/// Adds the cells of a value to a line of a CSV file: two for an interval, one for others. Absent values are empty.
fn push_cells(file: &mut String, values: &Values, row: usize) {
    let number = |number: Option<f64>| number.map_or_else(String::new, number_text);
    match values {
        Values::Text(v) => push_cell(file, &quoted(&csv(&v[row]))),
        Values::Flag(v) => push_cell(file, v[row].map_or("", |flag| if flag { "true" } else { "false" })),
        Values::Count(v) => push_cell(file, &v[row].map_or_else(String::new, |count| count.to_string())),
        Values::Number { values, .. } => push_cell(file, &number(values[row])),
        Values::Interval { values, .. } => {
            push_cell(file, &number(values[row].map(|(low, _)| low)));
            push_cell(file, &number(values[row].map(|(_, high)| high)));
        }
    }
}

fn push_cell(file: &mut String, cell: &str) {
    file.push_str(cell);
    file.push(',');
}

/// Replaces the comma after the last cell by a line end.
fn end_line(file: &mut String) {
    file.pop();
    file.push('\n');
}

/// Quotes a cell that has a comma, a quotation mark or a line end.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// Formats a number with the fewest digits that give the rounded number again, and large and small ones with an exponent,
/// as JSON does.
fn number_text(number: f64) -> String {
    let number = rounded(number);
    if number.is_finite() { Value::from(number).to_string() } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_of_their_estimates() {
        let interval = entry("victory_interval").expect("an interval of a known estimate");
        assert_eq!((interval.kind, interval.unit.as_str()), (ColumnType::Number, "share"));
        assert_eq!(entry("no-such-column"), None);
    }

    #[test]
    fn every_line_has_a_meaning() {
        for (name, entry) in DICTIONARY.iter() {
            let known = entry.meaning.chars().count() > 3 && !entry.meaning.ends_with('.');
            assert!(known && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'), "{name}");
        }
    }

    fn csv_text(table: &Table) -> String {
        String::from_utf8(table.to_csv().unwrap()).unwrap()
    }

    #[test]
    fn csv_keeps_absent_values_and_splits_intervals() {
        let table = Table::new("t", "T", "")
            .text("name", "Name", ["a, b", "c"])
            .text("archetype", "Archetype", ["", "Soldier"])
            .number("x", "X", 1, [Some(1.0 / 3.0), None])
            .interval("ci", "CI", 1, [None, Some((0.5, 1.5))])
            .flag("front", "Front", [true, false]);
        let expected =
            "name,archetype,x,ci_low,ci_high,front\n\"a, b\",,0.333333333333,,,true\nc,Soldier,,0.5,1.5,false\n";
        assert_eq!(csv_text(&table), expected);
    }

    #[test]
    fn no_cell_is_run_by_a_spreadsheet() {
        let texts = ["=1+1", "+SSR2", "-x", "@SUM(A1)", "\tx", "-1.5", "+3", "1-1", "plain"];
        let table =
            Table::new("t", "T", "").text("s", "S", texts).number("x", "X", 1, [-1.5; 9]).whole("n", "N", [-2; 9]);
        let file = csv_text(&table);
        let first: Vec<&str> = file.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
        assert_eq!(first, ["'=1+1", "'+SSR2", "'-x", "'@SUM(A1)", " x", "-1.5", "+3", "1-1", "plain"]);
        assert!(file.lines().skip(1).all(|line| line.ends_with(",-1.5,-2")), "{file}");
    }

    #[test]
    fn large_and_small_numbers_have_an_exponent() {
        let numbers = [1e15, 1e16, 1.234_567_890_123_4e20, 0.000_01, 1.5e-7, -0.0, f64::INFINITY];
        let file = csv_text(&Table::new("t", "T", "").number("x", "X", 1, numbers));
        assert_eq!(file, "x\n1000000000000000.0\n1e+16\n1.23456789012e+20\n0.00001\n1.5e-7\n0.0\ninf\n");
    }

    #[test]
    fn a_table_without_columns_is_an_empty_line() {
        assert_eq!(csv_text(&Table::new("t", "T", "")), "\n");
    }

    #[test]
    fn columns_have_different_names_and_the_same_length() {
        let table = Table::new("t", "T", "").text("x_low", "X", ["a"]).interval("x", "X", 1, [(0.0, 1.0)]);
        assert_eq!(table.to_csv().unwrap_err().to_string(), "table `t` has two columns `x_low`");
        let mut table = Table::new("t", "T", "").text("a", "A", ["a"]).text("b", "B", ["b"]);
        table.columns[1].values = Values::Text(Vec::new());
        assert_eq!(table.to_csv().unwrap_err().to_string(), "column `b` of table `t` has 0 rows, the first column 1");
    }
}
