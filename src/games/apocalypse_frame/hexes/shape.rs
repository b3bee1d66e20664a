//! Shapes of maps.

use super::{HexMap, MAX_HEXES};
use schemars::JsonSchema;
use serde::Deserialize;

/// The outline of a map, as a file gives it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "RawShape")]
#[schemars(!try_from, untagged, deny_unknown_fields)]
pub enum Shape {
    /// A hexagon around `0,0`.
    Hexagon {
        /// Steps from the middle to the edge, 0 to 6.
        #[schemars(range(min = 0, max = 6))]
        hexagon: u8,
    },
    /// Rows of hexes, every other row shifted to the right by half a hex; `0,0` is the first hex of the first row.
    Rectangle {
        /// Hexes of a row, 1 to 127.
        #[schemars(range(min = 1, max = 127))]
        width: u8,
        /// Rows, 1 to 127.
        #[schemars(range(min = 1, max = 127))]
        height: u8,
    },
    /// Drawing of the map: a dot is a hex, a space is a gap.
    Rows {
        /// Rows of the drawing from the top.
        rows: Vec<String>,
    },
}

/// The keys of all outlines. An untagged enum of serde would not report which key is wrong.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with `hexagon`, with `width` and `height`, or with `rows`")]
struct RawShape {
    hexagon: Option<u8>,
    width: Option<u8>,
    height: Option<u8>,
    rows: Option<Vec<String>>,
}

impl TryFrom<RawShape> for Shape {
    type Error = FormError;

    fn try_from(raw: RawShape) -> Result<Shape, FormError> {
        match (raw.hexagon, raw.width, raw.height, raw.rows) {
            (Some(hexagon), None, None, None) => Ok(Shape::Hexagon { hexagon }),
            (None, Some(width), Some(height), None) => Ok(Shape::Rectangle { width, height }),
            (None, None, None, Some(rows)) => Ok(Shape::Rows { rows }),
            _ => Err(FormError),
        }
    }
}

/// Error of keys that do not form an outline together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a map is `{{ hexagon = 3 }}`, `{{ width = 7, height = 5 }}` or `{{ rows = [\"..\", \" .\"] }}`")]
pub struct FormError;

/// Reasons why a shape is not a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    #[error("the map has {0} hexes; allowed: 1 to {MAX_HEXES}")]
    Hexes(usize),
    #[error("`{0}` in a row of the map; write a dot for a hex and a space for a gap")]
    Sign(char),
}

/// Radius of the largest hexagon that fits.
const MAX_RADIUS: i8 = 6;

impl Shape {
    /// Returns the map of this shape.
    ///
    /// # Errors
    /// Returns an error for no hexes or more than [`MAX_HEXES`], and for characters in rows other than dots and spaces.
    pub fn map(&self) -> Result<HexMap, ShapeError> {
        match self {
            Shape::Hexagon { hexagon } => {
                let radius = i8::try_from(*hexagon).unwrap_or(i8::MAX);
                if radius > MAX_RADIUS {
                    let radius = usize::from(*hexagon);
                    return Err(ShapeError::Hexes(3 * radius * (radius + 1) + 1));
                }
                let all = (-radius..=radius).flat_map(|q| (-radius..=radius).map(move |r| (q, r)));
                HexMap::new(all.filter(|(q, r)| (q + r).abs() <= radius).collect())
            }
            Shape::Rectangle { width, height } => {
                let count = usize::from(*width) * usize::from(*height);
                if count > MAX_HEXES {
                    return Err(ShapeError::Hexes(count));
                }
                let row = |row: u8| (0..*width).map(move |column| axial(column, row));
                HexMap::new((0..*height).flat_map(row).collect())
            }
            Shape::Rows { rows } => drawn(rows),
        }
    }
}

fn drawn(rows: &[String]) -> Result<HexMap, ShapeError> {
    let mut places = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        for (column, sign) in text.chars().enumerate() {
            match sign {
                '.' if row > MAX_HEXES || column > MAX_HEXES => return Err(ShapeError::Hexes(row.max(column))),
                '.' => places.push(axial(column as u8, row as u8)),
                ' ' => {}
                other => return Err(ShapeError::Sign(other)),
            }
        }
    }
    HexMap::new(places)
}

/// Returns the axial coordinates of a column and a row, both below 128.
fn axial(column: u8, row: u8) -> (i8, i8) {
    (column as i8 - (row / 2) as i8, row as i8)
}
