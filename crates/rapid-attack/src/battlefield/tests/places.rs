use super::*;
use hitchart_mobile_frame::geometry::Shape;
use std::sync::LazyLock;

static TOWN: LazyLock<Battlefield> = LazyLock::new(|| field("dense-town", 0));
static RUINS: LazyLock<Battlefield> = LazyLock::new(|| field("ruins-of-alluel", 0));

/// Returns the least distance from a shape to points sampled along a segment.
fn sampled(shape: &Shape, from: Point, to: Point) -> f64 {
    (0..=2000).map(|i| shape.distance(from.lerp(to, f64::from(i) / 2000.0))).fold(f64::INFINITY, f64::min)
}

/// Returns the mask of the pieces for which `number` is at most `limit`; `None` if a value is too close to the limit to
/// decide.
fn mask(field: &Battlefield, limit: f64, number: impl Fn(&Shape) -> f64) -> Option<u64> {
    let numbers: Vec<f64> = field.pieces().iter().map(|piece| number(&piece.shape)).collect();
    let can_tell = numbers.iter().all(|number| (number - limit).abs() > 0.005);
    can_tell.then(|| numbers.iter().enumerate().fold(0, |mask, (i, number)| mask | (u64::from(*number <= limit) << i)))
}

proptest! {
    #[test]
    fn pieces_near_and_under(at in point(), standing in any::<u64>()) {
        for field in [&*TOWN, &*RUINS] {
            if let Some(near) = mask(field, 1.5, |shape| shape.distance(at)) {
                prop_assert_eq!(field.near(at, standing), near & standing);
            }
            if let Some(under) = mask(field, 0.5, |shape| shape.distance(at)) {
                prop_assert_eq!(field.under(at, standing), under & standing);
            }
        }
    }

    #[test]
    fn straight_ways((from, to) in pair(), standing in any::<u64>()) {
        for field in [&*TOWN, &*RUINS] {
            if let Some(blocking) = mask(field, 0.5, |shape| sampled(shape, from, to)) {
                prop_assert_eq!(field.clear(from, to, standing), blocking & standing == 0);
            }
        }
    }

    #[test]
    fn covers_and_corridors((target, attacker) in pair()) {
        for field in [&*TOWN, &*RUINS] {
            let near = field.near(target, field.standing());
            let (inner, outer) = (0.5 / target.distance(attacker), 1.0 - 0.5 / target.distance(attacker));
            prop_assume!(inner < 0.5);
            let ends = (target.lerp(attacker, inner), target.lerp(attacker, outer));
            let cover = field.cover(target, attacker, near);
            for piece in bits(near) {
                let distance = sampled(&field.pieces()[piece].shape, ends.0, ends.1);
                prop_assert!((distance - 0.005).abs() < 0.01 || (cover >> piece & 1 == 1) == (distance == 0.0));
            }
            if let Some(wide) = mask(field, 0.5, |shape| sampled(shape, target, attacker)) {
                prop_assert_eq!(field.corridor(target, attacker, near), wide & near);
            }
            prop_assert_eq!(cover & !field.corridor(target, attacker, near), 0);
            let nearest = field.nearest(target, near);
            let distance = |piece: usize| field.pieces()[piece].shape.distance(target);
            prop_assert!(bits(near).all(|piece| distance(piece) >= distance(nearest.expect("one is near"))));
        }
    }
}

#[test]
fn close_calls_favour_the_target_and_the_mover() {
    let field = read("pieces = [{ shape = 'box', at = [0, 0], size = [2, 2] }]").expect("a battlefield");
    let standing = field.standing();
    assert_eq!(field.near(Point::new(2.5, 0.0), standing), 1);
    assert_eq!(field.near(Point::new(2.500_01, 0.0), standing), 0);
    assert_eq!(field.under(Point::new(1.5, 0.0), standing), 0);
    assert_eq!(field.under(Point::new(1.499_99, 0.0), standing), 1);
    assert!(field.clear(Point::new(1.5, -5.0), Point::new(1.5, 5.0), standing));
    assert!(!field.clear(Point::new(1.499_99, -5.0), Point::new(1.499_99, 5.0), standing));
    let (target, attacker) = (Point::new(-1.8, 1.0), Point::new(6.0, 1.0));
    assert_eq!(field.cover(target, attacker, 1), 1, "a line along an edge meets the piece");
    assert_eq!(field.cover(target, Point::new(6.0, 6.0), 1), 0);
    assert_eq!(field.corridor(target, Point::new(6.0, 1.4), 1), 1);
    assert_eq!(field.cover(Point::new(1.6, 0.0), Point::new(2.4, 0.0), 1), 0, "frames that touch");
    assert!(field.contains(Point::new(field.table().half() - 0.5, 0.0), 0.5));
    assert!(!field.contains(Point::new(field.table().half() - 0.49, 0.0), 0.5));
}

#[test]
fn spots_mirror_and_perimeters_take_their_share() {
    let field = field("duel", 3);
    let spots: Vec<Point> = field.spots().iter().map(|spot| spot.at).collect();
    assert!(spots.iter().all(|at| spots.contains(&-*at)));
    let (radius, half) = (8.0, field.table().half());
    let expected = 1.0 - (radius / half) * (radius / half);
    assert!(field.leaves_free(&[Point::ORIGIN], radius, expected - 0.01));
    assert!(!field.leaves_free(&[Point::ORIGIN], radius, expected + 0.01));
    assert!(field.leaves_free(&[], radius, 1.0));
}
