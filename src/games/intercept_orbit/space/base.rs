//! Bases: rectangles with rounded corners, of which discs are a special case.

use crate::geometry::{Point, Segment};

/// Bases nearer than this, in ruler units, touch; bases that are deeper in each other overlap.
pub const TOUCH: f64 = 1e-6;

/// A base: all points within `round` of a rectangle around `centre`. A disc is a rectangle without extent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Base {
    centre: Point,
    /// Direction along the length, of length 1.
    ahead: Point,
    /// Half the width and half the length of the rectangle.
    half: [f64; 2],
    round: f64,
}

impl Base {
    /// Creates a base at a place, with a direction of length 1, from half the width, half the length and the radius.
    #[inline]
    pub fn new(centre: Point, ahead: Point, [across, along, round]: [f64; 3]) -> Base {
        Base { centre, ahead, half: [across, along], round }
    }

    /// Returns the area that the base covers while it moves straight ahead by this length.
    pub fn swept(self, length: f64) -> Base {
        let centre = self.centre + self.ahead * (length / 2.0);
        Base { centre, half: [self.half[0], self.half[1] + length / 2.0], ..self }
    }

    /// Returns the corners of the rectangle, each with the radius around it.
    #[inline]
    pub fn corners(&self) -> [(Point, f64); 4] {
        let along = self.ahead * self.half[1];
        let across = self.ahead.left() * self.half[0];
        [along + across, along - across, -along - across, across - along]
            .map(|corner| (self.centre + corner, self.round))
    }

    /// Returns a point as seen from the base: distance to the left, and ahead.
    #[inline]
    fn local(&self, at: Point) -> [f64; 2] {
        let offset = at - self.centre;
        [self.ahead.cross(offset), self.ahead.dot(offset)]
    }

    /// Returns the point of the rectangle that is nearest to a point.
    fn nearest(&self, at: Point) -> Point {
        let [left, ahead] = self.local(at);
        let (left, ahead) = (left.clamp(-self.half[0], self.half[0]), ahead.clamp(-self.half[1], self.half[1]));
        self.centre + self.ahead * ahead + self.ahead.left() * left
    }

    /// Returns the squared distance from a point to the rectangle.
    #[inline]
    fn square(&self, at: Point) -> f64 {
        let [left, ahead] = self.local(at);
        let (x, y) = ((left.abs() - self.half[0]).max(0.0), (ahead.abs() - self.half[1]).max(0.0));
        x * x + y * y
    }

    /// Returns the distance from a point; 0 inside.
    pub fn distance(&self, at: Point) -> f64 {
        (self.square(at).sqrt() - self.round).max(0.0)
    }

    #[inline]
    fn is_point(&self) -> bool {
        self.half == [0.0; 2]
    }

    /// Returns how far apart two bases are along the best of their axes; negative by their depth if they overlap. If
    /// corners face each other this is not the distance, but it has the same sign.
    #[inline]
    pub fn separation(&self, other: &Base) -> f64 {
        let round = self.round + other.round;
        if self.is_point() || other.is_point() {
            let (rectangle, point) = if other.is_point() { (self, other) } else { (other, self) };
            let [left, ahead] = rectangle.local(point.centre);
            let (x, y) = (left.abs() - rectangle.half[0], ahead.abs() - rectangle.half[1]);
            return if x > 0.0 && y > 0.0 { (x * x + y * y).sqrt() - round } else { x.max(y) - round };
        }
        self.axes_apart(other).max(other.axes_apart(self)) - round
    }

    /// Returns how far away another rectangle is along this one's axes.
    #[inline]
    fn axes_apart(&self, other: &Base) -> f64 {
        let [left, ahead] = self.local(other.centre);
        let (cos, sin) = (self.ahead.dot(other.ahead).abs(), self.ahead.cross(other.ahead).abs());
        let x = left.abs() - self.half[0] - other.half[0] * cos - other.half[1] * sin;
        let y = ahead.abs() - self.half[1] - other.half[1] * cos - other.half[0] * sin;
        x.max(y)
    }

    /// Returns the distance between the closest points; 0 if the bases meet.
    pub fn gap(&self, other: &Base) -> f64 {
        if self.separation(other) <= 0.0 {
            return 0.0;
        }
        let square = match (self.is_point(), other.is_point()) {
            (_, true) => self.square(other.centre),
            (true, _) => other.square(self.centre),
            // Of two rectangles apart from each other, at least one of the closest points is a corner.
            _ => {
                let nearest = |one: &Base, two: &Base| {
                    one.corners().iter().map(|(corner, _)| two.square(*corner)).fold(f64::INFINITY, f64::min)
                };
                nearest(self, other).min(nearest(other, self))
            }
        };
        (square.sqrt() - self.round - other.round).max(0.0)
    }

