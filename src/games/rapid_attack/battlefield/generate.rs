//! Layouts drawn from a seed: pure functions of the generator, the table and a random stream.
//!
//! Places and sizes are tenths of a unit, so that a drawn layout can be written down exactly.

use super::layout::{Generator, GeneratorKind, PieceKind, PieceLayout, PieceShape};
use super::manner::Manner;
use super::table::Table;
use super::{BattlefieldError, BattlefieldRules, piece::Piece};
use crate::geometry::{Point, Shape};
use hitchart_dice::Stream;
use rand::{Rng, RngExt};

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
    PieceLayout {
        kind: PieceKind::Cover,
        stairs: false,
        name: None,
        shape: PieceShape::Box,
        at: None,
        size: Some(size),
        turn: None,
        radius: None,
        points: None,
        height: rng.random_range(manner.height[0]..=manner.height[1]),
        bricks: rng.random_range(manner.bricks[0]..=manner.bricks[1]),
        height_after_hits: Vec::new(),
    }
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
