//! Systems of frames, which cost 1 Ammo per use.
//!
//! A frame's system is called `Item` here, because `systems` are games elsewhere in this program.

use super::numbers::{ItemTagNumbers, Mark, Number, bears_tags};
use super::tag::Bands;
use hitchart_config::named;
use hitchart_play::name_set;
use serde::{Deserialize, Serialize};

named! {
    /// A tag of a system ("System Tags").
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum ItemTag {
        // General.
        /// On a 4 to 6 the first use of a round spends no Ammo (A39).
        Efficient = "Efficient",
        /// Usable without Ammo for 1 Tension, then Limited (A38).
        Holdout = "Holdout",
        /// Usable once a round (A38).
        Limited = "Limited",
        // Offensive.
        /// Harmed enemies deal 1 Harm less with their next attack this round.
        Distracting = "Distracting",
        /// Ignores Armor.
        Energy = "Energy",
        /// Harmed enemies may attack only the user, as long as the user can be attacked.
        Flashy = "Flashy",
        /// Ignores Shields.
        Piercing = "Piercing",
        /// Harmed Standard enemies cannot move for the rest of the round.
        Suppressive = "Suppressive",
        /// One target takes 1 more Harm.
        Superhot = "Superhot",
        // Support.
        /// Affected units deal 1 more Harm with their next attack this round.
        Encouraging = "Encouraging",
        /// One target gains 1 Shield, or one more (A17).
        Enveloping = "Enveloping",
        /// Affected units may move to a Near place at once.
        Motivating = "Motivating",
        /// Affected units cannot be attacked while the attacker has another target.
        Obfuscating = "Obfuscating",
        /// Reaches one band farther for 1 Tension.
        Projecting = "Projecting",
        /// Affected units take 1 less Harm the next time this round.
        Protective = "Protective",
    }
}

impl ItemTag {
    /// Returns the class of systems that may have the tag; `None` for general tags, which any system may have.
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

name_set! {
    /// A set of system tags, general ones first.
    ItemTags of ItemTag in u16
}

/// Class of a system, which defines its possible tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// May have the general and the offensive tags.
    Offensive,
    /// May have the general and the support tags.
    Support,
}

/// A modular or integral system ("Modular System Stock Models", "Integral Systems"), with any added tags.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Name as printed, without added tags.
    pub name: String,
    /// Class, which limits the tags that may be added.
    pub class: Class,
    /// Tags, as the book's tags with the same effects.
    pub tags: ItemTags,
    /// Numbers of the tags.
    pub numbers: ItemTagNumbers,
    /// Names of tags that are not in the book, each with the book's tag of the same effect.
    pub added: Vec<(ItemTag, String)>,
    /// Effect of one use, before tags.
    pub effect: Effect,
}

bears_tags!(Item, ItemTag);

impl Item {
    /// Returns the lowest face on which the first use of a round spends no Ammo; 7 if the system is not Efficient
    /// (A39).
    pub fn spared_from(&self) -> u8 {
        spared_from(self.tags, &self.numbers)
    }
}

/// Returns the lowest face on which the first use of a system in a round spends no Ammo; 7 without Efficient (A39).
#[inline]
pub fn spared_from(tags: ItemTags, numbers: &ItemTagNumbers) -> u8 {
    if tags.has(ItemTag::Efficient) { numbers.get(ItemTag::Efficient, Number::Face) } else { 7 }
}

/// Returns the expected Ammo of a use that spends none on faces from `spared_from` on.
pub fn expected_ammo(spared_from: u8) -> f64 {
    f64::from(spared_from.saturating_sub(1).min(6)) / 6.0
}

