//! Colours of messages and of help.

use clap::{ColorChoice, ValueEnum};
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};

/// Use of colours in messages and help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colours {
    /// On terminals that show them, unless `NO_COLOR` or `CLICOLOR=0` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colours {
    /// Returns the value of `--color` in a command's words, for messages of the parser; `Auto` if it is absent or
    /// wrong.
    pub(crate) fn typed(words: &[OsString]) -> Colours {
        let options: Vec<&str> =
            words.iter().filter_map(|word| word.to_str()).take_while(|word| *word != "--").collect();
        let after = options.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
        let value = options.iter().filter_map(|word| word.strip_prefix("--color=")).chain(after).next_back();
        value.and_then(|value| Colours::from_str(value, false).ok()).unwrap_or_default()
    }

    /// Returns true if messages on standard error have colours.
    pub(crate) fn on_errors(self) -> bool {
        let variable = |name| std::env::var_os(name);
        let by = ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "TERM"].map(variable);
        self.decided(by.each_ref().map(Option::as_deref), io::stderr().is_terminal())
    }

    /// Returns the same choice for the parser, which reads these variables itself.
    pub(crate) fn of_parser(self) -> ColorChoice {
        match self {
            Colours::Auto => ColorChoice::Auto,
            Colours::Always => ColorChoice::Always,
            Colours::Never => ColorChoice::Never,
        }
    }

    /// Decides by the variables `NO_COLOR` (<https://no-color.org>), `CLICOLOR_FORCE` and `CLICOLOR`
    /// (<https://bixense.com/clicolors>) and `TERM`, in this order.
    fn decided(self, [no_color, force, clicolor, term]: [Option<&OsStr>; 4], is_terminal: bool) -> bool {
        let is_set = |value: Option<&OsStr>| value.is_some_and(|value| !value.is_empty());
        match self {
            Colours::Always => true,
            Colours::Never => false,
            Colours::Auto if is_set(no_color) => false,
            Colours::Auto if is_set(force) && force != Some(OsStr::new("0")) => true,
            Colours::Auto if clicolor == Some(OsStr::new("0")) => false,
            Colours::Auto => is_terminal && term != Some(OsStr::new("dumb")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(variables: [Option<&str>; 4], is_terminal: bool) -> bool {
        Colours::Auto.decided(variables.map(|value| value.map(OsStr::new)), is_terminal)
    }

    #[test]
    fn variables_and_the_terminal_decide_unless_the_option_does() {
        let plain = [None, None, None, Some("xterm-256color")];
        assert!(auto(plain, true) && !auto(plain, false));
        assert!(auto([Some(""), None, None, None], true) && !auto([Some("1"), Some("1"), None, None], true));
        assert!(auto([None, Some("1"), Some("0"), Some("dumb")], false));
        assert!(!auto([None, Some("0"), None, None], false) && !auto([None, None, Some("0"), None], true));
        assert!(!auto([None, None, None, Some("dumb")], true));
        assert!(Colours::Always.decided([Some(OsStr::new("1")), None, None, None], false));
        assert!(!Colours::Never.decided([None, Some(OsStr::new("1")), None, None], true));
    }

    #[test]
    fn the_choice_is_found_before_words_are_parsed() {
        let typed = |line: &str| Colours::typed(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(typed("hitchart run x --color always"), Colours::Always);
        assert_eq!(typed("hitchart --color=never run x"), Colours::Never);
        assert_eq!(
            (typed("hitchart run -- --color=never"), typed("hitchart --color pink")),
            (Colours::Auto, Colours::Auto)
        );
    }
}
