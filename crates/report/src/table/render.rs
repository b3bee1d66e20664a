//! A table as text: cells for people, Markdown, and JSON for programs.

use super::escape::markdown;
use super::{Column, Table, Values};

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
        Values::Number { values, decimals } => values[row].map_or_else(absent, |x| fixed(x, *decimals)),
        Values::Interval { values, decimals } => values[row]
            .map_or_else(absent, |(low, high)| format!("{} to {}", fixed(low, *decimals), fixed(high, *decimals))),
    }
}

/// Formats a count with thousands separators; four digits stay together.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    if digits.len() <= 4 {
        return digits;
    }
    let first = (digits.len() - 1) % 3 + 1;
    let rest = digits.as_bytes()[first..].chunks(3).map(|group| String::from_utf8_lossy(group));
    std::iter::once(digits[..first].into()).chain(rest).collect::<Vec<_>>().join(",")
}

/// Formats a whole number with thousands separators.
fn whole(n: i64) -> String {
    let sign = if n < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(n.unsigned_abs()))
}

/// Returns the words with a capital first letter.
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Formats a count with its noun, given in the plural: "1 rocket", "2 companies".
pub fn counted(n: u64, what: &str) -> String {
    format!("{} {}", grouped(n), noun(n, what))
}

/// Returns the noun, given in the plural, in the form that follows the count `n`.
pub fn noun(n: u64, what: &str) -> String {
    match (what.strip_suffix("ies"), what.strip_suffix('s')) {
        _ if n != 1 || what == "series" => what.to_owned(),
        _ if what.ends_with("dice") => format!("{}die", what.trim_end_matches("dice")),
        (Some(stem), _) => format!("{stem}y"),
        (None, Some(stem)) => stem.to_owned(),
        _ => what.to_owned(),
    }
}

/// Formats a number with `decimals` decimals; a number that rounds to 0 has no sign.
fn fixed(x: f64, decimals: usize) -> String {
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
    pub fn to_json(&self) -> serde_json::Value {
        let object = |row: usize| {
            let fields = self.columns.iter().map(|column| (column.name.clone(), json_cell(&column.values, row)));
            serde_json::Value::Object(fields.collect())
        };
        (0..self.rows()).map(object).collect()
    }
}

/// Returns true if the column is aligned to the left: text and flags.
pub(crate) fn is_text(column: &Column) -> bool {
    matches!(column.values, Values::Text(_) | Values::Flag(_))
}

fn json_cell(values: &Values, row: usize) -> serde_json::Value {
    match values {
        Values::Text(v) => Some(&v[row]).filter(|text| !text.is_empty()).cloned().into(),
        Values::Flag(v) => v[row].into(),
        Values::Count(v) => v[row].into(),
        Values::Number { values, .. } => values[row].into(),
        Values::Interval { values, .. } => values[row].map(|(low, high)| vec![low, high]).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_as_people_read_them() {
        assert_eq!([7, 1234, 12_345, 1_234_567].map(grouped), ["7", "1234", "12,345", "1,234,567"]);
        assert_eq!(fixed(-1e-9, 2), "0.00");
        assert_eq!(fixed(-0.25, 2), "-0.25");
    }

    #[test]
    fn json_has_null_for_what_does_not_apply() {
        let table = Table::new("t", "T", "").number("x", "X", 1, [None, Some(0.5)]).text("s", "S", ["", "a"]);
        assert_eq!(table.to_json(), serde_json::json!([{ "x": null, "s": null }, { "x": 0.5, "s": "a" }]));
        assert_eq!(table.to_markdown().lines().nth(2), Some("| – | – |"));
    }

    #[test]
    fn what_is_no_number_does_not_apply() {
        let table = Table::new("t", "T", "").number("x", "X", 1, [f64::NAN]).interval("i", "I", 1, [(0.5, f64::NAN)]);
        assert_eq!(table.to_json(), serde_json::json!([{ "x": null, "i": null }]));
        assert_eq!(table.to_markdown().lines().nth(2), Some("| – | – |"));
        assert!(!String::from_utf8(table.to_csv().unwrap()).unwrap().contains("NaN"));
    }

    #[test]
    fn one_is_singular() {
        let told = [(1, "rockets"), (1, "companies"), (1, "dice"), (1, "series"), (2, "companies"), (12_345, "games")];
        let told = told.map(|(n, what)| counted(n, what));
        assert_eq!(told, ["1 rocket", "1 company", "1 die", "1 series", "2 companies", "12,345 games"]);
    }

    #[test]
    fn whole_numbers_may_lie_below_zero() {
        let table = Table::new("t", "T", "").whole("n", "N", [-12_345, 3]);
        assert_eq!(
            (cell(&table.columns[0].values, 0), cell(&table.columns[0].values, 1)),
            ("-12,345".into(), "3".into())
        );
        assert_eq!(table.to_json(), serde_json::json!([{ "n": -12_345 }, { "n": 3 }]));
    }
}
