//! Tables of a tournament: scores, looks, and every matchup.

use super::plan::{Aim, Format};
use super::study::{Course, Tournament};
use crate::meta::Cell;
use crate::study::Estimates;
use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::Table;
use hitchart_stats::Estimate;

/// Returns the table of scores, best first, without the field of a gauntlet.
pub fn scores(name: &str, asked: &Tournament, course: &Course) -> Table {
    let standings = &course.standings;
    let order = standings.ranking(asked.plan.judged);
    let scored: Vec<Estimate> = order.iter().map(|entrant| standings.scored(*entrant, course.level)).collect();
    let note = format!(
        "Share of points over all opponents, each with equal weight; a tie counts half a point, and 0.5 is even. The \
         intervals of all looks hold together; those of the last look have a level of {:.2}%. {}",
        100.0 * course.level,
        asked.setting,
    );
    Table::new(format!("{name}-scores"), "Scores", note)
        .text("entrant", "Entrant", order.iter().map(|entrant| asked.arena.entrants[*entrant].as_str()))
        .estimates(["points_share", "points_share_interval"], "Share of points", 3, scored)
        .count("games", "Games", order.iter().map(|entrant| standings.games_of(*entrant)))
}

/// Returns the figure of scores with intervals.
pub fn figure(name: &str, asked: &Tournament, scores: &Table) -> Figure {
    Figure {
        name: scores.name.clone(),
        title: "Scores".to_owned(),
        alt: format!(
            "Shares of points of {} entrants with intervals; the numbers are in the table {name}-scores.",
            asked.plan.judged
        ),
        kind: Kind::Ranking {
            label: "entrant".to_owned(),
            value: "points_share".to_owned(),
            interval: "points_share_interval".to_owned(),
            value_title: "Share of points over all opponents".to_owned(),
            reference: Some(0.5),
        },
    }
}

/// Returns the table of undecided results at each look, or after each round.
pub fn looks(name: &str, asked: &Tournament, course: &Course) -> Table {
    let reach = match asked.plan.aim {
        Aim::Ratings => "the widest half-width of a score",
        Aim::Best => "the most by which another entrant can be better than the one with the best score",
        Aim::Equilibrium => "the most that an entrant can gain against the equilibrium",
    };
    let (title, stop) = match asked.plan.format {
        Format::Swiss => ("Rounds", "all rounds are played".to_owned()),
        _ => ("Looks", format!("play stops when it is at most {}", asked.plan.margin)),
    };
    let note = format!(
        "Planned before the first game: at most {} looks and {} games. Reach: {reach}, as a share of points; {stop}.",
        course.planned, asked.plan.games,
    );
    Table::new(format!("{name}-looks"), title, note)
        .count("look", "Look", 1..=course.looks.len() as u64)
        .count("games", "Games", course.looks.iter().map(|look| look.games))
        .count("open", "Open", course.looks.iter().map(|look| look.open as u64))
        .number("reach", "Reach", 3, course.looks.iter().map(|look| Some(look.reach)))
}

/// Returns the table of every matchup by the outcomes of its groups, in the format of `hitchart meta`.
pub fn games(name: &str, asked: &Tournament, course: &Course) -> Table {
    let mut rows: Vec<([usize; 2], [u64; 3], u64)> = Vec::new();
    for met in &course.standings.met {
        let outcomes = Cell::from(&met.duel).observations.into_iter();
        rows.extend(
            outcomes.map(|(outcome, groups)| (met.entrants, outcome.map(|count| u64::from(count) * groups), groups)),
        );
    }
    let named = |side: usize| rows.iter().map(move |row| asked.arena.entrants[row.0[side]].as_str());
    let note = "Games of each pair of entrants, from the view of the first. `hitchart meta` reads this table.";
    Table::new(format!("{name}-games"), "Meetings", note)
        .text("entrant", "Entrant", named(0))
        .text("against", "Against", named(1))
        .count("games_won", "Won", rows.iter().map(|row| row.1[0]))
        .count("games_tied", "Tied", rows.iter().map(|row| row.1[1]))
        .count("games_lost", "Lost", rows.iter().map(|row| row.1[2]))
        .count("groups", "Groups", rows.iter().map(|row| row.2))
}
