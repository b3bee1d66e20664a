//! Advancement between missions: costs, clocks and upgrades ("Advancement", "Campaign Progression"); and the random
//! tables ("Tables").

use super::item::{Class, ItemTag};
use super::written::{WrittenClocks, WrittenCosts, WrittenLimits, WrittenRewards};
use super::{entries::Division, tag::Tag};
use hitchart_config::named;
use serde::{Deserialize, Serialize};

/// Rules for the time between missions.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advancement {
    /// Prices of gear, frames and tags, in Materials. The price of a lost frame is `damage.replacement` of the ruleset.
    pub costs: WrittenCosts,
    /// Maximum numbers of tags added to gear and of stored favors.
    pub limits: WrittenLimits,
    /// Sizes of the clocks of a campaign.
    pub clocks: WrittenClocks,
    /// Bonus Materials for a mission, by its kind.
    pub rewards: WrittenRewards,
    /// Outcomes of the other teams' missions, by the face of the die, lowest first.
    pub other_teams: Vec<OtherTeam>,
    /// Upgrades of Aces ("Ace Upgrades").
    pub upgrade: Vec<UpgradeEntry>,
    /// Missions of the Divisions.
    pub missions: Missions,
}

/// Effect of a mission on the clocks of its Division if another team takes it ("Standard Missions").
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
    /// Name as printed, such as `Exceptional Spirit`.
    pub name: String,
    /// Effect in a battle; `None` for upgrades that the table must define.
    #[serde(default)]
    pub gives: Option<Upgrade>,
}

named! {
    /// Effect of an upgrade in a battle ("Ace Upgrades"); each adds one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Upgrade {
        /// Dice on rerolls.
        Commitment = "commitment",
        /// Maximum Vigor.
        Spirit = "spirit",
        /// Maximum Tension.
        Clarity = "clarity",
        /// Maximum Ammo.
        Preparation = "preparation",
        /// A drop that may be rerolled.
        Perseverance = "perseverance",
        /// Armaments.
        ArmamentSlot = "armament-slot",
        /// Modular systems.
        SystemsSlot = "systems-slot",
    }
}

impl Advancement {
    /// Returns the effect of a mission on its Division's clocks if another team takes the mission and rolls this face,
    /// 1 to 6.
    pub fn other_team(&self, face: u8) -> Option<OtherTeam> {
        self.other_teams.iter().copied().find(|outcome| face <= outcome.up_to)
    }
}

named! {
    /// Type of a mission, which another team may prefer or be weak at ("Other Strike Teams").
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum MissionType {
        /// To find and watch an enemy.
        Scouting = "scouting",
        /// To take a place or a target by force.
        Assault = "assault",
        /// To remove a named or dangerous enemy.
        Hunting = "hunting",
        /// To guard The Collective itself.
        Security = "security",
        /// To gain knowledge, or to deny it.
        Intelligence = "intelligence",
    }
}

/// Missions of the Divisions ("Missions, Favors, and Tables").
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Missions {
    sword: DivisionMissions,
    arrow: DivisionMissions,
    shield: DivisionMissions,
    /// Encounters of the Moonshot Missions.
    moonshot: MoonshotMissions,
}

/// Missions of a Division.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DivisionMissions {
    /// Standard Missions.
    pub standard: Vec<StandardMission>,
    /// Encounters of the Crisis Missions.
    pub crisis: Vec<String>,
}

/// A Standard Mission: its type, and a built-in encounter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandardMission {
    /// Type of the mission.
    #[serde(rename = "type")]
    pub sort: MissionType,
    /// Name of the encounter.
    pub encounter: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoonshotMissions {
    encounters: Vec<String>,
}

impl Missions {
    /// Returns the missions of a Division.
    pub fn of(&self, division: Division) -> &DivisionMissions {
        match division {
            Division::Sword => &self.sword,
            Division::Arrow => &self.arrow,
            Division::Shield => &self.shield,
        }
    }

    /// Returns the encounters of the Moonshot Missions.
    pub fn moonshot(&self) -> &[String] {
        &self.moonshot.encounters
    }
}

/// A table of six rows, picked by the second die, and three columns, picked by the first.
pub type Grid<T> = [[T; 3]; 6];

/// The four random tables, with names as printed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// "Random Armament".
    pub armaments: Grid<String>,
    /// "Random Armament Tag".
    pub armament_tags: Grid<Tag>,
    /// "Random Modular System"; two of its names are aliases (A64).
    pub modular: Grid<String>,
    /// "Random Modular System Tag".
    pub item_tags: ItemTagTable,
}

/// "Random Modular System Tag": six rows by the second die. The first die picks general tags on 1 and 2, otherwise the
/// tags of the system's class.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemTagTable {
    /// Tags for systems of both classes, picked if the first die is 1 or 2.
    pub general: [ItemTag; 6],
    /// Tags for support systems, picked if the first die is 3 or higher.
    pub support: [ItemTag; 6],
    /// Tags for offensive systems, picked if the first die is 3 or higher.
    pub offensive: [ItemTag; 6],
}

/// Returns the entry for two dice, 1 to 6 each; faces out of range are clamped.
pub fn entry<T>(grid: &Grid<T>, first: u8, second: u8) -> &T {
    &grid[row(second)][row(first) / 2]
}

impl ItemTagTable {
    /// Returns the tag for two dice, 1 to 6 each, for a system of a class; faces out of range are clamped.
    pub fn entry(&self, class: Class, first: u8, second: u8) -> ItemTag {
        let column = match (first, class) {
            (..=2, _) => &self.general,
            (_, Class::Support) => &self.support,
            (_, Class::Offensive) => &self.offensive,
        };
        column[row(second)]
    }
}

fn row(face: u8) -> usize {
    usize::from(face.clamp(1, 6) - 1)
}
