//! The TOML of encounters and missions, before checks.

use super::{CoverSort, Ending, Global};
use crate::games::apocalypse_frame::hexes::Shape;
use hitchart_config::At;
use schemars::JsonSchema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A battle.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawEncounter {
    /// Name.
    pub name: Option<String>,
    /// The map: `{ hexagon = 3 }` by default.
    pub map: Option<At<Shape>>,
    /// Hexes of the Aces in their order, as `q,r`; further Aces use the last hex. One edge of the map by default.
    pub aces: Option<At<RawPlaces>>,
    /// Enemies at the start.
    #[serde(default)]
    pub enemies: Vec<At<RawEnemies>>,
    /// Colossi, by name.
    #[serde(default)]
    pub colossi: Vec<At<RawColossus>>,
    /// Cover.
    #[serde(default)]
    pub cover: Vec<RawCover>,
    /// Hexes that harm units that end a turn there.
    pub hazards: Option<At<RawPlaces>>,
    /// Hexes that must be climbed.
    pub rooftops: Option<At<RawPlaces>>,
    /// Hexes on which a bombardment falls at the end of the first GM turn.
    pub bombardments: Option<At<RawPlaces>>,
    /// Effects across the whole field.
    #[serde(default)]
    pub everywhere: Vec<Global>,
    /// Changes at the ends of GM turns (A43).
    #[serde(default)]
    pub changes: Vec<At<RawChange>>,
    /// GM turns after which the battle ends: 20 by default.
    #[schemars(range(min = 1, max = 250))]
    pub rounds: Option<At<u8>>,
    /// Result of this end: `defeat` by default.
    pub at_limit: Option<Ending>,
    /// True if the battle continues without enemies as long as changes bring more.
    #[serde(default)]
    pub until_last_wave: bool,
    /// Standard kinds that enemies may call for by the Reinforce move; none by default, which forbids it.
    #[serde(default)]
    pub reinforce: Vec<At<String>>,
}

/// A hex as `q,r`, or a list of them.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[serde(untagged)]
pub enum RawPlaces {
    /// A hex as `q,r`.
    One(String),
    /// Several, in turn.
    Many(Vec<At<String>>),
}

/// Read by hand, because an untagged enum of serde would lose the places of list items.
impl<'de> Deserialize<'de> for RawPlaces {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawPlaces, D::Error> {
        deserializer.deserialize_any(PlacesVisitor)
    }
}

struct PlacesVisitor;

impl<'de> Visitor<'de> for PlacesVisitor {
    type Value = RawPlaces;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a hex as \"q,r\", or a list of them")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<RawPlaces, E> {
        Ok(RawPlaces::One(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<RawPlaces, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(RawPlaces::Many)
    }
}

/// Enemies of one kind.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawEnemies {
    /// Name of the kind.
    pub kind: At<String>,
    /// Number of enemies: the number of hexes by default, or one.
    #[schemars(range(min = 1, max = 64))]
    pub count: Option<At<u8>>,
    /// Hexes in turn; the edge opposite the Aces by default.
    pub at: Option<At<RawPlaces>>,
    /// The attack of a kind that carries one of several; the first by default.
    pub attack: Option<At<String>>,
    /// Vigor; replaces that of the kind.
    #[schemars(range(min = 1, max = 60))]
    pub vigor: Option<At<u8>>,
    /// True if the enemies are small enough for any cover.
    #[serde(default)]
    pub infantry: bool,
}

/// A colossus.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawColossus {
    /// Name.
    pub name: At<String>,
    /// Hexes of the parts in turn, kind by kind; the edge opposite the Aces by default.
    pub at: Option<At<RawPlaces>>,
}

/// Cover.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCover {
    /// Hexes with this cover.
    pub at: At<RawPlaces>,
    /// `normal` by default.
    #[serde(default)]
    pub sort: CoverSort,
}

/// A change at the end of a GM turn.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawChange {
    /// The round of the change, which happens at the end of the GM turn; use this or `faces`.
    #[schemars(range(min = 1, max = 250))]
    pub round: Option<At<u8>>,
    /// Faces of a d6 that trigger the change: one die is rolled at the end of each GM turn that has no change by
    /// `round`. A change that already happened is skipped for the next one.
    pub faces: Option<At<Vec<u8>>>,
    /// With `faces`: the first round in which the change may happen; 1 by default.
    #[schemars(range(min = 1, max = 250))]
    pub from: Option<At<u8>>,
    /// With `faces`: true if the change may happen more than once in a battle.
    pub again: Option<At<bool>>,
    /// Enemies that arrive.
    #[serde(default)]
    pub enemies: Vec<At<RawEnemies>>,
    /// Parts that are restored to a colossus.
    #[serde(default)]
    pub parts: Vec<At<RawParts>>,
    /// Cover that appears.
    #[serde(default)]
    pub cover: Vec<RawCover>,
    /// Hazards that appear.
    pub hazards: Option<At<RawPlaces>>,
    /// Rooftops that appear.
    pub rooftops: Option<At<RawPlaces>>,
    /// Bombardments that are announced now and fall at the end of the next GM turn.
    pub bombardments: Option<At<RawPlaces>>,
    /// Hexes that are cleared of cover, hazards and rooftops.
    pub clear: Option<At<RawPlaces>>,
    /// Effects that begin everywhere.
    #[serde(default)]
    pub begin: Vec<Global>,
    /// Effects that end.
    #[serde(default)]
    pub cease: Vec<Global>,
    /// Vigor that enemies regain or lose.
    pub vigor: Option<RawVigor>,
    /// Armor that enemies gain or lose.
    pub armor: Option<RawVigor>,
    /// Enemies of a kind that change to another attack.
    pub attacks: Option<RawAttacks>,
    /// The battle ends.
    pub end: Option<RawEnd>,
}

/// Parts that are restored.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawParts {
    /// The colossus.
    pub colossus: At<String>,
    /// The kind of the parts.
    pub kind: At<String>,
    /// Maximum number: 1 by default. Only lost parts can be restored.
    #[schemars(range(min = 1, max = 64))]
    pub count: Option<At<u8>>,
    /// Hexes in turn; the hexes of the remaining parts by default.
    pub at: Option<At<RawPlaces>>,
}

/// A change of a number of enemies.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawVigor {
    /// The kind; all by default.
    pub kind: Option<At<String>>,
    /// Amount of the change, negative or positive.
    #[schemars(range(min = -60, max = 60))]
    pub by: i8,
}

/// A change of weapons.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawAttacks {
    /// The kind.
    pub kind: At<String>,
    /// The new attack.
    pub attack: At<String>,
}

/// Result of a battle that a change ends.
pub type RawEnd = Ending;

/// A mission: its battles in order.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawMission {
    /// Name.
    pub name: Option<String>,
    /// 1 to 6 battles.
    pub battles: Vec<At<RawBattle>>,
}

/// A battle of a mission.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawBattle {
    /// The battle.
    pub encounter: RawEncounter,
    /// True if a supply cache before the battle refills Ammo.
    #[serde(default)]
    pub cache: bool,
    /// True if Aces that ejected earlier are back; true by default.
    pub repairs: Option<bool>,
}
