//! Sets of places for set-up, launches and moves.

use super::{Body, Pose, Space};
use crate::geometry::Point;

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
            move |at: &Point| space.0 == super::TableShape::Square || at.dot(*at) <= space.1 * space.1
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
