//! Convex polygons with few corners, stored inline, with the half-planes of their edges.

use super::{Point, Segment};

/// Margin for rounding, added to the radius of the circle around a polygon, in units of length.
const ROUNDING: f64 = 1e-9;

/// Largest number of corners of a polygon.
pub const MAX_CORNERS: usize = 8;

/// A convex polygon: corners counter-clockwise, each with the outward normal of the edge that starts there.
///
/// The normals are stored because the hot path only uses half-planes. A point is inside if it is on the inner side of
/// every edge; a segment meets the polygon if a part of it is left after clipping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polygon {
    /// A circle that contains the polygon, slightly wider than necessary. It answers most queries cheaply.
    centre: Point,
    radius: f64,
    /// Distance that the sharpest corner moves if every edge is moved outward by 1.
    sharpness: f64,
    count: u8,
    /// True if it is a rectangle. The lines of opposite sides then bound two strips at right angles.
    is_rectangle: bool,
    edges: [Edge; MAX_CORNERS],
    corners: [Point; MAX_CORNERS],
}

/// An edge with its half-plane, together in memory because they are used together.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Edge {
    from: Point,
    /// Outward normal of length 1.
    normal: Point,
    /// Height of the edge's line over the origin.
    offset: f64,
    length: f64,
}

impl Edge {
    const NONE: Edge = Edge { from: Point::ORIGIN, normal: Point::ORIGIN, offset: 0.0, length: 0.0 };

    /// Returns the height of a point over the edge's line: positive outside.
    #[inline]
    fn height(&self, point: Point) -> f64 {
        self.normal.dot(point) - self.offset
    }
}

/// Reasons why points do not make a convex polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolygonError {
    /// Fewer than 3 corners or more than [`MAX_CORNERS`].
    #[error("{0} corners; allowed: 3 to {MAX_CORNERS}")]
    Corners(usize),
    /// A coordinate is not a finite number.
    #[error("corner {0} is not finite")]
    NotFinite(usize),
    /// The outline turns both ways, crosses itself, repeats a corner or has three corners in a line.
    #[error("the outline is not convex at corner {0}")]
    NotConvex(usize),
}

impl Polygon {
    /// Creates a polygon from its corners in order, in either direction of rotation.
    ///
    /// # Errors
    /// If there are too few or too many corners, a coordinate is not finite, or the outline is not strictly convex.
    pub fn new(points: &[Point]) -> Result<Polygon, PolygonError> {
        let count = points.len();
        if !(3..=MAX_CORNERS).contains(&count) {
            return Err(PolygonError::Corners(count));
        }
        if let Some(place) = points.iter().position(|point| !point.is_finite()) {
            return Err(PolygonError::NotFinite(place));
        }
        check_convex(points)?;
        let mut corners = [Point::ORIGIN; MAX_CORNERS];
        corners[..count].copy_from_slice(points);
        if doubled_area(points) < 0.0 {
            corners[..count].reverse();
        }
        Ok(Polygon::of_counter_clockwise(corners, count))
    }

    /// Creates a rectangle around its centre; `direction` is the unit vector along its width.
    ///
    /// # Errors
    /// If the width or the height is not positive.
    pub fn rectangle(centre: Point, width: f64, height: f64, direction: Point) -> Result<Polygon, PolygonError> {
        let along = direction * (width / 2.0);
        let across = direction.left() * (height / 2.0);
        Polygon::new(&[
            centre - along - across,
            centre + along - across,
            centre + along + across,
            centre - along + across,
        ])
    }

