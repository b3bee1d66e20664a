//! The command line: one file per verb. It parses, calls and prints; it computes nothing.

mod af;
mod baseline;
mod check;
mod colours;
mod compare;
mod completions;
mod error;
mod exploit;
mod io;
mod learn;
mod list;
mod man;
mod merge;
mod meta;
mod names;
mod odds;
mod options;
mod output;
mod play;
mod ra;
mod report;
mod reported;
mod rules;
mod run;
mod schema;
mod simulated;
mod stop;
mod sweep;
#[cfg(test)]
mod tests;
mod tune;
mod work;

use crate::input::{MAX_MESSAGE, clipped};
use crate::table::obeyed;
use clap::{CommandFactory, Parser, Subcommand};
use error::CliError;
use names::{offering, policies};
use std::ffi::OsString;
use std::process::ExitCode;
use stop::Stop;

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
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answer a scenario file and write its report
    #[command(
        after_help = "Examples:\n  hitchart run scenarios/handbook-archetypes.toml\n  hitchart run scenarios/mirror-five.toml --games 400 --policies tactician,greedy --out reports/mirror"
    )]
    Run(run::RunArgs),
    /// Join the shards of a run into its report
    #[command(
        after_help = "Example:\n  hitchart merge reports/mirror-five-shard-1-of-2 reports/mirror-five-shard-2-of-2 --out reports/mirror-five"
    )]
    Merge(merge::MergeArgs),
    /// Count units of work: lines of JSON in, counts out
    Work(work::WorkArgs),
    /// Play the games of a scenario: who wins, and how the games go
    #[command(
        after_help = "Examples:\n  hitchart play scenarios/mirror-five.toml --policies tactician,greedy --swap-seats --games 2000\n  hitchart play scenarios/estars-anvil.toml --replay 17 --out replays/"
    )]
    Play(play::PlayArgs),
    /// Compare rulesets: exact numbers, and games on common random numbers
    #[command(
        after_help = "Examples:\n  hitchart compare rulebook draft-2012 --exact\n  hitchart compare rulebook scenarios/rules/h02-hand-to-hand-2.toml\n  hitchart compare rulebook scenarios/rules/h02-hand-to-hand-2.toml --scenario scenarios/estars-anvil.toml --games 2000"
    )]
    Compare(compare::CompareArgs),
    /// Sweep fields of the rules: what each value changes, which fields matter, and the nearest ruleset that reaches a target
    #[command(
        after_help = "Examples:\n  hitchart sweep scenarios/estars-anvil.toml --field ranges.direct=6..12 --rungs greedy --games 400\n  hitchart sweep scenarios/estars-anvil.toml --field ranges.direct=6..12 --field rockets.per_company=0..8 --design sobol --points 32 --games 200 --rungs greedy\n  hitchart sweep scenarios/estars-anvil.toml --field ranges.direct=6..12 --field rockets.per_company=0..8:2 --target 'rounds <= 6' --rungs greedy"
    )]
    Sweep(sweep::SweepArgs),
    /// Save current results of a scenario as a baseline for `check`
    #[command(
        after_help = "Examples:\n  hitchart baseline scenarios/estars-anvil.toml --out balance.json\n  hitchart baseline scenarios/af-exploit.toml --study legion --margins victory=0.05 --out legion.json"
    )]
    Baseline(baseline::BaselineArgs),
    /// Compare current results with a baseline: exit code 0 pass, 1 drift, 3 inconclusive
    #[command(
        after_help = "Examples:\n  hitchart check balance.json\n  hitchart check balance.json --rules scenarios/rules/h02-hand-to-hand-2.toml\n  hitchart check balance.json --accept exact,signature --format table --format junit=balance.xml --format md=balance.md"
    )]
    Check(check::CheckArgs),
    /// Ratings, equilibrium and cycles of any games: from a file of who beat whom
    #[command(
        after_help = "Examples:\n  hitchart meta scenarios/results.csv\n  hitchart meta scenarios/results.csv --format json > meta.json\n  hitchart meta scenarios/results.csv --out reports/meta"
    )]
    Meta(meta::MetaArgs),
    /// Tune the parameters of a tactician by play, and test the outcome
    #[command(mut_arg("start", offering(policies)))]
    #[command(
        after_help = "Examples:\n  hitchart tune scenarios/tuning.toml --iterations 200 --games 64\n  hitchart tune scenarios/af-tuning.toml --iterations 500 --games 160 --out aces.toml"
    )]
    Tune(tune::TuneArgs),
    /// Look for the best answer to a policy, and say how much it takes
    #[command(mut_arg("policy", offering(policies)))]
    #[command(
        after_help = "Examples:\n  hitchart exploit scenarios/tuning.toml --policy tactician\n  hitchart exploit scenarios/af-exploit.toml --policy tactician --side aces\n  hitchart exploit scenarios/af-exploit.toml --policy greedy --side game-master"
    )]
    Exploit(exploit::ExploitArgs),
    /// Learn from play what a state is worth, and try it on games not learned from
    #[command(mut_arg("policies", offering(policies)))]
    #[command(
        after_help = "Examples:\n  hitchart learn scenarios/learning.toml --out network.toml\n  hitchart learn scenarios/learning.toml --games 400 --policies tactician,greedy\n  hitchart learn scenarios/learning-apocalypse.toml --out missions.toml"
    )]
    Learn(learn::LearnArgs),
    /// Render a saved report again, without simulating
    #[command(after_help = "Example:\n  hitchart report reports/handbook-archetypes")]
    Report(report::ReportArgs),
    /// List, show, check and compare rulesets
    #[command(subcommand)]
    #[command(after_help = "Examples:\n  hitchart rules list\n  hitchart rules diff rulebook draft-2012")]
    Rules(rules::RulesCommand),
    /// Print the JSON Schema of scenario and ruleset files
    #[command(after_help = "Example:\n  hitchart schema scenario > scenario.schema.json")]
    Schema(schema::SchemaArgs),
    /// Questions about Mobile Frame Zero: Rapid Attack
    #[command(subcommand)]
    #[command(
        after_help = "Examples:\n  hitchart ra frame RdYBG\n  hitchart ra attack RdRdYB --range direct --whites 1 --target YYBG"
    )]
    Ra(ra::RaCommand),
    /// Questions about Apocalypse Frame
    #[command(subcommand)]
    #[command(
        after_help = "Examples:\n  hitchart af armaments --armor 1 --shields 2\n  hitchart af round 'Plasma Blade' --tension 3"
    )]
    Af(af::AfCommand),
    /// Questions about Mobile Frame Zero: Intercept Orbit
    #[command(subcommand)]
    #[command(
        after_help = "Examples:\n  hitchart io fleet 'C:RpRaBY C:RsRsKK F:RaBK; ace=red'\n  hitchart io attack --attack 2d6+1d8 --band assault --target ship --cover"
    )]
    Io(io::IoCommand),
    /// List what has a name: armaments, policies, companies, metrics and more
    #[command(subcommand)]
    #[command(after_help = "Examples:\n  hitchart list policies\n  hitchart list metrics --format json")]
    List(list::ListCommand),
    /// Print a completion script for a shell
    #[command(
        after_help = "Examples:\n  hitchart completions bash > ~/.local/share/bash-completion/completions/hitchart\n  hitchart completions zsh > ~/.zfunc/_hitchart\n  hitchart completions fish > ~/.config/fish/completions/hitchart.fish"
    )]
    Completions(completions::CompletionsArgs),
    /// Print the manual page
    #[command(after_help = "Example:\n  hitchart man | man -l -")]
    Man,
}

