//! `hitchart check FILE`: compares current results with a baseline.

use super::names::{NameParser, PathParser, count, rulesets, scenarios, threads};
use crate::games::{Entry, GAMES, PROGRAM, find, root_game};
use crate::options::{Rows, Target, Targets};
use crate::reply::{Reply, ReplyForm};
use crate::scenario::{Scenario, check, grounds};
use crate::{AskError, Asking};
use clap::{Args, ValueEnum};
use hitchart_config::rules::{RulesText, are_changes, is_file};
use hitchart_config::words::{counted, grouped};
use hitchart_config::{FileKind, InputError, is_text, rules};
use hitchart_lab::regression::{
    Baseline, ChangedPath, CheckResult, CheckStudy, MeasureResult, asked, differences, hold, tables,
};
use hitchart_lab::study::{Grouped, Overrides, RulesChoice};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Baseline file, as `hitchart baseline` writes it
    file: PathBuf,
    /// Built-in ruleset or house rule, a file ending in .toml, or changes of the rules: `PATH=VALUE`, several with `;`
    /// between them [default: that of the scenario, or as the baseline was made]
    #[arg(long, value_name = "RULES", value_parser = NameParser(rulesets), hide_possible_values = true)]
    rules: Option<String>,
    /// Scenario: a file or a built-in name [default: as in the baseline, relative to its folder]
    #[arg(long, value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    scenario: Option<PathBuf>,
    /// Accept differences of a layer: they are listed, and do not fail the check
    #[arg(long, value_enum, value_name = "LAYER", value_delimiter = ',')]
    accept: Vec<Accepted>,
    /// Limit of games of each study [default: that of the baseline]
    #[arg(long, value_name = "N", value_parser = count(1..=u64::MAX))]
    games: Option<u64>,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u16>,
    /// Print the outcome as table, line (one sentence), json, junit or md; FORMAT=FILE writes a file. Repeat for several
    #[arg(id = "output-format", long = "format", value_name = "FORMAT", value_parser = Targets::CHECK, default_value = "table", hide_possible_values = true)]
    format: Vec<Target>,
    #[command(flatten)]
    rows: Rows,
    /// Print nothing; use the exit code
    #[arg(long, short)]
    pub quiet: bool,
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
///
/// # Errors
/// Fails on mistakes in the arguments and in the baseline, and if the work was stopped. Drift is an answer.
pub fn answer_check(args: &CheckArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    Ok(check_reply(args, &checked(args, asking)?))
}

/// Plays the games of a baseline again and compares them with it.
///
/// # Errors
/// As [`answer_check`].
pub fn checked(args: &CheckArgs, asking: &Asking<'_>) -> Result<CheckResult, AskError> {
    let file = asking.own_file("baseline", &args.file)?;
    let baseline = Baseline::read(&file)?;
    let today = today(args, &baseline, asking)?;
    baseline.check_digest(&file)?;
    let most = most(args, &baseline)?;
    let names: Vec<String> = baseline.studies.iter().map(|study| study.study.clone()).collect();
    let games = grounds(&today.scenario, &names, |games| games.grouped().map(Arc::new))?;
    let games: Vec<Arc<Grouped>> = games.into_iter().map(|(_, games)| games).collect();
    let check = Arc::new(CheckStudy::new(&baseline.studies, games, most)?);
    let exact = exact(&baseline, &today)?;
    let asking = Asking { quiet: asking.quiet || args.quiet, ..asking.clone() };
    let counted = asking.counted_alone(NAME, check.clone(), baseline.seed, args.threads.map(usize::from))?;
    Ok(CheckResult {
        title: today.scenario.title.clone(),
        said: check_sentences(&baseline, &today),
        rules: today.rules,
        exact,
        signature: check.signature(NAME, &counted),
        accepted: args.accept.contains(&Accepted::Signature),
        exact_accepted: args.accept.contains(&Accepted::Exact),
        statistics: check.standings(NAME, &counted),
    })
}

/// Returns the result of a check as an answer.
pub fn check_reply(args: &CheckArgs, outcome: &CheckResult) -> Reply {
    Reply {
        form: ReplyForm::Study,
        question: format!("Did the balance of {} change?", outcome.title),
        summary: outcome.summary(),
        line: outcome.verdict_sentence(),
        numbers: outcome.numbers(),
        undecided: outcome.undecided(),
        tables: tables(outcome),
        data: outcome.to_json(),
        targets: args.format.clone(),
        rows: args.rows.clone(),
        ..Reply::default()
    }
}

/// Name of the simulations.
const NAME: &str = "check";

/// Returns the folder of the baseline; empty if the argument is its text.
fn folder_of(file: &Path) -> &Path {
    let is_path = !file.to_str().is_some_and(is_text);
    file.parent().filter(|_| is_path).unwrap_or(Path::new(""))
}

/// Returns the most games of each study.
fn most(args: &CheckArgs, baseline: &Baseline) -> Result<u64, InputError> {
    match args.games {
        Some(games) if games > baseline.games => {
            let has = counted(baseline.games, "games");
            let problem = format!("--games is {}; the baseline has {has} of each study", grouped(games));
            Err(InputError::plain(problem)
                .with_help(Some("use `hitchart baseline --games` to make one with more games")))
        }
        games => Ok(games.unwrap_or(baseline.games)),
    }
}

/// Returns the scenario with the current rules.
fn today(args: &CheckArgs, baseline: &Baseline, asking: &Asking<'_>) -> Result<Today, InputError> {
    let Some(game) = find(&baseline.game) else {
        let unknown = InputError::unknown("game", &baseline.game, GAMES.iter().map(|game| game.name));
        return Err(unknown.of_key(&format!("{}: `game`", args.file.display())));
    };
    let folder = folder_of(&args.file);
    let moved = |error: InputError| error.with_help(args.scenario.is_none().then_some("--scenario says where it is"));
    let file = match &args.scenario {
        Some(path) => asking.file(FileKind::Scenario, path),
        None => asking.folder.below(folder).named(FileKind::Scenario, &baseline.scenario.file),
    };
    let file = file.map_err(moved)?;
    let from = baseline.rules.from.as_deref().map(|from| place_of(folder, from));
    let named = match (&args.rules, from) {
        // Changes of the rules that the baseline was recorded with.
        (Some(changes), Some(from)) if are_changes(changes) && are_changes(&from) => Some(format!("{from}; {changes}")),
        (Some(changes), Some(from)) if are_changes(changes) => {
            Some(format!("extends={}; {changes}", toml::Value::from(from)))
        }
        (Some(name), _) => Some(name.clone()),
        (None, from) => from,
    };
    if let Some(name) = &named {
        of_its_game(name, game, asking)?;
    }
    let rules = named.map(|name| RulesChoice::Named(name, asking.folder.clone()));
    let programs = asking.programs.clone();
    let overrides = Overrides { seed: Some(baseline.seed), rules, programs, ..Overrides::default() };
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
fn of_its_game(name: &str, game: &Entry, asking: &Asking<'_>) -> Result<(), InputError> {
    // Rules of a program are read with the program's description.
    if game.name == PROGRAM.name {
        return Ok(());
    }
    match root_game(name, &asking.folder)? {
        Some(of) if of.name != game.name => {
            let name = if is_text(name) { (of.rules)(name, &asking.folder)?.name } else { name.to_owned() };
            Err(InputError::plain(format!("`{name}` is of {}, the baseline of {}", of.name, game.name)))
        }
        _ => Ok(()),
    }
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
fn exact(baseline: &Baseline, today: &Today) -> Result<Vec<MeasureResult>, InputError> {
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
