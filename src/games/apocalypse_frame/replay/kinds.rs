//! What a line's fields choose from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a pool is rolled for.
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

/// What a roll came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Failure,
    Mixed,
    Full,
}

/// What a single die is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DieKind {
    Shield,
    Cover,
    Efficient,
    FrameDamage,
    Bombardment,
    /// Which way a bombardment goes astray.
    Astray,
    Lightning,
    /// Which change of the situation comes.
    Situation,
    Drop,
}

/// How somebody moves.
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
    /// With the colossus that it is a part of.
    Carried,
    /// By somebody else's will.
    Forced,
}

/// The way a system is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    #[default]
    Main,
    /// The other way to fire a volley.
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

/// Why a resource rises or falls.
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

/// What sort of thing harms.
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

/// A sort of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    Cover,
    LowCover,
    Hazard,
    Rooftop,
    Bombardment,
}

/// What a drop gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Dropping {
    Nothing,
    Materials,
    Tension,
    Vigor,
}
