//! The corners that a search for ways has yet to visit.

use super::corners::{Corner, octagon};
use super::field::bits;
use super::rules::CLOSE_CALL;
use super::walk::{Obstacles, Walk};
use crate::geometry::Point;

/// Most corners considered: as many as 28 boxes within one move have.
const MAX_CANDIDATES: usize = 224;
/// Most corners of all pieces: two for each of 8 corners of 64 pieces.
const MAX_CORNERS: usize = 1024;
/// Marks a corner that is not a candidate in a table of candidate numbers.
const NONE: u8 = u8::MAX;
/// Upper bound of the distance of a surrounding octagon's corners, in radii of its circle.
const OCTAGON_REACH: f64 = 1.09;

/// A corner that may become an anchor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub corner: Corner,
    /// Number among the corners of pieces; `None` for a corner around a frame.
    number: Option<u16>,
    /// Length of the shortest way found to the corner, infinite at first.
    pub spent: f64,
    /// Number of the previous anchor on that way.
    pub before: u8,
    /// Lower bound of the units left to walk from the corner.
    rest: f64,
}

/// The corners near a start, and the map from corners of the battlefield to them.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    list: [Candidate; MAX_CANDIDATES],
    /// Length of the way to each unvisited corner, infinite for all others. The search for the nearest corner reads it.
    open: [f64; MAX_CANDIDATES],
    count: usize,
    /// Corners of pieces come first; corners around frames begin at this number.
    first_of_frames: usize,
    of_corner: [u8; MAX_CORNERS],
}

impl Candidates {
    pub(super) fn new() -> Candidates {
        let corner = Corner { at: Point::ORIGIN, before: Point::ORIGIN, after: Point::ORIGIN };
        let none = Candidate { corner, number: None, spent: f64::INFINITY, before: 0, rest: 0.0 };
        let open = [f64::INFINITY; MAX_CANDIDATES];
        Candidates { list: [none; MAX_CANDIDATES], open, count: 0, first_of_frames: 0, of_corner: [NONE; MAX_CORNERS] }
    }

    /// Collects the corners in reach, and the length of the straight way to each corner that can be reached so.
    pub(super) fn collect(&mut self, walk: &Walk, obstacles: &Obstacles) {
        self.clear();
        let Walk { from, budget, .. } = *walk;
        let straight = |corner: &Corner, is_outside: bool| {
            let useful = !is_outside || corner.is_hugged_from(from);
            if useful && obstacles.clear(from, corner.at) { corner.at.distance(from) } else { f64::INFINITY }
        };
        let in_reach = |corner: &Corner| {
            let square = corner.at.distance_squared(from);
            square <= budget * budget && (walk.to.is_none() || square.sqrt() + walk.rest(corner.at) <= budget)
        };
        let field = obstacles.field;
        for piece in bits(obstacles.standing) {
            let is_outside = field.pieces[piece].shape.distance(from) > field.corners.overreach(piece) + CLOSE_CALL;
            for number in field.corners.of(piece) {
                let place = field.corners.get(number);
                if in_reach(&place.corner) && place.blockers & obstacles.standing == 0 {
                    self.push(place.corner, Some(number), straight(&place.corner, is_outside), walk);
                }
            }
        }
        self.first_of_frames = self.count;
        let radius = field.rules.radius;
        for frame in obstacles.frames {
            let is_outside = frame.distance(from) > 2.0 * radius * OCTAGON_REACH;
            for corner in Corner::all(&octagon(*frame, 2.0 * radius)) {
                let is_free = || field.contains(corner.at, radius) && obstacles.clear(corner.at, corner.at);
                if in_reach(&corner) && is_free() {
                    self.push(corner, None, straight(&corner, is_outside), walk);
                }
            }
        }
    }

    fn clear(&mut self) {
        for number in self.list[..self.count].iter().filter_map(|candidate| candidate.number) {
            self.of_corner[usize::from(number)] = NONE;
        }
        self.count = 0;
    }

    fn push(&mut self, corner: Corner, number: Option<u16>, spent: f64, walk: &Walk) {
        if self.count == MAX_CANDIDATES {
            return;
        }
        if let Some(number) = number {
            self.of_corner[usize::from(number)] = self.count as u8;
        }
        self.list[self.count] = Candidate { corner, number, spent, before: 0, rest: walk.rest(corner.at) };
        self.open[self.count] = spent;
        self.count += 1;
    }

    /// Takes out and returns the unvisited corner nearest to the start; `None` if no corner is left.
    pub(super) fn take_nearest(&mut self) -> Option<(usize, Candidate)> {
        let (mut least, mut nearest) = (f64::INFINITY, None);
        for (i, spent) in self.open[..self.count].iter().enumerate() {
            if *spent < least {
                (least, nearest) = (*spent, Some(i));
            }
        }
        let nearest = nearest?;
        self.open[nearest] = f64::INFINITY;
        Some((nearest, self.list[nearest]))
    }

    /// Extends the ways from a corner to its neighbours: between pieces by the prepared ways, else by checking each
    /// one.
    pub(super) fn go_on(&mut self, from: usize, anchor: u8, walk: &Walk, obstacles: &Obstacles) {
        let Candidate { corner, number, spent, .. } = self.list[from];
        let ways = number.map_or(&[][..], |number| obstacles.field.corners.ways(number));
        for way in ways.iter().filter(|way| way.blockers & obstacles.standing == 0) {
            let place = usize::from(self.of_corner[usize::from(way.to)]);
            let length = spent + way.length;
            if place == usize::from(NONE) {
                continue;
            }
            let next = &self.list[place];
            if length + next.rest > walk.budget || length >= next.spent {
                continue;
            }
            if obstacles.field.clear_of_frames(corner.at, self.list[place].corner.at, obstacles.frames) {
                self.shorten(place, length, anchor);
            }
        }
        let untried = if number.is_some() { self.first_of_frames } else { 0 };
        for place in untried..self.count {
            let next = &self.list[place];
            let length = spent + corner.at.distance(next.corner.at);
            if length + next.rest > walk.budget || length >= next.spent {
                continue;
            }
            let hugs = corner.is_hugged_from(next.corner.at) && next.corner.is_hugged_from(corner.at);
            if hugs && obstacles.clear(corner.at, next.corner.at) {
                self.shorten(place, length, anchor);
            }
        }
    }

    /// Records a shorter way. Visited corners never get one, because the nearest corners are visited first.
    fn shorten(&mut self, place: usize, length: f64, anchor: u8) {
        (self.list[place].spent, self.list[place].before) = (length, anchor);
        self.open[place] = length;
    }
}
