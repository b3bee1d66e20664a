//! Tables, figures and JSON of sweeps.

use super::design::{Design, DesignKind};
use super::field::{SweepField, number};
use super::points::PointTally;
use super::search::{Fresh, SearchResult, answered, phrase};
use super::sensitivity::{Curve, FieldRange, Sensitive, sensitive};
use super::summary::{in_words, stated};
use super::{Place, Response, SweepCell, SweepStudy};
use crate::study::{MetricUnit, Quantity, RunCounts, bounded, bounds, estimate_json};
use hitchart_config::words::{capitalised, counted};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Row as _, Table, object};
use hitchart_stats::Estimate;
use serde_json::{Value, json};

impl SweepStudy {
    /// Returns a note with the origin of the numbers.
    pub fn noted(&self, note: &str) -> String {
        format!("{note} {}", self.provenance)
    }

    /// Returns the games of a point that was played to the end.
    pub fn games_a_point(&self, cell: &SweepCell) -> u64 {
        self.looks(cell).groups() * cell.base.size
    }

    /// Returns the distance of a ruleset from the unchanged one.
    pub fn distance(&self, place: Place) -> f64 {
        match place {
            Place::Base => 0.0,
            Place::At(point) => self.design.settings[point].distance,
        }
    }

    /// Returns the value of the first field. `None` if it is not a number.
    fn only_number(&self, place: Place) -> Option<f64> {
        match place {
            Place::Base => number(&self.fields[0].base),
            Place::At(point) => number(&self.design.settings[point].levels[0].value),
        }
    }

    /// Describes a ruleset.
    pub fn describe(&self, place: Place) -> String {
        match place {
            Place::Base => "as it is".to_owned(),
            Place::At(point) => self.design.settings[point].describe(&self.fields),
        }
    }
}

/// A row of the target table: a ruleset with its estimate and outcome.
struct Seen<'a> {
    cell: &'a SweepCell,
    /// The target with its range.
    aim: String,
    on: &'static str,
    place: Place,
    estimate: Estimate,
    outcome: &'static str,
}

/// Returns the table of the answer to a target: the unchanged ruleset and the one found, on the seeds of the search and
/// on fresh seeds. `None` without a target.
pub(super) fn target(study: &SweepStudy, name: &str, all: &RunCounts) -> Option<Table> {
    study.plan.target.as_ref()?;
    let found = study.cells.iter().filter_map(|cell| Some((cell, answered(study, name, cell, all)?)));
    let found: Vec<(&SweepCell, SearchResult)> = found.collect();
    let rows: Vec<Seen<'_>> = found.iter().flat_map(|(cell, answered)| seen(study, cell, answered)).collect();
    let told: Vec<String> = found.iter().map(|(cell, answered)| in_words(study, cell, answered)).collect();
    let note = "Change: the sum of the changes, each in parts of its range. Intervals on fresh seeds are at 98.3%, for at most three tests.";
    let note = study.noted(&format!("{} {note}", told.join(" ")));
    let table = Table::new(format!("{name}-target"), "The nearest ruleset that reaches the target", note)
        .text("study", "Study", rows.iter().map(|row| row.cell.study.as_str()))
        .text("rung", "Players", rows.iter().map(|row| row.cell.rung.as_str()))
        .text("aim", "Target", rows.iter().map(|row| row.aim.as_str()))
        .text("on_dice", "Dice", rows.iter().map(|row| row.on))
        .text("setting", "Ruleset", rows.iter().map(|row| study.describe(row.place)))
        .number("distance", "Change", 3, rows.iter().map(|row| study.distance(row.place)))
        .number("mean", "Mean", 3, rows.iter().map(|row| row.estimate.point))
        .interval("interval", "Interval", 3, rows.iter().map(|row| bounded(&row.estimate)))
        .text("outcome", "Outcome", rows.iter().map(|row| row.outcome))
        .count("n", "N", rows.iter().map(|row| row.estimate.n));
    Some(table)
}

fn seen<'a>(study: &SweepStudy, cell: &'a SweepCell, answered: &SearchResult) -> Vec<Seen<'a>> {
    let aim = || stated(study, cell, answered.aim);
    let searched = |place: Place, estimate: Option<Estimate>| {
        let estimate = estimate?;
        Some(Seen { cell, aim: aim(), on: "search", place, estimate, outcome: answered.aim.reach(&estimate).name() })
    };
    let first = [searched(study.base(), answered.base)];
    let found = [searched(answered.place, answered.found).filter(|seen| seen.place != study.base())];
    let fresh = |test: &Fresh| {
        let (place, outcome) = (test.place, test.reach.name());
        Some(Seen { cell, aim: aim(), on: "fresh", place, estimate: test.estimate, outcome })
    };
    first.into_iter().chain(found).chain(answered.tests.iter().map(fresh)).flatten().collect()
}

