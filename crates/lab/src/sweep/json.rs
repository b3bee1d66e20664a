//! JSON of a sweep.

use super::design::{Design, Kind};
use super::field::Field;
use super::points::Tally;
use super::search::answered;
use super::sensitivity::{Sensitivity, sensitive};
use super::study::{Cell, Place, Response, SweepStudy};
use super::target::phrase;
use crate::study::{Counted, Quantity, bounds};
use hitchart_stats::Estimate;
use serde_json::{Map, Value, json};

/// Returns the whole sweep: a row for each point of a study and rung.
pub fn told(sweep: &SweepStudy, name: &str, counted: &Counted) -> Value {
    let cells = || sweep.cells.iter();
    let design = &sweep.design;
    let rows: Vec<Value> = cells()
        .flat_map(|cell| {
            let points = (0..design.settings.len()).map(Place::At);
            points.filter_map(|place| row(sweep, name, cell, place, counted)).collect::<Vec<Value>>()
        })
        .collect();
    let games: u64 = rows.iter().filter_map(|row| row["n"].as_u64()).sum();
    let left_out = sweep.left_out.iter().map(|(setting, why)| json!({ "setting": setting, "why": why }));
    let told = [
        ("provenance", sweep.origin.clone()),
        ("fields", sweep.fields.iter().map(|field| json!({ "field": field.path, "baseline": field.base })).collect()),
        ("design", json!(design.kind.name())),
        ("rows", Value::Array(rows)),
        ("baseline", cells().filter_map(|cell| row(sweep, name, cell, sweep.base(), counted)).collect()),
        ("sensitivity", sensitivity(sweep, name, counted)),
        ("target", cells().filter_map(|cell| target(sweep, name, cell, counted)).collect()),
        ("left_out", left_out.collect()),
        ("games", json!(games)),
    ];
    let kept = told.into_iter().filter(|(key, _)| wanted(key, design, sweep));
    Value::Object(kept.map(|(key, value)| (key.to_owned(), value)).collect::<Map<String, Value>>())
}

/// Returns true if a key applies: indices to designs that have them, targets if one was set.
fn wanted(key: &str, design: &Design, sweep: &SweepStudy) -> bool {
    match key {
        "sensitivity" => matches!(design.kind, Kind::Morris | Kind::Sobol),
        "target" => sweep.plan.target.is_some(),
        _ => true,
    }
}

/// Returns a point: the values of its fields, and every number with its interval. `None` if it was not played.
fn row(sweep: &SweepStudy, name: &str, cell: &Cell, place: Place, counted: &Counted) -> Option<Value> {
    let tally = |place| sweep.tally(name, cell, place, counted, usize::MAX);
    let played = tally(place)?;
    let base = Some(place).filter(|place| *place != sweep.base()).and_then(|_| tally(sweep.base()));
    let metrics: Vec<Value> = sweep.responses(cell, &played, base.as_ref()).iter().map(metric).collect();
    Some(json!({
        "study": cell.study,
        "rung": cell.rung,
        "fields": fields(sweep, place),
        "distance": sweep.distance(place),
        "n": games(cell, &played),
        "metrics": metrics,
    }))
}

fn games(cell: &Cell, tally: &Tally) -> u64 {
    tally.groups * cell.base.size
}

fn fields(sweep: &SweepStudy, place: Place) -> Value {
    let value = |(i, field): (usize, &Field)| {
        let value = match place {
            Place::Base => &field.base,
            Place::At(point) => &sweep.design.settings[point].levels[i].value,
        };
        (field.path.clone(), json!(value))
    };
    Value::Object(sweep.fields.iter().enumerate().map(value).collect())
}

fn metric(response: &Response<'_>) -> Value {
    json!({
        "metric": response.quantity.metric,
        "of": response.quantity.of,
        "point": response.estimate.point,
        "interval": bounds(&response.estimate),
        "n": response.estimate.n,
        "change": response.change.map(|change| change.point),
        "change_interval": response.change.map(|change| bounds(&change)),
    })
}

fn estimate(estimate: &Estimate) -> Value {
    json!({ "point": estimate.point, "interval": bounds(estimate), "n": estimate.n })
}

fn sensitivity(sweep: &SweepStudy, name: &str, counted: &Counted) -> Value {
    let rows = sensitive(sweep, name, counted).into_iter().map(|row| {
        let Quantity { metric, of, .. } = &row.cell.base.quantities[row.quantity];
        let mut told = json!({
            "study": row.cell.study,
            "rung": row.cell.rung,
            "metric": metric,
            "of": of,
            "field": sweep.fields[row.field].path,
        });
        let told_of: Vec<(&str, Option<Estimate>)> = match row.found {
            Some(Sensitivity::Effects(found)) => {
                vec![("mu", Some(found.mu)), ("mu_star", Some(found.mu_star)), ("sigma", Some(found.sigma))]
            }
            Some(Sensitivity::Indices(found)) => vec![("first", Some(found.first)), ("total", Some(found.total))],
            None if sweep.design.kind == Kind::Morris => vec![("mu", None), ("mu_star", None), ("sigma", None)],
            None => vec![("first", None), ("total", None)],
        };
        for (key, found) in told_of {
            told[key] = found.as_ref().map(estimate).into();
        }
        if let Some(Sensitivity::Effects(found)) = row.found {
            told["sigma_by_chance"] = json!(found.sigma_by_chance);
        }
        told
    });
    rows.collect()
}

fn target(sweep: &SweepStudy, name: &str, cell: &Cell, counted: &Counted) -> Option<Value> {
    let answered = answered(sweep, name, cell, counted)?;
    let aim = answered.aim;
    let tests = answered.tests.iter().map(|test| {
        let mut told = estimate(&test.estimate);
        told["fields"] = fields(sweep, test.place);
        told["verdict"] = json!(test.reach.name());
        told
    });
    let ends = [aim.low, aim.high].map(|end| Some(end).filter(|end| end.is_finite()));
    Some(json!({
        "target": sweep.plan.target.as_ref().map(|target| target.text.as_str()),
        "study": cell.study,
        "rung": cell.rung,
        "quantity": phrase(&cell.base.quantities[aim.quantity]),
        "range": ends,
        "verdict": answered.outcome.name(),
        "fields": fields(sweep, answered.place),
        "distance": sweep.distance(answered.place),
        "baseline": answered.base.as_ref().map(estimate),
        "search": answered.found.as_ref().map(estimate),
        "fresh": answered.tests.last().map(|test| estimate(&test.estimate)),
        "tests": tests.collect::<Vec<Value>>(),
        "games": answered.games,
    }))
}
