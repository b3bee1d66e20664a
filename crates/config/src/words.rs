//! English for messages and tables: counts with their nouns, capital letters, allowed numbers, lists of names and the
//! nearest name.

/// Formats a count with thousands separators; four digits stay together.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    if digits.len() <= 4 {
        return digits;
    }
    let first = (digits.len() - 1) % 3 + 1;
    let rest = digits.as_bytes()[first..].chunks(3).map(|group| String::from_utf8_lossy(group));
    std::iter::once(digits[..first].into()).chain(rest).collect::<Vec<_>>().join(",")
}

/// Formats a value for an error; a number of many digits gets an exponent, such as `1e300`.
pub fn short(value: impl std::fmt::Display) -> String {
    const MOST_LETTERS: usize = 24;
    let text = value.to_string();
    match text.parse::<f64>() {
        Ok(number) if text.len() > MOST_LETTERS => format!("{number:e}"),
        _ => text,
    }
}

/// Names some of several things that a sentence has counted: `it`, `them`, `3 of them`.
pub fn some_of(some: usize, all: usize) -> String {
    match (some, all) {
        (1, 1) => "it".to_owned(),
        (some, all) if some == all => "them".to_owned(),
        (some, _) => format!("{some} of them"),
    }
}

/// Returns the words with a capital first letter.
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the possessive form of a name.
pub fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

/// Formats a count with its noun, given in the plural: "1 rocket", "2 companies".
pub fn counted(n: u64, what: &str) -> String {
    format!("{} {}", grouped(n), noun(n, what))
}

/// Returns the verb, given in the singular, in the form for a count `n` of subjects.
pub fn verb(n: u64, one: &str) -> &str {
    match one {
        _ if n == 1 => one,
        "is" => "are",
        "was" => "were",
        _ => one.trim_end_matches('s'),
    }
}

/// Returns the noun, given in the plural, in the form that follows the count `n`.
pub fn noun(n: u64, what: &str) -> String {
    match (what.strip_suffix("ies"), what.strip_suffix('s')) {
        _ if n != 1 || what == "series" => what.to_owned(),
        _ if what.ends_with("dice") => format!("{}die", what.trim_end_matches("dice")),
        (Some(stem), _) => format!("{stem}y"),
        (None, Some(stem)) => stem.to_owned(),
        _ => what.to_owned(),
    }
}

/// Largest difference of equal numbers: exact numbers differ by rounding only.
pub const ROUNDING: f64 = 1e-9;

/// Names the number of others that tie with a value, which is one of `all`: `like 4 others`. `None` if no other ties.
pub fn ties(all: impl Iterator<Item = f64>, of: f64) -> Option<String> {
    let others = all.filter(|value| *value == of || (value - of).abs() < ROUNDING).count().saturating_sub(1) as u64;
    (others > 0).then(|| format!("like {}", counted(others, "others")))
}

/// Texts of parsers for numbers, and the words of this program for them.
const NUMBERS: [(&str, &str); 4] = [
    ("invalid digit found in string", "not a whole number"),
    ("number too large to fit in target type", "the number is too large"),
    ("cannot parse integer from empty string", "a whole number is missing"),
    ("invalid float literal", "not a number"),
];

/// Replaces the texts of the parser of arguments about numbers: `0 is not in 1..=9` becomes `allowed: 1 to 9`.
pub fn plain_ranges(text: &str) -> String {
    let replaced = NUMBERS.iter().fold(text.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours));
    let lines = replaced.split('\n').map(|line| ranged(line).unwrap_or_else(|| line.to_owned()));
    lines.collect::<Vec<String>>().join("\n")
}

