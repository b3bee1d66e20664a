//! Whole numbers as users type them.

use hitchart_config::words::grouped;
use std::ops::RangeInclusive;

/// Parses a whole number: `10000`, `10_000` or `1e4`.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    let text = text.trim();
    plain(text).or_else(|| scientific(text)).ok_or_else(|| match in_full(text) {
        Some(number) => format!("`{text}` is no whole number; write {number}"),
        None => format!("`{text}` is no whole number up to {}; write 10000, 10_000 or 1e4", grouped(u64::MAX)),
    })
}

/// Returns a parser of whole numbers in a range, in the notations of [`whole`].
pub(crate) fn count(
    allowed: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = whole(text)?;
        let (least, most) = (*allowed.start(), *allowed.end());
        match (allowed.contains(&number), most) {
            (true, _) => Ok(number),
            (false, u64::MAX) => Err(format!("allowed: at least {}", grouped(least))),
            (false, _) => Err(format!("allowed: {} to {}", grouped(least), grouped(most))),
        }
    }
}

/// Parses digits, with single underscores between them.
fn plain(text: &str) -> Option<u64> {
    let groups: Vec<&str> = text.split('_').collect();
    let are_digits = |group: &&str| !group.is_empty() && group.bytes().all(|digit| digit.is_ascii_digit());
    groups.iter().all(are_digits).then(|| groups.concat().parse().ok()).flatten()
}

/// Parses a number such as `1e4` or `2.5e3`; `None` if it is not whole.
fn scientific(text: &str) -> Option<u64> {
    let (mantissa, exponent) = text.split_once(['e', 'E'])?;
    let exponent: usize = exponent.trim_start_matches('+').parse().ok().filter(|exponent| *exponent < 20)?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    if [whole, fraction].iter().any(|part| part.is_empty() || !part.bytes().all(|digit| digit.is_ascii_digit())) {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let zeros = exponent.checked_sub(fraction.len())?;
    format!("{whole}{fraction}{}", "0".repeat(zeros)).parse().ok()
}

/// Returns the number written with a suffix or with separators of thousands: `10k`, `2M`, `10,000`.
fn in_full(text: &str) -> Option<u64> {
    let text = text.replace([',', '\''], "");
    let last = text.chars().last()?;
    let times = match last.to_ascii_lowercase() {
        'k' => 1_000,
        'm' => 1_000_000,
        'b' | 'g' => 1_000_000_000,
        _ => return plain(&text),
    };
    plain(&text[..text.len() - last.len_utf8()])?.checked_mul(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole_and_may_have_underscores_and_exponents() {
        for (text, number) in [("10000", 10_000), ("10_000", 10_000), ("1e4", 10_000), ("2.5E3", 2500), ("1.0e0", 1)] {
            assert_eq!(whole(text), Ok(number), "{text}");
        }
        assert_eq!(whole("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(whole("1e+2"), Ok(100));
        for text in
            ["", "-1", "1e-3", "1.5", "1.25e1", "_1", "1__0", "1_", "e4", "1e", "1e20", "18446744073709551616", "ten"]
        {
            assert!(whole(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_number_with_a_suffix_is_refused_and_written_in_full() {
        for (text, full) in [("10k", "write 10000"), ("2M", "write 2000000"), ("10,000", "write 10000")] {
            assert!(whole(text).unwrap_err().ends_with(full), "{text}");
        }
    }

    #[test]
    fn a_count_is_within_its_range() {
        let parse = count(2..=1000);
        assert_eq!((parse("2"), parse("1e3")), (Ok(2), Ok(1000)));
        assert_eq!(parse("1001").unwrap_err(), "allowed: 2 to 1000");
        assert_eq!(count(1..=u64::MAX)("0").unwrap_err(), "allowed: at least 1");
    }
}
