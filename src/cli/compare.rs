//! `hitchart compare RULES RULES…`

use super::error::CliError;
use super::grounds::grounds;
use super::output::{self, Format};
use crate::compare::{Cell, ComparePlan, CompareStudy, Played, changes, is_robust, rows};
use crate::games::{Entry, ruleset};
use crate::input::{FileText, InputError};
use crate::runner::Progress;
use crate::scenario::{Scenario, check};
use crate::study::{Asked, Changes, Counted, Games, Grouped, Overrides, RulesChoice, Simulated, Study, bounds};
use crate::workflow::{self, WorkflowError};
use clap::Args;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Most games of a study.
const MOST: u64 = 100_000_000;

#[derive(Debug, Args)]
pub struct CompareArgs {
    /// Rulesets: built-in names, or files ending in .toml; all others are compared with the first
    #[arg(required = true, num_args = 2.., value_name = "RULES")]
    rules: Vec<String>,
    /// Scenario whose studies of games are played by all of them; without it only what is known exactly is compared
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// Studies to play [default: all that play games]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', requires = "scenario")]
    study: Vec<String>,
    /// Most games of each study, change and rung, by each ruleset; fewer where all that matters is decided before
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(2..=MOST))]
    games: u64,
    /// What matters: a metric and the greatest change of it that does not [default: win=0.03, or victory=0.03]
    #[arg(long, value_name = "METRIC=X,…", value_delimiter = ',', value_parser = margin)]
    margins: Vec<(String, f64)>,
    /// Who plays, one after the other, in all seats: a policy, or one a seat joined by `+` [default: the studies' policies]
    #[arg(long, value_name = "POLICY,…", value_delimiter = ',', requires = "scenario")]
    rungs: Vec<String>,
    /// Seed of all random streams, over that of the scenario
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A margin as it is typed.
fn margin(text: &str) -> Result<(String, f64), String> {
    let wrong = || format!("`{text}` is no margin; write METRIC=X, such as win=0.03");
    let (metric, value) = text.split_once('=').ok_or_else(wrong)?;
    let value: f64 = value.trim().parse().map_err(|_| wrong())?;
    if !(value > 0.0 && value.is_finite()) {
        return Err(format!("`{text}`: a margin is above 0"));
    }
    Ok((metric.trim().to_owned(), value))
}

/// Compares what is known exactly, plays where a scenario is given, and prints what moved.
pub fn run(args: &CompareArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let (compare, seed) = asked(args)?;
    let compare = Arc::new(compare);
    let pool = workflow::thread_pool(args.threads.map(usize::from))?;
    let study = Study { name: "compare".to_owned(), title: String::new(), text: String::new(), asked: compare.clone() };
    let run = Simulated { studies: &[study], seed, samples: 0 };
    let told = |_: &str, _: &crate::runner::Part| Ok(());
    let ended = pool.install(|| run.count(Vec::new(), &told, &Progress::new(true), stop));
    let ended = ended.map_err(WorkflowError::from)?;
    let tables = compare.answer("compare", &ended.counted).tables;
    output::answer(args.format, &tables, || json(&compare, &ended.counted))?;
    if ended.finished { Ok(()) } else { Err(WorkflowError::Unfinished.into()) }
}