    fn of_counter_clockwise(corners: [Point; MAX_CORNERS], count: usize) -> Polygon {
        let (low, high) =
            corners[1..count].iter().fold((corners[0], corners[0]), |(low, high), at| (low.min(*at), high.max(*at)));
        let centre = low.lerp(high, 0.5);
        let radius = corners[..count].iter().map(|corner| corner.distance(centre)).fold(0.0, f64::max) + ROUNDING;
        let mut edges = [Edge::NONE; MAX_CORNERS];
        for (i, edge) in edges[..count].iter_mut().enumerate() {
            let along = corners[(i + 1) % count] - corners[i];
            let length = along.length();
            let normal = -along.left() * (1.0 / length);
            *edge = Edge { from: corners[i], normal, offset: normal.dot(corners[i]), length };
        }
        let mut polygon = Polygon {
            centre,
            radius,
            sharpness: 1.0,
            count: count as u8,
            is_rectangle: is_rectangle(&edges[..count]),
            edges,
            corners,
        };
        for i in 0..count {
            let half_turn = ((1.0 + edges[i].normal.dot(edges[(i + 1) % count].normal)) / 2.0).sqrt();
            polygon.sharpness = polygon.sharpness.max(1.0 / half_turn);
        }
        polygon
    }

    /// Returns the centre of the bounding box.
    #[inline]
    pub fn centre(&self) -> Point {
        self.centre
    }

    /// Returns the corners, counter-clockwise.
    #[inline]
    pub fn corners(&self) -> &[Point] {
        &self.corners[..usize::from(self.count)]
    }

    /// Returns the outward unit normals; the first belongs to the edge from the first corner to the second.
    pub fn normals(&self) -> impl ExactSizeIterator<Item = Point> {
        self.half_planes().iter().map(|edge| edge.normal)
    }

    fn half_planes(&self) -> &[Edge] {
        &self.edges[..usize::from(self.count)]
    }

    /// Returns the edges, in the order of the corners.
    pub fn edges(&self) -> impl Iterator<Item = Segment> {
        let corners = self.corners();
        (0..corners.len()).map(|i| Segment::new(corners[i], corners[if i + 1 == corners.len() { 0 } else { i + 1 }]))
    }

    /// Returns the enclosed area.
    #[inline]
    pub fn area(&self) -> f64 {
        doubled_area(self.corners()) / 2.0
    }

    /// Returns the polygon turned by half a turn about the origin.
    #[inline]
    pub fn turned_half(&self) -> Polygon {
        let mut polygon = *self;
        polygon.corners.iter_mut().for_each(|corner| *corner = -*corner);
        polygon.edges.iter_mut().for_each(|edge| (edge.from, edge.normal) = (-edge.from, -edge.normal));
        polygon.centre = -polygon.centre;
        polygon
    }

    /// Returns the heights of a point over the lines of the edges: positive outside.
    fn heights(&self, point: Point) -> impl Iterator<Item = f64> {
        self.half_planes().iter().map(move |edge| edge.height(point))
    }

    /// Returns false only if the distance of the point is certainly more than `distance`.
    #[inline]
    pub fn may_be_within(&self, point: Point, distance: f64) -> bool {
        let most = self.radius + distance;
        point.distance_squared(self.centre) <= most * most
    }

