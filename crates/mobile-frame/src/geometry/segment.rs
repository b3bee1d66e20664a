//! Straight segments from one point to another; both ends may be the same point.

use super::Point;

/// A straight segment with its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    pub from: Point,
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
