//! Placement of labels next to points, so that no label covers another or an important point.
//!
//! Greedy: each label in turn takes the first free place of rings around its point, near before far.

use super::scene::{Bounds, Point};

/// A round point on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dot {
    pub at: Point,
    pub radius: f64,
}

/// A label to place: its point and the size of its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wish {
    pub dot: Dot,
    pub size: Point,
}

/// The place of a label, and the leader line to its point if the label is not next to the point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub bounds: Bounds,
    pub leader: Option<(Point, Point)>,
}

/// Distances between a point and its label.
const RINGS: [f64; 9] = [4.0, 14.0, 26.0, 42.0, 62.0, 86.0, 114.0, 148.0, 190.0];
/// Labels this near need no leader.
const NEAR: f64 = 8.0;
/// Least distance of a label from the points of others, so that it is clear which point it names.
const ALOOF: f64 = 9.0;
/// Directions around a point, the easiest to read first.
const DIRECTIONS: [Point; 20] = [
    (1.0, 0.0),
    (1.0, -0.5),
    (1.0, 0.5),
    (0.0, -1.0),
    (0.0, 1.0),
    (-1.0, 0.0),
    (-1.0, -0.5),
    (-1.0, 0.5),
    (0.7, -1.0),
    (0.7, 1.0),
    (-0.7, -1.0),
    (-0.7, 1.0),
    (0.35, -1.0),
    (0.35, 1.0),
    (-0.35, -1.0),
    (-0.35, 1.0),
    (1.0, -1.0),
    (1.0, 1.0),
    (-1.0, -1.0),
    (-1.0, 1.0),
];

/// Number of attempts; each starts with the labels that found no room in the one before.
const ROUNDS: usize = 12;

/// Returns a place inside the frame for each wish, or `None`. Labels avoid all other labels, their leaders and the
/// points of the wishes; they avoid the faint points too while there is room.
pub(super) fn place(frame: &Bounds, wishes: &[Wish], faint: &[Dot]) -> Vec<Option<Place>> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    let mut best = vec![None; wishes.len()];
    for _ in 0..ROUNDS {
        let places = in_order(frame, wishes, faint, &order);
        let found = |places: &[Option<Place>]| places.iter().flatten().count();
        order.sort_by_key(|i| places[*i].is_some());
        if found(&places) > found(&best) {
            best = places;
        }
        if found(&best) == wishes.len() {
            break;
        }
    }
    best
}

fn in_order(frame: &Bounds, wishes: &[Wish], faint: &[Dot], order: &[usize]) -> Vec<Option<Place>> {
    let mut placed: Vec<Place> = Vec::new();
    let solid: Vec<Dot> = wishes.iter().map(|wish| wish.dot).collect();
    let free = |placed: &[Place], wish: &Wish, place: &Place, faint: &[Dot]| {
        frame.holds(&place.bounds)
            && !faint.iter().chain([&wish.dot]).any(|dot| touches(&place.bounds, dot, 1.0))
            && !solid.iter().any(|dot| *dot != wish.dot && touches(&place.bounds, dot, ALOOF))
            && !solid.iter().any(|dot| *dot != wish.dot && place.leader.is_some_and(|line| strikes(line, dot)))
            && !placed.iter().any(|other| collide(place, other))
    };
    let mut places = vec![None; wishes.len()];
    for &i in order {
        let wish = &wishes[i];
        let find = |faint: &[Dot]| candidates(wish).find(|place| free(&placed, wish, place, faint));
        let found = find(faint).or_else(|| find(&[]));
        placed.extend(found);
        places[i] = found;
    }
    places
}

fn candidates(wish: &Wish) -> impl Iterator<Item = Place> + '_ {
    RINGS.iter().flat_map(move |ring| DIRECTIONS.iter().map(move |direction| candidate(wish, *ring, *direction)))
}

fn candidate(wish: &Wish, ring: f64, (dx, dy): Point) -> Place {
    let ((x, y), (wide, high)) = (wish.dot.at, wish.size);
    let away = wish.dot.radius + ring;
    let (cx, cy) = (x + dx * (away + wide / 2.0), y + dy * (away + high / 2.0));
    let (half_wide, half_high) = (wide / 2.0, high / 2.0);
    let bounds = Bounds { left: cx - half_wide, right: cx + half_wide, top: cy - half_high, bottom: cy + half_high };
    let end = (x.clamp(bounds.left, bounds.right), y.clamp(bounds.top, bounds.bottom));
    let length = (end.0 - x).hypot(end.1 - y);
    let leader = (length > wish.dot.radius + NEAR).then(|| {
        let share = wish.dot.radius / length;
        ((x + (end.0 - x) * share, y + (end.1 - y) * share), end)
    });
    Place { bounds, leader }
}

