//! Places on the table, as written in lines.

use crate::geometry::Point;

/// Rounds a number to four decimals, never minus zero: the precision of places in a replay.
pub fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

/// Returns a place on the table as written in lines.
pub fn place(point: Point) -> [f64; 2] {
    [rounded(point.x), rounded(point.y)]
}
