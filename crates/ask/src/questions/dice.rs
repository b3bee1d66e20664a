//! The command `hitchart dice`: exact distributions of expressions of dice.

use super::odds::{SimulatedRolls, Simulation};
use crate::options::{Format, Rows, Short, file_to_write};
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::{InputError, words::counted};
use hitchart_dice::algebra::{DiceOdds, Distribution, Expression, TupleDistribution};
use hitchart_lab::runner::DicePlan;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, number, object, percent, percent_of};
use hitchart_stats::order::smallest_first;
use serde_json::{Value, json};
use std::{ffi::OsStr, path::PathBuf};

/// Parses the path of a plot.
fn plot_file(text: &str) -> Result<PathBuf, String> {
    let path = file_to_write(text)?;
    let is_drawn = |end: &OsStr| end.eq_ignore_ascii_case("svg") || end.eq_ignore_ascii_case("png");
    match path.extension().is_some_and(is_drawn) {
        true => Ok(path),
        false => Err("write a file that ends in `.svg` or `.png`".to_owned()),
    }
}

/// Most expressions of a question.
const MOST_EXPRESSIONS: usize = 200;
/// Most expressions that are described one by one in the first sentence, with a plot of each.
const FEW: usize = 2;
/// Most rows of a plot at the terminal, whose screen has few lines.
const MOST_ROWS: i64 = 16;
/// Characters of the longest bar of a plot at the terminal.
const LONGEST_BAR: f64 = 30.0;
/// Share of outcomes at each end that have one row in a plot of single outcomes at the terminal.
const RARE: f64 = 0.01;
/// Share of outcomes at each end that are part of the first and the last range of a plot of ranges.
const VERY_RARE: f64 = 0.001;

#[derive(Debug, Args)]
#[command(
    after_help = "Notation: 3d6, d%, 4dF, d{0,1,1,2}; + - * // and comparisons; kh, kl, dh, dl with a number (4d6kh3); \
    r1 (roll again), ro<=2 (once), !3 (explode at most 3 times), cs>=5 (count dice); d4d6 (a rolled number of dice); \
    max, min, floor, if, sets, longest_run, let x = d6 in x * x. docs/dice.md has all of it. Quote expressions with spaces \
    or signs of the shell.\n\nExamples:\n  \
    hitchart dice 4d6kh3 'max(2d6,d12)' '6d6cs>=5'\n  \
    hitchart dice 2d20kh1 --at-least 15 --format line\n  \
    hitchart dice '3d6>d20' --simulate\n  \
    hitchart dice 'let x = 2d6 in if(x = 12, x + d6, x)' --full"
)]
pub struct DiceArgs {
    /// Expressions of dice, such as 4d6kh3 or 'max(2d6, d12)'
    #[arg(value_name = "EXPRESSIONS", required = true, num_args = 1..)]
    expressions: Vec<String>,
    /// Also print the chance of N or more
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    at_least: Option<i64>,
    /// Also print the chance of N or less
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    at_most: Option<i64>,
    /// Also write the plot as a file, .svg or .png
    #[arg(id = "out", long = "plot", value_name = "FILE", value_parser = plot_file)]
    pub plot: Option<PathBuf>,
    #[command(flatten)]
    simulation: Simulation,
    #[command(flatten)]
    output: Short,
}

/// An expression with its distribution.
struct Rolled<'a> {
    text: &'a str,
    expression: Expression,
    odds: DiceOdds,
    /// True if explosions without a limit were cut.
    is_cut: bool,
    simulated: Option<SimulatedRolls>,
}

