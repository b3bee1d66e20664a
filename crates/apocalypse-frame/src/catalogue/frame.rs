//! Frames: resources, traits and stock loadout.

use super::numbers::Mark;
use serde::{Deserialize, Serialize};

/// Division of The Collective that a frame belongs to ("Divisions").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Division {
    Sword,
    Arrow,
    Shield,
}

/// A build trait: the resource that is regained before drops ("Build Traits").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Build {
    Light,
    Medium,
    Heavy,
}

impl Build {
    /// All builds.
    pub const ALL: [Build; 3] = [Build::Light, Build::Medium, Build::Heavy];

    /// Returns the key in a ruleset.
    pub const fn name(self) -> &'static str {
        match self {
            Build::Light => "light",
            Build::Medium => "medium",
            Build::Heavy => "heavy",
        }
    }

    /// Returns the Vigor and Tension regained at the end of the GM turn, by the book.
    pub const fn book(self) -> (u8, u8) {
        match self {
            Build::Light => (0, 2),
            Build::Medium => (1, 1),
            Build::Heavy => (2, 0),
        }
    }
}

/// An integral trait ("Integral Traits").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Trait {
    /// M1-SOLDIER: +1 Harm on armaments with Burst, Spin Up or Splash and without Energy.
    TripledFeedMotors,
    /// L1-RECON: the first 4 of a turn provokes no Harm.
    HairpinControls,
    /// H1-VANGUARD: other Aces in the hex have at least 1 Armor (A32).
    FlaredPlating,
    /// M2-ARCHER: Far reaches 3 hexes while no enemy is Close or Near, at -1 die or -1 Harm (A28).
    LongRangeOptics,
    /// L2-BRAWLER: a free move to Near after taking an enemy out at Close.
    KineticDriveMotor,
    /// H2-LANCER: the first attack of a round becomes two attacks, with two armaments at two targets (A29).
    ParallelProcessors,
    /// M3-SENTINEL: at the end of its turn it and all Close allies regain 1 Vigor.
    SupportDrones,
    /// L3-GLADIATOR: +1 Armor against Near and Far (A30).
    RiotShield,
    /// H3-ANGLER: enemies that it harms cannot move for the rest of the round (A31).
    SuppressionTargeting,
}

impl Trait {
    /// All integral traits.
    pub const ALL: [Trait; 9] = [
        Trait::TripledFeedMotors,
        Trait::HairpinControls,
        Trait::FlaredPlating,
        Trait::LongRangeOptics,
        Trait::KineticDriveMotor,
        Trait::ParallelProcessors,
        Trait::SupportDrones,
        Trait::RiotShield,
        Trait::SuppressionTargeting,
    ];

    /// Returns the name as printed.
    pub const fn name(self) -> &'static str {
        match self {
            Trait::TripledFeedMotors => "Tripled Feed Motors",
            Trait::HairpinControls => "Hairpin Controls",
            Trait::FlaredPlating => "Flared Plating",
            Trait::LongRangeOptics => "Long-Range Optics",
            Trait::KineticDriveMotor => "Kinetic Drive Motor",
            Trait::ParallelProcessors => "Parallel Processors",
            Trait::SupportDrones => "Support Drones",
            Trait::RiotShield => "Riot Shield",
            Trait::SuppressionTargeting => "Suppression Targeting",
        }
    }
}

/// Drive, Speed and Control: 1 to 3 each, 6 in all (A62).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attributes {
    pub drive: u8,
    pub speed: u8,
    pub control: u8,
}

/// A frame as the book lists it.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameModel {
    /// Name, such as `M1-SOLDIER`.
    pub name: String,
    pub division: Division,
    /// Base Vigor, before Drive.
    pub vigor: u8,
    /// Base Tension, before Speed (A11).
    pub tension: u8,
    /// Base Ammo, before Control.
    pub ammo: u8,
    pub build: Build,
    /// The integral trait; `None` if the frame has no trait.
    pub integral_trait: Option<Mark<Trait>>,
    /// Name of the integral system.
    pub integral: String,
    /// Names of the modular systems.
    pub modular: [String; 2],
    /// Names of the armaments.
    pub armaments: [String; 2],
    /// Names of the backups of the armaments, in the same order.
    pub backups: [String; 2],
    /// Attributes of the ready-made sheet.
    pub attributes: Attributes,
}
