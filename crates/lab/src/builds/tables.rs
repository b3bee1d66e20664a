//! Tables of builds: changes of a build, and results by opponent.

use super::space::{ChangeResult, ChangeSet, Changes, OpponentKind};
use crate::racing::Margins;
use crate::study::{Duel, Opponent, both_ends, describe_opponents, enough};
use hitchart_config::words::{capitalised, grouped};
use hitchart_play::Built;
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, rounded_up};
use hitchart_stats::{Estimate, LEVEL, order::smallest_first};

/// Returns the excess of a share of points over an even game.
pub(super) fn over_even(points: Estimate) -> Estimate {
    let (low, high) = points.interval;
    Estimate { point: points.point - 0.5, interval: (low - 0.5, high - 0.5), ..points }
}

/// Describes the games needed to decide a gain with an interval that includes 0; empty otherwise. `what` names the
/// gain, `games` what was played.
pub(super) fn undecided(what: &str, gain: &Estimate, games: &str) -> String {
    let (low, high) = gain.interval;
    if low > 0.0 || high < 0.0 {
        return String::new();
    }
    let looks = if gain.point < 0.0 { "loss" } else { "gain" };
    match enough(gain.n, gain, 0.0) {
        Some(more) => format!(
            "Undecided: {what} may be luck. About {} {games} would decide it, if the {looks} is as large as it looks.",
            grouped(rounded_up(more))
        ),
        None => format!("Undecided: {what} may be luck, and is too small for {games} to decide."),
    }
}

/// Returns the table of changes in the given order, with their gains and p-values after correction for their number.
pub(super) fn changes_table<W: Changes>(table: Table, changes: &[(&ChangeResult<W::Build>, f64)]) -> Table {
    let [bid, bid_heading] = W::WORDS.bid;
    let gains: Vec<Estimate> = changes.iter().map(|(told, _)| told.gain.points).collect();
    table
        .text("change", "Change", changes.iter().map(|(told, _)| told.label.as_str()))
        .text("sort", "Kind of change", changes.iter().map(|(told, _)| told.sort))
        .estimate("gain", "Gain in share of points", 4, gains.iter().copied())
        .number("gain_p", "Adjusted p", 4, changes.iter().map(|(_, p)| *p))
        .estimate("points_share", "Share of points", 4, changes.iter().map(|(t, _)| t.points))
        .text(bid, bid_heading, changes.iter().map(|(told, _)| told.build.bid()))
        .count("n", &W::WORDS.games_heading(), gains.iter().map(|gain| gain.n))
}

/// Returns the figure of a table's changes, by gain.
pub(super) fn ranking(name: &str, table: &Table, what: &str) -> (Figure, Table) {
    let axis = "Gain in share of points, 95% intervals";
    let figure = Figure {
        title: "Gain of each change".to_owned(),
        alt: format!("{what} by gain in share of points, with intervals; the numbers are in {}.", table.name),
        ..rows_by(format!("{name}-gain"), table, ("change", "gain"), axis)
    };
    (figure, table.clone())
}

/// Returns a figure of the rows of a table, by a value with an interval.
pub(super) fn rows_by(name: String, table: &Table, (label, value): (&str, &str), title: &str) -> Figure {
    Figure::new(
        name,
        table.title.clone(),
        format!("Rows by {value}, with intervals; the numbers are in {}.", table.name),
        FigureKind::ranking([label, value], title, Some(0.0)),
    )
}

/// Returns the gain of the best reply in each round of a double oracle as a figure.
pub(super) fn rounds_figure(name: &str, rounds: &Table) -> Figure {
    Figure::new(
        format!("{name}-exploitability"),
        rounds.title.clone(),
        format!("Gain of the best reply found in each round, with intervals; the numbers are in {}.", rounds.name),
        FigureKind::bands(
            ["series", "round", "exploitability", "exploitability_interval"],
            "Round",
            "Gain in share of points",
            false,
        ),
    )
}

