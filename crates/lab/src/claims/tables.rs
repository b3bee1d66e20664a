//! Tables, figures and JSON of claims.

use super::held::Held;
use super::judge::{Judged, Tested};
use super::study::ClaimsStudy;
use super::verdict::Outcome;
use super::words::why;
use crate::compare::{MovedRow, moved_columns, moved_figure};
use crate::study::{Estimates, bounds};
use hitchart_report::plot::Figure;
use hitchart_report::table::{Table, capitalised};
use serde_json::{Value, json};

/// Returns the table with one row per claim.
pub fn verdicts(name: &str, all: &[Judged<'_>]) -> Table {
    let decisive = |judged: &Judged<'_>| judged.decisive().and_then(|tested| tested.surest().cloned());
    let note = "Supported: every part of the claim is supported with all policies. Otherwise the worst part decides. Opposite: the \
                number goes the other way. Smaller: the effect is shown to be smaller than the margin. The effect is the most \
                certain one of the prediction that decides, as a mean over the studies."
        .to_owned();
    Table::new(format!("{name}-verdicts"), "Verdicts on the claims", note)
        .text("claim", "Claim", all.iter().map(|judged| judged.claim.id.as_str()))
        .text("says", "It says", all.iter().map(|judged| judged.claim.says.as_str()))
        .text("verdict", "Verdict", all.iter().map(|judged| judged.verdict.name()))
        .text("sharing", "Parts", all.iter().map(sharing))
        .text("why", "Why", all.iter().map(why))
        .estimates(
            ["effect", "effect_interval"],
            "Effect",
            3,
            all.iter().map(|judged| decisive(judged).map(|h| h.estimate)),
        )
        .count("n", "N", all.iter().map(|judged| decisive(judged).map(|held| held.estimate.n)))
}

/// Formats the number of parts that share the claim's verdict.
fn sharing(judged: &Judged<'_>) -> String {
    match judged.sharing() {
        (_, 0) => String::new(),
        (sharing, all) => format!("{sharing} of {all}"),
    }
}

/// Returns the table with one row per prediction, change and rung.
pub fn effects(name: &str, study: &ClaimsStudy, all: &[Judged<'_>]) -> Table {
    let rows: Vec<(&Judged<'_>, &Tested<'_>, &Held)> = all
        .iter()
        .flat_map(|judged| judged.tested.iter().map(move |tested| (judged, tested)))
        .flat_map(|(judged, tested)| tested.held.iter().map(move |held| (judged, tested, held)))
        .collect();
    let note =
        "Means over the studies, by the unchanged rules and by the change, on common dice; of a number against another, that \
                of the other and its own, both by the change. p is of no effect at all, over all looks, corrected for the \
                number of effects by Benjamini and Hochberg. The outcome is that of the prediction with these players."
            .to_owned();
    Table::new(format!("{name}-effects"), "Predictions and effects", note)
        .text("claim", "Claim", rows.iter().map(|row| row.0.claim.id.as_str()))
        .text("prediction", "Prediction", rows.iter().map(|row| row.1.prediction.to_string()))
        .text("ruleset", "Ruleset", rows.iter().map(|row| study.rulesets[row.2.ruleset].as_str()))
        .text("rung", "Players", rows.iter().map(|row| row.2.rung.as_str()))
        .number("before", "Before", 3, rows.iter().map(|row| row.2.means[0]))
        .number("after", "After", 3, rows.iter().map(|row| row.2.means[1]))
        .estimates(["effect", "effect_interval"], "Effect", 4, rows.iter().map(|row| row.2.estimate))
        .number("allowance", "Margin", 4, rows.iter().map(|row| row.2.margin))
        .number("p_adjusted", "p", 4, rows.iter().map(|row| row.2.p_adjusted))
        .text("verdict", "Verdict", rows.iter().map(|row| row.1.outcome_on(&row.2.rung).verdict().name()))
        .count("n", "N", rows.iter().map(|row| row.2.estimate.n))
}

/// Returns the table of exact numbers.
pub fn facts(name: &str, study: &ClaimsStudy) -> Table {
    let facts = study.claims.iter().flat_map(|claim| claim.facts.iter().map(move |fact| (claim, fact)));
    let rows: Vec<_> = facts.filter_map(|(claim, fact)| Some((claim, fact, fact.found(&study.known)?))).collect();
    Table::new(format!("{name}-exact"), "Exact numbers", "Under the unchanged rules. Exact numbers have no interval.")
        .text("claim", "Claim", rows.iter().map(|row| row.0.id.as_str()))
        .text("measure", "Measure", rows.iter().map(|row| row.1.measure.as_str()))
        .text("item", "Of", rows.iter().map(|row| row.1.item.as_str()))
        .text("than", "Against", rows.iter().map(|row| row.1.than.as_deref().unwrap_or("all others like it")))
        .number("value", "Value", 4, rows.iter().map(|row| row.2.0))
        .number("other_value", "Of the other", 4, rows.iter().map(|row| row.2.1))
}

/// Returns a figure for each claim that was played: its effects, rung by rung.
pub fn figures(name: &str, study: &ClaimsStudy, all: &[Judged<'_>]) -> Vec<(Figure, Table)> {
    let played = all.iter().filter(|judged| judged.tested.iter().any(|tested| !tested.held.is_empty()));
    played.map(|judged| figure(name, study, judged)).collect()
}

fn figure(name: &str, study: &ClaimsStudy, judged: &Judged<'_>) -> (Figure, Table) {
    let (id, verdict) = (&judged.claim.id, judged.label());
    let held = judged.tested.iter().flat_map(|tested| tested.held.iter().map(move |held| (tested, held)));
    let rows: Vec<(&Tested<'_>, &Held)> = held.collect();
    let several = judged.rulesets().len() > 1;
    let moved = |(tested, held): &(&Tested<'_>, &Held)| MovedRow {
        ruleset: if several { study.rulesets[held.ruleset].clone() } else { String::new() },
        label: format!("{} ({})", capitalised(&tested.prediction.words()), held.rung),
        means: held.means,
        estimate: held.estimate,
        share: study.is_share(tested.prediction),
    };
    let table = Table::new(format!("{name}-{}-figure", judged.claim.file()), id.clone(), "");
    let mut moved: Vec<MovedRow> = rows.iter().map(moved).collect();
    // Rows of a ruleset are adjacent.
    moved.sort_by(|a, b| a.ruleset.cmp(&b.ruleset));
    let alt = format!(
        "The predictions of {id} and the results, by players: changes of shares in percentage points, of other numbers in \
         percent of the larger of before and after, with intervals. A ring marks the value before the change."
    );
    let title = format!("{id}, {verdict}: {}", judged.claim.says);
    (moved_figure(format!("{name}-{}", judged.claim.file()), title, alt), moved_columns(table, &moved))
}

/// Returns the JSON of all claims.
pub fn json(study: &ClaimsStudy, all: &[Judged<'_>]) -> Value {
    let claims: Vec<Value> = all.iter().map(|judged| claim(study, judged)).collect();
    json!({ "claims": claims })
}

fn claim(study: &ClaimsStudy, judged: &Judged<'_>) -> Value {
    let decisive = judged.decisive();
    let surest = decisive.and_then(Tested::surest);
    json!({
        "id": judged.claim.id,
        "says": judged.claim.says,
        "verdict": judged.verdict.name(),
        "why": why(judged),
        "prediction": decisive.map(|tested| tested.prediction.to_string()),
        "effect": surest.map(|held| held.estimate.point),
        "interval": surest.map(|held| bounds(&held.estimate)),
        "n": surest.map(|held| held.estimate.n),
        "rungs": decisive.map_or_else(Vec::new, |tested| rungs(study, tested)),
        "in_part": judged.is_in_part(),
        "parts": judged.tested.iter().map(|tested| part(study, tested)).collect::<Vec<_>>(),
        "facts": judged.facts.iter().map(fact).collect::<Vec<_>>(),
        "revised": judged.claim.revised,
    })
}

/// Returns the JSON of an exact number.
fn fact((ratio, outcome): &(f64, Outcome)) -> Value {
    json!({ "ratio": ratio, "holds": *outcome == Outcome::Supported, "verdict": outcome.verdict().name() })
}

/// Returns the JSON of a prediction with its effects by change and rung.
fn part(study: &ClaimsStudy, tested: &Tested<'_>) -> Value {
    json!({ "prediction": tested.prediction.to_string(), "verdict": tested.outcome.verdict().name(),
        "rungs": rungs(study, tested) })
}

/// Returns the JSON of the effects of each change on each rung, with the outcome of the prediction on that rung.
fn rungs(study: &ClaimsStudy, tested: &Tested<'_>) -> Vec<Value> {
    let told = |held: &Held| {
        let mut one = json!({ "rung": held.rung, "ruleset": study.rulesets[held.ruleset], "effect": held.estimate.point,
            "interval": bounds(&held.estimate), "n": held.estimate.n, "margin": held.margin,
            "verdict": tested.outcome_on(&held.rung).verdict().name() });
        if let Some(unchanged) = &held.unchanged {
            one["unchanged"] = json!({ "effect": unchanged.point, "interval": bounds(unchanged) });
        }
        one
    };
    tested.held.iter().map(told).collect()
}
