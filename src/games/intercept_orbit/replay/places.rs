//! Places on the table as lines store them.

use crate::geometry::Point;

/// Rounds a coordinate of a replay to four decimals, never minus zero.
pub fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

/// Returns a place on the table as lines store it.
pub fn place(point: Point) -> [f64; 2] {
    [rounded(point.x), rounded(point.y)]
}
