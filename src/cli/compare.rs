//! `hitchart compare RULES RULES…`

use super::error::CliError;
use super::names::{Offered, OfferedPath, rulesets, scenarios};
use super::output::{self, Output, Shown};
use crate::cli::numbers::{count, whole};
use crate::games::{Entry, ruleset};
use crate::scenario::{Comparison, GAMES, MOST_GAMES, PRECISION, ScenarioGames};
use crate::workflow::{self, WorkflowError};
use clap::Args;
use hitchart_config::{FileKind, FileText, InputError, SearchFolder};
use hitchart_lab::compare::{CompareStudy, json};
use hitchart_lab::runner::Progress;
use hitchart_lab::study::{NamedStudy, Overrides, Simulated, Study};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Rulesets: built-in names, files ending in .toml, or `-` for standard input; each of the others is compared with the first
    #[arg(required = true, num_args = 2.., value_name = "RULES", value_parser = Offered(rulesets), hide_possible_values = true)]
    rules: Vec<String>,
    /// Scenario, a file or a built-in name, with the games, tournaments, costs or marginal studies to play under each ruleset
    /// [default: built-in matchups]
    #[arg(long, value_name = "SCENARIO", value_parser = OfferedPath(scenarios), hide_possible_values = true)]
    scenario: Option<PathBuf>,
    /// Compare only exact numbers, and play no games
    #[arg(long, visible_alias = "no-games", conflicts_with_all = ["scenario", "study", "rungs"])]
    exact: bool,
    /// Studies to play [default: all that can be compared]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    study: Vec<String>,
    /// Limit of games per study, change, rung and ruleset; stops earlier once every verdict is clear and precise enough
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = count(2..=MOST_GAMES))]
    games: u64,
    /// Largest change of a metric to ignore, such as win=0.03; names the metrics that matter [default: win=0.03, or victory=0.03]
    #[arg(long, value_name = "METRIC=X,…", value_delimiter = ',', value_parser = margin)]
    margins: Vec<(String, f64)>,
    /// Play on until the interval of each effect that matters is within this part of the effect on both sides
    #[arg(long, value_name = "X", default_value_t = PRECISION, value_parser = precision)]
    relative_precision: f64,
    /// Policies to repeat the games with: one for all seats, or one per seat joined by `+` [default: the policies of the studies]
    #[arg(long, value_name = "POLICY,…", value_delimiter = ',')]
    rungs: Vec<String>,
    /// Seed of all random streams; replaces that of the scenario
    #[arg(long, value_name = "N", value_parser = whole)]
    seed: Option<u64>,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    output: Output,
}

/// Parses a part of an effect.
fn precision(text: &str) -> Result<f64, String> {
    let value = text.trim().parse().ok().filter(|value: &f64| *value > 0.0);
    value.ok_or_else(|| format!("`{text}` is not a number above 0"))
}

/// Parses a margin.
pub(super) fn margin(text: &str) -> Result<(String, f64), String> {
    let wrong = || format!("`{text}` is not a margin; write METRIC=X, such as win=0.03");
    let (metric, value) = text.split_once('=').ok_or_else(wrong)?;
    let value: f64 = value.trim().parse().map_err(|_| wrong())?;
    if !(value > 0.0 && value.is_finite()) {
        return Err(format!("`{text}`: a margin must be above 0"));
    }
    Ok((metric_name(metric), value))
}

/// Normalises the name of a metric, typed in any case and with spaces or hyphens: `First Attack` is `first_attack`.
fn metric_name(typed: &str) -> String {
    let joined = |c: char| if c == '-' || c.is_whitespace() { '_' } else { c.to_ascii_lowercase() };
    typed.trim().chars().map(joined).collect()
}

/// Compares exact numbers, plays the games of a scenario under each ruleset, and prints the changes.
pub(crate) fn run_compare(args: &CompareArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let (compare, seed) = asked(args)?;
    let compare = Arc::new(compare);
    let pool = workflow::thread_pool(args.threads.map(usize::from))?;
    let study = NamedStudy::alone("compare", compare.clone());
    let run = Simulated { studies: &[study], seed, samples: 0 };
    let told = |_: &str, _: &hitchart_lab::runner::BlockCounts| Ok(());
    let ended = pool.install(|| run.count(Vec::new(), &told, &Progress::new(true), stop));
    let counted = ended.map_err(WorkflowError::from)?.finished().ok_or(WorkflowError::Interrupted)?;
    let answer = compare.answer("compare", &counted);
    let question = format!("What changes from {} to {}?", compare.rulesets[0], compare.rulesets[1..].join(", "));
    let source = format!("{}, seed {seed}", compare.rulesets.join(" and "));
    let shown = Shown::of(question, &answer, &source);
    output::show(&args.output, &shown, || json(&compare, &compare.results("compare", &counted)))
}

/// Builds the comparison from the arguments, and returns it with its seed.
fn asked(args: &CompareArgs) -> Result<(CompareStudy, u64), InputError> {
    let names: Vec<&str> = args.rules.iter().map(|name| name.trim()).collect();
    let game = one_game(&names)?;
    let named = |name: &&str| {
        let rules = (game.rules)(name, &SearchFolder::here())?;
        // Standard input has no name, so the ruleset's name is used.
        Ok((if *name == "-" { rules.name.clone() } else { (*name).to_owned() }, rules))
    };
    let rules = names.iter().map(named);
    let rules = rules.collect::<Result<_, InputError>>()?;
    let on = (!args.exact).then(|| on(args, game)).transpose()?;
    let source = if args.scenario.is_none() { "built-in meetings" } else { "" }.to_owned();
    let margins = (!args.margins.is_empty()).then(|| args.margins.iter().cloned().collect());
    let precision = args.relative_precision;
    let (study, played) = Comparison { game, rules, on, games: args.games, margins, precision, source }.study()?;
    Ok((study, args.seed.or(played.map(|scenario| scenario.seed)).unwrap_or(1)))
}

/// Returns the games of the scenario, or of the game's built-in matchups.
fn on(args: &CompareArgs, game: &Entry) -> Result<ScenarioGames, InputError> {
    let file = match &args.scenario {
        Some(path) => FileText::named(FileKind::Scenario, path)?,
        None => FileText::carried(game.meetings.0, game.meetings.1),
    };
    let overrides = Overrides { seed: args.seed, ..Overrides::default() };
    Ok(ScenarioGames { file, overrides, studies: args.study.clone(), rungs: args.rungs.clone() })
}

/// Returns the game that all rulesets belong to.
fn one_game(rulesets: &[&str]) -> Result<&'static Entry, InputError> {
    let games: Vec<&'static Entry> =
        rulesets.iter().map(|name| Ok(ruleset(name)?.0)).collect::<Result<_, InputError>>()?;
    match games.iter().position(|game| game.name != games[0].name) {
        None => Ok(games[0]),
        Some(other) => {
            let [first, second] = [0, other].map(|i| format!("`{}` is of {}", rulesets[i], games[i].name));
            Err(InputError::plain(format!("{first}, {second}: all rulesets must be of the same game")))
        }
    }
}
