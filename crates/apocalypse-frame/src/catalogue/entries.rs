//! Entries of the catalogue: frames, armaments and enemies.

use super::super::ids::{AttackId, AttackSet};
use super::numbers::{Mark, TagNumbers, bears_tags};
use super::tag::{Band, Bands, Tag, Tags};
use super::written::{WrittenEnemy, WrittenFrame};
use hitchart_config::named;
use serde::{Deserialize, Serialize};

// Frames: resources, traits and stock loadout.

named! {
    /// Division of The Collective that a frame belongs to ("Divisions").
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Division {
        /// Frames with a balance of offense and defense: M1-SOLDIER, L1-RECON, H1-VANGUARD.
        Sword = "sword",
        /// Offensive frames: M2-ARCHER, L2-BRAWLER, H2-LANCER.
        Arrow = "arrow",
        /// Frames for battle control and support: M3-SENTINEL, L3-GLADIATOR, H3-ANGLER.
        Shield = "shield",
    }
}

named! {
    /// A build trait: the resource that is regained before drops ("Build Traits").
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Build {
        /// Regains 2 Tension by the book.
        Light = "light",
        /// Regains 1 Vigor and 1 Tension by the book.
        Medium = "medium",
        /// Regains 2 Vigor by the book.
        Heavy = "heavy",
    }
}

impl Build {
    /// Returns the Vigor and Tension regained at the end of the GM turn, by the book.
    pub const fn book(self) -> (u8, u8) {
        match self {
            Build::Light => (0, 2),
            Build::Medium => (1, 1),
            Build::Heavy => (2, 0),
        }
    }
}

named! {
    /// An integral trait ("Integral Traits").
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Trait {
        /// M1-SOLDIER: +1 Harm on armaments with Burst, Spin Up or Splash and without Energy.
        TripledFeedMotors = "Tripled Feed Motors",
        /// L1-RECON: the first 4 of a turn provokes no Harm.
        HairpinControls = "Hairpin Controls",
        /// H1-VANGUARD: other Aces in the hex have at least 1 Armor (A32).
        FlaredPlating = "Flared Plating",
        /// M2-ARCHER: Far reaches 3 hexes while no enemy is Close or Near, at -1 die or -1 Harm (A28).
        LongRangeOptics = "Long-Range Optics",
        /// L2-BRAWLER: a free move to Near after taking an enemy out at Close.
        KineticDriveMotor = "Kinetic Drive Motor",
        /// H2-LANCER: the first attack of a round becomes two attacks, with two armaments at two targets (A29).
        ParallelProcessors = "Parallel Processors",
        /// M3-SENTINEL: at the end of its turn it and all Close allies regain 1 Vigor.
        SupportDrones = "Support Drones",
        /// L3-GLADIATOR: +1 Armor against Near and Far (A30).
        RiotShield = "Riot Shield",
        /// H3-ANGLER: enemies that it harms cannot move for the rest of the round (A31).
        SuppressionTargeting = "Suppression Targeting",
    }
}

/// Drive, Speed and Control: 1 to 3 each, 6 in all (A62).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attributes {
    /// Drive; added to the base Vigor of the frame.
    #[schemars(range(min = 1, max = 3))]
    pub drive: u8,
    /// Speed; added to the base Tension of the frame.
    #[schemars(range(min = 1, max = 3))]
    pub speed: u8,
    /// Control; added to the base Ammo of the frame.
    #[schemars(range(min = 1, max = 3))]
    pub control: u8,
}

/// A frame of a ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameModel {
    /// Name, such as `M1-SOLDIER`.
    pub name: String,
    /// Values of the ruleset.
    pub written: WrittenFrame,
    /// The integral trait; `None` if the frame has no trait.
    pub integral_trait: Option<Mark<Trait>>,
}

// Armaments, whose dice an Attack action rolls.

/// An armament ("Armament Stock Models", "Backup Armaments"), with any added tags.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Armament {
    /// Name as printed, without added tags.
    pub name: String,
    /// Dice rolled, 1 to 4 before tags.
    pub dice: u8,
    /// Harm of a success before tags.
    pub harm: u8,
    /// Bands at which it can be used, before Scoped and Sighted.
    pub bands: Bands,
    /// Tags, as the book's tags with the same effects.
    pub tags: Tags,
    /// Numbers of the tags.
    pub numbers: TagNumbers,
    /// Names of tags that are not in the book, each with the book's tag of the same effect.
    pub added: Vec<(Tag, String)>,
}

impl Armament {
    /// Returns the bands at which the armament can be used, with those that Scoped and Sighted add.
    pub fn usable(&self) -> Bands {
        let mut bands = self.bands;
        if self.tags.has(Tag::Scoped) {
            bands = match self.bands.farthest() {
                Some(Band::Close) => bands.with(Band::Near),
                Some(Band::Near) => bands.with(Band::Far),
                _ => bands,
            };
        }
        if self.tags.has(Tag::Sighted) {
            bands = match self.bands.nearest() {
                Some(Band::Far) => bands.with(Band::Near),
                Some(Band::Near) => bands.with(Band::Close),
                _ => bands,
            };
        }
        bands
    }

    /// Returns a copy of the armament with a tag added.
    pub fn plus(&self, tag: impl Into<Mark<Tag>>) -> Armament {
        let mut armament = self.clone();
        armament.bear(&tag.into());
        armament
    }
}

bears_tags!(Armament, Tag);

named! {
    /// List that the four armaments with two versions are taken from (A12).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Gear {
        /// The list of stock models.
        Stock = "stock",
        /// The sheets of the ready-made frames; the default of missions (A12).
        #[default]
        Pregen = "pregen",
    }
}

// Enemies: vigor, defenses, and attacks without a roll.

/// Most attacks of a kind of enemy.
pub const MAX_ATTACKS: usize = 8;

/// An attack of an enemy ("Enemy Traits").
#[derive(Clone, Debug, PartialEq)]
pub struct EnemyAttack {
    /// Name as printed.
    pub name: String,
    /// Harm before tags.
    pub harm: u8,
    /// Bands that the attack reaches, before Scoped and Sighted.
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
    /// Removed for good at 0 Vigor.
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
    /// Name as printed.
    pub name: String,
    /// Faction, type, Vigor and defenses as the ruleset writes them. An encounter may set another Vigor for Standard
    /// enemies and Primes. A restoration brings lost Armor back (A55).
    pub written: WrittenEnemy,
    /// Attacks, 1 to [`MAX_ATTACKS`]; an [`AttackId`] is an index into this list.
    pub attacks: Vec<EnemyAttack>,
}

impl EnemyKind {
    /// Returns the colossus that this is a part of; `None` for all other enemies.
    pub fn part_of(&self) -> Option<&str> {
        Some(self.written.part_of.as_str()).filter(|colossus| !colossus.is_empty())
    }

    /// Returns the attacks carried by default: all, or the first attack of an enemy with "Attacks (pick 1)".
    pub fn carried(&self) -> AttackSet {
        AttackId::first(if self.written.picks_one { 1 } else { self.attacks.len().min(MAX_ATTACKS) }).collect()
    }
}
