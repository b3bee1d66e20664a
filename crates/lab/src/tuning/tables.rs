//! Tables of a tuning.

use super::found::{Tuned, total};
use super::verdict::Verdict;
use crate::study::{Duel, Estimates};
use hitchart_play::policy::Parameter;
use hitchart_report::table::{Table, counted};

/// Returns the table of the test: one row for each study, and one for all.
pub fn test_table<'a>(studies: impl Iterator<Item = &'a str>, duels: &[Duel]) -> Table {
    let all = total(duels);
    let rows: Vec<(&str, &Duel)> = studies.zip(duels).chain([("all", &all)]).collect();
    let note = format!(
        "The tuned policy against the one it started from, on fresh seeds: {}. Decided: share of games won, without ties; \
         0.5 is even. Points: a tie counts half a point. A pair of games on common random numbers is one observation.",
        Verdict::of(&all).name()
    );
    Table::new("tuning-test", "Test", note)
        .text("study", "Study", rows.iter().map(|(study, _)| *study))
        .count("won", "Won", rows.iter().map(|(_, duel)| duel.wins))
        .count("tied", "Tied", rows.iter().map(|(_, duel)| duel.ties))
        .estimates(["tied_share", "tied_share_interval"], "Ties", 4, rows.iter().map(|(_, duel)| duel.tied()))
        .count("lost", "Lost", rows.iter().map(|(_, duel)| duel.losses))
        .estimates(["decided", "decided_interval"], "Decided", 4, rows.iter().map(|(_, duel)| duel.decided()))
        .estimates(["points", "points_interval"], "Points", 4, rows.iter().map(|(_, duel)| duel.points()))
        .count("n", "N", rows.iter().map(|(_, duel)| duel.games()))
        .count("pairs", "Pairs", rows.iter().map(|(_, duel)| duel.pairs()))
}

/// Returns the table of the parameters before and after tuning.
pub fn parameters_table(parameters: &[Parameter], tuned: &Tuned) -> Table {
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
