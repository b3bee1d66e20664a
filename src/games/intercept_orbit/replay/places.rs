//! Places on the table as lines hold them.

use crate::geometry::Point;

/// A number to four decimals, never minus zero: what a replay says of places.
pub fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

/// A place on the table as lines hold it.
pub fn place(point: Point) -> [f64; 2] {
    [rounded(point.x), rounded(point.y)]
}
