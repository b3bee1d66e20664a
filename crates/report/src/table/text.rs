//! Values and tables as text: cells, counts, Markdown, and JSON for programs.

use super::escape::markdown;
use super::{Column, Table, Values};
use hitchart_config::words::{grouped, noun};
use hitchart_stats::text::number;
use serde_json::{Map, Value};

/// Text of a value that does not apply.
const ABSENT: &str = "–";

/// Formats one cell for people.
pub fn cell(values: &Values, row: usize) -> String {
    let absent = || ABSENT.to_owned();
    match values {
        Values::Text(v) if v[row].is_empty() => absent(),
        Values::Text(v) => v[row].clone(),
        Values::Flag(v) => v[row].map_or_else(absent, |flag| if flag { "yes" } else { "" }.to_owned()),
        Values::Count(v) => v[row].map_or_else(absent, whole),
        Values::Number { values, decimals } => values[row].map_or_else(absent, |x| decimal(x, *decimals)),
        Values::Interval { values, decimals } => values[row].map_or_else(absent, |ends| bounds(ends, *decimals)),
    }
}

/// Formats the bounds of an interval, which may have one only, or none: `0.25 to 0.50`, `0.25 or more`, `unknown`.
fn bounds((low, high): (f64, f64), decimals: usize) -> String {
    match (low.is_finite(), high.is_finite()) {
        (true, false) => format!("{} or more", decimal(low, decimals)),
        (false, true) => format!("{} or less", decimal(high, decimals)),
        (false, false) if low < high => "unknown".to_owned(),
        _ => format!("{} to {}", decimal(low, decimals), decimal(high, decimals)),
    }
}

/// Formats a whole number with thousands separators.
fn whole(n: i64) -> String {
    let sign = if n < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(n.unsigned_abs()))
}

/// Formats a number with `decimals` decimals, without thousands separators; a number that rounds to 0 has no sign.
fn decimal(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    match text.strip_prefix('-') {
        Some(positive) if positive.bytes().all(|b| matches!(b, b'0' | b'.')) => positive.to_owned(),
        _ => text,
    }
}

impl Table {
    /// Returns the table as a Markdown pipe table, without its title.
    pub fn to_markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let titles = self.columns.iter().map(|column| markdown(&column.title)).collect();
        let rules = self.columns.iter().map(|column| if is_text(column) { "---" } else { "---:" }.to_owned()).collect();
        let row = |row| self.columns.iter().map(|column| markdown(&cell(&column.values, row))).collect();
        line(titles) + &line(rules) + &(0..self.rows()).map(|r| line(row(r))).collect::<String>()
    }

    /// Returns the table as an array of objects, one per row; intervals are `[low, high]`.
    pub fn to_json(&self) -> Value {
        let object = |row: usize| {
            let fields = self.columns.iter().map(|column| (column.name.clone(), json_cell(&column.values, row)));
            Value::Object(fields.collect())
        };
        (0..self.rows()).map(object).collect()
    }

    /// Returns the values of a row in the order of the columns, in the form of [`Table::to_json`].
    pub fn json_row(&self, row: usize) -> Vec<Value> {
        self.columns.iter().map(|column| json_cell(&column.values, row)).collect()
    }
}

/// Returns an object of JSON. It inserts fields one by one: to collect them would sort them first, by code that is
/// compiled again for each kind of iterator.
pub fn object<N: Into<String>>(fields: impl IntoIterator<Item = (N, Value)>) -> Map<String, Value> {
    let mut object = Map::new();
    for (name, value) in fields {
        object.insert(name.into(), value);
    }
    object
}

/// Returns tables as JSON by name, each in the form of [`Table::to_json`].
pub fn tables_json(tables: &[Table]) -> Map<String, Value> {
    object(tables.iter().map(|table| (table.name.as_str(), table.to_json())))
}

/// Returns true if the column is aligned to the left: text and flags.
fn is_text(column: &Column) -> bool {
    matches!(column.values, Values::Text(_) | Values::Flag(_))
}

fn json_cell(values: &Values, row: usize) -> Value {
    match values {
        Values::Text(v) => Some(&v[row]).filter(|text| !text.is_empty()).cloned().into(),
        Values::Flag(v) => v[row].into(),
        Values::Count(v) => v[row].into(),
        Values::Number { values, .. } => values[row].into(),
        Values::Interval { values, .. } => values[row].map(|(low, high)| vec![low, high]).into(),
    }
}

/// Formats an exact number with its noun, which is given in the plural: `1 round`, `2.97 rounds`.
pub fn with_noun(x: f64, what: &str) -> String {
    let text = number(x);
    let count = if text == "1" { 1 } else { 2 };
    format!("{text} {}", noun(count, what))
}

