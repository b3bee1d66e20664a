//! `hitchart ra ppa --frames N,N --systems N,N`

use super::Common;
use crate::cli::error::CliError;
use crate::cli::output::{self, Shown};
use clap::Args;
use hitchart_config::InputError;
use hitchart_config::words::{capitalised, counted};
use hitchart_rapid_attack::bidding::{Bid, BidStanding, Size, check_bids, limits, ppa, sizes_allowing, standings};
use hitchart_rapid_attack::ruleset::Ruleset;
use hitchart_report::table::Table;
use serde_json::{Value, json};

/// Most frames, stations and systems that an argument accepts: far more than in any battle.
const MANY: i64 = 100;
const MANY_SYSTEMS: i64 = 1000;

#[derive(Debug, Args)]
#[command(after_help = "Companies are numbered in the order of the lists. Companies tied for defense or offense \
    are seated in this order, as if the earlier one won the roll.\n\nExample:\n  \
    hitchart ra ppa --frames 5,4,4 --systems 20,16,15")]
pub(crate) struct PpaArgs {
    /// Frames of each company: 2 to 5 numbers
    #[arg(long, value_name = "N,N", required = true, value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=MANY))]
    frames: Vec<u8>,
    /// Systems of each company; a split weapon counts as one, rockets do not count
    #[arg(long, value_name = "N,N", required = true, value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=MANY_SYSTEMS))]
    systems: Vec<u16>,
    /// Stations of each company, or one number for all [default: by the number of players]
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=MANY))]
    stations: Vec<u8>,
    #[command(flatten)]
    common: Common,
}

/// Prints points per asset, starting scores and seats.
pub(crate) fn run_ppa(args: &PpaArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let bids = bids(args, &rules)?;
    let standings = standings(&bids, &ppa(&bids, &rules.bidding));
    if args.common.output.formats.shows_table() && sizes_allowing(&args.frames, &rules.sizes).is_empty() {
        output::note(&format!("warning: {}", no_size(args.frames.len(), &rules)?));
    }
    let rows: Vec<(Bid, BidStanding)> = bids.into_iter().zip(standings).collect();
    let line = line(&rows, &rules);
    let tables = [table(&rows)];
    output::show_exact(&args.common.output, &Shown::short(line, &tables), || rows.iter().map(to_json).collect())
}

/// Describes points per asset, seat and starting score of each company in one sentence.
fn line(rows: &[(Bid, BidStanding)], rules: &Ruleset) -> String {
    let company = |(number, (bid, standing)): (usize, &(Bid, BidStanding))| {
        format!(
            "company {} ({}, {}) has {} points per asset, starts with {} and {}",
            number + 1,
            counted(bid.frames.into(), "frames"),
            counted(bid.systems.into(), "systems"),
            standing.ppa,
            standing.score,
            match standing.seat.name() {
                "defender" => "defends".to_owned(),
                "attacker" => "attacks".to_owned(),
                seat => format!("is {seat}"),
            }
        )
    };
    let all: Vec<String> = rows.iter().enumerate().map(company).collect();
    format!("{}, exact [{}]", capitalised(&all.join("; ")), rules.name)
}

/// Builds the bids from the three lists.
fn bids(args: &PpaArgs, rules: &Ruleset) -> Result<Vec<Bid>, InputError> {
    let players = args.frames.len();
    let allowed = limits(players, Size::Battle, &rules.sizes).map_err(InputError::plain)?;
    let lengths = |argument: &str, found: usize, also: &str| {
        let problem = format!("{argument} has {found} numbers, --frames {players}; give one for each company{also}");
        Err(InputError::plain(problem))
    };
    if args.systems.len() != players {
        return lengths("--systems", args.systems.len(), "");
    }
    let stations = match args.stations.as_slice() {
        [] => vec![allowed.stations; players],
        [all] => vec![*all; players],
        each if each.len() == players => each.to_vec(),
        other => return lengths("--stations", other.len(), ", or one for all"),
    };
    let each = args.frames.iter().zip(&args.systems).zip(stations);
    let bids: Vec<Bid> =
        each.map(|((frames, systems), stations)| Bid { frames: *frames, systems: *systems, stations }).collect();
    check_bids(&bids, rules).map_err(InputError::plain)?;
    Ok(bids)
}

/// Returns a warning for numbers of frames that no size of battle allows.
fn no_size(players: usize, rules: &Ruleset) -> Result<String, InputError> {
    let allowed = |size| limits(players, size, &rules.sizes).map_err(InputError::plain);
    Ok(format!(
        "with {players} players, companies have {} frames each in a skirmish and {} in a battle; these numbers fit neither",
        allowed(Size::Skirmish)?,
        allowed(Size::Battle)?
    ))
}

fn table(rows: &[(Bid, BidStanding)]) -> Table {
    let note = match rows.iter().any(|(_, standing)| standing.tie.is_some()) {
        true => "Tied companies are seated in the order given, as if the earlier one won the roll.",
        false => "",
    };
    let tie = |standing: &BidStanding| standing.tie.map_or("", |tie| tie.name());
    Table::new("ppa", "Points per asset", note)
        .text("company", "Company", (1..=rows.len()).map(|number| number.to_string()))
        .count("frames", "Frames", rows.iter().map(|(bid, _)| u64::from(bid.frames)))
        .count("systems", "Systems", rows.iter().map(|(bid, _)| u64::from(bid.systems)))
        .count("stations", "Stations", rows.iter().map(|(bid, _)| u64::from(bid.stations)))
        .count("ppa", "Points per asset", rows.iter().map(|(_, standing)| u64::try_from(standing.ppa).ok()))
        .count("assets", "Assets", rows.iter().map(|(_, standing)| u64::from(standing.assets)))
        .count("score", "Score", rows.iter().map(|(_, standing)| u64::try_from(standing.score).ok()))
        .text("seat", "Seat", rows.iter().map(|(_, standing)| standing.seat.name()))
        .text("tie", "Tie", rows.iter().map(|(_, standing)| tie(standing)))
}

fn to_json((bid, standing): &(Bid, BidStanding)) -> Value {
    let mut json = json!({
        "frames": bid.frames,
        "systems": bid.systems,
        "stations": bid.stations,
        "ppa": standing.ppa,
        "assets": standing.assets,
        "score": standing.score,
        "seat": standing.seat.name(),
    });
    if let Some(tie) = standing.tie {
        json["tie"] = tie.name().into();
    }
    json
}
