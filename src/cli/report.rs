//! `hitchart report DIR`

use super::error::CliError;
use super::output::Output;
use super::reported;
use crate::workflow;
use clap::Args;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Folder of a report that `hitchart run` wrote
    dir: PathBuf,
    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    output: Output,
}

/// Renders a saved report again and prints its path.
pub(crate) fn run(args: &ReportArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let report = workflow::render_again(&args.dir, stop)?;
    if args.quiet {
        return Ok(());
    }
    reported::show(&report, &args.dir, &args.output)
}
