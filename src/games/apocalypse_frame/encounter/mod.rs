//! Battles before play: map, enemies, fields, changes, and the missions made of battles.

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

/// Most enemies on the field at once.
pub const MAX_ENEMIES: usize = 64;
/// Most kinds of enemies in a battle.
pub const MAX_KINDS: usize = 32;
/// Most colossi in a battle.
pub const MAX_COLOSSI: usize = 4;
/// Most Aces in a team.
pub const MAX_ACES: usize = 5;
/// Most battles in a mission.
pub const MAX_BATTLES: usize = 6;
/// Most changes of a battle that a die picks.
pub const MAX_SITUATIONS: usize = 12;
/// Rounds after which a battle ends by default.
pub const DEFAULT_ROUNDS: u8 = 20;

/// One battle, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Encounter {
    pub name: String,
    pub map: HexMap,
    /// Hexes of the Aces in order, at least one; further Aces use the last hex.
    pub starts: Vec<HexId>,
    /// Kinds of enemies, 1 to [`MAX_KINDS`]; enemies refer to them by number.
    pub kinds: Vec<EnemyKind>,
    /// Enemies at the start, 1 to [`MAX_ENEMIES`].
    pub enemies: Vec<Placed>,
    /// Names of the colossi, up to [`MAX_COLOSSI`]; parts refer to them by number.
    pub colossi: Vec<String>,
    pub fields: Fields,
    pub everywhere: Everywhere,
    /// Changes by round.
    pub changes: Vec<Change>,
    /// Changes that the face of a die picks at the end of a GM turn without a change by round; up to
    /// [`MAX_SITUATIONS`].
    pub situations: Vec<Situation>,
    /// Number of GM turns after which the battle ends, 1 to 250.
    pub rounds: u8,
    /// Result of that end.
    pub at_limit: Ending,
    /// True if the battle continues without enemies as long as changes bring more.
    pub until_last_wave: bool,
    /// Kinds that enemies may call by the Reinforce move. An empty list forbids the move, which might otherwise never
    /// end.
    pub reinforce: Vec<u8>,
}

/// An enemy on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Number of the kind.
    pub kind: u8,
    pub at: HexId,
    /// Vigor at the start, which is also the maximum.
    pub vigor: u8,
    /// The attacks that the enemy carries.
    pub attacks: AttackSet,
    /// The colossus that the enemy is a part of.
    pub colossus: Option<ColossusId>,
    /// True if the enemy is small enough for any cover ("Cover").
    pub infantry: bool,
}

/// Effects at places ("Localized Effects").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// Cover from attacks at Far, and for infantry from all attacks.
    pub cover: HexSet,
    /// Low cover, for infantry only.
    pub low_cover: HexSet,
    pub hazards: HexSet,
    pub rooftops: HexSet,
    /// Hexes of announced bombardments, each once.
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
    /// The round of the GM turn, from 1.
    pub round: u8,
    pub what: What,
}

/// A change of the situation that a die picks at the end of a GM turn (A43).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Faces of a d6 that pick the change, one bit for each face.
    pub faces: u8,
    /// The first round in which the change may happen, from 1.
    pub from: u8,
    /// True if the change may happen more than once in a battle.
    pub again: bool,
    pub what: Vec<What>,
}

/// A single change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// An enemy arrives; it stays away if there is no room.
    Reinforcement(Placed),
    /// A part is restored to its colossus: of a kind that has lost a part, while another part is left (A66). Without a
    /// hex, the part takes that of a part that is left.
    Part { kind: u8, colossus: ColossusId, at: Option<HexId> },
    /// Places are added or removed.
    Field { hexes: HexSet, spot: Spot, added: bool },
    /// An effect begins or ends everywhere.
    Everywhere { effect: Global, on: bool },
    /// Enemies of a kind, or all, regain or lose Vigor, down to 1.
    Vigor { kind: Option<u8>, by: i8 },
    /// Enemies of a kind, or all, gain or lose Armor.
    Armor { kind: Option<u8>, by: i8 },
    /// Enemies of a kind change to other attacks.
    Attacks { kind: u8, attacks: AttackSet },
    /// The battle ends: a retreat, or the aim is reached.
    End(Ending),
}

/// A mission: its battles in order.
#[derive(Clone, Debug, PartialEq)]
pub struct MissionPlan {
    pub name: String,
    /// Battles, 1 to [`MAX_BATTLES`].
    pub battles: Vec<PlannedBattle>,
}

/// A battle of a mission.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedBattle {
    pub encounter: Encounter,
    /// True if a supply cache before the battle refills Ammo ("Ammo").
    pub cache: bool,
    /// True if there is time before the battle to repair frames whose Aces ejected ("Frame Damage").
    pub repairs: bool,
}

impl PlannedBattle {
    /// Returns a battle without a cache before it, and with time for repairs.
    pub fn of(encounter: Encounter) -> PlannedBattle {
        PlannedBattle { encounter, cache: false, repairs: true }
    }
}

impl Encounter {
    /// Returns all possible changes.
    pub fn whats(&self) -> impl Iterator<Item = &What> {
        let listed = self.changes.iter().map(|change| &change.what);
        listed.chain(self.situations.iter().flat_map(|situation| &situation.what))
    }
}

impl MissionPlan {
    /// Returns a mission of a single battle.
    pub fn single(encounter: Encounter) -> MissionPlan {
        let name = encounter.name.clone();
        MissionPlan { name, battles: vec![PlannedBattle::of(encounter)] }
    }

    /// Returns a mission of `battles` battles in a row, at least one, all on the same encounter.
    pub fn row(encounter: Encounter, battles: u8) -> MissionPlan {
        let mut plan = MissionPlan::single(encounter);
        plan.battles.resize(usize::from(battles.max(1)), plan.battles[0].clone());
        plan
    }
}
