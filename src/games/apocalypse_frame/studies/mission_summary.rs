//! The summary of missions: victory rates, costs, and undecided comparisons.

use super::super::record::{Tally, Whole};
use super::batch::{Batch, Cell, class, team, total, victory, whole};
use hitchart_lab::study::{Answer, Won, enough};
use hitchart_report::KeyNumber;
use hitchart_report::table::{counted, grouped, number_within, percent_within, rounded_up};
use hitchart_stats::Estimate;
use std::cmp::Reverse;

/// Formats the share of missions won, with its interval.
pub(super) fn share(won: &Won) -> String {
    percent_within(won.share.point, won.share.interval)
}

/// Formats a mean with its interval.
pub(super) fn mean(estimate: &Estimate) -> String {
    number_within(estimate.point, estimate.interval)
}

/// Returns the game master, the map, the battles and the round limit of a cell, as a source of numbers.
pub(super) fn ground(cell: &Cell) -> String {
    let battles = &cell.plan.battles;
    let limit = battles.iter().map(|battle| battle.encounter.rounds).max().unwrap_or(0);
    format!(
        "game master {}, map of {}, {}, at most {} each",
        cell.policies[1].name(),
        cell.plan.name,
        counted(battles.len() as u64, "battles"),
        counted(limit.into(), "rounds")
    )
}

/// Fills in the summary of missions of one team.
pub(super) fn missions(answer: &mut Answer, asked: &Batch, tally: &Tally) {
    let cell = &asked.cells[0];
    let (won, games) = (victory(tally, 0), counted(tally.games, "missions"));
    let cost = |which: Whole| mean(&whole(&tally.cells[0], which, tally));
    answer.said = vec![
        format!("{} wins {} of {games} against {}.", team(&cell.aces), share(&won), cell.plan.name),
        format!(
            "A mission costs {} Harm and {} frame damage, and lasts {} rounds.",
            cost(Whole::Taken),
            cost(Whole::FrameDamage),
            cost(Whole::Rounds)
        ),
    ];
    answer.line =
        format!("{} wins {} ({games}, {}, {})", team(&cell.aces), share(&won), cell.policies[0].name(), ground(cell));
    answer.numbers = vec![
        KeyNumber::new("Missions won", share(&won)),
        KeyNumber::new("Harm taken in a mission", cost(Whole::Taken)),
        KeyNumber::new("Frame damage in a mission", cost(Whole::FrameDamage)),
        KeyNumber::new("Ammo left at the end", cost(Whole::AmmoLeft)),
        KeyNumber::new("Rounds of a mission", cost(Whole::Rounds)),
    ];
    answer.undecided = even(&won, tally.games);
}

/// Returns a sentence on whether more than half of the missions are won, if that is undecided.
fn even(won: &Won, games: u64) -> String {
    const EVEN: f64 = 0.5;
    let (low, high) = won.share.interval;
    if low > EVEN || high < EVEN {
        return String::new();
    }
    let more = enough((games, (high - low) / 2.0), won.share.point - EVEN);
    let more = more.map_or_else(
        || "The share looks even.".to_owned(),
        |n| format!("About {} missions decide it, if the share is as it looks.", grouped(rounded_up(n))),
    );
    format!("Undecided: whether the team wins more than half of its missions. {more}")
}

