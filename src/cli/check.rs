//! Regression tests of balance: `hitchart check FILE` and `hitchart baseline FILE --out FILE`.
//!
//! A baseline records the results of a scenario. A check compares current results with it.

use super::super::workflow;
use super::super::workflow::{BASELINE, FileClaim, WorkflowError};
use super::compare::margin;
use super::error::{CliError, ending};
use super::names::{self, NameParser, PathParser, rulesets, scenarios, whole};
use super::output;
use crate::games::{Entry, GAMES, find, ruleset};
use crate::scenario::{Scenario, check, grounds};
use clap::{Args, ValueEnum};
use hitchart_ask::Reply;
use hitchart_ask::options::{Format, Rows, Target, Targets};
use hitchart_config::rules::{RulesText, is_file};
use hitchart_config::words::{counted, grouped};
use hitchart_config::{FileKind, FileText, InputError, SearchFolder, TextOrigin, rules};
use hitchart_lab::regression::{
    Baseline, BaselineOrigin, BaselineRules, BaselineScenario, ChangedPath, CheckResult, CheckStudy, FORMAT, Followed,
    MOST_GAMES, RecordStudy, RecordedStudy, VERSION, Verdict, asked, differences, few, hold, junit, measures,
    path_from, recorded, tables,
};
use hitchart_lab::runner::{BlockCounts, Progress};
use hitchart_lab::study::{Grouped, NamedStudy, Overrides, RulesChoice, RunCounts, Simulated};
use hitchart_report::table::{Table, escape, unsigned};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

// `hitchart check FILE`

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Baseline file, as `hitchart baseline` writes it
    file: PathBuf,
    /// Built-in ruleset or house rule, or a file ending in .toml, to compare with it [default: that of the scenario, or
    /// as the baseline was made]
    #[arg(long, value_name = "RULES", value_parser = NameParser(rulesets), hide_possible_values = true)]
    rules: Option<String>,
    /// Scenario: a file or a built-in name [default: as in the baseline, relative to its folder]
    #[arg(long, value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    scenario: Option<PathBuf>,
    /// Accept differences of a layer: they are listed, and do not fail the check
    #[arg(long, value_enum, value_name = "LAYER", value_delimiter = ',')]
    accept: Vec<Accepted>,
    /// Limit of games of each study [default: that of the baseline]
    #[arg(long, value_name = "N", value_parser = names::count(1..=u64::MAX))]
    games: Option<u64>,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print the outcome as table, line (one sentence), json, junit or md; FORMAT=FILE writes a file. Repeat for several
    #[arg(long, value_name = "FORMAT", value_parser = Targets::CHECK, default_value = "table", hide_possible_values = true)]
    format: Vec<Target>,
    #[command(flatten)]
    rows: Rows,
    /// Print nothing; use the exit code
    #[arg(long, short)]
    quiet: bool,
}

/// A layer with differences that can be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Accepted {
    /// Exact numbers differ, because the rules were meant to change
    Exact,
    /// Games end differently
    Signature,
}

/// The scenario and rules that are compared with the baseline.
struct Today {
    game: &'static Entry,
    scenario: Scenario,
    /// Fields in which the rules differ from those of the baseline.
    rules: Vec<ChangedPath>,
}

/// Compares current results with a baseline.
pub(crate) fn run_check(args: &CheckArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let file = FileText::read(&args.file)?;
    let baseline = Baseline::read(&file)?;
    let today = today(args, &baseline)?;
    baseline.check_digest(&file)?;
    let most = most(args, &baseline)?;
    let names: Vec<String> = baseline.studies.iter().map(|study| study.study.clone()).collect();
    let games = grounds(&today.scenario, &names, |games| games.grouped().map(Arc::new))?;
    let games: Vec<Arc<Grouped>> = games.into_iter().map(|(_, games)| games).collect();
    let study = Arc::new(CheckStudy::new(&baseline.studies, games, most)?);
    let exact = exact(&baseline, &today)?;
    let counted = count(args, &study, baseline.seed, stop)?;
    let outcome = CheckResult {
        title: today.scenario.title.clone(),
        said: check_sentences(&baseline, &today),
        rules: today.rules,
        exact,
        signature: study.signature(NAME, &counted),
        accepted: args.accept.contains(&Accepted::Signature),
        exact_accepted: args.accept.contains(&Accepted::Exact),
        statistics: study.standings(NAME, &counted),
    };
    let found = match outcome.verdict() {
        Verdict::Pass => Ok(()),
        Verdict::Drift => Err(CliError::Drift),
        Verdict::Inconclusive => Err(CliError::Inconclusive),
    };
    ending(found, print(args, &outcome))
}