fn touches(bounds: &Bounds, dot: &Dot, margin: f64) -> bool {
    let (x, y) = dot.at;
    let (dx, dy) = (x - x.clamp(bounds.left, bounds.right), y - y.clamp(bounds.top, bounds.bottom));
    dx.hypot(dy) < dot.radius + margin
}

fn collide(a: &Place, b: &Place) -> bool {
    a.bounds.overlaps(&b.bounds)
        || a.leader.is_some_and(|line| enters(line, &b.bounds))
        || b.leader.is_some_and(|line| enters(line, &a.bounds))
        || matches!((a.leader, b.leader), (Some(a), Some(b)) if cross(a, b))
}

/// Returns true if a line passes through a dot.
fn strikes((from, to): (Point, Point), dot: &Dot) -> bool {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = (dot.at.0 - from.0) * dx + (dot.at.1 - from.1) * dy;
    let share = (along / (dx * dx + dy * dy).max(1e-9)).clamp(0.0, 1.0);
    (from.0 + dx * share - dot.at.0).hypot(from.1 + dy * share - dot.at.1) < dot.radius + 1.0
}

/// Returns true if a part of a line is inside the bounds.
fn enters(line: (Point, Point), bounds: &Bounds) -> bool {
    let inside = |(x, y): Point| bounds.left < x && x < bounds.right && bounds.top < y && y < bounds.bottom;
    let Bounds { left, right, top, bottom } = *bounds;
    let diagonals = [((left, top), (right, bottom)), ((left, bottom), (right, top))];
    inside(line.0) || inside(line.1) || diagonals.into_iter().any(|diagonal| cross(line, diagonal))
}

/// Returns true if two lines cross.
fn cross(a: (Point, Point), b: (Point, Point)) -> bool {
    let turn = |p: Point, q: Point, r: Point| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
    turn(a.0, a.1, b.0) * turn(a.0, a.1, b.1) < 0.0 && turn(b.0, b.1, a.0) * turn(b.0, b.1, a.1) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Bounds = Bounds { left: 0.0, top: 0.0, right: 900.0, bottom: 500.0 };

    /// Returns many points on a coarse grid, in a fixed but irregular order.
    fn crowd(count: usize) -> Vec<Wish> {
        let at = |i: usize| (60.0 + (i * 37 % 13) as f64 * 60.0, 40.0 + (i * 53 % 11) as f64 * 40.0);
        (0..count).map(|i| Wish { dot: Dot { at: at(i), radius: 6.0 }, size: (150.0, 20.0) }).collect()
    }

    #[test]
    fn labels_keep_off_one_another_and_off_points() {
        let wishes = crowd(30);
        let places = place(&FRAME, &wishes, &[]);
        let found: Vec<_> = places.iter().flatten().collect();
        assert!(found.len() >= 20, "{}", found.len());
        for (i, a) in found.iter().enumerate() {
            assert!(FRAME.holds(&a.bounds));
            assert!(found[i + 1..].iter().all(|b| !collide(a, b)));
            assert!(wishes.iter().all(|wish| !touches(&a.bounds, &wish.dot, 1.0)));
        }
    }

    #[test]
    fn a_lone_label_sits_to_the_right_without_a_leader() {
        let wish = Wish { dot: Dot { at: (100.0, 100.0), radius: 6.0 }, size: (80.0, 20.0) };
        let place = place(&FRAME, &[wish], &[])[0].expect("room");
        assert_eq!((place.bounds.left, place.leader), (110.0, None));
    }

    #[test]
    fn what_does_not_fit_is_dropped() {
        let wish = Wish { dot: Dot { at: (100.0, 100.0), radius: 6.0 }, size: (2000.0, 20.0) };
        assert_eq!(place(&FRAME, &[wish], &[]), [None]);
    }

    #[test]
    fn faint_points_give_way_when_there_is_no_other_room() {
        let wish = Wish { dot: Dot { at: (450.0, 250.0), radius: 6.0 }, size: (80.0, 20.0) };
        let faint: Vec<Dot> =
            (0..90 * 50).map(|i| Dot { at: ((i % 90 * 10) as f64, (i / 90 * 10) as f64), radius: 4.0 }).collect();
        assert!(place(&FRAME, &[wish], &faint)[0].is_some());
    }
}
