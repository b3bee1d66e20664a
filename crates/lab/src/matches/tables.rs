//! Tables and JSON of games, and paired comparisons of policies.
//!
//! A pair gives the first policy 0 to 4 half points (the pentanomial outcome). The mean has its interval over pairs:
//! any advantage of seats or dice cancels within a pair.

use super::tally::{Entry, Fact, Tally, by_policy, by_position, by_side, by_turn, entries, ties};
use super::{GamesStudy, Setting};
use crate::study::{
    self, Metric, MetricUnit, POINTS, Won, bounds, count, half_points, mean_json, metric, metrics_json, share_json,
    signature,
};
use hitchart_config::numbered;
use hitchart_config::words::{capitalised, counted, verb};
use hitchart_play::record::{ROUNDS, Recorded};
use hitchart_report::table::Table;
use hitchart_stats::{Estimate, LEVEL, Moments};
use serde_json::{Map, Value, json};

/// Heading of the number of independent observations: games, or groups of games on common random numbers.
pub const OBSERVATIONS: &str = "Observations";

/// The metric of wins, for every side, policy, position and turn.
const WIN: Metric = Metric { name: "win", title: "Wins", unit: MetricUnit::Share, how: "1 if it wins alone" };

/// Returns the wins and scores, one row per player.
pub(super) fn seats_table<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> Table {
    let entries = entries(asked, tally);
    let place = S::Record::ROLES.score;
    let score = |entry: &Entry<'_>| metric(&S::Record::SIDE[place], &entry.tally.metrics, place, tally.observations());
    let scores: Vec<Estimate> = entries.iter().map(score).collect();
    let [column, heading, _] = S::WORDS.side;
    let ties = ties::<S::Record>(tally).share;
    let seats = match (asked.swap_seats, asked.has_one_policy()) {
        (false, _) => "",
        (true, false) => " The policies take every seat in turn, on common random numbers.",
        (true, true) => " One policy takes every seat in turn, on common random numbers, so that all rows are alike.",
    };
    let note = format!(
        "{}.{seats} Wins: share of games won alone; {} {} tied, {:.1}% (95% interval {:.1}% to \
         {:.1}%). Signature {}.",
        asked.setting.ground(),
        counted(tally.ties, "games"),
        verb(tally.ties, "was"),
        ties.point * 100.0,
        ties.interval.0 * 100.0,
        ties.interval.1 * 100.0,
        signature(tally.signature)
    );
    Table::new(format!("{name}-seats"), "Who wins", capitalised(&note))
        .text(column, heading, entries.iter().map(|entry| entry.side.as_str()))
        .text("policy", "Policy", labels_of(&entries))
        .count("won", "Won", entries.iter().map(|entry| entry.wins.count))
        .estimate("wins", "Wins", 4, entries.iter().map(|entry| entry.wins.share))
        .estimate("score", "Mean score", 2, scores)
        .count("n", "N", entries.iter().map(|_| tally.games))
        .count("observations", OBSERVATIONS, entries.iter().map(|_| tally.groups))
}

/// Returns the names of the policies, numbered where two rows have the same side and policy.
fn labels_of(entries: &[Entry<'_>]) -> Vec<String> {
    let is_alone = |entry: &Entry<'_>| {
        entries.iter().filter(|other| (&other.side, other.policy) == (&entry.side, entry.policy)).count() == 1
    };
    numbered(entries.iter().map(|entry| (entry.policy.to_owned(), is_alone(entry))).collect())
}

/// Returns wins by side, policy, tactical position and turn, and ties.
pub(super) fn breakdown_table<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> Table {
    let groups: [(&str, Vec<(String, Won)>); 5] = [
        (S::WORDS.side[0], by_side(asked, tally)),
        ("policy", by_policy(asked, tally)),
        ("position", by_position::<S::Record>(tally)),
        ("turn", by_turn(tally)),
        ("result", vec![("tie".to_owned(), ties::<S::Record>(tally))]),
    ];
    let rows: Vec<(&str, &str, &Won)> =
        groups.iter().flat_map(|(by, rows)| rows.iter().map(|(who, won)| (*by, who.as_str(), won))).collect();
    let note = "Two players of one policy count twice. A tie has no winner; the row \"tie\" counts the tied games. The first \
                and the last turn are those of the whole game; one player can have both.";
    let title = format!("Wins by {}, policy, position and turn", S::WORDS.side[0]);
    Table::new(format!("{name}-wins"), title, note)
        .text("by", "By", rows.iter().map(|(by, ..)| *by))
        .text("who", "Who", rows.iter().map(|(_, who, _)| *who))
        .count("won", "Won", rows.iter().map(|(.., won)| won.count))
        .estimates(["wins", "interval"], "Wins", 4, rows.iter().map(|(.., won)| won.share))
        .count("n", "N", rows.iter().map(|(.., won)| won.share.n))
        .count("observations", OBSERVATIONS, rows.iter().map(|(.., won)| won.share.observations))
}

