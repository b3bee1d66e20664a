//! `hitchart io ppa --ships N,N --companies N,N --systems N,N --hvas N,N`

use super::Common;
use crate::cli::error::CliError;
use crate::cli::output::{self, Shown};
use clap::Args;
use hitchart_config::InputError;
use hitchart_config::words::{capitalised, counted};
use hitchart_intercept_orbit::bidding::{BidResult, PLAYERS, check_bids, ppa, standings};
use hitchart_intercept_orbit::fleet::Bid;
use hitchart_intercept_orbit::ruleset::Ruleset;
use hitchart_report::table::Table;
use serde_json::{Value, json};

#[derive(Debug, Args)]
#[command(
    after_help = "Fleets are numbered in the order of the lists. Fleets tied for the highest score roll off, and the \
    winner may leave a tactical asset behind. Here the earlier fleet wins the roll and leaves nothing behind.\n\nExample:\n  \
    hitchart io ppa --ships 4,3 --companies 2,3 --systems 15,10 --hvas 3,3"
)]
pub(crate) struct PpaArgs {
    /// Ships of each fleet: 2 to 4 numbers
    #[arg(long, value_name = "N,N", required = true, value_delimiter = ',')]
    ships: Vec<u8>,
    /// Companies of each fleet
    #[arg(long, value_name = "N,N", required = true, value_delimiter = ',')]
    companies: Vec<u8>,
    /// Shipboard systems of each fleet, including catapults; a weapon for two bands counts as one
    #[arg(long, value_name = "N,N", required = true, value_delimiter = ',')]
    systems: Vec<u16>,
    /// High value assets of each fleet, or one number for all [default: by the number of players]
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    hvas: Vec<u8>,
    #[command(flatten)]
    common: Common,
}

/// Prints points per asset, starting scores and seats.
pub(crate) fn run_ppa(args: &PpaArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let bids = bids(args, &rules)?;
    let rolled: Vec<usize> = (0..bids.len()).collect();
    let standings = standings(&bids, &ppa(&bids, &rules.bidding), &rolled);
    let rows: Vec<(Bid, BidResult)> = bids.into_iter().zip(standings).collect();
    let line = ppa_line(&rows, &rules);
    let tables = [table(&rows)];
    output::show_exact(&args.common.output, &Shown::short(line, &tables), || rows.iter().map(ppa_json).collect())
}

/// Describes points per asset, starting score and seat of each fleet in one sentence.
fn ppa_line(rows: &[(Bid, BidResult)], rules: &Ruleset) -> String {
    let fleet = |(number, (bid, standing)): (usize, &(Bid, BidResult))| {
        let (ships, systems) = (counted(bid.ships.into(), "ships"), counted(bid.systems.into(), "systems"));
        let (seat, tied) = (standing.seat.name(), if standing.tied { " after a roll-off" } else { "" });
        format!(
            "fleet {} ({ships}, {systems}) has {} points per asset, starts with {} and is {seat}{tied}",
            number + 1,
            standing.ppa,
            standing.score
        )
    };
    let all: Vec<String> = rows.iter().enumerate().map(fleet).collect();
    format!("{}, exact [{}]", capitalised(&all.join("; ")), rules.name)
}

/// Builds the bids from the lists.
fn bids(args: &PpaArgs, rules: &Ruleset) -> Result<Vec<Bid>, InputError> {
    let players = args.ships.len();
    let long = |argument: &str, found: usize, also: &str| match found == players {
        true => Ok(()),
        false => Err(InputError::plain(format!(
            "{argument} has {found} numbers, --ships {players}; give one for each fleet{also}"
        ))),
    };
    long("--companies", args.companies.len(), "")?;
    long("--systems", args.systems.len(), "")?;
    let hvas = match args.hvas.as_slice() {
        [] => vec![rules.fleet.hvas[players.clamp(PLAYERS.0, PLAYERS.1) - PLAYERS.0]; players],
        [all] => vec![*all; players],
        each => long("--hvas", each.len(), ", or one for all").map(|()| each.to_vec())?,
    };
    let each = args.ships.iter().zip(&args.companies).zip(&args.systems).zip(hvas);
    let bid = |(((ships, companies), systems), hvas): (((&u8, &u8), &u16), u8)| Bid {
        ships: *ships,
        companies: *companies,
        systems: *systems,
        hvas,
    };
    let bids: Vec<Bid> = each.map(bid).collect();
    check_bids(&bids, rules).map_err(InputError::plain)?;
    Ok(bids)
}

/// Note on a tie for the first place.
pub(crate) const TIED: &str = "Fleets tied for the first place roll off; the winner may leave a tactical asset behind. Here the \
                        earlier fleet wins the roll and leaves nothing behind.";

/// Returns a table of points, scores and seats of fleets in their order.
pub(crate) fn table(rows: &[(Bid, BidResult)]) -> Table {
    let note = if rows.iter().any(|(_, standing)| standing.tied) { TIED } else { "" };
    let bids = || rows.iter().map(|(bid, _)| bid);
    Table::new("ppa", "Points per asset", note)
        .text("fleet", "Fleet", (1..=rows.len()).map(|number| number.to_string()))
        .count("ships", "Ships", bids().map(|bid| u64::from(bid.ships)))
        .count("companies", "Companies", bids().map(|bid| u64::from(bid.companies)))
        .count("systems", "Systems", bids().map(|bid| u64::from(bid.systems)))
        .count("hvas", "HVAs", bids().map(|bid| u64::from(bid.hvas)))
        .count("ppa", "Points per asset", rows.iter().map(|(_, standing)| u64::from(standing.ppa)))
        .count("score", "Score", rows.iter().map(|(_, standing)| u64::from(standing.score)))
        .text("seat", "Seat", rows.iter().map(|(_, standing)| standing.seat.name()))
        .text("tie", "Tie", rows.iter().map(|(_, standing)| if standing.tied { "roll-off" } else { "" }))
}

/// Returns a fleet's points as JSON.
pub(crate) fn ppa_json((bid, standing): &(Bid, BidResult)) -> Value {
    json!({
        "ships": bid.ships,
        "companies": bid.companies,
        "systems": bid.systems,
        "hvas": bid.hvas,
        "ppa": standing.ppa,
        "score": standing.score,
        "seat": standing.seat.name(),
        "tie": standing.tied.then_some("roll-off"),
    })
}