/// Name of the simulations.
const NAME: &str = "check";

/// Plays the games again.
fn count(args: &CheckArgs, study: &Arc<CheckStudy>, seed: u64, stop: &AtomicBool) -> Result<RunCounts, CliError> {
    let pool = workflow::thread_pool(args.threads.map(usize::from))?;
    let (name, asked) = (NAME.to_owned(), study.clone());
    let study = NamedStudy::alone(name, asked);
    let simulated = Simulated { studies: &[study], seed, samples: 0 };
    let told = |_: &str, _: &BlockCounts| Ok(());
    let ended = pool.install(|| simulated.count(Vec::new(), &told, &Progress::new(args.quiet), stop));
    Ok(ended.map_err(WorkflowError::from)?.finished().ok_or(WorkflowError::Interrupted)?)
}

/// Returns the most games of each study.
fn most(args: &CheckArgs, baseline: &Baseline) -> Result<u64, InputError> {
    match args.games {
        Some(games) if games > baseline.games => {
            let has = counted(baseline.games, "games");
            let problem = format!("--games is {}; the baseline has {has} games of each study", grouped(games));
            Err(InputError::plain(problem)
                .with_help(Some("use `hitchart baseline --games` to make one with more games")))
        }
        games => Ok(games.unwrap_or(baseline.games)),
    }
}

/// Returns the scenario with the current rules.
fn today(args: &CheckArgs, baseline: &Baseline) -> Result<Today, InputError> {
    let Some(game) = find(&baseline.game) else {
        return Err(InputError::unknown("game", &baseline.game, GAMES.iter().map(|game| game.name)));
    };
    let folder = args.file.parent().unwrap_or(Path::new(""));
    let moved = |error: InputError| error.with_help(args.scenario.is_none().then_some("--scenario says where it is"));
    let file = match &args.scenario {
        Some(path) => FileText::named(FileKind::Scenario, path),
        None => SearchFolder::folder(folder).named(FileKind::Scenario, &baseline.scenario.file),
    };
    let file = file.map_err(moved)?;
    let named = args.rules.clone().or_else(|| baseline.rules.from.as_deref().map(|from| place_of(folder, from)));
    if let Some(name) = &named {
        of_its_game(name, game)?;
    }
    let rules = named.map(RulesChoice::here);
    let overrides = Overrides { seed: Some(baseline.seed), rules, ..Overrides::default() };
    let scenario = check(file, &overrides)?;
    if scenario.game.name != game.name {
        let problem = format!("{} is of {}, the baseline of {}", scenario.file.name(), scenario.game.name, game.name);
        return Err(InputError::plain(problem));
    }
    is_asked(baseline, &scenario)?;
    let rules = fields(&baseline.rules.text(), &scenario.rules);
    if args.rules.is_none() && scenario.rules.name != baseline.rules.name {
        return Err(other_rules(baseline, &scenario.rules.name, &rules));
    }
    Ok(Today { game, scenario, rules })
}

/// Returns the path or name of a ruleset that the baseline names relative to its folder.
fn place_of(folder: &Path, from: &str) -> String {
    if is_file(from) { folder.join(from).display().to_string() } else { from.to_owned() }
}

/// Rejects rules of another game before they are read as those of this game.
fn of_its_game(name: &str, game: &Entry) -> Result<(), InputError> {
    let (of, _) = ruleset(name, &SearchFolder::here())?;
    if of.name == game.name {
        return Ok(());
    }
    Err(InputError::plain(format!("`{name}` is of {}, the baseline of {}", of.name, game.name)))
}

/// Returns the fields in which two rulesets differ.
fn fields(baseline: &RulesText, today: &RulesText) -> Vec<ChangedPath> {
    let fields = rules::diff(baseline, today).into_iter();
    fields.map(|(path, before, after)| ChangedPath { path, values: [before, after] }).collect()
}

/// Most differences that a message lists.
const MOST_TOLD: usize = 8;

