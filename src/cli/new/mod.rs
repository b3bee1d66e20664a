//! `hitchart new KIND FILE`: writes commented files to edit.

mod kind;

use super::error::CliError;
use super::output;
use crate::games::{GAMES, find};
use clap::Args;
use hitchart_config::InputError;
use hitchart_config::files::{folder_of, replace};
use kind::Kind;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

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
