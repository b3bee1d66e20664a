//! `hitchart io fuel`

use super::Common;
use crate::cli::error::CliError;
use crate::cli::odds::{pmf, pool};
use crate::cli::output;
use crate::cli::output::Shown;
use clap::Args;
use hitchart_config::InputError;
use hitchart_config::words::counted;
use hitchart_dice::Pool;
use hitchart_intercept_orbit::exact_odds::{Flight, FlightTime, MOST_DODGES, flown};
use hitchart_intercept_orbit::ruleset::Ruleset;
use hitchart_report::table::{Table, number, percent};
use serde_json::{Value, json};

#[derive(Debug, Args)]
#[command(
    after_help = "The highest of the dice is the fuel. A round counts if it begins with fuel; the round of the launch is \
    the first. The end of a round and each dodge cost 1 fuel.\n\nExamples:\n  \
    hitchart io fuel\n  \
    hitchart io fuel --dice 3d6 --dodges 2 --chance 0.5"
)]
pub(crate) struct FuelArgs {
    /// Black and white dice; the highest is the fuel [default: those of one catapult, and of two]
    #[arg(long, value_name = "DICE")]
    dice: Option<String>,
    /// Hits in a round that the company may dodge [default: 0, 1 and 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MOST_DODGES)))]
    dodges: Option<u8>,
    /// Chance of each of these hits
    #[arg(long, value_name = "P", default_value_t = 1.0, value_parser = chance)]
    chance: f64,
    /// Number of rounds to list
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=100))]
    rounds: u8,
    #[command(flatten)]
    common: Common,
}

fn chance(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|chance: &f64| (0.0..=1.0).contains(chance));
    found.ok_or_else(|| "allowed: 0 to 1".to_owned())
}

/// Prints the flight times of companies.
pub(crate) fn run_fuel(args: &FuelArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let flights = flights(args, &rules)?;
    let rows: Vec<(Flight, FlightTime)> =
        flights.into_iter().map(|flight| (flight, flown(&flight, args.rounds.into(), &rules))).collect();
    let line = fuel_line(&rows, &rules);
    output::show_exact(&args.common.output, &Shown::short(line, &[summary(&rows, args.chance), curves(&rows)]), || {
        fuel_json(&rows, &rules)
    })
}

/// Describes the flight times of companies in one sentence.
fn fuel_line(rows: &[(Flight, FlightTime)], rules: &Ruleset) -> String {
    let row = |(flight, flown): &(Flight, FlightTime)| {
        let dodges = match flight.dodges {
            0 => "without dodges".to_owned(),
            n if flight.chance < 1.0 => {
                format!("with {} a round at a chance of {}", counted(n.into(), "dodges"), percent(flight.chance))
            }
            n => format!("with {} a round", counted(n.into(), "dodges")),
        };
        format!(
            "best of {}: {} rounds {dodges}",
            flight.dice,
            flown.rounds.map_or_else(|| "endless".to_owned(), number)
        )
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    format!("A company flies with the {}, exact [{}]", rows.join("; "), rules.name)
}

fn flights(args: &FuelArgs, rules: &Ruleset) -> Result<Vec<Flight>, InputError> {
    let dice: Vec<Pool> = match &args.dice {
        Some(text) => vec![pool("--dice", text)?],
        None => vec![rules.dice.catapult, rules.dice.catapults],
    };
    if dice.iter().any(Pool::is_empty) {
        return Err(InputError::plain("--dice: fuel needs at least one die"));
    }
    let dodges = args.dodges.map_or_else(|| vec![0, 1, 2], |dodges| vec![dodges]);
    let each = dice.iter().flat_map(|dice| dodges.iter().map(|dodges| (*dice, *dodges)));
    Ok(each.map(|(dice, dodges)| Flight { dice, dodges, chance: args.chance }).collect())
}

fn summary(rows: &[(Flight, FlightTime)], chance: f64) -> Table {
    let note = format!("Exact. Rounds that begin with fuel; each dodge comes with a chance of {chance}.");
    Table::new("fuel", "Fuel", note)
        .text("fuel_dice", "Best of", rows.iter().map(|(flight, _)| flight.dice.to_string()))
        .count("dodges", "Dodges a round", rows.iter().map(|(flight, _)| u64::from(flight.dodges)))
        .number("fuel", "Mean fuel", 4, rows.iter().map(|(_, flown)| flown.fuel.mean()))
        .number("rounds", "Mean rounds", 4, rows.iter().map(|(_, flown)| flown.rounds))
}

fn curves(rows: &[(Flight, FlightTime)]) -> Table {
    let each =
        || rows.iter().flat_map(|(flight, flown)| flown.flying_after.iter().enumerate().map(move |p| (flight, p)));
    Table::new("flying", "Flying", "Probability of fuel left, by number of rounds.")
        .text("fuel_dice", "Best of", each().map(|(flight, _)| flight.dice.to_string()))
        .count("dodges", "Dodges a round", each().map(|(flight, _)| u64::from(flight.dodges)))
        .count("round", "Rounds", each().map(|(_, (round, _))| round as u64))
        .number("flying", "Flies on", 4, each().map(|(_, (_, flying))| *flying))
}

fn fuel_json(rows: &[(Flight, FlightTime)], rules: &Ruleset) -> Value {
    let row = |(flight, flown): &(Flight, FlightTime)| {
        json!({
            "dice": flight.dice.to_string(),
            "dodges": flight.dodges,
            "chance": flight.chance,
            "fuel": pmf(&flown.fuel),
            "mean_rounds": flown.rounds,
            "flying_after": flown.flying_after,
        })
    };
    json!({ "rules": rules.name, "flights": rows.iter().map(row).collect::<Vec<_>>() })
}
