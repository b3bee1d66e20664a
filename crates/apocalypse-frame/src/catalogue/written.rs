//! The catalogue as rulesets write it: every entry by name, as plain values.

use super::entries::Rank;
use super::entries::{Attributes, Build, Division, Trait};
use super::item::{Class, Effect, ItemTag};
use super::numbers::{EffectKind, Number, Numbers};
use super::tag::{Band, Tag};
use hitchart_config::ruleset;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{borrow::Cow, collections::BTreeMap, fmt, marker::PhantomData};

/// Entries by name, in an order.
#[derive(Clone, Debug, PartialEq)]
pub struct ByName<T>(pub Vec<(String, T)>);

impl<T> Default for ByName<T> {
    fn default() -> ByName<T> {
        ByName(Vec::new())
    }
}

impl<T> ByName<T> {
    /// Returns the entries.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &T)> {
        self.0.iter().map(|(name, entry)| (name, entry))
    }

    /// Returns the entry with exactly this name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, entry)| entry)
    }

    /// Returns the names.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Sorts the entries of `known` first, in the order of `known`; all others follow in their present order.
    pub fn in_order_of<U>(&mut self, known: &ByName<U>) {
        let place = |name: &str| known.names().position(|known| known == name).unwrap_or(usize::MAX);
        self.0.sort_by_cached_key(|(name, _)| place(name));
    }
}

impl<T: Serialize> Serialize for ByName<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByName<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ByName<T>, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = ByName<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of entries by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByName<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(ByName(entries))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for ByName<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("NamedOf{}", T::schema_name()).into()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("NamedOf{}", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<String, T>::json_schema(generator)
    }
}

