//! Changes of builds as tables and a figure, and estimates in words.

use super::changes::Told;
use super::workshop::Built;
use crate::study::{Estimates, enough};
use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::{Table, grouped, percent_within, points_within, rounded_up};
use hitchart_stats::Estimate;

/// Formats a share with its interval, such as `52% (48 to 56%)`.
pub fn share(estimate: &Estimate) -> String {
    percent_within(estimate.point, estimate.interval)
}

/// Formats a difference of shares with its interval, such as `+4 points (+1 to +7)`.
pub fn gain(estimate: &Estimate) -> String {
    points_within(estimate.point, estimate.interval)
}

/// Returns the excess of a share of points over an even game.
pub fn over_even(points: Estimate) -> Estimate {
    let (low, high) = points.interval;
    Estimate { point: points.point - 0.5, interval: (low - 0.5, high - 0.5), ..points }
}

/// Describes the games needed to decide a gain with an interval that includes 0; empty otherwise. `what` names the
/// gain.
pub fn undecided(what: &str, gain: &Estimate) -> String {
    let (low, high) = gain.interval;
    if low > 0.0 || high < 0.0 {
        return String::new();
    }
    match enough((gain.n, (high - low) / 2.0), gain.point.abs()) {
        Some(games) => format!(
            "Undecided: {what} may be luck. About {} games would decide it, if the gain is as large as it looks.",
            grouped(rounded_up(games))
        ),
        None => format!("Undecided: {what} may be luck, and is too small for games to decide."),
    }
}

/// Returns the table of changes in the given order, with their gains and p-values after correction for their number.
pub fn changes_table<B: Built>(table: Table, changes: &[(&Told<B>, f64)]) -> Table {
    let gains: Vec<Estimate> = changes.iter().map(|(told, _)| told.gain.points).collect();
    table
        .text("change", "Change", changes.iter().map(|(told, _)| told.label.as_str()))
        .text("sort", "Kind of change", changes.iter().map(|(told, _)| told.sort))
        .estimates(["gain", "gain_interval"], "Gain in share of points", 4, gains.iter().copied())
        .number("gain_p", "Adjusted p", 4, changes.iter().map(|(_, p)| *p))
        .estimates(
            ["points_share", "points_share_interval"],
            "Share of points",
            4,
            changes.iter().map(|(t, _)| t.points),
        )
        .text("build_bid", "Bid", changes.iter().map(|(told, _)| told.build.bid()))
        .count("n", "Games", gains.iter().map(|gain| gain.n))
}

/// Returns the figure of a table's changes, by gain.
pub fn ranking(name: &str, table: &Table, what: &str) -> (Figure, Table) {
    let axis = "Gain in share of points, 95% intervals";
    let figure = Figure {
        title: "Gain of each change".to_owned(),
        alt: format!("{what} by gain in share of points, with intervals; the numbers are in {}.", table.name),
        ..rows_by(format!("{name}-gain"), table, ("change", "gain"), axis)
    };
    (figure, table.clone())
}

/// Returns a figure of the rows of a table, by a value with an interval.
pub fn rows_by(name: String, table: &Table, (label, value): (&str, &str), title: &str) -> Figure {
    Figure {
        title: table.title.clone(),
        alt: format!("Rows by {value}, with intervals; the numbers are in {}.", table.name),
        name,
        kind: Kind::Ranking {
            label: label.to_owned(),
            value: value.to_owned(),
            interval: format!("{value}_interval"),
            value_title: title.to_owned(),
            reference: Some(0.0),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undecided_gain_names_the_games_that_would_decide_it() {
        let of = |point: f64| Estimate {
            point,
            standard_error: 0.01,
            interval: (point - 0.02, point + 0.02),
            n: 4000,
            observations: 2000,
        };
        assert_eq!(undecided("the gain", &of(0.03)), "");
        // 4,000 games times (0.02 / 0.01)² times 2.7.
        assert!(undecided("the gain", &of(0.01)).contains("44,000 games"), "{}", undecided("the gain", &of(0.01)));
        assert!(undecided("the gain", &of(0.0)).contains("too small"));
    }
}
