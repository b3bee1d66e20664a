//! The README, docs/commands.md and docs/dice.md as a newcomer types them: every command runs and prints the output shown.
//!
//! Commands run in a folder with the files that the pages show and the scenarios of the repository. Every study plays
//! [`GAMES`] games, with few samples and iterations. Commands with shown output run unchanged.

use crate::common::Desk;
use crate::documents::{read, root};
use std::fs;
use std::path::{Path, PathBuf};

/// Games of each study of a scenario.
const GAMES: u64 = 4;

/// Keys of studies that set the number of games.
const SHORT_KEYS: [&str; 2] = ["games", "test_games"];

/// Options that set the amount of work, with the value used in the tests.
const SHORT: [(&str, &str); 7] = [
    ("--games", "4"),
    ("--simulate", "1000"),
    ("--samples", "1000"),
    ("--iterations", "1"),
    ("--test", "2"),
    ("--screen", "2"),
    ("--screened", "2"),
];

/// Lists the blocks of code, indented by four spaces or fenced, as the language of the fence and the lines.
fn blocks(text: &str) -> Vec<(String, Vec<&str>)> {
    let mut blocks: Vec<(String, Vec<&str>)> = Vec::new();
    let (mut fenced, mut indented) = (false, false);
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            fenced = !fenced;
            indented = false;
            if fenced {
                blocks.push((language.to_owned(), Vec::new()));
            }
        } else if fenced {
            blocks.last_mut().unwrap().1.push(line);
        } else if let Some(code) = line.strip_prefix("    ") {
            if !indented {
                blocks.push((String::new(), Vec::new()));
            }
            indented = true;
            blocks.last_mut().unwrap().1.push(code);
        } else if !line.is_empty() {
            indented = false;
        }
    }
    blocks
}

/// Returns the README, the page of commands and the page of dice.
fn pages() -> String {
    ["README.md", "docs/commands.md", "docs/dice.md"].map(read).join("\n")
}

/// Lists the TOML files of a folder and its subfolders.
fn toml_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match path.is_dir() {
            true => toml_files(&path, found),
            false => found.extend(path.extension().is_some_and(|ending| ending == "toml").then_some(path)),
        }
    }
}

/// Creates a desk with the files of the pages and the repository's scenarios, shortened.
fn desk(readme: &str) -> Desk {
    let desk = Desk::new();
    let mut files = Vec::new();
    toml_files(&root().join("scenarios"), &mut files);
    for path in files {
        let short = |line: &str| match line.split_once(" = ") {
            Some((key, _)) if SHORT_KEYS.contains(&key) => format!("{key} = {GAMES}\n"),
            _ => format!("{line}\n"),
        };
        let text: String = fs::read_to_string(&path).unwrap().lines().map(short).collect();
        desk.write(path.strip_prefix(root()).unwrap().to_str().unwrap(), &text);
    }
    for file in ["scenarios/results.csv", "examples/skirmish.py"] {
        desk.write(file, &read(file));
    }
    for (language, lines) in blocks(readme) {
        let name = lines.first().and_then(|line| line.strip_prefix("# ")).filter(|name| name.ends_with(".toml"));
        if let (Some(name), "toml") = (name, language.as_str()) {
            desk.write(name, &(lines.join("\n") + "\n"));
        }
    }
    desk
}

/// Returns the arguments of a line of the README, without its comment, optional parts and output redirection. `None` if
/// the line is not a command of the program.
fn command(line: &str) -> Option<String> {
    let typed = line.trim_start_matches("$ ").replacen("cargo run --release --", "hitchart", 1);
    let arguments = typed.strip_prefix("hitchart ")?;
    let arguments =
        [" #", " [", " > ", " | "].iter().fold(arguments, |rest, end| rest.split(end).next().unwrap_or(rest));
    let arguments = arguments.replace('"', "'");
    Some(arguments.trim().to_owned())
}

/// Shortens the arguments of a command.
fn shortened(arguments: &str) -> String {
    let mut words: Vec<&str> = arguments.split(' ').collect();
    for (option, value) in SHORT {
        if let Some(at) = words.iter().position(|word| *word == option) {
            // The fewest games of which some can be held out.
            words[at + 1] = if ["learn", "train"].contains(&words[0]) && option == "--games" { "16" } else { value };
        }
    }
    // No browser is opened, and a built-in scenario runs from its shortened file.
    words.retain(|word| *word != "--open");
    let file = format!("scenarios/{}.toml", words.get(1).unwrap_or(&""));
    if matches!(words[0], "run" | "play") && root().join(&file).is_file() {
        words[1] = &file;
    }
    match words[0] {
        "af" if words[1] == "enemies" => words.extend(["--games", "20", "--battles", "1"]),
        "af" if words[1] == "improve" => words.extend(["--games", "200", "--test", "8"]),
        "ra" if words[1] == "improve" => words.extend(["--test", "8"]),
        "run" => words.extend(["--samples", "1000"]),
        "tune" => words.extend(["--test", "2"]),
        "exploit" => words.extend(["--games", "4", "--test", "2", "--learn", "8"]),
        _ => {}
    }
    words.join(" ")
}

