//! Settings of commands: the default options of `hitchart.toml` for all commands of a folder, and the use of colours.

use clap::parser::ValueSource;
use clap::{ArgMatches, ColorChoice, Command, ValueEnum};
use hitchart_ask::questions::names::MAX_THREADS;
use hitchart_config::files::stays_inside;
use hitchart_config::{At, FileText, InputError, read, read_table, within};
use serde::Deserialize;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::{io, io::IsTerminal};

// The file `hitchart.toml`.

/// Name of the file.
pub(crate) const FILE: &str = "hitchart.toml";

/// The content of the file, before any check.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSettings {
    /// Value of `--threads`.
    threads: Option<At<u16>>,
    /// Value of `--seed`.
    seed: Option<At<u64>>,
    /// Folder of reports, relative to that of the file.
    out: Option<At<String>>,
}

/// The settings of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    /// Path of the file in messages and provenance.
    path: PathBuf,
    threads: Option<u16>,
    seed: Option<u64>,
    /// Folder of reports.
    pub out: Option<PathBuf>,
    /// Arguments that set the seed of the file, for commands that are recorded for repetition.
    pub words: Vec<String>,
}

impl Settings {
    /// Returns the settings for a command: from the nearest file in or above the folder of its scenario, or of the
    /// current folder if there is no scenario. `None` if there is no such file, or if the command has no such options.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or has unknown keys or values out of range, which are reported with their
    /// place.
    pub(crate) fn of(command: &Command, matches: &ArgMatches) -> Result<Option<Settings>, InputError> {
        let (path, leaf) = leaf(matches);
        let options = at(command, &path);
        if !options.is_some_and(|command| has(command, "threads") || has(command, "seed")) {
            return Ok(None);
        }
        above(&folder_of(leaf)).map(|file| Settings::read(&file)).transpose()
    }

    /// Returns the path of the file; `None` without a file.
    pub(crate) fn in_force(&self) -> Option<String> {
        (!self.path.as_os_str().is_empty()).then(|| self.path.display().to_string())
    }

    fn read(path: &Path) -> Result<Settings, InputError> {
        let file = FileText::read(path)?;
        let raw: RawSettings = read(&file, read_table(&file)?)?;
        let threads = raw.threads.map(|threads| within(&file, &threads, "threads", 1, MAX_THREADS)).transpose()?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let out = raw.out.map(|out| match stays_inside(Path::new(&out.value)) {
            true => Ok(folder.join(&out.value)),
            false => {
                let problem = format!("`out` is `{}`; allowed: a folder below that of {FILE}", out.value);
                Err(InputError::at(&file, out.span, problem))
            }
        });
        let seed = raw.seed.map(|seed| seed.value);
        Ok(Settings { path: path.to_owned(), threads, seed, out: out.transpose()?, words: Vec::new() })
    }

    /// Returns the command with the settings as defaults of the options of the same names; typed options override them.
    pub(crate) fn applied(&mut self, command: Command, matches: &ArgMatches) -> Command {
        let (path, leaf) = leaf(matches);
        let here = at(&command, &path);
        let is_free = |id: &str| {
            let typed = leaf.try_contains_id(id).is_ok() && leaf.value_source(id) == Some(ValueSource::CommandLine);
            here.is_some_and(|command| has(command, id)) && !typed
        };
        // A new seed needs new games, which `ra bid` plays only with `--games`.
        let plays = !(path.ends_with(&["bid".to_owned()]) && leaf.value_source("games").is_none());
        let seed = self.seed.filter(|_| is_free("seed") && plays);
        let threads = self.threads.filter(|_| is_free("threads"));
        self.words = seed.map(|seed| vec!["--seed".to_owned(), seed.to_string()]).unwrap_or_default();
        let defaults = [("seed", seed.map(|seed| seed.to_string())), ("threads", threads.map(|n| n.to_string()))];
        with_defaults(command, &path, &defaults)
    }
}

