//! Layouts as written: the literal mirror of a `[battlefield]` table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A battlefield: a table, and either its pieces or a generator of pieces. Lengths are in units of 5 studs, which are
/// ruler units unless the ruleset makes these bigger. The origin is the centre of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// Shape and size of the table.
    #[serde(default)]
    pub table: TableLayout,
    /// True if the whole ground is exotic terrain, for which frames may need a system.
    #[serde(default)]
    pub hostile: bool,
    /// Pieces of terrain, 0 to 64.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceLayout>,
    /// Generator of the pieces, instead of `pieces`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generator: Option<Generator>,
}

/// Shape and size of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableLayout {
    /// Square (sides along the axes) or round.
    #[serde(default)]
    pub shape: TableShape,
    /// Diagonal of the square table or diameter of the round one, in units of 5 studs: 32 to 48 (4 to 6 rulers of 8
    /// units) by default; the ruleset may change these limits.
    #[serde(default = "default_diagonal")]
    pub diagonal: f64,
}

impl Default for TableLayout {
    fn default() -> TableLayout {
        TableLayout { shape: TableShape::default(), diagonal: default_diagonal() }
    }
}

fn default_diagonal() -> f64 {
    40.0
}

/// Outline of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableShape {
    #[default]
    Square,
    Round,
}

/// A piece of terrain. The shape decides which keys of place and size are needed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PieceLayout {
    /// Name of the piece; `piece 1`, `piece 2`, … by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Effect on frames.
    #[serde(default, skip_serializing_if = "PieceKind::is_cover")]
    pub kind: PieceKind,
    /// Outline of the piece.
    pub shape: PieceShape,
    /// Centre. For a box or a disc.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[f64; 2]>,
    /// Width and depth, each over 0. For a box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<[f64; 2]>,
    /// Degrees by which a box is turned to the left: a multiple of 15 from -345 to 345, 0 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<i32>,
    /// Radius, over 0. For a disc.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    /// 3 to 8 corners of a convex outline, in order. For a polygon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<[f64; 2]>>,
    /// Height in bricks, 0 to 60. Under 3 it is no cover (R33).
    #[serde(default = "default_height")]
    #[schemars(range(min = 0, max = 60))]
    pub height: u8,
    /// Number of brick pieces, 1 to 240; each hit removes 6, and the last hit removes the rest (R33).
    #[serde(default = "default_bricks")]
    #[schemars(range(min = 1, max = 240))]
    pub bricks: u8,
    /// Height after the first hit, the second, and so on, never rising; the last value holds until all hits are used.
    /// Without this key the height stays. A piece without hits left is removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub height_after_hits: Vec<u8>,
    /// True if it has stairs or a ladder, so that frames without a movement system can climb it (R47). For cover only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stairs: bool,
}

fn default_height() -> u8 {
    4
}

fn default_bricks() -> u8 {
    12
}

/// Effect of a piece of terrain on frames (rulebook, "The Ruler, Ranges, and Cover" and options; Handbook, "Terrain").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PieceKind {
    /// A structure: cover and an obstacle, if it is high enough (R33)
    #[default]
    Cover,
    /// Hostile ground: neither cover nor an obstacle; frames on it need an environmental system (S41)
    Hostile,
    /// Difficult ground: no cover, but only frames that may cross cover may enter it (Handbook, "Other terrain")
    Difficult,
    /// A roof: cover only against higher frames, and no obstacle (R48)
    Roof,
}

impl PieceKind {
    /// True if it is a structure, the default.
    pub fn is_cover(&self) -> bool {
        *self == PieceKind::Cover
    }
}

/// Outline of a piece of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PieceShape {
    Box,
    Disc,
    Polygon,
}

/// A generator that draws layouts from a seed. Keys that are left out have the defaults of the kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    /// Kind of layouts.
    pub kind: GeneratorKind,
    /// Number of layouts to draw, 1 to 1000; the games use them in turn.
    #[serde(default = "default_layouts")]
    #[schemars(range(min = 1, max = 1000))]
    pub layouts: u32,
    /// Pieces to place, 0 to 64; fewer if no more fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 64))]
    pub pieces: Option<u8>,
    /// Shortest and longest side of a piece, 0.4 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<[f64; 2]>,
    /// Smallest gap between two pieces and between a piece and the edge: the width of a frame plus 0.2, up to 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// Width of the avenues, from the gap to 12. For avenues-and-alleys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avenue: Option<f64>,
    /// Smallest and largest height in bricks, 0 to 60.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<[u8; 2]>,
    /// Smallest and largest number of brick pieces, 1 to 240.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bricks: Option<[u8; 2]>,
}

fn default_layouts() -> u32 {
    16
}

/// Kind of layouts of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GeneratorKind {
    /// Few pieces far apart.
    OpenPlain,
    /// Many boxes close to each other, in no order.
    DenseTown,
    /// Blocks of four houses with alleys between the houses and avenues between the blocks.
    AvenuesAndAlleys,
    /// Pieces and their copies after a half turn of the table, so that both sides are equal.
    SymmetricDuel,
}
