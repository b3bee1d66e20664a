//! The command `hitchart new KIND FILE`: writes commented files to edit, of several kinds.

use super::{error::CliError, output};
use clap::Args;
use hitchart_ask::questions::new::{self, Kind, answer_new};
use hitchart_config::InputError;
use hitchart_config::files::{folder_of, replace};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

#[derive(Debug, Args)]
pub(crate) struct NewFileArgs {
    #[command(flatten)]
    content: new::NewArgs,
    /// The file; `-` prints it
    file: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

/// Writes a file and prints the commands to run next.
pub(crate) fn run(args: &NewFileArgs) -> Result<(), CliError> {
    let reply = answer_new(&args.content)?;
    if args.file.as_os_str() == "-" {
        return output::show(&reply);
    }
    write(&args.file, &reply.text, args.force)?;
    let commands = next(args.content.kind).iter().map(|command| command.replace("FILE", &quoted(&args.file)));
    let next: Vec<String> = commands.map(|command| format!("\n    {command}")).collect();
    output::print(&format!("{} is written. Edit it, then run:{}", args.file.display(), next.concat()))
}

/// Returns the commands to run next on a file of a kind.
fn next(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::HouseRule => &["hitchart rules check FILE"],
        Kind::Scenario => &["hitchart run FILE"],
        Kind::Company => &["hitchart ra company FILE", "hitchart ra improve FILE --field field"],
        Kind::Fleet => &["hitchart io fleet FILE"],
        Kind::Squad | Kind::Encounter => &["hitchart play FILE"],
        Kind::Ci => &["hitchart baseline estars-anvil --out balance.json"],
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
