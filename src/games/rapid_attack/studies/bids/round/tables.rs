//! The answer for bids at tables of three or more: summary, tables and figures.

use super::results::{Tables, seats};
use crate::games::rapid_attack::studies::bids::fair::Against;
use crate::games::rapid_attack::studies::bids::tables::{built_of, fair_table};
use crate::games::rapid_attack::studies::builds::setting::Setting;
use hitchart_lab::builds::Changes;
use hitchart_lab::study::{Answer, Estimates};
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::{Table, grouped, percent, percent_within, points_within};
use hitchart_stats::Estimate;
use serde_json::{Value, json};

/// Returns the complete answer for all tables.
pub fn answer(name: &str, tables: &Tables, setting: &Setting) -> Answer {
    let (settled, grid) = (settled(name, tables), grid(name, tables));
    let columns: Vec<usize> = (0..tables.bids.len()).collect();
    let told = format!("{}, at tables of {}", setting.describe(), tables.players);
    let mut answer = Answer {
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
    };
    summarise(&mut answer, tables);
    answer
}

/// Number of bids among the key numbers.
const NUMBERS: usize = 5;

fn shares(name: &str, settled: &Table) -> Figure {
    Figure {
        name: format!("{name}-settled"),
        title: "The best mix of bids".to_owned(),
        alt: format!("Share of each bid in the equilibrium, with its interval; the numbers are in {}.", settled.name),
        kind: Kind::Ranking {
            label: "own_bid".to_owned(),
            value: "bid_share".to_owned(),
            interval: "bid_share_interval".to_owned(),
            value_title: "Share in the mix".to_owned(),
            reference: None,
        },
    }
}

fn map(name: &str, tables: &Tables, grid: &Table) -> Figure {
    Figure {
        name: format!("{name}-map"),
        title: format!("Chance to win if all others make the same bid, {} players", tables.players),
        alt: format!(
            "Share of the victories of each bid, in rows, if all others make the bid of the column; a line marks an even \
             share, the fair bid. The numbers are in {}.",
            grid.name
        ),
        kind: Kind::DividedMap {
            row: "own_bid".to_owned(),
            column: "other_bid".to_owned(),
            value: "victory_share".to_owned(),
            value_title: "Share of the victories of the bid in the row; the line is an even share".to_owned(),
            line: 1.0 / tables.players as f64,
        },
    }
}

/// Returns the chances of bids if all others make the same bid.
fn against(tables: &Tables) -> Against<'_> {
    let share = |own, other| tables.shares_among(own, other);
    Against { bids: &tables.bids, even: 1.0 / tables.players as f64, share: Box::new(share) }
}

/// Adds the summary and the numbers to an answer.
fn summarise(answer: &mut Answer, tables: &Tables) {
    let mut ranked: Vec<usize> = (0..tables.bids.len()).collect();
    ranked.sort_by(|a, b| tables.settled[*b].point.total_cmp(&tables.settled[*a].point));
    let share = |bid: &usize| percent_within(tables.settled[*bid].point, tables.settled[*bid].interval);
    let played: Vec<&usize> = ranked.iter().filter(|bid| tables.settled[**bid].point > 0.0).collect();
    let told = |bid: &&usize| format!("{} in {} of cases", tables.bids[**bid].label(), share(bid));
    answer.said.push(format!(
        "At tables of {} the best mix of bids is {}. If everyone bids in these proportions, no player gains by another bid.",
        tables.players,
        played.iter().map(told).collect::<Vec<_>>().join(", ")
    ));
    if let Some(tested) = &tables.tested {
        let (best, gain) = tested.exploitability(tables.players);
        answer.said.push(format!(
            "The best reply to this mix, {}, gains {} of the victories over an even share, in {} games on new dice.",
            tables.bids[best].label(),
            points_within(gain.point, gain.interval),
            grouped(tested.shares[best].n)
        ));
    }
    answer.said.push(format!(
        "The intervals include the dice and the search for companies: {} companies were built independently for each of {} bids. {} games were \
         played at all possible tables.",
        tables.repeats(),
        tables.bids.len(),
        grouped(tables.games())
    ));
    let number =
        |bid: &&usize| KeyNumber::new(format!("Share of bid {} in the mix", tables.bids[**bid].label()), share(bid));
    answer.numbers = played.iter().take(NUMBERS).map(number).collect();
}