/// Lists a few differences.
fn difference_sentence(differences: &[ChangedPath]) -> String {
    let told: Vec<String> = differences.iter().take(MOST_TOLD).map(ToString::to_string).collect();
    let more = differences.len().saturating_sub(MOST_TOLD);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    format!("{}{more}", told.join("; "))
}

fn other_rules(baseline: &Baseline, name: &str, fields: &[ChangedPath]) -> InputError {
    let differ = if fields.is_empty() { "no field differs".to_owned() } else { difference_sentence(fields) };
    let problem = format!("the rules are `{name}`, but the baseline has `{}`: {differ}", baseline.rules.name);
    InputError::plain(problem)
        .with_help(Some("use --rules RULES to check other rules, or `hitchart baseline` to make a new baseline"))
}

/// Rejects a scenario that defines other games than the baseline.
fn is_asked(baseline: &Baseline, scenario: &Scenario) -> Result<(), InputError> {
    let all: Vec<&str> = scenario.studies.iter().map(|study| study.name.as_str()).collect();
    let names: Vec<&str> = baseline.studies.iter().map(|study| study.study.as_str()).collect();
    let differing = differences(&baseline.scenario.asked, &asked(&scenario.file, &all, &names));
    if differing.is_empty() {
        return Ok(());
    }
    let problem =
        format!("{} defines other games than the baseline: {}", scenario.file.name(), difference_sentence(&differing));
    Err(InputError::plain(problem).with_help(Some("use `hitchart baseline` to make a new baseline")))
}

/// Compares the exact numbers. If some differ, they are also computed from the baseline's rules, to find the
/// differences caused by rules.
fn exact(baseline: &Baseline, today: &Today) -> Result<Vec<hitchart_lab::regression::MeasureResult>, InputError> {
    let now = (today.game.exact)(&today.scenario.rules)?;
    let held = hold(&baseline.exact, &now, &[]);
    if held.iter().all(|measure| measure.same) {
        return Ok(held);
    }
    // This version may be unable to read the rules of another version.
    let old = (today.game.exact)(&baseline.rules.text()).unwrap_or_default();
    Ok(hold(&baseline.exact, &now, &old))
}

/// Describes the two compared sides for people.
fn check_sentences(baseline: &Baseline, today: &Today) -> Vec<String> {
    let by = |version: &str, rules: &str| format!("hitchart {version}, rules {rules}");
    let games = counted(baseline.games, "games");
    vec![
        format!(
            "Baseline: {}, seed {}, {games} of each study.",
            by(&baseline.made.hitchart, &baseline.rules.name),
            baseline.seed
        ),
        format!("Now: {}.", by(env!("CARGO_PKG_VERSION"), &today.scenario.rules.name)),
    ]
}

/// Rows of each table that a terminal shows.
const ROWS: u32 = 5;

fn print(args: &CheckArgs, outcome: &CheckResult) -> Result<(), CliError> {
    let (all, numbers, summary) = (tables(outcome), outcome.numbers(), outcome.summary());
    let reply = Reply {
        question: format!("Did the balance of {} change?", outcome.title),
        summary: summary.clone(),
        line: outcome.verdict_sentence(),
        numbers,
        undecided: outcome.undecided(),
        tables: all.clone(),
        data: outcome.to_json(),
        rows: args.rows.clone(),
        ..Reply::default()
    };
    output::deliver(&args.format, |format, width| match format {
        Format::Table if args.quiet => Ok(String::new()),
        Format::Junit => Ok(junit(outcome)),
        Format::Md => Ok(markdown(outcome, &summary, &all)),
        _ => output::text(&reply, format, width),
    })
}

/// Returns the Markdown for a pull request: the verdict, the changed rules, and the tables; long tables are folded.
fn markdown(outcome: &CheckResult, summary: &[String], tables: &[Table]) -> String {
    let inline = |text: &str| escape::markdown(&unsigned(text));
    let mut out = format!("## Balance: {}\n", outcome.verdict().name());
    for sentence in summary.iter().cloned().chain(Some(outcome.undecided()).filter(|text| !text.is_empty())) {
        out += &format!("\n{}\n", inline(&sentence));
    }
    for table in tables {
        let note = if table.note.is_empty() { String::new() } else { format!("\n{}\n", inline(&table.note)) };
        let (title, rows) = (inline(&table.title), table.to_markdown());
        out += &match table.rows() > ROWS as usize {
            true => format!(
                "\n<details><summary>{title} ({})</summary>\n\n{rows}{note}\n</details>\n",
                counted(table.rows() as u64, "rows")
            ),
            false => format!("\n### {title}\n\n{rows}{note}"),
        };
    }
    out
}