/// Sets defaults of the options of a command below this one.
fn with_defaults(command: Command, path: &[String], defaults: &[(&str, Option<String>)]) -> Command {
    let Some((first, rest)) = path.split_first() else {
        let given = defaults.iter().filter_map(|(id, value)| Some((*id, value.clone()?)));
        return given.fold(command, |command, (id, value)| command.mut_arg(id, |arg| arg.default_value(value)));
    };
    command.mut_subcommand(first, |command| with_defaults(command, rest, defaults))
}

/// Returns the names of the typed commands, and the arguments of the last one.
pub(super) fn leaf(matches: &ArgMatches) -> (Vec<String>, &ArgMatches) {
    let (mut path, mut leaf) = (Vec::new(), matches);
    while let Some((name, below)) = leaf.subcommand() {
        path.push(name.to_owned());
        leaf = below;
    }
    (path, leaf)
}

/// Returns the command at this path of names below another.
fn at<'a>(command: &'a Command, path: &[String]) -> Option<&'a Command> {
    path.iter().try_fold(command, |command, name| command.find_subcommand(name))
}

fn has(command: &Command, id: &str) -> bool {
    command.get_arguments().any(|arg| arg.get_id() == id)
}

/// Arguments that name a command's main file.
const FILES: [&str; 4] = ["file", "scenario", "field", "units"];

/// Returns the folder of a command's main file; the current one if the file is built in or standard input, or if there
/// is none.
fn folder_of(leaf: &ArgMatches) -> PathBuf {
    let typed = |id: &&str| leaf.try_get_raw(id).ok().flatten()?.next().map(OsStr::to_owned);
    let file = FILES.iter().find_map(typed).map(PathBuf::from);
    // Built-in names and `-` have no folder; the parent of a bare name is the current folder.
    file.and_then(|path| path.parent().map(Path::to_owned)).unwrap_or_default()
}

/// Returns the settings file of a folder, or of the nearest folder above that has one, relative to the current folder
/// if it is below.
fn above(folder: &Path) -> Option<PathBuf> {
    let here = std::path::absolute(".").ok()?;
    let folder = if folder.as_os_str().is_empty() { here.clone() } else { std::path::absolute(folder).ok()? };
    let found = folder.ancestors().map(|folder| folder.join(FILE)).find(|path| path.symlink_metadata().is_ok())?;
    Some(found.strip_prefix(&here).map(Path::to_owned).unwrap_or(found))
}

// Colours of messages and of help.

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

    fn read_text(text: &str) -> Result<Settings, String> {
        let desk = tempfile::tempdir().unwrap();
        let path = desk.path().join(FILE);
        std::fs::write(&path, text).unwrap();
        let read = Settings::read(&path).map_err(|error| error.to_string());
        read.map(|settings| Settings {
            out: settings.out.map(|out| out.strip_prefix(desk.path()).unwrap().into()),
            ..settings
        })
    }

    #[test]
    fn settings_are_checked_with_their_place() {
        let settings = read_text("threads = 2\nseed = 7\nout = \"results/today\"\n").unwrap();
        assert_eq!((settings.threads, settings.seed), (Some(2), Some(7)));
        assert_eq!(settings.out, Some(PathBuf::from("results/today")));
        for (text, parts) in [
            ("treads = 2\n", ["treads", "threads", ":1:1"]),
            ("\nthreads = 0\n", ["`threads` is 0", "1 to 1024", ":2:11"]),
            ("out = \"../elsewhere\"\n", ["../elsewhere", "below", ":1:7"]),
            ("out = \"/tmp/x\"\n", ["/tmp/x", "below", ":1:7"]),
            ("seed = -1\n", ["seed", "-1", ":1:8"]),
        ] {
            let error = read_text(text).unwrap_err();
            parts.iter().for_each(|part| assert!(error.contains(part), "no `{part}` in {error}"));
        }
    }

    #[test]
    fn the_nearest_file_above_is_taken() {
        let desk = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(desk.path().join("a/b")).unwrap();
        std::fs::write(desk.path().join(FILE), "").unwrap();
        let of = |folder: &str| above(&desk.path().join(folder)).unwrap();
        assert_eq!(of("a/b"), desk.path().join(FILE));
        std::fs::write(desk.path().join("a").join(FILE), "").unwrap();
        assert_eq!(of("a/b"), desk.path().join("a").join(FILE));
    }

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
