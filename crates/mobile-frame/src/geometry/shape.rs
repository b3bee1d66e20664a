//! Shapes on the table: convex polygons and discs, both closed sets.

use super::{Point, Polygon, Segment};

/// A convex polygon or a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "shapes are read in tight loops, where a box would cost a cache miss")]
pub enum Shape {
    /// A convex polygon.
    Polygon(Polygon),
    /// A disc.
    Disc {
        /// Centre of the disc.
        centre: Point,
        /// Radius, above 0.
        radius: f64,
    },
}

impl Shape {
    /// Returns the square of the distance from a point, 0 inside.
    pub fn distance_squared(&self, point: Point) -> f64 {
        match self {
            Shape::Polygon(polygon) => polygon.distance_squared(point),
            Shape::Disc { .. } => {
                let distance = self.distance(point);
                distance * distance
            }
        }
    }

    /// Returns the distance from a point, 0 inside.
    #[inline]
    pub fn distance(&self, point: Point) -> f64 {
        match self {
            Shape::Polygon(polygon) => polygon.distance_squared(point).sqrt(),
            Shape::Disc { centre, radius } => (point.distance(*centre) - radius).max(0.0),
        }
    }

    /// Returns the point of the shape nearest to a point; inside, the point itself.
    pub fn nearest(&self, point: Point) -> Point {
        match self {
            Shape::Polygon(polygon) => polygon.nearest(point),
            Shape::Disc { centre, radius } => match (point - *centre).unit() {
                Some(way) if !self.contains(point) => *centre + way * *radius,
                _ => point,
            },
        }
    }

    /// Returns false only if the distance of the point is certainly more than `distance`.
    #[inline]
    pub fn may_be_within(&self, point: Point, distance: f64) -> bool {
        match self {
            Shape::Polygon(polygon) => polygon.may_be_within(point, distance),
            Shape::Disc { .. } => true,
        }
    }

    /// Returns true if the point is in the shape or on its outline.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        match self {
            Shape::Polygon(polygon) => polygon.contains(point),
            Shape::Disc { centre, radius } => point.distance_squared(*centre) <= radius * radius,
        }
    }

    /// Returns true if the segment meets the shape grown outward by `slack`; touching counts.
    #[inline]
    pub fn meets(&self, segment: &Segment, slack: f64) -> bool {
        match self {
            Shape::Polygon(polygon) => polygon.meets(segment, slack),
            Shape::Disc { centre, radius } => segment.distance_squared(*centre) <= (radius + slack) * (radius + slack),
        }
    }

    /// Returns true if some point of the segment is closer to the shape than `distance`, which must be positive.
    #[inline]
    pub fn is_nearer(&self, segment: &Segment, distance: f64) -> bool {
        match self {
            Shape::Polygon(polygon) => polygon.is_nearer(segment, distance),
            Shape::Disc { centre, radius } => {
                segment.distance_squared(*centre) < (radius + distance) * (radius + distance)
            }
        }
    }

    /// Returns the distance from a segment, 0 if they meet.
    #[inline]
    pub fn segment_distance(&self, segment: &Segment) -> f64 {
        match self {
            Shape::Polygon(polygon) => polygon.segment_distance(segment),
            Shape::Disc { centre, radius } => (segment.distance(*centre) - radius).max(0.0),
        }
    }

    /// Returns the distance between two shapes, 0 if they meet.
    pub fn shape_distance(&self, other: &Shape) -> f64 {
        match (self, other) {
            (Shape::Polygon(one), Shape::Polygon(_)) => {
                // The edges give the distance unless one polygon contains the other.
                if other.contains(one.corners()[0]) {
                    return 0.0;
                }
                let inside = other.some_point();
                let edges = one.edges().map(|edge| other.segment_distance(&edge)).fold(f64::INFINITY, f64::min);
                if one.contains(inside) { 0.0 } else { edges }
            }
            (_, Shape::Disc { centre, radius }) => (self.distance(*centre) - radius).max(0.0),
            (Shape::Disc { centre, radius }, _) => (other.distance(*centre) - radius).max(0.0),
        }
    }

    /// Returns the covered area.
    #[inline]
    pub fn area(&self) -> f64 {
        match self {
            Shape::Polygon(polygon) => polygon.area(),
            Shape::Disc { radius, .. } => std::f64::consts::PI * radius * radius,
        }
    }

    /// Returns the smallest axis-parallel box that contains the shape: its lower left and its upper right corner.
    pub fn bounds(&self) -> (Point, Point) {
        match self {
            Shape::Polygon(polygon) => {
                let first = polygon.corners()[0];
                polygon
                    .corners()
                    .iter()
                    .fold((first, first), |(low, high), corner| (low.min(*corner), high.max(*corner)))
            }
            Shape::Disc { centre, radius } => {
                let reach = Point::new(*radius, *radius);
                (*centre - reach, *centre + reach)
            }
        }
    }

    /// Returns the shape turned by half a turn about the origin.
    #[inline]
    pub fn turned_half(&self) -> Shape {
        match self {
            Shape::Polygon(polygon) => Shape::Polygon(polygon.turned_half()),
            Shape::Disc { centre, radius } => Shape::Disc { centre: -*centre, radius: *radius },
        }
    }

    /// Returns the centre of the bounding box.
    #[inline]
    pub fn centre(&self) -> Point {
        match self {
            Shape::Polygon(polygon) => polygon.centre(),
            Shape::Disc { centre, .. } => *centre,
        }
    }

    /// Returns a point of the shape.
    fn some_point(&self) -> Point {
        match self {
            Shape::Polygon(polygon) => polygon.corners()[0],
            Shape::Disc { centre, .. } => *centre,
        }
    }
}