/// Effect of one use of a system. Harm is before Armor, Shields and other reductions; distances are in hexes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "does", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Harm to one enemy; 0 at ranges out of reach. Elbow Spikes, Plasma Cannon, Pulse Laser, Railgun, Shoulder Spear,
    /// Sniper Cannon, Reactor Backdraft (`wounded` is added at half Vigor or less).
    Strike {
        /// Harm at Close, 0 to 9.
        #[serde(default)]
        #[schemars(range(min = 0, max = 9))]
        close: u8,
        /// Harm at Near, 0 to 9.
        #[serde(default)]
        #[schemars(range(min = 0, max = 9))]
        near: u8,
        /// Harm at Far, 0 to 9.
        #[serde(default)]
        #[schemars(range(min = 0, max = 9))]
        far: u8,
        /// Harm added while the user has half its Vigor or less, 0 to 9.
        #[serde(default)]
        #[schemars(range(min = 0, max = 9))]
        wounded: u8,
    },
    /// Harm to up to `targets` enemies, each once. Chaingun has a second mode; `together` requires that all are Close
    /// or Near to each other. Missile Battery, EMP Blaster (`emp`: Armor and Shields are 0 until the next round, A34).
    Volley {
        /// Bands of the targets.
        at: Bands,
        /// Maximum number of targets, 1 to 4.
        #[schemars(range(min = 1, max = 4))]
        targets: u8,
        /// Harm to each target, 0 to 9.
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
        /// Second mode: another number of targets with other Harm; 0 targets if there is no second mode.
        #[serde(default)]
        #[schemars(range(min = 0, max = 4))]
        or_targets: u8,
        /// Harm to each target of the second mode, 0 to 9.
        #[serde(default)]
        #[schemars(range(min = 0, max = 9))]
        or_harm: u8,
        /// True if all targets must be Close or Near to each other.
        #[serde(default)]
        together: bool,
        /// True if the Armor and Shields of the targets are 0 until the next round (A34).
        #[serde(default)]
        emp: bool,
    },
    /// Harm to every enemy Close to the user: Point Defense Cannons, Flamethrower.
    Around {
        /// Harm to each enemy, 0 to 9.
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
    },
    /// Harm to every enemy Close, equal to the distance moved this turn, and the same Harm minus `spare` to the user:
    /// Kinetic Discharge (A37).
    Discharge {
        /// Difference between the Harm to the enemies and the Harm to the user, 0 to 9.
        #[schemars(range(min = 0, max = 9))]
        spare: u8,
    },
    /// Harm to every enemy Close to a place: Concussion Grenade; Net Launcher pulls those that lost Vigor (A35).
    Blast {
        /// Bands of the place.
        at: Bands,
        /// Harm to each enemy, 0 to 9.
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
        /// True if enemies that lost Vigor are pulled to the user's hex (A35).
        #[serde(default)]
        pull: bool,
    },
    /// A blast at the start of the next round: Arc Mortar (A36).
    Mortar {
        /// Bands of the place at the time of firing.
        at: Bands,
        /// Harm to each enemy, 0 to 9.
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
    },
    /// A mark on one enemy and `harm` to it: +1 die to later attacks, +1 Harm of later systems this round (A33).
    Paint {
        /// Bands of the target.
        at: Bands,
        /// Harm to the target, 0 to 9; marks do not add to it (A33).
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
    },
    /// Move Close to an enemy at Close or Near, harm it, and optionally move it to a Near place: Repulsor Shield.
    Repulse {
        /// Harm to the enemy, 0 to 9.
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
    },
    /// Move to a place at exactly this distance: Afterburner.
    Dash {
        /// Distance in hexes, 1 to 3.
        #[schemars(range(min = 1, max = 3))]
        hexes: u8,
    },
    /// Move to a Near place, then harm an enemy Close: Entry Thrusters.
    Enter {
        /// Harm to the enemy, 0 to 9.
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
    },
    /// Harm an enemy Close, then move to a Near place: Exit Thrusters.
    Exit {
        /// Harm to the enemy, 0 to 9.
        #[schemars(range(min = 0, max = 9))]
        harm: u8,
    },
    /// Shields for the user; `fleeting` shields end with the round. Shield Generator, Assault Barrier.
    Shield {
        /// Number of Shields, 1 to 6; by default they do not stack with others (A17).
        #[schemars(range(min = 1, max = 6))]
        shields: u8,
        /// True if the Shields end with the round.
        #[serde(default)]
        fleeting: bool,
    },
    /// Shields for a Close ally: Shield Projector.
    Cover {
        /// Number of Shields, 1 to 6; by default they do not stack with others (A17).
        #[schemars(range(min = 1, max = 6))]
        shields: u8,
    },
    /// Armor for the user for the rest of the round: Actuated Plating.
    Plate {
        /// Points of Armor, 1 to 5.
        #[schemars(range(min = 1, max = 5))]
        armor: u8,
    },
    /// Harm from Near and Far reduced for the user and Close allies for the rest of the round: Chaff Launcher.
    Chaff {
        /// Reduction of each Harm from Near and Far, 0 to 5.
        #[schemars(range(min = 0, max = 5))]
        less: u8,
    },
    /// Dice for the user's attacks of this turn: Targeting Radar.
    Aim {
        /// Dice added to each attack of this turn, 1 to 5.
        #[schemars(range(min = 1, max = 5))]
        dice: u8,
    },
}

impl Effect {
    /// Returns the Harm of a strike at a distance of `steps` hexes; 0 for other effects. A user is wounded at half
    /// Vigor or less.
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
