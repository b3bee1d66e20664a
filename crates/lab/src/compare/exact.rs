//! Exact numbers of a ruleset, and their changes under another one.

use super::parts::moved;
use crate::study::Exact;
use hitchart_config::InputError;
use hitchart_config::rules::RulesText;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Function that computes the exact numbers of a ruleset.
type Tell = fn(&RulesText) -> Result<Vec<Exact>, InputError>;

/// Exact numbers of rulesets; computed on first use, and once.
#[derive(Debug)]
pub struct Known {
    rules: Vec<RulesText>,
    tell: Tell,
    base: OnceLock<Vec<Exact>>,
    changes: OnceLock<Vec<Changed>>,
}

impl Known {
    /// Creates the numbers of these rulesets; all others are compared with the first.
    pub fn of(rules: Vec<RulesText>, tell: Tell) -> Known {
        Known { rules, tell, base: OnceLock::new(), changes: OnceLock::new() }
    }

    /// Returns the numbers that differ, ruleset by ruleset.
    pub fn changes(&self) -> &[Changed] {
        self.changes.get_or_init(|| {
            let told = self.rules.iter().skip(1).map(|rules| (self.tell)(rules).unwrap_or_default());
            told.zip(1..).flat_map(|(other, changed)| changes(changed, self.base(), &other)).collect()
        })
    }

    /// Returns all numbers of the first ruleset.
    pub fn base(&self) -> &[Exact] {
        let tell = || self.rules.first().and_then(|rules| (self.tell)(rules).ok()).unwrap_or_default();
        self.base.get_or_init(tell)
    }
}

/// A number that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// Index of the other ruleset among all.
    pub changed: usize,
    pub measure: &'static str,
    pub item: String,
    /// Values under the first ruleset and under the other. `None` if the ruleset has no such number.
    pub values: [Option<f64>; 2],
}

/// Returns the numbers that differ, the largest change first.
fn changes(changed: usize, first: &[Exact], second: &[Exact]) -> Vec<Changed> {
    let by_name = |all: &[Exact]| -> HashMap<(&'static str, String), f64> {
        all.iter().map(|exact| ((exact.measure, exact.item.clone()), exact.value)).collect()
    };
    let (before, after) = (by_name(first), by_name(second));
    let key = |exact: &Exact| (exact.measure, exact.item.clone());
    let told = first.iter().chain(second.iter().filter(|exact| !before.contains_key(&key(exact))));
    let differing = told.filter_map(|exact| {
        let values = [before.get(&key(exact)).copied(), after.get(&key(exact)).copied()];
        let (measure, item) = key(exact);
        (values[0] != values[1]).then_some(Changed { changed, measure, item, values })
    });
    let mut all: Vec<Changed> = differing.collect();
    all.sort_by(|a, b| moved(b.values).total_cmp(&moved(a.values)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_told_the_most_moved_first() {
        let exact = |item: &str, value| Exact { measure: "damage", item: item.into(), value };
        let first = [exact("a", 1.0), exact("b", 2.0), exact("c", 0.0)];
        let second = [exact("a", 1.0), exact("b", 2.5), exact("c", 0.1), exact("d", 1.0)];
        let all = changes(1, &first, &second);
        let items: Vec<&str> = all.iter().map(|change| change.item.as_str()).collect();
        assert_eq!(items, ["d", "c", "b"]);
        assert_eq!(all[2].values, [Some(2.0), Some(2.5)]);
        assert!(changes(1, &first, &first).is_empty());
    }
}
