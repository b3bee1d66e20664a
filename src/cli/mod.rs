//! The command line: one file per verb. It parses, calls and prints; it computes nothing.

mod af;
mod completions;
mod error;
mod merge;
mod options;
mod output;
mod play;
mod ra;
mod report;
mod rules;
mod run;
mod schema;
mod tune;
mod work;

use crate::input::{MAX_MESSAGE, clipped};
use clap::{Parser, Subcommand};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Balance analysis for tabletop mecha games
///
/// Exact odds, a simulator that agrees with them, tables, plots and reports.
#[derive(Debug, Parser)]
#[command(name = "hitchart", version, propagate_version = true, max_term_width = 110)]
#[command(after_help = "Examples:\n  \
    hitchart ra frame RdYBG\n  \
    hitchart ra attack RdRdYB --range direct --whites 1 --target YYBG --cover-hits 2\n  \
    hitchart play scenarios/estars-anvil.toml --games 10000\n  \
    hitchart af armaments --armor 1 --shields 2\n  \
    hitchart run scenarios/handbook-archetypes.toml")]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answer a scenario file and write its report
    Run(run::RunArgs),
    /// Join the shards of a run into its report
    Merge(merge::MergeArgs),
    /// Count units of work: lines of JSON in, counts out
    Work(work::WorkArgs),
    /// Play the games of a scenario: who wins, and how the games go
    Play(play::PlayArgs),
    /// Tune the tactician's parameters by self-play, and test the outcome
    Tune(tune::TuneArgs),
    /// Render a saved report again, without simulating
    Report(report::ReportArgs),
    /// List, show and compare rulesets
    #[command(subcommand)]
    Rules(rules::RulesCommand),
    /// Print the JSON Schema of scenario and ruleset files
    Schema(schema::SchemaArgs),
    /// Questions about Mobile Frame Zero: Rapid Attack
    #[command(subcommand)]
    Ra(ra::RaCommand),
    /// Questions about Apocalypse Frame
    #[command(subcommand)]
    Af(af::AfCommand),
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs),
}

/// Reads the words of a command and runs it.
pub fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => run(&cli),
        Err(error) => refuse(&error),
    }
}

/// Says what is wrong with the words of a command, or the help that they ask for.
fn refuse(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    let message = clipped(&text, MAX_MESSAGE);
    match error.use_stderr() && message != text {
        false => error.exit(),
        true => output::note(&message),
    }
    ExitCode::from(error::BAD_INPUT)
}

/// Runs a command; what went wrong is said on standard error and in the exit code: 2 for input, 1 for the rest.
pub fn run(cli: &Cli) -> ExitCode {
    let stop = stop_on_ctrl_c();
    let done = match &cli.command {
        Command::Run(args) => run::run(args, &stop),
        Command::Merge(args) => merge::run(args, &stop),
        Command::Work(args) => work::run(args, &stop),
        Command::Play(args) => play::run(args, &stop),
        Command::Tune(args) => tune::run(args, &stop),
        Command::Report(args) => report::run(args, &stop),
        Command::Rules(command) => rules::run(command),
        Command::Schema(args) => schema::run(args),
        Command::Ra(command) => ra::run(command, &stop),
        Command::Af(command) => af::run(command),
        Command::Completions(args) => completions::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}

/// How long a run has to end cleanly after Ctrl-C; simulations and writing ask after the flag far more often, exact
/// answers never, so that those are cut off.
const GRACE: Duration = Duration::from_secs(2);

/// A flag that Ctrl-C sets, so that a run ends cleanly; what has not ended after a grace is ended.
fn stop_on_ctrl_c() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        flag.store(true, Ordering::Relaxed);
        std::thread::sleep(GRACE);
        std::process::exit(error::INTERRUPTED.into());
    };
    // Without a handler Ctrl-C still ends the program; what it leaves half done, the next run undoes.
    let _ = ctrlc::set_handler(handler);
    stop
}
