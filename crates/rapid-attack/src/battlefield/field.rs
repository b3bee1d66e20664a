//! Battlefields that are ready for play: queries about places and cover, and masks of the pieces near a place.

use super::layout::{CLOSE_CALL, EnvironmentSystem, Layout, PieceKind};
use super::route::Corners;
use super::{BattlefieldError, BattlefieldRules, MAX_PIECES, generate};
use super::{Piece, Table};
use crate::loadout::{ENVIRONMENTS, SystemKind};
use hitchart_mobile_frame::geometry::{Point, Segment, Shape};

// Battlefields.

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
    /// Environmental system that the whole ground needs; `None` for plain ground.
    hostile: Option<EnvironmentSystem>,
    standing: u64,
    /// Masks of the hostile ground by the system that it needs, of difficult ground and roofs, and of the pieces with
    /// stairs.
    hostile_ground: [u64; ENVIRONMENTS.len()],
    difficult: u64,
    roofs: u64,
    stairs: u64,
    spots: Vec<FieldingPlace>,
    lattice: Vec<Point>,
}

/// A place where a frame can be fielded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldingPlace {
    /// Centre of the frame, in ruler units from the centre of the table.
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
        if !layout.needs.is_first() && !layout.hostile {
            let given_for = "a battlefield without `hostile = true`";
            return Err(BattlefieldError::Surplus { key: "needs".to_owned(), given_for });
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
        let field = Battlefield::prepared(table, pieces, layout.hostile.then_some(layout.needs), rules);
        generate::check(&field)?;
        Ok(field)
    }

    fn prepared(
        table: Table,
        pieces: Vec<Piece>,
        hostile: Option<EnvironmentSystem>,
        rules: &BattlefieldRules,
    ) -> Battlefield {
        let shapes: Vec<Shape> = pieces.iter().map(|piece| piece.shape).collect();
        let those = |is_chosen: &dyn Fn(&Piece) -> bool| {
            pieces.iter().enumerate().fold(0, |mask, (i, piece)| mask | (u64::from(is_chosen(piece)) << i))
        };
        let standing = those(&|piece| piece.kind.is_cover() && piece.height(0) >= rules.min_cover_height);
        let hostile_ground =
            ENVIRONMENTS.map(|needs| those(&|piece| piece.kind == PieceKind::Hostile && piece.needs.kind() == needs));
        let [difficult, roofs] = [PieceKind::Difficult, PieceKind::Roof].map(|kind| those(&|piece| piece.kind == kind));
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
        field.spots = free.map(|at| FieldingPlace { at, near: field.near(at, standing) }).collect();
        field
    }

    /// Returns the rules that the battlefield was prepared for.
    #[inline]
    pub fn rules(&self) -> &BattlefieldRules {
        &self.rules
    }

    /// Returns the table.
    #[inline]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the environmental system that the whole ground needs; `None` for plain ground.
    #[inline]
    pub fn hostile(&self) -> Option<EnvironmentSystem> {
        self.hostile
    }

    /// Returns the environmental systems that a frame needs at a place: of the whole ground, and of hostile pieces that
    /// it is at least partly on (S41).
    #[inline]
    pub fn hostile_at(&self, at: Point) -> impl Iterator<Item = SystemKind> + '_ {
        let whole = self.hostile.map(EnvironmentSystem::kind);
        let here = move |ground: u64| ground != 0 && self.under(at, ground) != 0;
        let pieces = ENVIRONMENTS.iter().zip(self.hostile_ground).filter(move |(_, ground)| here(*ground));
        whole.into_iter().chain(pieces.map(|(needs, _)| *needs))
    }

    /// Returns the pieces that players may claim as stations, and the centre of each.
    pub fn claims(&self) -> impl Iterator<Item = (u8, Point)> + Clone + '_ {
        (0..).zip(&self.pieces).filter(|(_, piece)| piece.station).map(|(number, piece)| (number, piece.shape.centre()))
    }

    /// Returns the mask of pieces of difficult ground.
    #[inline]
    pub fn difficult(&self) -> u64 {
        self.difficult
    }

    /// Returns the mask of roofs, standing or not.
    #[inline]
    pub fn roofs(&self) -> u64 {
        self.roofs
    }

    /// Returns the mask of pieces with stairs or a ladder.
    #[inline]
    pub fn stairs(&self) -> u64 {
        self.stairs
    }

    /// Returns the pieces, at most 64.
    #[inline]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the mask of the pieces that are cover at the beginning.
    #[inline]
    pub fn standing(&self) -> u64 {
        self.standing
    }

    /// Returns true if a piece is still cover and an obstacle after `hits_lost` hits (R33).
    #[inline]
    pub fn is_cover(&self, piece: usize, hits_lost: u8) -> bool {
        self.pieces[piece].height(hits_lost) >= self.rules.min_cover_height
    }

    /// Returns the places of a lattice of 1 unit where a frame can stand at the beginning, row by row from the lower
    /// left.
    #[inline]
    pub fn spots(&self) -> &[FieldingPlace] {
        &self.spots
    }

    /// Returns true if a disc is on the table.
    #[inline]
    pub fn contains(&self, at: Point, radius: f64) -> bool {
        self.table.contains(at, radius)
    }

    /// Returns a mask that contains all pieces within a distance of a place, and possibly a few others.
    #[inline]
    pub fn about(&self, at: Point, distance: f64) -> u64 {
        let margin = Point::new(distance, distance);
        self.bands.candidates(at - margin, at + margin)
    }

    /// Returns the mask of the standing pieces near enough to a frame to cover it (R30).
    #[inline]
    pub fn near(&self, at: Point, standing: u64) -> u64 {
        let limit = self.rules.radius + self.rules.reach + CLOSE_CALL;
        self.within(at, limit, standing, |cell| cell.near, |square| square <= limit * limit)
    }

    /// Returns the mask of the standing pieces that a frame overlaps; touching is not overlapping.
    #[inline]
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
    #[inline]
    pub fn cover(&self, target: Point, attacker: Point, near: u64) -> u64 {
        if near == 0 {
            return 0;
        }
        let line = self.line_of_attack(target, attacker);
        self.those(near, |shape| shape.meets(&line, CLOSE_CALL))
    }

    /// Returns the pieces of `near` that reach into the corridor between the two frames, which is as wide as a frame.
    /// This is the other reading of R30.
    #[inline]
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
    #[inline]
    pub fn nearest(&self, at: Point, pieces: u64) -> Option<usize> {
        let distances = bits(pieces).map(|i| (self.pieces[i].shape.distance_squared(at), i));
        distances.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, i)| i)
    }

    /// Returns true if no standing piece blocks a frame on the straight way. The table is not checked: it is convex, so
    /// the way is on the table if both ends are.
    #[inline]
    pub fn clear(&self, from: Point, to: Point, standing: u64) -> bool {
        self.blockers(from, to, standing).next().is_none()
    }

    /// Like `clear`, but ignores the pieces that the frame overlaps at the start of the way.
    #[inline]
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
    #[inline]
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

