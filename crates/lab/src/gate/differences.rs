//! Differences between two JSON values, by path.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// A path at which two values differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Keys and indices from the top, joined by dots.
    pub path: String,
    /// Value in the baseline, and value now; a dash if absent.
    pub values: [String; 2],
}

/// Placeholder for an absent value.
const ABSENT: &str = "-";

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [before, after] = &self.values;
        write!(f, "`{}` was {before}, is {after}", self.path)
    }
}

/// Returns the deepest paths at which two values differ.
pub fn differences(before: &Value, after: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    below("", Some(before), Some(after), &mut found);
    found
}

fn below(path: &str, before: Option<&Value>, after: Option<&Value>, found: &mut Vec<Difference>) {
    let inside = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (before, after) {
        (Some(Value::Object(before)), Some(Value::Object(after))) => {
            for key in keys(before, after) {
                below(&inside(key), before.get(key), after.get(key), found);
            }
        }
        (Some(Value::Array(before)), Some(Value::Array(after))) if before.len() == after.len() => {
            for (i, (before, after)) in before.iter().zip(after).enumerate() {
                below(&inside(&i.to_string()), Some(before), Some(after), found);
            }
        }
        _ if before != after => {
            let told = |value: Option<&Value>| value.map_or_else(|| ABSENT.to_owned(), Value::to_string);
            found.push(Difference { path: path.to_owned(), values: [told(before), told(after)] });
        }
        _ => {}
    }
}

fn keys<'a>(before: &'a Map<String, Value>, after: &'a Map<String, Value>) -> BTreeSet<&'a str> {
    before.keys().chain(after.keys()).map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_deepest_places_are_told() {
        let before = json!({ "a": 1, "b": { "c": [1, 2], "d": "x" }, "e": [1] });
        let after = json!({ "a": 1, "b": { "c": [1, 3], "f": true }, "e": [1, 2] });
        let told: Vec<String> = differences(&before, &after).iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            ["`b.c.1` was 2, is 3", "`b.d` was \"x\", is -", "`b.f` was -, is true", "`e` was [1], is [1,2]"]
        );
        assert!(differences(&before, &before).is_empty());
    }
}
