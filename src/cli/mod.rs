//! The command line, one file per verb. It parses arguments, calls the library and prints; it computes nothing.

mod check;
mod conform;
mod error;
mod files;
mod generated;
mod lab;
mod mistakes;
mod new;
mod output;
mod report;
mod run;
mod settings;
mod shards;
#[cfg(test)]
mod tests;
mod training;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use error::{CliError, Stop};
use hitchart_ask::options::{Target, file_written_twice};
use hitchart_ask::questions::training::{ExploitArgs, LearnArgs, TrainArgs, TuneArgs};
use hitchart_ask::questions::{af, chain, compare, dice, io, list, names, play, ra, rules, schema};
use hitchart_ask::{AskError, Asking, Reply};
use hitchart_ask::{questions::baseline::BaselineArgs, questions::check::CheckArgs};
use hitchart_config::{InputError, files::check_replaceable};
use hitchart_play::program::SharedPrograms;
use hitchart_program::Programs;
use mistakes::refuse;
use names::{in_any_case, offering, policies};
use settings::{Colours, Settings};
use std::{ffi::OsString, path::Path, process::ExitCode, sync::Arc};

/// Balance analysis of tabletop mecha games
///
/// Computes exact odds, simulates whole games, and writes tables, plots and reports.
#[derive(Debug, Parser)]
#[command(name = "hitchart", version, propagate_version = true, max_term_width = 110)]
#[command(after_help = "Examples:\n  \
    hitchart ra frame RdYBG\n  \
    hitchart ra attack RdRdYB --range direct --whites 1 --target YYBG --cover-hits 2\n  \
    hitchart play estars-anvil --games 10000\n  \
    hitchart af armaments --armor 1 --shields 2\n  \
    hitchart run handbook-archetypes")]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Use of colours in messages and help: auto, always or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t, hide_possible_values = true)]
    #[arg(help_heading = "For all commands")]
    color: Colours,
    /// Ignore hitchart.toml
    #[arg(long, global = true, help_heading = "For all commands")]
    no_config: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run all studies of a scenario file and write a report
    #[command(
        after_help = "Examples:\n  hitchart run handbook-archetypes\n  hitchart run mirror-five --games 400 --policies tactician,greedy --out reports/mirror"
    )]
    Run(run::RunArgs),
    /// Merge the shards of a run into one report
    #[command(
        after_help = "Example:\n  hitchart merge reports/mirror-five-shard-1-of-2 reports/mirror-five-shard-2-of-2 --out reports/mirror-five"
    )]
    Merge(shards::MergeArgs),
    /// Run units of work from standard input and print their counts, to distribute a run over machines
    Work(shards::WorkArgs),
    /// Play the games of a scenario and show who wins; can write a replay of one game
    #[command(
        after_help = "Examples:\n  hitchart play mirror-five --policies tactician,greedy --swap-seats --games 2000\n  hitchart play estars-anvil --replay 17 --out replays/"
    )]
    Play(play::PlayArgs),
    /// Compare rulesets by exact numbers and by games on common random numbers
    ///
    /// A comparison that is stopped has no result. One that takes long can be a study of a scenario: `run` continues it
    /// with --resume.
    #[command(
        after_help = "Examples:\n  hitchart compare rulebook draft-2012 --exact\n  hitchart compare rulebook h02-hand-to-hand-2\n  hitchart compare rulebook h02-hand-to-hand-2 --scenario estars-anvil --games 2000"
    )]
    Compare(compare::CompareArgs),
    /// Vary fields of the rules: see their effects, find which matter, or reach a target
    ///
    /// A sweep that is stopped has no result. One that takes long can be a study of a scenario: `run` continues it with
    /// --resume.
    #[command(
        after_help = "Examples:\n  hitchart sweep estars-anvil --field ranges.direct=6..12 --rungs greedy --games 400\n  hitchart sweep estars-anvil --field ranges.direct=6..12 --field rockets.per_company=0..8 --design sobol --points 32 --games 200 --rungs greedy\n  hitchart sweep estars-anvil --field ranges.direct=6..12 --target 'rounds <= 6' --rungs greedy"
    )]
    Sweep(compare::SweepArgs),
    /// Save the present results of a scenario as a baseline for `check`
    #[command(
        after_help = "Examples:\n  hitchart baseline estars-anvil --out balance.json\n  hitchart baseline af-exploit --study legion --margins victory=0.05 --out legion.json"
    )]
    Baseline(BaselineArgs),
    /// Compare the present results with a baseline: exit code 0 pass, 1 drift, 2 a mistake in the input, 3 inconclusive, 130 stopped
    #[command(
        after_help = "Examples:\n  hitchart check balance.json\n  hitchart check balance.json --rules h02-hand-to-hand-2\n  hitchart check balance.json --accept exact,signature --format table --format md=balance.md"
    )]
    Check(CheckArgs),
    /// Analyse results of any games (wins, ties and losses): ratings, equilibrium, cycles
    #[command(
        after_help = "Examples:\n  hitchart meta results\n  hitchart meta results --format json > meta.json\n  hitchart meta results --out reports/meta"
    )]
    Meta(compare::MetaArgs),
    /// Tune the parameters of a tactician by playing games, then test the tuned policy
    #[command(mut_arg("start", offering(policies)))]
    #[command(
        after_help = "Examples:\n  hitchart tune tuning --iterations 200 --games 64\n  hitchart tune af-tuning --iterations 500 --games 160 --out aces.toml"
    )]
    Tune(TuneArgs),
    /// Search for the policy that beats a given policy most, and measure its advantage
    #[command(mut_arg("policy", offering(policies)))]
    #[command(
        after_help = "Examples:\n  hitchart exploit tuning --policy tactician\n  hitchart exploit af-exploit --policy tactician --side aces\n  hitchart exploit af-exploit --policy greedy --side game-master"
    )]
    Exploit(ExploitArgs),
    /// Fit an evaluation network to played games, and test it on held-out games
    #[command(mut_arg("policies", offering(policies)))]
    #[command(
        after_help = "Examples:\n  hitchart learn learning --out network.toml\n  hitchart learn learning --games 400 --policies tactician,greedy\n  hitchart learn learning-apocalypse --out missions.toml"
    )]
    Learn(LearnArgs),
    /// Improve the evaluation of a search round by round: games, a network fitted to them, a test on other matchups
    #[command(
        after_help = "Examples:\n  hitchart train learning --rounds 2 --games 200\n  hitchart train learning-orbit --out orbit.toml"
    )]
    Train(TrainArgs),
    /// Ask a question as data, and print a link with its answer
    #[command(
        after_help = "Examples:\n  hitchart link question.json\n  echo '{\"ask\": \"ra frame\", \"loadout\": \"RdYBG\"}' | hitchart link -"
    )]
    Link(lab::LinkArgs),
    /// Print the answer of a link, and ask its question again
    #[command(
        after_help = "Example:\n  hitchart open 'lab.html#v1.q1YqVLKqVkoszlayUipKVEgrSsxNVdJRyslPTMkvLQEKBqVEOrkDRcpSi4oz8_OUrAxrdZSKlazySnNyagE'"
    )]
    Open(lab::OpenArgs),
    /// Serve the lab, a page that answers questions in a browser, on this machine
    #[command(after_help = "Examples:\n  hitchart serve --open\n  hitchart serve --port 0")]
    Serve(lab::ServeArgs),
    /// Write a saved report again, without new simulation
    #[command(after_help = "Example:\n  hitchart report reports/handbook-archetypes")]
    Report(report::ReportArgs),
    /// List, show, check and compare rulesets
    #[command(subcommand)]
    #[command(after_help = "Examples:\n  hitchart rules list\n  hitchart rules diff rulebook draft-2012")]
    Rules(rules::RulesCommand),
    /// Print the JSON Schema of scenario and ruleset files
    #[command(after_help = "Example:\n  hitchart schema scenario > scenario.schema.json")]
    Schema(schema::SchemaArgs),
    /// Compute the exact distribution of expressions of dice, such as 4d6kh3
    Dice(dice::DiceArgs),
    /// Compute the exact damage of attacks that pass steps such as hit, wound and save
    Chain(chain::ChainArgs),
    /// Answer questions about Mobile Frame Zero: Rapid Attack
    #[command(subcommand)]
    #[command(
        after_help = "Examples:\n  hitchart ra frame RdYBG\n  hitchart ra attack RdRdYB --range direct --whites 1 --target YYBG"
    )]
    Ra(ra::RaCommand),
    /// Answer questions about Apocalypse Frame
    #[command(subcommand)]
    #[command(
        after_help = "Examples:\n  hitchart af armaments --armor 1 --shields 2\n  hitchart af round 'Plasma Blade' --tension 3"
    )]
    Af(af::AfCommand),
    /// Answer questions about Mobile Frame Zero: Intercept Orbit
    #[command(subcommand)]
    #[command(
        after_help = "Examples:\n  hitchart io fleet 'C:RpRaBY C:RsRsKK F:RaBK; ace=red'\n  hitchart io attack --attack 2d6+1d8 --band assault --target ship --cover\n\nStudies of fleets are scenarios for `run`: io-bids (what to bid), io-marginal (which change helps), io-optimise (the best fleet)"
    )]
    Io(io::IoCommand),
    /// Check a game that is a program against the protocol
    #[command(
        after_help = "docs/protocol.md describes the protocol.\n\nExample:\n  hitchart conform -- python3 examples/skirmish.py"
    )]
    Conform(conform::ConformArgs),
    /// List the names that files and options accept: policies, metrics, companies, armaments and more
    #[command(subcommand)]
    #[command(after_help = "Examples:\n  hitchart list scenarios\n  hitchart list metrics --format json")]
    List(list::ListCommand),
    /// Print the text of a built-in scenario, ruleset, company, fleet, battlefield or encounter
    #[command(subcommand)]
    #[command(
        after_help = "Examples:\n  hitchart show scenario estars-anvil\n  hitchart show rules h02-hand-to-hand-2 > reach.toml"
    )]
    Show(list::ShowCommand),
    /// Write a commented file to edit: a house rule, a scenario, a company, a fleet, a squad, an encounter, a workflow for CI
    #[command(
        after_help = "Examples:\n  hitchart new house-rule reach.toml\n  hitchart new scenario duel.toml --game intercept-orbit\n  hitchart new ci .github/workflows/balance.yml"
    )]
    New(new::NewFileArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Examples:\n  hitchart completions bash > ~/.local/share/bash-completion/completions/hitchart\n  hitchart completions zsh > ~/.zfunc/_hitchart\n  hitchart completions fish > ~/.config/fish/completions/hitchart.fish"
    )]
    Completions(generated::CompletionsArgs),
    /// Print the manual page
    #[command(after_help = "Example:\n  hitchart man | man -l -")]
    Man,
}

