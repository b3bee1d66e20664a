//! JSON of comparisons.

use super::study::{CompareStudy, Played, Told};
use super::tables::{Row, is_robust, rows};
use crate::study::bounds;
use serde_json::{Value, json};

/// Returns all effects, the exact numbers that differ, and the number of games.
pub fn json(study: &CompareStudy, told: &Told<'_>) -> Value {
    let played = &told.played;
    let effects: Vec<Value> = rows(played).into_iter().map(|row| effect(study, row, played)).collect();
    let exact = study.known.changes().iter().map(|change| {
        json!({ "ruleset": study.rulesets[change.changed], "measure": change.measure, "item": change.item,
            "baseline": change.values[0], "changed": change.values[1] })
    });
    let games: u64 = played.iter().map(|played| played.games).sum();
    let unrated = told.unrated.iter().map(
        |(changed, rung, why)| json!({ "ruleset": study.rulesets[*changed], "rung": rung, "why": why.to_string() }),
    );
    json!({ "rulesets": study.rulesets, "effects": effects, "exact": exact.collect::<Vec<Value>>(),
        "unrated": unrated.collect::<Vec<Value>>(), "games": games })
}

fn effect<'a>(study: &CompareStudy, row: Row<'a>, all: &'a [Played<'a>]) -> Value {
    let (played, effect) = row;
    json!({
        "ruleset": study.rulesets[played.changed],
        "study": played.study,
        "rung": played.rung,
        "metric": effect.quantity.metric,
        "of": effect.quantity.of,
        "also": effect.also,
        "baseline": effect.means[0],
        "changed": effect.means[1],
        "effect": effect.estimate.point,
        "interval": bounds(&effect.estimate),
        "n": effect.estimate.n,
        "p": effect.p,
        "p_adjusted": effect.p_adjusted,
        "margin": effect.margin,
        "verdict": effect.verdict.name(),
        "robust": is_robust(row, study, all),
        "enough": effect.enough(),
    })
}
