//! Generated layouts: their settings, their pieces drawn from a seed, and the check that they leave enough room; and
//! the corners that a search for routes has yet to visit.
//!
//! A layout is a pure function of the generator, the table and a random stream. Places and sizes are tenths of a unit,
//! so that a drawn layout can be written down exactly.

use super::field::bits;
use super::layout::{
    Breaks, CLOSE_CALL, EnvironmentSystem, Generator, GeneratorKind, PieceKind, PieceLayout, PieceShape,
};
use super::route::{Corner, Obstacles, Walk, octagon};
use super::{Battlefield, BattlefieldError, BattlefieldRules, MAX_PIECES};
use super::{Piece, Table};
use hitchart_dice::Stream;
use hitchart_mobile_frame::geometry::{Point, Shape};
use rand::{Rng, RngExt};

// Pieces drawn from a seed.

/// Number of places tried for each piece before the piece is left out.
const TRIES: u32 = 200;

/// Draws the pieces of one layout.
///
/// # Errors
/// Fails if a key of the generator is out of range.
pub(super) fn pieces(
    generator: &Generator,
    table: &Table,
    rules: &BattlefieldRules,
    stream: Stream,
) -> Result<Vec<PieceLayout>, BattlefieldError> {
    let manner = Manner::of(generator, rules)?;
    let mut rng = stream.rng();
    let mut ground = Ground { table, rules, gap: manner.gap, pieces: Vec::new(), shapes: Vec::new() };
    match generator.kind {
        GeneratorKind::AvenuesAndAlleys => blocks(&mut ground, &manner, &mut rng),
        GeneratorKind::OpenPlain | GeneratorKind::DenseTown | GeneratorKind::SymmetricDuel => {
            scattered(&mut ground, generator.kind, &manner, &mut rng);
        }
    }
    Ok(ground.pieces)
}

/// The pieces placed so far, and the constraints on the next one.
struct Ground<'a> {
    table: &'a Table,
    rules: &'a BattlefieldRules,
    gap: f64,
    pieces: Vec<PieceLayout>,
    shapes: Vec<Shape>,
}

impl Ground<'_> {
    /// Returns the outline of a piece if it keeps the gap to the edge and to the placed pieces; `None` otherwise.
    fn fitting(&self, piece: &PieceLayout) -> Option<Shape> {
        let shape = Piece::new(piece, 0, self.rules).ok()?.shape;
        let fits = self.table.holds(&shape, self.gap)
            && self.shapes.iter().all(|other| other.shape_distance(&shape) >= self.gap - 1e-9);
        fits.then_some(shape)
    }

    fn add(&mut self, piece: PieceLayout, shape: Shape) {
        self.pieces.push(piece);
        self.shapes.push(shape);
    }
}

/// Places pieces at random, each as soon as it fits; in a duel together with its image.
fn scattered(ground: &mut Ground, kind: GeneratorKind, manner: &Manner, rng: &mut impl Rng) {
    let copies = if kind == GeneratorKind::SymmetricDuel { 2 } else { 1 };
    for _ in 0..manner.pieces / copies {
        for _ in 0..TRIES {
            let mut piece = drawn(kind, manner, rng);
            let reach = (ground.table.half() * 10.0).floor() / 10.0;
            let at = [tenths(rng, -reach, reach), tenths(rng, -reach, reach)];
            piece.at = Some(at);
            let Some(shape) = ground.fitting(&piece) else { continue };
            if copies == 1 {
                ground.add(piece, shape);
                break;
            }
            let image = shape.turned_half();
            if image.shape_distance(&shape) >= manner.gap {
                let other = PieceLayout { at: Some([-at[0], -at[1]]), ..piece.clone() };
                ground.add(piece, shape);
                ground.add(other, image);
                break;
            }
        }
    }
}

/// Draws a piece without a place: a house in a town, else a box at any turn, and one time in three a disc.
fn drawn(kind: GeneratorKind, manner: &Manner, rng: &mut impl Rng) -> PieceLayout {
    let size = [tenths(rng, manner.size[0], manner.size[1]), tenths(rng, manner.size[0], manner.size[1])];
    let is_town = kind == GeneratorKind::DenseTown;
    let is_disc = !is_town && rng.random_range(0..3_u32) == 0;
    let turn = if is_town { 0 } else { 15 * rng.random_range(0..12_i32) };
    let piece = house(size, manner, rng);
    if is_disc {
        return PieceLayout { shape: PieceShape::Disc, size: None, radius: Some(size[0] / 2.0), ..piece };
    }
    PieceLayout { turn: (turn != 0).then_some(turn), ..piece }
}

