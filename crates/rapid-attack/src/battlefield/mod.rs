//! Battlefields of whole games: the table, the terrain on it, and queries for movement and cover.
//!
//! A [`Layout`] is the user's input; [`battlefields`] checks it, draws pieces if there is a generator, and returns the
//! [`Battlefield`]s that games share. Lengths are in ruler units, the origin is the centre of the table, and distances
//! are between closest points. Close calls are decided as ruled in S32: cover favours the target, ways favour the
//! mover. Only `+ - * /` and square roots are used, so that every machine plays the same game.

mod field;
mod generate;
mod layout;
mod route;
#[cfg(test)]
mod tests;

pub use field::{Battlefield, FieldingPlace, bits};
use hitchart_mobile_frame::geometry::{Point, Polygon, Shape};
pub use layout::{
    BattlefieldError, BattlefieldRules, Breaks, CLOSE_CALL, EnvironmentSystem, Generator, GeneratorKind, Layout,
    PieceKind, PieceLayout, PieceShape, TableLayout, TableShape, battlefields, drawn, named, names, source, text,
};
pub use route::{Anchors, MAX_BENDS, Route};

/// Most pieces of terrain; masks of pieces are 64 bits wide.
pub const MAX_PIECES: usize = 64;

// Pieces of terrain, and the table.

/// Greatest height in bricks.
const MAX_HEIGHT: u8 = 60;
/// Most brick pieces of one piece.
const MAX_BRICKS: u8 = 240;
/// Largest coordinate or length that is accepted; tables are far smaller.
const MAX_LENGTH: f64 = 1000.0;

/// A piece of terrain that is ready for play.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Name in messages and replays.
    pub name: String,
    /// Effect on frames.
    pub kind: PieceKind,
    /// True if it has stairs or a ladder.
    pub stairs: bool,
    /// True if a player may claim it as a station.
    pub station: bool,
    /// Environmental system that serves on it, if it is hostile ground.
    pub needs: EnvironmentSystem,
    /// Outline of the piece.
    pub shape: Shape,
    /// Area in square units.
    pub area: f64,
    /// Number of hits that remove the piece: `bricks / pieces_per_hit`, rounded up (R33).
    pub hits: u8,
    /// Height in bricks before the first hit, after one hit, and so on.
    heights: Vec<u8>,
}

impl Piece {
    /// Checks and prepares a piece; `number` is its place in the list.
    fn new(layout: &PieceLayout, number: usize, rules: &BattlefieldRules) -> Result<Piece, BattlefieldError> {
        let key = format!("pieces[{number}]");
        let shape = match rules.scale == 1.0 {
            true => outline(layout, &key)?,
            false => outline(&scaled(layout, rules.scale), &key)?,
        };
        if layout.height > MAX_HEIGHT {
            return Err(BattlefieldError::range(format!("{key}.height"), layout.height, format!("0 to {MAX_HEIGHT}")));
        }
        if !(1..=MAX_BRICKS).contains(&layout.bricks) {
            return Err(BattlefieldError::range(format!("{key}.bricks"), layout.bricks, format!("1 to {MAX_BRICKS}")));
        }
        let heights: Vec<u8> = [layout.height].into_iter().chain(layout.height_after_hits.iter().copied()).collect();
        if let Some(rise) = heights.windows(2).position(|pair| pair[1] > pair[0]) {
            let key = format!("{key}.height_after_hits[{rise}]");
            return Err(BattlefieldError::range(key, heights[rise + 1], format!("at most {}", heights[rise])));
        }
        check_kind(layout, &key, rules)?;
        // Ground has no height, even if the layout gives one.
        let heights = match layout.kind {
            PieceKind::Cover | PieceKind::Roof => heights,
            PieceKind::Hostile | PieceKind::Difficult => vec![0],
        };
        let (kind, stairs, needs) = (layout.kind, layout.stairs, layout.needs);
        let name = layout.name.clone().unwrap_or_else(|| format!("piece {}", number + 1));
        let hits = layout.bricks.div_ceil(rules.pieces_per_hit.max(1));
        Ok(Piece { name, kind, stairs, station: layout.station, needs, shape, area: shape.area(), hits, heights })
    }

    /// Returns the height in bricks after `hits_lost` hits; 0 if no hit is left.
    pub fn height(&self, hits_lost: u8) -> u8 {
        if hits_lost >= self.hits {
            return 0;
        }
        self.heights[usize::from(hits_lost).min(self.heights.len() - 1)]
    }
}

