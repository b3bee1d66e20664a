//! Masks of the pieces that may be under or near a frame, by cells of the table.

use crate::geometry::{Point, Shape};

/// Side of a cell in units.
const CELL: f64 = 1.0;
/// Half the diagonal of a cell, plus room for rounding. A superfluous piece in a mask costs one more check; a missing
/// piece would give a wrong result.
const MARGIN: f64 = CELL * std::f64::consts::FRAC_1_SQRT_2 + 1e-6;

/// A square net over the table. Each cell holds masks of all pieces that are within one of two distances of any place
/// in the cell, and of few others.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    half: f64,
    side: usize,
    cells: Vec<Cell>,
}

/// Masks of the pieces that may be under a frame in the cell, and of those that may be near the frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    pub under: u64,
    pub near: u64,
}

impl Cells {
    /// Builds the cells of a table that extends from `-half` to `half` in both coordinates. A piece is under a frame if
    /// it is within `under` units of the frame's centre, and near the frame if it is within `near` units.
    pub(super) fn new(half: f64, shapes: &[Shape], under: f64, near: f64) -> Cells {
        let side = (2.0 * half / CELL).ceil().max(1.0) as usize;
        let mut cells = Cells { half, side, cells: vec![Cell::default(); side * side] };
        for (piece, shape) in shapes.iter().enumerate() {
            cells.note(piece, shape, under, near);
        }
        cells
    }

    fn note(&mut self, piece: usize, shape: &Shape, under: f64, near: f64) {
        let (low, high) = shape.bounds();
        let reach = under.max(near) + MARGIN;
        let place = |coordinate: f64| (((coordinate + self.half) / CELL).max(0.0) as usize).min(self.side - 1);
        let middle = |place: usize| (place as f64 + 0.5) * CELL - self.half;
        for row in place(low.y - reach)..=place(high.y + reach) {
            for column in place(low.x - reach)..=place(high.x + reach) {
                let distance = shape.distance(Point::new(middle(column), middle(row)));
                let cell = &mut self.cells[row * self.side + column];
                cell.under |= u64::from(distance <= under + MARGIN) << piece;
                cell.near |= u64::from(distance <= near + MARGIN) << piece;
            }
        }
    }

    /// Returns the cell that contains a place; `None` if the place is off the net.
    #[inline]
    pub(super) fn at(&self, at: Point) -> Option<&Cell> {
        let (x, y) = ((at.x + self.half) * (1.0 / CELL), (at.y + self.half) * (1.0 / CELL));
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let (column, row) = (x as usize, y as usize);
        if column < self.side { self.cells.get(row * self.side + column) } else { None }
    }
}
