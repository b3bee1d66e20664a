//! Removal of minus signs from zeros: a value that rounds to 0 is neither above nor below it.

use serde_json::Value;

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