// `hitchart baseline FILE --out FILE`

#[derive(Debug, Args)]
pub(crate) struct BaselineArgs {
    /// Scenario: a file, a built-in name, or `-` for standard input; with studies of games, as `games` or `missions`
    #[arg(value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    file: PathBuf,
    /// File to write the baseline to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Built-in ruleset or house rule, or a file ending in .toml; replaces that of the scenario
    #[arg(long, value_name = "RULES", value_parser = NameParser(rulesets), hide_possible_values = true)]
    rules: Option<String>,
    /// Studies to play [default: all studies of games]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    study: Vec<String>,
    /// Games of each study; also the limit of games of a later check
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = names::count(1..=MOST_GAMES))]
    games: u64,
    /// Largest change of a metric to ignore, such as win=0.03 [default: win=0.03, or victory=0.03]
    #[arg(long, value_name = "METRIC=X,…", value_delimiter = ',', value_parser = margin)]
    margins: Vec<(String, f64)>,
    /// Seed of all random streams; replaces that of the scenario
    #[arg(long, value_name = "N", value_parser = whole)]
    seed: Option<u64>,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print only errors, and show no progress bar
    #[arg(long, short)]
    quiet: bool,
}

/// Plays the games of a scenario and saves their results with the exact numbers.
pub(crate) fn run_baseline(args: &BaselineArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let rules = args.rules.clone().map(RulesChoice::here);
    let overrides = Overrides { seed: args.seed, rules, ..Overrides::default() };
    let scenario = check(FileText::named(FileKind::Scenario, &args.file)?, &overrides)?;
    let record = Arc::new(record(args, &scenario)?);
    let claim = FileClaim::take(BASELINE, &args.out).map_err(WorkflowError::from)?;
    let exact = measures(&(scenario.game.exact)(&scenario.rules)?);
    let pool = workflow::thread_pool(args.threads.map(usize::from))?;
    let name = "baseline".to_owned();
    let study = NamedStudy::alone(name, record.clone());
    let simulated = Simulated { studies: &[study], seed: scenario.seed, samples: 0 };
    let told = |_: &str, _: &BlockCounts| Ok(());
    let ended = pool.install(|| simulated.count(Vec::new(), &told, &Progress::new(args.quiet), stop));
    let counted = ended.map_err(WorkflowError::from)?.finished().ok_or(WorkflowError::Interrupted)?;
    let studies = recorded(&record, &counted)?;
    let baseline = Baseline { exact, studies, ..heading(args, &scenario, &record) }.signed();
    let content =
        |cause: serde_json::Error| WorkflowError::Content { what: "baseline".into(), cause: cause.to_string() };
    let text = escape::json(&baseline.to_json().map_err(content)?);
    claim.write(&text, stop).map_err(WorkflowError::from)?;
    if args.quiet {
        return Ok(());
    }
    baseline.studies.iter().filter_map(warning).for_each(|warning| output::note(&warning));
    output::print(&recorded_sentence(args, &baseline))
}

/// Returns the study of the games to record.
fn record(args: &BaselineArgs, scenario: &Scenario) -> Result<RecordStudy, InputError> {
    let games = grounds(scenario, &args.study, |games| games.grouped().map(Arc::new))?;
    let usual =
        || games.iter().flat_map(|(_, games)| games.matters).map(|(metric, margin)| ((*metric).to_owned(), *margin));
    let margins: BTreeMap<String, f64> =
        if args.margins.is_empty() { usual().collect() } else { args.margins.iter().cloned().collect() };
    let known = || games.iter().flat_map(|(_, games)| &games.quantities).map(|known| known.metric.as_str());
    for metric in margins.keys() {
        if !known().any(|known| known == metric) {
            return Err(InputError::unknown("metric", metric, known().collect::<BTreeSet<&str>>()));
        }
    }
    let followed = |(name, games): (String, Arc<Grouped>)| (name, Followed::by_margins(games, &margins));
    let studies: Vec<(String, Followed)> = games.into_iter().map(followed).collect();
    match studies.iter().find(|(_, followed)| followed.quantities.is_empty()) {
        None => Ok(RecordStudy { studies, games: args.games }),
        Some((name, followed)) => {
            let known = followed.games.quantities.iter().map(|known| known.metric.as_str());
            let known: Vec<&str> = known.collect::<BTreeSet<&str>>().into_iter().collect();
            let problem = format!("study `{name}` has none of the metrics of --margins; it has {}", known.join(", "));
            Err(InputError::plain(problem)
                .with_help(Some("add a margin for one of them, or leave the study out with --study")))
        }
    }
}

