//! The outcome of games for programs.

use super::super::GamesStudy;
use super::{Difference, Entry, by_company, by_policy, by_position, by_turn, difference, entries, ties};
use crate::games::rapid_attack::record::{Side, Tally, Whole};
use crate::stats::Estimate;
use crate::study::{Metric, Sums, Won, metric};
use serde_json::{Map, Value, json};

/// Everything that was counted.
pub(super) fn outcome(study: &GamesStudy, tally: &Tally) -> Map<String, Value> {
    let mut all = Map::new();
    let seats = entries(study, tally).iter().map(|entry| seat(entry, tally)).collect::<Vec<_>>();
    let told = [
        ("battlefield", json!(study.battlefield)),
        ("size", json!(study.size.name())),
        ("swap_seats", json!(study.swap_seats)),
        ("observations", json!(tally.groups)),
        ("signature", json!(format!("{:016x}", tally.signature))),
        ("seats", json!(seats)),
        ("ties", json!(tally.ties)),
        ("tied_share", wins(&ties(tally))),
        ("by_company", json!(shares("company", by_company(study, tally)))),
        ("by_policy", json!(shares("policy", by_policy(study, tally)))),
        ("by_position", json!(shares("position", by_position(tally)))),
        ("by_turn", json!(shares("turn", by_turn(tally)))),
    ];
    all.extend(told.map(|(name, value)| (name.to_owned(), value)));
    all.extend(difference(tally).map(|pairs| ("difference".to_owned(), of_pairs(&pairs))));
    all.extend(metrics(Whole::ALL, &tally.metrics, tally));
    for (name, counts) in [("rounds", &tally.rounds), ("margin", &tally.margins)] {
        all[name]["histogram"] = histogram(counts);
    }
    all
}

/// One object a metric.
fn metrics(known: &[Metric], sums: &Sums, tally: &Tally) -> Map<String, Value> {
    let named = known.iter().enumerate();
    named.map(|(i, known)| (known.name.to_owned(), mean(&metric(known, sums, i, tally.observations())))).collect()
}

fn seat(entry: &Entry<'_>, tally: &Tally) -> Value {
    let mut seat = Map::new();
    seat.insert("company".to_owned(), entry.company.clone().into());
    seat.insert("policy".to_owned(), entry.policy.into());
    seat.insert("wins".to_owned(), wins(&entry.wins));
    seat.extend(metrics(Side::ALL, &entry.tally.metrics, tally));
    seat.into()
}

fn wins(won: &Won) -> Value {
    json!({ "point": won.share.point, "interval": won.share.interval, "count": won.count, "n": won.share.n,
        "observations": won.share.observations })
}

fn shares(by: &str, shares: Vec<(String, Won)>) -> Vec<Value> {
    shares.into_iter().map(|(who, won)| json!({ by: who, "wins": wins(&won) })).collect()
}

fn mean(estimate: &Estimate) -> Value {
    json!({ "mean": estimate.point, "interval": interval(estimate), "n": estimate.n,
        "observations": estimate.observations })
}

/// Bounds of an interval; of a single observation there are none.
fn interval(estimate: &Estimate) -> [Option<f64>; 2] {
    [estimate.interval.0, estimate.interval.1].map(|bound| Some(bound).filter(|bound| bound.is_finite()))
}

fn of_pairs(difference: &Difference) -> Value {
    json!({
        "points": { "point": difference.points.point, "interval": interval(&difference.points) },
        "lead": mean(&difference.lead),
        "pairs": difference.points.n,
        "half_points": difference.half_points,
    })
}

/// Games by number, from 0 to the greatest that occurred.
fn histogram(counts: &[u64]) -> Value {
    let len = counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
    counts[..len].into()
}
