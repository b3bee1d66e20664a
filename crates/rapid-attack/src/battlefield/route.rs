//! Routes that frames walk: straight, or bent around pieces and other frames.
//!
//! A frame's centre keeps at least the frame's radius away from a piece. The outline that the centre may not cross has
//! an arc at each corner of the piece. Each arc is replaced by two corners: the three lines that touch the arc at its
//! ends and its middle cross there. A disc's outline is replaced by an octagon around it. A shortest way bends only at
//! such corners, and only in such a way that it hugs the outline on both sides (Lozano-Pérez and Wesley, 1979).

use super::field::{Battlefield, bits};
use super::{BattlefieldRules, Table, generate::Candidates, layout::CLOSE_CALL};
use hitchart_mobile_frame::geometry::{Point, Segment, Shape};

// Routes.

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
    #[inline]
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
    #[inline]
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

// Corners that frames walk around, and the straight ways between them.

/// Unit vectors at 22.5, 67.5, … degrees.
pub(super) const OCTAGON: [Point; 8] = {
    const SIN: f64 = 0.382_683_432_365_089_8;
    [
        Point::new(COS, SIN),
        Point::new(SIN, COS),
        Point::new(-SIN, COS),
        Point::new(-COS, SIN),
        Point::new(-COS, -SIN),
        Point::new(-SIN, -COS),
        Point::new(SIN, -COS),
        Point::new(COS, -SIN),
    ]
};
/// Cosine of 22.5 degrees. Divide a circle's radius by it to get the distance of the surrounding octagon's corners.
pub(super) const COS: f64 = 0.923_879_532_511_286_7;

/// A corner and its two neighbours on the same outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub at: Point,
    pub before: Point,
    pub after: Point,
}

impl Corner {
    /// Returns the corners of a closed outline.
    pub(super) fn all(outline: &[Point]) -> impl Iterator<Item = Corner> {
        let count = outline.len();
        (0..count).map(move |i| Corner {
            at: outline[i],
            before: outline[(i + count - 1) % count],
            after: outline[(i + 1) % count],
        })
    }

    /// Returns true if the line through the corner and `other` leaves both neighbours on one side. Only then can a
    /// shortest way along this line bend at the corner.
    #[inline]
    pub(super) fn is_hugged_from(&self, other: Point) -> bool {
        let along = other - self.at;
        let (before, after) = (along.cross(self.before - self.at), along.cross(self.after - self.at));
        before.min(after) >= -CLOSE_CALL || before.max(after) <= CLOSE_CALL
    }
}

/// A corner of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceCorner {
    pub corner: Corner,
    pub piece: u8,
    /// Mask of the pieces so near that they keep frames off this corner while they stand.
    pub blockers: u64,
}

/// A straight way between two corners that is not blocked by the pieces of these corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub to: u16,
    pub length: f64,
    pub blockers: u64,
}

/// All corners of all pieces, in the order of the pieces, and the ways between the corners.
#[derive(Clone, Debug)]
pub(super) struct Corners {
    corners: Vec<PieceCorner>,
    /// Number of the first corner of each piece, then the total number of corners.
    first: Vec<u16>,
    /// Number of the first way of each corner, then the total number of ways.
    first_way: Vec<u32>,
    ways: Vec<Way>,
    /// For each piece, the distance from the piece to its farthest corner.
    overreach: Vec<f64>,
}

impl Corners {
    pub(super) fn new(shapes: &[Shape], table: &Table, rules: &BattlefieldRules) -> Corners {
        let clearance = rules.radius - CLOSE_CALL;
        let blockers = |way: Segment| {
            let is_blocker = |shape: &Shape| shape.is_nearer(&way, clearance);
            shapes.iter().enumerate().fold(0, |mask, (i, shape)| mask | (u64::from(is_blocker(shape)) << i))
        };
        let (mut corners, mut first, mut overreach) = (Vec::new(), vec![0], Vec::new());
        for (piece, shape) in shapes.iter().enumerate() {
            let outline = outline(shape, rules.radius);
            let on_table = Corner::all(&outline).filter(|corner| table.contains(corner.at, rules.radius));
            corners.extend(on_table.map(|corner| PieceCorner {
                corner,
                piece: piece as u8,
                blockers: blockers(Segment::new(corner.at, corner.at)),
            }));
            first.push(corners.len() as u16);
            overreach.push(outline.iter().map(|at| shape.distance(*at)).fold(0.0, f64::max));
        }
        let (mut first_way, mut ways) = (vec![0], Vec::new());
        for from in &corners {
            ways.extend(ways_from(from, &corners, rules.longest_move, &blockers));
            first_way.push(ways.len() as u32);
        }
        Corners { corners, first, first_way, ways, overreach }
    }

