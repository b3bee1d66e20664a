//! Results of games as JSON.

use super::differences::{Difference, difference};
use super::recorded::Recorded;
use super::seats::{Entry, by_policy, by_position, by_side, by_turn, entries, ties};
use super::setting::{GamesStudy, Setting};
use super::tally::Tally;
use crate::study::{Won, bounds, metrics_json, signature, told_mean, told_share};
use serde_json::{Map, Value, json};

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
        ("tied_share", told_share(&ties::<S::Record>(tally))),
        ("by_policy", json!(shares("policy", by_policy(study, tally)))),
        ("by_position", json!(shares("position", by_position::<S::Record>(tally)))),
        ("by_turn", json!(shares("turn", by_turn(tally)))),
    ];
    all.extend(told.map(|(name, value)| (name.to_owned(), value)));
    all.insert(format!("by_{side}"), json!(shares(side, by_side(study, tally))));
    all.extend(difference(tally).map(|pairs| ("difference".to_owned(), of_pairs(&pairs))));
    all.extend(metrics_json(S::Record::WHOLE, &tally.metrics, tally.observations()));
    for (name, counts) in [("rounds", &tally.rounds), ("margin", &tally.margins)] {
        all[name]["histogram"] = histogram(counts);
    }
    all
}

fn seat<S: Setting>(entry: &Entry<'_>, tally: &Tally) -> Value {
    let mut seat = Map::new();
    seat.insert(S::WORDS.side[0].to_owned(), entry.side.clone().into());
    seat.insert("policy".to_owned(), entry.policy.into());
    seat.insert("wins".to_owned(), told_share(&entry.wins));
    seat.extend(metrics_json(S::Record::SIDE, &entry.tally.metrics, tally.observations()));
    seat.into()
}

fn shares(by: &str, shares: Vec<(String, Won)>) -> Vec<Value> {
    shares.into_iter().map(|(who, won)| json!({ by: who, "wins": told_share(&won) })).collect()
}

fn of_pairs(difference: &Difference) -> Value {
    json!({
        "points": { "point": difference.points.point, "interval": bounds(&difference.points) },
        "lead": told_mean(&difference.lead),
        "pairs": difference.points.n,
        "half_points": difference.half_points,
    })
}

/// Returns the number of games by value, from 0 to the largest value that occurred.
fn histogram(counts: &[u64]) -> Value {
    let len = counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
    counts[..len].into()
}
