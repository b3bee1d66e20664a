//! The dictionary of the columns of all tables: a name has one type, one unit and one meaning in every table.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Type of a column in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
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
pub struct Entry {
    #[serde(rename = "type")]
    pub kind: Kind,
    /// A plural, `probability` or `share`; empty for a column without a unit.
    #[serde(default)]
    pub unit: String,
    /// Meaning of the column, as a phrase.
    pub meaning: String,
}

/// All columns by name. An interval of an estimate may be listed under the estimate's name and `_interval`.
pub static DICTIONARY: LazyLock<BTreeMap<String, Entry>> = LazyLock::new(|| {
    // A test reads this embedded file, so an invalid file is a bug of the program.
    toml::from_str(include_str!("dictionary.toml")).expect("the dictionary of columns is valid")
});

/// Returns the entry of a column. An interval without a line gets the unit of its estimate. `None` for an unknown
/// column.
pub fn entry(name: &str) -> Option<Entry> {
    let of_interval = || {
        let estimate = name.strip_suffix("_interval")?;
        let entry = DICTIONARY.get(estimate)?;
        let meaning = format!("95% confidence interval of `{estimate}`");
        Some(Entry { kind: Kind::Number, unit: entry.unit.clone(), meaning })
    };
    DICTIONARY.get(name).cloned().or_else(of_interval)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_of_their_estimates() {
        let interval = entry("victory_interval").expect("an interval of a known estimate");
        assert_eq!((interval.kind, interval.unit.as_str()), (Kind::Number, "share"));
        assert_eq!(entry("no-such-column"), None);
    }

    #[test]
    fn every_line_has_a_meaning() {
        for (name, entry) in DICTIONARY.iter() {
            let known = entry.meaning.chars().count() > 3 && !entry.meaning.ends_with('.');
            assert!(known && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'), "{name}");
        }
    }
}