/// Runs the command line: `words` are the arguments of a program, its name first.
///
/// Answers go to standard output, all else to standard error. The exit code is 0 for an answer, 2 for a mistake in the
/// input, 130 after Ctrl-C or SIGTERM, 1 for everything else; for a check 1 means drift and 3 means inconclusive. The
/// code does not depend on the reader of the output. Call this once per process: it takes over both signals.
pub fn run(words: impl IntoIterator<Item = impl Into<OsString>>) -> ExitCode {
    let words = with_negative_dice(words.into_iter().map(Into::into).collect());
    // The name is fixed, even if the program's file has another name.
    let typed = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
    let typed: Vec<String> = std::iter::once("hitchart".to_owned()).chain(typed).collect();
    let colours = Colours::typed(&words);
    match parsed(&words, colours) {
        Ok((cli, settings)) => carry_out(&cli, &typed, &settings),
        Err(Unparsed::Words(error)) => refuse(&error, &words),
        Err(Unparsed::Settings(error)) => CliError::from(error).report(colours.on_errors()),
    }
}

/// Puts a space before each expression of `hitchart dice` that begins with a minus sign, so that it is no option. A
/// negative number after an option is the value of the option.
fn with_negative_dice(mut words: Vec<OsString>) -> Vec<OsString> {
    const OPTIONS: [&str; 3] = ["--simulate", "--seed", "--threads"];
    let is_number = |word: &OsString| word.to_str().is_some_and(|word| word.parse::<f64>().is_ok());
    if words.get(1).is_none_or(|word| word != "dice") {
        return words;
    }
    let begins = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'd' | 'D' | '('));
    for i in 2..words.len() {
        let is_value = words[i - 1].to_str().is_some_and(|before| before.starts_with("--at-"));
        let is_value =
            is_value || words[i - 1].to_str().is_some_and(|before| OPTIONS.contains(&before)) && is_number(&words[i]);
        let negative = words[i].to_str().filter(|word| word.strip_prefix('-').is_some_and(begins));
        if let (Some(word), false) = (negative, is_value) {
            words[i] = format!(" {word}").into();
        }
    }
    words
}

