//! Frames and companies: `hitchart ra frame`, `loadouts`, `company` and `durability`; and the parsers of arguments of
//! `hitchart ra`.

use super::super::names::{NameParser, archetypes, companies, named};
use super::super::{odds, rows::ListArgs};
use super::Common;
use crate::games::rapid_attack::studies::durability::DurabilityStudy;
use crate::games::rapid_attack::studies::frames::{
    Company, LoadoutsStudy, answer_companies, chosen, frame_graph_table as graph_table, lay_out, rounded, worth,
};
use crate::games::rapid_attack::studies::{NamedFrame, durability, summary};
use crate::reply::{Reply, under_rules};
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::{FileKind, FileText, InputError, STANDARD_INPUT, is_text};
use hitchart_lab::study::{RunCounts, Study};
use hitchart_rapid_attack::attack::{MAX_COVER, RUN_CHARTS, run_chart};
use hitchart_rapid_attack::frame::{Arithmetic, Frame, MEASURES, Measure, frame_graph};
use hitchart_rapid_attack::loadout::{Loadout, Range};
use hitchart_rapid_attack::loadouts::{Extras, MOST_STATES, TooManyStates, best_of_graph, check_work};
use hitchart_rapid_attack::muster::{FightingFrame, built_in_company, company_of_file};
use hitchart_rapid_attack::notation::{frame_of, written};
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};
use hitchart_rapid_attack::{assignment::MAX_WEIGHT, durability::Objective};
use hitchart_report::table::{Table, number, object};
use serde_json::{Value, json};
use std::sync::Arc;

// `hitchart ra frame LOADOUT`

#[derive(Debug, Args)]
pub struct FrameArgs {
    /// Loadout such as RdYBG, or an archetype such as Soldier
    #[arg(value_parser = NameParser(archetypes), hide_possible_values = true)]
    loadout: String,
    #[command(flatten)]
    percent: PercentArgs,
    #[command(flatten)]
    common: Common,
}

/// Graphs in percent of the best legal loadout.
#[derive(Debug, Args)]
pub(super) struct PercentArgs {
    /// Show the graph also in percent of the highest value of any legal loadout
    #[arg(long)]
    percent: bool,
    /// Take 100% for each range separately, not for the best range
    #[arg(long, requires = "percent")]
    range_independent: bool,
}

impl PercentArgs {
    /// Adds columns in percent of the best `frames` legal loadouts; each row of the table is a line of the graph.
    fn add(&self, table: Table, columns: &[(&str, &str)], frames: usize, rules: &Ruleset) -> Table {
        if !self.percent {
            return table;
        }
        let best = best_of_graph(self.range_independent, rules).map(|best| best * frames as f64);
        columns.iter().fold(table, |table, (name, title)| {
            let values = table.numbers(name);
            let percent = values.into_iter().zip(best).map(|(value, best)| value.map(|value| 100.0 * value / best));
            table.number(&format!("{name}_percent"), &format!("{title} %"), 1, percent.collect::<Vec<_>>())
        })
    }
}

/// Returns the frame graph, exact and by the Handbook's arithmetic.
pub(super) fn answer_frame(args: &FrameArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let frame = frame(&args.loadout, &rules)?;
    let mut table = graph_table("frame", std::slice::from_ref(&frame), &rules);
    table.title = format!("Frame graph of {}", frame.name);
    table.columns.retain(|column| column.name != "frame");
    let table = args.percent.add(table, &[("sys", "Sys"), ("plus_1w", "+1W"), ("plus_2w", "+2W")], 1, &rules);
    let line = line(&frame, &rules);
    let data = json!({
        "loadout": frame.name,
        "rules": rules.name,
        "systems": frame.frame.loadout.systems(),
        "rockets": frame.frame.loadout.rockets(),
        "whites": frame.frame.whites,
        "hit_points": frame.frame.hit_points(),
        "graph": graph(&frame.frame, Arithmetic::Exact, &rules),
        "handbook": graph(&frame.frame, Arithmetic::Handbook, &rules),
    });
    Ok(Reply::short(line, &[table]).noted(super::left_out(&rules)).finish(&args.common.output, data))
}

