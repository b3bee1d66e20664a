//! Figures of games: shares of wins, lengths of games, and margins.

use super::recorded::Recorded;
use super::setting::{GamesStudy, Setting};
use super::tables::{breakdown_table, rounds_table, scores_table};
use super::tally::{SideTally, Tally};
use crate::study::{Estimates, metric};
use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::Table;
use hitchart_stats::Estimate;

/// Returns all figures of a study of games, each with its table.
pub(super) fn all<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> Vec<(Figure, Table)> {
    vec![
        wins(name, asked, tally),
        scores(name, asked, tally),
        leaders::<S>(name, tally),
        margins(name, asked, tally),
        distribution(name, "rounds", "Rounds of a game", "rounds", &tally.rounds, tally.games),
        distribution(name, "margins", "Margin of the winner", "points ahead of the next", &tally.margins, tally.games),
    ]
}

/// Draws the shares of games won by company, policy, position and turn.
fn wins<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> (Figure, Table) {
    let drawn = breakdown_table(name, asked, tally);
    let figure = Figure {
        name: format!("{name}-wins"),
        title: "Share of games won".to_owned(),
        alt: format!(
            "Share of games won by {}, policy, position and turn, with intervals, as in the table {name}-wins.",
            S::WORDS.side[0]
        ),
        kind: Kind::Ranking {
            label: "who".to_owned(),
            value: "wins".to_owned(),
            interval: "interval".to_owned(),
            value_title: "Share of games won, 95% intervals".to_owned(),
            reference: Some(1.0 / asked.policies.len() as f64),
        },
    };
    (figure, drawn)
}

/// Draws the mean scores of the sides, round by round.
fn scores<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> (Figure, Table) {
    let side = S::WORDS.side[0];
    let figure = Figure {
        name: format!("{name}-scores"),
        title: "Scores round by round".to_owned(),
        alt: format!("Mean score of each {side} at the end of each round, as in the table {name}-scores."),
        kind: Kind::Bands {
            series: side.to_owned(),
            x: "round".to_owned(),
            y: "score".to_owned(),
            interval: "score_interval".to_owned(),
            x_title: format!("Round; 0 is the {}", S::WORDS.fielding),
            y_title: "Mean score".to_owned(),
            share: false,
        },
    };
    (figure, scores_table(name, asked, tally))
}

/// Draws the share of games won by the sole leader after each round.
fn leaders<S: Setting>(name: &str, tally: &Tally) -> (Figure, Table) {
    let rounds = rounds_table::<S>(name, tally);
    let series = vec!["leader"; rounds.rows()];
    let figure = Figure {
        name: format!("{name}-leaders"),
        title: "Chance that the leader wins".to_owned(),
        alt: format!("Share of games won by the player who alone led after a round, as in the table {name}-rounds."),
        kind: Kind::Bands {
            series: "series".to_owned(),
            x: "round".to_owned(),
            y: "leader_wins".to_owned(),
            interval: "leader_interval".to_owned(),
            x_title: "Round".to_owned(),
            y_title: "Games won by the leader after it".to_owned(),
            share: true,
        },
    };
    (figure, rounds.text("series", "Series", series))
}

/// Draws the mean margin of each side.
fn margins<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> (Figure, Table) {
    let place = S::Record::ROLES.lead;
    let [column, heading, _] = S::WORDS.side;
    let of = |side: &SideTally| metric(&S::Record::SIDE[place], &side.metrics, place, tally.observations());
    let margins: Vec<Estimate> = tally.sides.iter().map(of).collect();
    let drawn = Table::new(format!("{name}-{column}-margins-figure"), format!("Margins by {column}"), "")
        .text(column, heading, asked.setting.names())
        .estimates(["mean", "interval"], "Margin", 2, margins.iter().copied())
        .count("n", "N", margins.iter().map(|margin| margin.n));
    let figure = Figure {
        name: format!("{name}-{column}-margins"),
        title: format!("Margins by {column}"),
        alt: format!("Mean score of each {column} less the best other, with intervals."),
        kind: Kind::Ranking {
            label: column.to_owned(),
            value: "mean".to_owned(),
            interval: "interval".to_owned(),
            value_title: "Points ahead of the best other, 95% intervals".to_owned(),
            reference: Some(0.0),
        },
    };
    (figure, drawn)
}

fn distribution(name: &str, table: &str, title: &str, x_title: &str, counts: &[u64], games: u64) -> (Figure, Table) {
    let some = || counts.iter().enumerate().filter(|(_, games)| **games > 0);
    let drawn = Table::new(format!("{name}-{table}-figure"), title, "")
        .text("series", "Series", some().map(|_| title))
        .count("x", title, some().map(|(x, _)| x as u64))
        .number("share", "Share", 4, some().map(|(_, count)| *count as f64 / games as f64))
        .count("n", "N", some().map(|_| games));
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
