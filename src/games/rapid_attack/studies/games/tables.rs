//! Tables of games.

use super::super::GamesStudy;
use super::seats::{by_company, by_policy, by_position, by_turn, entries, ties};
use crate::games::rapid_attack::loadout::Range;
use crate::games::rapid_attack::record::{Fact, STRIKES, Side, Tally, Whole};
use crate::games::rapid_attack::ruleset::ChartName;
use crate::stats::Estimate;
use crate::study::{Metric, Won, bounded, count, metric};
use crate::table::Table;

/// Metrics that a short answer shows.
pub const HEADLINES: [&str; 14] = [
    "rounds",
    "turns",
    "attacks",
    "damage",
    "cover_hits",
    "cover_destroyed",
    "frames_lost",
    "spots_placed",
    "spots_used",
    "captures",
    "ticks",
    "lead_changes",
    "margin",
    "unused_whites",
];

/// Heading of the number of independent observations: games, or groups of games with common dice.
const OBSERVATIONS: &str = "Observations";

/// One row a player: wins and score.
pub fn seats_table(name: &str, asked: &GamesStudy, tally: &Tally) -> Table {
    let entries = entries(asked, tally);
    let scores: Vec<Estimate> = entries
        .iter()
        .map(|entry| {
            metric(&Side::ALL[Side::Score as usize], &entry.tally.metrics, Side::Score as usize, tally.observations())
        })
        .collect();
    let ties = ties(tally).share;
    let seats =
        if asked.swap_seats { " The policies take every seat in turn, with the same dice in each." } else { "" };
    let note = format!(
        "{} on {}.{seats} Wins: share of games won alone; {} games were tied, {:.1}% (95% interval {:.1}% to \
         {:.1}%). Signature {:016x}.",
        asked.size.name(),
        asked.battlefield,
        tally.ties,
        ties.point * 100.0,
        ties.interval.0 * 100.0,
        ties.interval.1 * 100.0,
        tally.signature
    );
    Table::new(format!("{name}-seats"), "Who wins", capital(&note))
        .text("company", "Company", entries.iter().map(|entry| entry.company.as_str()))
        .text("policy", "Policy", entries.iter().map(|entry| entry.policy))
        .count("won", "Won", entries.iter().map(|entry| entry.wins.count))
        .number("wins", "Wins", 4, entries.iter().map(|entry| entry.wins.share.point))
        .interval("wins_interval", "95% interval", 4, entries.iter().map(|entry| entry.wins.share.interval))
        .number("score", "Mean score", 2, scores.iter().map(|score| score.point))
        .interval("score_interval", "95% interval", 2, scores.iter().map(bounded))
        .count("n", "N", entries.iter().map(|_| tally.games))
        .count("observations", OBSERVATIONS, entries.iter().map(|_| tally.groups))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Wins by company, policy, tactical position and turn, and ties.
pub fn breakdown_table(name: &str, asked: &GamesStudy, tally: &Tally) -> Table {
    let groups: [(&str, Vec<(String, Won)>); 5] = [
        ("company", by_company(asked, tally)),
        ("policy", by_policy(asked, tally)),
        ("position", by_position(tally)),
        ("turn", by_turn(tally)),
        ("result", vec![("tie".to_owned(), ties(tally))]),
    ];
    let rows: Vec<(&str, &str, &Won)> =
        groups.iter().flat_map(|(by, rows)| rows.iter().map(|(who, won)| (*by, who.as_str(), won))).collect();
    let note = "Each counts the games of everyone it names: two players of one policy count twice. A tie is won by nobody: \
                so many games were one.";
    Table::new(format!("{name}-wins"), "Wins by company, policy, position and turn", note)
        .text("by", "By", rows.iter().map(|(by, ..)| *by))
        .text("who", "Who", rows.iter().map(|(_, who, _)| *who))
        .count("won", "Won", rows.iter().map(|(.., won)| won.count))
        .number("wins", "Wins", 4, rows.iter().map(|(.., won)| won.share.point))
        .interval("interval", "95% interval", 4, rows.iter().map(|(.., won)| won.share.interval))
        .count("n", "N", rows.iter().map(|(.., won)| won.share.n))
        .count("observations", OBSERVATIONS, rows.iter().map(|(.., won)| won.share.observations))
}

/// Means of the games' metrics, of those that are wanted.
pub fn metrics_table(name: &str, tally: &Tally, wanted: impl Fn(&Metric) -> bool) -> Table {
    let rows: Vec<(&Metric, Estimate)> = Whole::ALL
        .iter()
        .enumerate()
        .filter(|(_, known)| wanted(known))
        .map(|(i, known)| (known, metric(known, &tally.metrics, i, tally.observations())))
        .collect();
    let note = "Means a game. How each is counted is in docs/games.md.";
    Table::new(format!("{name}-metrics"), "How the games went", note)
        .text("metric", "Metric", rows.iter().map(|(known, _)| known.name))
        .text("unit", "Unit", rows.iter().map(|(known, _)| known.unit))
        .number("mean", "Mean", 3, rows.iter().map(|(_, mean)| mean.point))
        .interval("interval", "95% interval", 3, rows.iter().map(|(_, mean)| bounded(mean)))
        .count("n", "N", rows.iter().map(|(_, mean)| mean.n))
        .count("observations", OBSERVATIONS, rows.iter().map(|(_, mean)| mean.observations))
}

/// Means of each player's metrics.
pub(super) fn sides_table(name: &str, asked: &GamesStudy, tally: &Tally) -> Table {
    let entries = entries(asked, tally);
    let rows: Vec<_> = entries
        .iter()
        .flat_map(|entry| Side::ALL.iter().enumerate().map(move |(i, known)| (entry, known, i)))
        .map(|(entry, known, i)| (entry, known, metric(known, &entry.tally.metrics, i, tally.observations())))
        .collect();
    Table::new(format!("{name}-players"), "What each player did", "Means a game.")
        .text("company", "Company", rows.iter().map(|(entry, ..)| entry.company.as_str()))
        .text("policy", "Policy", rows.iter().map(|(entry, ..)| entry.policy))
        .text("metric", "Metric", rows.iter().map(|(_, known, _)| known.name))
        .text("unit", "Unit", rows.iter().map(|(_, known, _)| known.unit))
        .number("mean", "Mean", 3, rows.iter().map(|(.., mean)| mean.point))
        .interval("interval", "95% interval", 3, rows.iter().map(|(.., mean)| bounded(mean)))
        .count("n", "N", rows.iter().map(|(.., mean)| mean.n))
        .count("observations", OBSERVATIONS, rows.iter().map(|(.., mean)| mean.observations))
}

/// Attacks and damage by range and chart, of the combinations that occurred.
pub(super) fn strikes_table(name: &str, tally: &Tally) -> Table {
    let places = Range::ALL.iter().flat_map(|(_, range)| ChartName::ALL.iter().map(move |(_, chart)| (*range, *chart)));
    let rows: Vec<(&str, &str, Estimate, Estimate)> = places
        .enumerate()
        .filter(|(i, _)| tally.strikes.total[*i] > 0)
        .map(|(i, (range, chart))| {
            (
                range,
                chart,
                count(&tally.strikes, i, "attacks", tally.observations()),
                count(&tally.strikes, STRIKES + i, "hits", tally.observations()),
            )
        })
        .collect();
    let note = "Means a game: attacks that struck or missed, and hits on frames that were their target.";
    Table::new(format!("{name}-strikes"), "Damage by range and chart", note)
        .text("range", "Range", rows.iter().map(|(range, ..)| *range))
        .text("chart", "Chart", rows.iter().map(|(_, chart, ..)| *chart))
        .number("attacks", "Attacks", 3, rows.iter().map(|(_, _, attacks, _)| attacks.point))
        .interval("attacks_interval", "95% interval", 3, rows.iter().map(|(_, _, attacks, _)| bounded(attacks)))
        .number("damage", "Damage", 3, rows.iter().map(|(.., damage)| damage.point))
        .interval("damage_interval", "95% interval", 3, rows.iter().map(|(.., damage)| bounded(damage)))
        .count("n", "N", rows.iter().map(|(.., damage)| damage.n))
        .count("observations", OBSERVATIONS, rows.iter().map(|(.., damage)| damage.observations))
}

/// By round: how many games ended with it, frames lost in it, and how often whoever led after it won.
pub(super) fn rounds_table(name: &str, tally: &Tally) -> Table {
    let last = tally.rounds.iter().rposition(|games| *games > 0).unwrap_or(0);
    let rows = || 0..=last;
    let ended: Vec<Estimate> = rows().map(|round| tally.fact(Fact::Rounds(round), 1).share).collect();
    let lost: Vec<Estimate> = rows().map(|round| count(&tally.lost, round, "frames", tally.observations())).collect();
    let led: Vec<Option<Estimate>> = rows()
        .map(|round| &tally.led[round])
        .map(|ratio| (ratio.games > 0).then(|| ratio.share(tally.observations()).share))
        .collect();
    let note = "Ended: share of games with so many rounds. Frames lost: in that round, a mean over all games; round 0 is \
                the fielding. Leader wins: of games in which a single player led after the round, so many of them.";
    Table::new(format!("{name}-rounds"), "Round by round", note)
        .count("round", "Round", rows().map(|round| round as u64))
        .number("ended", "Ended", 4, ended.iter().map(|share| share.point))
        .interval("ended_interval", "95% interval", 4, ended.iter().map(|share| share.interval))
        .number("frames_lost", "Frames lost", 3, lost.iter().map(|mean| mean.point))
        .interval("frames_lost_interval", "95% interval", 3, lost.iter().map(bounded))
        .count("n", "N", rows().map(|_| tally.games))
        .count("observations", OBSERVATIONS, rows().map(|_| tally.groups))
        .number("leader_wins", "Leader wins", 4, led.iter().map(|share| share.map(|share| share.point)))
        .interval("leader_interval", "95% interval", 4, led.iter().map(|share| share.map(|share| share.interval)))
        .count("n_led", "N led", led.iter().map(|share| share.map_or(0, |share| share.n)))
        .count("observations_led", "Observations led", led.iter().map(|s| s.map_or(0, |share| share.observations)))
}

/// Games by margin.
pub(super) fn margins_table(name: &str, tally: &Tally) -> Table {
    let rows: Vec<(u64, u64)> = (0..).zip(tally.margins.iter().copied()).filter(|(_, games)| *games > 0).collect();
    let share = |margin: u64| tally.fact(Fact::Margin(margin as usize), 1).share;
    let shares: Vec<Estimate> = rows.iter().map(|(margin, _)| share(*margin)).collect();
    Table::new(format!("{name}-margins"), "Margins", "The best score less the next; 0 is a tie.")
        .count("margin", "Margin", rows.iter().map(|(margin, _)| *margin))
        .count("games", "Games", rows.iter().map(|(_, games)| *games))
        .number("share", "Share", 4, shares.iter().map(|share| share.point))
        .interval("interval", "95% interval", 4, shares.iter().map(|share| share.interval))
        .count("n", "N", shares.iter().map(|share| share.n))
        .count("observations", OBSERVATIONS, shares.iter().map(|share| share.observations))
}
