//! Layouts of battlefields: their form in files, the rules that they depend on, their errors, and the built-in layouts.

use super::Table;
use super::{Battlefield, generate};
use crate::loadout::{ENVIRONMENTS, SystemKind};
use hitchart_config::{InputError, from_toml, listed, nearest, same_name};
use hitchart_dice::{Stream, job_id};
use hitchart_mobile_frame::geometry::PolygonError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

// Layouts as written in a `[battlefield]` table.

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
    /// Environmental system that serves in this terrain.
    #[serde(default, skip_serializing_if = "EnvironmentSystem::is_first")]
    pub needs: EnvironmentSystem,
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
    /// A square table, with sides along the axes.
    #[default]
    Square,
    /// A round table.
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
    /// True if a player may claim it as a station instead of placing one (Handbook, "Stations"). For cover only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub station: bool,
    /// Environmental system that serves on it. For hostile ground only.
    #[serde(default, skip_serializing_if = "EnvironmentSystem::is_first")]
    pub needs: EnvironmentSystem,
}

/// Environmental system that serves in a kind of hostile terrain (rulebook, "Exotic Terrain and Environmental Systems").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum EnvironmentSystem {
    /// `E`, for the first kind, such as deep water
    #[default]
    E,
    /// `Et`, for a second kind, such as tangleweed
    Et,
    /// `Ev`, for a third kind, such as a vacuum
    Ev,
}

impl EnvironmentSystem {
    /// Returns the kind of the system.
    pub fn kind(self) -> SystemKind {
        ENVIRONMENTS[self as usize]
    }

    /// Returns true for `E`.
    pub fn is_first(&self) -> bool {
        *self == EnvironmentSystem::E
    }
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
    #[inline]
    pub fn is_cover(&self) -> bool {
        *self == PieceKind::Cover
    }
}

/// Outline of a piece of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PieceShape {
    /// A rectangle, given by `at`, `size` and an optional `turn`.
    Box,
    /// A disc, given by `at` and `radius`.
    Disc,
    /// A convex polygon, given by `points`.
    Polygon,
}

impl Layout {
    /// Returns the layout with the defaults of its generator written out. An avenue that is not given stays so, because
    /// its default follows the gap.
    ///
    /// # Errors
    /// Fails if a key of the generator is out of range.
    pub fn with_defaults(mut self, rules: &BattlefieldRules) -> Result<Layout, BattlefieldError> {
        if let Some(generator) = &mut self.generator {
            let manner = generate::Manner::of(generator, &rules.as_written())?;
            generator.pieces = Some(manner.pieces);
            (generator.size, generator.gap) = (Some(manner.size), Some(manner.gap));
            (generator.height, generator.bricks) = (Some(manner.height), Some(manner.bricks));
        }
        Ok(self)
    }
}

/// A generator that draws layouts from a seed. Keys that are left out have the defaults of the kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    /// Kind of layouts.
    pub kind: GeneratorKind,
    /// Number of layouts to draw, 1 to 1000; the random stream of a game chooses one.
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
    /// Bricks that attackers break off first; `any` by default (R33).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks: Option<Breaks>,
}

/// Bricks that attackers choose when they hit terrain (rulebook, "When Terrain Takes Damage"; R33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Breaks {
    /// Bricks that do not matter for the height: a piece is as high as before until its last hit
    Any,
    /// The top bricks: a piece of which every brick in height has equally many bricks loses height with each hit
    Top,
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

// Rules that a battlefield depends on.

/// The numbers of the rules that a battlefield depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BattlefieldRules {
    /// Length of the ruler in units, which is also the reach of a perimeter.
    pub ruler: f64,
    /// Length of one unit of a layout in ruler units: less than 1 if the ruleset makes ruler units bigger.
    pub scale: f64,
    /// Least and greatest diagonal of a table, in units of the layout.
    pub least: f64,
    /// Greatest diagonal of a table, in units of the layout.
    pub most: f64,
    /// Radius of a frame's disc in units (R41).
    pub radius: f64,
    /// Hand-to-hand range in units: cover counts if it is this near to the target (R30).
    pub reach: f64,
    /// Brick pieces lost with each hit (R33).
    pub pieces_per_hit: u8,
    /// Least height of cover in bricks (R33).
    pub min_cover_height: u8,
    /// Longest move in units for which ways around pieces are prepared.
    pub longest_move: f64,
}