/// Returns a line such as "…: 300 is not in 1..=20" as "…: allowed: 1 to 20". The largest number of a type is a limit only
/// for numbers beyond it.
fn ranged(line: &str) -> Option<String> {
    let (before, range) = line.split_once(" is not in ")?;
    let (before, found) = before.rsplit_once(": ")?;
    let (low, high) = range.split_once("..")?;
    let number = |text: &str| text.trim_start_matches('=').parse::<u64>().ok();
    let low = number(low)?;
    let of_type = [u8::MAX.into(), u16::MAX.into(), u32::MAX.into(), u64::MAX];
    let is_beyond = |high: u64| number(found).is_some_and(|found| found > high);
    let allowed = match number(high).filter(|high| !of_type.contains(high) || is_beyond(*high)) {
        Some(high) => format!("{} to {}", grouped(low), grouped(high)),
        None => format!("a whole number from {low}"),
    };
    Some(format!("{before}: allowed: {allowed}"))
}

/// Lowest Jaro-Winkler similarity of a suggested name; below it a suggestion would be a guess at random.
const NEAR: f64 = 0.7;
/// Longest text that is compared: every name is shorter.
const LONGEST: usize = 200;

/// Returns the allowed name most similar to `found`, if any is near. Case is ignored. A name one mistype away comes
/// before names that only begin alike.
pub fn nearest<'a>(found: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = Some(found).filter(|found| found.len() <= LONGEST)?;
    let scored = allowed.into_iter().map(|name| (similarity(found, name), name));
    let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|(score, _)| *score >= NEAR).map(|(_, name)| name)
}

/// Returns the similarity of two names, 0 to 2; above 1 if one mistype separates them.
pub(crate) fn similarity(found: &str, name: &str) -> f64 {
    let [found, name] = [found, name].map(str::to_lowercase);
    let is_mistype = found.len() > 1 && strsim::osa_distance(&found, &name) == 1;
    f64::from(u8::from(is_mistype)) + strsim::jaro_winkler(&found, &name)
}

/// Formats names as a list for people: `a`, `b`, `c`.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Returns true if two names are equal apart from case and characters that are neither letters nor digits.
pub fn same_name(a: &str, b: &str) -> bool {
    plain_letters(a).eq(plain_letters(b))
}

/// Returns the letters and digits of a name in lower case.
fn plain_letters(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_near_misses_only() {
        assert_eq!(nearest("rulebok", ["draft-2012", "rulebook"]), Some("rulebook"));
        assert_eq!(nearest("xyz", ["draft-2012", "rulebook"]), None);
    }

    #[test]
    fn one_is_singular() {
        let texts = [(1, "rockets"), (1, "companies"), (1, "dice"), (1, "series"), (2, "companies"), (12_345, "games")];
        let texts = texts.map(|(n, what)| counted(n, what));
        assert_eq!(texts, ["1 rocket", "1 company", "1 die", "1 series", "2 companies", "12,345 games"]);
    }

    #[test]
    fn long_numbers_have_an_exponent() {
        let texts =
            [short(1e300), short(-2.5e-300), short(0.1), short(u64::MAX), short("no number, and longer than most")];
        assert_eq!(texts, ["1e300", "-2.5e-300", "0.1", "18446744073709551615", "no number, and longer than most"]);
    }

    #[test]
    fn ranges_are_told_in_words() {
        let cases = [
            ("'--whites <N>': -1 is not in 0..=255", "'--whites <N>': allowed: a whole number from 0"),
            ("'--ace <N>': -1 is not in 1..=30", "'--ace <N>': allowed: 1 to 30"),
            ("'--threads <N>': 0 is not in 1..=1024\n\nFor", "'--threads <N>': allowed: 1 to 1024\n\nFor"),
            ("'--top <N>': 0 is not in 1..4294967295", "'--top <N>': allowed: a whole number from 1"),
            ("'--whites <N>': invalid digit found in string", "'--whites <N>': not a whole number"),
            ("unexpected argument '-x' found", "unexpected argument '-x' found"),
        ];
        for (theirs, ours) in cases {
            assert_eq!(plain_ranges(theirs), ours);
        }
    }
}
