//! The battlespace: places and sizes of things, courses of ships, and cover.
//!
//! Lengths are in ruler units, and the origin is the centre of the table. Ships and high value assets stand on
//! rectangles. Companies and debris have no bow, so they stand on discs as wide as their bases.

mod base;

pub use base::{Base, Course, MAX_SPEED, Maneuver, TOUCH};

use super::battle_rules::{Lost, TableShape};
use super::{ruleset::Ruleset, ship::Class};
use hitchart_mobile_frame::geometry::{Point, Segment};

/// A place and a heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Pose {
    /// Centre of the base.
    pub at: Point,
    /// Heading in clicks from the direction of x, counter-clockwise: 0 to [`Space::headings`] less 1.
    pub heading: u8,
}

/// Kind of a thing with a base; each kind has one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Body {
    /// A capital ship, on the rectangle of `ships.capital_base`.
    Capital,
    /// A frigate, on the rectangle of `ships.frigate_base`.
    Frigate,
    /// A high value asset, on the rectangle of `hvas.base`.
    Hva,
    /// A company, on a disc as wide as the mean side of `companies.base`.
    Company,
    /// A piece of debris, on a disc of diameter `debris.side`.
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
    #[inline]
    pub fn headings(&self) -> u8 {
        self.headings
    }

    /// Returns the direction of a heading, of length 1.
    #[inline]
    pub fn direction(&self, heading: u8) -> Point {
        self.compass[usize::from(heading)]
    }

    /// Returns the heading nearest to a direction; the first if there are several, 0 without a direction.
    #[inline]
    pub fn heading_to(&self, way: Point) -> u8 {
        let along = |heading: &u8| self.direction(*heading).dot(way);
        let best = |best: u8, next: u8| if along(&next) > along(&best) { next } else { best };
        (0..self.headings).reduce(best).unwrap_or(0)
    }

    /// Returns half the table's width, or its radius.
    #[inline]
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
    #[inline]
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
    #[inline]
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
        let (heading, headings) = (i16::from(pose.heading) + i16::from(clicks), i16::from(self.headings));
        // Most turns need no division.
        let heading = if (0..headings).contains(&heading) { heading } else { heading.rem_euclid(headings) };
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
    #[inline]
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
    #[inline]
    pub fn clear_way(&self, from: Point, to: Point, other: (Body, Pose)) -> bool {
        let round = self.reach(Body::Company);
        self.base(other).segment_distance(&Segment::new(from, to)) >= round - TOUCH
    }
}

// Sets of places for set-up, launches and moves.

impl Space {
    /// Lists the places of a company at a gap from another base, in `count` directions around its centre, the first
    /// ahead. Places may be off the table.
    pub fn ring(&self, about: (Body, Pose), gap: f64, count: usize) -> impl Iterator<Item = Point> {
        let (centre, ahead) = (about.1.at, self.direction(about.1.heading));
        let [across, along, round] = self.sizes[about.0 as usize];
        let round = round + gap + self.reach(Body::Company);
        (0..count).map(move |step| {
            let angle = std::f64::consts::TAU * step as f64 / count as f64;
            let way = Point::new(libm::sin(angle), libm::cos(angle));
            let reach = outline(way, [across, along], round);
            centre + ahead * (way.y * reach) + ahead.left() * (way.x * reach)
        })
    }

    /// Lists the points of a square grid over the table, `side` by `side`, the outer ones `margin` from the edge.
    /// Points off a round table are left out.
    pub fn grid(&self, side: usize, margin: f64) -> impl Iterator<Item = Point> {
        let half = self.half - margin;
        let step = if side > 1 { 2.0 * half / (side - 1) as f64 } else { 0.0 };
        let at = move |n: usize| Point::new(-half + step * (n % side) as f64, -half + step * (n / side) as f64);
        let inside = {
            let space = (self.shape, half);
            move |at: &Point| space.0 == TableShape::Square || at.dot(*at) <= space.1 * space.1
        };
        (0..side * side).map(at).filter(inside)
    }
}

