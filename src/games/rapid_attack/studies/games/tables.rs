//! Tables of games.

use super::asked::GamesStudy;
use super::seats::{Entry, by_company, by_policy, by_position, by_turn, entries, ties};
use crate::games::rapid_attack::loadout::Range;
use crate::games::rapid_attack::record::{Fact, ROUNDS, STRIKES, Side, Tally, Whole};
use crate::games::rapid_attack::ruleset::ChartName;
use crate::stats::Estimate;
use crate::study::{self, Estimates, Metric, Unit, Won, count, metric, signature};
use crate::table::{Table, capitalised};

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

/// Wins, as a metric of whoever may win.
const WIN: Metric = Metric { name: "win", title: "Wins", unit: Unit::Share, how: "1 if it wins alone" };

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
         {:.1}%). Signature {}.",
        asked.size.name(),
        asked.battlefield,
        tally.ties,
        ties.point * 100.0,
        ties.interval.0 * 100.0,
        ties.interval.1 * 100.0,
        signature(tally.signature)
    );
    Table::new(format!("{name}-seats"), "Who wins", capitalised(&note))
        .text("company", "Company", entries.iter().map(|entry| entry.company.as_str()))
        .text("policy", "Policy", entries.iter().map(|entry| entry.policy))
        .count("won", "Won", entries.iter().map(|entry| entry.wins.count))
        .estimates(["wins", "wins_interval"], "Wins", 4, entries.iter().map(|entry| entry.wins.share))
        .estimates(["score", "score_interval"], "Mean score", 2, scores)
        .count("n", "N", entries.iter().map(|_| tally.games))
        .count("observations", OBSERVATIONS, entries.iter().map(|_| tally.groups))
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
        .estimates(["wins", "interval"], "Wins", 4, rows.iter().map(|(.., won)| won.share))
        .count("n", "N", rows.iter().map(|(.., won)| won.share.n))
        .count("observations", OBSERVATIONS, rows.iter().map(|(.., won)| won.share.observations))
}

/// Means of the games' metrics, of those that are wanted.
pub fn metrics_table(name: &str, tally: &Tally, wanted: impl Fn(&Metric) -> bool) -> Table {
    let table = Table::new(format!("{name}-metrics"), "How the games went", "Means a game.");
    study::metrics_table(table, Whole::ALL, &tally.metrics, tally.observations(), wanted)
}

/// Means of each player's metrics.
pub(super) fn sides_table(name: &str, asked: &GamesStudy, tally: &Tally) -> Table {
    let entries = entries(asked, tally);
    let rows: Vec<(&Entry<'_>, usize)> =
        entries.iter().flat_map(|entry| (0..Side::ALL.len()).map(move |i| (entry, i))).collect();
    let known: Vec<&Metric> = rows.iter().map(|(_, i)| &Side::ALL[*i]).collect();
    let mean =
        |(entry, i): &(&Entry<'_>, usize)| metric(&Side::ALL[*i], &entry.tally.metrics, *i, tally.observations());
    let means: Vec<Estimate> = rows.iter().map(mean).collect();
    let table = Table::new(format!("{name}-players"), "What each player did", "Means a game.")
        .text("company", "Company", rows.iter().map(|(entry, _)| entry.company.as_str()))
        .text("policy", "Policy", rows.iter().map(|(entry, _)| entry.policy));
    study::metric_columns(table, &known, &means)
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
                count(&tally.strikes, i, Unit::Single("attacks"), tally.observations()),
                count(&tally.strikes, STRIKES + i, Unit::Several("hits"), tally.observations()),
            )
        })
        .collect();
    let note = "Means a game: attacks that struck or missed, and hits on frames that were their target.";
    Table::new(format!("{name}-strikes"), "Damage by range and chart", note)
        .text("range", "Range", rows.iter().map(|(range, ..)| *range))
        .text("chart", "Chart", rows.iter().map(|(_, chart, ..)| *chart))
        .estimates(["attacks", "attacks_interval"], "Attacks", 3, rows.iter().map(|(_, _, attacks, _)| *attacks))
        .estimates(["damage", "damage_interval"], "Damage", 3, rows.iter().map(|(.., damage)| *damage))
        .count("n", "N", rows.iter().map(|(.., damage)| damage.n))
        .count("observations", OBSERVATIONS, rows.iter().map(|(.., damage)| damage.observations))
}