/// Rounds a number of games up to two significant digits, such as 23,706 to 24,000.
pub fn rounded_up(games: u64) -> u64 {
    let unit = 10u64.pow(games.max(1).ilog10().saturating_sub(1));
    games.div_ceil(unit).saturating_mul(unit)
}

/// Returns the value with all its zeros unsigned.
pub fn unsigned_zeros(value: Value) -> Value {
    match value {
        Value::Array(values) => values.into_iter().map(unsigned_zeros).collect(),
        Value::Object(entries) => entries.into_iter().map(|(key, value)| (key, unsigned_zeros(value))).collect(),
        // Whole numbers have no signed zero; a negative zero becomes 0.
        Value::Number(number) if number.is_f64() && number.as_f64() == Some(0.0) => Value::from(0.0),
        other => other,
    }
}

/// Returns the text with rounded zeros unsigned: `-0.00` becomes `0.00`. A hyphen within a word or a date stays.
pub fn unsigned(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let begins = !(before.is_alphanumeric() || matches!(before, '-' | '_' | '.' | '/'));
        if !(c == '-' && begins && is_zero(&text[at + 1..])) {
            result.push(c);
        }
        before = c;
    }
    result
}

/// Returns true if a text begins with a separate zero, with or without decimals.
fn is_zero(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('0') else { return false };
    let digits = rest.strip_prefix('.').map_or(0, |decimals| decimals.len() - decimals.trim_start_matches('0').len());
    let rest = if digits > 0 { &rest[1 + digits..] } else { rest };
    let mut next = rest.chars();
    match (next.next(), next.next()) {
        (Some('.'), Some(digit)) => !digit.is_ascii_digit(),
        (Some(c), _) => !(c.is_alphanumeric() || matches!(c, '_' | '-' | '/')),
        (None, _) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cells_as_people_read_them() {
        assert_eq!([7, 1234, 12_345, 1_234_567].map(grouped), ["7", "1234", "12,345", "1,234,567"]);
        assert_eq!(decimal(-1e-9, 2), "0.00");
        assert_eq!(decimal(-0.25, 2), "-0.25");
    }

    #[test]
    fn json_has_null_for_what_does_not_apply() {
        let table = Table::new("t", "T", "").number("x", "X", 1, [None, Some(0.5)]).text("s", "S", ["", "a"]);
        assert_eq!(table.to_json(), json!([{ "x": null, "s": null }, { "x": 0.5, "s": "a" }]));
        assert_eq!(table.to_markdown().lines().nth(2), Some("| – | – |"));
    }

    #[test]
    fn what_is_no_number_does_not_apply() {
        let table = Table::new("t", "T", "").number("x", "X", 1, [f64::NAN]).interval("i", "I", 1, [(0.5, f64::NAN)]);
        assert_eq!(table.to_json(), json!([{ "x": null, "i": null }]));
        assert_eq!(table.to_markdown().lines().nth(2), Some("| – | – |"));
        assert!(!String::from_utf8(table.to_csv().unwrap()).unwrap().contains("NaN"));
    }

    #[test]
    fn whole_numbers_may_lie_below_zero() {
        let table = Table::new("t", "T", "").whole("n", "N", [-12_345, 3]);
        assert_eq!(
            (cell(&table.columns[0].values, 0), cell(&table.columns[0].values, 1)),
            ("-12,345".into(), "3".into())
        );
        assert_eq!(table.to_json(), json!([{ "n": -12_345 }, { "n": 3 }]));
    }

    #[test]
    fn intervals_with_one_bound_and_rounded_counts() {
        assert_eq!(bounds((0.25, f64::INFINITY), 2), "0.25 or more");
        assert_eq!(bounds((f64::NEG_INFINITY, f64::INFINITY), 2), "unknown");
        assert_eq!([0, 7, 99, 101, 43_201].map(rounded_up), [0, 7, 99, 110, 44_000]);
    }

    #[test]
    fn zeros_of_json_have_no_sign() {
        let value = json!({ "a": [-0.0, 1.5, -2.0, 0], "b": { "c": -0.0 }, "d": "-0.0" });
        assert_eq!(unsigned_zeros(value).to_string(), r#"{"a":[0.0,1.5,-2.0,0],"b":{"c":0.0},"d":"-0.0"}"#);
    }

    #[test]
    fn zeros_of_sentences_have_no_sign() {
        for (text, plain) in [
            ("a gain of -0.000 [-0.012, -0.000]", "a gain of 0.000 [-0.012, 0.000]"),
            ("-0% (-0 to +3)", "0% (0 to +3)"),
            ("it is -0.", "it is 0."),
            ("-0.01, -0.10, 10-0, e-0, 2024-01-0, -0x1, --0", "-0.01, -0.10, 10-0, e-0, 2024-01-0, -0x1, --0"),
        ] {
            assert_eq!(unsigned(text), plain);
        }
    }
}
