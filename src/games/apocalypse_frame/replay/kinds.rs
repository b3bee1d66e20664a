//! Values of the fields of a line.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Purpose of a rolled pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Attempt {
    Attack,
    /// To move on damaged legs.
    Legs,
    Climb,
    /// To use a damaged system.
    System,
}

/// Outcome of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Failure,
    Mixed,
    Full,
}

/// Purpose of a single die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DieKind {
    Shield,
    Cover,
    Efficient,
    FrameDamage,
    Bombardment,
    /// Direction of a bombardment that misses its place.
    Astray,
    Lightning,
    /// Choice of a change of the situation.
    Situation,
    Drop,
}

/// Kind of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    Move,
    Sprint,
    Climb,
    System,
    /// Kinetic Drive Motor.
    Drive,
    Motivated,
    /// Approach or Retreat.
    Step,
    /// With the colossus that the part belongs to.
    Carried,
    /// By force.
    Forced,
}

/// The way a system is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    #[default]
    Main,
    /// The second mode of a volley.
    Other,
    /// One band farther, for 1 Tension.
    Projected,
}

/// A resource of an Ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Resource {
    Vigor,
    Tension,
    Ammo,
}

/// Reason for a change of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    Reroll,
    ExtraAction,
    System,
    Hot,
    Invigorating,
    SupportDrones,
    Build,
    FrameDamage,
}

/// Kind of a source of Harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CauseKind {
    Armament,
    Splash,
    System,
    Mortar,
    Attack,
    Hazard,
    Bombardment,
    Lightning,
    ReactiveGas,
    PitchedFirefight,
}

/// A move of an enemy without Harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StanceKind {
    Reinvigorate,
    Endure,
    Shield,
    ProtectArmor,
    ProtectShields,
    Purge,
}

/// Kind of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    Cover,
    LowCover,
    Hazard,
    Rooftop,
    Bombardment,
}

/// Result of a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Dropping {
    Nothing,
    Materials,
    Tension,
    Vigor,
}
