//! English for messages and tables: counts with their nouns, capital letters.

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

/// Returns the words with a capital first letter.
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Formats a count with its noun, given in the plural: "1 rocket", "2 companies".
pub fn counted(n: u64, what: &str) -> String {
    format!("{} {}", grouped(n), noun(n, what))
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
const ROUNDING: f64 = 1e-9;

/// Names the number of others that tie with a value, which is one of `all`: `like 4 others`. `None` if no other ties.
pub fn ties(all: impl Iterator<Item = f64>, of: f64) -> Option<String> {
    let others = all.filter(|value| *value == of || (value - of).abs() < ROUNDING).count() as u64 - 1;
    (others > 0).then(|| format!("like {}", counted(others, "others")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let texts = [(1, "rockets"), (1, "companies"), (1, "dice"), (1, "series"), (2, "companies"), (12_345, "games")];
        let texts = texts.map(|(n, what)| counted(n, what));
        assert_eq!(texts, ["1 rocket", "1 company", "1 die", "1 series", "2 companies", "12,345 games"]);
    }
}
