//! Tags of armaments and of enemies' attacks, and the range bands at which both can be used.

use hitchart_config::named;
use hitchart_play::name_set;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

named! {
    /// Range bands of a hex map: same hex, one hex, two hexes (A58).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Band {
        /// The same hex.
        Close = "Close",
        /// One hex away.
        Near = "Near",
        /// Two hexes away.
        Far = "Far",
    }
}

impl Band {
    /// Returns the band of a distance in hexes; `None` beyond two (A58).
    pub const fn of(hexes: u8) -> Option<Band> {
        match hexes {
            0 => Some(Band::Close),
            1 => Some(Band::Near),
            2 => Some(Band::Far),
            _ => None,
        }
    }

    /// Returns the distance in hexes.
    pub const fn hexes(self) -> u8 {
        self as u8
    }
}

name_set! {
    /// A set of bands, nearest first.
    Bands of Band in u8
}

impl Bands {
    /// Returns true if the set holds the band of a distance in hexes.
    pub const fn reaches(self, hexes: u8) -> bool {
        hexes < 8 && self.0 & (1 << hexes) != 0
    }

    /// Returns the farthest band of the set.
    pub fn farthest(self) -> Option<Band> {
        self.iter().last()
    }

    /// Returns the nearest band of the set.
    pub fn nearest(self) -> Option<Band> {
        self.iter().next()
    }

    /// Returns the bands as text: `Close/Near`.
    pub fn text(self) -> String {
        self.iter().map(Band::name).collect::<Vec<_>>().join("/")
    }
}

impl<'de> Deserialize<'de> for Bands {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bands, D::Error> {
        Ok(Vec::<Band>::deserialize(deserializer)?.into_iter().collect())
    }
}

impl Serialize for Bands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl JsonSchema for Bands {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Bands".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Band>::json_schema(generator)
    }
}

named! {
    /// A tag of an armament or of an enemy's attack ("Armament Tags", "Enemy Traits").
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Tag {
        /// +1 Harm if the roll is a 6 (A03); for an enemy's attack, if it answers a consequence.
        Burst = "Burst",
        /// +1 die on the armament's first attack of the round (A24).
        Charge = "Charge",
        /// +1 Harm at half Vigor or less (A22).
        Critical = "Critical",
        /// The target deals 1 Harm less with its next attack this round; an Ace rolls one die less.
        Distracting = "Distracting",
        /// Ignores Armor.
        Energy = "Energy",
        /// +1 Harm above half Tension (A22).
        Focused = "Focused",
        /// Regain 1 Tension for the first enemy taken out in a round.
        Hot = "Hot",
        /// +1 Harm at 0 or 1 Tension.
        Impulsive = "Impulsive",
        /// Leaves a hazard at the target's place until the next round (A61).
        Incendiary = "Incendiary",
        /// Regain 1 Vigor for the first enemy taken out in a round.
        Invigorating = "Invigorating",
        /// +1 Harm after two movements this round (A25).
        Mobile = "Mobile",
        /// Ignores Shields.
        Piercing = "Piercing",
        /// +1 Harm at full Vigor.
        Polished = "Polished",
        /// Reaches one band farther; at Far +1 die while no enemy is Close or Near (A27).
        Scoped = "Scoped",
        /// Reaches one band nearer; at Close +1 die and +1 Harm while no enemy is Near or Far (A27).
        Sighted = "Sighted",
        /// +1 Harm if the last attack was with this armament (A23).
        SpinUp = "Spin Up",
        /// 1 Harm to the enemies Close to the target if the roll is a 6 (A18, A19).
        Splash = "Splash",
        /// +1 die without movement this round (A26).
        Stationary = "Stationary",
        /// Enemies only: moves one band towards the target, before or after the attack (A44).
        Approach = "Approach",
        /// Enemies only: +1 Harm in the GM turn.
        Deliberate = "Deliberate",
        /// Enemies only: for Desperation Moves.
        Desperation = "Desperation",
        /// Enemies only: moves one band away from the target, before or after the attack (A44).
        Retreat = "Retreat",
    }
}

impl Tag {
    /// Tags of armaments, by name.
    pub const OF_ARMAMENTS: [Tag; 18] = match Tag::ALL.first_chunk() {
        Some(first) => *first,
        // The compiler evaluates this.
        None => panic!("fewer tags than armaments have"),
    };

    /// Returns true if the Harm or dice that the tag adds depend on more than the roll.
    pub const fn depends_on_circumstance(self) -> bool {
        matches!(
            self,
            Tag::Charge
                | Tag::Critical
                | Tag::Focused
                | Tag::Impulsive
                | Tag::Mobile
                | Tag::Polished
                | Tag::Scoped
                | Tag::Sighted
                | Tag::SpinUp
                | Tag::Stationary
        )
    }
}

name_set! {
    /// A set of tags.
    Tags of Tag in u32
}
