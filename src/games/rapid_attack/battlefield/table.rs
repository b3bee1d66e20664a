//! The table: a square or a disc about the origin.

use super::layout::{TableLayout, TableShape};
use super::rules::CLOSE_CALL;
use super::{BattlefieldError, BattlefieldRules};
use crate::geometry::{Point, Shape};

/// The table: a square or a disc about the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table {
    shape: TableShape,
    /// Half the side of the square or the radius, in units.
    half: f64,
}

impl Table {
    /// Checks and prepares the table.
    pub(super) fn new(layout: &TableLayout, rules: &BattlefieldRules) -> Result<Table, BattlefieldError> {
        let BattlefieldRules { least, most, .. } = *rules;
        if !(least..=most).contains(&layout.diagonal) {
            let allowed = format!("from {least} to {most}, `table.least` and `table.most` of the ruleset");
            return Err(BattlefieldError::range("table.diagonal", layout.diagonal, allowed));
        }
        let diagonal = layout.diagonal * rules.scale;
        let half = match layout.shape {
            TableShape::Square => diagonal / 2.0 * std::f64::consts::FRAC_1_SQRT_2,
            TableShape::Round => diagonal / 2.0,
        };
        Ok(Table { shape: layout.shape, half })
    }

    /// Returns half the width of the table in units.
    pub fn half(&self) -> f64 {
        self.half
    }

    /// Returns the outline of the table.
    pub fn shape(&self) -> TableShape {
        self.shape
    }

    /// Returns true if the disc is on the table.
    pub fn contains(&self, at: Point, radius: f64) -> bool {
        let room = self.half - radius + CLOSE_CALL;
        match self.shape {
            TableShape::Square => at.x.abs() <= room && at.y.abs() <= room,
            TableShape::Round => room >= 0.0 && at.dot(at) <= room * room,
        }
    }

    /// Returns true if the shape is on the table and at least `margin` away from its edge.
    pub(super) fn holds(&self, shape: &Shape, margin: f64) -> bool {
        match shape {
            Shape::Disc { centre, radius } => self.contains(*centre, radius + margin),
            Shape::Polygon(polygon) => polygon.corners().iter().all(|corner| self.contains(*corner, margin)),
        }
    }

    /// Returns the points of a square lattice around the origin, `spacing` apart, at which a disc is on the table. A
    /// half turn maps the lattice onto itself.
    pub(super) fn lattice(&self, spacing: f64, radius: f64) -> Vec<Point> {
        let count = (self.half / spacing).ceil() as i32;
        let rows = -count..count;
        let place = |i: i32| (f64::from(i) + 0.5) * spacing;
        rows.clone()
            .flat_map(|row| rows.clone().map(move |column| Point::new(place(column), place(row))))
            .filter(|at| self.contains(*at, radius))
            .collect()
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.shape {
            TableShape::Square => write!(f, "{:.2} units square about the origin", 2.0 * self.half),
            TableShape::Round => write!(f, "a disc of radius {:.2} about the origin", self.half),
        }
    }
}
