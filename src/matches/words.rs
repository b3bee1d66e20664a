//! Games in words: who wins, and how long it takes.

use super::recorded::Recorded;
use super::seats::{by_policy, by_side, ties};
use super::setting::{GamesStudy, Setting};
use super::tally::Tally;
use crate::study::{Won, metric};

/// Who wins how often, how many games are tied, and how long they last. Where different policies take the sides in turn, or
/// all sides are one, it is players that are told apart, and sides after them.
pub fn said<S: Setting>(asked: &GamesStudy<S>, tally: &Tally) -> String {
    let names = asked.setting.names();
    let alike = names.iter().all(|name| *name == names[0]);
    let (players, sides) = (by_policy(asked, tally), by_side(asked, tally));
    let in_turn = asked.swap_seats && players.len() > 1;
    let beside = if in_turn && !alike {
        format!(" By {}: {}.", S::WORDS.side[0], ranked(sides.clone(), " "))
    } else {
        String::new()
    };
    let place = S::Record::ROLES.rounds;
    let rounds = metric(&S::Record::WHOLE[place], &tally.metrics, place, tally.observations());
    format!(
        "Of {} games are won: {}; tied {}.{beside} A game lasts {:.2} rounds [{:.2}, {:.2}].",
        tally.games,
        ranked(if in_turn || alike { players } else { sides }, " "),
        share(&ties::<S::Record>(tally)),
        rounds.point,
        rounds.interval.0,
        rounds.interval.1
    )
}

/// Names with their shares of wins, the most first.
fn ranked(mut by: Vec<(String, Won)>, between: &str) -> String {
    by.sort_by(|a, b| b.1.share.point.total_cmp(&a.1.share.point));
    by.iter().map(|(name, won)| format!("{name}{between}{}", share(won))).collect::<Vec<_>>().join(", ")
}

fn share(won: &Won) -> String {
    let (low, high) = won.share.interval;
    format!("{:.3} [{low:.3}, {high:.3}]", won.share.point)
}