/// Runs the command line: `words` as a program gets them, its own name first.
///
/// Answers go to standard output, all else to standard error. The exit code is 0 for an answer, 2 for a mistake in the
/// input, 130 after Ctrl-C or SIGTERM, 1 for everything else; of a check 1 for drift and 3 where it could not decide. The
/// code does not depend on who reads the output. A process calls this once: it takes over both signals.
pub fn run(words: impl IntoIterator<Item = impl Into<OsString>>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
    // Whatever the program's file is called.
    let typed = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
    let typed: Vec<String> = std::iter::once("hitchart".to_owned()).chain(typed).collect();
    match Cli::try_parse_from(&words) {
        Ok(cli) => carry_out(&cli.command, &typed),
        Err(error) => refuse(&error, &words),
    }
}

/// Says what is wrong with the words of a command, or the help that they ask for.
fn refuse(error: &clap::Error, words: &[OsString]) -> ExitCode {
    if let Some(message) = harmless(error, words).filter(|_| error.use_stderr()) {
        output::note(&message);
        return ExitCode::from(error::BAD_INPUT);
    }
    let text = error.render().to_string();
    let message = clipped(&text, MAX_MESSAGE);
    if error.use_stderr() && message != text {
        output::note(&message);
    } else {
        let printed = error.print();
        if let (false, Err(cause)) = (error.use_stderr(), printed) {
            return CliError::Output(cause).report();
        }
    }
    // Where the mistake cannot be printed, the exit code must do.
    if error.use_stderr() { ExitCode::from(error::BAD_INPUT) } else { ExitCode::SUCCESS }
}

