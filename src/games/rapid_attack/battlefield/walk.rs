//! What a frame has to walk, and what it must keep clear of.

use super::field::Battlefield;
use super::rules::CLOSE_CALL;
use crate::geometry::{Point, Segment};

/// Rounding allowed where frames touch.
const TOUCH: f64 = 1e-9;

/// What a frame has to walk, and where it goes if only one place matters.
pub(super) struct Walk {
    pub from: Point,
    pub budget: f64,
    pub to: Option<Point>,
}

impl Walk {
    /// Units to walk from a place on, at least.
    pub(super) fn rest(&self, at: Point) -> f64 {
        // What close calls allow the whole way is allowed here.
        self.to.map_or(0.0, |to| (at.distance(to) - 2.0 * CLOSE_CALL).max(0.0))
    }
}

/// What a move must keep clear of: pieces and the other frames, as far as they are within reach of it.
pub(super) struct Obstacles<'a> {
    pub field: &'a Battlefield,
    pub standing: u64,
    pub frames: &'a [Point],
}

impl Obstacles<'_> {
    pub(super) fn clear(&self, from: Point, to: Point) -> bool {
        self.field.clear(from, to, self.standing) && self.field.clear_of_frames(from, to, self.frames)
    }
}

impl Battlefield {
    /// Whether a frame can go straight from one place to the other past other frames, by their centres.
    pub fn clear_of_frames(&self, from: Point, to: Point, frames: &[Point]) -> bool {
        let limit = 2.0 * self.rules.radius - TOUCH;
        let way = Segment::new(from, to);
        !frames.iter().any(|frame| way.distance_squared(*frame) < limit * limit)
    }
}