/// Reason why words are not a command.
enum Unparsed {
    Words(clap::Error),
    Settings(InputError),
}

impl From<clap::Error> for Unparsed {
    fn from(error: clap::Error) -> Unparsed {
        Unparsed::Words(error)
    }
}

/// Parses the words of a command, with the settings of its folder as defaults.
fn parsed(words: &[OsString], colours: Colours) -> Result<(Cli, Settings), Unparsed> {
    let program = with_negative_values(in_any_case(Cli::command()).color(colours.of_parser()));
    let matches = program.clone().try_get_matches_from(words)?;
    check_formats(&matches, words)?;
    let found = match matches.get_flag("no_config") {
        true => None,
        false => Settings::of(&program, &matches).map_err(Unparsed::Settings)?,
    };
    let Some(mut settings) = found else { return Ok((Cli::from_arg_matches(&matches)?, Settings::default())) };
    let with_settings = settings.applied(program, &matches);
    let matches = with_settings.try_get_matches_from(words)?;
    Ok((Cli::from_arg_matches(&matches)?, settings))
}

/// Checks the files of `--format` before the answer is computed: each has one format, none is an input (a file that the
/// words name, or a TOML file: no format is TOML), and all can be written.
fn check_formats(matches: &ArgMatches, words: &[OsString]) -> Result<(), clap::Error> {
    let (_, leaf) = settings::leaf(matches);
    let targets: Vec<&Target> = leaf.try_get_many("output-format").ok().flatten().into_iter().flatten().collect();
    let refused = |problem: String| {
        Err(clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("--format {problem}\n")))
    };
    if let Some(file) = file_written_twice(targets.iter().copied()) {
        return refused(format!("names the file {} twice; allowed: one format in each file", file.display()));
    }
    let named = |file: &Path| words.iter().any(|word| same_file::is_same_file(file, word).unwrap_or(false));
    let is_input =
        |file: &Path| named(file) || file.extension().is_some_and(|ending| ending == "toml") && file.exists();
    for file in targets.iter().filter_map(|target| target.file.as_deref()) {
        if is_input(file) {
            return refused(format!("would write over the input {}; name another file", file.display()));
        }
        if let Err(cause) = check_replaceable(file) {
            return refused(format!("cannot write {}: {cause}; name another file", file.display()));
        }
    }
    Ok(())
}

