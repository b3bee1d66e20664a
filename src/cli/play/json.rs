//! The outcome of games for programs.

use super::Outcome;
use crate::stats::{Estimate, LEVEL};
use crate::study::games::{
    Difference, Entry, Won, by_company, by_policy, by_position, by_turn, difference, entries, metric,
};
use crate::systems::rapid_attack::record::{Metric, Side, Sums, Tally, Whole};
use serde_json::{Map, Value, json};

/// Everything that was counted.
pub(super) fn outcome(outcome: &Outcome<'_>) -> Value {
    let (asked, tally) = (outcome.asked, &outcome.tally);
    let (scenario, study) = (&asked.scenario, &asked.study);
    let mut all = json!({
        "scenario": scenario.title,
        "study": asked.name,
        "version": env!("CARGO_PKG_VERSION"),
        "ruleset": scenario.rules.name,
        "battlefield": study.battlefield,
        "size": study.size.name(),
        "seed": scenario.seed,
        "level": LEVEL,
        "games": tally.games,
        "requested": study.games,
        "stopped": tally.games < study.games,
        "swap_seats": study.swap_seats,
        "signature": format!("{:016x}", tally.signature),
        "games_per_second": outcome.games_per_second(),
        "seats": entries(study, tally).iter().map(|entry| seat(entry, tally)).collect::<Vec<_>>(),
        "ties": tally.ties,
        "by_company": shares("company", by_company(study, tally)),
        "by_policy": shares("policy", by_policy(study, tally)),
        "by_position": shares("position", by_position(tally)),
        "by_turn": shares("turn", by_turn(tally)),
    });
    if let (Value::Object(all), Some(pairs)) = (&mut all, difference(tally)) {
        all.insert("difference".to_owned(), of_pairs(&pairs));
    }
    if let Value::Object(all) = &mut all {
        all.extend(metrics(Whole::ALL, &tally.metrics, tally));
        for (name, counts) in [("rounds", &tally.rounds), ("margin", &tally.margins)] {
            all[name]["histogram"] = histogram(counts);
        }
    }
    all
}

/// One object a metric.
fn metrics(known: &[Metric], sums: &Sums, tally: &Tally) -> Map<String, Value> {
    let named = known.iter().enumerate();
    named.map(|(i, known)| (known.name.to_owned(), mean(&metric(known, sums, i, tally)))).collect()
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
    json!({ "point": won.share.point, "interval": won.share.interval, "count": won.count, "n": won.share.n })
}

fn shares(by: &str, shares: Vec<(String, Won)>) -> Vec<Value> {
    shares.into_iter().map(|(who, won)| json!({ by: who, "wins": wins(&won) })).collect()
}

fn mean(estimate: &Estimate) -> Value {
    json!({ "mean": estimate.point, "interval": interval(estimate), "n": estimate.n })
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