impl Default for BattlefieldRules {
    fn default() -> BattlefieldRules {
        BattlefieldRules {
            ruler: 8.0,
            scale: 1.0,
            least: 32.0,
            most: 48.0,
            radius: 0.5,
            reach: 1.0,
            pieces_per_hit: 6,
            min_cover_height: 3,
            longest_move: 8.0,
        }
    }
}

impl BattlefieldRules {
    /// Returns the rules in units of the layout, for the generator.
    #[inline]
    pub(super) fn as_written(&self) -> BattlefieldRules {
        BattlefieldRules { scale: 1.0, radius: self.radius / self.scale, ..*self }
    }
}

/// Tolerance of distances, in favour of the acting frame, or of the target for cover (S32).
pub const CLOSE_CALL: f64 = 1e-6;

// Errors in a layout, each with the key at fault.

/// Reason why a layout is not valid. `key` is the path below the layout, such as `pieces[3].size`.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BattlefieldError {
    /// No built-in battlefield has this name.
    #[error(
        "unknown battlefield `{found}`; allowed: {allowed}{}",
        nearest.map_or(String::new(), |name| format!("; did you mean `{name}`?"))
    )]
    Unknown {
        /// The name as the user wrote it.
        found: String,
        /// Names of all built-in battlefields, separated by commas.
        allowed: String,
        /// The most similar known name; `None` if no name is similar.
        nearest: Option<&'static str>,
    },
    /// A number out of its range.
    #[error("`{key}` is {value}, but must be {allowed}")]
    Range {
        /// Path of the key below the layout.
        key: String,
        /// The value that was found.
        value: String,
        /// The allowed values in words, such as `0 to 60`.
        allowed: String,
    },
    /// A key that the shape or kind needs.
    #[error("`{key}` is missing; {needed_by} needs it")]
    Missing {
        /// Path of the missing key below the layout.
        key: String,
        /// The shape that needs the key, such as `a box`.
        needed_by: &'static str,
    },
    /// A key that the shape or kind does not have.
    #[error("`{key}` cannot be used with {given_for}")]
    Surplus {
        /// Path of the key below the layout.
        key: String,
        /// The shape or kind that does not have the key, such as `a disc`.
        given_for: &'static str,
    },
    /// Corners that make no convex polygon.
    #[error("`{key}`: {cause}")]
    Polygon {
        /// Path of the corners or the size below the layout.
        key: String,
        /// Fault of the outline.
        cause: PolygonError,
    },
    /// Pieces and a generator at once.
    #[error("use either `pieces` or `generator`, not both")]
    PiecesAndGenerator,
    /// More pieces than a mask has bits.
    #[error("`pieces` has {found} entries; at most {most} are allowed")]
    TooManyPieces {
        /// Number of pieces in the layout.
        found: usize,
        /// Largest number of pieces that is allowed.
        most: usize,
    },
    /// A piece that is not wholly on the table.
    #[error("`{key}` reaches over the edge of the table, which is {table}")]
    OffTable {
        /// Path of the piece, such as `pieces[3]`.
        key: String,
        /// Shape and size of the table, in words.
        table: String,
    },
    /// Too little room for frames.
    #[error("terrain leaves {free:.0} % of the table free; companies need {needed:.0} % to be fielded")]
    Crowded {
        /// Percentage of the table on which frames can stand.
        free: f64,
        /// Smallest percentage that is allowed.
        needed: f64,
    },
    /// No room for attackers outside a perimeter.
    #[error(
        "outside a perimeter around the centre, frames can stand on {free:.0} % of the table; attackers need {needed:.0} % \
         (S28)"
    )]
    NoApproach {
        /// Percentage of the whole table that is free and outside the perimeter.
        free: f64,
        /// Smallest percentage that is allowed.
        needed: f64,
    },
}

impl BattlefieldError {
    /// Returns the path, below the layout, of the key at fault; empty for the layout as a whole.
    pub fn key(&self) -> &str {
        match self {
            BattlefieldError::Range { key, .. }
            | BattlefieldError::Missing { key, .. }
            | BattlefieldError::Surplus { key, .. }
            | BattlefieldError::Polygon { key, .. }
            | BattlefieldError::OffTable { key, .. } => key,
            BattlefieldError::PiecesAndGenerator => "generator",
            BattlefieldError::TooManyPieces { .. } => "pieces",
            BattlefieldError::Unknown { .. }
            | BattlefieldError::Crowded { .. }
            | BattlefieldError::NoApproach { .. } => "",
        }
    }

