//! Colours of what is said on standard error.

use std::ffi::OsString;
use std::io::{self, IsTerminal};

/// Whether what is written to standard error may have colours: on terminals that show them, unless the user has said no
/// with `NO_COLOR` (<https://no-color.org>).
pub fn colours() -> bool {
    io::stderr().is_terminal() && coloured_by(std::env::var_os("NO_COLOR"), std::env::var_os("TERM"))
}

fn coloured_by(no_color: Option<OsString>, term: Option<OsString>) -> bool {
    no_color.is_none_or(|value| value.is_empty()) && term.is_none_or(|term| term != "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_refused_by_no_color_and_by_dumb_terminals() {
        let coloured = |no_color: Option<&str>, term: Option<&str>| {
            coloured_by(no_color.map(OsString::from), term.map(OsString::from))
        };
        assert!(coloured(None, Some("xterm-256color")) && coloured(Some(""), None));
        assert!(!coloured(Some("1"), Some("xterm-256color")) && !coloured(None, Some("dumb")));
    }
}