/// Returns a table of the equilibrium mix, and of each bid's share against it.
fn settled(name: &str, tables: &Tables) -> Table {
    let note = format!(
        "If everyone bids in these proportions, no player gains by another bid. 95% intervals from resamples of all tables and \
         of the companies. Share of the victories: of each bid on new dice against {} others who draw their bids from the mix; {} is even.",
        tables.players - 1,
        percent(1.0 / tables.players as f64)
    );
    let tested = |bid: usize| tables.tested.as_ref().map(|tested| tested.shares[bid]);
    let bids = 0..tables.bids.len();
    Table::new(format!("{name}-settled"), "The best mix of bids", note)
        .text("own_bid", "Bid", tables.bids.iter().map(|built| built.label()))
        .number("bid_share", "Share in the mix", 3, tables.settled.iter().map(|quantity| quantity.point))
        .interval("bid_share_interval", "95% interval", 3, tables.settled.iter().map(|quantity| quantity.interval))
        .estimates(["victory_share", "victory_share_interval"], "Share of victories", 3, bids.clone().map(tested))
        .count("n", "Games", bids.map(|bid| tested(bid).map(|share| share.n)))
}

/// Returns a table of each bid if all others make the same bid.
fn grid(name: &str, tables: &Tables) -> Table {
    let places = 0..tables.bids.len();
    let pairs = places.clone().flat_map(|own| places.clone().map(move |other| (own, other)));
    let cells: Vec<(usize, usize, Estimate)> =
        pairs.filter_map(|(own, other)| Some((own, other, tables.among(own, other)?))).collect();
    let note = format!(
        "Share of the victories of one company with the bid in the row if all {} others make the bid in the column. A shared \
         victory counts in parts. Intervals are over repetitions with their own companies and dice.",
        tables.players - 1
    );
    Table::new(format!("{name}-grid"), "Each bid if all others make the same bid", note)
        .text("own_bid", "Bid", cells.iter().map(|(own, ..)| tables.bids[*own].label()))
        .text("other_bid", "Against", cells.iter().map(|(_, other, _)| tables.bids[*other].label()))
        .estimates(["victory_share", "victory_share_interval"], "Share of victories", 3, cells.iter().map(|(.., s)| *s))
        .count("n", "Games", cells.iter().map(|(.., share)| share.n))
}

/// Returns a table of all possible combinations of bids.
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
        // For several equal bids the mean is shown without an interval: the interval of one of them would be that of
        // another number.
        let one = (seats.len() == 1).then(|| spread.share(seats[0]));
        (spread.taken.mean(&seats), one.map(|share| share.interval))
    };
    let shares: Vec<_> = rows.iter().map(share).collect();
    let note = "All possible tables, and the share of the victories of one company of each bid. The interval is given if no \
                other company at the table makes the same bid.";
    Table::new(format!("{name}-tables"), "All tables", note)
        .text("table_bids", "Bids", rows.iter().map(|(spread, _)| labels(&spread.counts)))
        .text("own_bid", "Bid", rows.iter().map(|(_, bid)| tables.bids[*bid].label()))
        .number("victory_share", "Share of victories", 3, shares.iter().map(|(share, _)| *share))
        .interval("victory_share_interval", "95% interval", 3, shares.iter().map(|(_, interval)| *interval))
        .count("n", "Games", rows.iter().map(|(spread, _)| spread.taken.games()))
}

/// Returns the results as JSON.
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