/// By round: how many games ended with it, frames lost in it, and how often whoever led after it won.
pub(super) fn rounds_table(name: &str, tally: &Tally) -> Table {
    let last = tally.rounds.iter().rposition(|games| *games > 0).unwrap_or(0);
    let rows = || 0..=last;
    let ended: Vec<Estimate> = rows().map(|round| tally.fact(Fact::Rounds(round), 1).share).collect();
    let lost: Vec<Estimate> =
        rows().map(|round| count(&tally.lost, round, Unit::Single("frames"), tally.observations())).collect();
    let led: Vec<Option<Estimate>> = rows()
        .map(|round| &tally.led[round])
        .map(|ratio| (ratio.games > 0).then(|| ratio.share(tally.observations()).share))
        .collect();
    let note = "Ended: share of games with so many rounds. Frames lost: in that round, a mean over all games; round 0 is \
                the fielding. Leader wins: of games in which a single player led after the round, so many of them.";
    Table::new(format!("{name}-rounds"), "Round by round", note)
        .count("round", "Round", rows().map(|round| round as u64))
        .estimates(["ended", "ended_interval"], "Ended", 4, ended.iter().copied())
        .estimates(["frames_lost", "frames_lost_interval"], "Frames lost", 3, lost.iter().copied())
        .count("n", "N", rows().map(|_| tally.games))
        .count("observations", OBSERVATIONS, rows().map(|_| tally.groups))
        .estimates(["leader_wins", "leader_interval"], "Leader wins", 4, led.iter().copied())
        .count("n_led", "N led", led.iter().map(|share| share.map_or(0, |share| share.n)))
        .count("observations_led", "Observations led", led.iter().map(|s| s.map_or(0, |share| share.observations)))
}

/// Scores of each company at the end of each round up to the last of any game.
pub(super) fn scores_table(name: &str, asked: &GamesStudy, tally: &Tally) -> Table {
    let last = tally.rounds.iter().rposition(|games| *games > 0).unwrap_or(0);
    let rows: Vec<(usize, usize)> =
        (0..asked.companies.len()).flat_map(|company| (0..=last).map(move |round| (company, round))).collect();
    let score = |(company, round): &(usize, usize)| {
        count(&tally.scores, company * ROUNDS + round, Unit::Points, tally.observations())
    };
    let scores: Vec<Estimate> = rows.iter().map(score).collect();
    let note = "Mean score at the end of each round; round 0 is the fielding. A game that has ended keeps its score.";
    Table::new(format!("{name}-scores"), "Scores round by round", note)
        .text("company", "Company", company_labels(asked, &rows))
        .count("round", "Round", rows.iter().map(|(_, round)| *round as u64))
        .estimates(["score", "score_interval"], "Score", 2, scores.iter().copied())
        .count("n", "N", scores.iter().map(|score| score.n))
        .count("observations", OBSERVATIONS, scores.iter().map(|score| score.observations))
}

/// The companies of rows, with their places where two have one name.
fn company_labels(asked: &GamesStudy, rows: &[(usize, usize)]) -> Vec<String> {
    let names: Vec<&str> = asked.companies.iter().map(|company| company.name.as_str()).collect();
    let is_alone = |name: &str| names.iter().filter(|other| **other == name).count() == 1;
    let label = |place: usize| match is_alone(names[place]) {
        true => names[place].to_owned(),
        false => format!("{} ({})", names[place], place + 1),
    };
    rows.iter().map(|(company, _)| label(*company)).collect()
}

/// Everything in one table: wins, metrics of the games, and those of each company.
pub fn everything(name: &str, asked: &GamesStudy, tally: &Tally) -> Table {
    let mut rows: Vec<(String, &Metric, Estimate)> = Vec::new();
    let groups = [
        ("company ", by_company(asked, tally)),
        ("policy ", by_policy(asked, tally)),
        ("", by_position(tally)),
        ("", by_turn(tally)),
    ];
    for (kind, group) in groups {
        rows.extend(group.into_iter().map(|(who, won)| (format!("{kind}{who}"), &WIN, won.share)));
    }
    let whole = |(i, known)| (String::new(), known, metric(known, &tally.metrics, i, tally.observations()));
    rows.extend(Whole::ALL.iter().enumerate().map(whole));
    for (company, side) in asked.companies.iter().zip(&tally.companies) {
        let of_side = |(i, known)| {
            (format!("company {}", company.name), known, metric(known, &side.metrics, i, tally.observations()))
        };
        rows.extend(Side::ALL.iter().enumerate().map(of_side));
    }
    let (known, means): (Vec<&Metric>, Vec<Estimate>) = rows.iter().map(|(_, known, mean)| (*known, *mean)).unzip();
    let table = Table::new(format!("{name}-numbers"), "All numbers", "Means a game; wins are shares of games.");
    study::metric_columns(table, &known, &means).text("of", "Of", rows.iter().map(|(of, ..)| of))
}

/// Games by margin.
pub(super) fn margins_table(name: &str, tally: &Tally) -> Table {
    let rows: Vec<(u64, u64)> = (0..).zip(tally.margins.iter().copied()).filter(|(_, games)| *games > 0).collect();
    let share = |margin: u64| tally.fact(Fact::Margin(margin as usize), 1).share;
    let shares: Vec<Estimate> = rows.iter().map(|(margin, _)| share(*margin)).collect();
    Table::new(format!("{name}-margins"), "Margins", "The best score less the next; 0 is a tie.")
        .count("margin", "Margin", rows.iter().map(|(margin, _)| *margin))
        .count("games", "Games", rows.iter().map(|(_, games)| *games))
        .estimates(["share", "interval"], "Share", 4, shares.iter().copied())
        .count("n", "N", shares.iter().map(|share| share.n))
        .count("observations", OBSERVATIONS, shares.iter().map(|share| share.observations))
}
