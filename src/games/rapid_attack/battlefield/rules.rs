//! The numbers of the rules that a battlefield depends on.

/// The numbers of the rules that a battlefield depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BattlefieldRules {
    /// Length of the ruler in units, which is also the reach of a perimeter.
    pub ruler: f64,
    /// Length of one unit of a layout in ruler units: less than 1 if the ruleset makes ruler units bigger.
    pub scale: f64,
    /// Least and greatest diagonal of a table, in units of the layout.
    pub least: f64,
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
    pub(super) fn as_written(&self) -> BattlefieldRules {
        BattlefieldRules { scale: 1.0, radius: self.radius / self.scale, ..*self }
    }
}

/// Tolerance of distances, in favour of the acting frame, or of the target for cover (S32).
pub const CLOSE_CALL: f64 = 1e-6;
