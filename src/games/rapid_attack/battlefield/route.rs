//! Ways that frames walk: straight, or bent around pieces and other frames.

use super::candidates::Candidates;
use super::field::{Battlefield, bits};
use super::rules::CLOSE_CALL;
use super::walk::{Obstacles, Walk};
use crate::geometry::Point;

/// Most bends of a way. Walking close around the end of a wall to its other side takes 4.
pub const MAX_BENDS: usize = 4;
/// Most places from which a way may continue, the start included.
const MAX_ANCHORS: usize = 48;

/// A way of a frame's centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Route {
    /// Length in units.
    pub length: f64,
    bends: [Point; MAX_BENDS],
    count: u8,
}

impl Route {
    /// Returns the places where the way bends, in order.
    pub fn bends(&self) -> &[Point] {
        &self.bends[..usize::from(self.count)]
    }
}

/// A place that a frame can walk to, and the shortest way found to this place.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    at: Point,
    spent: f64,
    /// Number of the previous anchor on the way; the start refers to itself.
    before: u8,
    bends: u8,
}

/// The start of a move and the corners that a frame can walk to, nearest first. The storage is reused.
#[derive(Clone, Debug)]
pub struct Anchors {
    anchors: [Anchor; MAX_ANCHORS],
    count: usize,
    budget: f64,
    candidates: Candidates,
}

impl Default for Anchors {
    fn default() -> Anchors {
        let nowhere = Anchor { at: Point::ORIGIN, spent: 0.0, before: 0, bends: 0 };
        Anchors { anchors: [nowhere; MAX_ANCHORS], count: 0, budget: 0.0, candidates: Candidates::new() }
    }
}

impl Anchors {
    /// Returns the places, the start first.
    pub fn places(&self) -> impl Iterator<Item = Point> {
        self.anchors[..self.count].iter().map(|anchor| anchor.at)
    }

    fn push(&mut self, anchor: Anchor) -> u8 {
        self.anchors[self.count] = anchor;
        self.count += 1;
        (self.count - 1) as u8
    }

    fn route(&self, last: usize, length: f64) -> Route {
        let mut route = Route { length, bends: [Point::ORIGIN; MAX_BENDS], count: self.anchors[last].bends };
        let mut at = last;
        for place in (0..usize::from(route.count)).rev() {
            route.bends[place] = self.anchors[at].at;
            at = usize::from(self.anchors[at].before);
        }
        route
    }
}

impl Battlefield {
    /// Finds the corners from which a frame may continue, with `budget` units to walk. `frames` are the centres of the
    /// other frames. If no obstacle is in reach, the start is the only anchor and the search is almost free.
    pub fn anchors(&self, from: Point, budget: f64, standing: u64, frames: &[Point], out: &mut Anchors) {
        self.anchors_of(&Walk { from, budget, to: None }, standing, frames, out);
    }

    /// Finds only the corners of ways to one place, which are far fewer.
    pub fn anchors_to(
        &self,
        (from, to): (Point, Point),
        budget: f64,
        standing: u64,
        frames: &[Point],
        out: &mut Anchors,
    ) {
        self.anchors_of(&Walk { from, budget, to: Some(to) }, standing, frames, out);
    }

    fn anchors_of(&self, walk: &Walk, standing: u64, frames: &[Point], out: &mut Anchors) {
        let Walk { from, budget, .. } = *walk;
        out.count = 0;
        out.budget = budget;
        out.push(Anchor { at: from, spent: 0.0, before: 0, bends: 0 });
        let pieces = self.pieces_in_reach(from, budget, standing);
        let mut storage = [Point::ORIGIN; 64];
        let frames = self.frames_in_reach(from, budget, frames, &mut storage);
        if pieces == 0 && frames.is_empty() {
            return;
        }
        let obstacles = Obstacles { field: self, standing: pieces, frames };
        out.candidates.collect(walk, &obstacles);
        while out.count < MAX_ANCHORS {
            let Some((next, found)) = out.candidates.take_nearest() else { break };
            let bends = out.anchors[usize::from(found.before)].bends + 1;
            let anchor = out.push(Anchor { at: found.corner.at, spent: found.spent, before: found.before, bends });
            if usize::from(bends) < MAX_BENDS {
                out.candidates.go_on(next, anchor, walk, &obstacles);
            }
        }
    }

    /// Returns the shortest way to a place within the budget of the anchors; `None` if there is none. `standing` and
    /// `frames` must be those of the anchors.
    pub fn reach(&self, anchors: &Anchors, to: Point, standing: u64, frames: &[Point]) -> Option<Route> {
        let obstacles = Obstacles { field: self, standing, frames };
        let mut best = anchors.budget + CLOSE_CALL;
        let mut last = None;
        for (i, anchor) in anchors.anchors[..anchors.count].iter().enumerate() {
            let length = anchor.spent + anchor.at.distance(to);
            if length <= best && obstacles.clear(anchor.at, to) {
                // No way is shorter than the straight one.
                if i == 0 {
                    return Some(anchors.route(0, length));
                }
                best = length;
                last = Some(i);
            }
        }
        last.map(|last| anchors.route(last, best))
    }

    fn pieces_in_reach(&self, from: Point, budget: f64, standing: u64) -> u64 {
        let limit = budget + self.rules.radius;
        let margin = Point::new(limit, limit);
        let pieces = self.bands.candidates(from - margin, from + margin) & standing;
        let in_reach = |i: &usize| self.pieces[*i].shape.distance_squared(from) < limit * limit;
        bits(pieces).filter(in_reach).fold(0, |mask, i| mask | (1 << i))
    }

    fn frames_in_reach<'a>(
        &self,
        from: Point,
        budget: f64,
        frames: &[Point],
        storage: &'a mut [Point; 64],
    ) -> &'a [Point] {
        let limit = budget + 2.0 * self.rules.radius;
        let mut count = 0;
        for frame in frames.iter().filter(|frame| frame.distance_squared(from) < limit * limit).take(64) {
            storage[count] = *frame;
            count += 1;
        }
        &storage[..count]
    }
}
