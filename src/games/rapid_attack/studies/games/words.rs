//! Games in words: who wins, and how long it takes.

use super::asked::GamesStudy;
use super::seats::{by_company, by_policy, ties};
use crate::games::rapid_attack::record::{Tally, Whole};
use crate::study::{Won, metric};

/// Who wins how often, how many games are tied, and how long they last.
pub fn said(asked: &GamesStudy, tally: &Tally) -> String {
    let names: Vec<&str> = asked.companies.iter().map(|company| company.name.as_str()).collect();
    // Where all companies are one, what differs are their players.
    let by =
        if names.iter().all(|name| *name == names[0]) { by_policy(asked, tally) } else { by_company(asked, tally) };
    let mut by: Vec<(String, Won)> = by.into_iter().collect();
    by.sort_by(|a, b| b.1.share.point.total_cmp(&a.1.share.point));
    let share = |won: &Won| {
        let (low, high) = won.share.interval;
        format!("{:.3} [{low:.3}, {high:.3}]", won.share.point)
    };
    let wins = by.iter().map(|(name, won)| format!("{name} {}", share(won))).collect::<Vec<_>>().join(", ");
    let rounds =
        metric(&Whole::ALL[Whole::Rounds as usize], &tally.metrics, Whole::Rounds as usize, tally.observations());
    format!(
        "Of {} games are won: {wins}; tied {}. A game lasts {:.2} rounds [{:.2}, {:.2}].",
        tally.games,
        share(&ties(tally)),
        rounds.point,
        rounds.interval.0,
        rounds.interval.1
    )
}
