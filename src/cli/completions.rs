//! `hitchart completions SHELL`

use super::error::CliError;
use super::output;
use clap::{Args, Command};
use clap_complete::Shell;

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints a completion script.
pub(crate) fn run_completions(args: &CompletionsArgs, mut program: Command) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "hitchart", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
