//! A tuning in words: the strength of the tuned policy, and the parameters that moved most.

use super::found::{Tuned, total};
use super::verdict::Verdict;
use crate::study::{Answer, Duel, enough};
use hitchart_play::policy::Parameter;
use hitchart_report::KeyNumber;
use hitchart_report::table::{counted, grouped, number, percent_within, rounded_up};

/// Describes the share of points of a duel, with its interval.
pub fn points(duel: &Duel) -> String {
    let points = duel.points();
    percent_within(points.point, points.interval)
}

/// Describes how many games are needed to decide between two policies; empty if the verdict is clear.
pub fn undecided(duel: &Duel, what: &str) -> String {
    if Verdict::of(duel) != Verdict::Inconclusive {
        return String::new();
    }
    let (points, games) = (duel.points(), duel.games());
    let half_width = (points.interval.1 - points.interval.0) / 2.0;
    let more = enough((games, half_width), points.point - 0.5).map_or_else(
        || "They look equally strong.".to_owned(),
        |n| format!("About {} games decide it, if the difference is as large as it looks.", grouped(rounded_up(n))),
    );
    format!("Undecided: {what}. {more}")
}

/// Fills in the summary, the line and the numbers of an answer; `start` is the policy that tuning started from.
pub fn summarise(answer: &mut Answer, (start, parameters): (&str, &[Parameter]), tuned: &Tuned) {
    let all = total(&tuned.test);
    let games = counted(all.games(), "test games");
    let verdict = match Verdict::of(&all) {
        Verdict::Pass => format!("The tuned policy is stronger than {start}"),
        Verdict::Fail => format!("The tuned policy is weaker than {start}"),
        Verdict::Inconclusive => format!("The tuned policy is not shown to be stronger than {start}"),
    };
    let moved = |(parameter, (from, to)): (&Parameter, (&f64, &f64))| {
        ((to - from) / (parameter.high - parameter.low), parameter.name, *from, *to)
    };
    let mut moves: Vec<(f64, &str, f64, f64)> =
        parameters.iter().zip(tuned.start.iter().zip(&tuned.values)).map(moved).collect();
    moves.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    answer.said = vec![format!("{verdict}: it scores {} of the points in {games} on fresh seeds.", points(&all))];
    if let Some((_, name, from, to)) = moves.first() {
        answer.said.push(format!(
            "{} of tuning moved {} the most, from {} to {}.",
            counted(tuned.iterations, "iterations"),
            name.replace('_', " "),
            number(*from),
            number(*to)
        ));
    }
    answer.line = format!("{verdict}: {} of the points ({games})", points(&all));
    answer.numbers = vec![KeyNumber::new("Points of the tuned policy", points(&all))];
    let decided = all.decided();
    answer.numbers.push(KeyNumber::new("Share of decided games won", percent_within(decided.point, decided.interval)));
    let parameter = |(_, name, from, to): &(f64, &str, f64, f64)| {
        KeyNumber::new(name.replace('_', " "), format!("{} to {}", number(*from), number(*to)))
    };
    answer.numbers.extend(moves.iter().take(3).map(parameter));
    answer.undecided = undecided(&all, "whether tuning makes the policy stronger");
}
