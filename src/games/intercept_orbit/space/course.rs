//! Courses of ships: straight units of the ruler, with clicks at its hinges (I47 to I51).

use super::{Base, Body, Lost, Pose, Space, TableShape};
use crate::geometry::Point;

/// Most units of a course, and so most hinges: the longest ruler that rulesets allow.
pub const MAX_SPEED: usize = 12;

/// Steering of a ship: a number of units ahead, with clicks after each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Maneuver {
    pub speed: u8,
    /// Clicks at the hinge at the end of each unit: positive to the left, negative to the right; 0 beyond the speed.
    pub turns: [i8; MAX_SPEED],
}

impl Maneuver {
    /// Returns the maneuver straight ahead.
    pub fn straight(speed: u8) -> Maneuver {
        Maneuver { speed, turns: [0; MAX_SPEED] }
    }

    /// Returns the maneuver with clicks at a hinge; hinge 0 is at the end of the first unit.
    pub fn with_turn(mut self, hinge: usize, clicks: i8) -> Maneuver {
        self.turns[hinge] = clicks;
        self
    }

    /// Returns the clicks at the hinges that the ship reaches.
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
        let in_turn = |pose: &Pose| self.base((body, *pose)).separation(&target) < -super::TOUCH;
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
        (along(pose.at.x, ahead.x).min(along(pose.at.y, ahead.y)) - super::TOUCH).clamp(0.0, 1.0)
    }
}

/// Number of halvings that find where a ship leaves the table, to a millionth of a unit.
const HALVINGS: usize = 20;
