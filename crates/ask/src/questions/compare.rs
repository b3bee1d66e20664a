//! Comparisons: `hitchart compare` for rulesets and changed fields, `hitchart sweep` for values of fields, and `hitchart meta` for
//! tables of results.

use super::names::{GameOptions, NameParser, PathParser, count, named, results, rulesets, scenarios, threads, whole};
use crate::games::{Entry, PROGRAM, games_of};
use crate::options::Output;
use crate::reply::Reply;
use crate::scenario::{Arm, Comparison, GAMES, MOST_GAMES, PRECISION, ScenarioGames, Sweeping, check, is_of_a_program};
use crate::{AskError, Asking, on_threads};
use clap::Args;
use hitchart_config::{FileKind, FileText, InputError, is_text};
use hitchart_lab::compare::{CompareStudy, json};
use hitchart_lab::metagame;
use hitchart_lab::metagame::{Analysis, RESAMPLES, analyse};
use hitchart_lab::study::{Answer, Overrides, Study};
use hitchart_lab::sweep::{DesignKind, MOST_POINTS, SweepStudy};
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

// `hitchart compare RULES RULES…`

#[derive(Debug, Args)]
pub struct CompareArgs {
    /// Rulesets: built-in names, files ending in .toml, or `-` for standard input; each of the others is compared with the first
    #[arg(required = true, num_args = 1.., value_name = "RULES", value_parser = NameParser(rulesets), hide_possible_values = true)]
    rules: Vec<String>,
    /// Change to compare with the first ruleset: a field of the rules or of the studies with its value, or several with `;`
    /// between them; may be repeated
    #[arg(long = "field", value_name = "PATH=VALUE")]
    fields: Vec<String>,
    /// Scenario, a file or a built-in name, with the games, tournaments, costs or marginal studies to play under each ruleset
    /// [default: built-in matchups]
    #[arg(long, value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    scenario: Option<PathBuf>,
    /// Compare only exact numbers, and play no games
    #[arg(long, visible_alias = "no-games", conflicts_with_all = ["scenario", "study", "games", "rungs", "margins", "relative_precision"])]
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
    /// Play until the half-width of each effect that matters and moved is at most this part of the effect
    #[arg(long, value_name = "X", default_value_t = PRECISION, value_parser = precision)]
    relative_precision: f64,
    /// Policies to repeat the games with: one for all seats, or one per seat joined by `+` [default: the policies of the studies]
    #[arg(long, value_name = "POLICY,…", value_delimiter = ',')]
    rungs: Vec<String>,
    /// Repeat the games with `deep` too, the search with sixteen times the playouts, to confirm the verdicts
    #[arg(long, conflicts_with = "exact")]
    confirm: bool,
    /// Seed of all random streams; replaces that of the scenario
    #[arg(long, value_name = "N", value_parser = whole)]
    seed: Option<u64>,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
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
pub fn margin(text: &str) -> Result<(String, f64), String> {
    let wrong = || format!("`{text}` is not a margin; write METRIC=X, such as win=0.03");
    let (metric, value) = text.split_once('=').ok_or_else(wrong)?;
    let value: f64 = value.trim().parse().map_err(|_| wrong())?;
    if !(value > 0.0 && value.is_finite()) {
        return Err(format!("`{text}`: allowed: a finite number above 0"));
    }
    Ok((metric_name(metric), value))
}

/// Returns margins by metric.
///
/// # Errors
/// Fails if a metric has two margins.
pub fn margins_by_metric(margins: &[(String, f64)]) -> Result<BTreeMap<String, f64>, InputError> {
    let mut by_metric = BTreeMap::new();
    for (metric, margin) in margins {
        if let Some(first) = by_metric.insert(metric.clone(), *margin) {
            let problem = format!("--margins names `{metric}` twice, with {first} and {margin}; allowed: once");
            return Err(InputError::plain(problem));
        }
    }
    Ok(by_metric)
}

/// Normalises the name of a metric, typed in any case and with spaces or hyphens: `First Attack` is `first_attack`.
fn metric_name(typed: &str) -> String {
    let joined = |c: char| if c == '-' || c.is_whitespace() { '_' } else { c.to_ascii_lowercase() };
    typed.trim().chars().map(joined).collect()
}

/// Compares exact numbers, plays the games of a scenario under each ruleset, and prints the changes.
pub fn answer_compare(args: &CompareArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let (compare, seed, game) = asked(args, asking)?;
    let compare = Arc::new(compare);
    let quiet = Asking { quiet: true, ..asking.clone() };
    let counted = quiet.counted_alone("compare", compare.clone(), seed, args.threads.map(usize::from))?;
    let answer = compare.answer("compare", &counted);
    let question = format!("What changes from {} to {}?", compare.rulesets[0], compare.rulesets[1..].join(", "));
    let source = format!("{}, seed {seed}", compare.rulesets.join(" and "));
    let reply = Reply::of(question, &answer, &source).with_distances(game, &compare.players()).warned(&answer.warnings);
    // The changes of games if any were played, and otherwise those of exact numbers.
    let reply = reply.with_csv("compare-effects");
    Ok(reply.finish(&args.output, json(&compare, &compare.results("compare", &counted))))
}

/// Builds the comparison from the arguments, and returns it with its seed and its game.
fn asked(args: &CompareArgs, asking: &Asking<'_>) -> Result<(CompareStudy, u64, &'static Entry), InputError> {
    // The line break at the end of a text tells it from a name.
    let names = args.rules.iter().map(|typed| if is_text(typed) { typed.as_str() } else { typed.trim() });
    let names: Vec<&str> = names.collect();
    let scenario = args.scenario.as_ref().map(|path| asking.file(FileKind::Scenario, path)).transpose()?;
    let game = match scenario.as_ref().filter(|file| is_of_a_program(file)) {
        Some(_) => PROGRAM,
        None => one_game(&names, asking)?,
    };
    let named = |name: &&str| {
        let rules = (game.rules)(name, &asking.folder)?;
        // Standard input and a text have no name, so the ruleset's name is used.
        let name = if *name == "-" || is_text(name) { rules.name.clone() } else { (*name).to_owned() };
        Ok(Arm::of_rules(name, rules))
    };
    let rules: Vec<Arm> = names.iter().map(named).collect::<Result<_, InputError>>()?;
    if rules.len() + args.fields.len() < 2 {
        let problem = "a comparison needs two rulesets, or one and a change such as --field ranges.direct=10";
        return Err(InputError::plain(problem));
    }
    let on = (!args.exact).then(|| on(args, scenario, game, asking));
    let source = if args.scenario.is_none() { "built-in meetings" } else { "" }.to_owned();
    let margins = (!args.margins.is_empty()).then(|| margins_by_metric(&args.margins)).transpose()?;
    let precision = args.relative_precision;
    let (fields, games) = (args.fields.clone(), args.games);
    let (study, played) = Comparison { game, rules, fields, on, games, margins, precision, source }.study()?;
    Ok((study, args.seed.or(played.map(|scenario| scenario.seed)).unwrap_or(1), game))
}

/// Returns the games of the scenario, or of the game's built-in matchups.
fn on(args: &CompareArgs, scenario: Option<FileText>, game: &Entry, asking: &Asking<'_>) -> ScenarioGames {
    let file = scenario.unwrap_or_else(|| FileText::carried(game.meetings.0, game.meetings.1));
    let (players, programs) = (asking.players.clone(), asking.programs.clone());
    let overrides = Overrides { seed: args.seed, players, programs, ..Overrides::default() };
    ScenarioGames { file, overrides, studies: args.study.clone(), rungs: args.rungs.clone(), confirm: args.confirm }
}

/// Returns the game that all rulesets belong to.
fn one_game(rulesets: &[&str], asking: &Asking<'_>) -> Result<&'static Entry, InputError> {
    let games = games_of(rulesets, &asking.folder)?;
    match games.iter().position(|game| game.name != games[0].name) {
        None => Ok(games[0]),
        Some(other) => {
            let [first, second] = [0, other].map(|i| format!("`{}` is of {}", rulesets[i], games[i].name));
            let is_plain = |name: &str| {
                let keys = hitchart_config::rules::keys(name, &asking.folder);
                !keys.is_empty() && !keys.iter().any(|key| key[0] == "extends")
            };
            let help = "an overlay without `extends` changes `rulebook`; write `extends` to change another ruleset";
            let help = [rulesets[0], rulesets[other]].into_iter().any(is_plain).then_some(help);
            Err(InputError::plain(format!("{first}, {second}: all rulesets must be of the same game")).with_help(help))
        }
    }
}

// `hitchart sweep FILE --field PATH=LOW..HIGH`

/// Most games per point.
const MOST: u64 = 100_000_000;

#[derive(Debug, Args)]
pub struct SweepArgs {
    /// Scenario: a file, a built-in name, or `-` for standard input; with studies of games. Its ruleset is the one that is changed
    #[arg(value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    file: PathBuf,
    /// Field and its values: PATH=LOW..HIGH, PATH=LOW..HIGH:STEP, or PATH=A|B; may be repeated. Fields of the ruleset are as
    /// `rules show` prints them; those of the studies begin with `study`, such as study.battlefield.table.diagonal
    #[arg(long = "field", value_name = "PATH=VALUES", required = true)]
    fields: Vec<String>,
    /// Selection of the combinations of values: all of them (grid), points spread evenly along each field (latin, a Latin
    /// hypercube), changes of one field at a time (morris, for elementary effects), or matrices for the share of the
    /// variance that each field causes (sobol)
    #[arg(long, value_parser = named(&DesignKind::ALL), default_value = DesignKind::Grid.name())]
    design: DesignKind,
    /// Number of points (latin), trajectories (morris) or rows (sobol) [default: 40, 10, 64]
    #[arg(long, value_name = "N", value_parser = count(2..=MOST_POINTS as u64))]
    points: Option<u64>,
    /// Games per point, study and rung; with --target, the limit of them [default: 1000, with --target 4000]
    #[arg(long, value_name = "N", value_parser = count(2..=MOST))]
    games: Option<u64>,
    /// Studies to play [default: all studies of games]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    study: Vec<String>,
    /// Policies to repeat the games with: one for all seats, or one per seat joined by `+` [default: the policies of the studies]
    #[arg(long, value_name = "POLICY,…", value_delimiter = ',')]
    rungs: Vec<String>,
    /// Metrics in the tables, or `all`; JSON always contains all [default: win or victory, and that of the target]
    #[arg(long, value_name = "METRIC,…", value_delimiter = ',')]
    metrics: Vec<String>,
    /// Find the nearest ruleset that meets this condition: 'defender wins 50%', 'rounds <= 6', 'victory >= 60%'
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
    #[command(flatten)]
    options: GameOptions,
}

/// Plays all points, or searches for the point that reaches a target, and prints the answer.
pub fn answer_sweep(args: &SweepArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let (sweep, seed, game) = on_threads(asking.threads(args.options.threads()), || sweep_asked(args, asking))??;
    let sweep = Arc::new(sweep);
    let counted = asking.counted_alone(NAME, sweep.clone(), seed, args.options.threads())?;
    let answer = sweep.answer(NAME, &counted);
    let fields = args.fields.join(", ");
    let question = match &args.target {
        Some(target) => format!("Which value of {fields} reaches `{target}`?"),
        None => format!("What changes with {fields}?"),
    };
    let source = sweep.provenance.trim_start_matches("Rules: ").trim_end_matches('.');
    let reply = Reply::of(question, &answer, source).with_distances(game, &sweep.players()).warned(&answer.warnings);
    Ok(reply.finish(&args.options.output, answer.json.clone().unwrap_or(Value::Null)))
}

/// Name of the tables and of the random streams of a design.
const NAME: &str = "sweep";

/// Builds the sweep from the arguments, and returns it with its seed and its game.
fn sweep_asked(args: &SweepArgs, asking: &Asking<'_>) -> Result<(SweepStudy, u64, &'static Entry), InputError> {
    let (file, overrides) = (asking.file(FileKind::Scenario, &args.file)?, args.options.overrides(asking));
    let scenario = check(file.clone(), &overrides)?;
    let (studies, rungs) = (args.study.clone(), args.rungs.clone());
    let game = scenario.game;
    let sweeping = Sweeping {
        game,
        rules: scenario.rules,
        on: ScenarioGames { file, overrides, studies, rungs, confirm: false },
        name: NAME.to_owned(),
        fields: args.fields.clone(),
        design: args.design,
        points: args.points.map(|points| points as usize),
        games: args.games,
        metrics: args.metrics.iter().map(|metric| metric.trim().to_owned()).collect(),
        target: args.target.clone(),
        is_in_file: false,
    };
    sweeping.study().map(|(study, seed)| (study, seed, game))
}

// `hitchart meta FILE.csv`

#[derive(Debug, Args)]
pub struct MetaArgs {
    /// Results: a file, a built-in name, or `-` for standard input; comma-separated values with the columns a, b, wins, ties,
    /// losses
    #[arg(value_name = "RESULTS", value_parser = PathParser(results), hide_possible_values = true)]
    file: PathBuf,
    /// Seed of the resamples
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole)]
    seed: u64,
    /// Bootstrap resamples for the intervals, 100 to 10,000
    #[arg(long, value_name = "N", default_value_t = RESAMPLES as u64, value_parser = count(100..=10_000))]
    resamples: u64,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<u16>,
    /// Also write a report with figures into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// Name of tables and figures.
pub const META_NAME: &str = "meta";

/// Analyses results, and returns the answer with the summary first.
///
/// # Errors
/// Fails on files that are not results.
pub fn answer_meta(args: &MetaArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let (analysis, file) = analysed(args, asking)?;
    let answer = Answer { tables: metagame::tables(&analysis, META_NAME), ..metagame::answer(&analysis, META_NAME) };
    let reply = Reply::of(format!("Who beats whom in {}?", file.name()), &answer, &file.name());
    Ok(reply.finish(&args.output, with_provenance(&analysis, &file)))
}

/// Reads and analyses results.
///
/// # Errors
/// Fails on files that are not results.
pub fn analysed(args: &MetaArgs, asking: &Asking<'_>) -> Result<(Analysis, FileText), AskError> {
    let file = asking.file(FileKind::Results, &args.file)?;
    let results = metagame::read(&file)?;
    let analysis = || analyse(&results, args.seed, args.resamples as usize);
    let analysis = on_threads(args.threads.map(usize::from), analysis)?.map_err(InputError::plain)?;
    Ok((analysis, file))
}

/// Returns the answer as JSON, with its provenance.
fn with_provenance(analysis: &Analysis, file: &FileText) -> Value {
    let mut answer = metagame::json(analysis);
    answer["provenance"] = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "file": file.name(),
        "sha256": file.sha256(),
        "seed": analysis.seed,
        "resamples": analysis.resamples,
    });
    answer
}
