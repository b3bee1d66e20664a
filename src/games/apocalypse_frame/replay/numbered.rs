//! Numbers that make equal names distinct.

use std::collections::BTreeSet;

/// Makes names distinct: equal names get numbers.
pub fn distinct(names: &[String]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let numbered = names.iter().map(|name| {
        let several = names.iter().filter(|other| *other == name).count() > 1;
        let plain = (!several).then(|| name.clone());
        let free = plain.into_iter().chain(numbers(name)).find(|name| !taken.contains(name));
        let free = free.unwrap_or_else(|| name.clone());
        taken.insert(free.clone());
        free
    });
    numbered.collect()
}

/// Returns a name with numbers from 1.
pub fn numbers(name: &str) -> impl Iterator<Item = String> {
    (1..u16::MAX).map(move |number| format!("{name} {number}"))
}
