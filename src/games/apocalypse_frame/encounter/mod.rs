//! Battles as set up: map, enemies, what lies on the field, what changes, and the missions made of them.

mod check;
mod place;
mod raw;
#[cfg(test)]
mod tests;

pub use check::{check, check_mission};
pub use raw::{
    RawAttacks, RawBattle, RawChange, RawColossus, RawCover, RawEncounter, RawEnd, RawEnemies, RawMission, RawParts,
    RawPlaces, RawVigor,
};

use super::catalogue::enemy::EnemyKind;
use super::hexes::HexMap;
use super::ids::{AttackSet, ColossusId, HexId, HexSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Most enemies that are on the field at once.
pub const MAX_ENEMIES: usize = 64;
/// Most kinds of enemies of a battle.
pub const MAX_KINDS: usize = 32;
/// Most colossi of a battle.
pub const MAX_COLOSSI: usize = 4;
/// Most Aces of a team.
pub const MAX_ACES: usize = 5;
/// Most battles of a mission.
pub const MAX_BATTLES: usize = 6;
/// Most changes of a battle that a die picks.
pub const MAX_SITUATIONS: usize = 12;
/// Rounds after which a battle ends, unless the encounter says otherwise.
pub const DEFAULT_ROUNDS: u8 = 20;

/// One battle, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Encounter {
    pub name: String,
    pub map: HexMap,
    /// Hexes of the Aces in their order; the last serves all further ones. At least one.
    pub starts: Vec<HexId>,
    /// The kinds it has, 1 to [`MAX_KINDS`]; enemies name them by number.
    pub kinds: Vec<EnemyKind>,
    /// Enemies at the start, 1 to [`MAX_ENEMIES`].
    pub enemies: Vec<Placed>,
    /// Names of its colossi, up to [`MAX_COLOSSI`]; parts name them by number.
    pub colossi: Vec<String>,
    pub fields: Fields,
    pub everywhere: Everywhere,
    /// What changes, by round.
    pub changes: Vec<Change>,
    /// What may change at the end of a GM turn that has no such change, by the face of a die; up to [`MAX_SITUATIONS`].
    pub situations: Vec<Situation>,
    /// GM turns after which it ends, 1 to 250.
    pub rounds: u8,
    /// How it ends then.
    pub at_limit: Ending,
    /// True if the battle continues without enemies as long as changes bring more.
    pub until_last_wave: bool,
    /// Kinds that enemies may call for by the Reinforce move; none forbids the move, which else may never end.
    pub reinforce: Vec<u8>,
}

/// An enemy on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Number of its kind.
    pub kind: u8,
    pub at: HexId,
    /// Vigor, its maximum too.
    pub vigor: u8,
    /// The attacks it carries.
    pub attacks: AttackSet,
    /// The colossus it is a part of.
    pub colossus: Option<ColossusId>,
    /// True if it is small enough for any cover ("Cover").
    pub infantry: bool,
}

/// Effects at places ("Localized Effects").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// Cover from attacks at Far, and from all for those small enough.
    pub cover: HexSet,
    /// Cover that is too low for all but those.
    pub low_cover: HexSet,
    pub hazards: HexSet,
    pub rooftops: HexSet,
    /// Hexes of bombardments under way, each once.
    pub bombardments: HexSet,
}

/// Effects across the whole field ("Global Effects").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Everywhere {
    pub reactive_gas: bool,
    pub electrical_storm: bool,
    pub low_oxygen: bool,
    pub pitched_firefight: bool,
}

impl Everywhere {
    /// Turns an effect on or off.
    pub fn set(&mut self, effect: Global, on: bool) {
        match effect {
            Global::ReactiveGas => self.reactive_gas = on,
            Global::ElectricalStorm => self.electrical_storm = on,
            Global::LowOxygen => self.low_oxygen = on,
            Global::PitchedFirefight => self.pitched_firefight = on,
        }
    }
}

/// An effect across the whole field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Global {
    ReactiveGas,
    ElectricalStorm,
    LowOxygen,
    PitchedFirefight,
}

/// Result of the end of a battle for the Aces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    Victory,
    #[default]
    Defeat,
}

/// Protection by cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CoverSort {
    /// From Far for everyone; from all ranges for infantry.
    #[default]
    Normal,
    /// From all ranges, for infantry only.
    Low,
}

/// A place on the field that a change adds or removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    Cover(CoverSort),
    Hazard,
    Rooftop,
    Bombardment,
}

/// A change of the situation at the end of a GM turn (A43).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The round at whose GM turn it comes, from 1.
    pub round: u8,
    pub what: What,
}

/// A change of the situation that a die picks at the end of a GM turn (A43).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Bit by face of a d6: those that pick it.
    pub faces: u8,
    /// The first round in which it may come, from 1.
    pub from: u8,
    /// True if it may come more than once in a battle.
    pub again: bool,
    pub what: Vec<What>,
}

/// What changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// An enemy comes; where none has room any more it stays away.
    Reinforcement(Placed),
    /// A part comes back to its colossus: of a kind that lacks one, while a part is left (A66). Its hex is that of a part
    /// that is left unless it has one of its own.
    Part { kind: u8, colossus: ColossusId, at: Option<HexId> },
    /// Places come or go.
    Field { hexes: HexSet, spot: Spot, added: bool },
    /// An effect begins or ends everywhere.
    Everywhere { effect: Global, on: bool },
    /// Enemies of a kind, or all, regain Vigor or lose it, down to 1.
    Vigor { kind: Option<u8>, by: i8 },
    /// Enemies of a kind, or all, have more Armor or less.
    Armor { kind: Option<u8>, by: i8 },
    /// Enemies of a kind take to other attacks.
    Attacks { kind: u8, attacks: AttackSet },
    /// The battle ends: a retreat, or the aim is reached.
    End(Ending),
}

/// A mission: its battles in order.
#[derive(Clone, Debug, PartialEq)]
pub struct MissionPlan {
    pub name: String,
    /// 1 to [`MAX_BATTLES`].
    pub battles: Vec<PlannedBattle>,
}

/// A battle of a mission.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedBattle {
    pub encounter: Encounter,
    /// True if a supply cache before it fills Ammo ("Ammo").
    pub cache: bool,
    /// True if there is time before it to repair frames whose Aces ejected ("Frame Damage").
    pub repairs: bool,
}

impl PlannedBattle {
    /// A battle without a cache before it, and with time for repairs.
    pub fn of(encounter: Encounter) -> PlannedBattle {
        PlannedBattle { encounter, cache: false, repairs: true }
    }
}

impl Encounter {
    /// All that may change.
    pub fn whats(&self) -> impl Iterator<Item = &What> {
        let listed = self.changes.iter().map(|change| &change.what);
        listed.chain(self.situations.iter().flat_map(|situation| &situation.what))
    }
}

impl MissionPlan {
    /// A mission of a single battle.
    pub fn single(encounter: Encounter) -> MissionPlan {
        let name = encounter.name.clone();
        MissionPlan { name, battles: vec![PlannedBattle::of(encounter)] }
    }

    /// A mission of so many battles in a row, each on the same encounter; at least one.
    pub fn row(encounter: Encounter, battles: u8) -> MissionPlan {
        let mut plan = MissionPlan::single(encounter);
        plan.battles.resize(usize::from(battles.max(1)), plan.battles[0].clone());
        plan
    }
}
