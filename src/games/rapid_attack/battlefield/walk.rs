//! The walk of a frame and its obstacles.

use super::field::Battlefield;
use super::rules::CLOSE_CALL;
use crate::geometry::{Point, Segment};

/// Rounding allowed if frames touch.
const TOUCH: f64 = 1e-9;

/// The start and the budget of a walk, and its end if only one place matters.
pub(super) struct Walk {
    pub from: Point,
    pub budget: f64,
    pub to: Option<Point>,
}

impl Walk {
    /// Returns a lower bound of the units left to walk from a place; 0 without an end.
    pub(super) fn rest(&self, at: Point) -> f64 {
        // The tolerance for close calls on the whole way is subtracted.
        self.to.map_or(0.0, |to| (at.distance(to) - 2.0 * CLOSE_CALL).max(0.0))
    }
}

/// The obstacles of a move that are in reach: pieces and other frames.
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
    /// Returns true if no other frame blocks a frame on the straight way; `frames` are the centres of the others.
    pub fn clear_of_frames(&self, from: Point, to: Point, frames: &[Point]) -> bool {
        let limit = 2.0 * self.rules.radius - TOUCH;
        let way = Segment::new(from, to);
        !frames.iter().any(|frame| way.distance_squared(*frame) < limit * limit)
    }
}
