//! Bids at tables of several, as tables and figures.

use super::results::{Tables, seats};
use crate::builds::Changes;
use crate::games::rapid_attack::studies::bids::fair::Against;
use crate::games::rapid_attack::studies::bids::tables::{built_of, fair_table};
use crate::games::rapid_attack::studies::builds::setting::Setting;
use crate::plot::{Figure, Kind};
use crate::stats::Estimate;
use crate::study::{Answer, Estimates};
use crate::table::{Table, grouped};
use serde_json::{Value, json};

/// All that the tables say.
pub fn answer(name: &str, tables: &Tables, setting: &Setting) -> Answer {
    let (settled, grid) = (settled(name, tables), grid(name, tables));
    let columns: Vec<usize> = (0..tables.bids.len()).collect();
    let told = format!("{}, at tables of {}", setting.told(), tables.players);
    Answer {
        said: said(tables),
        figures: vec![(shares(name, &settled), settled.clone()), (map(name, tables, &grid), grid.clone())],
        tables: vec![
            settled,
            fair_table(name, &against(tables), &columns),
            grid,
            every(name, tables),
            built_of(name, &tables.bids, &told),
        ],
        warnings: Vec::new(),
        json: Some(programs(tables)),
        ..Answer::default()
    }
}

fn shares(name: &str, settled: &Table) -> Figure {
    Figure {
        name: format!("{name}-settled"),
        title: "What everybody would bid".to_owned(),
        alt: format!("Share of each bid in the equilibrium, with its interval; the numbers are in {}.", settled.name),
        kind: Kind::Ranking {
            label: "own_bid".to_owned(),
            value: "bid_share".to_owned(),
            interval: "bid_share_interval".to_owned(),
            value_title: "Share in the equilibrium".to_owned(),
            reference: None,
        },
    }
}

fn map(name: &str, tables: &Tables, grid: &Table) -> Figure {
    Figure {
        name: format!("{name}-map"),
        title: format!("Chance to win where all others bid alike, of {}", tables.players),
        alt: format!(
            "Share of the victories of each bid, in rows, where all others make the bid of the column; a line stands where it \
             passes an even part, the fair bid. The numbers are in {}.",
            grid.name
        ),
        kind: Kind::DividedMap {
            row: "own_bid".to_owned(),
            column: "other_bid".to_owned(),
            value: "victory_share".to_owned(),
            value_title: "Share of the victories of the bid in the row; the line is an even part".to_owned(),
            line: 1.0 / tables.players as f64,
        },
    }
}

/// The chances of bids where all others bid alike.
fn against(tables: &Tables) -> Against<'_> {
    let share = |own, other| tables.shares_among(own, other);
    Against { bids: &tables.bids, even: 1.0 / tables.players as f64, share: Box::new(share) }
}

/// The answer in words.
fn said(tables: &Tables) -> Vec<String> {
    let mut ranked: Vec<usize> = (0..tables.bids.len()).collect();
    ranked.sort_by(|a, b| tables.settled[*b].point.total_cmp(&tables.settled[*a].point));
    let told = |bid: &usize| {
        let (share, (low, high)) = (tables.settled[*bid].point, tables.settled[*bid].interval);
        format!("{} with {:.0}% [{:.0}, {:.0}]", tables.bids[*bid].label(), share * 100.0, low * 100.0, high * 100.0)
    };
    let played: Vec<String> = ranked.iter().filter(|bid| tables.settled[**bid].point > 0.0).map(told).collect();
    let mut said = vec![format!(
        "At tables of {} everybody would bid {}: the symmetric equilibrium of {} bids by {} games at every table there can be. \
         Intervals hold the dice and the search for companies: {} were built independently for each bid.",
        tables.players,
        played.join(", "),
        tables.bids.len(),
        grouped(tables.games()),
        tables.repeats()
    )];
    if let Some(tested) = &tables.tested {
        let (best, gain) = tested.exploitability(tables.players);
        let (low, high) = gain.interval;
        said.push(format!(
            "Its exploitability is {:.3} [{low:.3}, {high:.3}]: what the best answer, {}, takes more than an even part of the \
             victories, over {} fresh games each; the interval holds for all answers together.",
            gain.point,
            tables.bids[best].label(),
            grouped(tested.shares[best].n)
        ));
    }
    said
}

