//! Battles before play: map, enemies, fields, changes, and the missions made of battles.

mod check;
pub mod ground;

pub use check::{check, check_mission};

use super::catalogue::entries::EnemyKind;
use super::hexes::{HexMap, MapOutline};
use super::ids::{AttackSet, ColossusId, HexId, HexSet};
use ground::RawGround;
use hitchart_config::At;
use schemars::JsonSchema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

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
    /// Name for reports; `battle` if the file gives none.
    pub name: String,
    /// Map; all hexes of the encounter are numbered by it.
    pub map: HexMap,
    /// Hexes of the Aces in order, at least one; further Aces use the last hex.
    pub starts: Vec<HexId>,
    /// Kinds of enemies, 1 to [`MAX_KINDS`]; enemies refer to them by number.
    pub kinds: Vec<EnemyKind>,
    /// Enemies at the start, 1 to [`MAX_ENEMIES`].
    pub enemies: Vec<Placed>,
    /// Names of the colossi, up to [`MAX_COLOSSI`]; parts refer to them by number.
    pub colossi: Vec<String>,
    /// Effects at places at the start.
    pub fields: Fields,
    /// Effects across the whole field at the start.
    pub everywhere: GlobalEffects,
    /// Changes by round.
    pub changes: Vec<TimedChange>,
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
    /// Hex of the enemy.
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
    /// Hexes that harm units that end a turn there (A61).
    pub hazards: HexSet,
    /// Hexes that need a climb or a system to enter; attacks from the ground count them as farther away.
    pub rooftops: HexSet,
    /// Hexes of announced bombardments, each once.
    pub bombardments: HexSet,
}

/// Effects across the whole field ("Global Effects").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GlobalEffects {
    /// True if reactive gas is in effect: attacks with Energy gain a die and harm the attacker.
    pub reactive_gas: bool,
    /// True if an electrical storm is in effect: lightning strikes one of the tallest units in each GM turn.
    pub electrical_storm: bool,
    /// True if low oxygen is in effect: drops on odd faces give nothing.
    pub low_oxygen: bool,
    /// True if a pitched firefight is in effect: outside cover, Aces roll lower and attacking enemies take Harm.
    pub pitched_firefight: bool,
}

impl GlobalEffects {
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
    /// Reactive gas: attacks with Energy gain a die and harm the attacker.
    ReactiveGas,
    /// Electrical storm: lightning strikes one of the tallest units in each GM turn.
    ElectricalStorm,
    /// Low oxygen: drops on odd faces give nothing.
    LowOxygen,
    /// Pitched firefight: outside cover, Aces roll lower and attacking enemies take Harm.
    PitchedFirefight,
}

/// Result of the end of a battle for the Aces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The Aces win.
    Victory,
    /// The Aces lose.
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
pub enum FieldPlace {
    /// Cover of this sort.
    Cover(CoverSort),
    /// Hazard, which harms units that end a turn there.
    Hazard,
    /// Rooftop, which needs a climb or a system to enter.
    Rooftop,
    /// Announced bombardment, which falls once at the end of a GM turn.
    Bombardment,
}

/// A change of the situation at the end of a GM turn (A43).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedChange {
    /// The round of the GM turn, from 1.
    pub round: u8,
    /// The change.
    pub what: SingleChange,
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
    /// Changes in order; changes after the end of the battle are ignored.
    pub what: Vec<SingleChange>,
}

/// A single change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SingleChange {
    /// An enemy arrives; it stays away if there is no room.
    Reinforcement(Placed),
    /// A part is restored to its colossus: of a kind that has lost a part, while another part is left (A66). Without a
    /// hex, the part takes that of a part that is left.
    Part {
        /// Number of the kind of the part.
        kind: u8,
        /// Colossus that gets the part.
        colossus: ColossusId,
        /// Hex of the part; `None` for the hex of another part.
        at: Option<HexId>,
    },
    /// Places are added or removed.
    Field {
        /// Hexes that change; others do not change.
        hexes: HexSet,
        /// Sort of place.
        spot: FieldPlace,
        /// True if the places are added, false if they are removed.
        added: bool,
    },
    /// An effect begins or ends everywhere.
    Everywhere {
        /// Effect across the whole field.
        effect: Global,
        /// True if the effect begins, false if it ends.
        on: bool,
    },
    /// Enemies of a kind, or all, regain or lose Vigor, down to 1.
    Vigor {
        /// Number of the kind; `None` for all enemies.
        kind: Option<u8>,
        /// Vigor regained, up to the maximum; negative for a loss.
        by: i8,
    },
    /// Enemies of a kind, or all, gain or lose Armor.
    Armor {
        /// Number of the kind; `None` for all enemies.
        kind: Option<u8>,
        /// Armor gained; negative for a loss, which leaves at least 0.
        by: i8,
    },
    /// Enemies of a kind change to other attacks.
    Attacks {
        /// Number of the kind.
        kind: u8,
        /// Attacks that the enemies then carry.
        attacks: AttackSet,
    },
    /// The battle ends: a retreat, or the aim is reached.
    End(Ending),
}

