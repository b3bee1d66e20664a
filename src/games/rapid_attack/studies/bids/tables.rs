//! The answer for bids between two players: tables and figures.

use super::fair::{Against, Fair, fair};
use super::grid::{Built, Grid};
use super::points::by_points;
use super::replies::{Replies, Reply};
use super::words;
use crate::games::rapid_attack::bidding::Limits;
use crate::games::rapid_attack::ruleset::Ruleset;
use hitchart_lab::metagame::{self, RESAMPLES, analyse_repeated};
use hitchart_lab::study::Answer;
use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::Table;
use hitchart_stats::Estimate;

/// Returns the complete answer for a grid.
pub fn answer(name: &str, grid: &Grid, limits: &Limits, rules: &Ruleset, seed: u64) -> Answer {
    let met = grid.meetings();
    let matrix = met.matrix(name, "companies");
    let map = map(name, &matrix);
    let mut answer = Answer {
        tables: vec![
            met.best(name),
            fair_bids(name, grid),
            matrix.clone(),
            points(name, grid, limits, rules),
            built(name, grid),
        ],
        figures: vec![(map, matrix)],
        warnings: Vec::new(),
        json: serde_json::to_value(grid).ok(),
        ..Answer::default()
    };
    words::summarise(&mut answer, grid, &met);
    if let Ok(analysis) = analyse_repeated(&met.results(), Some(&met.open()), seed, RESAMPLES) {
        let of = metagame::answer(&analysis, name);
        answer.said.extend(of.said);
        answer.tables.extend(of.tables);
        answer.figures.extend(of.figures);
    }
    answer
}

/// Returns the chances of all bids as a map.
fn map(name: &str, matrix: &Table) -> Figure {
    Figure {
        name: format!("{name}-map"),
        title: "Chance to win by bid".to_owned(),
        alt: format!(
            "Share of points of each bid, in rows, against each other, in columns; a line marks a share of one half, the \
             fair bid. The numbers are in {}.",
            matrix.name
        ),
        kind: Kind::DividedMap {
            row: "own_bid".to_owned(),
            column: "other_bid".to_owned(),
            value: "points_share".to_owned(),
            value_title: "Share of points of the bid in the row; the line is the fair bid".to_owned(),
            line: 0.5,
        },
    }
}

/// Returns the replies to one of the bids of a grid.
pub fn answer_to(name: &str, grid: &Grid, against: usize) -> Answer {
    let met = grid.meetings();
    let of = |(own, share): (usize, Estimate)| {
        let loadouts = grid.best_company(&met, own).map(|company| company.loadouts.clone()).unwrap_or_default();
        Reply { own, share, loadouts }
    };
    let replies = Replies {
        players: 2,
        bids: &grid.bids,
        against,
        best: met.best_answer(against),
        answers: met.answers(against).into_iter().map(of).collect(),
        chances: grid.against(),
        games: met.games(),
    };
    replies.answer(name)
}

pub(super) fn fair_of(all: &Against<'_>, against: &[usize]) -> Vec<(usize, Fair)> {
    against.iter().flat_map(|other| fair(all, *other).into_iter().map(move |fair| (*other, fair))).collect()
}

/// Returns the table of fair bids: the numbers of systems that make the odds even.
fn fair_bids(name: &str, grid: &Grid) -> Table {
    fair_table(name, &grid.against(), &(0..grid.bids.len()).collect::<Vec<_>>())
}

/// Returns the table of fair bids against some of the bids.
pub(super) fn fair_table(name: &str, all: &Against<'_>, against: &[usize]) -> Table {
    let rows = fair_of(all, against);
    let note = "The number of systems that makes the odds even, by number of frames: where a line through the shares of the bids \
                with as many frames crosses an even share, with Fieller's interval. Empty if the line crosses outside of the bids \
                that were played, or if there are too few games.";
    Table::new(format!("{name}-fair"), "The fair bid: systems for even odds", note)
        .text("other_bid", "Against", rows.iter().map(|(other, _)| all.bids[*other].label()))
        .count("frames", "Frames", rows.iter().map(|(_, fair)| u64::from(fair.frames)))
        .number("fair_systems", "Fair systems", 1, rows.iter().map(|(_, fair)| fair.systems))
        .interval("fair_systems_interval", "95% interval", 1, rows.iter().map(|(_, fair)| fair.interval))
        .number("per_system", "Share of points per system", 3, rows.iter().map(|(_, fair)| fair.slope))
}

/// Returns a table of the effects of the rules before the first die is thrown.
fn points(name: &str, grid: &Grid, limits: &Limits, rules: &Ruleset) -> Table {
    let places = 0..grid.bids.len();
    let rows: Vec<_> = places
        .clone()
        .flat_map(|own| places.clone().map(move |other| (own, other)))
        .map(|(own, other)| (own, other, by_points(grid, (own, other), limits, rules)))
        .collect();
    let lead = |value: Option<i64>| value.map(|value| value as f64);
    let note = "Exact, from the rules alone: the starting score minus the opponent's, and the seat. If the bids tie for defense: \
                the lead after a full frame is added, and after one is removed (S22, R03, R04).";
    Table::new(format!("{name}-points"), "Bids by points", note)
        .text("own_bid", "Bid", rows.iter().map(|(own, ..)| grid.bids[*own].label()))
        .text("other_bid", "Against", rows.iter().map(|(_, other, _)| grid.bids[*other].label()))
        .whole("starting_lead", "Lead at the start", rows.iter().map(|(.., by)| by.lead))
        .text("seat", "Seat", rows.iter().map(|(.., by)| by.seat))
        .number("lead_added", "Lead with a frame more", 0, rows.iter().map(|(.., by)| lead(by.added)))
        .number("lead_removed", "Lead with a frame less", 0, rows.iter().map(|(.., by)| lead(by.removed)))
}

/// Returns the companies built for each bid.
fn built(name: &str, grid: &Grid) -> Table {
    built_of(name, &grid.bids, &format!("{} on {}, all played by {}", grid.size.name(), grid.battlefield, grid.policy))
}

/// Returns a table of companies built for bids, with a description of the setting in the note.
pub(super) fn built_of(name: &str, bids: &[Built], told: &str) -> Table {
    let note = format!(
        "Companies found by independent searches, one in each repetition. {}.",
        hitchart_report::table::capitalised(told)
    );
    let rows: Vec<_> = bids
        .iter()
        .flat_map(|built| (1_u64..).zip(&built.companies).map(move |(number, company)| (built, number, company)))
        .collect();
    Table::new(format!("{name}-built"), "Companies built for the bids", note)
        .text("own_bid", "Bid", rows.iter().map(|(built, ..)| built.label()))
        .count("repetition", "Repetition", rows.iter().map(|(_, number, _)| *number))
        .text("loadouts", "Loadouts", rows.iter().map(|(.., company)| company.loadouts.join(", ")))
}
