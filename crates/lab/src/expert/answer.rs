//! The answer of an expert iteration: the rounds, and the tests of their networks.

use super::{ExpertRound, ExpertStudy, taken};
use crate::study::{Answer, Duel};
use crate::tuning::total;
use hitchart_config::words::counted;
use hitchart_report::{KeyNumber, table::Table};

/// Fills in the summary, the line and the numbers of an answer. `started` are the duels of the starting player against
/// the fixed policies; `None` if the starting player is the fixed policy.
pub(super) fn summarise(answer: &mut Answer, study: &ExpertStudy, rounds: &[ExpertRound], started: Option<&[Duel]>) {
    let (player, [_, tested]) = (study.player(), study.names());
    let games = counted(total(&rounds[0].duels).games(), "games");
    let on = tested.join(", ");
    let share = |duels: &[Duel]| total(duels).points().percent();
    let said = match (taken(rounds), started) {
        (None, _) => format!(
            "No networks are taken: none are shown to make a search stronger than {player}.{}",
            started.map_or_else(String::new, |started| no_room(player, &total(started)))
        ),
        (Some(round), None) => format!(
            "The networks of round {} are taken: a search with them takes {} of the points from {player}.",
            round + 1,
            share(&rounds[round].duels)
        ),
        (Some(round), Some(started)) => format!(
            "The networks of round {} are taken: a search with them takes {} of the points; in the same games {player} \
             takes {}.",
            round + 1,
            share(&rounds[round].duels),
            share(started)
        ),
    };
    answer.line = said.trim_end_matches('.').to_owned();
    answer.said = vec![said, format!("Each round was tested in {games} of {on}, which no network was fitted to.")];
    let points = |name: String, duels: &[Duel]| KeyNumber::new(name, share(duels));
    let start = started.map(|duels| points(format!("Points of {player}"), duels));
    let each = rounds.iter().enumerate();
    let each = each.map(|(round, of)| points(format!("Points of round {}", round + 1), &of.duels));
    answer.numbers = start.into_iter().chain(each).collect();
}

/// Says that the tests leave no room for a gain if the starting player takes nearly all points in them.
fn no_room(player: &str, started: &Duel) -> String {
    const ROOM: f64 = 0.05;
    if started.points().point < 1.0 - ROOM {
        return String::new();
    }
    let share = started.points().percent();
    format!(" There is no room to show it: {player} takes {share} of the points in the tests; hold out harder studies.")
}

/// Returns the table of the rounds.
pub(super) fn rounds_table(study: &ExpertStudy, rounds: &[ExpertRound]) -> Table {
    let player = study.player();
    let meets = if study.meets_player() {
        format!("against {player}")
    } else {
        format!("in the same games as {player}, against the policies of the other side")
    };
    let note = format!(
        "Each round plays games, fits networks to them, and tests a search with them {meets}. `gain` is the share of \
         points less that of the player of the round; the networks are taken if the interval is above 0. The \
         intervals of the gains hold for all rounds together. Losses are those \
         of the evaluation on held-out games, and of always predicting their mean."
    );
    let all: Vec<Duel> = rounds.iter().map(|round| total(&round.duels)).collect();
    let losses = || rounds.iter().map(|round| round.learned.losses);
    let name =
        |round: &ExpertRound| round.played_by.map_or_else(|| player.to_owned(), |by| format!("round {}", by + 1));
    Table::new("train-rounds", "Rounds", note)
        .count("round", "Round", 1..=rounds.len() as u64)
        .text("played_by", "Played by", rounds.iter().map(name))
        .count("states", "States", rounds.iter().map(|round| round.learned.states[0]))
        .number("log_loss", "Log loss", 4, losses().map(|losses| losses.held_out.log))
        .number("log_loss_of_mean", "Log loss of the mean", 4, losses().map(|losses| losses.base.log))
        .estimate("points_share", "Points", 4, all.iter().map(Duel::points))
        .estimate("gain", "Gain", 4, rounds.iter().map(|round| round.gain))
        .text("verdict", "Verdict", rounds.iter().map(|round| if round.is_taken() { "taken" } else { "not taken" }))
        .count("n", "N", all.iter().map(Duel::games))
}

/// Returns the table of all tests: one row for each round and study.
pub(super) fn tests_table(study: &ExpertStudy, rounds: &[ExpertRound]) -> Table {
    let [_, tested] = study.names();
    let rows = || {
        let of = |(number, round): (usize, &ExpertRound)| {
            tested.clone().into_iter().zip(round.duels.clone()).map(move |(name, duel)| (number, name, duel))
        };
        rounds.iter().enumerate().flat_map(of).collect::<Vec<_>>().into_iter()
    };
    let note = "A search with the networks of each round, as in the table of rounds; a tie counts half a point. At \
                tables of more than two players two seats are compared, and a game that another player wins is a tie.";
    Table::new("train-tests", "Tests", note)
        .count("round", "Round", rows().map(|(round, ..)| round as u64 + 1))
        .text("study", "Study", rows().map(|(_, name, _)| name))
        .estimate("points_share", "Points", 4, rows().map(|(.., duel)| duel.points()))
        .count("n", "N", rows().map(|(.., duel)| duel.games()))
}
