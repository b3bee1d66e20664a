//! Comparison of the shapes with the `geo` crate, and checks by hand of edge cases with one right result.

use super::{Point, Polygon, PolygonError, Segment, Shape, hull};
use geo::{Area, Contains, ConvexHull, Distance, Euclidean, Intersects};
use proptest::prelude::*;

fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![-10.0..10.0, (-20i32..20).prop_map(|half| f64::from(half) / 2.0)]
}

fn point() -> impl Strategy<Value = Point> {
    (coordinate(), coordinate()).prop_map(|(x, y)| Point::new(x, y))
}

fn segment() -> impl Strategy<Value = Segment> {
    (point(), point()).prop_map(|(from, to)| Segment::new(from, to))
}

/// Generates convex polygons of 3 to 8 corners, as hulls of random points.
fn polygon() -> impl Strategy<Value = Polygon> {
    prop::collection::vec(point(), 3..9).prop_filter_map("points in a line", |points| Polygon::new(&hull(&points)).ok())
}

fn theirs(polygon: &Polygon) -> geo::Polygon {
    geo::Polygon::new(polygon.corners().iter().map(|corner| (corner.x, corner.y)).collect(), vec![])
}

fn their_line(segment: &Segment) -> geo::LineString {
    vec![(segment.from.x, segment.from.y), (segment.to.x, segment.to.y)].into()
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

fn square() -> Polygon {
    Polygon::rectangle(Point::ORIGIN, 2.0, 2.0, Point::new(1.0, 0.0)).expect("a square")
}

proptest! {
    #[test]
    fn distance_of_points(polygon in polygon(), at in point()) {
        let (ours, theirs) = (Shape::Polygon(polygon), theirs(&polygon));
        let their_point = geo::Point::new(at.x, at.y);
        prop_assert!(close(ours.distance(at), Euclidean.distance(&theirs, &their_point)));
        prop_assert!(!theirs.contains(&their_point) || polygon.distance_squared(at) < 1e-18);
    }

    #[test]
    fn distance_of_segments(polygon in polygon(), segment in segment()) {
        let (theirs, line) = (theirs(&polygon), their_line(&segment));
        let distance = Euclidean.distance(&theirs, &line);
        prop_assert!(close(polygon.segment_distance(&segment), distance));
        prop_assert!(!theirs.intersects(&line) || polygon.meets(&segment, 1e-9));
        prop_assert!(distance < 1e-6 || !polygon.meets(&segment, 0.0));
        for limit in [0.5, 1.0, 4.0] {
            prop_assert!(close(distance, limit) || polygon.is_nearer(&segment, limit) == (distance < limit));
        }
    }

    #[test]
    fn distance_of_polygons(one in polygon(), other in polygon()) {
        let distance = Euclidean.distance(&theirs(&one), &theirs(&other));
        prop_assert!(close(Shape::Polygon(one).shape_distance(&Shape::Polygon(other)), distance));
    }

    #[test]
    fn discs_are_points_with_a_margin(polygon in polygon(), centre in point(), radius in 0.1..3.0, segment in segment()) {
        let disc = Shape::Disc { centre, radius };
        let their_centre = geo::Point::new(centre.x, centre.y);
        let from_line = (Euclidean.distance(&their_line(&segment), &their_centre) - radius).max(0.0);
        prop_assert!(close(disc.segment_distance(&segment), from_line));
        let from_polygon = (Euclidean.distance(&theirs(&polygon), &their_centre) - radius).max(0.0);
        prop_assert!(close(disc.shape_distance(&Shape::Polygon(polygon)), from_polygon));
        prop_assert_eq!(disc.meets(&segment, 0.0), disc.segment_distance(&segment) <= 0.0);
    }

    #[test]
    fn area_and_hull(points in prop::collection::vec(point(), 3..9)) {
        let multi: geo::MultiPoint = points.iter().map(|point| (point.x, point.y)).collect::<Vec<_>>().into();
        let theirs = multi.convex_hull();
        let ours = hull(&points);
        if let Ok(polygon) = Polygon::new(&ours) {
            prop_assert!(close(polygon.area(), theirs.unsigned_area()));
            prop_assert_eq!(polygon.corners().len(), theirs.exterior().0.len() - 1);
        } else {
            prop_assert!(theirs.unsigned_area() < 1e-6);
        }
    }

    #[test]
    fn half_turns(polygon in polygon(), at in point()) {
        let turned = Shape::Polygon(polygon).turned_half();
        prop_assert!(close(turned.distance(-at), Shape::Polygon(polygon).distance(at)));
    }
}

#[test]
fn touching_is_meeting_and_not_being_nearer() {
    let along_the_top = Segment::new(Point::new(-3.0, 1.0), Point::new(3.0, 1.0));
    assert!(square().meets(&along_the_top, 0.0));
    let past = Segment::new(Point::new(-3.0, 1.5), Point::new(3.0, 1.5));
    assert!(!square().is_nearer(&past, 0.5) && square().is_nearer(&past, 0.5 + 1e-9));
    assert!(square().meets(&past, 0.5) && !square().meets(&past, 0.5 - 1e-9));
}

#[test]
fn a_segment_may_be_a_point() {
    let at = Point::new(0.5, 0.5);
    assert!(square().meets(&Segment::new(at, at), 0.0));
    assert_eq!(square().segment_distance(&Segment::new(Point::new(4.0, 0.0), Point::new(4.0, 0.0))), 3.0);
}

#[test]
fn one_polygon_within_another_is_at_distance_0() {
    let small = Polygon::rectangle(Point::ORIGIN, 0.5, 0.5, Point::new(1.0, 0.0)).expect("a square");
    let (small, large) = (Shape::Polygon(small), Shape::Polygon(square()));
    assert_eq!(small.shape_distance(&large), 0.0);
    assert_eq!(large.shape_distance(&small), 0.0);
}

#[test]
fn outlines_that_are_not_convex_are_refused() {
    let points = |outline: &[[f64; 2]]| outline.iter().map(|at| Point::from(*at)).collect::<Vec<_>>();
    let refused = |outline: &[[f64; 2]]| Polygon::new(&points(outline)).expect_err("not convex");
    assert_eq!(refused(&[[0.0, 0.0], [1.0, 0.0]]), PolygonError::Corners(2));
    assert_eq!(refused(&[[0.0, 0.0], [1.0, f64::NAN], [0.0, 1.0]]), PolygonError::NotFinite(1));
    for outline in [
        &[[0.0, 0.0], [2.0, 0.0], [0.5, 0.5], [0.0, 2.0]][..],
        &[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]],
        &[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.0, 1.0]],
        &[[0.0, 3.0], [2.0, -3.0], [-3.0, 1.0], [3.0, 1.0], [-2.0, -3.0]],
    ] {
        assert!(matches!(refused(outline), PolygonError::NotConvex(_)));
    }
    let clockwise = Polygon::new(&points(&[[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]])).expect("a triangle");
    assert!(close(clockwise.area(), 0.5));
}
