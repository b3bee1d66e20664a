//! Distinct names of sides.

use super::{FileText, InputError};
use std::collections::BTreeSet;
use std::ops::Range;

/// Numbers the names that were not `given` and occur several times.
pub fn numbered(names: Vec<(String, bool)>) -> Vec<String> {
    let many = |name: &str| names.iter().filter(|(other, _)| other == name).count() > 1;
    let mut taken: BTreeSet<String> =
        names.iter().filter(|(name, given)| *given || !many(name)).map(|(name, _)| name.clone()).collect();
    let number = |(name, given): &(String, bool)| {
        if *given || !many(name) {
            return name.clone();
        }
        let mut numbers = 1_usize..;
        let next = numbers.find_map(|n| {
            let candidate = format!("{name} {n}");
            taken.insert(candidate.clone()).then_some(candidate)
        });
        next.unwrap_or_else(|| name.clone())
    };
    names.iter().map(number).collect()
}

/// Like `numbered`, for names with the places of those that were given.
///
/// # Errors
/// Fails if a given name equals another name, with its place.
pub fn distinct_names(
    file: &FileText,
    what: &str,
    names: impl Iterator<Item = (String, Option<Range<usize>>)>,
) -> Result<Vec<String>, InputError> {
    let (names, places): (Vec<String>, Vec<Option<Range<usize>>>) = names.unzip();
    let given = names.into_iter().zip(places.iter().map(Option::is_some)).collect();
    let all = numbered(given);
    for (at, (name, place)) in all.iter().zip(&places).enumerate() {
        if let Some(place) = place.clone().filter(|_| all[..at].contains(name)) {
            return Err(InputError::at(file, place, format!("two {what}s are named `{name}`")));
        }
    }
    Ok(all)
}
