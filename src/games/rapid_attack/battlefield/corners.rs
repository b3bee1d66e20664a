//! The corners that frames walk around to get past pieces, and the straight ways between these corners.
//!
//! A frame's centre keeps at least the frame's radius away from a piece. The outline that the centre may not cross has
//! an arc at each corner of the piece. Each arc is replaced by two corners: the three lines that touch the arc at its
//! ends and its middle cross there. A disc's outline is replaced by an octagon around it. A shortest way bends only at
//! such corners, and only in such a way that it hugs the outline on both sides (Lozano-Pérez and Wesley, 1979).

use super::BattlefieldRules;
use super::rules::CLOSE_CALL;
use super::table::Table;
use crate::geometry::{Point, Segment, Shape};

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
    pub(super) fn of(&self, piece: usize) -> std::ops::Range<u16> {
        self.first[piece]..self.first[piece + 1]
    }

    pub(super) fn get(&self, number: u16) -> &PieceCorner {
        &self.corners[usize::from(number)]
    }

    pub(super) fn ways(&self, number: u16) -> &[Way] {
        let number = usize::from(number);
        &self.ways[self.first_way[number] as usize..self.first_way[number + 1] as usize]
    }

    /// Returns the distance from a piece to its farthest corner. Points farther away than this are outside the piece's
    /// outline of corners.
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
pub(super) fn octagon(centre: Point, radius: f64) -> [Point; 8] {
    OCTAGON.map(|direction| centre + direction * (radius / COS))
}
