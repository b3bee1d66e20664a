//! `hitchart merge DIR…`

use super::error::CliError;
use super::output::{self, Output};
use super::reported;
use crate::workflow::{self, Merged};
use clap::Args;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Folders of all shards of one run, as `hitchart run --shard` writes them, in any order
    #[arg(required = true, value_name = "DIR")]
    from: Vec<PathBuf>,
    /// Folder of the report
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    output: Output,
}

/// Merges shards, and prints the report's path or the next step.
pub(crate) fn run_merge(args: &MergeArgs, words: &[String], stop: &AtomicBool) -> Result<(), CliError> {
    let merged = workflow::merge(&args.from, &args.out, words.to_vec(), stop)?;
    if args.quiet {
        return Ok(());
    }
    match merged {
        Merged::Report(report) => reported::show(&report, &args.out, &args.output),
        Merged::Next { stage, jobs, counts } => output::print(&format!(
            "stage {stage} is complete; the next stage needs {jobs} simulations: run each shard again with --counts {0}, \
             then merge the new shards with {0}",
            counts.display()
        )),
    }
}