/// Describes the most important measures in one sentence: `RdYBG: damage 1 direct, …, durability 5.2 by the Handbook's formula,
/// without white dice, exact [rulebook]`.
fn line(frame: &NamedFrame, rules: &Ruleset) -> String {
    let graph = frame_graph(&frame.frame, Arithmetic::Exact, rules);
    let value = |of: Measure| MEASURES.iter().position(|(known, _)| *known == of).and_then(|i| graph[i].values[0]);
    let damage: Vec<String> = Range::ALL
        .iter()
        .filter_map(|(range, name)| Some(format!("{} {name}", number(value(Measure::Attack(*range))?))))
        .collect();
    let damage = if damage.is_empty() { "no weapon".to_owned() } else { format!("damage {}", damage.join(", ")) };
    let rest = [(Measure::Defense, "defense"), (Measure::Movement, "movement"), (Measure::Spot, "spot")];
    let rest: Vec<String> =
        rest.into_iter().filter_map(|(of, name)| Some(format!("{name} {}", number(value(of)?)))).collect();
    let stands = value(Measure::Durability)
        .map_or_else(String::new, |attacks| format!(", durability {} by the Handbook's formula", number(attacks)));
    format!("{}: {damage}, {}{stands}, without white dice, exact [{}]", frame.name, rest.join(", "), rules.name)
}

/// Returns the graph by measure; null if the frame cannot perform the action.
fn graph(frame: &Frame, arithmetic: Arithmetic, rules: &Ruleset) -> Value {
    let number = |value: Option<f64>| match arithmetic {
        Arithmetic::Exact => value,
        Arithmetic::Handbook => value.map(rounded),
    };
    let lines = MEASURES.iter().zip(frame_graph(frame, arithmetic, rules)).map(|((_, name), line)| {
        let [sys, one, two] = line.values.map(number);
        (*name, json!({ "sys": sys, "plus_1w": one, "plus_2w": two }))
    });
    object(lines).into()
}

// `hitchart ra loadouts`

#[derive(Debug, Args)]
#[command(
    after_help = "Fields: systems, rockets, hand_to_hand, direct, artillery, defense, movement, spotting, durability, \
    and numbers of systems: Rh, Rd, Ra, Rh/d, Rh/a, Rd/a, Y, B, G, E, Et, Ev.\n\nExample:\n  \
    hitchart ra loadouts --where 'direct >= 1.5' --where 'systems <= 3' --sort durability --top 10"
)]
pub struct LoadoutsArgs {
    #[command(flatten)]
    list: ListArgs,
    /// Include environmental systems
    #[arg(long)]
    environment: bool,
    /// Include rockets, from 0 to the maximum of a frame
    #[arg(long)]
    rockets: bool,
    #[command(flatten)]
    common: Common,
}

/// Returns the requested loadouts.
pub(super) fn answer_loadouts(args: &LoadoutsArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let asked = LoadoutsStudy {
        rules: Arc::new(rules.clone()),
        extras: Extras { split: args.list.split, environment: args.environment, rockets: args.rockets },
        whites: whites("--whites", args.list.whites, &undamaged(&rules), &rules)?,
        filters: args.list.filters()?,
        sort: args.list.sort()?,
        pareto_only: args.list.pareto,
        top: args.list.top.map(|top| top as usize),
        scatter: Vec::new(),
    };
    check_work(asked.extras, &rules, MOST_STATES)
        .map_err(|error| InputError::plain(error).with_help(Some(TooManyStates::HELP)))?;
    let (rows, all, warnings) = chosen("ra", &asked);
    let table = lay_out("ra", &asked, asked.listed(&rows));
    let warnings = warnings.iter().map(ToString::to_string).collect();
    let first = summary::loadouts(&asked, &rows, all).into_iter().next();
    let first = first.unwrap_or_else(|| "No loadout meets the conditions".to_owned());
    let line = format!("{}, exact [{}]", first.trim_end_matches('.'), rules.name);
    let json = under_rules(table.to_json(), &rules.name);
    Ok(Reply { warnings, ..Reply::short(line, &[table]).noted(super::left_out(&rules)) }
        .finish(&args.common.output, json))
}

/// Returns a frame without systems and with all its white dice.
fn undamaged(rules: &Ruleset) -> NamedFrame {
    NamedFrame { name: String::new(), frame: Frame::new(Loadout::default(), rules) }
}

// `hitchart ra company LOADOUT…`

#[derive(Debug, Args)]
pub struct CompanyArgs {
    /// Loadouts or archetypes, one a frame and at most 24; or one company: a file, a built-in name, or `-` for standard input
    #[arg(required = true, num_args = 1..=24, value_parser = NameParser(frames_and_companies), hide_possible_values = true)]
    loadouts: Vec<String>,
    #[command(flatten)]
    percent: PercentArgs,
    #[command(flatten)]
    common: Common,
}

fn frames_and_companies() -> Vec<String> {
    archetypes().into_iter().chain(companies()).collect()
}

