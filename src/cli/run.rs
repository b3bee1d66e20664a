//! The command `hitchart run FILE`: answers a scenario and writes a report.

use super::names::{NameParser, PathParser, count, policies, precision, rulesets, scenarios, threads, whole};
use super::{error::CliError, output, report, report::open, settings::Settings};
use crate::scenario::{Effects, MAX_SAMPLES, Scenario, check, effects};
use crate::workflow::{self, MOST_SHARDS, RunOptions};
use clap::Args;
use hitchart_ask::{Asking, options::Output};
use hitchart_config::{FileKind, FileText, InputError};
use hitchart_lab::study::{MAX_GAMES, Overrides, RulesChoice};
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
        check(FileText::named(FileKind::Scenario, file)?, &Overrides { programs, ..self.overrides() })
    }

    fn overrides(&self) -> Overrides {
        Overrides {
            seed: self.seed,
            samples: self.samples,
            rules: self.rules.clone().map(RulesChoice::here),
            games: self.games,
            policies: self.policies.clone(),
            budget: self.budget,
            precision: self.precision,
            ..Overrides::default()
        }
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
    check_outside(&out, &args.output)?;
    if args.resume && !out.exists() {
        output::note(&format!("--resume: there is no folder {}, so all games are played", out.display()));
    }
    let report = workflow::run(&scenario, &out, &options, stop)?;
    let page = out.join("report.html");
    if args.open
        && let Err(cause) = open(&page)
    {
        output::warn(&format!("cannot open {}: {cause}", page.display()));
    }
    if !args.quiet {
        let Effects { applied, unused } = effects(&scenario, &args.changes.overrides());
        applied.iter().for_each(|note| output::note(note));
        unused.iter().for_each(|warning| output::warn(warning));
    }
    report::show(&report, &out, &args.output, args.quiet)
}

/// Checks that no file of `--format` is in the folder of the report, whose files have checksums.
fn check_outside(out: &Path, output: &Output) -> Result<(), InputError> {
    let Ok(folder) = std::path::absolute(out) else { return Ok(()) };
    let is_in = |file: &&PathBuf| std::path::absolute(file).is_ok_and(|file| file.starts_with(&folder));
    let Some(file) = output.formats.format.iter().filter_map(|target| target.file.as_ref()).find(is_in) else {
        return Ok(());
    };
    let problem = format!("--format would write {} into the folder of the report", file.display());
    Err(InputError::plain(problem).with_help(Some("the report has its answers as files; name one outside of it")))
}