    /// Returns true if the point is inside or on the outline.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.heights(point).all(|height| height <= 0.0)
    }

    /// Returns the square of the distance from a point, 0 inside.
    pub fn distance_squared(&self, point: Point) -> f64 {
        if self.is_rectangle {
            // A point is outside at most one of two opposite sides.
            let beyond =
                |one: usize, other: usize| self.edges[one].height(point).max(self.edges[other].height(point)).max(0.0);
            let (along, across) = (beyond(0, 2), beyond(1, 3));
            return along * along + across * across;
        }
        let mut nearest = f64::INFINITY;
        // The nearest point is on an edge that has the point on its outer side. All edges are computed, because
        // branches on the side of an edge are unpredictable and mispredictions cost more.
        for edge in self.half_planes() {
            let height = edge.height(point);
            let along = edge.normal.left().dot(point - edge.from);
            let beyond = along - along.clamp(0.0, edge.length);
            let square = height * height + beyond * beyond;
            nearest = nearest.min(if height > 0.0 { square } else { f64::INFINITY });
        }
        if nearest == f64::INFINITY { 0.0 } else { nearest }
    }

    /// Returns the point of the polygon nearest to a point; inside, the point itself.
    pub fn nearest(&self, point: Point) -> Point {
        let outside = self.half_planes().iter().filter(|edge| edge.height(point) > 0.0);
        let on_edges = outside.map(|edge| {
            let way = edge.normal.left();
            edge.from + way * way.dot(point - edge.from).clamp(0.0, edge.length)
        });
        let nearer = |a: Point, b: Point| if b.distance_squared(point) < a.distance_squared(point) { b } else { a };
        on_edges.reduce(nearer).unwrap_or(point)
    }

    /// Returns true if the segment meets the polygon with every edge moved outward by `slack`; touching counts. The
    /// segment is clipped by one half-plane after another (Cyrus and Beck, 1978).
    pub fn meets(&self, segment: &Segment, slack: f64) -> bool {
        if segment.is_farther(self.centre, self.radius + slack * self.sharpness) {
            return false;
        }
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (from, to) in self.heights(segment.from).zip(self.heights(segment.to)) {
            let (from, to) = (from - slack, to - slack);
            if from > 0.0 && to > 0.0 {
                return false;
            }
            if from > 0.0 {
                enter = enter.max(from / (from - to));
            } else if to > 0.0 {
                leave = leave.min(from / (from - to));
            }
        }
        enter <= leave
    }

    /// Returns true if the segment comes closer to the polygon than `distance`.
    pub fn is_nearer(&self, segment: &Segment, distance: f64) -> bool {
        if segment.is_farther(self.centre, self.radius + distance) {
            return false;
        }
        // A line along an edge that separates the two far enough answers most of the other queries.
        let parted =
            self.heights(segment.from).zip(self.heights(segment.to)).any(|(from, to)| from.min(to) >= distance);
        if parted || self.is_beside(segment, distance) {
            return false;
        }
        self.meets(segment, 0.0) || self.outside_distance_squared(segment) < distance * distance
    }

    /// Returns true if all corners are on one side of the segment's line, at least `distance` away from it.
    fn is_beside(&self, segment: &Segment, distance: f64) -> bool {
        let along = segment.to - segment.from;
        let sides = self.corners().iter().map(|corner| along.cross(*corner - segment.from));
        let (low, high) =
            sides.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), side| (low.min(side), high.max(side)));
        let nearest = low.max(-high);
        nearest > 0.0 && nearest * nearest >= distance * distance * along.dot(along)
    }

    /// Returns the distance from a segment, 0 if they meet.
    #[inline]
    pub fn segment_distance(&self, segment: &Segment) -> f64 {
        if self.meets(segment, 0.0) { 0.0 } else { self.outside_distance_squared(segment).sqrt() }
    }

    /// Returns the square of the distance from a segment that does not meet the polygon; an end or a corner is nearest.
    fn outside_distance_squared(&self, segment: &Segment) -> f64 {
        let by_ends = self.distance_squared(segment.from).min(self.distance_squared(segment.to));
        self.corners().iter().map(|corner| segment.distance_squared(*corner)).fold(by_ends, f64::min)
    }
}

/// Returns true if the edges are the four sides of a rectangle, up to rounding.
fn is_rectangle(edges: &[Edge]) -> bool {
    edges.len() == 4 && (0..4).all(|i| edges[i].normal.dot(edges[(i + 1) % 4].normal).abs() < 1e-12)
}

/// Returns twice the area, positive if counter-clockwise.
fn doubled_area(points: &[Point]) -> f64 {
    let origin = points[0];
    points.windows(2).map(|pair| (pair[0] - origin).cross(pair[1] - origin)).sum()
}

/// Checks that every corner turns the same way, and that all other corners are on the same side of each edge. The
/// second check rules out outlines that go round twice.
fn check_convex(points: &[Point]) -> Result<(), PolygonError> {
    let count = points.len();
    let sense = doubled_area(points).signum();
    for i in 0..count {
        let (from, to) = (points[i], points[(i + 1) % count]);
        let inner = |k: usize| ((to - from).cross(points[(i + k) % count] - from) * sense) > 1e-12;
        if !(2..count).all(inner) {
            return Err(PolygonError::NotConvex((i + 1) % count));
        }
    }
    Ok(())
}
