//! Response curves, and the sensitivity of numbers to fields.
//!
//! Sensitivity is measured by elementary effects and by Sobol indices of the expected response, without the noise of
//! the games.

use super::design::{DesignKind, DesignPurpose, FieldValues};
use super::field::{SweepField, display_value, number};
use super::{Place, SweepCell, SweepStudy};
use super::{points::PointTally, points::over_batches};
use crate::runner::games::key;
use crate::study::RunCounts;
use hitchart_dice::Throw;
use hitchart_report::table::{Field, Row, Table};
use hitchart_stats::{
    Bounds, ElementaryEffects, Estimate, Indices, LEVEL, Moments, Saltelli, elementary_effects, sobol,
};

// Response curves.

/// Maximum values of a field with separate spots in a hypercube; more values are grouped into parts of the range.
const MOST_SPOTS: usize = 12;
/// Number of parts of a range.
const PARTS: usize = 6;

/// A response by the values of a field.
#[derive(Clone, Debug)]
pub struct Curve<'a> {
    /// Study of games, and its players.
    pub cell: &'a SweepCell,
    /// Index of the field.
    pub field: usize,
    /// Index of the quantity.
    pub quantity: usize,
    /// Means by value of the field, in the order of the values.
    pub spots: Vec<FieldRange>,
    /// Change from the first value to the last, on common random numbers. Its interval holds together with those of all
    /// numbers of the same study and field (Bonferroni). `None` if the spots have different points.
    pub change: Option<Estimate>,
    /// The largest shown change from the first value to one between the ends, after its spot. Its interval holds for all
    /// these values and numbers together. `None` if none is shown.
    pub between: Option<(FieldRange, Estimate)>,
}

impl Curve<'_> {
    /// Returns the spots of the first and of the last value; a curve has at least one spot.
    pub(super) fn ends(&self) -> [&FieldRange; 2] {
        [&self.spots[0], &self.spots[self.spots.len() - 1]]
    }

    /// Returns true if the change is shown; without one, if the intervals of the first and of the last value lie apart.
    pub(super) fn has_moved(&self) -> bool {
        if let Some(change) = &self.change {
            return is_shown(change);
        }
        let [(first_low, first_high), (last_low, last_high)] = self.ends().map(|spot| spot.estimate.interval);
        first_high < last_low || last_high < first_low
    }
}

/// Returns true if the interval of a change excludes 0.
fn is_shown(change: &Estimate) -> bool {
    change.interval.0 > 0.0 || change.interval.1 < 0.0
}

/// A value of a field, or a part of its range.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldRange {
    /// The value in words.
    pub value: String,
    /// Position on the axis: the value of a number, otherwise the index among the values.
    pub at: f64,
    /// Mean over all points of the spot. On a grid its spread is that of the games, because all points share dice; in a
    /// hypercube it includes the spread of the other fields' values.
    pub estimate: Estimate,
}

/// Points that belong to one spot of a curve.
struct Group {
    value: String,
    at: f64,
    points: Vec<usize>,
}

