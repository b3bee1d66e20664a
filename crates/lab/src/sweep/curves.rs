//! Response curves: a number by the value of a field, over all values of the others.

use super::design::{Kind, Setting};
use super::field::{Field, number, told};
use super::points::Tally;
use super::study::{Cell, Place, SweepStudy, over_batches};
use crate::study::Counted;
use hitchart_stats::{Estimate, LEVEL, Moments};

/// Maximum values of a field with separate spots in a hypercube; more values are grouped into parts of the range.
const MOST_SPOTS: usize = 12;
/// Number of parts of a range.
const PARTS: usize = 6;

/// A response by the values of a field.
#[derive(Clone, Debug)]
pub struct Curve<'a> {
    pub cell: &'a Cell,
    /// Index of the field.
    pub field: usize,
    /// Index of the quantity.
    pub quantity: usize,
    pub spots: Vec<Spot>,
}

/// A value of a field, or a part of its range.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
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
pub fn curves<'a>(study: &'a SweepStudy, name: &str, counted: &Counted) -> Vec<Curve<'a>> {
    let alone = study.fields.len() == 1;
    if !matches!(study.design.kind, Kind::Grid | Kind::Latin) || (study.plan.target.is_some() && !alone) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for cell in &study.cells {
        let points = 0..study.design.settings.len();
        let tallies: Vec<Option<Tally>> =
            points.map(|point| study.tally(name, cell, Place::At(point), counted, usize::MAX)).collect();
        for (place, field) in study.fields.iter().enumerate() {
            let groups = groups(field, place, &study.design.settings, study.design.kind);
            for quantity in (0..cell.base.quantities.len()).filter(|quantity| study.is_told(cell, *quantity)) {
                let spots = groups.iter().filter_map(|group| spot(study, cell, &tallies, group, quantity)).collect();
                all.push(Curve { cell, field: place, quantity, spots });
            }
        }
    }
    all
}

/// Groups points by the value of a field, from the low end to the high end.
fn groups(field: &Field, place: usize, settings: &[Setting], kind: Kind) -> Vec<Group> {
    let level = |point: usize| &settings[point].levels[place];
    let points = || 0..settings.len();
    if let Some(levels) = field.levels().filter(|levels| kind == Kind::Grid || levels.len() <= MOST_SPOTS) {
        let of = |(i, value): (usize, toml::Value)| Group {
            value: told(&value),
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
        Group { value: format!("{low} to {high}"), at, points }
    };
    (0..PARTS).map(of).filter(|group| !group.points.is_empty()).collect()
}

/// Averages over the points of a group. `None` if one of them was not played.
fn spot(study: &SweepStudy, cell: &Cell, tallies: &[Option<Tally>], group: &Group, quantity: usize) -> Option<Spot> {
    let of: Vec<&Tally> = group.points.iter().map(|point| tallies[*point].as_ref()).collect::<Option<_>>()?;
    let estimates: Vec<Estimate> =
        of.iter().map(|tally| tally.estimate(&cell.base, quantity, LEVEL)).collect::<Option<_>>()?;
    let n = estimates.iter().map(|estimate| estimate.n).sum();
    let point = estimates.iter().map(|estimate| estimate.point).sum::<f64>() / estimates.len() as f64;
    let step = of.iter().map(|tally| tally.step(&cell.base, quantity)).fold(0.0, f64::max);
    let bounds = cell.base.quantities[quantity].bounds(step);
    let estimate = match estimates.as_slice() {
        [] => return None,
        [alone] => *alone,
        many if study.design.kind == Kind::Latin => {
            let points = Moments::of_counts(many.iter().map(|estimate| (estimate.point, 1)));
            Estimate { n, ..Estimate::of(&points, &bounds, LEVEL) }
        }
        _ => {
            let batches = study.batches(cell);
            let by_batch: Vec<_> = of.iter().map(|tally| tally.by_batch(&cell.base, &batches, quantity)).collect();
            let mean = |batch: usize| {
                let values: Option<Vec<f64>> = by_batch.iter().map(|values| values[batch]).collect();
                Some(values?.iter().sum::<f64>() / of.len() as f64)
            };
            let means: Vec<f64> = (0..batches.count as usize).filter_map(mean).collect();
            let groups = of.iter().map(|tally| tally.groups).min().unwrap_or(0);
            over_batches((&means, point), groups, n, &bounds)
        }
    };
    Some(Spot { value: group.value.clone(), at: group.at, estimate })
}
