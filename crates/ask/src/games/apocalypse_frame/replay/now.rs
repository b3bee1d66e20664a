//! The part of a mission's state that lines hold, and the changes that a line makes.

use hitchart_apocalypse_frame::encounter::Global;
use hitchart_lab::replay::is_default;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The part of a mission's state that lines hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Now {
    pub battle: u8,
    pub round: u8,
    pub aces: Vec<AceNow>,
    /// Enemies that joined this battle, in order.
    pub joined: Vec<Joined>,
    /// State of the same enemies, including removed ones.
    pub enemies: Vec<EnemyNow>,
    pub field: FieldNow,
    pub turn: TurnNow,
    pub materials: u16,
}

/// Changes of the state: a present field replaces the old value, the rest is unchanged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Update {
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
pub(crate) struct Joined {
    /// Number of the enemy in the battle, from 0.
    pub enemy: u16,
    /// Number of the kind in the battle.
    pub kind: u8,
    /// Name, unique in the battle.
    pub name: String,
    /// Number of the colossus that the enemy is a part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colossus: Option<u8>,
    pub max_vigor: u8,
}

/// Ability of an Ace to act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LifeNow {
    #[default]
    Ready,
    /// Until its next turn.
    Down,
    LastStand,
    /// Out of the battle.
    Ejected,
    /// Lost with its frame.
    Lost,
}

/// A temporary state of an Ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AceMark {
    /// Has taken its turn this round.
    Acted,
    /// Takes 1 Harm less the next time.
    Protected,
    /// Deals 1 Harm more the next time.
    Encouraged,
    /// Cannot be attacked while the attacker has another target.
    Obfuscated,
    /// Rolls a die less the next time.
    Distracted,
    /// Distracted from its next turn on.
    DistractedNext,
}

/// The part of an Ace's state that lines hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct AceNow {
    pub ace: u8,
    /// Hex of the Ace; absent once it is out of the battle.
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
    /// Shields that end with the round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fleeting: u8,
    /// Armor for the rest of the round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub plate: u8,
    /// Harm that chaff absorbs from attacks at Near and Far.
    #[serde(default, skip_serializing_if = "is_default")]
    pub chaff: u8,
    /// Dice added to the attacks of this turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub aim: u8,
    /// Number of times that the frame was damaged.
    #[serde(default, skip_serializing_if = "is_default")]
    pub damage: u8,
    /// Hits on the superstructure.
    #[serde(default, skip_serializing_if = "is_default")]
    pub superstructure: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub legs: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub sensors: u8,
    /// Indices of systems that need a roll.
    #[serde(default, skip_serializing_if = "is_default")]
    pub damaged_systems: Vec<u8>,
    /// Slots of armaments that are replaced by a backup.
    #[serde(default, skip_serializing_if = "is_default")]
    pub backups: Vec<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub marks: Vec<AceMark>,
}

/// A temporary state of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EnemyMark {
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

/// The part of an enemy's state that lines hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct EnemyNow {
    pub enemy: u16,
    /// Hex of the enemy; absent once it is removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u8>,
    pub vigor: u8,
    /// Armor and Shields that count now.
    #[serde(default, skip_serializing_if = "is_default")]
    pub armor: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub shields: u8,
    /// Number of restorations left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub restorations: u8,
    /// Numbers of the attacks that the enemy carries.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacks: Vec<u8>,
    /// The only Aces that the enemy may attack, as long as they can be attacked.
    #[serde(default, skip_serializing_if = "is_default")]
    pub flashed_by: Vec<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub marks: Vec<EnemyMark>,
}

/// Field effects; places are numbers of hexes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct FieldNow {
    #[serde(default, skip_serializing_if = "is_default")]
    pub cover: Vec<u8>,
    /// Cover for infantry only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub low_cover: Vec<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub hazards: Vec<u8>,
    /// Hazards left by Incendiary armaments.
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
pub(crate) struct MortarNow {
    pub ace: u8,
    pub at: u8,
}

/// Phase of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PhaseNow {
    /// Between the turns of Aces.
    #[default]
    Aces,
    /// An Ace's turn.
    Turn,
    /// Primes are restored.
    Primes,
    /// Enemies are activated.
    Activations,
    /// The end of the GM turn.
    End,
    Over,
}

/// The current turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct TurnNow {
    pub phase: PhaseNow,
    /// The Ace whose turn it is, and its actions left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ace: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub actions: u8,
    /// The active enemy, and its moves left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy: Option<u16>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub moves: u8,
    /// Activations left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub activations: u8,
}

impl Now {
    /// Returns the changes in `next`, which follows this state.
    pub(crate) fn update(&self, next: &Now) -> Update {
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

    /// Moves on to the state after a line.
    #[cfg(test)]
    pub(crate) fn take(&mut self, line: &super::Line) {
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

/// Replaces an entry, or appends it.
#[cfg(test)]
fn put<T: Clone>(list: &mut Vec<T>, place: usize, entry: &T) {
    match list.get_mut(place) {
        Some(old) => old.clone_from(entry),
        None => list.push(entry.clone()),
    }
}