/// Returns the distributions of expressions.
///
/// # Errors
/// Fails on mistakes in an expression, on expressions that take too much work, and if a simulation is stopped.
pub fn answer(args: &DiceArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    if args.expressions.len() > MOST_EXPRESSIONS {
        let problem = format!("{} expressions; allowed: at most {MOST_EXPRESSIONS}", args.expressions.len());
        return Err(InputError::plain(problem).into());
    }
    let mut rolled: Vec<Rolled<'_>> = args.expressions.iter().map(|text| rolled(text)).collect::<Result<_, _>>()?;
    let bound = args.at_least.map(|n| format!("at least {n}")).or(args.at_most.map(|n| format!("at most {n}")));
    let tuple = rolled.iter().find(|one| matches!(one.odds, DiceOdds::Tuple(_)));
    if let (Some(bound), Some(tuple)) = (bound, tuple) {
        let problem = format!("the results of `{}` are tuples, which have no chance of {bound}", tuple.text);
        return Err(InputError::plain(problem).into());
    }
    let plan = |one: &Rolled<'_>| DicePlan::of_expression(one.expression.clone(), &one.odds);
    let plans = || rolled.iter().map(|one| (one.text, plan(one))).collect::<Vec<_>>();
    let (simulated, warnings) = args.simulation.rolls(plans, asking)?;
    rolled.iter_mut().zip(simulated).for_each(|(one, simulated)| one.simulated = Some(simulated));
    let cut = if rolled.iter().any(|one| one.is_cut) { "; `!` is cut at a probability below 1e-12" } else { "" };
    let is_long = rolled.len() > FEW;
    let is_data = asking.as_data || args.output.formats.has(Format::Json);
    let summary = match (is_long, args.simulation.is_asked()) {
        (true, _) => vec![format!("{}{cut}.", headline(&rolled))],
        // The tables have the simulation too.
        (false, true) => vec![joined(rolled.iter().map(|one| line(one, args)), cut)],
        (false, false) => Vec::new(),
    };
    let lines = rolled.iter().map(|one| line(one, args) + &simulated_line(one));
    let line = match is_long {
        true => lines.map(|line| format!("{line}, exact{cut}")).collect::<Vec<_>>().join("\n"),
        false => joined(lines, cut),
    };
    let reply = Reply {
        csv: args.output.formats.has(Format::Csv).then(|| every_outcome(&rolled)),
        summary,
        // The figure and the data list every outcome, up to millions; they take seconds and are not always read.
        figures: if is_data || args.plot.is_some() { figure(&rolled).into_iter().collect() } else { Vec::new() },
        notes: rolled.iter().flat_map(|one| one.expression.notes()).collect(),
        warnings: warnings.iter().map(ToString::to_string).collect(),
        ..Reply::short(line, &tables(&rolled, args))
    };
    let data = match is_data {
        true => json!({ "results": rolled.iter().map(|one| to_json(one, args)).collect::<Vec<_>>() }),
        false => Value::Null,
    };
    let reply = reply.finish(&args.output, data);
    // The table of many expressions is printed whole, even if it is longer than a screen.
    Ok(Reply { rows: Rows { full: args.output.full || is_long, ..reply.rows }, ..reply })
}

/// Parses an expression of dice, and computes its distribution.
fn rolled(text: &str) -> Result<Rolled<'_>, InputError> {
    let mistake = |error| InputError::plain(format!("`{text}`, {error}"));
    let expression: Expression = text.parse().map_err(mistake)?;
    let odds = expression.odds().map_err(mistake)?;
    let is_cut = expression.explodes_without_limit();
    Ok(Rolled { text: text.trim(), expression, odds, is_cut, simulated: None })
}

