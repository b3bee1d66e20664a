//! A battlefield that is ready for play, and queries about places and cover on it.

use super::bands::Bands;
use super::cells::{Cell, Cells};
use super::corners::Corners;
use super::layout::{Layout, PieceKind};
use super::piece::Piece;
use super::rules::CLOSE_CALL;
use super::table::Table;
use super::{BattlefieldError, BattlefieldRules, MAX_PIECES, room};
use crate::geometry::{Point, Segment, Shape};

/// A battlefield that is ready for play. It never changes and is shared by all games played on it.
///
/// The state of a game records which pieces still stand. Every query takes these pieces as a mask, with bit i for piece
/// i.
#[derive(Clone, Debug)]
pub struct Battlefield {
    pub(super) rules: BattlefieldRules,
    pub(super) table: Table,
    pub(super) pieces: Vec<Piece>,
    pub(super) bands: Bands,
    cells: Cells,
    pub(super) corners: Corners,
    hostile: bool,
    standing: u64,
    /// Masks of the hostile ground, difficult ground and roofs, and of the pieces with stairs.
    hostile_ground: u64,
    difficult: u64,
    roofs: u64,
    stairs: u64,
    spots: Vec<Spot>,
    lattice: Vec<Point>,
}

/// A place where a frame can be fielded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    pub at: Point,
    /// Mask of the pieces near enough to cover a frame there, if all pieces stand.
    pub near: u64,
}

impl Battlefield {
    /// Prepares a battlefield from a layout with explicit pieces.
    ///
    /// # Errors
    /// Fails if a number is out of range, a piece is off the table, or there is no room to field companies. Also fails
    /// if the layout has a generator; [`super::battlefields`] draws from it first.
    pub fn new(layout: &Layout, rules: &BattlefieldRules) -> Result<Battlefield, BattlefieldError> {
        if layout.generator.is_some() {
            return Err(BattlefieldError::PiecesAndGenerator);
        }
        if layout.pieces.len() > MAX_PIECES {
            return Err(BattlefieldError::TooManyPieces { found: layout.pieces.len(), most: MAX_PIECES });
        }
        let table = Table::new(&layout.table, rules)?;
        let pieces: Result<Vec<Piece>, BattlefieldError> =
            layout.pieces.iter().enumerate().map(|(i, piece)| Piece::new(piece, i, rules)).collect();
        let pieces = pieces?;
        if let Some(off) = pieces.iter().position(|piece| !table.holds(&piece.shape, 0.0)) {
            return Err(BattlefieldError::OffTable { key: format!("pieces[{off}]"), table: table.to_string() });
        }
        let field = Battlefield::prepared(table, pieces, layout.hostile, rules);
        room::check(&field)?;
        Ok(field)
    }

    fn prepared(table: Table, pieces: Vec<Piece>, hostile: bool, rules: &BattlefieldRules) -> Battlefield {
        let shapes: Vec<Shape> = pieces.iter().map(|piece| piece.shape).collect();
        let those = |is_chosen: &dyn Fn(&Piece) -> bool| {
            pieces.iter().enumerate().fold(0, |mask, (i, piece)| mask | (u64::from(is_chosen(piece)) << i))
        };
        let standing = those(&|piece| piece.kind.is_cover() && piece.height(0) >= rules.min_cover_height);
        let [hostile_ground, difficult, roofs] =
            [PieceKind::Hostile, PieceKind::Difficult, PieceKind::Roof].map(|kind| those(&|piece| piece.kind == kind));
        let stairs = those(&|piece| piece.stairs);
        let mut field = Battlefield {
            rules: *rules,
            table,
            bands: Bands::new(table.half(), &shapes),
            cells: Cells::new(table.half(), &shapes, rules.radius, rules.radius + rules.reach),
            corners: Corners::new(&shapes, &table, rules),
            pieces,
            hostile,
            standing,
            hostile_ground,
            difficult,
            roofs,
            stairs,
            spots: Vec::new(),
            lattice: table.lattice(0.5, 0.0),
        };
        let in_the_way = standing | difficult;
        let free = table.lattice(1.0, rules.radius).into_iter().filter(|at| field.under(*at, in_the_way) == 0);
        field.spots = free.map(|at| Spot { at, near: field.near(at, standing) }).collect();
        field
    }

    /// Returns the rules that the battlefield was prepared for.
    pub fn rules(&self) -> &BattlefieldRules {
        &self.rules
    }

    /// Returns the table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns true if the whole ground is exotic terrain.
    pub fn is_hostile(&self) -> bool {
        self.hostile
    }

    /// Returns true if a frame is at least partly on exotic terrain: hostile ground everywhere, or a hostile piece
    /// (S41).
    pub fn is_hostile_at(&self, at: Point) -> bool {
        self.hostile || (self.hostile_ground != 0 && self.under(at, self.hostile_ground) != 0)
    }

    /// Returns the mask of pieces of difficult ground.
    pub fn difficult(&self) -> u64 {
        self.difficult
    }

    /// Returns the mask of roofs, standing or not.
    pub fn roofs(&self) -> u64 {
        self.roofs
    }

    /// Returns the mask of pieces with stairs or a ladder.
    pub fn stairs(&self) -> u64 {
        self.stairs
    }

    /// Returns the pieces, at most 64.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the mask of the pieces that are cover at the beginning.
    pub fn standing(&self) -> u64 {
        self.standing
    }