ruleset! {
/// The catalogue of a ruleset. Overlays change entries by name, add entries, and remove entries with `remove = true`.
#[derive(Default)]
pub struct Written {
    /// Armaments ("Armament Stock Models").
    pub armaments: ByName<WrittenArmament>,
    /// Backup armaments.
    pub backups: ByName<WrittenBackup>,
    /// Systems, modular and integral.
    pub systems: ByName<WrittenItem>,
    /// Frames.
    pub frames: ByName<WrittenFrame>,
    /// Enemies, and parts of colossi.
    pub enemies: ByName<WrittenEnemy>,
    /// Tags of armaments and of enemies' attacks.
    pub tags: ByName<WrittenMark<Tag>>,
    /// Tags of systems.
    pub system_tags: ByName<WrittenMark<ItemTag>>,
    /// Integral traits.
    pub traits: ByName<WrittenMark<Trait>>,
    /// Resources that frames regain by their build.
    pub builds: WrittenBuilds,
    /// Prices in Materials.
    pub costs: WrittenCosts,
    /// Limits of additions.
    pub limits: WrittenLimits,
    /// Materials paid for missions.
    pub rewards: WrittenRewards,
    /// Segments of the clocks of a campaign.
    pub clocks: WrittenClocks,
}

/// An armament.
pub struct WrittenArmament {
    /// Dice rolled before tags; a pool of 0 rolls as A02 says.
    pub dice: u8 where 0..=8,
    /// Harm of a success before tags.
    pub harm: u8 where 0..=9,
    /// Bands at which it can be used, before Scoped and Sighted.
    pub range: Vec<Band>,
    /// Names of the tags.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Values that differ on the ready-made sheets (A12). A change of a value above also changes it for the sheets.
    #[serde(default, skip_serializing_if = "WrittenOtherwise::is_empty")]
    pub pregen: WrittenOtherwise,
}

/// Values of an armament that differ on the ready-made sheets (A12).
#[derive(Default)]
pub struct WrittenOtherwise {
    /// Dice; a pool of 0 rolls as A02 says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<u8> where 0..=8,
    /// Harm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harm: Option<u8> where 0..=9,
    /// Bands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Vec<Band>>,
    /// Tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
}

/// A backup armament.
pub struct WrittenBackup {
    /// Dice rolled before tags; a pool of 0 rolls as A02 says.
    pub dice: u8 where 0..=8,
    /// Harm of a success before tags.
    pub harm: u8 where 0..=9,
    /// Bands at which it can be used, before Scoped and Sighted.
    pub range: Vec<Band>,
    /// Names of the tags.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// A system.
pub struct WrittenItem {
    /// True for an integral system; others are modular.
    #[serde(default)]
    pub integral: bool,
    /// Class of the system, which defines its possible tags.
    pub class: Class,
    /// Names of the tags.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Effect of one use: its kind in `does`, and numbers. If you change `does`, give all of its numbers.
    pub effect: Effect,
}

/// A frame.
pub struct WrittenFrame {
    /// Division that the frame belongs to.
    pub division: Division,
    /// Base Vigor, before Drive.
    pub vigor: u8 where 1..=20,
    /// Base Tension, before Speed (A11).
    pub tension: u8 where 0..=12,
    /// Base Ammo, before Control.
    pub ammo: u8 where 0..=12,
    /// Build trait.
    pub build: Build,
    /// Integral trait, or `none`.
    #[serde(rename = "trait")]
    pub integral_trait: String,
    /// Integral system.
    pub integral: String,
    /// Modular systems.
    pub modular: [String; 2],
    /// Armaments.
    pub armaments: [String; 2],
    /// Backups, in the order of the armaments.
    pub backups: [String; 2],
    /// Attributes of the ready-made sheet.
    pub attributes: Attributes,
}

/// A kind of enemy, or of a colossus's parts.
pub struct WrittenEnemy {
    /// Faction, such as `Republic`.
    pub faction: String,
    /// Type of the enemy.
    #[serde(default)]
    pub rank: Rank,
    /// Vigor.
    pub vigor: u8 where 1..=60,
    /// True if the Vigor is missing in the text and this one is a placeholder (A56).
    #[serde(default)]
    pub unsourced: bool,
    /// Armor.
    #[serde(default)]
    pub armor: u8 where 0..=5,
    /// Shields.
    #[serde(default)]
    pub shields: u8 where 0..=6,
    /// Number of times that a Prime is restored; 0 for all others.
    #[serde(default)]
    pub restorations: u8 where 0..=5,
    /// Attacks, 1 to 8.
    pub attacks: ByName<WrittenAttack>,
    /// True if the enemy carries only one of the attacks, chosen when it is placed on the map.
    #[serde(default)]
    pub picks_one: bool,
    /// True if the enemy is fixed to its place and cannot Move (A67).
    #[serde(default)]
    pub emplaced: bool,
    /// True if the enemy leaves no drop.
    #[serde(default)]
    pub no_drop: bool,
    /// The colossus of a part; empty for all others.
    #[serde(default)]
    pub part_of: String,
    /// Number of these parts of the colossus; 1 for all other enemies.
    #[serde(default = "one")]
    pub count: u8 where 1..=16,
}

/// An attack of an enemy.
pub struct WrittenAttack {
    /// Harm before tags.
    pub harm: u8 where 0..=9,
    /// Bands that the attack reaches.
    pub range: Vec<Band>,
    /// Names of the tags.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// Resources that frames regain at the end of the GM turn ("Build Traits").
#[derive(Default)]
pub struct WrittenBuilds {
    /// Light frames: 0 Vigor and 2 Tension by the book.
    pub light: Regained,
    /// Medium frames: 1 Vigor and 1 Tension by the book.
    pub medium: Regained,
    /// Heavy frames: 2 Vigor and 0 Tension by the book.
    pub heavy: Regained,
}

/// Resources that a build regains.
#[derive(Copy, Default, Eq)]
pub struct Regained {
    /// Vigor.
    pub vigor: u8 where 0..=5,
    /// Tension.
    pub tension: u8 where 0..=5,
}

/// Prices that campaigns pay, in Materials ("Loadout and Frame Changes", "Armament/System Improvement").
#[derive(Copy, Default, Eq)]
pub struct WrittenCosts {
    /// An armament or modular system of the list (1).
    pub gear: u16 where 0..=50,
    /// A frame with the gear of its ready-made sheet (5).
    pub frame: u16 where 0..=50,
    /// A random tag for an armament without added tags (2).
    pub random_tag: u16 where 0..=50,
    /// A random tag for an armament with one added tag (3).
    pub second_random_tag: u16 where 0..=50,
    /// A random tag for a modular system (5).
    pub random_system_tag: u16 where 0..=50,
    /// A tag of choice for an armament without added tags (4).
    pub armament_tag: u16 where 0..=50,
    /// A tag of choice for an armament with one added tag (6).
    pub second_armament_tag: u16 where 0..=50,
    /// A tag of choice for a modular system (10).
    pub system_tag: u16 where 0..=50,
    /// A step of a favor clock, or 0 for none; the text has no price, so the value is a placeholder (4).
    pub favor_step: u16 where 0..=50,
}

/// Limits of additions to gear.
#[derive(Copy, Default, Eq)]
pub struct WrittenLimits {
    /// Tags added to an armament (2).
    pub armament_tags: u8 where 0..=4,
    /// Tags added to a modular system (1).
    pub system_tags: u8 where 0..=4,
    /// Favors of one Division that may be stored ("Division Favors"; 1).
    pub favors: u8 where 0..=9,
}

/// Materials paid for a mission, in addition to those earned in it, and for a Favor.
#[derive(Copy, Default, Eq)]
pub struct WrittenRewards {
    /// Bonus for a won mission, in percent of the Materials earned in it (50).
    pub standard: u16 where 0..=500,
    /// Bonus for a won Crisis Mission, in percent of the Materials earned in it (100).
    pub crisis: u16 where 0..=500,
    /// Materials of a Favor that is a stack of them; the text has no number, so the value is a placeholder (4).
    pub favor: u16 where 0..=50,
}

/// Segments of the clocks ("Clocks").
#[derive(Copy, Default, Eq)]
pub struct WrittenClocks {
    /// Favor clock of a Division (4).
    pub favor: u8 where 1..=20,
    /// Crisis clock of a Division (2).
    pub crisis: u8 where 1..=20,
    /// Moonshot clock; the text leaves it to the game master, so the value is a placeholder (6).
    pub moonshot: u8 where 1..=20,
}
}

impl WrittenOtherwise {
    fn is_empty(&self) -> bool {
        *self == WrittenOtherwise::default()
    }
}

fn one() -> u8 {
    1
}

/// A tag or trait: its effect, and the numbers of the effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Written{K}")]
pub struct WrittenMark<K> {
    /// Tag or trait of the book with this effect; a new one may use the effect with other numbers.
    pub does: K,
    /// Dice that it adds, 0 to 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 3))]
    pub dice: Option<u8>,
    /// Harm that it adds, 0 to 5; dice of enemies' attacks count as Harm (A45).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 5))]
    pub harm: Option<u8>,
    /// Tension that it gives, 0 to 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 5))]
    pub tension: Option<u8>,
    /// Vigor that it gives, 0 to 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 5))]
    pub vigor: Option<u8>,
    /// Armor that it gives, 0 to 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 5))]
    pub armor: Option<u8>,
    /// Shields that it gives, 0 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 6))]
    pub shields: Option<u8>,
    /// Face of a die: for Efficient, the lowest face that saves Ammo, 1 to 7; for Hairpin Controls, the safe face, 1 to
    /// 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 7))]
    pub face: Option<u8>,
}

impl<K: EffectKind> WrittenMark<K> {
    /// Returns the tag or trait of the book.
    pub fn book(does: K) -> WrittenMark<K> {
        let of = |number| does.number_specs().iter().find(|asked| asked.of == number).map(|asked| asked.book);
        WrittenMark {
            does,
            dice: of(Number::Dice),
            harm: of(Number::Harm),
            tension: of(Number::Tension),
            vigor: of(Number::Vigor),
            armor: of(Number::Armor),
            shields: of(Number::Shields),
            face: of(Number::Face),
        }
    }

    /// Returns a number if it is written.
    pub fn get(&self, number: Number) -> Option<u8> {
        match number {
            Number::Dice => self.dice,
            Number::Harm => self.harm,
            Number::Tension => self.tension,
            Number::Vigor => self.vigor,
            Number::Armor => self.armor,
            Number::Shields => self.shields,
            Number::Face => self.face,
        }
    }

    /// Returns the numbers of the effect; missing ones are the book's.
    pub fn numbers(&self) -> Numbers {
        let asked = self.does.number_specs();
        let filled = |numbers: Numbers, asked: &super::numbers::NumberSpec| {
            numbers.with(asked.of, self.get(asked.of).unwrap_or(asked.book))
        };
        asked.iter().fold(Numbers::default(), filled)
    }
}
