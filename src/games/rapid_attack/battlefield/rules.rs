//! The numbers of the rules that a battlefield depends on.

/// The numbers of the rules that a battlefield depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BattlefieldRules {
    /// Length of the ruler in units; a perimeter is a ruler wide.
    pub ruler: f64,
    /// Units to a unit of a layout: less than 1 where units are bigger.
    pub scale: f64,
    /// Least and greatest diagonal of a table as its layout has it.
    pub least: f64,
    pub most: f64,
    /// Radius of a frame's disc in units (R41).
    pub radius: f64,
    /// Hand-to-hand range in units: cover counts this near to the target (R30).
    pub reach: f64,
    /// Brick pieces lost with each hit (R33).
    pub pieces_per_hit: u8,
    /// Least height of cover in bricks (R33).
    pub min_cover_height: u8,
    /// Longest move in units that ways around pieces are prepared for.
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
    /// The same in units of the layout, by which it is drawn.
    pub(super) fn as_written(&self) -> BattlefieldRules {
        BattlefieldRules { scale: 1.0, radius: self.radius / self.scale, ..*self }
    }
}

/// What distances may be off in favour of the one who acts, or of the target for cover (S32).
pub const CLOSE_CALL: f64 = 1e-6;