/// Returns all curves for tables. With several fields and a target there are none, because points then differ in games.
pub(super) fn curves<'a>(study: &'a SweepStudy, name: &str, counted: &RunCounts) -> Vec<Curve<'a>> {
    let alone = study.fields.len() == 1;
    if !matches!(study.design.kind, DesignKind::Grid | DesignKind::Latin) || (study.plan.target.is_some() && !alone) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for cell in &study.cells {
        let points = 0..study.design.settings.len();
        let tallies: Vec<Option<PointTally>> =
            points.map(|point| study.tally(name, cell, Place::At(point), counted, usize::MAX)).collect();
        for (place, field) in study.fields.iter().enumerate() {
            let groups = groups(field, place, &study.design.settings, study.design.kind);
            let shown: Vec<usize> =
                (0..cell.base.quantities.len()).filter(|quantity| study.is_shown(cell, *quantity)).collect();
            let last = groups.len().saturating_sub(1);
            // One half for the ends, the other for the values in between.
            let families = if last > 1 { 2 } else { 1 };
            let alpha = (1.0 - LEVEL) / (families * shown.len().max(1)) as f64;
            for quantity in shown {
                let spots: Vec<Option<FieldRange>> =
                    groups.iter().map(|group| spot(study, cell, &tallies, group, quantity)).collect();
                let change = |to: usize, alpha: f64| {
                    let of = [groups.first()?, groups.get(to)?];
                    change_between(study, cell, &tallies, of, (quantity, 1.0 - alpha))
                };
                let between = (1..last).filter_map(|to| Some((to, change(to, alpha / (last - 1) as f64)?)));
                let between = between.filter(|(_, change)| is_shown(change));
                let between = between.max_by(|(_, a), (_, b)| a.point.abs().total_cmp(&b.point.abs()));
                let between = between.and_then(|(to, change)| Some((spots[to].clone()?, change)));
                let (change, spots) = (change(last, alpha), spots.into_iter().flatten().collect());
                all.push(Curve { cell, field: place, quantity, spots, change, between });
            }
        }
    }
    all
}

/// Groups points by the value of a field, from the low end to the high end.
fn groups(field: &SweepField, place: usize, settings: &[FieldValues], kind: DesignKind) -> Vec<Group> {
    let level = |point: usize| &settings[point].levels[place];
    let points = || 0..settings.len();
    if let Some(levels) = field.levels().filter(|levels| kind == DesignKind::Grid || levels.len() <= MOST_SPOTS) {
        let of = |(i, value): (usize, toml::Value)| Group {
            value: display_value(&value),
            at: number(&value).unwrap_or(i as f64),
            points: points().filter(|point| level(*point).value == value).collect(),
        };
        return levels.into_iter().map(|level| level.value).enumerate().map(of).collect();
    }
    let part = |point: &usize| ((level(*point).place * PARTS as f64) as usize).min(PARTS - 1);
    let of = |wanted: usize| {
        let points: Vec<usize> = points().filter(|point| part(point) == wanted).collect();
        let values: Vec<f64> = points.iter().filter_map(|point| number(&level(*point).value)).collect();
        let (low, high) = values
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(*value), high.max(*value)));
        let at = values.iter().sum::<f64>() / values.len() as f64;
        let value = if low < high { format!("{low} to {high}") } else { low.to_string() };
        Group { value, at, points }
    };
    (0..PARTS).map(of).filter(|group| !group.points.is_empty()).collect()
}

/// Averages over the points of a group. `None` if one of them was not played.
fn spot(
    study: &SweepStudy,
    cell: &SweepCell,
    tallies: &[Option<PointTally>],
    group: &Group,
    quantity: usize,
) -> Option<FieldRange> {
    let of: Vec<&PointTally> = group.points.iter().map(|point| tallies[*point].as_ref()).collect::<Option<_>>()?;
    let estimates: Vec<Estimate> =
        of.iter().map(|tally| tally.estimate(&cell.base, quantity, LEVEL)).collect::<Option<_>>()?;
    let n = estimates.iter().map(|estimate| estimate.n).sum();
    let point = estimates.iter().map(|estimate| estimate.point).sum::<f64>() / estimates.len() as f64;
    let step = of.iter().map(|tally| tally.step(&cell.base, quantity)).fold(0.0, f64::max);
    let bounds = cell.base.quantities[quantity].bounds(step);
    let over_games = || {
        let means: Vec<f64> = means(study, cell, &of, quantity).into_iter().flatten().collect();
        let groups = of.iter().map(|tally| tally.groups).min().unwrap_or(0);
        over_batches((&means, point), (groups, n), (&bounds, LEVEL))
    };
    let estimate = match estimates.as_slice() {
        [] => return None,
        [alone] => *alone,
        many if study.design.kind == DesignKind::Latin => {
            let points = Moments::of_counts(many.iter().map(|estimate| (estimate.point, 1)));
            // All points share the dice of their games, so their spread alone lacks the noise of these.
            together(&Estimate::of(&points, &bounds, LEVEL), &over_games(), &bounds)
        }
        _ => over_games(),
    };
    Some(FieldRange { value: group.value.clone(), at: group.at, estimate })
}

