//! A state of a mission, as far as lines tell, and what a line says is new in it.

use super::super::encounter::Global;
use hitchart_lab::replay::is_default;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A state of a mission, as far as lines tell.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Now {
    pub battle: u8,
    pub round: u8,
    pub aces: Vec<AceNow>,
    /// Those that joined this battle, in their order.
    pub joined: Vec<Joined>,
    /// The same enemies, those gone included.
    pub enemies: Vec<EnemyNow>,
    pub field: FieldNow,
    pub turn: TurnNow,
    pub materials: u16,
}

/// What is new: everything that it names is as it says, the rest is as before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Update {
    #[serde(default, skip_serializing_if = "is_default")]
    pub joined: Vec<Joined>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub aces: Vec<AceNow>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub enemies: Vec<EnemyNow>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<FieldNow>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnNow>,
    /// Materials gained so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub materials: Option<u16>,
}

/// An enemy that joins a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Joined {
    /// Its number in the battle, from 0.
    pub enemy: u16,
    /// Number of its kind in the battle.
    pub kind: u8,
    /// Unlike that of any other in the battle.
    pub name: String,
    /// Number of the colossus that it is a part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colossus: Option<u8>,
    pub max_vigor: u8,
}

/// True if an Ace can act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LifeNow {
    #[default]
    Ready,
    /// Until its next turn.
    Down,
    LastStand,
    /// Out of the battle.
    Ejected,
    /// Gone with its frame.
    Lost,
}

/// What holds of an Ace for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AceMark {
    /// Has had its turn this round.
    Acted,
    /// Takes 1 Harm less the next time.
    Protected,
    /// Deals 1 Harm more the next time.
    Encouraged,
    /// Attacked only where nobody else can be.
    Obfuscated,
    /// Rolls a die less the next time.
    Distracted,
    /// From its next turn on.
    DistractedNext,
}

/// An Ace, as far as lines tell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AceNow {
    pub ace: u8,
    /// Its hex; none once it is out of the battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u8>,
    pub life: LifeNow,
    pub vigor: u8,
    pub max_vigor: u8,
    pub tension: u8,
    pub max_tension: u8,
    pub ammo: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub shields: u8,
    /// Shields that go at the end of the round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fleeting: u8,
    /// Armor for the rest of the round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub plate: u8,
    /// Harm that chaff takes from attacks at Near and Far.
    #[serde(default, skip_serializing_if = "is_default")]
    pub chaff: u8,
    /// Dice added to its attacks of this turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub aim: u8,
    /// How often its frame was damaged.
    #[serde(default, skip_serializing_if = "is_default")]
    pub damage: u8,
    /// Hits on the superstructure.
    #[serde(default, skip_serializing_if = "is_default")]
    pub superstructure: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub legs: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub sensors: u8,
    /// Places of systems that need a roll.
    #[serde(default, skip_serializing_if = "is_default")]
    pub damaged_systems: Vec<u8>,
    /// Places of armaments that a backup stands in for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub backups: Vec<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub marks: Vec<AceMark>,
}

/// What holds of an enemy for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EnemyMark {
    /// A Prime, out until the next GM turn.
    Down,
    /// Small enough for any cover.
    Infantry,
    /// Cannot move this round.
    Held,
    /// Without Armor and Shields this round.
    Emp,
    Painted,
    /// Deals 1 Harm less with its next attack.
    Distracted,
    /// 1 Armor more until the end of the Aces' turn.
    Enduring,
    Activated,
    Attacked,
}

/// An enemy, as far as lines tell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EnemyNow {
    pub enemy: u16,
    /// Its hex; none once it is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u8>,
    pub vigor: u8,
    /// Armor and Shields as they count now.
    #[serde(default, skip_serializing_if = "is_default")]
    pub armor: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub shields: u8,
    /// How often it will come back.
    #[serde(default, skip_serializing_if = "is_default")]
    pub restorations: u8,
    /// Numbers of the attacks it carries.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacks: Vec<u8>,
    /// Aces that alone it may attack, as long as they can be attacked.
    #[serde(default, skip_serializing_if = "is_default")]
    pub flashed_by: Vec<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub marks: Vec<EnemyMark>,
}

/// What lies on the field and across it; places are numbers of hexes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldNow {
    #[serde(default, skip_serializing_if = "is_default")]
    pub cover: Vec<u8>,
    /// Cover for infantry only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub low_cover: Vec<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub hazards: Vec<u8>,
    /// Hazards that Incendiary armaments have left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fires: Vec<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub rooftops: Vec<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub bombardments: Vec<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub everywhere: Vec<Global>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub mortars: Vec<MortarNow>,
}

/// A mortar round in the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MortarNow {
    pub ace: u8,
    pub at: u8,
}

/// Where a battle is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseNow {
    /// Between the turns of Aces.
    #[default]
    Aces,
    /// An Ace's turn is on.
    Turn,
    /// Primes come back.
    Primes,
    /// Enemies are activated.
    Activations,
    /// The end of the GM turn.
    End,
    Over,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TurnNow {
    pub phase: PhaseNow,
    /// The Ace whose turn is on, and its actions left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ace: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub actions: u8,
    /// The enemy that is active, and its moves left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy: Option<u16>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub moves: u8,
    /// Activations left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub activations: u8,
}

impl Now {
    /// What is new in `next`, which follows this state.
    pub fn update(&self, next: &Now) -> Update {
        let same = if self.battle == next.battle { self.enemies.as_slice() } else { &[] };
        let known = same.len();
        let aces = next.aces.iter().enumerate().filter(|(place, ace)| self.aces.get(*place) != Some(ace));
        let enemies = next.enemies.iter().enumerate().filter(|(place, enemy)| same.get(*place) != Some(enemy));
        Update {
            joined: next.joined[known..].to_vec(),
            aces: aces.map(|(_, ace)| ace.clone()).collect(),
            enemies: enemies.map(|(_, enemy)| enemy.clone()).collect(),
            field: (self.field != next.field).then(|| next.field.clone()),
            turn: (self.turn != next.turn).then_some(next.turn),
            materials: (self.materials != next.materials).then_some(next.materials),
        }
    }

    /// Goes on to the state after a line.
    pub fn take(&mut self, line: &super::Line) {
        if line.battle != self.battle {
            self.joined.clear();
            self.enemies.clear();
        }
        (self.battle, self.round) = (line.battle, line.round);
        let new = &line.now;
        self.joined.extend_from_slice(&new.joined);
        for ace in &new.aces {
            put(&mut self.aces, usize::from(ace.ace), ace);
        }
        for enemy in &new.enemies {
            put(&mut self.enemies, usize::from(enemy.enemy), enemy);
        }
        if let Some(field) = &new.field {
            self.field.clone_from(field);
        }
        self.turn = new.turn.unwrap_or(self.turn);
        self.materials = new.materials.unwrap_or(self.materials);
    }
}

/// Replaces an entry, or adds it at the end.
fn put<T: Clone>(list: &mut Vec<T>, place: usize, entry: &T) {
    match list.get_mut(place) {
        Some(old) => old.clone_from(entry),
        None => list.push(entry.clone()),
    }
}
