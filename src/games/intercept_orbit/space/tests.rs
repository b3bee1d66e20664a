use super::super::rules_files::standard;
use super::*;
use crate::geometry::{Polygon, Shape};
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
        for (gap, at) in [0.0, 1.0, 7.5].into_iter().flat_map(|gap| space.ring(about, gap, 24).map(move |at| (gap, at)))
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
