//! The sections of the ruleset on the use of dice: dice for the defense, flat modifiers, extra dice by circumstance,
//! repair.
//!
//! Sources are the questions and the advice of the rulebook's chapter "Settings & Rule Hacks".

use hitchart_dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Defense of a frame (rulebook, "A Few Non-Obvious Effects": defense more and less effective).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DefenseRules {
    /// True if white dice may be given to the defense.
    pub whites: bool,
    /// True if the defense is the sum of all blue dice; else it is the highest one.
    pub sum_blues: bool,
}

/// Pips added to every die given to an action, 0 to 6 each; an action without a die gets none (rulebook, "Don't give
/// anyone numerical modifiers").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModifierRules {
    /// Pips added to attacks, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub attack: u8,
    /// Pips added to defenses, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub defense: u8,
    /// Pips added to movement, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub movement: u8,
    /// Pips added to spots, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub spot: u8,
}

/// Extra dice of a frame by circumstance, rolled with its others (rulebook, "Does something give a frame extra dice?";
/// "powers that require a frame to stand still").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtraRules {
    /// Condition for these dice, checked when the frame rolls.
    pub when: Circumstance,
    /// For `late`: the clock at which the condition begins, 0 to 30.
    #[schemars(range(min = 0, max = 30))]
    pub clock: u8,
    /// Red dice, if the frame attacks.
    pub attack: Pool,
    /// Blue dice.
    pub defense: Pool,
    /// Green dice.
    pub movement: Pool,
    /// Yellow dice.
    pub comms: Pool,
}

/// Condition for extra dice of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Circumstance {
    /// Never
    Never,
    /// In every roll
    Always,
    /// Within reach of a station of its side
    AtOwnStation,
    /// Within reach of a station of another player or without an owner
    AtStationOfOthers,
    /// Within hand-to-hand range of standing cover
    BesideCover,
    /// With the clock at or under `clock`
    Late,
    /// With fewer frames on its side than any other player
    Outnumbered,
    /// After a turn in which it neither moved nor attacked nor spotted
    StoodStill,
}

/// Repair during the battle (rulebook, "don't institute a repair system").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RepairRules {
    /// Lowest face of an unused white die that restores a lost system at the end of a frame's turn, 1 to 20; 21 is
    /// never.
    #[schemars(range(min = 1, max = 21))]
    pub face: u8,
    /// Most systems that a frame restores in a turn, 1 to 4.
    #[schemars(range(min = 1, max = 4))]
    pub most: u8,
}

impl RepairRules {
    /// A face that no die has.
    pub const NEVER: u8 = 21;
}
