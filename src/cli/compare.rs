//! `hitchart compare RULES RULES…`

use super::error::CliError;
use super::names::{Offered, OfferedPath, rulesets, scenarios};
use super::output::{self, Output, Shown};
use crate::cli::numbers::{count, whole};
use crate::compare::{CompareStudy, json};
use crate::games::{Entry, ruleset};
use crate::input::{Beside, FileText, InputError, Sort};
use crate::runner::Progress;
use crate::scenario::{Comparison, GAMES, MOST_GAMES, On};
use crate::study::{Asked, Overrides, Simulated, Study};
use crate::workflow::{self, WorkflowError};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
pub struct CompareArgs {
    /// Rulesets: built-in names, files ending in .toml, or `-` for standard input; all others are compared with the first
    #[arg(required = true, num_args = 2.., value_name = "RULES", value_parser = Offered(rulesets), hide_possible_values = true)]
    rules: Vec<String>,
    /// Scenario, a file or a built-in name, whose studies of games are played by all of them; without it only what is known exactly is compared
    #[arg(long, value_name = "SCENARIO", value_parser = OfferedPath(scenarios), hide_possible_values = true)]
    scenario: Option<PathBuf>,
    /// Studies to play [default: all that play games]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', requires = "scenario")]
    study: Vec<String>,
    /// Most games of each study, change and rung, by each ruleset; fewer where all that matters is decided before
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = count(2..=MOST_GAMES))]
    games: u64,
    /// What matters: a metric and the greatest change of it that does not [default: win=0.03, or victory=0.03]
    #[arg(long, value_name = "METRIC=X,…", value_delimiter = ',', value_parser = margin)]
    margins: Vec<(String, f64)>,
    /// Who plays, one after the other, in all seats: a policy, or one a seat joined by `+` [default: the studies' policies]
    #[arg(long, value_name = "POLICY,…", value_delimiter = ',', requires = "scenario")]
    rungs: Vec<String>,
    /// Seed of all random streams, over that of the scenario
    #[arg(long, value_name = "N", value_parser = whole)]
    seed: Option<u64>,
    /// Threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    output: Output,
}

/// A margin as it is typed.
pub(super) fn margin(text: &str) -> Result<(String, f64), String> {
    let wrong = || format!("`{text}` is no margin; write METRIC=X, such as win=0.03");
    let (metric, value) = text.split_once('=').ok_or_else(wrong)?;
    let value: f64 = value.trim().parse().map_err(|_| wrong())?;
    if !(value > 0.0 && value.is_finite()) {
        return Err(format!("`{text}`: a margin is above 0"));
    }
    Ok((metric_name(metric), value))
}

/// The name of a metric that is typed in any case, with spaces or hyphens: `First Attack` is `first_attack`.
fn metric_name(typed: &str) -> String {
    let joined = |c: char| if c == '-' || c.is_whitespace() { '_' } else { c.to_ascii_lowercase() };
    typed.trim().chars().map(joined).collect()
}

/// Compares what is known exactly, plays where a scenario is given, and prints what moved.
pub fn run(args: &CompareArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let (compare, seed) = asked(args)?;
    let compare = Arc::new(compare);
    let pool = workflow::thread_pool(args.threads.map(usize::from))?;
    let study = Study::alone("compare", compare.clone());
    let run = Simulated { studies: &[study], seed, samples: 0 };
    let told = |_: &str, _: &crate::runner::Part| Ok(());
    let ended = pool.install(|| run.count(Vec::new(), &told, &Progress::new(true), stop));
    let counted = ended.map_err(WorkflowError::from)?.finished().ok_or(WorkflowError::Interrupted)?;
    let answer = compare.answer("compare", &counted);
    let question = format!("What changes from {} to {}?", args.rules[0].trim(), args.rules[1..].join(", "));
    let shown = Shown::of(question, &answer, &format!("seed {seed}"));
    output::show(&args.output, &shown, || json(&compare, &compare.told("compare", &counted)))
}

/// The comparison as it is to be run, and the seed of its dice.
fn asked(args: &CompareArgs) -> Result<(CompareStudy, u64), InputError> {
    let names: Vec<&str> = args.rules.iter().map(|name| name.trim()).collect();
    let game = one_game(&names)?;
    let named = |name: &&str| {
        let rules = (game.rules)(name, &Beside::here())?;
        // Standard input has no name of its own.
        Ok((if *name == "-" { rules.name.clone() } else { (*name).to_owned() }, rules))
    };
    let rules = names.iter().map(named);
    let rules = rules.collect::<Result<_, InputError>>()?;
    let on = args.scenario.as_deref().map(|path| on(args, path)).transpose()?;
    let margins = (!args.margins.is_empty()).then(|| args.margins.iter().cloned().collect());
    let (study, played) = Comparison { game, rules, on, games: args.games, margins }.study()?;
    Ok((study, args.seed.or(played.map(|scenario| scenario.seed)).unwrap_or(1)))
}

/// The games of a scenario.
fn on(args: &CompareArgs, path: &Path) -> Result<On, InputError> {
    let overrides = Overrides { seed: args.seed, ..Overrides::default() };
    Ok(On {
        file: FileText::named(Sort::Scenario, path)?,
        overrides,
        studies: args.study.clone(),
        rungs: args.rungs.clone(),
    })
}

/// The game that all rulesets are of.
fn one_game(rulesets: &[&str]) -> Result<&'static Entry, InputError> {
    let games: Vec<&'static Entry> =
        rulesets.iter().map(|name| Ok(ruleset(name)?.0)).collect::<Result<_, InputError>>()?;
    match games.iter().position(|game| game.name != games[0].name) {
        None => Ok(games[0]),
        Some(other) => {
            let [first, second] = [0, other].map(|i| format!("`{}` is of {}", rulesets[i], games[i].name));
            Err(InputError::plain(format!("{first}, {second}: rulesets of one game are compared")))
        }
    }
}