/// Returns the opponents from the hardest to the easiest, from the games of a build against a field. The intervals hold
/// for all opponents together (Bonferroni). Empty if the field does not meet the build one by one.
pub(super) fn opponents<W: Changes>(field: &W::Field, margins: &Margins) -> Vec<Opponent> {
    let names = W::names(field);
    let mut duels = vec![Duel::default(); names.len()];
    for (number, pair) in margins.iter() {
        if let Some(duel) = W::opponent(field, number).and_then(|place| duels.get_mut(place)) {
            duel.add_pair(pair.map(|margin| margin.signum() as i8));
        }
    }
    let met: Vec<(&str, Duel)> = names.into_iter().zip(duels).filter(|(_, duel)| duel.pairs() > 0).collect();
    let level = 1.0 - (1.0 - LEVEL) / met.len().max(1) as f64;
    let of = |(name, duel): &(&str, Duel)| Opponent { name: (*name).to_owned(), points: duel.points_at(level) };
    let mut all: Vec<Opponent> = met.iter().map(of).collect();
    smallest_first(&mut all, |row| row.points.point);
    all
}

/// Describes what a build met. With encounters it also describes the games that are half a point, because no side of
/// an encounter can tie. Empty if the build met nothing one by one.
pub(super) fn describe_met<W: Changes>(changing: &ChangeSet<W>, all: &[Opponent]) -> String {
    match W::WORDS.met {
        OpponentKind::Opponents => describe_opponents(&changing.name, all),
        OpponentKind::Encounters => {
            let ends = both_ends(&changing.name, all, "encounters");
            let half = changing.setting.half_point();
            if ends.is_empty() || half.is_empty() { ends } else { format!("{ends} {half}") }
        }
    }
}

/// Returns the hardest and the easiest opponent as numbers behind an answer.
pub(super) fn numbers(all: &[Opponent], met: OpponentKind) -> Vec<KeyNumber> {
    let number = |what: &str, other: &Opponent| {
        KeyNumber::new(format!("Share of points against {} ({what})", other.name), other.points.percent())
    };
    match all {
        [] => Vec::new(),
        [only] => vec![number(&format!("only {}", met.name()), only)],
        [hard, .., easy] => vec![number("hardest", hard), number("easiest", easy)],
    }
}

/// Returns the table of what a build met, the hardest first. `None` if it met nothing one by one.
pub(super) fn table<W: Changes>(study: &str, changing: &ChangeSet<W>, all: &[Opponent]) -> Option<Table> {
    let (what, half) = (W::WORDS.met.name(), changing.setting.half_point());
    let note = format!(
        "Share of the points of {}, unchanged, against each {what}, the hardest first.{}{half} The intervals hold for all \
         {what}s together.",
        changing.name,
        if half.is_empty() { "" } else { " " }
    );
    let title = match W::WORDS.met {
        OpponentKind::Opponents => "Who beats it: results by opponent",
        OpponentKind::Encounters => "Results by encounter",
    };
    (!all.is_empty()).then(|| {
        Table::new(format!("{study}-opponents"), title, note)
            .text("entrant", &capitalised(what), all.iter().map(|other| other.name.as_str()))
            .estimate("points_share", "Share of points", 4, all.iter().map(|o| o.points))
            .count("n", &W::WORDS.games_heading(), all.iter().map(|other| other.points.n))
    })
}

/// Describes by how much a share was higher in the race than in the test: `0.6 points lower`.
pub(super) fn raced_text(more: f64) -> String {
    let points = 100.0 * more;
    let side = if points < 0.0 { "lower" } else { "higher" };
    format!("{:.1} points {side}", points.abs())
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
        let undecided = |what: &str, gain: &Estimate| undecided(what, gain, "games");
        assert_eq!(undecided("the gain", &of(0.03)), "");
        // 4,000 games times (1.96 · 1.65)² and 4% for the part of the interval that the standard error does not explain.
        assert!(undecided("the gain", &of(0.01)).contains("43,000 games"), "{}", undecided("the gain", &of(0.01)));
        assert!(undecided("the gain", &of(0.0)).contains("too small"));
    }

    #[test]
    fn the_hardest_and_the_easiest_opponent_are_numbers() {
        let even = Estimate { point: 0.5, standard_error: 0.1, interval: (0.3, 0.7), n: 100, observations: 50 };
        let all = ["Fang", "Anvil", "Scouts"].map(|name| Opponent { name: name.to_owned(), points: even });
        assert_eq!([0, 1, 3].map(|n| numbers(&all[..n], OpponentKind::Opponents).len()), [0, 1, 2]);
    }
}