// Masks of the pieces that may be in a box, by bands of the table.

/// Width of a band in units.
const BAND: f64 = 0.5;
/// Room for rounding. A superfluous piece in a mask costs one more check; a missing piece would give a wrong result.
const BAND_MARGIN: f64 = 1e-6;

/// For each vertical and each horizontal band of the table, two masks of pieces: those that begin before the band ends,
/// and those that end after the band begins. Four look-ups give all pieces whose bounds meet a box.
#[derive(Clone, Debug)]
pub(super) struct Bands {
    half: f64,
    columns: Vec<Band>,
    rows: Vec<Band>,
}

#[derive(Clone, Copy, Debug)]
struct Band {
    begun: u64,
    not_ended: u64,
}

impl Bands {
    #[inline]
    pub(super) fn new(half: f64, shapes: &[Shape]) -> Bands {
        let bounds: Vec<(Point, Point)> = shapes.iter().map(Shape::bounds).collect();
        let along = |pick: fn(Point) -> f64| {
            let spans: Vec<(f64, f64)> = bounds.iter().map(|(low, high)| (pick(*low), pick(*high))).collect();
            bands(half, &spans)
        };
        Bands { half, columns: along(|at| at.x), rows: along(|at| at.y) }
    }

    /// Returns a mask that contains all pieces whose bounds meet the box, and possibly a few others.
    #[inline]
    pub(super) fn candidates(&self, low: Point, high: Point) -> u64 {
        self.columns[self.band(high.x)].begun
            & self.columns[self.band(low.x)].not_ended
            & self.rows[self.band(high.y)].begun
            & self.rows[self.band(low.y)].not_ended
    }

