//! Exact numbers of a baseline and of the current rules, and differences between JSON values.

use super::baseline::Packed;
use crate::{compare::moved, study::Exact};
use hitchart_config::sha256;
use hitchart_report::table::rounded;
use hitchart_stats::order::largest_first;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum numbers of a measure that are written one by one; larger measures have a mark of each.
const MOST_WRITTEN: usize = 200;
/// Number of marks: a changed number keeps its mark with a probability of 1 in 64.
const MARKS: i64 = 64;

/// All numbers of a measure, in short. Numbers have 12 significant digits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberSummary {
    /// Measure, such as the mean damage of an attack.
    pub measure: String,
    /// Count of the numbers.
    pub count: u64,
    /// Mean of the numbers, for people.
    pub mean: f64,
    /// SHA-256 of all numbers in order, each as a line `item = number`.
    pub sha256: String,
    /// Numbers by item, for a measure with few.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, f64>,
    /// Six bits per number in order, for a measure with many: the lowest bits of the first byte of the SHA-256 of its
    /// line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Packed>,
}

/// A number that changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// Item that is measured, such as a loadout.
    pub item: String,
    /// Value in the baseline if known, and value now. `None` if absent.
    pub values: [Option<f64>; 2],
}

/// A measure compared with the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureResult {
    /// Measure, such as the mean damage of an attack.
    pub measure: String,
    /// Count of numbers in the baseline, and now.
    pub counts: [u64; 2],
    /// Mean of the numbers in the baseline, and now. `None` without numbers.
    pub means: [Option<f64>; 2],
    /// True if all numbers are unchanged.
    pub same: bool,
    /// Known changes, the largest first.
    pub moved: Vec<Moved>,
}

/// Returns the line by which a number is compared.
fn line(exact: &Exact) -> String {
    format!("{} = {}\n", exact.item, rounded(exact.value))
}

fn digest(numbers: &[&Exact]) -> String {
    sha256(numbers.iter().map(|exact| line(exact)).collect::<String>())
}

fn marks(numbers: &[&Exact]) -> Vec<i64> {
    let first = |digest: String| i64::from_str_radix(&digest[..2], 16).unwrap_or_default();
    numbers.iter().map(|exact| first(sha256(line(exact))) % MARKS).collect()
}

fn mean(numbers: &[&Exact]) -> Option<f64> {
    let sum: f64 = numbers.iter().map(|exact| exact.value).sum();
    (!numbers.is_empty()).then(|| rounded(sum / numbers.len() as f64))
}

/// Groups numbers by measure, in the order of first appearance.
fn by_measure(all: &[Exact]) -> Vec<(&'static str, Vec<&Exact>)> {
    let mut found: Vec<(&'static str, Vec<&Exact>)> = Vec::new();
    for exact in all {
        match found.iter_mut().find(|(measure, _)| *measure == exact.measure) {
            Some((_, numbers)) => numbers.push(exact),
            None => found.push((exact.measure, vec![exact])),
        }
    }
    found
}

/// Returns exact numbers in the form of a baseline, by measure.
pub fn measures(all: &[Exact]) -> Vec<NumberSummary> {
    let measure = |(measure, numbers): (&'static str, Vec<&Exact>)| {
        let named: BTreeMap<String, f64> =
            numbers.iter().map(|exact| (exact.item.clone(), rounded(exact.value))).collect();
        let written = numbers.len() <= MOST_WRITTEN && named.len() == numbers.len();
        NumberSummary {
            measure: measure.to_owned(),
            count: numbers.len() as u64,
            mean: mean(&numbers).unwrap_or_default(),
            sha256: digest(&numbers),
            numbers: if written { named } else { BTreeMap::new() },
            marks: if written { None } else { Packed::of(&marks(&numbers)) },
        }
    };
    by_measure(all).into_iter().map(measure).collect()
}

/// Compares current exact numbers with a baseline. `by_old_rules` are the numbers that the current program computes
/// under the baseline's rules. If they are unchanged, only the rules changed, and every old number is known.
pub fn hold(baseline: &[NumberSummary], today: &[Exact], by_old_rules: &[Exact]) -> Vec<MeasureResult> {
    let (today, old) = (by_measure(today), by_measure(by_old_rules));
    let of = |all: &[(&'static str, Vec<&Exact>)], name: &str| {
        all.iter()
            .find(|(measure, _)| *measure == name)
            .map(|(_, numbers)| numbers.iter().map(|e| (*e).clone()).collect())
    };
    let mut held: Vec<MeasureResult> = Vec::new();
    for measure in baseline {
        let numbers: Vec<Exact> = of(&today, &measure.measure).unwrap_or_default();
        let old: Vec<Exact> = of(&old, &measure.measure).unwrap_or_default();
        held.push(measure.hold(&numbers.iter().collect::<Vec<_>>(), &old.iter().collect::<Vec<_>>()));
    }
    let is_new = |measure: &&str| baseline.iter().all(|known| known.measure != **measure);
    for (measure, numbers) in today.iter().filter(|(measure, _)| is_new(measure)) {
        let moved = numbers.iter().map(|now| Moved { item: now.item.clone(), values: [None, Some(now.value)] });
        held.push(MeasureResult {
            measure: (*measure).to_owned(),
            counts: [0, numbers.len() as u64],
            means: [None, mean(numbers)],
            same: false,
            moved: moved.collect(),
        });
    }
    held
}

impl NumberSummary {
    fn hold(&self, today: &[&Exact], old: &[&Exact]) -> MeasureResult {
        let same = if self.numbers.is_empty() {
            digest(today) == self.sha256
        } else {
            today.len() == self.numbers.len()
                && today
                    .iter()
                    .all(|now| self.numbers.get(&now.item).is_some_and(|was| rounded(*was) == rounded(now.value)))
        };
        let moved = if same { Vec::new() } else { self.moved(today, old) };
        let (counts, means) = ([self.count, today.len() as u64], [Some(self.mean), mean(today)]);
        MeasureResult { measure: self.measure.clone(), counts, means, same, moved }
    }

    /// Returns the changed numbers: all of them if the old numbers were written or follow from the old rules, else
    /// those with different marks.
    fn moved(&self, today: &[&Exact], old: &[&Exact]) -> Vec<Moved> {
        let before: BTreeMap<&str, f64> = if !self.numbers.is_empty() {
            self.numbers.iter().map(|(item, value)| (item.as_str(), *value)).collect()
        } else if digest(old) == self.sha256 {
            old.iter().map(|exact| (exact.item.as_str(), exact.value)).collect()
        } else {
            return self.moved_marks(today);
        };
        let now: BTreeMap<&str, f64> = today.iter().map(|exact| (exact.item.as_str(), exact.value)).collect();
        let items = before.keys().chain(now.keys().filter(|item| !before.contains_key(*item)));
        let values = items.map(|item| (*item, [&before, &now].map(|all| all.get(item).map(|value| rounded(*value)))));
        let differing = values.filter(|(_, [was, is])| was != is);
        let mut all: Vec<Moved> = differing.map(|(item, values)| Moved { item: item.to_owned(), values }).collect();
        largest_first(&mut all, |row| moved(row.values));
        all
    }

    fn moved_marks(&self, today: &[&Exact]) -> Vec<Moved> {
        let was = self.marks.as_ref().and_then(|marks| marks.numbers(today.len(), MARKS));
        let marked = was.unwrap_or_default().into_iter().zip(marks(today)).zip(today);
        let differing = marked.filter(|((was, is), _)| was != is);
        differing.map(|(_, now)| Moved { item: now.item.clone(), values: [None, Some(rounded(now.value))] }).collect()
    }
}

impl MeasureResult {
    /// Describes the comparison in words.
    pub fn describe(&self) -> String {
        let [was, is] = self.counts;
        match (self.same, self.moved.len()) {
            (true, _) => format!("all {was} as in the baseline"),
            (false, 0) if was != is => format!("{is} numbers, {was} in the baseline"),
            (false, 0) => format!("{is} numbers, not all as in the baseline"),
            (false, moved) => format!("{moved} of {} differ", is.max(was)),
        }
    }
}

/// A path at which two values differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedPath {
    /// Keys and indices from the top, joined by dots.
    pub path: String,
    /// Value in the baseline, and value now; a dash if absent.
    pub values: [String; 2],
}

/// Placeholder for an absent value.
const ABSENT: &str = "-";

impl std::fmt::Display for ChangedPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [before, after] = &self.values;
        write!(f, "`{}` was {before}, is {after}", self.path)
    }
}

