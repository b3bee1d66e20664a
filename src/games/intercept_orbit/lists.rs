//! Lists of the policies, metrics and fleets of the game.

use super::muster::{built_in_fleet, built_ins};
use super::players::spec::built_in;
use super::record::{SHARES, Side, Whole};
use super::rules_files::standard;
use crate::games::lists::{BuiltInPolicy, Measured};
use hitchart_report::table::Table;

/// Lists the policies of fleets.
pub fn policies() -> Vec<BuiltInPolicy> {
    built_in().map(|(name, meaning)| BuiltInPolicy { side: "fleet", name, meaning }).collect()
}

/// Lists the metrics of a game, and those of each fleet in it.
pub fn metrics() -> Vec<Measured> {
    let of = |side, metrics: &'static [_]| metrics.iter().map(move |metric| Measured { side, metric });
    let shares = SHARES.iter().map(|share| Measured { side: "game", metric: &share.metric });
    of("game", Whole::ALL).chain(shares).chain(of("fleet", Side::ALL)).collect()
}

/// Lists the built-in fleets.
pub fn fleets() -> Table {
    let rules = standard();
    let all: Vec<_> =
        built_ins().iter().filter_map(|known| Some((known, built_in_fleet(&known.id, &rules).ok()?))).collect();
    let bids = || all.iter().map(|(_, fleet)| fleet.fleet.bid(0));
    Table::new("fleets", "Fleets", "Systems counts the systems of ships.")
        .text("name", "Name", all.iter().map(|(known, _)| known.id.as_str()))
        .text("fleet", "Fleet", all.iter().map(|(_, fleet)| fleet.name.as_str()))
        .text("notation", "Ships and ace", all.iter().map(|(_, fleet)| fleet.fleet.to_string()))
        .count("ships", "Ships", bids().map(|bid| u64::from(bid.ships)))
        .count("companies", "Companies", bids().map(|bid| u64::from(bid.companies)))
        .count("systems", "Systems", bids().map(|bid| u64::from(bid.systems)))
        .text("summary", "Description", all.iter().map(|(known, _)| known.summary.as_str()))
}
