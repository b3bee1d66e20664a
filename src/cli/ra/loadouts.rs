//! `hitchart ra loadouts`

use super::{Common, parse};
use crate::cli::error::CliError;
use crate::cli::output::{self, Shown};
use crate::games::rapid_attack::studies::loadouts::{LoadoutsStudy, chosen, lay_out, summary};
use clap::Args;
use hitchart_config::{InputError, at_most};
use hitchart_rapid_attack::loadouts::{Extras, MOST_STATES, TooManyStates, check_work};
use hitchart_rapid_attack::loadouts::{LoadoutFilter, LoadoutSortKey, MAX_CONDITIONS};
use std::sync::Arc;

#[derive(Debug, Args)]
#[command(
    after_help = "Fields: systems, rockets, hand_to_hand, direct, artillery, defense, movement, spotting, durability, \
    and numbers of systems: Rh, Rd, Ra, Rh/d, Rh/a, Rd/a, Y, B, G, E.\n\nExample:\n  \
    hitchart ra loadouts --where 'direct >= 1.5' --where 'systems <= 3' --sort durability --top 10"
)]
pub(crate) struct LoadoutsArgs {
    /// Keep only loadouts that meet this condition, such as 'direct >= 1.5'; may be repeated
    #[arg(long = "where", value_name = "CONDITION")]
    filters: Vec<String>,
    /// Field to sort by, largest first
    #[arg(long, value_name = "FIELD")]
    sort: Option<String>,
    /// Keep only the Pareto front of these loadouts
    #[arg(long)]
    pareto: bool,
    /// Print only the first N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    top: Option<u32>,
    /// White dice added to each measure
    #[arg(long, value_name = "N", default_value_t = 0)]
    whites: u8,
    /// Include split weapons
    #[arg(long)]
    split: bool,
    /// Include environmental systems
    #[arg(long)]
    environment: bool,
    /// Include rockets, from 0 to the maximum of a frame
    #[arg(long)]
    rockets: bool,
    #[command(flatten)]
    common: Common,
}

/// Prints the requested loadouts.
pub(crate) fn run_loadouts(args: &LoadoutsArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let filters: Result<Vec<LoadoutFilter>, InputError> =
        args.filters.iter().map(|text| LoadoutFilter::parse(text)).collect();
    let asked = LoadoutsStudy {
        rules: Arc::new(rules.clone()),
        extras: Extras { split: args.split, environment: args.environment, rockets: args.rockets },
        whites: parse::whites("--whites", args.whites, &rules)?,
        filters: filters?,
        sort: args.sort.as_deref().map(LoadoutSortKey::parse).transpose()?,
        pareto_only: args.pareto,
        top: args.top.map(|top| top as usize),
        scatter: Vec::new(),
    };
    at_most(asked.filters.len(), "--where", MAX_CONDITIONS)?;
    check_work(asked.extras, &rules, MOST_STATES)
        .map_err(|error| InputError::plain(error).with_help(Some(TooManyStates::HELP)))?;
    let (rows, warnings) = chosen("ra", &asked);
    let table = lay_out("ra", &asked, &rows);
    warnings.iter().for_each(|warning| output::warn(&warning.to_string()));
    let first = summary(&asked, &rows).into_iter().next().unwrap_or_default();
    let line = format!("{}, exact [{}]", first.trim_end_matches('.'), rules.name);
    let json = table.to_json();
    output::show_exact(&args.common.output, &Shown::short(line, &[table]), || json.clone())
}
