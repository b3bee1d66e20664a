//! The answer of a tuning: verdict, summary and tables.

use super::{Tuned, total};
use crate::study::{Answer, Duel, enough};
use hitchart_config::named;
use hitchart_config::words::{counted, grouped};
use hitchart_play::policy::Parameter;
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, number, rounded_up};
use hitchart_stats::{FEW, order::largest_first};

named! {
    /// The verdict of a test of tuned values.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum TuningVerdict {
        /// Stronger than the start.
        Pass = "pass",
        /// Weaker than the start.
        Fail = "fail",
        /// Neither is shown.
        Inconclusive = "inconclusive",
    }
}

impl TuningVerdict {
    /// Returns the verdict of a duel. The intervals of decided games and of points over pairs must both lie on the same
    /// side of one half.
    pub fn of(duel: &Duel) -> TuningVerdict {
        let intervals = [duel.decided().interval, duel.points().interval];
        if intervals.iter().all(|(low, _)| *low > 0.5) {
            TuningVerdict::Pass
        } else if intervals.iter().all(|(_, high)| *high < 0.5) {
            TuningVerdict::Fail
        } else {
            TuningVerdict::Inconclusive
        }
    }
}

/// Describes how many games are needed to decide between two policies; empty if the verdict is clear.
pub(crate) fn undecided(duel: &Duel, what: &str) -> String {
    if TuningVerdict::of(duel) != TuningVerdict::Inconclusive {
        return String::new();
    }
    let (points, games) = (duel.points(), duel.games());
    if games < FEW {
        return format!("Undecided: {what}.");
    }
    let more = enough(games, &points, 0.5).map_or_else(
        || "They look equally strong.".to_owned(),
        |n| format!("About {} games decide it, if the difference is as large as it looks.", grouped(rounded_up(n))),
    );
    format!("Undecided: {what}. {more}")
}

/// Fills in the summary, the line and the numbers of an answer; `start` is the policy that tuning started from.
pub(crate) fn summarise(answer: &mut Answer, (start, parameters): (&str, &[Parameter]), tuned: &Tuned) {
    let all = total(&tuned.test);
    let games = counted(all.games(), "test games");
    let verdict = match TuningVerdict::of(&all) {
        TuningVerdict::Pass => format!("The tuned policy is stronger than {start}"),
        TuningVerdict::Fail => format!("The tuned policy is weaker than {start}"),
        TuningVerdict::Inconclusive => format!("The tuned policy is not shown to be stronger than {start}"),
    };
    let moved = |(parameter, (from, to)): (&Parameter, (&f64, &f64))| {
        ((to - from) / (parameter.high - parameter.low), parameter.name, *from, *to)
    };
    let mut moves: Vec<(f64, &str, f64, f64)> =
        parameters.iter().zip(tuned.start.iter().zip(&tuned.values)).map(moved).collect();
    largest_first(&mut moves, |row| row.0.abs());
    answer.said =
        vec![format!("{verdict}: it scores {} of the points in {games} on fresh seeds.", all.points().percent())];
    if let Some((_, name, from, to)) = moves.first().filter(|(by, ..)| *by != 0.0) {
        answer.said.push(format!(
            "{} of tuning moved {} the most, from {} to {}.",
            counted(tuned.iterations, "iterations"),
            name.replace('_', " "),
            number(*from),
            number(*to)
        ));
    }
    answer.line = format!("{verdict}: {} of the points ({games})", all.points().percent());
    answer.numbers = vec![KeyNumber::new("Points of the tuned policy", all.points().percent())];
    let decided = all.decided();
    answer.numbers.push(KeyNumber::new("Share of decided games won", decided.percent()));
    let parameter = |(_, name, from, to): &(f64, &str, f64, f64)| {
        KeyNumber::new(name.replace('_', " "), format!("{} to {}", number(*from), number(*to)))
    };
    answer.numbers.extend(moves.iter().take(3).map(parameter));
    answer.undecided = undecided(&all, "whether tuning makes the policy stronger");
}

