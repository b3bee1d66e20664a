//! The command `hitchart new KIND FILE`: writes commented files to edit, of several kinds.

use super::error::CliError;
use super::output;
use crate::games::{GAMES, find};
use clap::{Args, ValueEnum};
use hitchart_config::InputError;
use hitchart_config::files::{folder_of, replace};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

// `hitchart new KIND FILE`

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// Content of the file
    #[arg(value_enum)]
    kind: Kind,
    /// The file; `-` prints it
    file: PathBuf,
    /// Game of a house rule or a scenario [default: rapid-attack]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

/// Writes a file and prints the commands to run next.
pub(crate) fn run(args: &NewArgs) -> Result<(), CliError> {
    let text = args.kind.text(game(args)?);
    if args.file.as_os_str() == "-" {
        return output::print(text);
    }
    write(&args.file, text, args.force)?;
    let next: Vec<String> = args.kind.next(&quoted(&args.file)).map(|command| format!("\n    {command}")).collect();
    output::print(&format!("{} is written. Edit it, then run:{}", args.file.display(), next.concat()))
}

/// Returns the game of a file.
fn game(args: &NewArgs) -> Result<&'static str, InputError> {
    let Some(typed) = &args.game else { return Ok(args.kind.games()[0]) };
    let Some(game) = find(typed.trim()) else {
        return Err(InputError::unknown("game", typed, GAMES.iter().map(|game| game.name)));
    };
    match args.kind.games() {
        games if games.contains(&game.name) => Ok(game.name),
        games => {
            let problem = format!("--game is {}; a {} is of {}", game.name, args.kind.noun(), games.join(", "));
            Err(InputError::plain(problem))
        }
    }
}

/// Writes the file, and creates missing folders above it.
fn write(path: &Path, text: &str, force: bool) -> Result<(), CliError> {
    let cannot = |cause: &dyn std::fmt::Display| InputError::plain(format!("cannot write {}: {cause}", path.display()));
    fs::create_dir_all(folder_of(path)).map_err(|cause| cannot(&cause))?;
    if force {
        return Ok(overwrite(path, text).map_err(|cause| cannot(&cause))?);
    }
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = made.map_err(|cause| match cause.kind() {
        ErrorKind::AlreadyExists => {
            let problem = format!("{} exists, and is not replaced", path.display());
            InputError::plain(problem).with_help(Some("another name, or --force to replace it"))
        }
        _ => cannot(&cause),
    })?;
    Ok(file.write_all(text.as_bytes())?)
}

/// Replaces a regular file.
fn overwrite(path: &Path, text: &str) -> io::Result<()> {
    if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other("it is not a regular file"));
    }
    replace(path, text.as_bytes())
}

/// Quotes a path for a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || "-_./\\:".contains(c));
    if is_plain { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

// The kinds of files that `new` writes.

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// A ruleset that changes another, for `compare` and `--rules`
    HouseRule,
    /// Questions for `run` and `play`
    Scenario,
    /// A company of Rapid Attack, for `ra company` and `ra improve`
    Company,
    /// A fleet of Intercept Orbit, for `io fleet`
    Fleet,
    /// Aces of Apocalypse Frame on a mission, for `play`
    Squad,
    /// An encounter of Apocalypse Frame with Aces who meet it, for `play`
    Encounter,
    /// A GitHub workflow that checks the balance on every pull request
    Ci,
}

/// Games that have a template for the kinds of files common to all games.
const ALL: &[&str] = &["rapid-attack", "apocalypse-frame", "intercept-orbit"];

impl Kind {
    /// Returns the name of the kind in messages.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Kind::HouseRule => "house rule",
            Kind::Scenario => "scenario",
            Kind::Company => "company",
            Kind::Fleet => "fleet",
            Kind::Squad => "squad",
            Kind::Encounter => "encounter",
            Kind::Ci => "workflow",
        }
    }

    /// Returns the games that have this kind of file, the default first.
    pub(crate) fn games(self) -> &'static [&'static str] {
        match self {
            Kind::HouseRule | Kind::Scenario | Kind::Ci => ALL,
            Kind::Company => &ALL[..1],
            Kind::Squad | Kind::Encounter => &ALL[1..2],
            Kind::Fleet => &ALL[2..],
        }
    }

    /// Returns the text of the file for a game.
    pub(crate) fn text(self, game: &str) -> &'static str {
        match (self, game) {
            (Kind::HouseRule, "apocalypse-frame") => include_str!("templates/house-rule-apocalypse-frame.toml"),
            (Kind::HouseRule, "intercept-orbit") => include_str!("templates/house-rule-intercept-orbit.toml"),
            (Kind::HouseRule, _) => include_str!("templates/house-rule-rapid-attack.toml"),
            (Kind::Scenario, "apocalypse-frame") => include_str!("templates/scenario-apocalypse-frame.toml"),
            (Kind::Scenario, "intercept-orbit") => include_str!("templates/scenario-intercept-orbit.toml"),
            (Kind::Scenario, _) => include_str!("templates/scenario-rapid-attack.toml"),
            (Kind::Company, _) => include_str!("templates/company.toml"),
            (Kind::Fleet, _) => include_str!("templates/fleet.toml"),
            (Kind::Squad, _) => include_str!("templates/squad.toml"),
            (Kind::Encounter, _) => include_str!("templates/encounter.toml"),
            (Kind::Ci, _) => include_str!("templates/ci.yml"),
        }
    }

    /// Returns the commands to run next on a file.
    pub(crate) fn next(self, file: &str) -> impl Iterator<Item = String> {
        let commands: &[&str] = match self {
            Kind::HouseRule => &["hitchart rules check FILE"],
            Kind::Scenario => &["hitchart run FILE"],
            Kind::Company => &["hitchart ra company FILE", "hitchart ra improve FILE --field field"],
            Kind::Fleet => &["hitchart io fleet FILE"],
            Kind::Squad | Kind::Encounter => &["hitchart play FILE"],
            Kind::Ci => &["hitchart baseline estars-anvil --out balance.json"],
        };
        commands.iter().map(|command| command.replace("FILE", file)).collect::<Vec<_>>().into_iter()
    }
}
