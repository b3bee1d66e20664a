//! The battlespace: places and sizes of things, courses of ships, and cover.
//!
//! Lengths are in ruler units, and the origin is the centre of the table. Ships and high value assets stand on
//! rectangles. Companies and debris have no bow, so they stand on discs as wide as their bases.

mod base;
mod course;
mod places;
#[cfg(test)]
mod tests;

pub use base::{Base, TOUCH};
pub use course::{Course, MAX_SPEED, Maneuver};

use super::battle_rules::{Lost, TableShape};
use super::ruleset::Ruleset;
use super::ship::Class;
use crate::geometry::{Point, Segment};

/// A place and a heading.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// Centre of the base.
    pub at: Point,
    /// Heading in clicks from the direction of x, counter-clockwise: 0 to [`Space::headings`] less 1.
    pub heading: u8,
}

/// Kind of a thing with a base; each kind has one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    Capital,
    Frigate,
    Hva,
    Company,
    Debris,
}

impl From<Class> for Body {
    fn from(class: Class) -> Body {
        match class {
            Class::Capital => Body::Capital,
            Class::Frigate => Body::Frigate,
        }
    }
}

/// Most headings: those of clicks of 11.25 degrees.
const MAX_HEADINGS: usize = 32;

/// Sizes, compass and table of a ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// Half the width, half the length, and radius of corners, by [`Body`].
    sizes: [[f64; 3]; 5],
    /// Radii of the circles around bodies.
    reaches: [f64; 5],
    compass: [Point; MAX_HEADINGS],
    headings: u8,
    /// Half the table's width, or its radius.
    half: f64,
    shape: TableShape,
    lost: Lost,
    /// Maximum distance between cover and target (I43).
    cover_reach: f64,
}

impl Space {
    /// Creates the battlespace of a checked ruleset.
    pub fn new(rules: &Ruleset) -> Space {
        let unit = rules.table.studs;
        let rectangle = |[across, along]: [u8; 2]| [f64::from(across) / unit / 2.0, f64::from(along) / unit / 2.0, 0.0];
        let disc = |across: f64| [0.0, 0.0, across / unit / 2.0];
        let [company_across, company_along] = rules.companies.base.map(f64::from);
        let headings = (360.0 / rules.movement.click) as u8;
        let direction = |heading: usize| {
            let angle = std::f64::consts::TAU * heading as f64 / f64::from(headings);
            Point::new(libm::cos(angle), libm::sin(angle))
        };
        let sizes = [
            rectangle(rules.ships.capital_base),
            rectangle(rules.ships.frigate_base),
            rectangle(rules.hvas.base),
            disc((company_across + company_along) / 2.0),
            disc(f64::from(rules.debris.side)),
        ];
        Space {
            sizes,
            reaches: sizes.map(|[across, along, round]| (across * across + along * along).sqrt() + round),
            compass: std::array::from_fn(direction),
            headings,
            half: rules.table.across / 2.0,
            shape: rules.table.shape,
            lost: rules.edge.lost,
            cover_reach: rules.cover.reach,
        }
    }

    /// Returns the number of headings that a ship may have; a full turn takes as many clicks.
    pub fn headings(&self) -> u8 {
        self.headings
    }

    /// Returns the direction of a heading, of length 1.
    #[inline]
    pub fn direction(&self, heading: u8) -> Point {
        self.compass[usize::from(heading)]
    }

    /// Returns the heading nearest to a direction; the first if there are several, 0 without a direction.
    pub fn heading_to(&self, way: Point) -> u8 {
        let along = |heading: &u8| self.direction(*heading).dot(way);
        let best = |best: u8, next: u8| if along(&next) > along(&best) { next } else { best };
        (0..self.headings).reduce(best).unwrap_or(0)
    }

    /// Returns half the table's width, or its radius.
    pub fn half(&self) -> f64 {
        self.half
    }

    /// Returns half the width and half the length of a body; for discs both are the radius.
    #[inline]
    pub fn half_sizes(&self, body: Body) -> (f64, f64) {
        let [across, along, round] = self.sizes[body as usize];
        (across + round, along + round)
    }

    /// Returns the radius of the circle around a body.
    #[inline]
    pub fn reach(&self, body: Body) -> f64 {
        self.reaches[body as usize]
    }

    /// Returns the base of a body at a pose.
    #[inline]
    pub fn base(&self, (body, pose): (Body, Pose)) -> Base {
        Base::new(pose.at, self.direction(pose.heading), self.sizes[body as usize])
    }

