//! `hitchart completions SHELL`

use super::Cli;
use super::error::CliError;
use super::output;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints a completion script.
pub fn run(args: &CompletionsArgs) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "hitchart", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