/// Returns the command with options that accept a negative number as their value. The option's limits then refuse it.
fn with_negative_values(command: clap::Command) -> clap::Command {
    let options = command.mut_args(|arg| {
        let is_option = !arg.is_positional() && arg.get_action().takes_values();
        if is_option { arg.allow_negative_numbers(true) } else { arg }
    });
    options.mut_subcommands(with_negative_values)
}

/// Runs a command; errors go to standard error and determine the exit code.
fn carry_out(cli: &Cli, typed: &[String], settings: &Settings) -> ExitCode {
    let command = &cli.command;
    let stop = Stop::on_signals(command.resumes());
    let flag = stop.flag();
    let programs = SharedPrograms(Some(Arc::new(Programs::stopping(stop.shared()))));
    let asking = Asking { programs: programs.clone(), ..Asking::here(flag) };
    let done = match command {
        Command::Run(args) => run::run(args, typed, settings, &asking),
        Command::Conform(args) => conform::run(args),
        Command::Merge(args) => shards::run_merge(args, typed, flag),
        Command::Work(args) => shards::run_work(args, &stop),
        Command::Play(args) => files::run_play(args, &asking),
        Command::Compare(args) => print_answer(compare::answer_compare(args, &asking)),
        Command::Sweep(args) => print_answer(compare::answer_sweep(args, &asking)),
        Command::Baseline(args) => check::run_baseline(args, &asking),
        Command::Check(args) => check::run_check(args, &asking),
        Command::Meta(args) => files::run_meta(args, &stop, &asking),
        Command::Tune(args) => training::run_tune(args, &asking),
        Command::Exploit(args) => training::run_exploit(args, &asking),
        Command::Learn(args) => training::run_learn(args, &asking),
        Command::Train(args) => training::run_train(args, &asking),
        Command::Link(args) => lab::run_link(args, &asking),
        Command::Open(args) => lab::run_open(args, &asking),
        Command::Serve(args) => lab::run_serve(args, flag),
        Command::Report(args) => report::run(args, flag),
        Command::Dice(args) => stop.holding_nothing(|| files::run_dice(args, &asking)),
        Command::Chain(args) => print_answer(stop.holding_nothing(|| chain::answer(args, &asking))),
        Command::Ra(ra::RaCommand::Bid(args)) if args.out.is_some() => files::run_bid(args, &asking),
        Command::Ra(ra::RaCommand::Audit(args)) => files::run_audit("rapid-attack", args, &asking),
        Command::Ra(command) if command.simulates() => print_answer(ra::answer(command, &asking)),
        Command::Ra(command) => print_answer(stop.holding_nothing(|| ra::answer(command, &asking))),
        Command::Io(io::IoCommand::Audit(args)) => files::run_audit("intercept-orbit", args, &asking),
        Command::Io(command) if command.simulates() => print_answer(io::answer(command, &asking)),
        Command::Io(command) => print_answer(stop.holding_nothing(|| io::answer(command, &asking))),
        Command::Af(af::AfCommand::Audit(args)) => files::run_audit("apocalypse-frame", args, &asking),
        Command::Af(command) if command.simulates() => print_answer(af::answer(command, &asking)),
        Command::Af(command) => print_answer(stop.holding_nothing(|| af::answer(command, &asking))),
        Command::Rules(command) => print_answer(stop.holding_nothing(|| rules::answer(command, &asking))),
        Command::Schema(args) => print_answer(stop.holding_nothing(|| Ok(schema::answer_schema(args)))),
        Command::Show(command) => print_answer(stop.holding_nothing(|| list::answer_show(command, &asking))),
        Command::New(args) => stop.holding_nothing(|| new::run(args)),
        Command::List(command) => print_answer(stop.holding_nothing(|| list::answer_list(command, &asking))),
        Command::Completions(args) => stop.holding_nothing(|| generated::run_completions(args, Cli::command())),
        Command::Man => stop.holding_nothing(|| generated::run_man(Cli::command())),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // A program that fails stops the simulation, and its failure is the reason of the stop.
        Err(error) => error.or_of(programs.fault()).report(cli.color.on_errors()),
    }
}

/// Prints the answer to a question.
fn print_answer(answer: Result<Reply, AskError>) -> Result<(), CliError> {
    output::show(&answer?)
}

impl Command {
    /// Returns true if the command has `--resume`.
    fn resumes(&self) -> bool {
        matches!(self, Command::Run(_) | Command::Tune(_) | Command::Exploit(_) | Command::Learn(_) | Command::Train(_))
    }
}
