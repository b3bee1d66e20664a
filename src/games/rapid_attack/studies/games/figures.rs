//! Figures of games: who wins, how long they last and how clear they end.

use super::asked::GamesStudy;
use super::tables::breakdown_table;
use crate::games::rapid_attack::record::Tally;
use crate::plot::{Figure, Kind};
use crate::table::Table;

/// Who wins, and distributions of rounds and margins.
pub(super) fn all(name: &str, asked: &GamesStudy, tally: &Tally) -> Vec<(Figure, Table)> {
    vec![
        wins(name, asked, tally),
        distribution(name, "rounds", "Rounds of a game", "rounds", &tally.rounds, tally.games),
        distribution(name, "margins", "Margin of the winner", "points ahead of the next", &tally.margins, tally.games),
    ]
}

/// Shares of games won by company, policy, position and turn.
fn wins(name: &str, asked: &GamesStudy, tally: &Tally) -> (Figure, Table) {
    let drawn = breakdown_table(name, asked, tally);
    let figure = Figure {
        name: format!("{name}-wins"),
        title: format!("Who wins: {name}, {}, {} games", asked.common.rules.name, tally.games),
        alt: format!(
            "Share of games won by company, policy, position and turn, with intervals, as in the table {name}-wins."
        ),
        kind: Kind::Ranking {
            label: "who".to_owned(),
            value: "wins".to_owned(),
            interval: "interval".to_owned(),
            value_title: "Share of games won, 95% intervals".to_owned(),
            reference: Some(1.0 / asked.companies.len() as f64),
        },
    };
    (figure, drawn)
}

fn distribution(name: &str, table: &str, title: &str, x_title: &str, counts: &[u64], games: u64) -> (Figure, Table) {
    let some = || counts.iter().enumerate().filter(|(_, games)| **games > 0);
    let drawn = Table::new(format!("{name}-{table}-figure"), title, "")
        .text("series", "Series", some().map(|_| title))
        .count("x", title, some().map(|(x, _)| x as u64))
        .number("share", "Share", 4, some().map(|(_, count)| *count as f64 / games as f64));
    let figure = Figure {
        name: format!("{name}-{table}"),
        title: title.to_owned(),
        alt: format!("Share of games by number of {x_title}; the numbers are in the table {name}-{table}."),
        kind: Kind::Pmf {
            series: "series".to_owned(),
            x: "x".to_owned(),
            y: "share".to_owned(),
            x_title: x_title.to_owned(),
        },
    };
    (figure, drawn)
}