/// Returns the table of the test: one row for each study, and one for all.
pub(crate) fn test_table<'a>(studies: impl Iterator<Item = &'a str>, duels: &[Duel]) -> Table {
    let all = total(duels);
    let rows: Vec<(&str, &Duel)> = studies.zip(duels).chain([("all", &all)]).collect();
    let note = format!(
        "The tuned policy against the one it started from, on fresh seeds: {}. Decided: share of games won, without ties; \
         0.5 is even. Points: a tie counts half a point. A pair of games on common random numbers is one observation.",
        TuningVerdict::of(&all).name()
    );
    Table::new("tuning-test", "Test", note)
        .text("study", "Study", rows.iter().map(|(study, _)| *study))
        .count("won", "Won", rows.iter().map(|(_, duel)| duel.wins))
        .count("tied", "Tied", rows.iter().map(|(_, duel)| duel.ties))
        .estimate("tied_share", "Ties", 4, rows.iter().map(|(_, duel)| duel.tied()))
        .count("lost", "Lost", rows.iter().map(|(_, duel)| duel.losses))
        .estimate("decided", "Decided", 4, rows.iter().map(|(_, duel)| duel.decided()))
        .estimate("points", "Points", 4, rows.iter().map(|(_, duel)| duel.points()))
        .count("n", "N", rows.iter().map(|(_, duel)| duel.games()))
        .count("pairs", "Pairs", rows.iter().map(|(_, duel)| duel.pairs()))
}

/// Returns the table of the parameters before and after tuning.
pub(crate) fn parameters_table(parameters: &[Parameter], tuned: &Tuned) -> Table {
    let note = format!(
        "After {}: the mean of the second half of them, to three digits.",
        counted(tuned.iterations, "iterations")
    );
    Table::new("tuning-parameters", "Parameters", note)
        .text("parameter", "Parameter", parameters.iter().map(|parameter| parameter.name))
        .number("start", "Start", 4, tuned.start.iter().copied())
        .number("tuned", "Tuned", 4, tuned.values.iter().copied())
        .number("low", "Low", 1, parameters.iter().map(|parameter| parameter.low))
        .number("high", "High", 1, parameters.iter().map(|parameter| parameter.high))
        .text("meaning", "Meaning", parameters.iter().map(|parameter| parameter.meaning.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_need_both_intervals_on_one_side() {
        let duel =
            |wins, losses, half_points: [u64; 5]| Duel { wins, ties: 0, losses, half_points, divided: half_points[2] };
        assert_eq!(TuningVerdict::of(&duel(600, 400, [100, 0, 200, 0, 200])), TuningVerdict::Pass);
        assert_eq!(TuningVerdict::of(&duel(400, 600, [200, 0, 200, 0, 100])), TuningVerdict::Fail);
        assert_eq!(TuningVerdict::of(&duel(510, 490, [100, 0, 290, 0, 110])), TuningVerdict::Inconclusive);
        assert_eq!(TuningVerdict::of(&Duel::default()), TuningVerdict::Inconclusive);
    }

    /// A test with nothing but ties has no share of decided games.
    #[test]
    fn a_test_of_ties_alone_tells_no_share_of_decided_games() {
        let ties = Duel { wins: 0, ties: 8, losses: 0, half_points: [0, 0, 4, 0, 0], divided: 0 };
        let table = test_table(["mirror"].into_iter(), &[ties]);
        assert_eq!((table.numbers("decided"), table.numbers("tied_share")), (vec![None; 2], vec![Some(1.0); 2]));
        let csv = String::from_utf8(table.to_csv().unwrap()).unwrap();
        for text in [table.to_markdown(), table.to_json().to_string(), csv] {
            assert!(!text.contains("NaN"), "{text}");
        }
    }
}
