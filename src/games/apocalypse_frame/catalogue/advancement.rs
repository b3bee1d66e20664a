//! What happens between missions: costs, clocks and upgrades ("Advancement", "Campaign Progression").

use serde::{Deserialize, Serialize};

/// Everything between missions.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advancement {
    pub costs: Costs,
    pub limits: Limits,
    pub clocks: Clocks,
    pub rewards: Rewards,
    /// What the other teams make of their missions, by the face of the die, lowest first.
    pub other_teams: Vec<OtherTeam>,
    /// "Ace Upgrades".
    pub upgrade: Vec<UpgradeEntry>,
}

/// Prices in Materials ("Loadout and Frame Changes", "Armament/System Improvement"). The price of a lost frame is
/// `damage.replacement` of the ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// An armament or modular system as the list has it.
    pub stock_gear: u16,
    /// A frame of the book, unchanged.
    pub stock_frame: u16,
    /// A tag rolled for an armament without added tags.
    pub random_armament_tag: u16,
    /// A tag rolled for an armament with one.
    pub random_second_armament_tag: u16,
    /// A tag of choice for an armament without added tags.
    pub chosen_armament_tag: u16,
    /// A tag of choice for an armament with one.
    pub chosen_second_armament_tag: u16,
    /// A tag rolled for a modular system.
    pub random_item_tag: u16,
    /// A tag of choice for a modular system.
    pub chosen_item_tag: u16,
}

/// Most of what can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Tags added to an armament.
    pub armament_tags: u8,
    /// Tags added to a modular system.
    pub item_tags: u8,
    /// Favors of one Division kept for later.
    pub favors_stored: u8,
}

/// The clocks ("Clocks").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    pub favor: Clock,
    pub crisis: Clock,
    pub moonshot: Clock,
}

/// A clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// Segments until it is full, and then empty again.
    pub segments: u8,
    /// True if the text has no number, so that this one is a placeholder.
    #[serde(default)]
    pub unsourced: bool,
}

/// Materials given for a mission beyond those earned in it, in percent of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rewards {
    pub standard: u16,
    pub crisis: u16,
}

/// What a mission does to its Division's clocks when another team takes it ("Standard Missions").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherTeam {
    /// Highest face with this outcome.
    pub up_to: u8,
    /// Steps of the favor clock.
    pub favor: u8,
    /// Steps of the crisis clock.
    pub crisis: u8,
}

/// An upgrade as the book lists it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeEntry {
    pub name: String,
    /// What it does in a battle; none for those that the table must fill in.
    #[serde(default)]
    pub gives: Option<Upgrade>,
}

/// What an upgrade does in a battle ("Ace Upgrades"); each adds one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Upgrade {
    /// Dice on rerolls.
    Commitment,
    /// Maximum Vigor.
    Spirit,
    /// Maximum Tension.
    Clarity,
    /// Maximum Ammo.
    Preparation,
    /// A drop that may be rolled again.
    Perseverance,
    /// Armaments.
    ArmamentSlot,
    /// Modular systems.
    SystemsSlot,
}

impl Upgrade {
    /// All upgrades that do something in a battle.
    pub const ALL: [Upgrade; 7] = [
        Upgrade::Commitment,
        Upgrade::Spirit,
        Upgrade::Clarity,
        Upgrade::Preparation,
        Upgrade::Perseverance,
        Upgrade::ArmamentSlot,
        Upgrade::SystemsSlot,
    ];

    /// As people type it.
    pub const fn name(self) -> &'static str {
        match self {
            Upgrade::Commitment => "commitment",
            Upgrade::Spirit => "spirit",
            Upgrade::Clarity => "clarity",
            Upgrade::Preparation => "preparation",
            Upgrade::Perseverance => "perseverance",
            Upgrade::ArmamentSlot => "armament-slot",
            Upgrade::SystemsSlot => "systems-slot",
        }
    }
}

impl Advancement {
    /// What a mission does to its Division's clocks when the team that takes it rolls this face, 1 to 6.
    pub fn other_team(&self, face: u8) -> Option<OtherTeam> {
        self.other_teams.iter().copied().find(|outcome| face <= outcome.up_to)
    }
}
