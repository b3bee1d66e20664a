//! `hitchart io ram --speed N`

use super::{Common, parse};
use crate::cli::error::CliError;
use crate::cli::odds::pmf;
use crate::cli::output;
use crate::cli::output::Shown;
use clap::Args;
use hitchart_config::InputError;
use hitchart_intercept_orbit::exact_odds::{RamOdds, Rammed, ram};
use hitchart_report::table::{Table, number};
use serde_json::json;

#[derive(Debug, Args)]
pub(crate) struct RamArgs {
    /// Units that the rammer would have moved; in a chain of collisions, the clicks left
    #[arg(long, value_name = "N")]
    speed: u8,
    /// Target of the collision: high value assets and debris take no damage
    #[arg(long, default_value = "ship", value_parser = parse::rammed())]
    target: Rammed,
    #[command(flatten)]
    common: Common,
}

/// Prints the hits on both sides of a collision.
pub(crate) fn run_ram(args: &RamArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let odds = ram(args.speed, args.target, &rules).map_err(|error| InputError::plain(format!("--speed: {error}")))?;
    let note = format!(
        "Exact. Hits by their probability: on average {:.4} on the rammer, {:.4} on its target.",
        odds.rammer.mean(),
        odds.target.mean()
    );
    let line = format!(
        "Ramming a {} at speed {}: {} hits on the rammer, {} on its target, exact [{}]",
        args.target.name(),
        args.speed,
        number(odds.rammer.mean()),
        number(odds.target.mean()),
        rules.name
    );
    output::show_exact(&args.common.output, &Shown::short(line, &[table(&odds, args.speed, note)]), || {
        json!({
            "rules": rules.name,
            "speed": args.speed,
            "rammed": args.target.name(),
            "rammer": pmf(&odds.rammer),
            "target": pmf(&odds.target),
        })
    })
}

fn table(odds: &RamOdds, speed: u8, note: String) -> Table {
    let hits = 0..=usize::from(speed);
    Table::new("ram", "Collision", note)
        .count("value", "Hits", hits.clone().map(|hits| hits as u64))
        .number("rammer", "P(rammer)", 6, hits.clone().map(|hits| odds.rammer.at(hits)))
        .number("rammed", "P(target)", 6, hits.map(|hits| odds.target.at(hits)))
}