    /// Returns a hint how to correct the error; `None` unless a known name is near the unknown one.
    #[inline]
    pub fn help(&self) -> Option<String> {
        match self {
            BattlefieldError::Unknown { nearest, .. } => nearest.map(|name| format!("did you mean `{name}`?")),
            _ => None,
        }
    }

    pub(super) fn range(key: impl Into<String>, value: impl ToString, allowed: impl Into<String>) -> BattlefieldError {
        BattlefieldError::Range { key: key.into(), value: value.to_string(), allowed: allowed.into() }
    }
}

// Battlefields built into the program.

/// Names and files of the built-in battlefields.
const BUILT_IN: [(&str, &str); 5] = [
    ("dense-town", include_str!("../battlefields/dense-town.toml")),
    ("open-plain", include_str!("../battlefields/open-plain.toml")),
    ("avenues", include_str!("../battlefields/avenues.toml")),
    ("duel", include_str!("../battlefields/duel.toml")),
    ("ruins-of-alluel", include_str!("../battlefields/ruins-of-alluel.toml")),
];

/// Returns the names of the built-in battlefields.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    BUILT_IN.iter().map(|(name, _)| *name)
}

/// Returns the TOML text of a built-in battlefield.
///
/// # Errors
/// Fails if no built-in battlefield has this name; the error suggests the nearest name.
#[inline]
pub fn source(name: &str) -> Result<&'static str, BattlefieldError> {
    let found = BUILT_IN.iter().find(|(known, _)| same_name(known, name));
    found.map(|(_, text)| *text).ok_or_else(|| BattlefieldError::Unknown {
        found: name.to_owned(),
        allowed: listed(names()),
        nearest: nearest(name, names()),
    })
}

/// Returns the TOML text of a built-in battlefield, with the error of a user's input.
///
/// # Errors
/// As [`source`].
#[inline]
pub fn text(name: &str) -> Result<String, InputError> {
    let unknown = |error: BattlefieldError| InputError::plain(&error).with_help(error.help());
    source(name).map(str::to_owned).map_err(unknown)
}

/// Returns a built-in layout.
///
/// # Errors
/// Fails if no built-in battlefield has this name; the error suggests the nearest name.
#[inline]
pub fn named(name: &str) -> Result<Layout, BattlefieldError> {
    let text = source(name)?;
    Ok(from_toml(text).expect("built-in battlefields are valid; a test reads them all"))
}

/// Prepares the battlefields of a layout: one if the pieces are written out, else as many as its generator draws. Game
/// i is played on number i modulo the number of battlefields.
///
/// # Errors
/// As [`Battlefield::new`]. Also fails if the layout has both pieces and a generator, or if a key of the generator is
/// out of range.
#[inline]
pub fn battlefields(
    layout: &Layout,
    rules: &BattlefieldRules,
    seed: u64,
) -> Result<Vec<Battlefield>, BattlefieldError> {
    let Some(generator) = &layout.generator else { return Ok(vec![Battlefield::new(layout, rules)?]) };
    (0..generator.layouts.max(1)).map(|number| Battlefield::new(&drawn(layout, rules, seed, number)?, rules)).collect()
}

/// Returns layout `number` of those that the generator draws from a seed, with its pieces written out. A layout without
/// a generator is returned unchanged.
///
/// # Errors
/// Fails if the layout has both pieces and a generator, or if a key of the table or the generator is out of range.
pub fn drawn(layout: &Layout, rules: &BattlefieldRules, seed: u64, number: u32) -> Result<Layout, BattlefieldError> {
    let Some(generator) = &layout.generator else { return Ok(layout.clone()) };
    if !layout.pieces.is_empty() {
        return Err(BattlefieldError::PiecesAndGenerator);
    }
    let rules = &rules.as_written();
    let table = Table::new(&layout.table, rules)?;
    let stream = Stream { seed, job: job_id("battlefield"), stream: u64::from(number) };
    let pieces = generate::pieces(generator, &table, rules, stream)?;
    Ok(Layout { pieces, generator: None, ..layout.clone() })
}
