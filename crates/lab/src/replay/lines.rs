//! The lines of a replay as text.

use serde::Serialize;

/// Returns a replay as text: the header, then one line per event, each a JSON object that ends with a line feed.
pub fn jsonl(header: &impl Serialize, lines: &[impl Serialize]) -> String {
    let mut text = json(header);
    text.push('\n');
    for line in lines {
        text.push_str(&json(line));
        text.push('\n');
    }
    text
}

/// Returns JSON without spaces. The types of a replay hold only values that JSON can represent.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("replays have plain keys and finite numbers")
}

/// Returns true if a field has its default value and may be left out of a line.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
