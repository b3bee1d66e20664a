//! Plane geometry without a game: points, segments, convex polygons, discs, and the distances between them.
//!
//! The project has its own few functions because games call them millions of times; `benches/geometry.rs` shows the
//! cost of a general geometry crate instead. The tests compare each function with that crate. Only `+ - * /` and square
//! roots are used, which every machine computes to the same bits.

mod polygon;
mod shape;
#[cfg(test)]
mod tests;

pub use polygon::{MAX_CORNERS, Polygon, PolygonError};
pub use shape::Shape;
use std::ops::{Add, Mul, Neg, Sub};

/// Returns the larger of two numbers that are not NaN: a single instruction, unlike the library's `max`.
#[inline]
pub fn larger(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

// Points and vectors.

/// A point or a vector of the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// First coordinate, in units of the table.
    pub x: f64,
    /// Second coordinate, in units of the table.
    pub y: f64,
}

/// Writes the two coordinates as a list, rounded to four decimals.
impl serde::Serialize for Point {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Adding 0 turns -0 into 0.
        [self.x, self.y].map(|number| (number * 10_000.0).round() / 10_000.0 + 0.0).serialize(serializer)
    }
}

impl Point {
    /// The origin.
    pub const ORIGIN: Point = Point { x: 0.0, y: 0.0 };

    /// Creates a point from its coordinates.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// Returns the scalar product.
    #[inline]
    pub fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Returns the third component of the vector product: positive if `other` is turned left of `self`.
    #[inline]
    pub fn cross(self, other: Point) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Returns the length of the vector. A plain square root gives the same bits on every machine.
    #[inline]
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Returns the distance between two points.
    #[inline]
    pub fn distance(self, other: Point) -> f64 {
        (other - self).length()
    }

    /// Returns the square of the distance between two points.
    #[inline]
    pub fn distance_squared(self, other: Point) -> f64 {
        let between = other - self;
        between.dot(between)
    }

    /// Returns the point at share `t` of the way to `other`.
    #[inline]
    pub fn lerp(self, other: Point, t: f64) -> Point {
        self + (other - self) * t
    }

    /// Returns the vector of length 1 in the same direction; `None` for the zero vector.
    #[inline]
    pub fn unit(self) -> Option<Point> {
        let length = self.length();
        (length > 0.0).then(|| self * (1.0 / length))
    }

    /// Returns the vector turned left by a right angle.
    #[inline]
    pub fn left(self) -> Point {
        Point::new(-self.y, self.x)
    }

    /// Returns the smaller of each coordinate.
    #[inline]
    pub fn min(self, other: Point) -> Point {
        Point::new(self.x.min(other.x), self.y.min(other.y))
    }

    /// Returns the larger of each coordinate.
    #[inline]
    pub fn max(self, other: Point) -> Point {
        Point::new(self.x.max(other.x), self.y.max(other.y))
    }

    /// Returns true if both coordinates are finite numbers.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, factor: f64) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}

impl Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        Point::new(-self.x, -self.y)
    }
}

impl From<[f64; 2]> for Point {
    fn from([x, y]: [f64; 2]) -> Point {
        Point::new(x, y)
    }
}

// Segments, whose ends may be the same point.

/// A straight segment with its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// First end.
    pub from: Point,
    /// Second end.
    pub to: Point,
}

impl Segment {
    /// Creates the segment between two points.
    pub const fn new(from: Point, to: Point) -> Segment {
        Segment { from, to }
    }

    /// Returns true if a point is farther than `distance` from every point of the segment, up to rounding.
    #[inline]
    pub fn is_farther(&self, point: Point, distance: f64) -> bool {
        let along = self.to - self.from;
        let offset = point - self.from;
        let (projection, square, most) = (offset.dot(along), along.dot(along), distance * distance);
        if projection <= 0.0 {
            offset.dot(offset) > most
        } else if projection >= square {
            point.distance_squared(self.to) > most
        } else {
            let across = along.cross(offset);
            across * across > most * square
        }
    }

    /// Returns the square of the distance from a point to the segment.
    pub fn distance_squared(&self, point: Point) -> f64 {
        let along = self.to - self.from;
        let offset = point - self.from;
        let projection = offset.dot(along);
        let square = along.dot(along);
        if projection <= 0.0 || square == 0.0 {
            return offset.dot(offset);
        }
        if projection >= square {
            return point.distance_squared(self.to);
        }
        let across = along.cross(offset);
        across * across / square
    }

    /// Returns the distance from a point to the segment.
    pub fn distance(&self, point: Point) -> f64 {
        self.distance_squared(point).sqrt()
    }

    /// Returns the length of the segment.
    pub fn length(&self) -> f64 {
        self.from.distance(self.to)
    }
}

// The convex hull.

/// Returns the corners of the convex hull, counter-clockwise from the leftmost, without points on its edges. Uses
/// Andrew's monotone chain (1979). Fewer than 3 corners if all points are in a line.
pub fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut lower = half(sorted.iter());
    let upper = half(sorted.iter().rev());
    lower.pop();
    lower.extend_from_slice(&upper[..upper.len() - 1]);
    lower
}

/// Returns the chain of points that only turns left.
fn half<'a>(points: impl Iterator<Item = &'a Point>) -> Vec<Point> {
    let mut chain: Vec<Point> = Vec::new();
    for &point in points {
        while let [.., before, last] = chain[..]
            && (last - before).cross(point - last) <= 0.0
        {
            chain.pop();
        }
        chain.push(point);
    }
    chain
}
