//! Enemies: vigor, defenses, and attacks without a roll.

use super::super::ids::{AttackId, AttackSet};
use super::numbers::{Mark, TagNumbers, bears_tags};
use super::tag::{Bands, Tag, Tags};
use serde::{Deserialize, Serialize};

/// Most attacks of a kind of enemy.
pub const MAX_ATTACKS: usize = 8;

/// An attack of an enemy ("Enemy Traits").
#[derive(Clone, Debug, PartialEq)]
pub struct EnemyAttack {
    pub name: String,
    pub harm: u8,
    pub bands: Bands,
    /// Tags, as the book's tags with the same effects.
    pub tags: Tags,
    /// Numbers of the tags; dice count as Harm (A45).
    pub numbers: TagNumbers,
    /// Names of tags that are not in the book, each with the book's tag of the same effect.
    pub added: Vec<(Tag, String)>,
}

bears_tags!(EnemyAttack, Tag);

/// The types of enemies ("Types of Enemies").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    #[default]
    Standard,
    /// Restored at the GM turn as long as restorations are left (A54).
    Prime,
    /// A part of a colossus: only the colossus moves it (A65).
    Part,
}

/// A kind of enemy, or of a colossus's parts.
#[derive(Clone, Debug, PartialEq)]
pub struct EnemyKind {
    pub name: String,
    /// Faction, such as `Republic`.
    pub faction: String,
    pub rank: Rank,
    pub vigor: u8,
    /// True if the Vigor is missing in the text and this one is a placeholder (A56).
    pub unsourced: bool,
    pub armor: u8,
    pub shields: u8,
    /// Number of times that a Prime is restored.
    pub restorations: u8,
    pub attacks: Vec<EnemyAttack>,
    /// True if the enemy carries only one of its attacks, chosen when it is placed on the map.
    pub picks_one: bool,
    /// True if the enemy is fixed to its place and cannot Move (A67).
    pub emplaced: bool,
    /// True if the enemy leaves no drop.
    pub no_drop: bool,
    /// The colossus that this is a part of.
    pub part_of: Option<String>,
    /// Number of these parts of the colossus; 1 for all other enemies.
    pub count: u8,
}

impl EnemyKind {
    /// Returns the attacks carried by default: all, or the first attack of an enemy with "Attacks (pick 1)".
    pub fn carried(&self) -> AttackSet {
        AttackId::first(if self.picks_one { 1 } else { self.attacks.len().min(MAX_ATTACKS) }).collect()
    }
}
