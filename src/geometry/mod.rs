//! Plane geometry without a game: points, segments, convex polygons, discs, and the distances between them.
//!
//! Own functions, and few: whole games ask them by the million, and `benches/geometry.rs` shows what a general geometry
//! crate would cost instead. The tests hold each against that crate. Only `+ - * /` and square roots are used, which
//! every machine computes to the same bits.

mod hull;
mod point;
mod polygon;
mod segment;
mod shape;
#[cfg(test)]
mod tests;

pub use hull::hull;
pub use point::Point;
pub use polygon::{MAX_CORNERS, Polygon, PolygonError};
pub use segment::Segment;
pub use shape::Shape;
