//! `hitchart io ships`

use super::Common;
use crate::cli::error::CliError;
use crate::cli::output;
use crate::cli::output::Shown;
use clap::{Args, ValueEnum};
use hitchart_config::{InputError, at_most};
use hitchart_intercept_orbit::ruleset::Ruleset;
use hitchart_intercept_orbit::ship::{
    Class, MAX_CONDITIONS, MEASURES, MeasuredShip, Ship, ShipFilter, ShipSortKey, all, measure, pareto_front,
};
use hitchart_report::table::{Table, number};
use serde_json::json;

#[derive(Debug, Args)]
#[command(
    after_help = "Fields: systems, frigate (1 or 0), point_defense, assault, support, defense, spotting, speed, fuel, \
    catapults, durability, and numbers of systems: Rp, Ra, Rs, Rp/a, Rp/s, Ra/s, B, Y, K. Measures are those of `io fleet`; \
    durability: number of typical attacks that destroy it, with repair in between.\n\nExamples:\n  \
    hitchart io ships --where 'assault >= 2' --where 'B >= 1' --sort durability --top 10\n  \
    hitchart io ships --class frigate --pareto --whites 1"
)]
pub(crate) struct ShipsArgs {
    /// Keep only ships of this class
    #[arg(long)]
    class: Option<ClassArg>,
    /// Keep only ships that meet this condition, such as 'assault >= 1.5'; may be repeated
    #[arg(long = "where", value_name = "CONDITION")]
    filters: Vec<String>,
    /// Field to sort by, largest first
    #[arg(long, value_name = "FIELD")]
    sort: Option<String>,
    /// Keep only the Pareto front of these ships
    #[arg(long)]
    pareto: bool,
    /// Print only the first N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    top: Option<u32>,
    /// White dice added to each measure
    #[arg(long, value_name = "N", default_value_t = 0)]
    whites: u8,
    /// Include weapons for two bands
    #[arg(long)]
    split: bool,
    #[command(flatten)]
    common: Common,
}

/// A class of ships.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ClassArg {
    /// Capital ships
    Capital,
    /// Frigates
    Frigate,
}

/// Prints the requested ships.
pub(crate) fn run_ships(args: &ShipsArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    at_most(args.filters.len(), "--where", MAX_CONDITIONS)?;
    let filters: Vec<ShipFilter> =
        args.filters.iter().map(|text| ShipFilter::parse(text)).collect::<Result<_, InputError>>()?;
    let sort = args.sort.as_deref().map(ShipSortKey::parse).transpose()?;
    let ships = ships(args, &rules)?;
    let counted = format!(
        "{} capital ships and {} frigates are legal {} weapons for two bands.",
        ships.iter().filter(|ship| ship.class == Class::Capital).count(),
        ships.iter().filter(|ship| ship.class == Class::Frigate).count(),
        if args.split { "with" } else { "without" }
    );
    let mut chosen = measure(&ships, args.whites, &rules);
    chosen.retain(|one| filters.iter().all(|filter| filter.accepts(one)));
    sort.into_iter().for_each(|sort| sort.sort(&mut chosen));
    let front = pareto_front(&chosen);
    let pairs = chosen.into_iter().zip(front).filter(|(_, on_front)| *on_front || !args.pareto);
    let rows: Vec<(MeasuredShip, bool)> = pairs.take(args.top.map_or(usize::MAX, |top| top as usize)).collect();
    let table = table(&rows, args.whites, &counted);
    let line = line(&rows, args, &counted, &rules);
    output::show_exact(
        &args.common.output,
        &Shown::short(line, std::slice::from_ref(&table)),
        || json!({ "rules": rules.name, "legal": ships.len(), "ships": table.to_json() }),
    )
}

/// Describes the first ship of a sorted list, or the most durable one of an unsorted list, in one sentence.
fn line(rows: &[(MeasuredShip, bool)], args: &ShipsArgs, counted: &str, rules: &Ruleset) -> String {
    let counted = counted.trim_end_matches('.');
    let value =
        |name: &str, one: &MeasuredShip| MEASURES.iter().position(|known| *known == name).map(|i| one.values[i]);
    let durability = |one: &MeasuredShip| value("durability", one).unwrap_or(0.0);
    let found = match &args.sort {
        Some(_) => rows.first(),
        None => rows.iter().max_by(|a, b| durability(&a.0).total_cmp(&durability(&b.0))),
    };
    let Some((one, _)) = found else {
        return format!("No ship meets the conditions; {counted} [{}]", rules.name);
    };
    let first = match &args.sort {
        Some(field) => format!("First by {}", field.trim_start_matches('+')),
        None => "Most durable".to_owned(),
    };
    format!(
        "{first} of {} listed: {}, which stands {} typical attacks and deals {} damage at assault band, {} at support; \
         {counted}, exact [{}]",
        rows.len(),
        one.ship,
        number(durability(one)),
        number(value("assault", one).unwrap_or(0.0)),
        number(value("support", one).unwrap_or(0.0)),
        rules.name
    )
}

fn ships(args: &ShipsArgs, rules: &Ruleset) -> Result<Vec<Ship>, InputError> {
    let max = rules.ships.whites;
    if args.whites > max {
        let problem = format!("--whites is {}; a ship has {max} white dice under `{}`", args.whites, rules.name);
        return Err(InputError::plain(problem));
    }
    let classes = match args.class {
        Some(ClassArg::Capital) => vec![Class::Capital],
        Some(ClassArg::Frigate) => vec![Class::Frigate],
        None => vec![Class::Capital, Class::Frigate],
    };
    Ok(classes.into_iter().flat_map(|class| all(class, args.split, rules)).collect())
}

/// Headings of the measures, in the order of the measures.
const TITLES: [&str; MEASURES.len()] =
    ["Point defense", "Assault", "Support", "Defense", "Spotting", "Speed", "Fuel", "Catapults", "Durability"];

fn table(rows: &[(MeasuredShip, bool)], whites: u8, counted: &str) -> Table {
    let note = format!(
        "{counted} Exact, with white dice given to each measure in turn: {whites}. Front: no other listed ship is at least \
         as good in every measure and better in one."
    );
    let table = Table::new("ships", "Ships", note)
        .text("ship", "Ship", rows.iter().map(|(one, _)| one.ship.to_string()))
        .count("systems", "Systems", rows.iter().map(|(one, _)| u64::from(one.ship.systems.total())));
    let table = MEASURES.iter().zip(TITLES).enumerate().fold(table, |table, (i, (measure, title))| {
        table.number(measure, title, 3, rows.iter().map(|(one, _)| Some(one.values[i]).filter(|v| v.is_finite())))
    });
    table.flag("front", "Front", rows.iter().map(|(_, front)| *front))
}
