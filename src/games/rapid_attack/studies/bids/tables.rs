//! Bids as tables and figures.

use super::fair::{Against, Fair, fair};
use super::grid::{Built, Grid};
use super::points::by_points;
use super::words;
use crate::games::rapid_attack::bidding::Limits;
use crate::games::rapid_attack::ruleset::Ruleset;
use crate::meta::{self, RESAMPLES, analyse_repeated};
use crate::plot::{Figure, Kind};
use crate::stats::Estimate;
use crate::study::{Answer, Estimates};
use crate::table::Table;

/// All that a grid says.
pub fn answer(name: &str, grid: &Grid, limits: &Limits, rules: &Ruleset, seed: u64) -> Answer {
    let met = grid.meetings();
    let matrix = met.matrix(name, "companies");
    let map = Figure {
        name: format!("{name}-map"),
        title: "Chance to win by bid".to_owned(),
        alt: format!(
            "Share of points of each bid, in rows, against each other, in columns; a line stands where it passes a half, the \
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
    };
    let mut answer = Answer {
        said: words::said(grid, &met),
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
    if let Ok(analysis) = analyse_repeated(&met.results(), Some(&met.open()), seed, RESAMPLES) {
        let of = meta::answer(&analysis, name);
        answer.said.extend(of.said);
        answer.tables.extend(of.tables);
        answer.figures.extend(of.figures);
    }
    answer
}

/// What a grid says of one of its bids: every answer to it, and the fair ones.
pub fn answer_to(name: &str, grid: &Grid, against: usize) -> Answer {
    let met = grid.meetings();
    let answers = met.answers(against);
    let loadouts =
        |own: usize| grid.best_company(&met, own).map(|company| company.loadouts.clone()).unwrap_or_default();
    let note = format!(
        "Against {}. Share of points: a tie is half a point. {} Loadouts: those of the company of each bid that took most of \
         the points against all bids.",
        grid.bids[against].label(),
        met.holds("companies")
    );
    let shares: Vec<Estimate> = answers.iter().map(|(_, share)| *share).collect();
    let answers_table = Table::new(format!("{name}-answers"), "Answers, the best first", note)
        .text("own_bid", "Bid", answers.iter().map(|(own, _)| grid.bids[*own].label()))
        .estimates(["points_share", "points_share_interval"], "Share of points", 3, shares.iter().copied())
        .count("n", "N", shares.iter().map(|share| share.n))
        .text("loadouts", "Loadouts", answers.iter().map(|(own, _)| loadouts(*own).join(", ")));
    let fair = fair_table(name, &grid.against(), &[against]);
    let figure = Figure {
        name: format!("{name}-answers"),
        title: format!("Answers to {}", grid.bids[against].label()),
        alt: format!(
            "Share of points of every bid against it, with intervals; the numbers are in {}.",
            answers_table.name
        ),
        kind: Kind::Ranking {
            label: "own_bid".to_owned(),
            value: "points_share".to_owned(),
            interval: "points_share_interval".to_owned(),
            value_title: "Share of points, 95% intervals".to_owned(),
            reference: Some(0.5),
        },
    };
    let json = programs(grid, &answers, against, &loadouts);
    Answer {
        said: vec![words::against(grid, &met, against)],
        figures: vec![(figure, answers_table.clone())],
        tables: vec![fair, answers_table],
        warnings: Vec::new(),
        json: Some(json),
        ..Answer::default()
    }
}

/// The same for programs; `loadouts` are those of a bid by its place.
fn programs(
    grid: &Grid,
    answers: &[(usize, Estimate)],
    against: usize,
    loadouts: &dyn Fn(usize) -> Vec<String>,
) -> serde_json::Value {
    serde_json::json!({
        "against": grid.bids[against].label(),
        "answers": answers.iter().map(|(own, share)| serde_json::json!({
            "bid": grid.bids[*own].label(),
            "points": { "point": share.point, "interval": [share.interval.0, share.interval.1], "n": share.n },
            "frames": loadouts(*own),
        })).collect::<Vec<_>>(),
        "companies": grid.repeats(),
        "fair": fair_of(&grid.against(), &[against]).iter().map(|(_, fair)| serde_json::json!({
            "frames": fair.frames,
            "systems": fair.systems,
            "interval": fair.interval.map(|(low, high)| [low, high]),
        })).collect::<Vec<_>>(),
    })
}

fn fair_of(all: &Against<'_>, against: &[usize]) -> Vec<(usize, Fair)> {
    against.iter().flat_map(|other| fair(all, *other).into_iter().map(move |fair| (*other, fair))).collect()
}

/// The fair-bid line: how many systems make the chances even.
fn fair_bids(name: &str, grid: &Grid) -> Table {
    fair_table(name, &grid.against(), &(0..grid.bids.len()).collect::<Vec<_>>())
}

/// The fair bids against some of the bids.
pub(super) fn fair_table(name: &str, all: &Against<'_>, against: &[usize]) -> Table {
    let rows = fair_of(all, against);
    let note = "With so many frames, the number of systems at which the chances are even: where a line through the chances \
                of the bids with as many frames crosses an even part, with Fieller's interval. Empty where it does so beyond \
                what was bid, or where the games cannot tell.";
    Table::new(format!("{name}-fair"), "The fair bid", note)
        .text("other_bid", "Against", rows.iter().map(|(other, _)| all.bids[*other].label()))
        .count("frames", "Frames", rows.iter().map(|(_, fair)| u64::from(fair.frames)))
        .number("fair_systems", "Fair systems", 1, rows.iter().map(|(_, fair)| fair.systems))
        .interval("fair_systems_interval", "95% interval", 1, rows.iter().map(|(_, fair)| fair.interval))
        .number("per_system", "Points a system", 3, rows.iter().map(|(_, fair)| fair.slope))
}

/// What the rules say before the first die is thrown.
fn points(name: &str, grid: &Grid, limits: &Limits, rules: &Ruleset) -> Table {
    let places = 0..grid.bids.len();
    let rows: Vec<_> = places
        .clone()
        .flat_map(|own| places.clone().map(move |other| (own, other)))
        .map(|(own, other)| (own, other, by_points(grid, (own, other), limits, rules)))
        .collect();
    let lead = |value: Option<i64>| value.map(|value| value as f64);
    let note = "Exactly, by the rules alone: starting score less the other's, and the seat. Where the bids tie for defense, \
                the lead after a frame is added and after one is given up, each of full systems (S22, R03, R04).";
    Table::new(format!("{name}-points"), "Bids by points", note)
        .text("own_bid", "Bid", rows.iter().map(|(own, ..)| grid.bids[*own].label()))
        .text("other_bid", "Against", rows.iter().map(|(_, other, _)| grid.bids[*other].label()))
        .whole("starting_lead", "Lead at the start", rows.iter().map(|(.., by)| by.lead))
        .text("seat", "Seat", rows.iter().map(|(.., by)| by.seat))
        .number("lead_added", "With a frame more", 0, rows.iter().map(|(.., by)| lead(by.added)))
        .number("lead_removed", "With a frame less", 0, rows.iter().map(|(.., by)| lead(by.removed)))
}

/// The companies that were built for each bid.
fn built(name: &str, grid: &Grid) -> Table {
    built_of(name, &grid.bids, &format!("{} on {}, all played by {}", grid.size.name(), grid.battlefield, grid.policy))
}

/// The companies that were built, and where.
pub(super) fn built_of(name: &str, bids: &[Built], told: &str) -> Table {
    let note = format!(
        "Companies found by generations that race, one in each independent repetition. {}.",
        crate::table::capitalised(told)
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