/// Returns a mean with two independent sources of error, from its estimates with each of them: the lengths of each side
/// of the interval add up as standard deviations do. `n` is that of the second.
fn together(one: &Estimate, other: &Estimate, bounds: &Bounds) -> Estimate {
    let sides = |of: &Estimate| (of.point - of.interval.0, of.interval.1 - of.point);
    let ((one_low, one_high), (other_low, other_high)) = (sides(one), sides(other));
    let low = (other.point - one_low.hypot(other_low)).max(bounds.low);
    let high = (other.point + one_high.hypot(other_high)).min(bounds.high);
    let standard_error = one.standard_error.hypot(other.standard_error);
    Estimate { standard_error, interval: (low, high), ..*other }
}

/// Returns the mean of a quantity over points, by batch. `None` for batches that are not complete at all points.
fn means(study: &SweepStudy, cell: &SweepCell, of: &[&PointTally], quantity: usize) -> Vec<Option<f64>> {
    let batches = study.batches(cell);
    let by_batch: Vec<_> = of.iter().map(|tally| tally.by_batch(&cell.base, &batches, quantity)).collect();
    let mean = |batch: usize| {
        let values: Option<Vec<f64>> = by_batch.iter().map(|values| values[batch]).collect();
        Some(values?.iter().sum::<f64>() / of.len() as f64)
    };
    (0..batches.count as usize).map(mean).collect()
}

/// Returns the change from a group of points to another, batch by batch. `None` without the games of a point, in a
/// hypercube, whose groups differ in the other fields too, and with too few batches.
fn change_between(
    study: &SweepStudy,
    cell: &SweepCell,
    tallies: &[Option<PointTally>],
    ends: [&Group; 2],
    (quantity, level): (usize, f64),
) -> Option<Estimate> {
    if study.design.kind == DesignKind::Latin && ends.iter().any(|group| group.points.len() > 1) {
        return None;
    }
    let of = |group: &Group| group.points.iter().map(|point| tallies[*point].as_ref()).collect::<Option<Vec<_>>>();
    let (firsts, lasts) = (of(ends[0])?, of(ends[1])?);
    let batches = study.batches(cell);
    if let ([first], [last]) = (&firsts[..], &lasts[..]) {
        return super::change(&cell.base, &batches, [*first, *last], (quantity, level));
    }
    let [before, after] = [&firsts, &lasts].map(|of| means(study, cell, of, quantity));
    let changes: Vec<f64> =
        before.into_iter().zip(after).filter_map(|(before, after)| Some(after? - before?)).collect();
    let all = || firsts.iter().chain(&lasts);
    let step = all().map(|tally| tally.step(&cell.base, quantity)).fold(0.0, f64::max);
    let bounds = cell.base.quantities[quantity].bounds_of_change(step);
    let (least, n) = (all().map(|tally| tally.groups).min()?, all().map(|tally| tally.groups * cell.base.size).sum());
    // Batches differ by a game, so the mean over batches is not that over games.
    let mean = |of: &[&PointTally]| {
        let points = of.iter().map(|tally| Some(tally.estimate(&cell.base, quantity, LEVEL)?.point));
        Some(points.sum::<Option<f64>>()? / of.len() as f64)
    };
    let point = mean(&lasts)? - mean(&firsts)?;
    (changes.len() > 1).then(|| over_batches((&changes, point), (least, n), (&bounds, level)))
}

// Sensitivity to fields.

