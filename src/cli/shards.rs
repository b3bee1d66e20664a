//! Runs in parts: `hitchart merge` for shards, and `hitchart work` for units of work.

use super::super::workflow;
use super::super::workflow::{Merged, WorkflowError};
use super::error::{CliError, Stop};
use super::names::{PathParser, count, scenarios, threads};
use super::run::ScenarioChanges;
use super::{output, report};
use clap::Args;
use hitchart_ask::options::Output;
use hitchart_config::{InputError, words::counted};
use hitchart_play::program::SharedPrograms;
use std::io::{BufReader, Read};
use std::{io, path::PathBuf, sync::atomic::AtomicBool};

// `hitchart merge DIR…`

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
    let merged = workflow::merge(&args.from, (&args.out, &args.output.rows), words.to_vec(), stop)?;
    if args.quiet {
        return Ok(());
    }
    match merged {
        Merged::Report(report) => report::show(&report, &args.out, &args.output, false),
        Merged::Next { stage, jobs, counts } => output::print(&format!(
            "stage {stage} is complete; the next stage needs {jobs} simulations: run each shard again with --counts {0}, \
             then merge the new shards with {0}",
            counts.display()
        )),
    }
}

// `hitchart work`

#[derive(Debug, Args)]
#[command(
    after_help = "Units of work start no programs: a game or a player that is a program is refused.\n\nExample:\n  \
    hitchart work --units mirror-five --cut 8 > units.jsonl\n  \
    hitchart work < units.jsonl > counts.jsonl\n  \
    hitchart run mirror-five --counts counts.jsonl"
)]
pub(crate) struct WorkArgs {
    /// Print the units of work of this scenario, a file or a built-in name, and run none
    #[arg(long, value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    units: Option<PathBuf>,
    #[command(flatten)]
    changes: ScenarioChanges,
    /// Number of units that each simulation is divided into
    #[arg(long, value_name = "N", default_value_t = 1, requires = "units", value_parser = count(1..=100_000))]
    cut: u64,
    /// File with counts to reuse: of earlier stages, or of units that are done
    #[arg(long, value_name = "FILE", requires = "units")]
    counts: Vec<PathBuf>,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u16>,
}

/// Counts units of work from standard input, or prints the units of a scenario.
pub(crate) fn run_work(args: &WorkArgs, stop: &Stop) -> Result<(), CliError> {
    if let Some(file) = &args.units {
        let scenario = args.changes.scenario(file, SharedPrograms::default())?;
        let units = workflow::units(&scenario, &args.counts, args.cut)?;
        let lines: Result<Vec<String>, _> = units.iter().map(serde_json::to_string).collect();
        let lines = lines.map_err(|error| WorkflowError::Lines(error.into()))?;
        return lines.iter().try_for_each(|line| output::print(line));
    }
    if args.changes != ScenarioChanges::default() {
        return Err(InputError::plain("changes of a scenario need the scenario: `--units SCENARIO`").into());
    }
    let pool = workflow::thread_pool(args.threads.map(usize::from))?;
    let mut input = BufReader::new(Idle { input: io::stdin(), stop: stop.clone() });
    let mistakes = pool.install(|| workflow::work(&mut input, &mut io::stdout(), stop.flag()))?;
    match mistakes {
        0 => Ok(()),
        n => Err(InputError::plain(format!("mistakes in {}; the answer to each names it", counted(n, "lines"))).into()),
    }
}

/// Standard input. While a worker waits for input, a signal ends it at once.
struct Idle {
    input: io::Stdin,
    stop: Stop,
}

impl Read for Idle {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let input = &mut self.input;
        self.stop.holding_nothing(|| input.read(into))
    }
}