/// Fills in the summary of teams: the best and the worst, and the teams that may be as good as the best.
pub(super) fn squads(answer: &mut Answer, asked: &Batch, tally: &Tally) {
    let mut order: Vec<usize> = (0..asked.cells.len()).collect();
    order.sort_by_key(|cell| (Reverse(class(tally, *cell)), total(tally, *cell, Whole::Taken)));
    let cell = &asked.cells[order[0]];
    let label = |at: usize| asked.cells[at].label.as_str();
    let shown = |at: usize| {
        let harm = mean(&whole(&tally.cells[at], Whole::Taken, tally));
        format!("{}: wins {} and takes {harm} Harm", label(at), share(&victory(tally, at)))
    };
    let games = counted(tally.games, "missions");
    let (first, last) = (order[0], order[order.len() - 1]);
    answer.said = vec![format!("The best of {} is {}.", counted(order.len() as u64, "teams"), shown(first))];
    if order.len() > 1 {
        answer.said.push(format!("The worst is {}.", shown(last)));
    }
    answer.line = format!(
        "{} is the best of {}: wins {} ({games} each, {}, {})",
        label(first),
        counted(order.len() as u64, "teams"),
        share(&victory(tally, first)),
        cell.policies[0].name(),
        ground(cell)
    );
    let number = |at: &usize| KeyNumber::new(format!("Missions won by {}", label(*at)), share(&victory(tally, *at)));
    let worst = (order.len() > 4).then_some(last);
    answer.numbers = order.iter().take(4).chain(worst.as_ref()).map(number).collect();
    answer.undecided = rivals(asked, tally, &order);
}

/// Returns a sentence on the teams that may have as high a share of missions won as the first.
fn rivals(asked: &Batch, tally: &Tally, order: &[usize]) -> String {
    let (first, others) = (victory(tally, order[0]), &order[1..]);
    let near: Vec<usize> =
        others.iter().copied().filter(|at| victory(tally, *at).share.interval.1 >= first.share.interval.0).collect();
    let Some(next) = near.first() else { return String::new() };
    let second = victory(tally, *next);
    let gap = first.share.point - second.share.point;
    let more = enough((tally.games, first.width() + second.width()), gap);
    let more = more.map_or_else(String::new, |n| {
        format!(" About {} missions each decide which of the first two is better.", grouped(rounded_up(n)))
    });
    let names: Vec<&str> = near.iter().take(3).map(|at| asked.cells[*at].label.as_str()).collect();
    let rest = if near.len() > 3 { format!(" and {} more", near.len() - 3) } else { String::new() };
    format!("Undecided: {}{rest} may win as often as the best.{more}", names.join("; "))
}

/// Fills in the summary of policies against policies: the strongest policy of the Aces, and the hardest game master.
pub(super) fn ladder(answer: &mut Answer, asked: &Batch, tally: &Tally, masters: usize) {
    let cells = &asked.cells;
    let won = |at: usize| victory(tally, at);
    let point = |at: &usize| won(*at).share.point;
    // All policies of the Aces against the first game master, and all game masters against the last policy.
    let aces: Vec<usize> = (0..cells.len()).step_by(masters.max(1)).collect();
    let gms: Vec<usize> = (cells.len().saturating_sub(masters)..cells.len()).collect();
    let by_share = |all: &[usize]| {
        let best = all.iter().copied().reduce(|best, at| if point(&at) > point(&best) { at } else { best });
        let worst = all.iter().copied().reduce(|worst, at| if point(&at) < point(&worst) { at } else { worst });
        best.zip(worst)
    };
    let (Some((best, worst)), Some((mildest, hardest))) = (by_share(&aces), by_share(&gms)) else { return };
    let policy = |at: usize, side: usize| cells[at].policies[side].name();
    let games = counted(tally.games, "missions");
    answer.said = vec![format!(
        "Of the policies of the Aces, {} wins most against game master {}: {} of {games}; {} wins least: {}.",
        policy(best, 0),
        policy(best, 1),
        share(&won(best)),
        policy(worst, 0),
        share(&won(worst))
    )];
    if masters > 1 {
        answer.said.push(format!(
            "The hardest game master is {}: {} wins {} against it, and {} against {}, the mildest.",
            policy(hardest, 1),
            policy(hardest, 0),
            share(&won(hardest)),
            share(&won(mildest)),
            policy(mildest, 1)
        ));
    }
    answer.line = format!(
        "{} wins most for the Aces: {} ({games}, {})",
        policy(best, 0),
        share(&won(best)),
        ground(&cells[best])
    );
    let label = |at: usize| format!("{} against {}", policy(at, 0), policy(at, 1));
    let mut shown = vec![best, worst, hardest, mildest];
    shown.dedup();
    answer.numbers = shown.into_iter().map(|at| KeyNumber::new(label(at), share(&won(at)))).collect();
}