/// Draws a box without a place.
fn house(size: [f64; 2], manner: &Manner, rng: &mut impl Rng) -> PieceLayout {
    let height = rng.random_range(manner.height[0]..=manner.height[1]);
    let bricks = rng.random_range(manner.bricks[0]..=manner.bricks[1]);
    PieceLayout {
        kind: PieceKind::Cover,
        stairs: false,
        station: false,
        needs: EnvironmentSystem::E,
        name: None,
        shape: PieceShape::Box,
        at: None,
        size: Some(size),
        turn: None,
        radius: None,
        points: None,
        height,
        bricks,
        height_after_hits: manner.from_top.map_or_else(Vec::new, |hit| heights_from_top(height, bricks, hit)),
    }
}

/// Returns the heights of a piece after each hit but the last, if attackers break off the top bricks first. Every brick in
/// height has equally many bricks.
fn heights_from_top(height: u8, bricks: u8, per_hit: u8) -> Vec<u8> {
    let left = |hits: u8| u32::from(bricks) - u32::from(hits) * u32::from(per_hit);
    let height = |hits: u8| (left(hits) * u32::from(height)).div_ceil(u32::from(bricks)) as u8;
    (1..bricks.div_ceil(per_hit)).map(height).collect()
}

/// Places blocks of two by two plots, with a house on each plot if it fits. Superfluous houses are removed at random.
fn blocks(ground: &mut Ground, manner: &Manner, rng: &mut impl Rng) {
    let plot = manner.size[1];
    let pitch = 2.0 * plot + manner.gap + manner.avenue;
    let reach = (ground.table.half() / pitch).ceil() as i32;
    let plots = (-reach..reach).flat_map(|block| [-1.0, 1.0].map(|side| (f64::from(block), side)));
    let middles: Vec<f64> =
        plots.map(|(block, side)| (block + 0.5) * pitch + side * (plot + manner.gap) / 2.0).collect();
    for &y in &middles {
        for &x in &middles {
            let size = [tenths(rng, manner.size[0], plot), tenths(rng, manner.size[0], plot)];
            let [left, low] = size.map(|side| tenths(rng, 0.0, plot - side) - (plot - side) / 2.0);
            let at = Point::new(x + left, y + low);
            let house = PieceLayout { at: Some([at.x, at.y].map(hundredth)), ..house(size, manner, rng) };
            if let Some(shape) = ground.fitting(&house) {
                ground.add(house, shape);
            }
        }
    }
    while ground.pieces.len() > usize::from(manner.pieces) {
        let last = ground.pieces.len() as u32;
        let place = rng.random_range(0..last) as usize;
        ground.pieces.remove(place);
        ground.shapes.remove(place);
    }
}

/// Draws a value between `low` and `high` in steps of a tenth from `low`, each with the same probability.
fn tenths(rng: &mut impl Rng, low: f64, high: f64) -> f64 {
    let steps = ((high - low) * 10.0 + 1e-9).floor().max(0.0) as u32;
    let offset = f64::from(rng.random_range(0..=steps)) / 10.0;
    hundredth(low + offset)
}

/// Rounds to a hundredth, so that the layout reads well when written.
fn hundredth(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

// Corners that a search for routes has yet to visit.

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

// Settings of a generator: given by the user, or the defaults of its kind.

/// The checked settings of a layout generator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Manner {
    pub pieces: u8,
    pub size: [f64; 2],
    pub gap: f64,
    pub avenue: f64,
    pub height: [u8; 2],
    pub bricks: [u8; 2],
    /// Bricks that a hit takes, if attackers break off the top first.
    pub from_top: Option<u8>,
}

const OPEN_PLAIN: Manner =
    Manner { pieces: 8, size: [0.8, 2.0], gap: 4.0, avenue: 0.0, height: [3, 5], bricks: [12, 12], from_top: None };
