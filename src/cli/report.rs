//! `hitchart report DIR`

use super::error::CliError;
use super::output;
use crate::workflow;
use clap::Args;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Folder of a report made by `hitchart run`
    dir: PathBuf,
    /// Nothing printed but errors
    #[arg(long, short)]
    quiet: bool,
}

/// Renders a saved report again and says where it is.
pub fn run(args: &ReportArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let warnings = workflow::render_again(&args.dir, stop)?;
    if args.quiet {
        return Ok(());
    }
    warnings.iter().for_each(|warning| output::warn(&warning.to_string()));
    output::print(&format!("{}", args.dir.join("report.html").display()))
}