/// Returns the heading of the baseline, without results.
fn heading(args: &BaselineArgs, scenario: &Scenario, record: &RecordStudy) -> Baseline {
    let folder = args.out.parent().unwrap_or(Path::new(""));
    let names: Vec<&str> = record.studies.iter().map(|(name, _)| name.as_str()).collect();
    let all: Vec<&str> = scenario.studies.iter().map(|study| study.name.as_str()).collect();
    let from = args.rules.as_deref().and_then(|name| match name {
        // The text of standard input is not available later; a check names its rules itself.
        "-" => None,
        name if is_file(name) => Some(path_from(folder, Path::new(name))),
        name => Some(name.to_owned()),
    });
    let made = BaselineOrigin { hitchart: env!("CARGO_PKG_VERSION").to_owned(), command: args.command() };
    Baseline {
        format: FORMAT.to_owned(),
        version: VERSION,
        made,
        game: scenario.game.name.to_owned(),
        scenario: BaselineScenario {
            file: scenario_from(folder, &scenario.file.path, &args.file),
            asked: asked(&scenario.file, &all, &names),
        },
        rules: BaselineRules::of(&scenario.rules, from),
        seed: scenario.seed,
        games: args.games,
        exact: Vec::new(),
        studies: Vec::new(),
        sha256: None,
    }
}

/// Returns the scenario as a check will look for it: a path from the folder of the baseline, or a built-in name.
fn scenario_from(folder: &Path, place: &TextOrigin, typed: &Path) -> String {
    match place.is_built_in() {
        true => place.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        false if place.as_os_str() == typed => path_from(folder, typed),
        // Standard input: a check names its scenario itself.
        false => place.display().to_string(),
    }
}

impl BaselineArgs {
    /// Returns the command line, without options that do not affect results.
    fn command(&self) -> String {
        let quoted =
            |word: &str| if word.contains(char::is_whitespace) { format!("'{word}'") } else { word.to_owned() };
        let margins: Vec<String> = self.margins.iter().map(|(metric, margin)| format!("{metric}={margin}")).collect();
        let options = [
            ("rules", self.rules.clone()),
            ("study", Some(self.study.join(",")).filter(|names| !names.is_empty())),
            ("games", Some(self.games.to_string())),
            ("margins", Some(margins.join(",")).filter(|margins| !margins.is_empty())),
            ("seed", self.seed.map(|seed| seed.to_string())),
            ("out", Some(self.out.display().to_string())),
        ];
        let options = options.into_iter().filter_map(|(name, value)| Some(format!(" --{name} {}", quoted(&value?))));
        format!("hitchart baseline {}{}", quoted(&self.file.display().to_string()), options.collect::<String>())
    }
}

/// Returns a warning if a later check may have too few games to decide.
fn warning(study: &RecordedStudy) -> Option<String> {
    let (number, needed) = few(study)?;
    let whose = if number.of.is_empty() { String::new() } else { format!(" of {}", number.of) };
    Some(format!(
        "warning: study `{}`: if games play differently but equally well, a check may need {} to pass `{}`{whose} at a margin of {}; \
         the baseline has {}, so a check may end inconclusive",
        study.study,
        counted(needed, "games"),
        number.metric,
        number.margin,
        grouped(number.n),
    ))
}

fn recorded_sentence(args: &BaselineArgs, baseline: &Baseline) -> String {
    let exact: u64 = baseline.exact.iter().map(|measure| measure.count).sum();
    let numbers: usize = baseline.studies.iter().map(|study| study.numbers.len()).sum();
    format!(
        "Saved {}: {}, and {} with margins over {} of each of {}",
        args.out.display(),
        counted(exact, "exact numbers"),
        counted(numbers as u64, "numbers"),
        counted(baseline.games, "games"),
        counted(baseline.studies.len() as u64, "studies"),
    )
}
