//! Messages about mistakes in a command.

use super::{Cli, CliError, error, output};
use clap::Parser;
use hitchart_config::words::grouped;
use hitchart_config::{MAX_MESSAGE, clipped};
use hitchart_report::table::is_unprintable;
use std::ffi::OsString;
use std::process::ExitCode;

/// Prints the mistake in a command's words, or the requested help.
pub(super) fn refuse(error: &clap::Error, words: &[OsString]) -> ExitCode {
    if let Some(message) = harmless(error, words).filter(|_| error.use_stderr()) {
        output::note(&message);
        return ExitCode::from(error::BAD_INPUT);
    }
    let text = error.render().to_string();
    let worded = worded(&text);
    let message = clipped(&worded, MAX_MESSAGE);
    if error.use_stderr() && message != text {
        output::note(&message);
    } else {
        let printed = error.print();
        if let (false, Err(cause)) = (error.use_stderr(), printed) {
            return CliError::Output(cause).report(false);
        }
    }
    // If the mistake cannot be printed, the exit code must suffice.
    if error.use_stderr() { ExitCode::from(error::BAD_INPUT) } else { ExitCode::SUCCESS }
}

/// Returns the same error with control characters in the words replaced; `None` if there are none.
pub(super) fn harmless(error: &clap::Error, words: &[OsString]) -> Option<String> {
    let shown: Vec<OsString> = words.iter().map(|word| shown(&word.to_string_lossy()).into()).collect();
    let again = || Cli::try_parse_from(&shown).err().map(|error| error.render().to_string());
    (shown != words).then(|| worded(&again().unwrap_or_else(|| error.render().to_string())))
}

/// Replaces each line end, tab and control character of a word by U+FFFD.
fn shown(word: &str) -> String {
    word.chars().map(|c| if is_unprintable(c) || matches!(c, '\n' | '\t') { '\u{fffd}' } else { c }).collect()
}

/// Texts of the parser for numbers, and the words of this program for them.
const NUMBERS: [(&str, &str); 4] = [
    ("invalid digit found in string", "not a whole number"),
    ("number too large to fit in target type", "the number is too large"),
    ("cannot parse integer from empty string", "a whole number is missing"),
    ("invalid float literal", "not a number"),
];

/// Replaces the parser's texts about numbers.
fn worded(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(worded(theirs), ours);
        }
    }
}