    /// Returns the number of the band at a coordinate. The first and the last band extend to infinity.
    fn band(&self, coordinate: f64) -> usize {
        (((coordinate + self.half) * (1.0 / BAND)) as usize).min(self.columns.len() - 1)
    }
}

fn bands(half: f64, spans: &[(f64, f64)]) -> Vec<Band> {
    let count = (2.0 * half / BAND).ceil().max(1.0) as usize;
    let mask = |chosen: &dyn Fn(&(f64, f64)) -> bool| {
        spans.iter().enumerate().fold(0, |mask, (i, span)| mask | (u64::from(chosen(span)) << i))
    };
    (0..count)
        .map(|i| {
            let begin = if i == 0 { f64::NEG_INFINITY } else { i as f64 * BAND - half - BAND_MARGIN };
            let end = if i + 1 == count { f64::INFINITY } else { (i + 1) as f64 * BAND - half + BAND_MARGIN };
            Band { begun: mask(&|span| span.0 <= end), not_ended: mask(&|span| span.1 >= begin) }
        })
        .collect()
}

// Masks of the pieces that may be under or near a frame, by cells of the table.

/// Side of a cell in units.
const CELL: f64 = 1.0;
/// Half the diagonal of a cell, plus room for rounding. A superfluous piece in a mask costs one more check; a missing
/// piece would give a wrong result.
const CELL_MARGIN: f64 = CELL * std::f64::consts::FRAC_1_SQRT_2 + 1e-6;

/// A square net over the table. Each cell holds masks of all pieces that are within one of two distances of any place
/// in the cell, and of few others.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    half: f64,
    side: usize,
    cells: Vec<Cell>,
}

/// Masks of the pieces that may be under a frame in the cell, and of those that may be near the frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    pub under: u64,
    pub near: u64,
}

impl Cells {
    /// Builds the cells of a table that extends from `-half` to `half` in both coordinates. A piece is under a frame if
    /// it is within `under` units of the frame's centre, and near the frame if it is within `near` units.
    #[inline]
    pub(super) fn new(half: f64, shapes: &[Shape], under: f64, near: f64) -> Cells {
        let side = (2.0 * half / CELL).ceil().max(1.0) as usize;
        let mut cells = Cells { half, side, cells: vec![Cell::default(); side * side] };
        for (piece, shape) in shapes.iter().enumerate() {
            cells.note(piece, shape, under, near);
        }
        cells
    }

    fn note(&mut self, piece: usize, shape: &Shape, under: f64, near: f64) {
        let (low, high) = shape.bounds();
        let reach = under.max(near) + CELL_MARGIN;
        let place = |coordinate: f64| (((coordinate + self.half) / CELL).max(0.0) as usize).min(self.side - 1);
        let middle = |place: usize| (place as f64 + 0.5) * CELL - self.half;
        for row in place(low.y - reach)..=place(high.y + reach) {
            for column in place(low.x - reach)..=place(high.x + reach) {
                let distance = shape.distance(Point::new(middle(column), middle(row)));
                let cell = &mut self.cells[row * self.side + column];
                cell.under |= u64::from(distance <= under + CELL_MARGIN) << piece;
                cell.near |= u64::from(distance <= near + CELL_MARGIN) << piece;
            }
        }
    }

    /// Returns the cell that contains a place; `None` if the place is off the net.
    #[inline]
    pub(super) fn at(&self, at: Point) -> Option<&Cell> {
        let (x, y) = ((at.x + self.half) * (1.0 / CELL), (at.y + self.half) * (1.0 / CELL));
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let (column, row) = (x as usize, y as usize);
        if column < self.side { self.cells.get(row * self.side + column) } else { None }
    }
}
