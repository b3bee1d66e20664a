//! Games in words: who wins, and how long it takes.

use super::recorded::Recorded;
use super::seats::{by_policy, by_side, ties};
use super::setting::{GamesStudy, Setting};
use super::tally::Tally;
use crate::study::{Won, metric};

/// Who wins how often, how many games are tied, and how long they last.
pub fn said<S: Setting>(asked: &GamesStudy<S>, tally: &Tally) -> String {
    let names = asked.setting.names();
    // Where all sides are one, what differs are their players.
    let by = if names.iter().all(|name| *name == names[0]) { by_policy(asked, tally) } else { by_side(asked, tally) };
    let mut by: Vec<(String, Won)> = by.into_iter().collect();
    by.sort_by(|a, b| b.1.share.point.total_cmp(&a.1.share.point));
    let share = |won: &Won| {
        let (low, high) = won.share.interval;
        format!("{:.3} [{low:.3}, {high:.3}]", won.share.point)
    };
    let wins = by.iter().map(|(name, won)| format!("{name} {}", share(won))).collect::<Vec<_>>().join(", ");
    let place = S::Record::ROLES.rounds;
    let rounds = metric(&S::Record::WHOLE[place], &tally.metrics, place, tally.observations());
    format!(
        "Of {} games are won: {wins}; tied {}. A game lasts {:.2} rounds [{:.2}, {:.2}].",
        tally.games,
        share(&ties::<S::Record>(tally)),
        rounds.point,
        rounds.interval.0,
        rounds.interval.1
    )
}