/// A mission: its battles in order.
#[derive(Clone, Debug, PartialEq)]
pub struct MissionPlan {
    /// Name for reports; `mission` if the file gives none, the name of the battle for a single battle.
    pub name: String,
    /// Battles, 1 to [`MAX_BATTLES`].
    pub battles: Vec<PlannedBattle>,
}

/// A battle of a mission.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedBattle {
    /// Setup of the battle.
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
    pub fn whats(&self) -> impl Iterator<Item = &SingleChange> {
        let listed = self.changes.iter().map(|change| &change.what);
        listed.chain(self.situations.iter().flat_map(|situation| &situation.what))
    }

    /// Removes the enemies that would arrive during the battle.
    pub fn intercept(&mut self) {
        let stays = |what: &SingleChange| !matches!(what, SingleChange::Reinforcement(_));
        self.changes.retain(|change| stays(&change.what));
        self.situations.iter_mut().for_each(|situation| situation.what.retain(stays));
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

    /// Returns the names of the battles in their order; battles in a row on the same encounter are named once.
    pub fn encounters(&self) -> String {
        let mut names: Vec<&str> = self.battles.iter().map(|battle| battle.encounter.name.as_str()).collect();
        names.dedup();
        names.join(", ")
    }
}

/// A battle.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawEncounter {
    /// Name.
    pub name: Option<String>,
    /// The map: `{ hexagon = 3 }` by default.
    pub map: Option<At<MapOutline>>,
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
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawBattle {
    /// A built-in encounter, a file ending in `.toml`, or the encounter itself.
    pub encounter: At<RawGround>,
    /// True if a supply cache before the battle refills Ammo.
    #[serde(default)]
    pub cache: bool,
    /// True if Aces that ejected earlier are back; true by default.
    pub repairs: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::book;
    use super::*;
    use hitchart_config::{FileText, InputError, from_toml};
    use std::collections::BTreeMap;

    fn read(text: &str) -> Result<Encounter, InputError> {
        let file = FileText { path: "test.toml".into(), text: text.to_owned() };
        let raw: RawEncounter = from_toml(&file.text).map_err(|error| InputError::read(&file, &error))?;
        check(&raw, &file, book())
    }

    fn problem(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn a_short_encounter_has_defaults() {
        let encounter = read("enemies = [{ kind = \"Legionnaire\", count = 3 }]").unwrap();
        assert_eq!((encounter.map.len(), encounter.enemies.len(), encounter.rounds), (37, 3, 20));
        assert_eq!((encounter.at_limit, encounter.reinforce.len()), (Ending::Defeat, 0));
        let apart = |enemy: &Placed| encounter.map.distance(encounter.starts[0], enemy.at);
        assert!(encounter.enemies.iter().all(|enemy| apart(enemy) >= 3));
    }

    #[test]
    fn enemies_carry_one_attack_where_they_pick_one() {
        let encounter = read(
        "enemies = [{ kind = \"slinger\" }, { kind = \"Slinger\", attack = \"stone launcher\", vigor = 9 }, { kind = \"Decanus\" }]",
    )
    .unwrap();
        let carried: Vec<(u8, u8)> =
            encounter.enemies.iter().map(|enemy| (enemy.attacks.bits(), enemy.vigor)).collect();
        assert_eq!(carried, [(1, 2), (2, 9), (3, 4)]);
        assert_eq!(encounter.kinds.len(), 2);
    }

    #[test]
    fn a_colossus_brings_all_its_parts() {
        let encounter = read("colossi = [{ name = \"World Serpent\", at = [\"0,0\", \"1,0\"] }]").unwrap();
        assert_eq!((encounter.enemies.len(), encounter.colossi.as_slice()), (11, &["World Serpent".to_owned()][..]));
        assert!(encounter.enemies.iter().all(|part| part.colossus == Some(ColossusId::new(0))));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, told) in [
            ("enemies = [{ kind = \"Legionary\" }]", "did you mean `Legionnaire`?"),
            ("enemies = [{ kind = \"Slinger\", attack = \"Stone\" }]", "did you mean `Stone Launcher`?"),
            ("enemies = [{ kind = \"Velite\", at = \"9,9\" }]", "hex `9,9` is not on the map of 37 hexes"),
            ("enemies = [{ kind = \"Velite\", at = [\"1;0\"] }]", "`1;0`"),
            ("enemies = [{ kind = \"Velite\", at = [] }]", "an empty list of hexes"),
            ("enemies = [{ kind = \"Velite\", at = 3 }]", "a hex as"),
            ("enemies = [{ kind = \"Velite\", count = 65 }]", "1 to 64"),
            ("enemies = [{ kind = \"Velite\", count = 40 }, { kind = \"Velite\", count = 40 }]", "80 enemies"),
            ("enemies = [{ kind = \"Velite\", vigor = 0 }]", "the Vigor of an enemy must be 1 to 60"),
            ("enemies = []", "has 0 enemies"),
            ("enemies = [{ kind = \"Railguns\" }]", "name `Consul` under `colossi`"),
            ("colossi = [{ name = \"Consol\" }]", "did you mean `Consul`?"),
            ("map = { hexagon = 9 }\nenemies = [{ kind = \"Velite\" }]", "271 hexes"),
            ("map = { rows = [\".x\"] }\nenemies = [{ kind = \"Velite\" }]", "a dot for a hex"),
            ("rounds = 0\nenemies = [{ kind = \"Velite\" }]", "1 to 250 rounds"),
            ("reinforce = [\"Apex\"]\nenemies = [{ kind = \"Velite\" }]", "only standard enemies can"),
            ("enemy = [{ kind = \"Velite\" }]", "did you mean `enemies`?"),
            ("enemies = [{ kind = \"Velite\" }]\n[[changes]]\nround = 0", "first round is 1"),
            ("enemies = [{ kind = \"Velite\" }]\n[[changes]]\nend = \"defeat\"", "either `round` or `faces`"),
            ("enemies = [{ kind = \"Velite\" }]\n[[changes]]\nround = 1\nfaces = [1]", "either `round` or `faces`"),
            ("enemies = [{ kind = \"Velite\" }]\n[[changes]]\nfaces = [0, 7]", "numbers from 1 to 6"),
            (
                "enemies = [{ kind = \"Velite\" }]\n[[changes]]\nround = 1\nagain = true",
                "with `faces`, not with `round`",
            ),
            (
                "enemies = [{ kind = \"Velite\" }]\n[[changes]]\nround = 1\nparts = [{ colossus = \"Consul\", kind = \"Railguns\" }]",
                "unknown colossus of the battle",
            ),
            (
                "colossi = [{ name = \"Consul\" }]\n[[changes]]\nround = 1\nparts = [{ colossus = \"Consul\", kind = \"Railgun\" }]",
                "did you mean `Railguns`?",
            ),
            (
                "enemies = [{ kind = \"Velite\" }]\n[[changes]]\nround = 1\nvigor = { kind = \"Velit\", by = 1 }",
                "`Velite`?",
            ),
            ("enemies = [{ kind = \"Velite\" }]\neverywhere = [\"gas\"]", "unknown name `gas`"),
        ] {
            let found = problem(text);
            assert!(found.contains(told), "{text}\n{found}");
            assert!(found.contains("test.toml") || found.contains("0 enemies"), "no place: {found}");
        }
    }

    #[test]
    fn missions_have_battles() {
        let file = |text: &str| FileText { path: "test.toml".into(), text: text.to_owned() };
        let read = |text: &str| {
            let file = file(text);
            let raw: RawMission = from_toml(&file.text).unwrap();
            let grounds = ground::Grounds { file: &file, catalogue: book(), kept: BTreeMap::new() };
            check_mission(&raw, &grounds).map(|(plan, _)| plan)
        };
        let plan = read(
        "[[battles]]\nencounter = { enemies = [{ kind = \"Drone\" }] }\n[[battles]]\ncache = true\nrepairs = false\nencounter = { enemies = [{ kind = \"Spider\" }] }",
    )
    .unwrap();
        let kinds: Vec<(bool, bool)> = plan.battles.iter().map(|battle| (battle.cache, battle.repairs)).collect();
        assert_eq!(kinds, [(false, true), (true, false)]);
        assert!(read("battles = []").unwrap_err().to_string().contains("0 battles"));
        let named = |name: &str| read(&format!("[[battles]]\nencounter = {name}"));
        assert_eq!(named("\"Pack\"").unwrap().battles[0].encounter, ground::built_in("pack", book()).unwrap());
        let unknown = named("\"pak\"").unwrap_err().to_string();
        assert!(unknown.contains("did you mean `pack`?") && unknown.contains("test.toml"), "{unknown}");
        let schema = schemars::schema_for!(RawMission).to_value();
        assert!(schema["$defs"].as_object().is_some());
    }
}