/// Returns the mean of a metric of the whole game. The interval of the rounds ends at the most that the rules allow.
pub(super) fn whole<S: Setting>(asked: &GamesStudy<S>, tally: &Tally, place: usize) -> Estimate {
    let mean = metric(&S::Record::WHOLE[place], &tally.metrics, place, tally.observations());
    if place == S::Record::ROLES.rounds { mean.at_most(asked.setting.most_rounds().into()) } else { mean }
}

/// Returns the means of the games' metrics that `wanted` selects.
pub(super) fn metrics_table<S: Setting>(
    name: &str,
    asked: &GamesStudy<S>,
    tally: &Tally,
    wanted: impl Fn(&Metric) -> bool,
) -> Table {
    let rows = S::Record::WHOLE.iter().enumerate().filter(|(_, known)| wanted(known));
    let (known, means): (Vec<&Metric>, Vec<Estimate>) =
        rows.map(|(place, known)| (known, whole(asked, tally, place))).unzip();
    let table = Table::new(format!("{name}-metrics"), "How the games went", "Means per game.");
    study::metric_columns(table, &known, &means)
}

/// Returns the means of each player's metrics.
pub(super) fn sides_table<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> Table {
    let entries = entries(asked, tally);
    let rows: Vec<(&Entry<'_>, usize)> =
        entries.iter().flat_map(|entry| (0..S::Record::SIDE.len()).map(move |i| (entry, i))).collect();
    let known: Vec<&Metric> = rows.iter().map(|(_, i)| &S::Record::SIDE[*i]).collect();
    let mean =
        |(entry, i): &(&Entry<'_>, usize)| metric(&S::Record::SIDE[*i], &entry.tally.metrics, *i, tally.observations());
    let means: Vec<Estimate> = rows.iter().map(mean).collect();
    let labels = labels_of(&entries).into_iter().flat_map(|label| vec![label; S::Record::SIDE.len()]);
    let table = Table::new(format!("{name}-players"), "What each player did", "Means per game.")
        .text(S::WORDS.side[0], S::WORDS.side[1], rows.iter().map(|(entry, _)| entry.side.as_str()))
        .text("policy", "Policy", labels);
    study::metric_columns(table, &known, &means)
}

/// Returns per round the share of games that ended with it, the losses, and the share of wins of the sole leader.
pub(super) fn rounds_table<S: Setting>(name: &str, tally: &Tally) -> Table {
    let [column, heading, unit] = S::WORDS.lost;
    let last = tally.rounds.iter().rposition(|games| *games > 0).unwrap_or(0);
    let rows = || 0..=last;
    let ended: Vec<Estimate> = rows().map(|round| tally.fact(Fact::Rounds(round), 1).share).collect();
    let lost: Vec<Estimate> =
        rows().map(|round| count(&tally.lost, round, MetricUnit::Single(unit), tally.observations())).collect();
    let led: Vec<Option<Estimate>> = rows()
        .map(|round| &tally.led[round])
        .map(|ratio| (ratio.games > 0).then(|| ratio.share(tally.observations()).share))
        .collect();
    let note = format!(
        "Ended: share of games that ended after this round. {heading}: mean of this round over all games; round 0 is \
         the {}. Leader wins: share of games won by the player who led alone after this round.",
        S::WORDS.fielding
    );
    Table::new(format!("{name}-rounds"), "Round by round", note)
        .count("round", "Round", rows().map(|round| round as u64))
        .estimate("ended", "Ended", 4, ended.iter().copied())
        .estimate(column, heading, 3, lost.iter().copied())
        .count("n", "N", rows().map(|_| tally.games))
        .count("observations", OBSERVATIONS, rows().map(|_| tally.groups))
        .estimates(["leader_wins", "leader_interval"], "Leader wins", 4, led.iter().copied())
        .count("n_led", "N led", led.iter().map(|share| share.map_or(0, |share| share.n)))
        .count("observations_led", "Observations led", led.iter().map(|s| s.map_or(0, |share| share.observations)))
}

/// Returns the scores of each side at the end of each round, up to the last round of any game.
pub(super) fn scores_table<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> Table {
    let last = tally.rounds.iter().rposition(|games| *games > 0).unwrap_or(0);
    let rows: Vec<(usize, usize)> =
        (0..asked.policies.len()).flat_map(|side| (0..=last).map(move |round| (side, round))).collect();
    let score = |(side, round): &(usize, usize)| {
        count(&tally.scores, side * ROUNDS + round, MetricUnit::Points, tally.observations())
    };
    let scores: Vec<Estimate> = rows.iter().map(score).collect();
    let note = format!(
        "Mean score at the end of each round; round 0 is the {}. A game that has ended keeps its score.",
        S::WORDS.fielding
    );
    Table::new(format!("{name}-scores"), "Scores round by round", note)
        .text(S::WORDS.side[0], S::WORDS.side[1], labels(asked, &rows))
        .count("round", "Round", rows.iter().map(|(_, round)| *round as u64))
        .estimate("score", "Score", 2, scores.iter().copied())
        .count("n", "N", scores.iter().map(|score| score.n))
        .count("observations", OBSERVATIONS, scores.iter().map(|score| score.observations))
}

/// Returns the names of the sides of rows, with their seat numbers if two sides have one name.
fn labels<S: Setting>(asked: &GamesStudy<S>, rows: &[(usize, usize)]) -> Vec<String> {
    let names = asked.setting.names();
    let is_alone = |name: &str| names.iter().filter(|other| **other == name).count() == 1;
    let label = |place: usize| match is_alone(names[place]) {
        true => names[place].to_owned(),
        false => format!("{} ({})", names[place], place + 1),
    };
    rows.iter().map(|(side, _)| label(*side)).collect()
}

/// Returns all results in one table: wins, metrics of the games, and metrics of each side.
pub(super) fn everything<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> Table {
    let mut rows: Vec<(String, &Metric, Estimate)> = Vec::new();
    let side = S::WORDS.side[0];
    let groups = [
        (format!("{side} "), by_side(asked, tally)),
        ("policy ".to_owned(), by_policy(asked, tally)),
        (String::new(), by_position::<S::Record>(tally)),
        (String::new(), by_turn(tally)),
    ];
    for (kind, group) in groups {
        rows.extend(group.into_iter().map(|(who, won)| (format!("{kind}{who}"), &WIN, won.share)));
    }
    rows.extend((0..).zip(S::Record::WHOLE).map(|(i, known)| (String::new(), known, whole(asked, tally, i))));
    for (name, of) in asked.setting.names().into_iter().zip(&tally.sides) {
        let of_side =
            |(i, known)| (format!("{side} {name}"), known, metric(known, &of.metrics, i, tally.observations()));
        rows.extend(S::Record::SIDE.iter().enumerate().map(of_side));
    }
    let (known, means): (Vec<&Metric>, Vec<Estimate>) = rows.iter().map(|(_, known, mean)| (*known, *mean)).unzip();
    let table = Table::new(format!("{name}-numbers"), "All numbers", "Means a game; wins are shares of games.");
    study::metric_columns(table, &known, &means).text("of", "Of", rows.iter().map(|(of, ..)| of))
}

/// Returns the number and the share of games by margin.
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

/// Paired difference of the first policy against the second.
#[derive(Clone, Debug)]
pub struct PolicyDifference {
    /// Share of points of the first policy; a tie is half a point, and 0.5 is even.
    pub points: Estimate,
    /// Number of pairs by half points, 0 to 4.
    pub half_points: [u64; 5],
    /// Mean score of the first policy less that of the second, per game.
    pub lead: Estimate,
}

/// Returns the difference of two policies. `None` without swapped seats, with more than two players, or before the
/// first pair is complete.
pub(super) fn difference(tally: &Tally) -> Option<PolicyDifference> {
    let pairs = tally.pairs.filter(|_| tally.groups > 0)?;
    let points = half_points(&pairs.half_points, LEVEL);
    let lead = Moments::of_sums(tally.groups, pairs.lead, pairs.lead_squares, pairs.lead_cubes.into()).scaled(0.5);
    Some(PolicyDifference { points, half_points: pairs.half_points, lead: Estimate::of(&lead, &POINTS, LEVEL) })
}

/// Returns the difference as a table.
pub(super) fn table<S: Setting>(name: &str, asked: &GamesStudy<S>, difference: &PolicyDifference) -> Table {
    let names: Vec<&str> = asked.policies.iter().map(|policy| policy.name()).collect();
    let rows = [("points", &difference.points), ("lead", &difference.lead)];
    let note = format!(
        "{} against {}, in pairs of games with common dice and swapped seats; a pair is one observation. Points: share of \
         all, a tie being half a point; 0.5 is even. Lead: difference of scores; 0 is even. Pairs by half points, 0 to 4: \
         {}.",
        names[0],
        names[1],
        difference.half_points.map(|pairs| pairs.to_string()).join(", ")
    );
    Table::new(format!("{name}-difference"), "Difference of the policies", note)
        .text("what", "What", rows.iter().map(|(what, _)| *what))
        .estimates(["mean", "interval"], "Mean", 4, rows.iter().map(|(_, estimate)| **estimate))
        .count("pairs", "Pairs", rows.iter().map(|(_, estimate)| estimate.n))
}

/// Returns all results of a study as JSON.
pub(super) fn outcome<S: Setting>(study: &GamesStudy<S>, tally: &Tally) -> Map<String, Value> {
    let mut all: Map<String, Value> =
        study.setting.described().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let side = S::WORDS.side[0];
    let seats = entries(study, tally).iter().map(|entry| seat::<S>(entry, tally)).collect::<Vec<_>>();
    let told = [
        ("swap_seats", json!(study.swap_seats)),
        ("observations", json!(tally.groups)),
        ("signature", json!(signature(tally.signature))),
        ("seats", json!(seats)),
        ("ties", json!(tally.ties)),
        ("tied_share", share_json(&ties::<S::Record>(tally))),
        ("by_policy", json!(shares("policy", by_policy(study, tally)))),
        ("by_position", json!(shares("position", by_position::<S::Record>(tally)))),
        ("by_turn", json!(shares("turn", by_turn(tally)))),
    ];
    all.extend(told.map(|(name, value)| (name.to_owned(), value)));
    all.insert(format!("by_{side}"), json!(shares(side, by_side(study, tally))));
    all.extend(difference(tally).map(|pairs| ("difference".to_owned(), of_pairs(&pairs))));
    let wholes = (0..).zip(S::Record::WHOLE);
    all.extend(wholes.map(|(i, known)| (known.name.to_owned(), mean_json(&whole(study, tally, i)))));
    for (name, counts) in [("rounds", &tally.rounds), ("margin", &tally.margins)] {
        all[name]["histogram"] = histogram(counts);
    }
    all
}

fn seat<S: Setting>(entry: &Entry<'_>, tally: &Tally) -> Value {
    let mut seat = Map::new();
    seat.insert(S::WORDS.side[0].to_owned(), entry.side.clone().into());
    seat.insert("policy".to_owned(), entry.policy.into());
    seat.insert("wins".to_owned(), share_json(&entry.wins));
    seat.extend(metrics_json(S::Record::SIDE, &entry.tally.metrics, tally.observations()));
    seat.into()
}

fn shares(by: &str, shares: Vec<(String, Won)>) -> Vec<Value> {
    shares.into_iter().map(|(who, won)| json!({ by: who, "wins": share_json(&won) })).collect()
}

fn of_pairs(difference: &PolicyDifference) -> Value {
    json!({
        "points": { "point": difference.points.point, "interval": bounds(&difference.points) },
        "lead": mean_json(&difference.lead),
        "pairs": difference.points.n,
        "half_points": difference.half_points,
    })
}

/// Returns the number of games by value, from 0 to the largest value that occurred.
fn histogram(counts: &[u64]) -> Value {
    let len = counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
    counts[..len].into()
}
