//! Enemies: vigor, defenses and attacks that are not rolled.

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
    /// What its tags do.
    pub tags: Tags,
    /// How much of it; dice count as Harm (A45).
    pub numbers: TagNumbers,
    /// Tags that are not the book's, with what they do.
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
    /// A part of a colossus: nothing moves it but its colossus (A65).
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
    /// True if its Vigor is missing in the text and this one is a placeholder (A56).
    pub unsourced: bool,
    pub armor: u8,
    pub shields: u8,
    /// How often a Prime comes back.
    pub restorations: u8,
    pub attacks: Vec<EnemyAttack>,
    /// True if it carries only one of its attacks, chosen when it is placed on the map.
    pub picks_one: bool,
    /// True if it is fixed to its place and cannot Move (A67).
    pub emplaced: bool,
    /// True if it leaves no drop.
    pub no_drop: bool,
    /// The colossus it is a part of.
    pub part_of: Option<String>,
    /// How many of it the colossus has; 1 for all others.
    pub count: u8,
}

impl EnemyKind {
    /// Attacks that it carries unless something else is said: all, or the first of those that it picks one of
    /// ("Attacks (pick 1)").
    pub fn carried(&self) -> AttackSet {
        AttackId::first(if self.picks_one { 1 } else { self.attacks.len().min(MAX_ATTACKS) }).collect()
    }
}
