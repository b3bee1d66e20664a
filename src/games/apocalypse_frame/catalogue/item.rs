//! Systems of frames: what 1 Ammo pays for.
//!
//! A system of a frame is an `Item` here, because `systems` are games elsewhere in this program.

use super::numbers::{ItemTagNumbers, Mark, Number, bears_tags};
use super::tag::Bands;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A tag of a system ("System Tags").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ItemTag {
    // General.
    /// On a 4 to 6 the round's first use spends no Ammo (A39).
    Efficient,
    /// Without Ammo, usable for 1 Tension, then Limited (A38).
    Holdout,
    /// Once a round (A38).
    Limited,
    // Offensive.
    Distracting,
    Energy,
    /// Harmed enemies may attack only the user, as long as the user can be attacked.
    Flashy,
    Piercing,
    /// Standard enemies harmed cannot move for the rest of the round.
    Suppressive,
    /// One target takes 1 more Harm.
    Superhot,
    // Support.
    /// Affected units deal 1 more Harm with their next attack this round.
    Encouraging,
    /// One target gains 1 Shield, or one more (A17).
    Enveloping,
    /// Affected units may move to a Near place at once.
    Motivating,
    /// Affected units cannot be attacked while the attacker has another target.
    Obfuscating,
    /// For 1 Tension one band farther.
    Projecting,
    /// Affected units take 1 less Harm the next time this round.
    Protective,
}

impl ItemTag {
    /// All tags: general, offensive, support.
    pub const ALL: [ItemTag; 15] = [
        ItemTag::Efficient,
        ItemTag::Holdout,
        ItemTag::Limited,
        ItemTag::Distracting,
        ItemTag::Energy,
        ItemTag::Flashy,
        ItemTag::Piercing,
        ItemTag::Suppressive,
        ItemTag::Superhot,
        ItemTag::Encouraging,
        ItemTag::Enveloping,
        ItemTag::Motivating,
        ItemTag::Obfuscating,
        ItemTag::Projecting,
        ItemTag::Protective,
    ];

    /// As people write it.
    pub const fn name(self) -> &'static str {
        match self {
            ItemTag::Efficient => "Efficient",
            ItemTag::Holdout => "Holdout",
            ItemTag::Limited => "Limited",
            ItemTag::Distracting => "Distracting",
            ItemTag::Energy => "Energy",
            ItemTag::Flashy => "Flashy",
            ItemTag::Piercing => "Piercing",
            ItemTag::Suppressive => "Suppressive",
            ItemTag::Superhot => "Superhot",
            ItemTag::Encouraging => "Encouraging",
            ItemTag::Enveloping => "Enveloping",
            ItemTag::Motivating => "Motivating",
            ItemTag::Obfuscating => "Obfuscating",
            ItemTag::Projecting => "Projecting",
            ItemTag::Protective => "Protective",
        }
    }

    /// The kind of systems it may be on; none for general tags, which may be on any.
    pub const fn class(self) -> Option<Class> {
        match self {
            ItemTag::Efficient | ItemTag::Holdout | ItemTag::Limited => None,
            ItemTag::Distracting
            | ItemTag::Energy
            | ItemTag::Flashy
            | ItemTag::Piercing
            | ItemTag::Suppressive
            | ItemTag::Superhot => Some(Class::Offensive),
            _ => Some(Class::Support),
        }
    }
}

/// A set of system tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ItemTags(u16);

impl ItemTags {
    /// No tag.
    pub const NONE: ItemTags = ItemTags(0);

    /// True if it holds a tag.
    pub const fn has(self, tag: ItemTag) -> bool {
        self.0 & (1 << tag as u16) != 0
    }

    /// The set and one tag more.
    pub const fn with(self, tag: ItemTag) -> ItemTags {
        ItemTags(self.0 | 1 << tag as u16)
    }

    /// Its tags, general ones first.
    pub fn iter(self) -> impl Iterator<Item = ItemTag> {
        ItemTag::ALL.into_iter().filter(move |tag| self.has(*tag))
    }
}

impl FromIterator<ItemTag> for ItemTags {
    fn from_iter<I: IntoIterator<Item = ItemTag>>(tags: I) -> ItemTags {
        tags.into_iter().fold(ItemTags::NONE, ItemTags::with)
    }
}

impl<'de> Deserialize<'de> for ItemTags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ItemTags, D::Error> {
        Ok(Vec::<ItemTag>::deserialize(deserializer)?.into_iter().collect())
    }
}

impl Serialize for ItemTags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Class of a system, which defines its possible tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    Offensive,
    Support,
}

/// A modular or integral system ("Modular System Stock Models", "Integral Systems"), or one with tags added.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub name: String,
    pub class: Class,
    /// What its tags do.
    pub tags: ItemTags,
    /// How much of it.
    pub numbers: ItemTagNumbers,
    /// Tags that are not the book's, with what they do.
    pub added: Vec<(ItemTag, String)>,
    pub effect: Effect,
}

bears_tags!(Item, ItemTag);