    /// Returns the distance between the closest points of two bases; 0 if they touch or overlap.
    pub fn gap(&self, a: (Body, Pose), b: (Body, Pose)) -> f64 {
        self.base(a).gap(&self.base(b))
    }

    /// Returns true if two bases are at most `most` from each other.
    #[inline]
    pub fn within(&self, a: (Body, Pose), b: (Body, Pose), most: f64) -> bool {
        let (far, square) = (most + self.reach(a.0) + self.reach(b.0), a.1.at.distance_squared(b.1.at));
        if square > far * far {
            return false;
        }
        // Bases are no farther apart than their centres, and no nearer than their separation.
        if square <= most * most {
            return true;
        }
        let (a, b) = (self.base(a), self.base(b));
        let apart = a.separation(&b);
        apart <= 0.0 || (apart <= most && a.gap(&b) <= most)
    }

    /// Returns true if two bases touch or overlap.
    #[inline]
    pub fn touches(&self, a: (Body, Pose), b: (Body, Pose)) -> bool {
        self.within(a, b, TOUCH)
    }

    /// Returns true if two bases overlap by more than a touch.
    #[inline]
    pub fn overlaps(&self, a: (Body, Pose), b: (Body, Pose)) -> bool {
        let far = self.reach(a.0) + self.reach(b.0);
        a.1.at.distance_squared(b.1.at) < far * far && self.base(a).separation(&self.base(b)) < -TOUCH
    }

    /// Returns true if a piece covers a target from an attacker: it is between their closest points, and within reach
    /// of the target ("Cover"; I43). Bases that touch have nothing between them.
    pub fn covers(&self, attacker: (Body, Pose), target: (Body, Pose), piece: (Body, Pose)) -> bool {
        if !self.within(piece, target, self.cover_reach) {
            return false;
        }
        let (from, to) = self.base(attacker).closest(&self.base(target));
        from.distance_squared(to) > TOUCH * TOUCH && self.base(piece).meets(&Segment::new(from, to))
    }

    /// Returns the pose after a turn in place, by clicks to the left, or to the right if negative.
    #[inline]
    pub fn turned(&self, pose: Pose, clicks: i8) -> Pose {
        let heading = (i16::from(pose.heading) + i16::from(clicks)).rem_euclid(i16::from(self.headings));
        Pose { heading: heading as u8, ..pose }
    }

    /// Returns true if a point is on the table, edge included.
    #[inline]
    pub fn on_table(&self, at: Point) -> bool {
        match self.shape {
            TableShape::Square => at.x.abs() <= self.half && at.y.abs() <= self.half,
            TableShape::Circle => at.dot(at) <= self.half * self.half,
        }
    }

    /// Returns true if a point is farther than `distance` from the edge, inside the table.
    #[inline]
    pub fn is_far_in(&self, at: Point, distance: f64) -> bool {
        match self.shape {
            TableShape::Square => at.x.abs().max(at.y.abs()) + distance < self.half,
            TableShape::Circle => distance < self.half && at.dot(at) < (self.half - distance) * (self.half - distance),
        }
    }

    /// Returns true if a whole base is on the table.
    pub fn holds(&self, placed: (Body, Pose)) -> bool {
        let far_in = self.is_far_in(placed.1.at, self.reach(placed.0));
        far_in
            || self.base(placed).corners().into_iter().all(|(corner, round)| match self.shape {
                TableShape::Square => corner.x.abs() + round <= self.half && corner.y.abs() + round <= self.half,
                TableShape::Circle => corner.length() + round <= self.half,
            })
    }

    /// Returns true if a base has left the table ("If in doubt about whether the ship is still on the table, it is";
    /// I56).
    pub fn is_off(&self, placed: (Body, Pose)) -> bool {
        match self.lost {
            Lost::Centre => !self.on_table(placed.1.at),
            Lost::Whole => match self.shape {
                TableShape::Square => {
                    let table = Base::new(Point::ORIGIN, Point::new(1.0, 0.0), [self.half, self.half, 0.0]);
                    self.base(placed).separation(&table) > 0.0
                }
                TableShape::Circle => self.base(placed).distance(Point::ORIGIN) > self.half,
            },
        }
    }

    /// Returns true if the straight way of a company keeps clear of another base; touching it is allowed.
    pub fn clear_way(&self, from: Point, to: Point, other: (Body, Pose)) -> bool {
        let round = self.reach(Body::Company);
        self.base(other).segment_distance(&Segment::new(from, to)) >= round - TOUCH
    }
}
