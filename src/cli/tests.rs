//! Tests that every command has examples that parse, and that the manual page contains every command.

use super::Cli;
use clap::{Command, CommandFactory, Parser};

/// Returns every command except `help`, with the words that lead to it.
fn commands() -> Vec<(Vec<String>, Command)> {
    fn below(words: &[String], command: &Command, found: &mut Vec<(Vec<String>, Command)>) {
        found.push((words.to_vec(), command.clone()));
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            below(&[words, &[sub.get_name().to_owned()]].concat(), sub, found);
        }
    }
    let mut found = Vec::new();
    below(&["hitchart".to_owned()], &Cli::command(), &mut found);
    found
}

/// Returns the examples of a command, without pipes and redirections.
fn examples(command: &Command) -> Vec<Vec<String>> {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| line.starts_with("hitchart ")));
    let typed = |line: &str| line.split(['|', '<', '>']).next().unwrap_or_default().to_owned();
    lines.map(|line| words(&typed(line))).collect()
}

/// Splits a line into words; text between single quotes is one word.
fn words(line: &str) -> Vec<String> {
    let part = |(i, part): (usize, &str)| match i % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    };
    line.split('\'').enumerate().flat_map(part).collect()
}

#[test]
fn every_command_has_an_example_of_its_own_and_all_examples_parse() {
    let commands = commands();
    assert!(commands.len() > 35, "{}", commands.len());
    for (path, command) in commands {
        let examples = examples(&command);
        assert!(examples.iter().any(|words| words.starts_with(&path)), "{path:?} has no example");
        for words in examples {
            Cli::command().try_get_matches_from(&words).unwrap_or_else(|error| panic!("{words:?}\n{error}"));
        }
    }
}

#[test]
fn a_command_with_a_mistake_does_not_parse() {
    assert!(Cli::command().try_get_matches_from(words("hitchart ra frame RdYBG --fromat json")).is_err());
}

#[test]
fn the_manual_page_has_every_command_with_its_options_and_examples() {
    let page = super::generated::page(Cli::command()).unwrap();
    let plain = page.replace("\\-", "-");
    for (path, command) in commands().into_iter().skip(1) {
        assert!(plain.contains(&format!(".SS \"{}\"\n", path.join(" "))), "{path:?}");
        for long in command.get_arguments().filter_map(|arg| arg.get_long()) {
            assert!(plain.contains(&format!("--{long}")), "{path:?}: {long}");
        }
        let examples = examples(&command).len();
        assert!(plain.matches(&path.join(" ")).count() > examples, "{path:?}");
    }
    assert_eq!(page.matches("\n.EX\n").count(), page.matches("\n.EE\n").count());
}

/// Quoted words in messages of the parser are shown as harmless text, even on terminals with colours.
#[test]
fn messages_of_the_parser_quote_what_is_shown() {
    let typed = ["hitchart", "--\u{1b}[2J\u{1b}]0;pwn\u{7}\nerror: forged"].map(std::ffi::OsString::from);
    let error = Cli::try_parse_from(&typed).unwrap_err();
    let message = super::mistakes::harmless(&error, &typed).unwrap();
    assert!(!message.contains(['\u{1b}', '\u{7}']) && message.contains("pwn"), "{message:?}");
    assert!(!message.lines().any(|line| line.starts_with("error: forged")), "{message}");
    let plain = ["hitchart", "--plain"].map(std::ffi::OsString::from);
    let error = Cli::try_parse_from(&plain).unwrap_err();
    assert_eq!(super::mistakes::harmless(&error, &plain), None);
}
