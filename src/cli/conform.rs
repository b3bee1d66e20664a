//! The command `hitchart conform -- COMMAND…`: checks a game that is a program against the protocol.

use super::{error::CliError, output};
use clap::Args;
use hitchart_play::program::ProgramCommand;
use hitchart_program::{Check, conform};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ConformArgs {
    /// Program and its arguments
    #[arg(required = true, num_args = 1.., value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
    /// Longest time for one answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = timeout)]
    timeout: f64,
}

/// Parses a time in seconds.
fn timeout(text: &str) -> Result<f64, String> {
    let seconds = text.trim().parse().ok().filter(|seconds: &f64| *seconds > 0.0 && *seconds <= 3600.0);
    seconds.ok_or_else(|| "allowed: above 0, up to 3600 seconds".to_owned())
}

/// Checks the program, and prints a line for each check.
pub(crate) fn run(args: &ConformArgs) -> Result<(), CliError> {
    let command = ProgramCommand { words: args.command.clone(), folder: PathBuf::new(), timeout: args.timeout };
    let found = conform(&command);
    let line = |(name, result): &Check| match result {
        Ok(found) => format!("ok      {name}: {found}"),
        Err(problem) => format!("FAILED  {name}: {problem}"),
    };
    output::print(&found.checks.iter().map(line).collect::<Vec<_>>().join("\n"))?;
    if found.passed() { Ok(()) } else { Err(CliError::NotConforming) }
}