/// Describes many expressions in a short sentence: `25 expressions, means from 0.49 (3d6 > 2d8) to 70 (20d6), exact`.
fn headline(rolled: &[Rolled<'_>]) -> String {
    let mut means: Vec<(f64, &str)> = numbers(rolled).map(|(one, odds)| (odds.mean(), one.text)).collect();
    smallest_first(&mut means, |row| row.0);
    let range = match means.as_slice() {
        [(low, least), .., (high, most)] => {
            format!(", means from {} (`{least}`) to {} (`{most}`)", number(*low), number(*high))
        }
        _ => String::new(),
    };
    format!("{}{range}, exact", counted(rolled.len() as u64, "expressions"))
}

/// Returns the expressions whose results are numbers, with their distributions.
fn numbers<'r, 'a>(rolled: &'r [Rolled<'a>]) -> impl Iterator<Item = (&'r Rolled<'a>, &'r Distribution)> + Clone {
    rolled.iter().filter_map(|one| match &one.odds {
        DiceOdds::Number(odds) => Some((one, odds)),
        DiceOdds::Tuple(_) => None,
    })
}

/// Returns true if a number says whether something holds: that of a comparison, or any that may be 0 or 1.
fn is_truth(one: &Rolled<'_>, odds: &Distribution) -> bool {
    one.expression.is_test() || (odds.min(), odds.max()) == (0, 1)
}

