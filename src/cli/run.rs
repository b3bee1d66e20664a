//! The command `hitchart run FILE`: answers a scenario and writes a report.

use super::names::{NameParser, PathParser, count, policies, precision, rulesets, scenarios, threads, whole};
use super::{error::CliError, output, report, report::open, settings::Settings};
use crate::scenario::{MAX_SAMPLES, Scenario, check, has_budget};
use crate::workflow::{self, MOST_SHARDS, RunOptions};
use clap::Args;
use hitchart_ask::{Asking, options::Output};
use hitchart_config::{FileKind, FileText, InputError};
use hitchart_lab::study::{MAX_GAMES, NamedStudy, Overrides, RulesChoice};
use hitchart_play::program::SharedPrograms;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Scenario: a file, a built-in name, or `-` for standard input
    #[arg(value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    file: PathBuf,
    /// Folder of the report [default: reports/<name of the file>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    changes: ScenarioChanges,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u16>,
    /// Continue an unfinished run into the same folder
    #[arg(long)]
    resume: bool,
    /// Run only shard K of N (K from 1), into a folder for `hitchart merge` [default: reports/<name>-shard-K-of-N]
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// File with counts to reuse: shards of earlier stages, or the output of `hitchart work`
    #[arg(long, value_name = "FILE")]
    counts: Vec<PathBuf>,
    /// Print only errors and the formats of --format, and show no progress bar
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    output: Output,
    /// Open the report with the system's default program
    #[arg(long, conflicts_with = "shard")]
    open: bool,
}

/// Changes of a scenario by options.
#[derive(Debug, Default, PartialEq, Args)]
pub(super) struct ScenarioChanges {
    /// Built-in ruleset or house rule, or a file ending in .toml, instead of the scenario's rules; or changes of the
    /// scenario's rules: `PATH=VALUE`, several with `;` between them
    #[arg(long, value_name = "RULES", value_parser = NameParser(rulesets), hide_possible_values = true)]
    rules: Option<String>,
    /// Policies of every study of games; replaces those of the scenario
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = NameParser(policies), hide_possible_values = true)]
    policies: Option<Vec<String>>,
    /// Games of every study of games; replaces that of the scenario
    #[arg(long, value_name = "N", value_parser = count(1..=MAX_GAMES))]
    games: Option<u64>,
    /// Play until the win rate of each player and policy is within X, from 0.001 to 0.5 (0.02: 2 points), instead of a
    /// fixed number of games; --games is then the limit
    #[arg(long, value_name = "X", value_parser = precision)]
    precision: Option<f64>,
    /// Factor for the number of games of each `compare`, `claims`, `sweep` and `luck` study, 0.001 to 1000
    #[arg(long, value_name = "X", value_parser = budget)]
    budget: Option<f64>,
    /// Seed of all random streams; replaces that of the scenario
    #[arg(long, value_name = "N", value_parser = whole)]
    seed: Option<u64>,
    /// Samples of each simulated answer; replaces that of the scenario
    #[arg(long, value_name = "N", value_parser = count(1..=MAX_SAMPLES))]
    samples: Option<u64>,
}

impl ScenarioChanges {
    /// Reads a scenario with these changes.
    pub(super) fn scenario(&self, file: &Path, programs: SharedPrograms) -> Result<Scenario, InputError> {
        let overrides = Overrides {
            seed: self.seed,
            samples: self.samples,
            rules: self.rules.clone().map(RulesChoice::here),
            games: self.games,
            policies: self.policies.clone(),
            budget: self.budget,
            precision: self.precision,
            programs,
            ..Overrides::default()
        };
        check(FileText::named(FileKind::Scenario, file)?, &overrides)
    }
}

/// Parses the factor for the number of games.
fn budget(text: &str) -> Result<f64, String> {
    let times = text.trim().parse().ok().filter(|times: &f64| (0.001..=1000.0).contains(times));
    times.ok_or_else(|| "allowed: 0.001 to 1000".to_owned())
}