impl Item {
    /// Lowest face on which the first use of a round spends no Ammo, if it is Efficient (A39); else none does.
    pub fn spared_from(&self) -> u8 {
        spared_from(self.tags, &self.numbers)
    }
}

/// Lowest face on which the first use of a system in a round spends no Ammo: 7 where it is not Efficient (A39).
#[inline]
pub fn spared_from(tags: ItemTags, numbers: &ItemTagNumbers) -> u8 {
    if tags.has(ItemTag::Efficient) { numbers.get(ItemTag::Efficient, Number::Face) } else { 7 }
}

/// Expected Ammo of a use that is spared from such a face on.
pub fn expected_ammo(spared_from: u8) -> f64 {
    f64::from(spared_from.saturating_sub(1).min(6)) / 6.0
}

/// Effect of one use of a system. Harm is before Armor, Shields and other reductions; distances are in hexes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "does", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Harm to one enemy; 0 at ranges that it does not reach. Elbow Spikes, Plasma Cannon, Pulse Laser, Railgun,
    /// Shoulder Spear, Sniper Cannon, Reactor Backdraft (`wounded` more at half Vigor or less).
    Strike {
        #[serde(default)]
        #[schemars(range(min = 0, max = 9))]
        close: u8,
        #[serde(default)]
        #[schemars(range(min = 0, max = 9))]
        near: u8,
        #[serde(default)]
        #[schemars(range(min = 0, max = 9))]
        far: u8,
        #[serde(default)]
        #[schemars(range(min = 0, max = 9))]
        wounded: u8,
    },
    /// Harm to up to `targets` enemies, each once. Chaingun has a second mode; `together` requires that all are Close
    /// or Near to each other. Missile Battery, EMP Blaster (`emp`: Armor and Shields are 0 until the next round, A34).
    Volley {
        at: Bands,
        #[schemars(range(min = 1, max = 4))]
        targets: u8,
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
        /// Second mode: another number of targets with other Harm; 0 targets if there is none.
        #[serde(default)]
        #[schemars(range(min = 0, max = 4))]
        or_targets: u8,
        #[serde(default)]
        #[schemars(range(min = 0, max = 9))]
        or_harm: u8,
        #[serde(default)]
        together: bool,
        #[serde(default)]
        emp: bool,
    },
    /// Harm to every enemy Close to the user: Point Defense Cannons, Flamethrower.
    Around {
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
    },
    /// Harm to every enemy Close equal to the distance moved this turn, and this Harm minus `spare` to the user:
    /// Kinetic Discharge (A37).
    Discharge {
        #[schemars(range(min = 0, max = 9))]
        spare: u8,
    },
    /// Harm to every enemy Close to a place: Concussion Grenade; Net Launcher pulls those whose Vigor fell (A35).
    Blast {
        at: Bands,
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
        #[serde(default)]
        pull: bool,
    },
    /// As a blast, at the start of the next round: Arc Mortar (A36).
    Mortar {
        at: Bands,
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
    },
    /// A mark on one enemy and `harm` to it: +1 die to later attacks, +1 Harm of later systems this round (A33).
    Paint {
        at: Bands,
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
    },
    /// Move Close to an enemy at Close or Near, harm it, and move it to a Near place if wanted: Repulsor Shield.
    Repulse {
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
    },
    /// Move to a place at exactly this distance: Afterburner.
    Dash {
        #[schemars(range(min = 1, max = 3))]
        hexes: u8,
    },
    /// Move to a Near place, then harm an enemy Close: Entry Thrusters.
    Enter {
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
    },
    /// Harm an enemy Close, then move to a Near place: Exit Thrusters.
    Exit {
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
    },
    /// Shields for the user; `fleeting` ones go at the end of the round. Shield Generator, Assault Barrier.
    Shield {
        #[schemars(range(min = 1, max = 6))]
        shields: u8,
        #[serde(default)]
        fleeting: bool,
    },
    /// Shields for a Close ally: Shield Projector.
    Cover {
        #[schemars(range(min = 1, max = 6))]
        shields: u8,
    },
    /// Armor for the user for the rest of the round: Actuated Plating.
    Plate {
        #[schemars(range(min = 1, max = 5))]
        armor: u8,
    },
    /// Less Harm from Near and Far to the user and Close allies for the rest of the round: Chaff Launcher.
    Chaff {
        #[schemars(range(min = 0, max = 5))]
        less: u8,
    },
    /// Dice for the user's attacks of this turn: Targeting Radar.
    Aim {
        #[schemars(range(min = 1, max = 5))]
        dice: u8,
    },
}

impl Effect {
    /// Harm of a strike at so many hexes, by a user who has half its Vigor or less, or more; none of anything else.
    pub const fn strike_harm(self, steps: u8, user_is_wounded: bool) -> u8 {
        let Effect::Strike { close, near, far, wounded } = self else { return 0 };
        let harm = match steps {
            0 => close,
            1 => near,
            _ => far,
        };
        harm + if user_is_wounded { wounded } else { 0 }
    }
}