/// Returns the company of a file, the built-in company of one name, or the frames of these loadouts.
fn company(words: &[String], rules: &Ruleset, asking: &Asking<'_>) -> Result<Company, InputError> {
    let frames: Result<Vec<NamedFrame>, InputError> = words.iter().map(|word| frame(word, rules)).collect();
    let fighting = match (frames, words) {
        (Ok(frames), _) => match standard_input(words, asking)? {
            Some(file) => company_of_file(&file, rules)?,
            None => return Ok(Company { name: "company".to_owned(), frames }),
        },
        (Err(error), [word]) => match (asking.folder.find(FileKind::Company, word)?, built_in_company(word, rules)) {
            (Some(file), _) => company_of_file(&file, rules)?,
            (None, Ok(company)) => company,
            // Unless the loadout has a help, the word may be near the name of a company.
            (None, Err(unknown)) => return Err(error.with_help(unknown.help)),
        },
        (Err(error), _) => return Err(error),
    };
    let frame =
        |frame: &FightingFrame| NamedFrame { name: frame.name.clone(), frame: Frame::new(frame.loadout, rules) };
    Ok(Company { frames: fighting.frames.iter().map(frame).collect(), name: fighting.name })
}

/// Returns standard input if `-` is the only word. `None` outside the command line, where `-` is the loadout without
/// systems.
fn standard_input(words: &[String], asking: &Asking<'_>) -> Result<Option<FileText>, InputError> {
    if words == [STANDARD_INPUT] { asking.folder.find(FileKind::Company, STANDARD_INPUT) } else { Ok(None) }
}

/// Returns the frames or the company as typed, or the name of a company whose text was given.
fn typed(words: &[String], company: &Company) -> String {
    let is_given = words == [STANDARD_INPUT] || words.iter().any(|word| is_text(word));
    if is_given { company.name.clone() } else { words.join(" ") }
}

/// Returns the company graph, exact and by the Handbook's arithmetic.
pub(super) fn answer_company(args: &CompanyArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let company = company(&args.loadouts, &rules, asking)?;
    let line = format!("{}: {}, exact [{}]", typed(&args.loadouts, &company), worth(&company, &rules), rules.name);
    let frames = company.frames.len();
    let graph = answer_companies("company", &[company], &rules).tables.swap_remove(1);
    let graph = args.percent.add(graph, &[("sys", "Sys"), ("plus_w", "+W")], frames, &rules);
    Ok(Reply::short(line, std::slice::from_ref(&graph))
        .noted(super::left_out(&rules))
        .finish(&args.common.output, under_rules(graph.to_json(), &rules.name)))
}

// Parsers of the values of arguments, with the argument's name in every error.

/// Parses a frame: an archetype, a loadout, a damaged frame such as `WRdB`, or dice such as `2Rd 1B`.
pub(super) fn frame(text: &str, rules: &Ruleset) -> Result<NamedFrame, InputError> {
    let frame = frame_of(text, rules)?;
    Ok(NamedFrame { name: written(&frame, rules), frame })
}

/// Checks a number of white dice against those that a frame has left.
pub(super) fn whites(argument: &str, whites: u8, frame: &NamedFrame, rules: &Ruleset) -> Result<u8, InputError> {
    let (left, all) = (frame.frame.whites, rules.frame.whites);
    if whites <= left {
        return Ok(whites);
    }
    let problem = if left < all {
        format!("{argument} is {whites}; `{}` has {left} left", frame.name)
    } else {
        format!("{argument} is {whites}; a frame has {all} white dice under `{}`", rules.name)
    };
    Err(InputError::plain(problem))
}

/// Checks that white dice may be used: `field` is the field of the ruleset that allows it, and its value.
pub(super) fn may_use_whites(
    argument: &str,
    whites: u8,
    (field, allowed): (&str, bool),
    rules: &Ruleset,
) -> Result<(), InputError> {
    if allowed || whites == 0 {
        return Ok(());
    }
    let problem = format!("{argument} is {whites}; allowed: 0, because `{field}` is false under `{}`", rules.name);
    Err(InputError::plain(problem))
}

/// Checks a number of rockets against those of a frame.
pub(super) fn rockets(rockets: u8, frame: &NamedFrame) -> Result<u8, InputError> {
    let carried = frame.frame.loadout.rockets();
    if rockets <= carried {
        return Ok(rockets);
    }
    let problem = format!("--rockets is {rockets}; `{}` carries {carried}", frame.name);
    Err(InputError::plain(problem).with_help(Some("add rockets to the loadout, such as RdYBG+SSR2")))
}