/// Returns the piece with its place and size multiplied by `scale`.
fn scaled(layout: &PieceLayout, scale: f64) -> PieceLayout {
    let pair = |pair: [f64; 2]| pair.map(|length| length * scale);
    PieceLayout {
        at: layout.at.map(pair),
        size: layout.size.map(pair),
        radius: layout.radius.map(|radius| radius * scale),
        points: layout.points.as_ref().map(|points| points.iter().copied().map(pair).collect()),
        ..layout.clone()
    }
}

/// Checks that only structures have stairs or are claimed, that only hostile ground needs a system, and that roofs are high enough to be
/// cover.
fn check_kind(layout: &PieceLayout, key: &str, rules: &BattlefieldRules) -> Result<(), BattlefieldError> {
    if !layout.needs.is_first() && layout.kind != PieceKind::Hostile {
        let given_for = "terrain other than hostile ground";
        return Err(BattlefieldError::Surplus { key: format!("{key}.needs"), given_for });
    }
    let of_structures = [("stairs", layout.stairs), ("station", layout.station)];
    if let Some((name, _)) = of_structures.into_iter().find(|(_, given)| *given)
        && layout.kind != PieceKind::Cover
    {
        let given_for = match layout.kind {
            PieceKind::Roof => "a roof",
            _ => "ground",
        };
        return Err(BattlefieldError::Surplus { key: format!("{key}.{name}"), given_for });
    }
    if layout.kind == PieceKind::Roof && layout.height < rules.min_cover_height {
        let allowed = format!("at least {}, because it is cover", rules.min_cover_height);
        return Err(BattlefieldError::range(format!("{key}.height"), layout.height, allowed));
    }
    Ok(())
}

/// Builds the outline from the keys that belong to its shape.
fn outline(layout: &PieceLayout, key: &str) -> Result<Shape, BattlefieldError> {
    let used: &[&str] = match layout.shape {
        PieceShape::Box => &["at", "size", "turn"],
        PieceShape::Disc => &["at", "radius"],
        PieceShape::Polygon => &["points"],
    };
    let kind = match layout.shape {
        PieceShape::Box => "a box",
        PieceShape::Disc => "a disc",
        PieceShape::Polygon => "a polygon",
    };
    let given = [
        ("at", layout.at.is_some()),
        ("size", layout.size.is_some()),
        ("turn", layout.turn.is_some()),
        ("radius", layout.radius.is_some()),
        ("points", layout.points.is_some()),
    ];
    for (name, is_given) in given {
        let key = format!("{key}.{name}");
        if is_given && !used.contains(&name) {
            return Err(BattlefieldError::Surplus { key, given_for: kind });
        }
        if !is_given && used.contains(&name) && name != "turn" {
            return Err(BattlefieldError::Missing { key, needed_by: kind });
        }
    }
    match (layout.at, layout.size, layout.radius, &layout.points) {
        (Some(at), Some(size), ..) => rectangle(at, size, layout.turn.unwrap_or(0), key),
        (Some(at), _, Some(radius), _) => {
            let centre = place(at, &format!("{key}.at"))?;
            Ok(Shape::Disc { centre, radius: length(radius, &format!("{key}.radius"))? })
        }
        (.., points) => polygon(points.as_deref().unwrap_or(&[]), key),
    }
}

fn rectangle(at: [f64; 2], size: [f64; 2], turn: i32, key: &str) -> Result<Shape, BattlefieldError> {
    let centre = place(at, &format!("{key}.at"))?;
    let size_key = format!("{key}.size");
    let (width, depth) = (length(size[0], &size_key)?, length(size[1], &size_key)?);
    let direction = direction(turn)
        .ok_or_else(|| BattlefieldError::range(format!("{key}.turn"), turn, "a multiple of 15 from -345 to 345"))?;
    match Polygon::rectangle(centre, width, depth, direction) {
        Ok(polygon) => Ok(Shape::Polygon(polygon)),
        Err(cause) => Err(BattlefieldError::Polygon { key: size_key, cause }),
    }
}

fn polygon(points: &[[f64; 2]], key: &str) -> Result<Shape, BattlefieldError> {
    let key = format!("{key}.points");
    let corners: Result<Vec<Point>, BattlefieldError> =
        points.iter().enumerate().map(|(i, at)| place(*at, &format!("{key}[{i}]"))).collect();
    Polygon::new(&corners?).map(Shape::Polygon).map_err(|cause| BattlefieldError::Polygon { key, cause })
}

