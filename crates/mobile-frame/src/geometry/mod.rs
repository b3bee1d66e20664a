//! Plane geometry without a game: points, segments, convex polygons, discs, and the distances between them.
//!
//! The project has its own few functions because games call them millions of times; `benches/geometry.rs` shows the
//! cost of a general geometry crate instead. The tests compare each function with that crate. Only `+ - * /` and square
//! roots are used, which every machine computes to the same bits.

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