    /// Returns the numbers of a piece's corners.
    #[inline]
    pub(super) fn of(&self, piece: usize) -> std::ops::Range<u16> {
        self.first[piece]..self.first[piece + 1]
    }

    #[inline]
    pub(super) fn get(&self, number: u16) -> &PieceCorner {
        &self.corners[usize::from(number)]
    }

    #[inline]
    pub(super) fn ways(&self, number: u16) -> &[Way] {
        let number = usize::from(number);
        &self.ways[self.first_way[number] as usize..self.first_way[number + 1] as usize]
    }

    /// Returns the distance from a piece to its farthest corner. Points farther away than this are outside the piece's
    /// outline of corners.
    #[inline]
    pub(super) fn overreach(&self, piece: usize) -> f64 {
        self.overreach[piece]
    }
}

/// Returns the ways from a corner that hug the outline at both ends. Ways that are blocked by the piece of either end
/// are left out: while that piece stands the way is blocked, and without it the corner does not exist.
fn ways_from(
    from: &PieceCorner,
    corners: &[PieceCorner],
    longest: f64,
    blockers: &impl Fn(Segment) -> u64,
) -> Vec<Way> {
    let useful = |(number, to): (usize, &PieceCorner)| {
        let length = from.corner.at.distance(to.corner.at);
        let hugs = || from.corner.is_hugged_from(to.corner.at) && to.corner.is_hugged_from(from.corner.at);
        if length == 0.0 || length > longest || !hugs() {
            return None;
        }
        let blockers = blockers(Segment::new(from.corner.at, to.corner.at));
        let own = (1 << from.piece) | (1 << to.piece);
        (blockers & own == 0).then_some(Way { to: number as u16, length, blockers })
    };
    corners.iter().enumerate().filter_map(useful).collect()
}

/// Returns the corners around a shape, counter-clockwise.
fn outline(shape: &Shape, radius: f64) -> Vec<Point> {
    match shape {
        Shape::Disc { centre, radius: own } => octagon(*centre, own + radius).to_vec(),
        Shape::Polygon(polygon) => {
            let normals: Vec<Point> = polygon.normals().collect();
            let count = normals.len();
            let pair = |(i, corner): (usize, &Point)| {
                let (before, after) = (normals[(i + count - 1) % count], normals[i]);
                let middle = (before + after).unit().unwrap_or(before);
                // The point where the lines that touch the arc at `edge` and at `middle` cross.
                let crossing = |edge: Point| *corner + (edge + middle) * (radius / (1.0 + edge.dot(middle)));
                [crossing(before), crossing(after)]
            };
            polygon.corners().iter().enumerate().flat_map(pair).collect()
        }
    }
}

/// Returns the corners of the octagon around a circle.
#[inline]
pub(super) fn octagon(centre: Point, radius: f64) -> [Point; 8] {
    OCTAGON.map(|direction| centre + direction * (radius / COS))
}

// The walk of a frame, and its obstacles.

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
    #[inline]
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
    #[inline]
    pub(super) fn clear(&self, from: Point, to: Point) -> bool {
        self.field.clear(from, to, self.standing) && self.field.clear_of_frames(from, to, self.frames)
    }
}

impl Battlefield {
    /// Returns true if no other frame blocks a frame on the straight way; `frames` are the centres of the others.
    #[inline]
    pub fn clear_of_frames(&self, from: Point, to: Point, frames: &[Point]) -> bool {
        let limit = 2.0 * self.rules.radius - TOUCH;
        let way = Segment::new(from, to);
        !frames.iter().any(|frame| way.distance_squared(*frame) < limit * limit)
    }
}
