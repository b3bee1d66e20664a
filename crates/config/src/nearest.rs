//! The nearest valid name to a mistyped one.

/// Lowest Jaro-Winkler similarity of a suggested name; below it a suggestion would be a guess at random.
const NEAR: f64 = 0.7;
/// Longest text that is compared: every name is shorter.
const LONGEST: usize = 200;

/// Returns the allowed name most similar to `found`, if any is near. Case is ignored.
pub fn nearest<'a>(found: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = Some(found).filter(|found| found.len() <= LONGEST)?.to_lowercase();
    let scored = allowed.into_iter().map(|name| (strsim::jaro_winkler(&found, &name.to_lowercase()), name));
    let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|(score, _)| *score >= NEAR).map(|(_, name)| name)
}

/// Formats names as a list for people: `a`, `b`, `c`.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Returns true if two names are equal apart from case and characters that are neither letters nor digits.
pub fn same_name(a: &str, b: &str) -> bool {
    let plain =
        |text: &'_ str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    plain(a) == plain(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_near_misses_only() {
        assert_eq!(nearest("rulebok", ["draft-2012", "rulebook"]), Some("rulebook"));
        assert_eq!(nearest("xyz", ["draft-2012", "rulebook"]), None);
    }
}