/// Describes a distribution: `4d6kh3: mean 12.2, sd 2.85, 3 to 18`.
fn line(one: &Rolled<'_>, args: &DiceArgs) -> String {
    match &one.odds {
        DiceOdds::Number(odds) if is_truth(one, odds) && args.at_least.is_none() && args.at_most.is_none() => {
            format!("{}: {}", one.text, percent_of(odds.at(1), odds.at(0)))
        }
        DiceOdds::Number(odds) => {
            let (mean, sd) = (number(odds.mean()), number(odds.sd()));
            let chances: String = chances(odds, args)
                .into_iter()
                .map(|(words, chance)| format!(", {words} {}", percent(chance)))
                .collect();
            format!("{}: mean {mean}, sd {sd}, {} to {}{chances}", one.text, odds.min(), odds.max())
        }
        DiceOdds::Tuple(odds) => {
            let means = (0..odds.width()).filter_map(|i| odds.element(i)).map(|element| number(element.mean()));
            let outcomes = counted(odds.len() as u64, "outcomes");
            format!("{}: means {}, {outcomes}", one.text, means.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Joins the descriptions of a few expressions.
fn joined(lines: impl Iterator<Item = String>, cut: &str) -> String {
    format!("{}, exact{cut}", lines.collect::<Vec<_>>().join("; "))
}

/// Describes the simulation of an expression, if there is one: `, simulated 12.2 (12.2 to 12.3), …`.
fn simulated_line(one: &Rolled<'_>) -> String {
    one.simulated.as_ref().map(|simulated| format!(", {}", simulated.line(0))).unwrap_or_default()
}

/// Returns the chances that were asked for, with their words.
fn chances(odds: &Distribution, args: &DiceArgs) -> Vec<(String, f64)> {
    let at_least = args.at_least.map(|n| (format!("at least {n}"), odds.at_least(n)));
    let at_most = args.at_most.map(|n| (format!("at most {n}"), odds.at_most(n)));
    at_least.into_iter().chain(at_most).collect()
}

/// Returns the summary of several expressions, and the plots of a few, or of all if all rows are asked for.
fn tables(rolled: &[Rolled<'_>], args: &DiceArgs) -> Vec<Table> {
    let summary = (rolled.len() > 1 && numbers(rolled).next().is_some()).then(|| summary(rolled, args));
    let plotted = rolled.iter().filter(|_| rolled.len() <= FEW || args.output.full);
    let plots = plotted.map(|one| match &one.odds {
        DiceOdds::Number(odds) => {
            let bins = if args.output.full { Bins::each(odds) } else { Bins::for_screen(odds) };
            let chances = row_chances(&bins.rows, odds);
            let most = chances.iter().copied().fold(0.0, f64::max);
            let plot = beside(outcomes(one.text, &bins, &chances, odds), one, bins.rows.into_iter());
            plot.text("bar", "", chances.iter().map(|chance| bar(chance / most)))
        }
        DiceOdds::Tuple(odds) => {
            beside(tuples(one.text, odds), one, (0..odds.len() as i64).map(|place| (place, place)))
        }
    });
    summary.into_iter().chain(plots).collect()
}

/// Adds the simulated share of each row to the plot of an expression.
fn beside(plot: Table, one: &Rolled<'_>, rows: impl Iterator<Item = (i64, i64)>) -> Table {
    match &one.simulated {
        None => plot,
        Some(simulated) => Table { note: simulated.note(0), ..simulated.beside(plot, 0, rows) },
    }
}

/// Returns one row for each expression.
fn summary(rolled: &[Rolled<'_>], args: &DiceArgs) -> Table {
    let each = || numbers(rolled).map(|(_, odds)| odds);
    let tuples = rolled.len() - numbers(rolled).count();
    let note = match (rolled.len() > FEW && !args.output.full, tuples) {
        (false, _) => "Exact: no sampling error.".to_owned(),
        (true, 0) => "Exact: no sampling error. --full prints the chance of each result.".to_owned(),
        (true, n) => {
            let n = counted(n as u64, "tuples");
            format!("Exact: no sampling error. --full prints the chance of each result, also of {n}.")
        }
    };
    let table = Table::new("dice", "Dice", note)
        .text("expression", "Expression", numbers(rolled).map(|(one, _)| one.text))
        .number("total_mean", "Mean", 4, each().map(Distribution::mean))
        .number("total_sd", "SD", 4, each().map(Distribution::sd))
        .whole("smallest", "Least", each().map(Distribution::min))
        .whole("median", "Median", each().map(|odds| odds.quantile(0.5)))
        .whole("largest", "Most", each().map(Distribution::max));
    let table = match args.at_least {
        Some(n) => table.number("p_at_least", &format!("P(at least {n})"), 4, each().map(|odds| odds.at_least(n))),
        None => table,
    };
    let table = match args.at_most {
        Some(n) => table.number("p_at_most", &format!("P(at most {n})"), 4, each().map(|odds| odds.at_most(n))),
        None => table,
    };
    let simulated: Vec<&SimulatedRolls> = numbers(rolled).filter_map(|(one, _)| one.simulated.as_ref()).collect();
    if simulated.is_empty() {
        return table;
    }
    let means = || simulated.iter().map(|simulated| simulated.mean(0));
    table
        .estimates(["simulated", "interval"], "Simulated mean", 4, means())
        .count("n", "N", means().map(|mean| mean.n))
        .number("p_value", "p (Holm)", 3, simulated.iter().map(|simulated| simulated.p_value(0)))
}

/// Rows of a plot at the terminal: the first and the last outcome of each, in order.
struct Bins {
    rows: Vec<(i64, i64)>,
    /// Distance from the first outcome of a row to that of the next; rows of rare outcomes at the ends may be wider.
    width: i64,
}

impl Bins {
    /// Returns a row for each outcome.
    fn each(odds: &Distribution) -> Bins {
        Bins { rows: odds.iter().map(|(value, _)| (value, value)).collect(), width: 1 }
    }

    /// Returns rows for a screen: single outcomes if there are few, and ranges of equal width if there are many.
    fn for_screen(odds: &Distribution) -> Bins {
        let within = |share| (odds.quantile(share), odds.quantile(1.0 - share));
        let single = Bins::single(odds, (odds.min(), odds.max())).or_else(|| Bins::single(odds, within(RARE)));
        single.unwrap_or_else(|| Bins::ranges(odds, within(VERY_RARE)))
    }

    /// Returns a row for each outcome between two, and one row for all outcomes on each side; `None` if these are many.
    fn single(odds: &Distribution, (low, high): (i64, i64)) -> Option<Bins> {
        let values = || odds.iter().map(|(value, _)| value);
        let below = values().take_while(|value| *value < low).last().map(|last| (odds.min(), last));
        let above = values().find(|value| *value > high).map(|first| (first, odds.max()));
        let between = values().filter(|value| (low..=high).contains(value)).map(|value| (value, value));
        let rows: Vec<(i64, i64)> =
            below.into_iter().chain(between).chain(above).take(MOST_ROWS as usize + 1).collect();
        (rows.len() <= MOST_ROWS as usize).then_some(Bins { rows, width: 1 })
    }

    /// Returns ranges of equal width. Outcomes below `low` and above `high` are in the first and the last range.
    fn ranges(odds: &Distribution, (low, high): (i64, i64)) -> Bins {
        let (min, max, step) = (odds.min(), odds.max(), odds.step());
        let points = (max - min) / step + 1;
        let fewest = (points + MOST_ROWS - 1) / MOST_ROWS;
        let has_tails = low - min >= fewest * step || max - high >= fewest * step;
        let even = (fewest..=2 * fewest).find(|size| !has_tails && points % size == 0);
        let round = (0..16).flat_map(|power| [1, 2, 5].map(|digit| digit * 10i64.pow(power)));
        let fits = |size: &i64| (high - low) / (size * step) + 3 <= MOST_ROWS;
        let width = even.or_else(|| round.take_while(|size| *size <= points).find(fits)).unwrap_or(points) * step;
        let origin = if step == 1 { 0 } else { min };
        let first = if low - min < width { min } else { origin + (low - origin).div_euclid(width) * width };
        let starts = (0..=MOST_ROWS).map(|i| first + i * width).take_while(|start| *start <= high);
        let mut rows: Vec<(i64, i64)> = starts.map(|start| (start, start + width - step)).collect();
        if let Some(row) = rows.first_mut() {
            row.0 = min;
        }
        if let Some(row) = rows.last_mut() {
            row.1 = max;
        }
        Bins { rows, width }
    }

    /// Returns the text of each row: `3`, `4 to 6`; of a wider row at an end `up to 3`, `7 and more`.
    fn labels(&self, step: i64) -> impl Iterator<Item = String> + '_ {
        let end = self.rows.len().saturating_sub(1);
        self.rows.iter().enumerate().map(move |(i, (first, last))| match last - first + step > self.width.max(step) {
            _ if first == last => first.to_string(),
            true if i == 0 && end > 0 => format!("up to {last}"),
            true if i == end && end > 0 => format!("{first} and more"),
            _ => format!("{first} to {last}"),
        })
    }
}

/// Returns for each row of outcomes the chance, and the chance of at least these.
fn outcomes(text: &str, bins: &Bins, chances: &[f64], odds: &Distribution) -> Table {
    Table::new("chances", text, "")
        .text("outcomes", "Result", bins.labels(odds.step()))
        .number("p_outcome", "P", 4, chances.iter().copied())
        .number("at_least", "P(at least)", 4, at_least(chances))
}

/// Returns the chance of each row; the rows are in order and have all outcomes.
fn row_chances(rows: &[(i64, i64)], odds: &Distribution) -> Vec<f64> {
    let (mut chances, mut row) = (vec![0.0; rows.len()], 0);
    for (value, p) in odds.iter() {
        while row + 1 < rows.len() && value > rows[row].1 {
            row += 1;
        }
        chances[row] += p;
    }
    chances
}

/// Returns the sums of each chance and all later ones.
pub(super) fn at_least(chances: &[f64]) -> Vec<f64> {
    let mut sums = chances.to_vec();
    for i in (1..sums.len()).rev() {
        sums[i - 1] += sums[i];
    }
    sums
}

/// Draws a bar for a share of the longest one.
fn bar(share: f64) -> String {
    let length = (share * LONGEST_BAR).round() as usize;
    if length == 0 && share > 0.0 { "▏".to_owned() } else { "█".repeat(length) }
}

fn tuple_text(tuple: &[i64]) -> String {
    tuple.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

fn tuples(text: &str, odds: &TupleDistribution) -> Table {
    Table::new("chances", text, "").text("outcomes", "Result", odds.iter().map(|(tuple, _)| tuple_text(tuple))).number(
        "p_outcome",
        "P",
        6,
        odds.iter().map(|(_, p)| p),
    )
}

/// Returns every outcome of every expression.
fn every_outcome(rolled: &[Rolled<'_>]) -> Table {
    let mut rows: Vec<(&str, String, f64)> = Vec::new();
    for one in rolled {
        match &one.odds {
            DiceOdds::Number(odds) => rows.extend(odds.iter().map(|(value, p)| (one.text, value.to_string(), p))),
            DiceOdds::Tuple(odds) => rows.extend(odds.iter().map(|(tuple, p)| (one.text, tuple_text(tuple), p))),
        }
    }
    Table::new("outcomes", "Outcomes", "")
        .text("expression", "Expression", rows.iter().map(|(text, ..)| *text))
        .text("outcomes", "Result", rows.iter().map(|(_, outcome, _)| outcome.as_str()))
        .number("p_outcome", "P", 12, rows.iter().map(|(.., p)| *p))
}

/// Returns the figure of all distributions of numbers, with its table.
fn figure(rolled: &[Rolled<'_>]) -> Option<(Figure, Table)> {
    let mut rows: Vec<(&str, f64, f64)> = Vec::new();
    for one in rolled {
        if let DiceOdds::Number(odds) = &one.odds {
            rows.extend(odds.iter().map(|(value, p)| (one.text, value as f64, p)));
        }
    }
    if rows.is_empty() {
        return None;
    }
    let table = Table::new("distribution", "Distribution", "")
        .text("series", "Expression", rows.iter().map(|(text, ..)| *text))
        .number("x", "Result", 0, rows.iter().map(|(_, x, _)| *x))
        .number("share", "P", 6, rows.iter().map(|(.., p)| *p));
    let texts: Vec<&str> = rolled.iter().map(|one| one.text).collect();
    let title = if texts.len() > FEW { counted(texts.len() as u64, "expressions") } else { texts.join(", ") };
    let figure = Figure {
        name: "dice".to_owned(),
        alt: format!("The chance of each result of {title}; the numbers are in the table distribution."),
        title,
        kind: FigureKind::pmf(["series", "x", "share"], "Result"),
    };
    Some((figure, table))
}

/// Returns a distribution as an object from outcome to probability.
pub(super) fn pmf_object(odds: &Distribution) -> Value {
    object(odds.iter().map(|(value, p)| (value.to_string(), p.into()))).into()
}

fn to_json(one: &Rolled<'_>, args: &DiceArgs) -> Value {
    let mut json = match &one.odds {
        DiceOdds::Number(odds) => json!({
            "expression": one.text,
            "pmf": pmf_object(odds),
            "mean": odds.mean(),
            "sd": odds.sd(),
            "variance": odds.variance(),
            "interval": null,
            "min": odds.min(),
            "max": odds.max(),
            "median": odds.quantile(0.5),
            "at_least": args.at_least.map(|n| json!({ "value": n, "chance": odds.at_least(n) })),
            "at_most": args.at_most.map(|n| json!({ "value": n, "chance": odds.at_most(n) })),
            "cut": one.is_cut,
        }),
        DiceOdds::Tuple(odds) => {
            let elements: Vec<Distribution> = (0..odds.width()).filter_map(|i| odds.element(i)).collect();
            let pmf = object(odds.iter().map(|(tuple, p)| (tuple_text(tuple), p.into())));
            json!({
                "expression": one.text,
                "pmf": pmf,
                "mean": elements.iter().map(Distribution::mean).collect::<Vec<_>>(),
                "sd": elements.iter().map(Distribution::sd).collect::<Vec<_>>(),
                "interval": null,
                "cut": one.is_cut,
            })
        }
    };
    if let Some(simulated) = &one.simulated {
        json["simulated"] = simulated.to_json(0);
    }
    json
}
