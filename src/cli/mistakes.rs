//! Messages about mistakes in a command.

use super::{Cli, CliError, error, output};
use clap::{Parser, error::ErrorKind};
use hitchart_config::MAX_MESSAGE;
use hitchart_config::words::plain_ranges;
use hitchart_report::table::is_unprintable;
use std::{ffi::OsString, process::ExitCode};

/// Prints the mistake in a command's words, or the requested help.
pub(super) fn refuse(error: &clap::Error, words: &[OsString]) -> ExitCode {
    if let Some(message) = harmless(error, words).filter(|_| error.use_stderr()) {
        output::lines(&message);
        return ExitCode::from(error::BAD_INPUT);
    }
    let text = error.render().to_string();
    let message = plain_ranges(&text);
    // The help that a command without arguments prints is no message, and longer than one.
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if error.use_stderr() && !is_help && (message != text || message.len() > MAX_MESSAGE) {
        // The words of the command have no control characters, so every line end is one of the message.
        output::lines(&message);
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
    (shown != words).then(|| plain_ranges(&again().unwrap_or_else(|| error.render().to_string())))
}

/// Replaces each line end, tab and control character of a word by U+FFFD.
fn shown(word: &str) -> String {
    word.chars().map(|c| if is_unprintable(c) || matches!(c, '\n' | '\t') { '\u{fffd}' } else { c }).collect()
}
