//! Layouts as written: the literal mirror of a `[battlefield]` table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A battlefield as written: a table, and either its pieces or what draws them. Lengths are in units of 5 studs, which
/// are ruler units where the ruleset makes these no bigger; the origin is the centre of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// Shape and size of the table.
    #[serde(default)]
    pub table: TableLayout,
    /// Whether the ground itself is exotic terrain everywhere, for which frames may need a system.
    #[serde(default)]
    pub hostile: bool,
    /// Pieces of terrain, 0 to 64.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceLayout>,
    /// What draws the pieces instead.
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
    /// Diagonal of the square or diameter of the round table, in units of 5 studs: 4 to 6 rulers of 8 units, that is 32 to
    /// 48, where the ruleset says nothing else.
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

/// A piece of terrain as written. Which of the keys of place and size it needs depends on its shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PieceLayout {
    /// What to call it; `piece 1`, `piece 2`, … by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it is to frames.
    #[serde(default, skip_serializing_if = "PieceKind::is_cover")]
    pub kind: PieceKind,
    /// Its outline.
    pub shape: PieceShape,
    /// Its centre. For a box or a disc.
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
    /// Brick pieces it is built of, 1 to 240; each hit takes 6, the last hit what is left (R33).
    #[serde(default = "default_bricks")]
    #[schemars(range(min = 1, max = 240))]
    pub bricks: u8,
    /// Its height after the first hit, the second, and so on, never rising; the last one stands until the hits are used
    /// up. Without it the height stays. A piece without hits left is gone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub height_after_hits: Vec<u8>,
    /// Whether stairs or a ladder are built into it, by which frames without a movement system climb it (R47). For cover.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stairs: bool,
}

fn default_height() -> u8 {
    4
}

fn default_bricks() -> u8 {
    12
}

/// What a piece of terrain is to frames (rulebook, "The Ruler, Ranges, and Cover" and options; Handbook, "Terrain").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PieceKind {
    /// A structure: cover, and in the way, as long as it is high enough (R33)
    #[default]
    Cover,
    /// Hostile ground: no cover and in nobody's way; frames on it need an environmental system (S41)
    Hostile,
    /// Difficult ground: no cover, but only who may cross cover may enter it (Handbook, "Other terrain")
    Difficult,
    /// A roof over whoever is beneath: cover against higher frames alone, and in nobody's way (R48)
    Roof,
}

impl PieceKind {
    /// Whether it is a structure, as pieces are where nothing else is said.
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

/// What draws layouts from a seed. Keys left out have the kind's own defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    /// The manner of the layouts.
    pub kind: GeneratorKind,
    /// Different layouts to draw, 1 to 1000; games take them in turn.
    #[serde(default = "default_layouts")]
    #[schemars(range(min = 1, max = 1000))]
    pub layouts: u32,
    /// Pieces to place, 0 to 64; fewer stand where no more fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 64))]
    pub pieces: Option<u8>,
    /// Shortest and longest side of a piece, 0.4 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<[f64; 2]>,
    /// Least gap between two pieces and between a piece and the edge: the width of a frame and 0.2 more, to 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// Width of the avenues, from the gap to 12. For avenues-and-alleys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avenue: Option<f64>,
    /// Least and greatest height in bricks, 0 to 60.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<[u8; 2]>,
    /// Least and greatest number of brick pieces, 1 to 240.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bricks: Option<[u8; 2]>,
}

fn default_layouts() -> u32 {
    16
}

/// The manner in which a generator lays out pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GeneratorKind {
    /// Few pieces far apart.
    OpenPlain,
    /// Many boxes close to each other, in no order.
    DenseTown,
    /// Blocks of four houses parted by alleys, the blocks parted by avenues.
    AvenuesAndAlleys,
    /// Pieces and their images by a half turn of the table, so that neither side is better off.
    SymmetricDuel,
}
