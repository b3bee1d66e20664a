//! Masks of the pieces that may be in a box, by bands of the table.

use crate::geometry::{Point, Shape};

/// Width of a band in units.
const BAND: f64 = 0.5;
/// Room for rounding. A superfluous piece in a mask costs one more check; a missing piece would give a wrong result.
const MARGIN: f64 = 1e-6;

/// For each vertical and each horizontal band of the table, two masks of pieces: those that begin before the band ends,
/// and those that end after the band begins. Four look-ups give all pieces whose bounds meet a box.
#[derive(Clone, Debug)]
pub(super) struct Bands {
    half: f64,
    columns: Vec<Band>,
    rows: Vec<Band>,
}

#[derive(Clone, Copy, Debug)]
struct Band {
    begun: u64,
    not_ended: u64,
}

impl Bands {
    pub(super) fn new(half: f64, shapes: &[Shape]) -> Bands {
        let bounds: Vec<(Point, Point)> = shapes.iter().map(Shape::bounds).collect();
        let along = |pick: fn(Point) -> f64| {
            let spans: Vec<(f64, f64)> = bounds.iter().map(|(low, high)| (pick(*low), pick(*high))).collect();
            bands(half, &spans)
        };
        Bands { half, columns: along(|at| at.x), rows: along(|at| at.y) }
    }

    /// Returns a mask that contains all pieces whose bounds meet the box, and possibly a few others.
    pub(super) fn candidates(&self, low: Point, high: Point) -> u64 {
        self.columns[self.band(high.x)].begun
            & self.columns[self.band(low.x)].not_ended
            & self.rows[self.band(high.y)].begun
            & self.rows[self.band(low.y)].not_ended
    }

    /// Returns the number of the band at a coordinate. The first and the last band extend to infinity.
    fn band(&self, coordinate: f64) -> usize {
        (((coordinate + self.half) * (1.0 / BAND)) as usize).min(self.columns.len() - 1)
    }
}

fn bands(half: f64, spans: &[(f64, f64)]) -> Vec<Band> {
    let count = (2.0 * half / BAND).ceil().max(1.0) as usize;
    let mask = |chosen: &dyn Fn(&(f64, f64)) -> bool| {
        spans.iter().enumerate().fold(0, |mask, (i, span)| mask | (u64::from(chosen(span)) << i))
    };
    (0..count)
        .map(|i| {
            let begin = if i == 0 { f64::NEG_INFINITY } else { i as f64 * BAND - half - MARGIN };
            let end = if i + 1 == count { f64::INFINITY } else { (i + 1) as f64 * BAND - half + MARGIN };
            Band { begun: mask(&|span| span.0 <= end), not_ended: mask(&|span| span.1 >= begin) }
        })
        .collect()
}