/// The same error about words that a terminal shows and does not obey; `None` if all of them are such.
fn harmless(error: &clap::Error, words: &[OsString]) -> Option<String> {
    let shown: Vec<OsString> = words.iter().map(|word| shown(&word.to_string_lossy()).into()).collect();
    let again = || Cli::try_parse_from(&shown).err().map(|error| error.render().to_string());
    (shown != words).then(|| again().unwrap_or_else(|| error.render().to_string()))
}

/// A word with U+FFFD for each line end, tab and character that a terminal obeys.
fn shown(word: &str) -> String {
    word.chars().map(|c| if obeyed(c) || matches!(c, '\n' | '\t') { '\u{fffd}' } else { c }).collect()
}

/// Carries out a command; what went wrong is said on standard error and in the exit code.
fn carry_out(command: &Command, typed: &[String]) -> ExitCode {
    let stop = Stop::on_signals(command.resumes());
    let flag = stop.flag();
    let done = match command {
        Command::Run(args) => run::run(args, typed, flag),
        Command::Merge(args) => merge::run(args, typed, flag),
        Command::Work(args) => work::run(args, &stop),
        Command::Play(args) => play::run(args, flag),
        Command::Compare(args) => compare::run(args, flag),
        Command::Sweep(args) => sweep::run(args, flag),
        Command::Baseline(args) => baseline::run(args, flag),
        Command::Check(args) => check::run(args, flag),
        Command::Meta(args) => meta::run(args, &stop),
        Command::Tune(args) => tune::run(args, flag),
        Command::Exploit(args) => exploit::run(args, flag),
        Command::Learn(args) => learn::run(args, flag),
        Command::Report(args) => report::run(args, flag),
        Command::Ra(command) => ra::run(command, &stop),
        Command::Io(command) => io::run(command, &stop),
        Command::Rules(command) => stop.holding_nothing(|| rules::run(command)),
        Command::Schema(args) => stop.holding_nothing(|| schema::run(args)),
        Command::Af(command) => stop.holding_nothing(|| af::run(command)),
        Command::List(command) => stop.holding_nothing(|| list::run(command)),
        Command::Completions(args) => stop.holding_nothing(|| completions::run(args, Cli::command())),
        Command::Man => stop.holding_nothing(|| man::run(Cli::command())),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}

impl Command {
    /// Returns true if the command has `--resume`.
    fn resumes(&self) -> bool {
        matches!(self, Command::Run(_) | Command::Tune(_) | Command::Exploit(_) | Command::Learn(_))
    }
}
