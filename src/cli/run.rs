//! `hitchart run FILE`

use super::error::CliError;
use super::output;
use crate::input::FileText;
use crate::scenario::{MAX_SAMPLES, check};
use crate::study::Overrides;
use crate::workflow::{self, RunOptions};
use clap::Args;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
pub struct RunArgs {
    /// Scenario file
    file: PathBuf,
    /// Folder of the report [default: reports/<name of the file>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Seed of all random streams, over that of the scenario
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Samples of each simulated answer, over those of the scenario
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_SAMPLES))]
    samples: Option<u64>,
    /// No progress bar, and nothing printed but errors
    #[arg(long, short)]
    quiet: bool,
}

/// The words of the command as typed, whatever the program's file is called.
fn command() -> Vec<String> {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    std::iter::once("hitchart".to_owned()).chain(words).collect()
}

/// Answers a scenario and says where the report is.
pub fn run(args: &RunArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let overrides = Overrides { seed: args.seed, samples: args.samples, ..Overrides::default() };
    let scenario = check(FileText::read(&args.file)?, &overrides)?;
    let stem = args.file.file_stem().unwrap_or_default();
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("reports").join(stem));
    let options = RunOptions { threads: args.threads.map(usize::from), quiet: args.quiet, command: command() };
    let warnings = workflow::run(&scenario, &out, options, stop)?;
    if args.quiet {
        return Ok(());
    }
    warnings.iter().for_each(|warning| output::note(&format!("warning: {warning}")));
    output::print(&format!("{}", out.join("report.html").display()))
}