    /// Returns a pair of closest points, one of each base; one point twice if the bases meet. For sides that face each
    /// other, these are in the middle of the facing part.
    pub fn closest(&self, other: &Base) -> (Point, Point) {
        if self.separation(other) <= 0.0 {
            let at = self.nearest(other.centre);
            return (at, at);
        }
        let own = self.corners().map(|(corner, _)| (corner, other.nearest(corner)));
        let others = other.corners().map(|(corner, _)| (self.nearest(corner), corner));
        let pairs = || own.into_iter().chain(others);
        let square = |(from, to): (Point, Point)| from.distance_squared(to);
        let least = pairs().map(square).fold(f64::INFINITY, f64::min);
        // Sides that face each other have two pairs of ends that are equally near up to rounding; only such pairs are
        // averaged.
        let same = least + 2e-12 * least.sqrt() + 1e-24;
        let mut ends = pairs().filter(|pair| square(*pair) <= same);
        let first = ends.next().unwrap_or((self.centre, other.centre));
        let farther = |a: (Point, Point), b: (Point, Point)| {
            if first.0.distance_squared(b.0) > first.0.distance_squared(a.0) { b } else { a }
        };
        let last = ends.fold(first, farther);
        let (from, to) = (first.0.lerp(last.0, 0.5), first.1.lerp(last.1, 0.5));
        match (to - from).unit() {
            Some(way) => (from + way * self.round, to - way * other.round),
            None => (from, to),
        }
    }

    /// Returns the distance from a segment; 0 if they meet.
    pub fn segment_distance(&self, segment: &Segment) -> f64 {
        if self.rectangle_meets(segment) {
            return 0.0;
        }
        let ends = self.square(segment.from).min(self.square(segment.to));
        let corners = self.corners().into_iter().map(|(corner, _)| segment.distance_squared(corner));
        (corners.fold(ends, f64::min).sqrt() - self.round).max(0.0)
    }

    /// Returns true if a segment meets the base; touching counts as meeting.
    pub fn meets(&self, segment: &Segment) -> bool {
        match self.is_point() {
            true => segment.distance_squared(self.centre) <= self.round * self.round,
            false => self.segment_distance(segment) == 0.0,
        }
    }

    /// Returns true if a segment meets the rectangle: a part of it lies between both pairs of sides.
    fn rectangle_meets(&self, segment: &Segment) -> bool {
        let (from, to) = (self.local(segment.from), self.local(segment.to));
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for axis in 0..2 {
            let (start, way, half) = (from[axis], to[axis] - from[axis], self.half[axis]);
            if way == 0.0 {
                if start.abs() > half {
                    return false;
                }
                continue;
            }
            let (a, b) = ((-half - start) / way, (half - start) / way);
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
        enter <= leave
    }

    /// Returns the distance that this rectangle moves ahead before it runs into another base, by more than a touch at
    /// its sides. `None` if it never does within `length`; 0 if it overlaps the other base already. The corners of this
    /// rectangle count as sharp.
    pub fn runs_into(&self, other: &Base, length: f64) -> Option<f64> {
        if self.swept(length).separation(other) >= -TOUCH {
            return None;
        }
        if self.separation(other) < -TOUCH {
            return Some(0.0);
        }
        let side = self.half[0] - TOUCH;
        let front = match other.is_point() {
            true => self.front_of_disc(other, side),
            false => self.front_of_rectangle(other, side),
        };
        front.map(|ahead| (ahead - self.half[1]).clamp(0.0, length)).filter(|way| *way < length)
    }

    /// Returns the distance ahead of the nearest point of a disc, among those between the sides of the way.
    fn front_of_disc(&self, disc: &Base, side: f64) -> Option<f64> {
        let [left, ahead] = self.local(disc.centre);
        let beside = (left.abs() - side).max(0.0);
        let depth = disc.round * disc.round - beside * beside;
        (depth > 0.0).then(|| ahead - depth.sqrt())
    }

    /// Returns the distance ahead of the nearest point of a rectangle, among those between the sides of the way: the
    /// least over its edges, cut to the way.
    fn front_of_rectangle(&self, other: &Base, side: f64) -> Option<f64> {
        let corners = other.corners().map(|(corner, _)| self.local(corner));
        let mut nearest: Option<f64> = None;
        for (i, [from, y0]) in corners.into_iter().enumerate() {
            let [to, y1] = corners[(i + 1) % 4];
            let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
            let way = to - from;
            if way == 0.0 {
                if from.abs() > side {
                    continue;
                }
            } else {
                let (a, b) = ((-side - from) / way, (side - from) / way);
                (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
            }
            if enter <= leave {
                let least = (y0 + (y1 - y0) * enter).min(y0 + (y1 - y0) * leave);
                nearest = Some(nearest.map_or(least, |nearest| nearest.min(least)));
            }
        }
        nearest
    }
}
