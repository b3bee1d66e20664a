//! Courses of ships: straight units of the ruler, with clicks at its hinges (I47 to I51).

use super::{Base, Body, Lost, Pose, Space, TableShape};
use crate::geometry::Point;

/// Most units of a course, and so hinges: the longest ruler that rulesets allow.
pub const MAX_SPEED: usize = 12;

/// What a ship is steered to do: so many units ahead, with clicks after each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Maneuver {
    pub speed: u8,
    /// Clicks at the hinge at the end of each unit, to the left, negative to the right; 0 beyond the speed.
    pub turns: [i8; MAX_SPEED],
}

impl Maneuver {
    /// Straight ahead.
    pub fn straight(speed: u8) -> Maneuver {
        Maneuver { speed, turns: [0; MAX_SPEED] }
    }

    /// The same with clicks at a hinge, counted from 0 at the end of the first unit.
    pub fn with_turn(mut self, hinge: usize, clicks: i8) -> Maneuver {
        self.turns[hinge] = clicks;
        self
    }

    /// The turns at the hinges that the ship gets to.
    pub fn hinges(&self) -> &[i8] {
        &self.turns[..usize::from(self.speed)]
    }
}

/// The way of a ship that is steered so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Poses at the start of each unit, and at the end after the last turn.
    poses: [Pose; MAX_SPEED + 1],
    units: u8,
}

impl Course {
    /// Its length in units.
    #[inline]
    pub fn length(&self) -> f64 {
        f64::from(self.units)
    }

    /// Poses at the start of each unit, and last the end with its turn made.
    #[inline]
    pub fn poses(&self) -> &[Pose] {
        &self.poses[..=usize::from(self.units)]
    }

    /// A circle about all of it: no way between two points leaves the circle about their middle that is as wide as the
    /// way is long.
    #[inline]
    pub fn about(&self) -> (Point, f64) {
        (self.start().at.lerp(self.end().at, 0.5), self.length() / 2.0)
    }

    /// Where it starts.
    #[inline]
    pub fn start(&self) -> Pose {
        self.poses[0]
    }

    /// Where it ends, all turns made.
    #[inline]
    pub fn end(&self) -> Pose {
        self.poses[usize::from(self.units)]
    }
}

impl Space {
    /// The course of a ship from a pose.
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

    /// Where a ship is after some of its course, 0 to its length: at a hinge it has not turned yet.
    pub fn pose_on(&self, course: &Course, distance: f64) -> Pose {
        if course.units == 0 || distance <= 0.0 {
            return course.start();
        }
        let unit = (distance.ceil() as usize - 1).min(usize::from(course.units) - 1);
        let here = course.poses[unit];
        Pose { at: here.at + self.direction(here.heading) * (distance - unit as f64), ..here }
    }

    /// How far along its course a body first runs into another, be it by turning; none where it never does. Bases that
    /// touch at the start, or along the way, do not stop it.
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

    /// Whether a body comes so near another anywhere on its course.
    pub fn passes_within(&self, body: Body, course: &Course, other: (Body, Pose), reach: f64) -> bool {
        let target = self.base(other);
        let near = |base: Base| base.gap(&target) <= reach;
        let far = reach + self.reach(body) + self.reach(other.0) + 1.0;
        course.poses().iter().enumerate().any(|(unit, pose)| {
            let length = if unit == usize::from(course.units) { 0.0 } else { 1.0 };
            pose.at.distance_squared(other.1.at) <= far * far && near(self.base((body, *pose)).swept(length))
        })
    }

    /// How far along its course a body leaves the table; none where it stays.
    pub fn leaves(&self, body: Body, course: &Course) -> Option<f64> {
        if self.is_far_in(course.start().at, course.length()) {
            return None;
        }
        let off = |distance: f64| self.is_off((body, self.pose_on(course, distance)));
        // Units end where the next ones start, whatever the turn between them.
        let ends_off = |unit: &u8| match self.lost {
            Lost::Centre => !self.on_table(course.poses[usize::from(*unit)].at),
            Lost::Whole => off(f64::from(*unit)),
        };
        // What is off the table is beyond a convex outline: a straight way leaves once, so units' ends tell.
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

    /// How far a centre at a pose, less than a unit from a side of a square table that it heads for, may go on: just not
    /// beyond it.
    fn way_to_side(&self, pose: Pose) -> f64 {
        let ahead = self.direction(pose.heading);
        let along = |at: f64, way: f64| if way == 0.0 { 1.0 } else { (self.half - at * way.signum()) / way.abs() };
        (along(pose.at.x, ahead.x).min(along(pose.at.y, ahead.y)) - super::TOUCH).clamp(0.0, 1.0)
    }
}

/// Halvings that find where a ship leaves the table, to a millionth of a unit.
const HALVINGS: usize = 20;