const DENSE_TOWN: Manner =
    Manner { pieces: 28, size: [1.2, 3.0], gap: 1.4, avenue: 0.0, height: [3, 6], bricks: [12, 18], from_top: None };
const AVENUES_AND_ALLEYS: Manner =
    Manner { pieces: 30, size: [1.6, 2.4], gap: 1.4, avenue: 2.6, height: [3, 6], bricks: [12, 18], from_top: None };
const SYMMETRIC_DUEL: Manner =
    Manner { pieces: 14, size: [1.0, 2.6], gap: 2.0, avenue: 0.0, height: [3, 5], bricks: [12, 12], from_top: None };

impl Manner {
    /// Returns the generator's settings, with the defaults of its kind for keys that are not given.
    pub(super) fn of(generator: &Generator, rules: &BattlefieldRules) -> Result<Manner, BattlefieldError> {
        let own = match generator.kind {
            GeneratorKind::OpenPlain => OPEN_PLAIN,
            GeneratorKind::DenseTown => DENSE_TOWN,
            GeneratorKind::AvenuesAndAlleys => AVENUES_AND_ALLEYS,
            GeneratorKind::SymmetricDuel => SYMMETRIC_DUEL,
        };
        if generator.avenue.is_some() && generator.kind != GeneratorKind::AvenuesAndAlleys {
            let given_for = "a generator other than avenues-and-alleys";
            return Err(BattlefieldError::Surplus { key: "generator.avenue".to_owned(), given_for });
        }
        let least_gap = 2.0 * rules.radius + 0.2;
        let gap = generator.gap.unwrap_or(own.gap.max(least_gap));
        let manner = Manner {
            pieces: generator.pieces.unwrap_or(own.pieces),
            size: generator.size.unwrap_or(own.size),
            gap,
            avenue: generator.avenue.unwrap_or(own.avenue.max(gap)),
            height: generator.height.unwrap_or(own.height),
            bricks: generator.bricks.unwrap_or(own.bricks),
            from_top: (generator.breaks == Some(Breaks::Top)).then_some(rules.pieces_per_hit.max(1)),
        };
        manner.check(generator.layouts, least_gap)?;
        Ok(manner)
    }

    fn check(&self, layouts: u32, least_gap: f64) -> Result<(), BattlefieldError> {
        let range = |key: &str, value: f64, least: f64, most: f64| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            Err(BattlefieldError::range(format!("generator.{key}"), value, format!("from {least} to {most}")))
        };
        range("layouts", f64::from(layouts), 1.0, 1000.0)?;
        range("pieces", f64::from(self.pieces), 0.0, MAX_PIECES as f64)?;
        range("gap", self.gap, least_gap, 8.0)?;
        range("avenue", self.avenue, self.gap, 12.0)?;
        for (key, [low, high], least, most) in [
            ("size", self.size, 0.4, 6.0),
            ("height", self.height.map(f64::from), 0.0, 60.0),
            ("bricks", self.bricks.map(f64::from), 1.0, 240.0),
        ] {
            range(&format!("{key}[0]"), low, least, most)?;
            range(&format!("{key}[1]"), high, low, most)?;
        }
        Ok(())
    }
}

// Room to field companies.

/// Least share of the lattice on which frames must be able to stand.
const FREE: f64 = 0.6;
/// Least share of the lattice outside a perimeter around the centre, the place from which a station commands most. If
/// this share is less than the third of S28, the defender is made to stand elsewhere, so that a long ruler may leave a
/// quarter.
const APPROACH: f64 = 0.25;

/// Rejects a battlefield that is too crowded to field companies on.
pub(super) fn check(field: &Battlefield) -> Result<(), BattlefieldError> {
    let all = field.table().lattice(1.0, field.rules().radius).len() as f64;
    let free = field.spots().len() as f64 / all;
    if free < FREE {
        return Err(BattlefieldError::Crowded { free: 100.0 * free, needed: 100.0 * FREE });
    }
    let is_outside = |at: Point| at.length() > field.rules().ruler;
    let approach = field.spots().iter().filter(|spot| is_outside(spot.at)).count() as f64 / all;
    if approach < APPROACH {
        return Err(BattlefieldError::NoApproach { free: 100.0 * approach, needed: 100.0 * APPROACH });
    }
    Ok(())
}