/// Parses weights such as `damage=1,spot=0.5` by name; weights that are not named are 0.
pub(super) fn weights<const N: usize>(argument: &str, text: &str, names: [&str; N]) -> Result<[f64; N], InputError> {
    let mut weights = [None; N];
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let Some((name, number)) = part.split_once('=') else {
            return Err(InputError::plain(format!("{argument}: `{part}` is not a weight; write `name=number`")));
        };
        let Some(i) = names.iter().position(|known| *known == name.trim()) else {
            return Err(InputError::unknown("weight", name.trim(), names));
        };
        let number = number.trim().parse().ok().filter(|weight: &f64| (0.0..=MAX_WEIGHT).contains(weight));
        let number = number.ok_or_else(|| {
            InputError::plain(format!("{argument}: `{part}`; allowed: 0 or more, up to {MAX_WEIGHT}"))
        })?;
        if weights[i].replace(number).is_some() {
            let problem = format!("{argument} names `{}` twice; allowed: once", names[i]);
            return Err(InputError::plain(problem));
        }
    }
    Ok(weights.map(Option::unwrap_or_default))
}

// `hitchart ra durability LOADOUT`

#[derive(Debug, Args)]
pub struct DurabilityArgs {
    /// Loadout such as RdYBG, or an archetype such as Soldier
    #[arg(value_parser = NameParser(archetypes), hide_possible_values = true)]
    loadout: String,
    /// White dice given to the defense
    #[arg(long, value_name = "N", default_value_t = 0)]
    whites: u8,
    /// Dice of each attack [default: the ruleset's typical attack]
    #[arg(long, value_name = "DICE")]
    attack: Option<String>,
    /// Dice of the spot on each attack [default: the ruleset's typical spot]
    #[arg(long, value_name = "DICE")]
    spot: Option<String>,
    /// Damage chart [default: open, or cover with --cover-hits]
    #[arg(long, value_parser = named(&RUN_CHARTS))]
    chart: Option<ChartName>,
    /// Hits that the frame's cover absorbs, over all attacks
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_COVER)))]
    cover_hits: Option<u8>,
    /// Aims in the choice of the system to lose, with weights, such as survive=1,direct=0.5
    #[arg(long, value_name = "WEIGHTS", default_value = "survive=1")]
    objective: String,
    /// Number of attacks to list
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u8).range(1..=100))]
    attacks: u8,
    #[command(flatten)]
    common: Common,
}

/// Returns the durability of a frame, computed in three ways.
pub(super) fn answer_durability(args: &DurabilityArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let frame = frame(&args.loadout, &rules)?;
    let asked = study(args, frame, &rules)?;
    let case = durability::case(&asked.frames[0], asked.whites[0], &asked);
    let line = format!("{}, exact [{}]", durability::sentence(&case, &asked), rules.name);
    let answer = asked.answer("ra", &RunCounts::default());
    let worn = &case.worn;
    let data = json!({
        "loadout": case.frame.name,
        "rules": rules.name,
        "whites": case.whites,
        "formula": worn.formula.map(|(exact, _)| exact),
        "handbook": worn.formula.map(|(_, handbook)| rounded(handbook)),
        "fixed": { "mean_attacks": worn.fixed.mean_attacks, "alive_after": worn.fixed.alive_after },
        "attrition": { "mean_attacks": worn.attrition.mean_attacks, "alive_after": worn.attrition.alive_after },
        "best_order": { "order": worn.order(), "mean_attacks": worn.best_order.mean_attacks },
        "run": { "cover_hits": asked.cover_hits, "alive_after": case.run.alive_after },
    });
    Ok(Reply::short(line, &answer.tables).noted(super::left_out(&rules)).finish(&args.common.output, data))
}

fn study(args: &DurabilityArgs, frame: NamedFrame, rules: &Ruleset) -> Result<DurabilityStudy, InputError> {
    let names = Objective::default().weights().map(|(name, _)| name);
    let [survive, hand_to_hand, direct, artillery, spot_worth, movement] =
        weights("--objective", &args.objective, names)?;
    let cover_hits = args.cover_hits.unwrap_or(0);
    let chart = run_chart(args.chart, cover_hits).map_err(InputError::plain)?;
    let typical = &rules.typical_attack;
    let attack = args.attack.as_deref().map_or(Ok(typical.attack), odds::attack_pool)?;
    let spot = args.spot.as_deref().map_or(Ok(typical.spot), |text| odds::pool("--spot", text))?;
    let whites = whites("--whites", args.whites, &frame, rules)?;
    Ok(DurabilityStudy {
        rules: Arc::new(rules.clone()),
        frames: vec![frame],
        whites: vec![whites],
        attack,
        spot,
        chart,
        cover_hits,
        objective: Objective { survive, hand_to_hand, direct, artillery, spot: spot_worth, movement },
        attacks: args.attacks,
        simulate: false,
    })
}