/// Effect of a field on a number.
#[derive(Clone, Debug)]
pub struct Sensitive<'a> {
    /// Study of games, and its players.
    pub cell: &'a SweepCell,
    /// Index of the quantity.
    pub quantity: usize,
    /// Path of the field.
    pub field: &'a str,
    /// `None` if the number does not vary beyond the noise, or is a share of nothing at a point.
    pub found: Option<Sensitivity>,
}

impl Sensitive<'_> {
    /// Returns the size of the effect: the total index, or the mean size of the elementary effects.
    pub(super) fn effect(&self) -> Option<Estimate> {
        self.effects().map(|found| found.mu_star).or(self.indices().map(|found| found.total))
    }

    fn effects(&self) -> Option<ElementaryEffects> {
        if let Some(Sensitivity::Effects(found)) = self.found { Some(found) } else { None }
    }

    fn indices(&self) -> Option<Indices> {
        if let Some(Sensitivity::Indices(found)) = self.found { Some(found) } else { None }
    }
}

impl Row for Sensitive<'_> {
    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::text("study", "Study", |row| row.cell.study.clone()),
            Field::text("rung", "Players", |row| row.cell.rung.clone()),
            Field::text("metric", "Metric", |row| row.cell.base.quantities[row.quantity].metric.clone()),
            Field::text("whose", "Of", |row: &Self| row.cell.base.quantities[row.quantity].of.clone()).table_only(),
            Field::json_only("of", |row| row.cell.base.quantities[row.quantity].of.clone().into()),
            Field::text("field", "Field", |row| row.field.to_owned()),
            Field::estimate("mu", "mu", 4, |row| Some(row.effects()?.mu)),
            Field::estimate("mu_star", "mu*", 4, |row| Some(row.effects()?.mu_star)),
            Field::estimate("sigma", "sigma", 4, |row| Some(row.effects()?.sigma)),
            Field::number("sigma_by_chance", "sigma by chance", 4, |row| Some(row.effects()?.sigma_by_chance)),
            Field::estimate("first_order", "First", 3, |row: &Self| Some(row.indices()?.first)).keyed("first"),
            Field::estimate("total_order", "Total", 3, |row: &Self| Some(row.indices()?.total)).keyed("total"),
        ]
    }
}

impl SweepStudy {
    /// Returns true if the design has a number of [`Sensitive`]: elementary effects have no indices, and the reverse.
    pub(super) fn measures(&self, name: &str) -> bool {
        let others = if self.design.kind == DesignKind::Morris { ["first", "total"] } else { ["mu", "sigma"] };
        !others.iter().any(|other| name.starts_with(other))
    }
}

/// Result of the design that was requested.
#[derive(Clone, Copy, Debug)]
pub enum Sensitivity {
    /// Elementary effects, from trajectories.
    Effects(ElementaryEffects),
    /// Sobol indices, from two matrices.
    Indices(Indices),
}

/// A response by batch.
type ByBatch = Vec<f64>;

/// Returns the effect of every field on every number in the tables.
pub(super) fn sensitive<'a>(study: &'a SweepStudy, name: &str, counted: &RunCounts) -> Vec<Sensitive<'a>> {
    let mut all = Vec::new();
    if study.design.shape == DesignPurpose::Points {
        return all;
    }
    for cell in &study.cells {
        let (batches, points) = (study.batches(cell), 0..study.design.settings.len());
        // The noise cannot be estimated without a second batch.
        let Some(tallies) = points
            .map(|point| study.tally(name, cell, Place::At(point), counted, usize::MAX))
            .collect::<Option<Vec<_>>>()
            .filter(|_| batches.count > 1)
        else {
            continue;
        };
        for quantity in (0..cell.base.quantities.len()).filter(|quantity| study.is_shown(cell, *quantity)) {
            let values = tallies.iter().map(|tally| tally.by_batch(&cell.base, &batches, quantity));
            let values: Option<Vec<ByBatch>> = values.map(|values| values.into_iter().collect()).collect();
            let mut throw = Throw::new(key(0, &format!("{name}/{}/{}", cell.study, cell.rung), quantity as u64));
            let found = values.map(|values| of_quantity(study, &values, &mut throw)).unwrap_or_default();
            let of = |(place, field): (usize, &'a SweepField)| {
                let found = found.get(place).copied().flatten();
                Sensitive { cell, quantity, field: &field.path, found }
            };
            all.extend(study.fields.iter().enumerate().map(of));
        }
    }
    all
}