/// Returns the deepest paths at which two values differ.
pub fn differences(before: &Value, after: &Value) -> Vec<ChangedPath> {
    let mut found = Vec::new();
    below("", Some(before), Some(after), &mut found);
    found
}

fn below(path: &str, before: Option<&Value>, after: Option<&Value>, found: &mut Vec<ChangedPath>) {
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
            found.push(ChangedPath { path: path.to_owned(), values: [told(before), told(after)] });
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

    fn exact(count: usize, value: impl Fn(usize) -> f64) -> Vec<Exact> {
        (0..count).map(|i| Exact { measure: "attack", item: format!("item {i}"), value: value(i) }).collect()
    }

    #[test]
    fn few_numbers_are_told_one_by_one() {
        let was = measures(&exact(5, |i| i as f64));
        assert!(was[0].marks.is_none() && was[0].numbers.len() == 5 && was[0].mean == 2.0);
        let held = hold(&was, &exact(5, |i| if i == 3 { 9.0 } else { i as f64 }), &[]);
        assert_eq!(held[0].moved, [Moved { item: "item 3".into(), values: [Some(3.0), Some(9.0)] }]);
        assert!(hold(&was, &exact(5, |i| i as f64 * (1.0 + 1e-14)), &[])[0].same, "beyond the twelfth digit");
        let gone = hold(&was, &exact(4, |i| i as f64), &[]);
        assert_eq!(gone[0].moved, [Moved { item: "item 4".into(), values: [Some(4.0), None] }]);
    }

    /// Changes among many numbers are found by marks, and have both values if only the rules changed.
    #[test]
    fn many_numbers_are_told_by_marks() {
        let (old, new) = (exact(500, |i| i as f64), exact(500, |i| if i == 77 { 0.5 } else { i as f64 }));
        let was = measures(&old);
        assert!(was[0].numbers.is_empty() && hold(&was, &old, &[])[0].same);
        assert_eq!(hold(&was, &new, &[])[0].moved, [Moved { item: "item 77".into(), values: [None, Some(0.5)] }]);
        assert_eq!(hold(&was, &new, &old)[0].moved[0].values, [Some(77.0), Some(0.5)]);
        let fewer = hold(&was, &exact(499, |i| i as f64), &[]);
        assert!(!fewer[0].same && fewer[0].moved.is_empty() && fewer[0].describe().contains("499 numbers, 500"));
    }

    #[test]
    fn measures_come_and_go() {
        let (was, none) = (measures(&exact(3, |i| i as f64)), measures(&[]));
        assert!(!hold(&was, &[], &[])[0].same);
        let new = hold(&none, &exact(3, |i| i as f64), &[]);
        assert!(!new[0].same && new[0].counts == [0, 3] && new[0].moved.len() == 3);
    }

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
