//! Bases of things on the table, and courses of ships.

use super::{Body, Lost, Pose, Space, TableShape};
use hitchart_mobile_frame::geometry::{Point, Segment};

// Bases: rectangles with rounded corners, of which discs are a special case.

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
    #[inline]
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
    #[inline]
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
    #[inline]
    pub fn segment_distance(&self, segment: &Segment) -> f64 {
        if self.rectangle_meets(segment) {
            return 0.0;
        }
        let ends = self.square(segment.from).min(self.square(segment.to));
        let corners = self.corners().into_iter().map(|(corner, _)| segment.distance_squared(corner));
        (corners.fold(ends, f64::min).sqrt() - self.round).max(0.0)
    }

    /// Returns true if a segment meets the base; touching counts as meeting.
    #[inline]
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

// Courses of ships: straight units of the ruler, with clicks at its hinges (I47 to I51).

/// Most units of a course, and so most hinges: the longest ruler that rulesets allow.
pub const MAX_SPEED: usize = 12;

/// Steering of a ship: a number of units ahead, with clicks after each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
pub struct Maneuver {
    /// Number of units ahead, 0 to [`MAX_SPEED`].
    pub speed: u8,
    /// Clicks at the hinge at the end of each unit: positive to the left, negative to the right; 0 beyond the speed.
    pub turns: [i8; MAX_SPEED],
}

impl Maneuver {
    /// Returns the maneuver straight ahead.
    #[inline]
    pub fn straight(speed: u8) -> Maneuver {
        Maneuver { speed, turns: [0; MAX_SPEED] }
    }

    /// Returns the maneuver with clicks at a hinge; hinge 0 is at the end of the first unit.
    #[inline]
    pub fn with_turn(mut self, hinge: usize, clicks: i8) -> Maneuver {
        self.turns[hinge] = clicks;
        self
    }

    /// Returns the clicks at the hinges that the ship reaches.
    #[inline]
    pub fn hinges(&self) -> &[i8] {
        &self.turns[..usize::from(self.speed)]
    }
}

/// Way of a ship under a maneuver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Poses at the start of each unit, and at the end after the last turn.
    poses: [Pose; MAX_SPEED + 1],
    units: u8,
}

impl Course {
    /// Returns the length in units.
    #[inline]
    pub fn length(&self) -> f64 {
        f64::from(self.units)
    }

    /// Returns the poses at the start of each unit, and last the end after its turn.
    #[inline]
    pub fn poses(&self) -> &[Pose] {
        &self.poses[..=usize::from(self.units)]
    }

    /// Returns a circle around the whole course. Its centre is halfway between start and end, and its diameter is the
    /// length of the course: no way of that length between the two points leaves the circle.
    #[inline]
    pub fn about(&self) -> (Point, f64) {
        (self.start().at.lerp(self.end().at, 0.5), self.length() / 2.0)
    }

    /// Returns the pose at the start.
    #[inline]
    pub fn start(&self) -> Pose {
        self.poses[0]
    }

    /// Returns the pose at the end, after all turns.
    #[inline]
    pub fn end(&self) -> Pose {
        self.poses[usize::from(self.units)]
    }
}

impl Space {
    /// Returns the course of a ship from a pose.
    pub fn course(&self, start: Pose, maneuver: &Maneuver) -> Course {
        let mut poses = [start; MAX_SPEED + 1];
        let hinges = maneuver.hinges();
        let mut here = start;
        for (pose, clicks) in poses[1..].iter_mut().zip(hinges) {
            here.at = here.at + self.direction(here.heading);
            if *clicks != 0 {
                here = self.turned(here, *clicks);
            }
            *pose = here;
        }
        Course { poses, units: hinges.len() as u8 }
    }

    /// Returns the pose of a ship after a distance along its course, 0 to its length. At a hinge it has not turned yet.
    #[inline]
    pub fn pose_on(&self, course: &Course, distance: f64) -> Pose {
        if course.units == 0 || distance <= 0.0 {
            return course.start();
        }
        let unit = (distance.ceil() as usize - 1).min(usize::from(course.units) - 1);
        let here = course.poses[unit];
        Pose { at: here.at + self.direction(here.heading) * (distance - unit as f64), ..here }
    }

    /// Returns the distance along its course at which a body first runs into another, by moving or by turning; `None`
    /// if it never does. Bases that touch at the start, or along the way, do not stop it.
    pub fn contact(&self, body: Body, course: &Course, other: (Body, Pose)) -> Option<f64> {
        let target = self.base(other);
        let far = self.reach(body) + self.reach(other.0);
        let in_turn = |pose: &Pose| self.base((body, *pose)).separation(&target) < -TOUCH;
        for (unit, pose) in course.poses().iter().enumerate() {
            let near = far + 1.0;
            if pose.at.distance_squared(other.1.at) > near * near {
                continue;
            }
            if unit == usize::from(course.units) {
                return (unit > 0 && in_turn(pose)).then_some(unit as f64);
            }
            if let Some(way) = self.base((body, *pose)).runs_into(&target, 1.0) {
                return Some(unit as f64 + way);
            }
        }
        None
    }

    /// Returns true if a body comes within `reach` of another anywhere on its course.
    pub fn passes_within(&self, body: Body, course: &Course, other: (Body, Pose), reach: f64) -> bool {
        let target = self.base(other);
        let near = |base: Base| base.gap(&target) <= reach;
        let far = reach + self.reach(body) + self.reach(other.0) + 1.0;
        course.poses().iter().enumerate().any(|(unit, pose)| {
            let length = if unit == usize::from(course.units) { 0.0 } else { 1.0 };
            pose.at.distance_squared(other.1.at) <= far * far && near(self.base((body, *pose)).swept(length))
        })
    }

    /// Returns the distance along its course at which a body leaves the table; `None` if it stays.
    pub fn leaves(&self, body: Body, course: &Course) -> Option<f64> {
        if self.is_far_in(course.start().at, course.length()) {
            return None;
        }
        let off = |distance: f64| self.is_off((body, self.pose_on(course, distance)));
        // The centre is the same before and after the turn between two units.
        let ends_off = |unit: &u8| match self.lost {
            Lost::Centre => !self.on_table(course.poses[usize::from(*unit)].at),
            Lost::Whole => off(f64::from(*unit)),
        };
        // The table is convex, so a straight way leaves it only once, and the ends of units show it.
        let number = (1..=course.units).find(ends_off)?;
        let unit = f64::from(number);
        if (self.lost, self.shape) == (Lost::Centre, TableShape::Square) {
            return Some(unit - 1.0 + self.way_to_side(course.poses[usize::from(number) - 1]));
        }
        let (mut on, mut away) = (unit - 1.0, unit);
        for _ in 0..HALVINGS {
            let middle = (on + away) / 2.0;
            if off(middle) { away = middle } else { on = middle }
        }
        Some(on)
    }

    /// Returns the distance that a centre may go on before it leaves a square table, just not beyond the side. That
    /// side is less than a unit ahead of the pose.
    fn way_to_side(&self, pose: Pose) -> f64 {
        let ahead = self.direction(pose.heading);
        let along = |at: f64, way: f64| if way == 0.0 { 1.0 } else { (self.half - at * way.signum()) / way.abs() };
        (along(pose.at.x, ahead.x).min(along(pose.at.y, ahead.y)) - TOUCH).clamp(0.0, 1.0)
    }
}

/// Number of halvings that find where a ship leaves the table, to a millionth of a unit.
const HALVINGS: usize = 20;