/// The comparison as it is to be run, and the seed of its dice.
fn asked(args: &CompareArgs) -> Result<(CompareStudy, u64), InputError> {
    let rulesets: Vec<&str> = args.rules.iter().map(|name| name.trim()).collect();
    let game = one_game(&rulesets)?;
    let known = rulesets.iter().map(|name| (game.exact)(name, Path::new("")));
    let known: Vec<_> = known.collect::<Result<_, _>>()?;
    let exact = known.iter().enumerate().skip(1).flat_map(|(changed, other)| changes(changed, &known[0], other));
    let exact = exact.collect();
    let (cells, seed) = match &args.scenario {
        None => (Vec::new(), args.seed.unwrap_or(1)),
        Some(path) => played(args, game, &rulesets, path)?,
    };
    let usual =
        || cells.iter().flat_map(|cell| cell.arms[0].matters).map(|(metric, margin)| ((*metric).to_owned(), *margin));
    let margins: BTreeMap<String, f64> =
        if args.margins.is_empty() { usual().collect() } else { args.margins.iter().cloned().collect() };
    let plan = ComparePlan { games: args.games, margins };
    let study = CompareStudy { rulesets: rulesets.into_iter().map(str::to_owned).collect(), cells, exact, plan };
    study.check()?;
    Ok((study, seed))
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

/// The games of a scenario by all rulesets, and their seed.
fn played(args: &CompareArgs, game: &Entry, rulesets: &[&str], path: &Path) -> Result<(Vec<Cell>, u64), InputError> {
    let file = FileText::read(path)?;
    let of = |name: &&str| {
        let rules = Some(RulesChoice::Named((*name).to_owned()));
        check(file.clone(), &Overrides { seed: args.seed, rules, ..Overrides::default() })
    };
    let scenarios: Vec<Scenario> = rulesets.iter().map(of).collect::<Result<_, _>>()?;
    let first = &scenarios[0];
    if first.game.name != game.name {
        let problem = format!("{} is of {}, the rulesets of {}", file.name(), first.game.name, game.name);
        return Err(InputError::plain(problem));
    }
    let rungs: Vec<Option<&str>> = match args.rungs.as_slice() {
        [] => vec![None],
        rungs => rungs.iter().map(|rung| Some(rung.trim())).collect(),
    };
    let mut cells = Vec::new();
    for rung in rungs {
        let by_rules = scenarios.iter().map(|scenario| grounds(scenario, &args.study, |games| grouped(games, rung)));
        let by_rules: Vec<Vec<(String, Arc<Grouped>)>> = by_rules.collect::<Result<_, _>>()?;
        for (place, (study, base)) in by_rules[0].iter().enumerate() {
            for (changed, others) in by_rules.iter().enumerate().skip(1) {
                let arms = [Arc::clone(base), Arc::clone(&others[place].1)];
                let rung = rung.unwrap_or("as given").to_owned();
                cells.push(Cell { study: study.clone(), changed, rung, arms });
            }
        }
    }
    Ok((cells, first.seed))
}

/// The games of a study, group by group, played by a rung.
fn grouped(games: &dyn Games, rung: Option<&str>) -> Result<Arc<Grouped>, InputError> {
    let Some(rung) = rung else { return games.grouped().map(Arc::new) };
    let names: Vec<String> = rung.split('+').map(|name| name.trim().to_owned()).collect();
    let seated = if names.len() == 1 { vec![names[0].clone(); games.seats()] } else { names };
    let changed = games.changed(&Changes { policies: Some(&seated), ..Changes::default() })?;
    changed.games().unwrap_or(games).grouped().map(Arc::new)
}

/// For programs.
fn json(study: &CompareStudy, counted: &Counted) -> Value {
    let played = study.played("compare", counted);
    let effects: Vec<Value> = rows(&played).into_iter().map(|row| effect(study, row, &played)).collect();
    let exact = study.exact.iter().map(|change| {
        json!({ "ruleset": study.rulesets[change.changed], "measure": change.measure, "item": change.item,
            "baseline": change.values[0], "changed": change.values[1] })
    });
    let games: u64 = played.iter().map(|played| played.games).sum();
    let told = [
        ("rulesets", json!(study.rulesets)),
        ("effects", Value::Array(effects)),
        ("exact", Value::Array(exact.collect())),
        ("games", json!(games)),
    ];
    Value::Object(Map::from_iter(told.map(|(key, value)| (key.to_owned(), value))))
}

fn effect<'a>(study: &CompareStudy, row: crate::compare::Row<'a>, all: &'a [Played<'a>]) -> Value {
    let (played, effect) = row;
    json!({
        "ruleset": study.rulesets[played.cell.changed],
        "study": played.cell.study,
        "rung": played.cell.rung,
        "metric": effect.quantity.metric,
        "of": effect.quantity.of,
        "baseline": effect.means[0],
        "changed": effect.means[1],
        "effect": effect.estimate.point,
        "interval": bounds(&effect.estimate),
        "n": effect.estimate.n,
        "p": effect.p,
        "p_adjusted": effect.p_adjusted,
        "margin": effect.margin,
        "verdict": effect.verdict.name(),
        "robust": is_robust(row, all),
        "enough": effect.enough(),
    })
}
