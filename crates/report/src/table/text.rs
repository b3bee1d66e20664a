//! Values and tables as text: cells, counts, estimates with intervals, Markdown, and JSON for programs.

use super::escape::markdown;
use super::{Column, Table, Values};
use hitchart_config::words::{grouped, noun};
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

/// Formats the bounds of an interval, which may have one only: `0.25 to 0.50`, `0.25 or more`.
fn bounds((low, high): (f64, f64), decimals: usize) -> String {
    match (low.is_finite(), high.is_finite()) {
        (true, false) => format!("{} or more", decimal(low, decimals)),
        (false, true) => format!("{} or less", decimal(high, decimals)),
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

/// Text after an estimate that has no bounded interval.
const UNKNOWN: &str = "interval unknown: too few games";

/// Returns the decimals that show an uncertainty: one significant digit of half the width, or two if the first is a 1
/// or a 2. `None` if the interval has no width.
fn decimals_of((low, high): (f64, f64)) -> Option<usize> {
    const MOST: f64 = 6.0;
    let half = (high - low) / 2.0;
    if half <= 0.0 {
        return None;
    }
    let place = half.log10().floor();
    let first = half / 10f64.powf(place);
    let digits = -place + if first < 3.0 { 1.0 } else { 0.0 };
    Some(digits.clamp(0.0, MOST) as usize)
}

/// Formats a number with `decimals` decimals and thousands separators; a number that rounds to 0 has no sign.
fn fixed(x: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", x.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
    let sign = if x < 0.0 && text.bytes().any(|b| matches!(b, b'1'..=b'9')) { "-" } else { "" };
    format!("{sign}{whole}{rest}")
}

/// Formats as `fixed` does, with a plus before a number that is positive after rounding.
fn signed_fixed(x: f64, decimals: usize) -> String {
    let text = fixed(x, decimals);
    if text.starts_with('-') || text == fixed(0.0, decimals) { text } else { format!("+{text}") }
}

/// Removes trailing zeros after the decimal point.
fn trimmed(text: String) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Formats an exact number with three significant digits, such as `1.38` or `0.0123`; integer digits are always
/// complete: `12,346`.
pub fn number(x: f64) -> String {
    const DIGITS: f64 = 3.0;
    if x == 0.0 || !x.is_finite() {
        return fixed(x, 0);
    }
    let decimals = (DIGITS - 1.0 - x.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    trimmed(fixed(x, decimals))
}

/// Formats an exact number with its noun, which is given in the plural: `1 round`, `2.97 rounds`.
pub fn with_noun(x: f64, what: &str) -> String {
    let text = number(x);
    let count = if text == "1" { 1 } else { 2 };
    format!("{text} {}", noun(count, what))
}

/// Formats an exact share in percent. The smaller of the share and its complement gets two significant digits from 1%
/// on, and one below: `73%`, `1.4%`, `0.4%`, `99.6%`, `under 0.000001%`.
pub fn percent(share: f64) -> String {
    // A smaller complement of a share is rounding.
    const NOISE: f64 = 1e-13;
    let rest = 1.0 - share;
    percent_of(share, if rest.abs() < NOISE { 0.0 } else { rest })
}

/// Formats an exact share in percent as [`percent`] does. The complement is that of the share, without rounding: only a
/// share with the complement 0 is 100%.
pub fn percent_of(share: f64, complement: f64) -> String {
    const LEAST: f64 = 1e-6;
    let side = share.abs().min(complement.abs()) * 100.0;
    if side > 0.0 && side < LEAST {
        return if share > 0.5 { "over 99.999999%" } else { "under 0.000001%" }.to_owned();
    }
    if side == 0.0 {
        return fixed(share * 100.0, 0) + "%";
    }
    let place = side.log10().floor();
    let decimals = if place == 0.0 { 1.0 } else { -place };
    trimmed(fixed(share * 100.0, decimals as usize)) + "%"
}

/// Formats a share with its interval: `50% (46 to 54%)`.
pub fn percent_within(share: f64, interval: (f64, f64)) -> String {
    let (low, high) = (interval.0 * 100.0, interval.1 * 100.0);
    if !(low.is_finite() && high.is_finite()) {
        return format!("{} ({UNKNOWN})", percent(share));
    }
    match decimals_of((low, high)) {
        None => percent(share),
        Some(d) => format!("{}% ({} to {}%)", fixed(share * 100.0, d), fixed(low, d), fixed(high, d)),
    }
}

/// Formats a difference of shares in percentage points with its interval: `+10 points (+8 to +12)`.
pub fn points_within(difference: f64, interval: (f64, f64)) -> String {
    let (low, high) = (interval.0 * 100.0, interval.1 * 100.0);
    let difference = difference * 100.0;
    if !(low.is_finite() && high.is_finite()) {
        return format!("{} points ({UNKNOWN})", signed_fixed(difference, 0));
    }
    match decimals_of((low, high)) {
        None => format!("{} points", signed_fixed(difference, 1)),
        Some(d) => {
            let d = decimals_with_signs(d, (low, high));
            format!("{} points ({} to {})", signed_fixed(difference, d), signed_fixed(low, d), signed_fixed(high, d))
        }
    }
}

/// Formats a mean with its interval: `5.83 (5.71 to 5.95)`.
pub fn number_within(x: f64, interval: (f64, f64)) -> String {
    within(x, interval, false)
}

/// Formats a difference with its interval: `+0.25 (+0.06 to +0.44)`.
pub fn signed_within(x: f64, interval: (f64, f64)) -> String {
    within(x, interval, true)
}

fn within(x: f64, (low, high): (f64, f64), is_difference: bool) -> String {
    let show = if is_difference { signed_fixed } else { fixed };
    match (low.is_finite(), high.is_finite()) {
        (true, true) => {}
        (false, false) => return format!("{} ({UNKNOWN})", show(x, 2)),
        (true, false) => {
            let d = decimals_of((low, x)).unwrap_or(0);
            return format!("{} ({} or more)", show(x, d), show(low, d));
        }
        (false, true) => {
            let d = decimals_of((x, high)).unwrap_or(0);
            return format!("{} ({} or less)", show(x, d), show(high, d));
        }
    }
    match decimals_of((low, high)) {
        None => trimmed(show(x, 3)),
        Some(d) => {
            let d = if is_difference { decimals_with_signs(d, (low, high)) } else { d };
            format!("{} ({} to {})", show(x, d), show(low, d), show(high, d))
        }
    }
}

/// Returns up to two more decimals if a bound of a difference would round to 0: readers look for its sign.
fn decimals_with_signs(decimals: usize, (low, high): (f64, f64)) -> usize {
    let vanishes = |d: usize| [low, high].iter().any(|x| *x != 0.0 && fixed(x.abs(), d) == fixed(0.0, d));
    (decimals..decimals + 2).find(|d| !vanishes(*d)).unwrap_or(decimals + 2)
}

/// Rounds a number of games up to two significant digits, such as 23,706 to 24,000.
pub fn rounded_up(games: u64) -> u64 {
    let unit = 10u64.pow(games.max(1).ilog10().saturating_sub(1));
    games.div_ceil(unit).saturating_mul(unit)
}

/// Formats a p-value: `p < 0.001`, or three decimals below 0.1 and two above.
pub fn p_value(p: f64) -> String {
    const LEAST: f64 = 0.001;
    match p {
        p if p < LEAST => "p < 0.001".to_owned(),
        p if p < 0.1 => format!("p = {}", trimmed(format!("{p:.3}"))),
        p => format!("p = {p:.2}"),
    }
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
    fn shares_have_as_many_digits_as_their_intervals_allow() {
        assert_eq!(percent_within(0.502, (0.462, 0.542)), "50% (46 to 54%)");
        assert_eq!(percent_within(0.516, (0.487, 0.544)), "51.6% (48.7 to 54.4%)");
        assert_eq!(percent_within(0.001, (0.0004, 0.0022)), "0.10% (0.04 to 0.22%)");
        assert_eq!(points_within(-0.1, (-0.12, -0.08)), "-10.0 points (-12.0 to -8.0)");
        assert_eq!(points_within(0.0, (-0.05, 0.04)), "0 points (-5 to +4)");
        assert!(percent_within(0.5, (f64::NEG_INFINITY, f64::INFINITY)).contains("unknown"));
        assert!(signed_within(0.5, (f64::NEG_INFINITY, f64::INFINITY)).contains("unknown"));
        assert_eq!(signed_within(131.0, (-64.0, f64::INFINITY)), "+131 (-64 or more)");
        assert_eq!(signed_within(-131.0, (f64::NEG_INFINITY, 64.0)), "-131 (+64 or less)");
        assert_eq!(bounds((0.25, f64::INFINITY), 2), "0.25 or more");
    }

    #[test]
    fn exact_numbers_have_three_digits_and_no_interval() {
        let texts = [0.0, 1.3812, 0.01234, 12_345.6, -2.5].map(number);
        assert_eq!(texts, ["0", "1.38", "0.0123", "12,346", "-2.5"]);
        assert_eq!([0.0, 0.734, 0.0041, 0.9958, 1.0, 0.5].map(percent), ["0%", "73%", "0.4%", "99.6%", "100%", "50%"]);
        assert_eq!(percent_within(0.734, (0.734, 0.734)), "73%");
    }

    #[test]
    fn means_and_p_values() {
        assert_eq!(number_within(5.832, (5.71, 5.954)), "5.83 (5.71 to 5.95)");
        assert_eq!([0, 7, 99, 101, 43_201].map(rounded_up), [0, 7, 99, 110, 44_000]);
        assert_eq!(signed_within(0.249, (0.055, 0.443)), "+0.25 (+0.06 to +0.44)");
        assert_eq!(signed_within(2.9, (-0.03, 5.87)), "+2.90 (-0.03 to +5.87)");
        assert_eq!(signed_within(2.9, (0.03, 5.87)), "+2.90 (+0.03 to +5.87)");
        assert!(points_within(-0.001, (-0.2, 0.2)).starts_with("0 points"), "a rounded zero has no sign");
        assert_eq!([1e-9, 0.0123, 0.04, 0.5].map(p_value), ["p < 0.001", "p = 0.012", "p = 0.04", "p = 0.50"]);
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