/// Parses a shard and the number of shards, such as `2/8`.
fn shard(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once('/').and_then(|(k, n)| Some((k.trim().parse().ok()?, n.trim().parse().ok()?)));
    let within = |(k, n): &(u64, u64)| (1..=MOST_SHARDS).contains(n) && (1..=*n).contains(k);
    numbers.filter(within).ok_or_else(|| format!("allowed: 1/N to N/N, N at most {MOST_SHARDS}"))
}

/// Answers a scenario and prints the path of the report.
pub(crate) fn run(args: &RunArgs, words: &[String], settings: &Settings, asking: &Asking<'_>) -> Result<(), CliError> {
    let stop = asking.stop;
    let scenario = args.changes.scenario(&args.file, asking.programs.clone())?;
    let options = RunOptions {
        threads: args.threads.map(usize::from),
        quiet: args.quiet,
        resume: args.resume,
        counts: args.counts.clone(),
        command: words.iter().chain(&settings.words).cloned().collect(),
        settings: settings.in_force(),
        rows: args.output.rows.clone(),
    };
    let stem = scenario.file.path.file_stem().unwrap_or_default().to_string_lossy();
    let reports = settings.out.clone().unwrap_or_else(|| PathBuf::from("reports"));
    let out = |default: String| args.out.clone().unwrap_or_else(|| reports.join(default));
    if let Some((k, n)) = args.shard {
        let out = out(format!("{stem}-shard-{k}-of-{n}"));
        let shard = workflow::run_shard(&scenario, &out, (k, n), &options, stop)?;
        return if args.quiet { Ok(()) } else { output::print(&shard.display().to_string()) };
    }
    let out = out(stem.into_owned());
    let report = workflow::run(&scenario, &out, &options, stop)?;
    let page = out.join("report.html");
    if args.open
        && let Err(cause) = open(&page)
    {
        output::warn(&format!("cannot open {}: {cause}", page.display()));
    }
    if !args.quiet {
        tell_reached(args, &scenario);
    }
    report::show(&report, &out, &args.output, args.quiet)
}

/// Prints the studies that the options about games and samples affect, one line each. Warns of an option without effect,
/// and of studies whose number of games `--games` does not change.
fn tell_reached(args: &RunArgs, scenario: &Scenario) {
    let named = |reached: &dyn Fn(&NamedStudy) -> bool| {
        let studies = scenario.studies.iter().filter(|study| reached(study));
        studies.map(|study| study.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let flags: [(&str, bool, String); 5] = [
        ("--samples", args.changes.samples.is_some(), named(&|study| study.method.is_sampled())),
        ("--games", args.changes.games.is_some(), named(&|study| study.method.takes_games())),
        ("--precision", args.changes.precision.is_some(), named(&|study| study.method.games().is_some())),
        ("--policies", args.changes.policies.is_some(), named(&|study| study.method.games().is_some())),
        ("--budget", args.changes.budget.is_some(), named(&|study| scenario.budget.is_some() && has_budget(study))),
    ];
    let missed = args.changes.games.and_then(|_| missed(scenario));
    for (flag, _, studies) in flags.iter().filter(|(_, given, _)| *given) {
        match studies.as_str() {
            // The warning below names the keys that set these games.
            "" if *flag == "--games" && missed.is_some() => {}
            "" => output::warn(&format!("{flag} has no effect: no study of this scenario uses it")),
            _ => output::note(&format!("{flag} applies to {studies}")),
        }
    }
    if let Some(missed) = missed {
        output::warn(&format!("--games has no effect on {missed}"));
    }
}

/// Returns the studies whose number of games only the file determines, each with its keys; `None` if there are none.
fn missed(scenario: &Scenario) -> Option<String> {
    let keys = |study: &NamedStudy| study.games_keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>();
    let missed = scenario.studies.iter().filter(|study| !study.method.takes_games()).map(|study| (study, keys(study)));
    let missed: Vec<String> = missed
        .filter(|(_, keys)| !keys.is_empty())
        .map(|(study, keys)| format!("{} (set {} in the file)", study.name, keys.join(", ")))
        .collect();
    (!missed.is_empty()).then(|| missed.join(", "))
}
