//! The quality of a ranking of candidates on decisions of held-out games, and the answer that shows it.

use super::{Learned, answer::worth};
use crate::study::Answer;
use hitchart_config::words::counted;
use hitchart_play::{network::Network, network::fit::Data};
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, number};
use hitchart_stats::{Estimate, LEVEL, proportion};

/// Decisions whose best candidate is among the few that are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// Number of candidates kept, the first of the list among them.
    pub kept: usize,
    /// Share of the decisions whose best candidate the network keeps, over one decision of each game.
    pub by_network: Estimate,
    /// Share of the same decisions whose best candidate is among the first of the list.
    pub by_list: Estimate,
}

/// Numbers of candidates that the table keeps.
const KEPT: [usize; 4] = [2, 3, 4, 6];

/// Returns the quality of a ranking on the first decision of each game that has more candidates than are kept.
pub(super) fn ranked(network: &Network, data: &Data) -> Vec<Ranked> {
    let decisions = decisions(data);
    let of = |kept: usize| {
        let (mut last, mut n, mut found) = (None, 0, [0, 0]);
        for rows in decisions.iter().filter(|rows| rows.len() > kept) {
            if last.replace(data.game(rows.start)) == Some(data.game(rows.start)) {
                continue;
            }
            n += 1;
            let best = rows.clone().reduce(|best, row| if data.outcome(row) > data.outcome(best) { row } else { best });
            let best = best.unwrap_or(rows.start);
            let rated = |row: usize| worth(network, data, row);
            // The first candidate of the list is always kept.
            let better = rows.clone().skip(1).filter(|row| rated(*row) > rated(best)).count();
            found[0] += u64::from(best == rows.start || better + 1 < kept);
            found[1] += u64::from(best - rows.start < kept);
        }
        let [by_network, by_list] = found.map(|found| proportion(found, n, LEVEL));
        (n > 0).then_some(Ranked { kept, by_network, by_list })
    };
    KEPT.into_iter().filter_map(of).collect()
}

/// Returns the rows of each decision. The first candidate of a list is the only one with the first feature.
fn decisions(data: &Data) -> Vec<std::ops::Range<usize>> {
    let starts: Vec<usize> = (0..data.rows()).filter(|row| data.features(*row)[0] > 0).chain([data.rows()]).collect();
    starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// Fills in the summary, the line and the numbers of an answer about a ranking.
pub(super) fn summarise_ranked(answer: &mut Answer, learned: &Learned) {
    let games = counted(learned.games[1], "games");
    let said = match learned.ranked.iter().find(|ranked| ranked.kept == 3) {
        Some(Ranked { kept, by_network, by_list }) => format!(
            "If {kept} candidates are kept, the network keeps the best one in {} of the decisions of {games} that it has \
             not seen; the first {kept} of the list have it in {}.",
            by_network.percent(),
            by_list.percent()
        ),
        None => format!("No decision of the {games} held out has enough candidates to rank."),
    };
    answer.line = said.trim_end_matches('.').to_owned();
    answer.said = vec![said];
    answer.numbers = vec![
        KeyNumber::new("Squared error, games held out", number(learned.losses.held_out.square)),
        KeyNumber::new("Squared error of the mean", number(learned.losses.base.square)),
        KeyNumber::new("Candidates learned from", counted(learned.states[0], "candidates")),
    ];
}

/// Returns the table of decisions whose best candidate is kept.
pub(super) fn ranked_table(ranked: &[Ranked]) -> Table {
    let note = "Share of decisions whose best candidate is kept, by the network and by the order of the list. The decisions \
                are those of games that the network has not seen: the first of each game with more candidates than are kept.";
    Table::new("learning-ranked", "Best candidate kept", note)
        .count("candidates_compared", "Compared", ranked.iter().map(|ranked| ranked.kept as u64))
        .estimate("best_by_network", "By the network", 3, ranked.iter().map(|ranked| ranked.by_network))
        .estimate("best_by_list", "By the list", 3, ranked.iter().map(|ranked| ranked.by_list))
        .count("n", "N", ranked.iter().map(|ranked| ranked.by_network.n))
}