/// Returns the desk of all pages, for tests of their commands.
pub(crate) fn whole_desk() -> Desk {
    desk(&pages())
}

/// Returns all commands of the pages, shortened.
pub(crate) fn commands() -> Vec<String> {
    let pages = pages();
    let lines = blocks(&pages).into_iter().flat_map(|(_, lines)| lines);
    lines.filter_map(command).map(|command| shortened(&command)).collect()
}

/// Compares an output with the shown text line by line, without empty lines; a line `…` stands for any lines.
fn is_shown(shown: &[&str], output: &str) -> Result<(), String> {
    let full = |line: &&str| !line.trim().is_empty();
    let mut rest: Vec<&str> = output.lines().map(str::trim_end).filter(full).collect();
    let mut skipped = false;
    for line in shown.iter().map(|line| line.trim_end()).filter(full) {
        if line == "…" {
            skipped = true;
            continue;
        }
        let at = rest.iter().position(|found| *found == line).filter(|at| skipped || *at == 0);
        let at = at.ok_or_else(|| format!("no line\n{line}\nwhere it should be in\n{output}"))?;
        rest.drain(..=at);
        skipped = false;
    }
    if skipped || rest.is_empty() { Ok(()) } else { Err(format!("more than what is shown:\n{output}")) }
}

#[test]
fn what_is_shown_is_told_from_what_is_not() {
    let output = "Title\n──\n a  1\n b  2\n\nNote.\n";
    for shown in [&["Title", "──", " a  1", "…"][..], &["…", " b  2", "Note."], &["Title", "…", " b  2", "…"]]
    {
        assert_eq!(is_shown(shown, output), Ok(()));
    }
    for shown in
        [&["Title"][..], &[" a  1", "…"], &["…", " b  3", "…"], &["…", " b  2", " a  1", "…"], &["Title", " b  2", "…"]]
    {
        assert!(is_shown(shown, output).is_err(), "{shown:?}");
    }
}

#[test]
fn shown_outputs_are_what_the_commands_print() {
    let readme = pages();
    let desk = desk(&readme);
    let mut tried = 0;
    for (_, lines) in blocks(&readme) {
        for part in parts(&lines) {
            let Some((line, shown)) = part.split_first().filter(|(line, _)| line.starts_with("$ ")) else { continue };
            let arguments = command(line).unwrap_or_else(|| panic!("no command of the program: {line}"));
            is_shown(shown, &desk.ok(&arguments)).unwrap_or_else(|error| panic!("{line}\n{error}"));
            tried += 1;
        }
    }
    assert!(tried >= 7, "{tried}");
}

/// Splits a block before every line with a prompt.
fn parts<'a, 'b>(lines: &'b [&'a str]) -> Vec<&'b [&'a str]> {
    let starts: Vec<usize> = (0..lines.len()).filter(|i| *i == 0 || lines[*i].starts_with("$ ")).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts.iter().zip(ends).map(|(start, end)| &lines[*start..end]).collect()
}

#[test]
fn every_other_command_runs() {
    let readme = pages();
    let desk = desk(&readme);
    let mut tried = 0;
    for (_, lines) in blocks(&readme) {
        for arguments in lines.iter().filter(|line| !line.starts_with('$')).filter_map(|line| command(line)) {
            // A server ends when it is stopped; its test does that.
            if arguments.starts_with("serve") {
                continue;
            }
            let out = desk.ok(&shortened(&arguments));
            assert!(!out.is_empty() && !out.contains("No rows."), "{arguments}\n{out}");
            tried += 1;
        }
    }
    assert!(tried >= 11, "{tried}");
}

#[test]
fn the_message_shown_is_that_of_the_mistake() {
    let readme = pages();
    let desk = desk(&readme);
    let scenario = desk.read("two-soldiers.toml").replacen("attackers", "atackers", 1);
    desk.write("two-soldiers.toml", &scenario);
    let message = desk.refused("run two-soldiers.toml");
    let shown = blocks(&readme).into_iter().find(|(_, lines)| lines[0].starts_with("error: ")).unwrap().1;
    let (first, rest) = shown.split_first().unwrap();
    let first = first.strip_suffix('…').unwrap();
    assert!(message.starts_with(first), "{message}");
    let told: Vec<&str> = message.lines().skip(1).map(str::trim_end).collect();
    assert_eq!(told, rest.iter().map(|line| line.trim_end()).collect::<Vec<_>>());
}

/// Checks that build times are in one place only, which names the machine they were measured on.
#[test]
fn times_to_build_stand_in_one_place() {
    let readme = read("README.md");
    assert!(!readme.contains("minutes") && readme.contains("docs/performance.md#the-build"));
    assert!(read("docs/performance.md").contains("\n## The build\n"));
}