fn place(at: [f64; 2], key: &str) -> Result<Point, BattlefieldError> {
    match at.iter().find(|value| !(-MAX_LENGTH..=MAX_LENGTH).contains(*value)) {
        Some(value) => Err(BattlefieldError::range(key, value, "on the table")),
        None => Ok(at.into()),
    }
}

/// Checks that a length is at least 0.01 and not absurdly large.
fn length(value: f64, key: &str) -> Result<f64, BattlefieldError> {
    if (0.01..=MAX_LENGTH).contains(&value) {
        Ok(value)
    } else {
        Err(BattlefieldError::range(key, value, "at least 0.01 and on the table"))
    }
}

/// Returns the unit vector at a multiple of 15 degrees, from literals, because run-time sines differ between machines.
fn direction(degrees: i32) -> Option<Point> {
    const FIRST_QUARTER: [(f64, f64); 6] = [
        (1.0, 0.0),
        (0.965_925_826_289_068_3, 0.258_819_045_102_520_74),
        (0.866_025_403_784_438_6, 0.5),
        (std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2),
        (0.5, 0.866_025_403_784_438_6),
        (0.258_819_045_102_520_74, 0.965_925_826_289_068_3),
    ];
    if degrees % 15 != 0 || degrees.abs() >= 360 {
        return None;
    }
    let step = degrees.rem_euclid(360) / 15;
    let (x, y) = FIRST_QUARTER[(step % 6) as usize];
    Some((0..step / 6).fold(Point::new(x, y), |vector, _| vector.left()))
}

/// The table: a square or a disc about the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table {
    shape: TableShape,
    /// Half the side of the square or the radius, in units.
    half: f64,
}

impl Table {
    /// Checks and prepares the table.
    fn new(layout: &TableLayout, rules: &BattlefieldRules) -> Result<Table, BattlefieldError> {
        let BattlefieldRules { least, most, .. } = *rules;
        if !(least..=most).contains(&layout.diagonal) {
            let allowed = format!("from {least} to {most}, `table.least` and `table.most` of the ruleset");
            return Err(BattlefieldError::range("table.diagonal", layout.diagonal, allowed));
        }
        let diagonal = layout.diagonal * rules.scale;
        let half = match layout.shape {
            TableShape::Square => diagonal / 2.0 * std::f64::consts::FRAC_1_SQRT_2,
            TableShape::Round => diagonal / 2.0,
        };
        Ok(Table { shape: layout.shape, half })
    }

    /// Returns half the width of the table in units.
    pub fn half(&self) -> f64 {
        self.half
    }

    /// Returns the outline of the table.
    pub fn shape(&self) -> TableShape {
        self.shape
    }

    /// Returns true if the disc is on the table.
    pub fn contains(&self, at: Point, radius: f64) -> bool {
        let room = self.half - radius + CLOSE_CALL;
        match self.shape {
            TableShape::Square => at.x.abs() <= room && at.y.abs() <= room,
            TableShape::Round => room >= 0.0 && at.dot(at) <= room * room,
        }
    }

    /// Returns true if the shape is on the table and at least `margin` away from its edge.
    fn holds(&self, shape: &Shape, margin: f64) -> bool {
        match shape {
            Shape::Disc { centre, radius } => self.contains(*centre, radius + margin),
            Shape::Polygon(polygon) => polygon.corners().iter().all(|corner| self.contains(*corner, margin)),
        }
    }

    /// Returns the points of a square lattice around the origin, `spacing` apart, at which a disc is on the table. A
    /// half turn maps the lattice onto itself.
    fn lattice(&self, spacing: f64, radius: f64) -> Vec<Point> {
        let count = (self.half / spacing).ceil() as i32;
        let rows = -count..count;
        let place = |i: i32| (f64::from(i) + 0.5) * spacing;
        rows.clone()
            .flat_map(|row| rows.clone().map(move |column| Point::new(place(column), place(row))))
            .filter(|at| self.contains(*at, radius))
            .collect()
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.shape {
            TableShape::Square => write!(f, "{:.2} units square about the origin", 2.0 * self.half),
            TableShape::Round => write!(f, "a disc of radius {:.2} about the origin", self.half),
        }
    }
}