/// Returns the tables of response curves and of points that were left out.
pub(super) fn all(study: &SweepStudy, name: &str, curves: &[Curve<'_>]) -> Vec<Table> {
    let mut tables = Vec::new();
    if study.fields.len() > 1 {
        tables.push(curves_table(study, format!("{name}-curves"), curves));
    }
    if !study.left_out.is_empty() {
        let note = "Combinations that the rules do not allow; they were not played.";
        let rows = || study.left_out.iter();
        tables.push(
            Table::new(format!("{name}-left-out"), "Left out", note)
                .text("setting", "Ruleset", rows().map(|row| row.0.as_str()))
                .text("why", "Why", rows().map(|row| row.1.as_str())),
        );
    }
    tables
}

/// A row of curves.
type Row<'a> = (&'a Curve<'a>, &'a FieldRange);

fn curves_table(study: &SweepStudy, name: String, curves: &[Curve<'_>]) -> Table {
    let rows: Vec<Row<'_>> =
        curves.iter().flat_map(|curve| curve.spots.iter().map(move |spot| (curve, spot))).collect();
    let quantity = |row: &Row<'_>| row.0.cell.base.quantities[row.0.quantity].clone();
    let note = "Each number by the value of one field: the mean over all played values of the other fields.";
    Table::new(name, "Response curves", study.noted(note))
        .text("study", "Study", rows.iter().map(|row| row.0.cell.study.as_str()))
        .text("rung", "Players", rows.iter().map(|row| row.0.cell.rung.as_str()))
        .text("field", "Field", rows.iter().map(|row| study.fields[row.0.field].path.as_str()))
        .text("setting", "Value", rows.iter().map(|row| row.1.value.as_str()))
        .number("at", "At", 3, rows.iter().map(|row| row.1.at))
        .text("metric", "Metric", rows.iter().map(|row| quantity(row).metric))
        .text("whose", "Of", rows.iter().map(|row| quantity(row).of))
        .text("unit", "Unit", rows.iter().map(|row| quantity(row).unit.name()))
        .estimates(["mean", "interval"], "Mean", 3, rows.iter().map(|row| row.1.estimate))
        .count("n", "N", rows.iter().map(|row| row.1.estimate.n))
}

/// Returns a figure for each study, rung, field and metric of the curves, with a line for each owner.
pub(super) fn figures(study: &SweepStudy, name: &str, curves: &[Curve<'_>]) -> Vec<(Figure, Table)> {
    let metric = |curve: &Curve<'_>| curve.cell.base.quantities[curve.quantity].metric.clone();
    let key = |curve: &Curve<'_>| {
        (curve.cell.study.clone(), curve.cell.rung.clone(), study.fields[curve.field].path.clone(), metric(curve))
    };
    let mut keys: Vec<_> = Vec::new();
    for key in curves.iter().map(key) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let figure = |(number, wanted): (usize, (String, String, String, String))| {
        let of: Vec<Curve<'_>> = curves.iter().filter(|curve| key(curve) == wanted).cloned().collect();
        let x_title = of.first().map_or_else(String::new, |curve| x_title(study, curve));
        let (played, rung, field, _) = wanted;
        let table = curves_table(study, format!("{name}-curve-{}", number + 1), &of);
        let games = of.iter().flat_map(|curve| &curve.spots).map(|spot| spot.estimate.n).max().unwrap_or(0);
        let words = of
            .first()
            .map_or_else(String::new, |curve| capitalised(&curve.cell.base.quantities[curve.quantity].metric_words()));
        let by = if rung == "as given" { String::new() } else { format!(", {rung}") };
        let is_share = |quantity: &Quantity| quantity.unit == MetricUnit::Share && quantity.under.is_none();
        let share = of.iter().all(|curve| is_share(&curve.cell.base.quantities[curve.quantity]));
        let figure = Figure::new(
            table.name.clone(),
            format!("{words} by {field}"),
            format!(
                "{words} by {field}, with bands of 95%: {played}{by}, {} at each value. The numbers are in the table \
                 {name}-curves.",
                counted(games, "games")
            ),
            FigureKind::bands(["whose", "at", "mean", "interval"], x_title, words, share),
        );
        (figure, table)
    };
    keys.into_iter().enumerate().map(figure).collect()
}

/// Returns the title of the axis: the field, with the values by their positions if they are not numbers.
fn x_title(study: &SweepStudy, curve: &Curve<'_>) -> String {
    let field = &study.fields[curve.field];
    if field.is_number() {
        return field.path.clone();
    }
    let values = curve.spots.iter().map(|spot| format!("{} = {}", spot.at, spot.value));
    format!("{}: {}", field.path, values.collect::<Vec<String>>().join(", "))
}

/// Returns the table of every point with its numbers.
pub(super) fn points(study: &SweepStudy, name: &str, counted: &RunCounts) -> Table {
    let mut rows: Vec<(&SweepCell, Place, Response<'_>)> = Vec::new();
    for cell in &study.cells {
        let own = Some(Place::Base).filter(|base| *base == study.base());
        let places = own.into_iter().chain((0..study.design.settings.len()).map(Place::At));
        let tallies: Vec<(Place, PointTally)> =
            places.filter_map(|place| Some((place, study.tally(name, cell, place, counted, usize::MAX)?))).collect();
        let base = tallies.iter().find(|(place, _)| *place == study.base()).map(|(_, tally)| tally);
        let told = (0..cell.base.quantities.len()).filter(|quantity| study.is_shown(cell, *quantity));
        for quantity in told {
            let one = |(place, tally): &(Place, PointTally)| {
                Some((cell, *place, study.response(cell, tally, base, quantity)?))
            };
            rows.extend(tallies.iter().filter_map(one));
        }
    }
    let note = "All rulesets play on common random numbers. Change: against the unchanged ruleset, over the games that both played. \
                Each interval is for its number alone. Changes in the summary have wider ones, which hold for all of them together.";
    let quantity = |row: &(&SweepCell, Place, Response<'_>)| row.2.quantity.clone();
    let table = Table::new(format!("{name}-points"), "All points", study.noted(note))
        .text("study", "Study", rows.iter().map(|row| row.0.study.as_str()))
        .text("rung", "Players", rows.iter().map(|row| row.0.rung.as_str()))
        .text("setting", "Ruleset", rows.iter().map(|row| study.describe(row.1)));
    let table = match study.fields.as_slice() {
        [field] if field.is_number() => table.number("at", "At", 3, rows.iter().map(|row| study.only_number(row.1))),
        _ => table,
    };
    table
        .text("metric", "Metric", rows.iter().map(|row| quantity(row).metric))
        .text("whose", "Of", rows.iter().map(|row| quantity(row).of))
        .text("unit", "Unit", rows.iter().map(|row| quantity(row).unit.name()))
        .estimates(["mean", "interval"], "Mean", 3, rows.iter().map(|row| row.2.estimate))
        .estimate("shift", "Change", 4, rows.iter().map(|row| row.2.change))
        .count("n", "N", rows.iter().map(|row| row.2.estimate.n))
}

/// Returns the whole sweep: a row for each point of a study and rung.
pub(super) fn to_json(sweep: &SweepStudy, name: &str, counted: &RunCounts) -> Value {
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
        ("target", cells().filter_map(|cell| target_json(sweep, name, cell, counted)).collect()),
        ("left_out", left_out.collect()),
        ("games", json!(games)),
    ];
    let kept = told.into_iter().filter(|(key, _)| wanted(key, design, sweep));
    object(kept).into()
}

/// Returns true if a key applies: indices to designs that have them, targets if one was set.
fn wanted(key: &str, design: &Design, sweep: &SweepStudy) -> bool {
    match key {
        "sensitivity" => matches!(design.kind, DesignKind::Morris | DesignKind::Sobol),
        "target" => sweep.plan.target.is_some(),
        _ => true,
    }
}

/// Returns a point: the values of its fields, and every number with its interval. `None` if it was not played.
fn row(sweep: &SweepStudy, name: &str, cell: &SweepCell, place: Place, counted: &RunCounts) -> Option<Value> {
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

fn games(cell: &SweepCell, tally: &PointTally) -> u64 {
    tally.groups * cell.base.size
}

fn fields(sweep: &SweepStudy, place: Place) -> Value {
    let value = |(i, field): (usize, &SweepField)| {
        let value = match place {
            Place::Base => &field.base,
            Place::At(point) => &sweep.design.settings[point].levels[i].value,
        };
        (field.path.clone(), json!(value))
    };
    object(sweep.fields.iter().enumerate().map(value)).into()
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

fn sensitivity(sweep: &SweepStudy, name: &str, counted: &RunCounts) -> Value {
    let mut rows = Sensitive::json(&sensitive(sweep, name, counted));
    for row in rows.iter_mut().filter_map(Value::as_object_mut) {
        row.retain(|key, value| sweep.measures(key) && (key != "sigma_by_chance" || !value.is_null()));
    }
    rows.into()
}

fn target_json(sweep: &SweepStudy, name: &str, cell: &SweepCell, counted: &RunCounts) -> Option<Value> {
    let answered = answered(sweep, name, cell, counted)?;
    let aim = answered.aim;
    let tests = answered.tests.iter().map(|test| {
        let mut told = estimate_json(&test.estimate);
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
        "baseline": answered.base.as_ref().map(estimate_json),
        "search": answered.found.as_ref().map(estimate_json),
        "fresh": answered.fresh().as_ref().map(estimate_json),
        "tests": tests.collect::<Vec<Value>>(),
        "games": answered.games,
    }))
}