/// Returns the distance from the centre, in a direction of length 1, to the outline of everything within `round` of a
/// rectangle.
fn outline(way: Point, [across, along]: [f64; 2], round: f64) -> f64 {
    let (x, y) = (way.x.abs(), way.y.abs());
    // At the side, at the front, or else around the corner.
    if x > 0.0 && (across + round) / x * y <= along {
        return (across + round) / x;
    }
    if y > 0.0 && (along + round) / y * x <= across {
        return (along + round) / y;
    }
    let along_way = x * across + y * along;
    let square = along_way * along_way - (across * across + along * along - round * round);
    along_way + square.max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::standard;
    use super::*;
    use hitchart_mobile_frame::geometry::{Polygon, Shape};
    use proptest::prelude::*;

    const BODIES: [Body; 5] = [Body::Capital, Body::Frigate, Body::Hva, Body::Company, Body::Debris];

    /// Returns a base as a shape of the general geometry.
    fn shape(space: &Space, (body, pose): (Body, Pose)) -> Shape {
        let (across, along) = space.half_sizes(body);
        match body {
            Body::Company | Body::Debris => Shape::Disc { centre: pose.at, radius: across },
            _ => {
                let ahead = space.direction(pose.heading);
                Shape::Polygon(Polygon::rectangle(pose.at, 2.0 * along, 2.0 * across, ahead).unwrap())
            }
        }
    }

    fn poses() -> impl Strategy<Value = (usize, f64, f64, u8)> {
        (0..BODIES.len(), -4.0..4.0, -4.0..4.0, 0u8..16)
    }

    fn placed((body, x, y, heading): (usize, f64, f64, u8)) -> (Body, Pose) {
        (BODIES[body], Pose { at: Point::new(x, y), heading })
    }

    fn maneuvers() -> impl Strategy<Value = Maneuver> {
        (0u8..=8, prop::array::uniform8(-2i8..=2)).prop_map(|(speed, turns)| {
            let mut maneuver = Maneuver::straight(speed);
            maneuver.turns[..turns.len()].copy_from_slice(&turns);
            maneuver
        })
    }

    #[test]
    fn bases_have_the_sizes_of_the_text() {
        let space = Space::new(&standard());
        let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() < 1e-12 && (a.1 - b.1).abs() < 1e-12;
        // Bases of 8 by 8, 4 by 8 and 4 by 4 studs; 5 studs make a unit.
        assert!(near(space.half_sizes(Body::Capital), (0.8, 0.8)));
        assert!(near(space.half_sizes(Body::Frigate), (0.4, 0.8)) && near(space.half_sizes(Body::Hva), (0.4, 0.8)));
        assert!(near(space.half_sizes(Body::Company), (0.4, 0.4)));
        assert_eq!(space.headings(), 16);
    }

    #[test]
    fn a_course_turns_after_the_hinge_that_is_clicked() {
        let space = Space::new(&standard());
        let start = Pose { at: Point::new(1.0, 0.0), heading: 0 };
        let course = space.course(start, &Maneuver::straight(3).with_turn(1, 2));
        assert_eq!((course.length(), course.poses()[1].heading, course.end().heading), (3.0, 0, 2));
        // Two units along x, then one at 45 degrees.
        let half = 0.5_f64.sqrt();
        assert!(course.end().at.distance(Point::new(3.0 + half, half)) < 1e-12);
        assert_eq!(space.pose_on(&course, 2.0), Pose { at: Point::new(3.0, 0.0), heading: 0 });
        assert_eq!(space.pose_on(&course, 2.5).heading, 2);
        assert_eq!(space.turned(start, -3).heading, 13);
        assert_eq!(space.course(start, &Maneuver::straight(0)).end(), start);
    }

    #[test]
    fn a_ship_stops_where_it_touches() {
        let space = Space::new(&standard());
        let course = space.course(Pose::default(), &Maneuver::straight(8));
        let other = (Body::Frigate, Pose { at: Point::new(5.0, 0.0), heading: 4 });
        // Half the length of the capital ship is 0.8; the frigate lies across, half as wide as 0.8.
        let way = space.contact(Body::Capital, &course, other).unwrap();
        assert!((way - 3.8).abs() < 1e-9, "{way}");
        let there = (Body::Capital, space.pose_on(&course, way));
        assert!(space.touches(there, other) && !space.overlaps(there, other));
        // From there it may leave, but not go on.
        let on = |maneuver: Maneuver| space.contact(Body::Capital, &space.course(there.1, &maneuver), other);
        assert_eq!(on(Maneuver::straight(1)), Some(0.0));
        let away = space.course(space.turned(there.1, 8), &Maneuver::straight(4));
        assert_eq!(space.contact(Body::Capital, &away, other), None);
    }

    #[test]
    fn what_is_between_and_near_covers() {
        let space = Space::new(&standard());
        let at = |body, x: f64, y: f64| (body, Pose { at: Point::new(x, y), heading: 0 });
        let (attacker, target) = (at(Body::Capital, 0.0, 0.0), at(Body::Capital, 10.0, 0.0));
        assert!(space.covers(attacker, target, at(Body::Debris, 8.0, 0.0)));
        assert!(!space.covers(attacker, target, at(Body::Debris, 5.0, 0.0)), "more than 2 from the target");
        assert!(!space.covers(attacker, target, at(Body::Debris, 11.8, 0.0)), "behind it");
        assert!(!space.covers(attacker, target, at(Body::Debris, 8.0, 2.0)), "beside the way");
        assert!(space.covers(attacker, target, at(Body::Frigate, 8.0, 0.3)));
    }

    #[test]
    fn the_edge_is_on_the_table() {
        let mut rules = standard();
        let space = Space::new(&rules);
        let course = space.course(Pose { at: Point::new(14.5, 0.0), heading: 0 }, &Maneuver::straight(3));
        let way = space.leaves(Body::Capital, &course).unwrap();
        assert!((way - 1.5).abs() < 1e-5 && space.on_table(Point::new(16.0, -16.0)));
        (rules.edge.lost, rules.table.shape) = (Lost::Whole, TableShape::Circle);
        let space = Space::new(&rules);
        assert!((space.leaves(Body::Capital, &course).unwrap() - 2.3).abs() < 1e-5);
        assert!(!space.on_table(Point::new(12.0, 12.0)));
    }

    #[test]
    fn rings_lie_at_the_gap_that_is_asked() {
        let space = Space::new(&standard());
        for body in BODIES {
            let about = (body, Pose { at: Point::new(1.0, -2.0), heading: 3 });
            for (gap, at) in
                [0.0, 1.0, 7.5].into_iter().flat_map(|gap| space.ring(about, gap, 24).map(move |at| (gap, at)))
            {
                let found = space.gap(about, (Body::Company, Pose { at, heading: 0 }));
                assert!((found - gap).abs() < 1e-9, "{body:?} {gap} {found}");
            }
        }
        assert_eq!(space.grid(5, 1.0).count(), 25);
    }

    proptest! {
        /// The general geometry gives the same distances, overlaps and meetings with segments.
        #[test]
        fn gaps_are_those_of_shapes(a in poses(), b in poses(), to in (-4.0..4.0, -4.0..4.0)) {
            let space = Space::new(&standard());
            let (a, b) = (placed(a), placed(b));
            let (one, two) = (shape(&space, a), shape(&space, b));
            let distance = one.shape_distance(&two);
            prop_assert!((space.gap(a, b) - distance).abs() < 1e-9);
            prop_assert_eq!(space.within(a, b, 1.0), space.gap(a, b) <= 1.0);
            prop_assert_eq!(space.touches(a, b), distance <= TOUCH);
            if space.overlaps(a, b) {
                prop_assert_eq!(distance, 0.0);
            }
            let (from, near) = space.base(a).closest(&space.base(b));
            if distance > 1e-6 {
                prop_assert!((from.distance(near) - distance).abs() < 1e-9);
                prop_assert!(one.distance(from) < 1e-9 && two.distance(near) < 1e-9);
            }
            let segment = Segment::new(a.1.at, Point::new(to.0, to.1));
            prop_assert!((space.base(b).segment_distance(&segment) - two.segment_distance(&segment)).abs() < 1e-9);
        }

        /// In small steps along a course, the first overlap with another base is at the contact.
        #[test]
        fn contacts_are_found_by_small_steps(a in poses(), b in poses(), maneuver in maneuvers()) {
            let space = Space::new(&standard());
            let ((_, start), other) = (placed(a), placed(b));
            prop_assume!(!space.overlaps((Body::Frigate, start), other));
            let course = space.course(start, &maneuver);
            let found = space.contact(Body::Frigate, &course, other);
            const STEPS: usize = 400;
            let pose_at = |step: usize| {
                let unit = step / STEPS;
                // At a hinge this is the pose after the turn.
                let pose = course.poses()[unit];
                let way = (step % STEPS) as f64 / STEPS as f64;
                Pose { at: pose.at + space.direction(pose.heading) * way, ..pose }
            };
            let steps = usize::from(maneuver.speed) * STEPS;
            let first = (0..=steps).find(|step| {
                let depth = space.base((Body::Frigate, pose_at(*step))).separation(&space.base(other));
                depth < -1e-2
            });
            let slowly = first.map(|step| step as f64 / STEPS as f64);
            if let Some(slowly) = slowly {
                let found = found.expect("a contact that small steps meet");
                prop_assert!(found <= slowly + 1e-9);
            }
            if let Some(found) = found {
                let before = space.pose_on(&course, found);
                prop_assert!(!space.overlaps((Body::Frigate, before), other));
                prop_assert!(space.gap((Body::Frigate, before), other) < 1e-6 || found.fract() == 0.0);
                let earlier = (0..(found * STEPS as f64) as usize).all(|step| {
                    !space.overlaps((Body::Frigate, pose_at(step)), other)
                });
                prop_assert!(earlier);
                prop_assert!(space.passes_within(Body::Frigate, &course, other, 1e-9) || found.fract() == 0.0);
            }
        }
    }
}