/// Returns the effect of every field on a number, from its values at all points.
fn of_quantity(study: &SweepStudy, values: &[ByBatch], throw: &mut Throw) -> Vec<Option<Sensitivity>> {
    let mut below = |below: usize| throw.below(below);
    match &study.design.shape {
        DesignPurpose::Points => Vec::new(),
        DesignPurpose::Trajectories(walks) => {
            let mut effects: Vec<Vec<ByBatch>> = vec![Vec::new(); study.fields.len()];
            for (points, moved) in walks {
                for (pair, field) in points.windows(2).zip(moved) {
                    effects[*field].extend(effect(study, values, [pair[0], pair[1]], *field));
                }
            }
            effects.iter().map(|effects| elementary_effects(effects, &mut below).map(Sensitivity::Effects)).collect()
        }
        DesignPurpose::Saltelli { a, b, mixed } => {
            let of = |places: &Vec<usize>| places.iter().map(|place| values[*place].clone()).collect();
            let responses = Saltelli { a: of(a), b: of(b), mixed: mixed.iter().map(of).collect() };
            sobol(&responses, &mut below)
                .map(|indices| indices.into_iter().map(|indices| Some(Sensitivity::Indices(indices))).collect())
                .unwrap_or_default()
        }
    }
}

/// Returns the effect of a step of a trajectory, scaled to a step from the low end of the field to the high end.
fn effect(study: &SweepStudy, values: &[ByBatch], [from, to]: [usize; 2], field: usize) -> Option<ByBatch> {
    let place = |point: usize| study.design.settings[point].levels[field].place;
    let by = place(to) - place(from);
    (by != 0.0).then(|| values[to].iter().zip(&values[from]).map(|(to, from)| (to - from) / by).collect())
}

/// Returns the table of the effects of all fields. `None` if the design has none.
pub(super) fn table(study: &SweepStudy, name: &str, rows: &[Sensitive<'_>]) -> Option<Table> {
    if study.design.shape == DesignPurpose::Points {
        return None;
    }
    let walked = matches!(study.design.shape, DesignPurpose::Trajectories(_));
    let note = if walked {
        "Elementary effects (Morris): the change of a number while a field goes from its low end to its high end, with the \
         other fields anywhere. mu: mean; mu*: mean size; sigma: standard deviation. The noise of the games is taken out of \
         mu* and sigma, so weak effects look weaker than they are. sigma by chance: the average sigma if all effects were equal."
    } else {
        "Sobol indices: the part of the variance of a number that a field causes alone (first) and together with the others \
         (total), if all its values are equally likely. The noise of the games is taken out. Empty if nothing varies beyond it."
    };
    let mut table = Table::new(format!("{name}-sensitivity"), "Which fields matter", study.noted(note)).of(rows);
    table.columns.retain(|column| study.measures(&column.name));
    let rested = match &study.design.shape {
        DesignPurpose::Points => 0,
        DesignPurpose::Trajectories(walks) => walks.len() as u64,
        DesignPurpose::Saltelli { a, .. } => a.len() as u64,
    };
    Some(table.count("n_rows", if walked { "Trajectories" } else { "Rows" }, rows.iter().map(|_| rested)).count(
        "games_a_point",
        "Games a point",
        rows.iter().map(|row| study.games_a_point(row.cell)),
    ))
}