/// What everybody would bid, and how each bid does against it.
fn settled(name: &str, tables: &Tables) -> Table {
    let note = format!(
        "The mixture that is worth leaving to nobody where everybody plays it, with 95% intervals over resamples of all tables and \
         of the companies. Share of the victories: of each bid on fresh dice against {} others who draw theirs from the mixture; {:.3} is even.",
        tables.players - 1,
        1.0 / tables.players as f64
    );
    let tested = |bid: usize| tables.tested.as_ref().map(|tested| tested.shares[bid]);
    let bids = 0..tables.bids.len();
    Table::new(format!("{name}-settled"), "What everybody would bid", note)
        .text("own_bid", "Bid", tables.bids.iter().map(|built| built.label()))
        .number("bid_share", "Share", 3, tables.settled.iter().map(|quantity| quantity.point))
        .interval("bid_share_interval", "95% interval", 3, tables.settled.iter().map(|quantity| quantity.interval))
        .estimates(["victory_share", "victory_share_interval"], "Victories", 3, bids.clone().map(tested))
        .count("n", "N", bids.map(|bid| tested(bid).map(|share| share.n)))
}

/// Each bid where all others bid alike.
fn grid(name: &str, tables: &Tables) -> Table {
    let places = 0..tables.bids.len();
    let pairs = places.clone().flat_map(|own| places.clone().map(move |other| (own, other)));
    let cells: Vec<(usize, usize, Estimate)> =
        pairs.filter_map(|(own, other)| Some((own, other, tables.among(own, other)?))).collect();
    let note = format!(
        "Share of the victories of one company with the bid in the row where all {} others make that of the column; a shared \
         victory counts in parts. Intervals are over repetitions with companies and dice of their own.",
        tables.players - 1
    );
    Table::new(format!("{name}-grid"), "Each bid where all others bid alike", note)
        .text("own_bid", "Bid", cells.iter().map(|(own, ..)| tables.bids[*own].label()))
        .text("other_bid", "Against", cells.iter().map(|(_, other, _)| tables.bids[*other].label()))
        .estimates(["victory_share", "victory_share_interval"], "Victories", 3, cells.iter().map(|(.., s)| *s))
        .count("n", "N", cells.iter().map(|(.., share)| share.n))
}

/// Every table that there can be.
fn every(name: &str, tables: &Tables) -> Table {
    let rows = tables.spreads.iter().flat_map(|spread| {
        let made = (0..tables.bids.len()).filter(|bid| spread.counts[*bid] > 0);
        made.map(move |bid| (spread, bid))
    });
    let rows: Vec<_> = rows.collect();
    let labels = |counts: &[u8]| {
        let made = counts.iter().zip(&tables.bids).flat_map(|(count, bid)| vec![bid.label(); usize::from(*count)]);
        made.collect::<Vec<_>>().join(", ")
    };
    let share = |(spread, bid): &(&super::results::Spread, usize)| {
        let seats: Vec<usize> = seats(&spread.counts, *bid).collect();
        // Of several alike the mean; the interval of one of them would be of another number.
        let one = (seats.len() == 1).then(|| spread.share(seats[0]));
        (spread.taken.mean(&seats), one.map(|share| share.interval))
    };
    let shares: Vec<_> = rows.iter().map(share).collect();
    let note = "Every way in which all can bid, and what one of those who make a bid takes of the victories; with an interval \
                where it is alone with its bid.";
    Table::new(format!("{name}-tables"), "Every table", note)
        .text("table_bids", "Bids", rows.iter().map(|(spread, _)| labels(&spread.counts)))
        .text("own_bid", "Bid", rows.iter().map(|(_, bid)| tables.bids[*bid].label()))
        .number("victory_share", "Victories", 3, shares.iter().map(|(share, _)| *share))
        .interval("victory_share_interval", "95% interval", 3, shares.iter().map(|(_, interval)| *interval))
        .count("n", "N", rows.iter().map(|(spread, _)| spread.taken.games()))
}

/// The same for programs.
fn programs(tables: &Tables) -> Value {
    let tested = |bid: usize| {
        let share = tables.tested.as_ref()?.shares[bid];
        Some(json!({ "point": share.point, "interval": share.interval, "n": share.n }))
    };
    let bid = |(place, built): (usize, &super::super::Built)| {
        let share = &tables.settled[place];
        json!({
            "bid": built.label(),
            "companies": built.companies.len(),
            "loadouts": built.companies.first().map(|company| &company.loadouts),
            "share": share.point,
            "share_interval": share.interval,
            "victories": tested(place),
        })
    };
    let exploitability = tables.tested.as_ref().map(|tested| {
        let (best, gain) = tested.exploitability(tables.players);
        json!({ "point": gain.point, "interval": gain.interval, "best_answer": tables.bids[best].label() })
    });
    json!({
        "players": tables.players,
        "games": tables.games(),
        "equilibrium": tables.bids.iter().enumerate().map(bid).collect::<Vec<_>>(),
        "exploitability": exploitability,
        "exploitability_as_played": tables.left,
    })
}
