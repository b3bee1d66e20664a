//! Plane geometry of the referee: distances of points, segments, discs and convex polygons. Replays round places to
//! four decimals, so a decision by a difference below [`BLUR`] may be right either way.

use super::lines::Place;
use serde_json::Value;

/// Largest change of a distance between two outlines by rounding, in units.
pub(crate) const BLUR: f64 = 4e-4;

/// A truth value; `None` if rounding leaves it open.
pub(crate) type Tri = Option<bool>;

/// Returns whether a distance is within a limit.
pub(crate) fn within(distance: f64, limit: f64) -> Tri {
    if distance <= limit - BLUR {
        Some(true)
    } else if distance > limit + BLUR {
        Some(false)
    } else {
        None
    }
}

/// Returns whether both hold.
pub(crate) fn both(a: Tri, b: Tri) -> Tri {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Returns whether at least one holds.
pub(crate) fn any(all: impl Iterator<Item = Tri>) -> Tri {
    let mut sum = Some(false);
    for one in all {
        sum = match (sum, one) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (None, _) | (_, None) => None,
            _ => Some(false),
        };
    }
    sum
}

pub(crate) fn minus(a: Place, b: Place) -> Place {
    [a[0] - b[0], a[1] - b[1]]
}

pub(crate) fn along(a: Place, way: Place, length: f64) -> Place {
    [a[0] + way[0] * length, a[1] + way[1] * length]
}

pub(crate) fn dot(a: Place, b: Place) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(crate) fn distance(a: Place, b: Place) -> f64 {
    minus(a, b)[0].hypot(minus(a, b)[1])
}

fn cross(a: Place, b: Place) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// Returns the unit vector from one place to another; `None` for equal places.
pub(crate) fn way(from: Place, to: Place) -> Option<Place> {
    let length = distance(from, to);
    (length > 1e-9).then(|| [(to[0] - from[0]) / length, (to[1] - from[1]) / length])
}

/// Returns the distance from a point to a segment.
pub(crate) fn to_segment(at: Place, a: Place, b: Place) -> f64 {
    let (way, length) = (minus(b, a), dot(minus(b, a), minus(b, a)));
    let part = if length > 0.0 { (dot(minus(at, a), way) / length).clamp(0.0, 1.0) } else { 0.0 };
    distance(at, along(a, way, part))
}

/// Returns the distance between two segments; 0 if they cross.
fn between_segments((a, b): (Place, Place), (c, d): (Place, Place)) -> f64 {
    let side = |from: Place, to: Place, at: Place| cross(minus(to, from), minus(at, from));
    if side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0 {
        return 0.0;
    }
    [to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b)]
        .into_iter()
        .fold(f64::INFINITY, f64::min)
}

/// Returns the distance from a point to an axis-parallel square.
pub(crate) fn to_square(at: Place, centre: Place, side: f64) -> f64 {
    let outside = |gap: f64| (gap.abs() - side / 2.0).max(0.0);
    outside(at[0] - centre[0]).hypot(outside(at[1] - centre[1]))
}

/// An outline.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Disc(Place, f64),
    Polygon(Vec<Place>),
}

impl Shape {
    /// Parses the shape of a piece in a header.
    pub(crate) fn read(piece: &Value) -> Option<Shape> {
        if let Some(corners) = piece["corners"].as_array() {
            return corners.iter().map(super::lines::place).collect::<Option<Vec<Place>>>().map(Shape::Polygon);
        }
        Some(Shape::Disc(super::lines::place(&piece["centre"])?, piece["radius"].as_f64()?))
    }

    fn sides(corners: &[Place]) -> impl Iterator<Item = (Place, Place)> + '_ {
        (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]))
    }

    fn holds(&self, at: Place) -> bool {
        match self {
            Shape::Disc(centre, radius) => distance(at, *centre) <= *radius,
            Shape::Polygon(corners) => {
                let side = |(a, b): (Place, Place)| cross(minus(b, a), minus(at, a));
                Shape::sides(corners).all(|edge| side(edge) >= 0.0)
                    || Shape::sides(corners).all(|edge| side(edge) <= 0.0)
            }
        }
    }

    /// Returns the distance from a point; 0 inside.
    pub(crate) fn to_point(&self, at: Place) -> f64 {
        self.to_way(at, at)
    }

    /// Returns the distance from a segment; 0 if they meet.
    pub(crate) fn to_way(&self, a: Place, b: Place) -> f64 {
        match self {
            _ if self.holds(a) => 0.0,
            Shape::Disc(centre, radius) => (to_segment(*centre, a, b) - radius).max(0.0),
            Shape::Polygon(corners) => {
                Shape::sides(corners).map(|edge| between_segments(edge, (a, b))).fold(f64::INFINITY, f64::min)
            }
        }
    }

    pub(crate) fn area(&self) -> f64 {
        match self {
            Shape::Disc(_, radius) => std::f64::consts::PI * radius * radius,
            Shape::Polygon(corners) => Shape::sides(corners).map(|(a, b)| cross(a, b)).sum::<f64>().abs() / 2.0,
        }
    }

    /// Returns whether a segment meets the shape. The answer is certain if the segment still does when it is shortened
    /// and shifted by the blur.
    pub(crate) fn met(&self, a: Place, b: Place) -> Tri {
        if self.to_way(a, b) > BLUR {
            return Some(false);
        }
        let way = way(a, b).filter(|_| distance(a, b) > 2.0 * BLUR)?;
        let left = [-way[1], way[0]];
        let surely = [-BLUR, 0.0, BLUR].into_iter().all(|aside| {
            let moved = |at: Place, on: f64| along(along(at, left, aside), way, on);
            self.to_way(moved(a, BLUR), moved(b, -BLUR)) == 0.0
        });
        surely.then_some(true)
    }
}