    /// Returns true if a piece is still cover and an obstacle after `hits_lost` hits (R33).
    pub fn is_cover(&self, piece: usize, hits_lost: u8) -> bool {
        self.pieces[piece].height(hits_lost) >= self.rules.min_cover_height
    }

    /// Returns the places of a lattice of 1 unit where a frame can stand at the beginning, row by row from the lower
    /// left.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Returns true if a disc is on the table.
    pub fn contains(&self, at: Point, radius: f64) -> bool {
        self.table.contains(at, radius)
    }

    /// Returns a mask that contains all pieces within a distance of a place, and possibly a few others.
    pub fn about(&self, at: Point, distance: f64) -> u64 {
        let margin = Point::new(distance, distance);
        self.bands.candidates(at - margin, at + margin)
    }

    /// Returns the mask of the standing pieces near enough to a frame to cover it (R30).
    pub fn near(&self, at: Point, standing: u64) -> u64 {
        let limit = self.rules.radius + self.rules.reach + CLOSE_CALL;
        self.within(at, limit, standing, |cell| cell.near, |square| square <= limit * limit)
    }

    /// Returns the mask of the standing pieces that a frame overlaps; touching is not overlapping.
    pub fn under(&self, at: Point, standing: u64) -> u64 {
        let limit = self.rules.radius - CLOSE_CALL;
        self.within(at, limit, standing, |cell| cell.under, |square| square < limit * limit)
    }

    fn within(
        &self,
        at: Point,
        limit: f64,
        standing: u64,
        of_cell: impl Fn(&Cell) -> u64,
        is_within: impl Fn(f64) -> bool,
    ) -> u64 {
        let candidates = match self.cells.at(at) {
            Some(cell) => of_cell(cell),
            None => self.about(at, limit),
        };
        let is_chosen = |shape: &Shape| shape.may_be_within(at, limit) && is_within(shape.distance_squared(at));
        self.those(candidates & standing, is_chosen)
    }

    /// Returns the pieces of `near` that cross the straight segment between the closest points of attacker and target
    /// (R30). `near` is the result of [`Battlefield::near`] for the target.
    pub fn cover(&self, target: Point, attacker: Point, near: u64) -> u64 {
        if near == 0 {
            return 0;
        }
        let line = self.line_of_attack(target, attacker);
        self.those(near, |shape| shape.meets(&line, CLOSE_CALL))
    }

    /// Returns the pieces of `near` that reach into the corridor between the two frames, which is as wide as a frame.
    /// This is the other reading of R30.
    pub fn corridor(&self, target: Point, attacker: Point, near: u64) -> u64 {
        let line = Segment::new(target, attacker);
        self.those(near, |shape| shape.is_nearer(&line, self.rules.radius + CLOSE_CALL))
    }

    /// Returns the straight segment between the closest points of two frames, or a point if the frames touch.
    fn line_of_attack(&self, target: Point, attacker: Point) -> Segment {
        let between = attacker - target;
        let length = between.length();
        if length <= 2.0 * self.rules.radius {
            let middle = target.lerp(attacker, 0.5);
            return Segment::new(middle, middle);
        }
        let inset = between * (self.rules.radius / length);
        Segment::new(target + inset, attacker - inset)
    }

    /// Returns the piece of `pieces` nearest to a frame, the first one at a tie. This piece takes the damage (R32).
    pub fn nearest(&self, at: Point, pieces: u64) -> Option<usize> {
        let distances = bits(pieces).map(|i| (self.pieces[i].shape.distance_squared(at), i));
        distances.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, i)| i)
    }

    /// Returns true if no standing piece blocks a frame on the straight way. The table is not checked: it is convex, so
    /// the way is on the table if both ends are.
    pub fn clear(&self, from: Point, to: Point, standing: u64) -> bool {
        self.blockers(from, to, standing).next().is_none()
    }

    /// Like `clear`, but ignores the pieces that the frame overlaps at the start of the way.
    pub fn clear_but_start(&self, from: Point, to: Point, standing: u64) -> bool {
        // Few ways are blocked, so the pieces under the start are checked last.
        self.blockers(from, to, standing).all(|i| self.under(from, 1 << i) != 0)
    }

    fn blockers(&self, from: Point, to: Point, standing: u64) -> impl Iterator<Item = usize> {
        let limit = self.rules.radius - CLOSE_CALL;
        let margin = Point::new(limit, limit);
        let candidates = self.bands.candidates(from.min(to) - margin, from.max(to) + margin) & standing;
        let way = Segment::new(from, to);
        bits(candidates).filter(move |i| self.pieces[*i].shape.is_nearer(&way, limit))
    }

    /// Returns true if at least `share` of the table is outside the perimeter, that is farther than `perimeter` from
    /// every station (S28, S29).
    pub fn leaves_free(&self, stations: &[Point], perimeter: f64, share: f64) -> bool {
        let limit = perimeter * perimeter;
        let is_free = |at: &&Point| stations.iter().all(|station| station.distance_squared(**at) > limit);
        // Stops counting as soon as enough points are free.
        let enough = (share * self.lattice.len() as f64).ceil() as usize;
        self.lattice.iter().filter(is_free).take(enough).count() == enough
    }

    fn those(&self, pieces: u64, is_chosen: impl Fn(&Shape) -> bool) -> u64 {
        bits(pieces).fold(0, |mask, i| mask | (u64::from(is_chosen(&self.pieces[i].shape)) << i))
    }
}

/// Returns the numbers of the set bits, lowest first.
pub fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then_some(mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lowest
    })
}
