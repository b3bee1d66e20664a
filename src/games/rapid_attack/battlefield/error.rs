//! Errors in the layout of a battlefield, each with the key at fault.

use crate::geometry::PolygonError;

/// Reason why a layout is not valid. `key` is the path below the layout, such as `pieces[3].size`.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BattlefieldError {
    /// No built-in battlefield has this name.
    #[error("unknown battlefield `{found}`; allowed: {allowed}")]
    Unknown { found: String, allowed: String, nearest: Option<&'static str> },
    /// A number out of its range.
    #[error("`{key}` is {value}, but must be {allowed}")]
    Range { key: String, value: String, allowed: String },
    /// A key that the shape or kind needs.
    #[error("`{key}` is missing; {needed_by} needs it")]
    Missing { key: String, needed_by: &'static str },
    /// A key that the shape or kind does not have.
    #[error("`{key}` cannot be used with {given_for}")]
    Surplus { key: String, given_for: &'static str },
    /// Corners that make no convex polygon.
    #[error("`{key}`: {cause}")]
    Polygon { key: String, cause: PolygonError },
    /// Pieces and a generator at once.
    #[error("use either `pieces` or `generator`, not both")]
    PiecesAndGenerator,
    /// More pieces than a mask has bits.
    #[error("`pieces` has {found} entries; at most {most} are allowed")]
    TooManyPieces { found: usize, most: usize },
    /// A piece that is not wholly on the table.
    #[error("`{key}` reaches over the edge of the table, which is {table}")]
    OffTable { key: String, table: String },
    /// Too little room for frames.
    #[error("terrain leaves {free:.0} % of the table free; companies need {needed:.0} % to be fielded")]
    Crowded { free: f64, needed: f64 },
    /// No room for attackers outside a perimeter.
    #[error(
        "outside a perimeter around the centre, frames can stand on {free:.0} % of the table; attackers need {needed:.0} % \
         (S28)"
    )]
    NoApproach { free: f64, needed: f64 },
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
