//! Positions as people type them: what differs from the state at the start of the first round.

use super::engine::{MissionDice, Play};
use super::state::{AceState, Life, Phase, State, Turn};
use super::{Mission, action::Damaged};
use crate::ids::{AceId, AceSet, EnemyId, EnemySet, HexId};
use crate::ruleset::LastDamage;
use hitchart_config::{InputError, first_entry, same_name, value_within};
use hitchart_play::Unwatched;
use serde::Deserialize;

/// A position between two turns of Aces. Keys that are left out keep the state at the start of the first round.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedPosition {
    /// The round of the battle, 1 to its last.
    pub round: Option<u8>,
    /// Aces that differ.
    #[serde(default)]
    pub aces: Vec<TypedAce>,
    /// Enemies that differ.
    #[serde(default)]
    pub enemies: Vec<TypedEnemy>,
}

/// An Ace that differs.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedAce {
    /// Name of the Ace.
    pub ace: String,
    /// Vigor left, from 1 to the maximum.
    pub vigor: Option<u8>,
    /// Tension left, up to the maximum.
    pub tension: Option<u8>,
    /// Ammo left, up to that at the start.
    pub ammo: Option<u8>,
    /// Hex of the Ace, as `q,r`.
    pub at: Option<String>,
    /// Results of frame damage, faces from 1 to 6. A 4 or 5 hits the first armament or modular system that it can hit.
    #[serde(default)]
    pub damage: Vec<u8>,
    /// True if the Ace has no Vigor left, and waits for its next turn.
    #[serde(default)]
    pub down: bool,
    /// True if the Ace has left the battle.
    #[serde(default)]
    pub ejected: bool,
    /// Shields until they are used or the battle ends.
    pub shields: Option<u8>,
    /// Conditions of the Ace.
    #[serde(default)]
    pub conditions: Vec<AceCondition>,
    /// True if the Ace has acted this round.
    #[serde(default)]
    pub acted: bool,
}

/// An enemy that differs.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedEnemy {
    /// Number of the enemy on the field, from 1 in the order of the encounter.
    pub enemy: usize,
    /// Vigor left; 0 for an enemy that is removed for good.
    pub vigor: Option<u8>,
    /// Hex of the enemy, as `q,r`.
    pub at: Option<String>,
    /// Shields until they are used.
    pub shields: Option<u8>,
    /// True for a Prime that is out until the next GM turn.
    #[serde(default)]
    pub down: bool,
    /// Number of times that a Prime is still restored.
    pub restorations: Option<u8>,
    /// Conditions of the enemy, for the rest of the round.
    #[serde(default)]
    pub conditions: Vec<EnemyCondition>,
}

/// A condition of an Ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AceCondition {
    /// 1 Harm less the next time.
    Protected,
    /// 1 Harm more with the next attack.
    Encouraged,
    /// Obfuscated until the Ace's next turn.
    Obfuscated,
    /// One die less for the first roll of the Ace's next turn.
    Distracted,
}

/// A condition of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EnemyCondition {
    /// Unable to move.
    Held,
    /// Without Armor and Shields.
    Emp,
    /// Marked by Target Painter.
    Painted,
    /// 1 Harm less with the next attack.
    Distracted,
    /// 1 Armor more until the end of the Aces' turn.
    Enduring,
}

/// Largest number of Shields of a position.
const MOST: u8 = 99;

impl<D: MissionDice> Mission<D> {
    /// Changes the state at the start of the first round to a position, and plays up to its next decision.
    ///
    /// # Errors
    /// Names of no Ace, numbers of no enemy, hexes off the map, numbers out of range, results of frame damage that an Ace
    /// cannot have, and positions in which the mission is over.
    pub fn arrange(&self, state: &mut State, typed: &TypedPosition) -> Result<(), InputError> {
        if let Some(round) = typed.round {
            state.round = value_within("position.round", round, 1, self.encounter(state).rounds)?;
        }
        // The turn of a single Ace begins without a choice.
        (state.phase, state.acted, state.turn, state.asked) = (Phase::Aces, AceSet::EMPTY, Turn::default(), None);
        let mut seen = Vec::new();
        for (nth, ace) in typed.aces.iter().enumerate() {
            let key = format!("position.aces[{nth}]");
            let id = self.ace_named(&key, &ace.ace)?;
            first_entry(&mut seen, id, &key)?;
            self.arrange_ace(state, &key, id, ace)?;
        }
        let (on_field, mut seen): (Vec<EnemyId>, Vec<EnemyId>) = (state.marks.up.iter().collect(), Vec::new());
        for (nth, enemy) in typed.enemies.iter().enumerate() {
            let key = format!("position.enemies[{nth}]");
            let id = on_field[value_within(&format!("{key}.enemy"), enemy.enemy, 1, on_field.len())? - 1];
            first_entry(&mut seen, id, &key)?;
            self.arrange_enemy(state, &key, id, enemy)?;
        }
        Play { mission: self, state, watch: &mut Unwatched }.advance();
        let over = || {
            let help = "leave an Ace and an enemy on the field";
            InputError::plain("the mission of the position is over").with_help(Some(help))
        };
        state.asked.map(|_| ()).ok_or_else(over)
    }

    fn ace_named(&self, key: &str, name: &str) -> Result<AceId, InputError> {
        let names = self.aces.iter().map(|ace| ace.name.as_str());
        let found = self.aces.iter().position(|ace| same_name(&ace.name, name));
        let unknown = || InputError::unknown("Ace", name, names.clone()).of_key(&format!("{key}.ace"));
        found.map(|place| AceId::new(place as u8)).ok_or_else(unknown)
    }

    fn arrange_ace(&self, state: &mut State, key: &str, id: AceId, typed: &TypedAce) -> Result<(), InputError> {
        if let Some(hex) = &typed.at {
            state.ace_mut(id).at = Some(self.hex_named(state, &format!("{key}.at"), hex)?);
        }
        for (nth, face) in typed.damage.iter().enumerate() {
            self.arrange_damage(state, &format!("{key}.damage[{nth}]"), id, *face)?;
        }
        arrange_resources(state.ace_mut(id), key, typed)?;
        let ace = state.ace_mut(id);
        for condition in &typed.conditions {
            *match condition {
                AceCondition::Protected => &mut ace.protected,
                AceCondition::Encouraged => &mut ace.encouraged,
                AceCondition::Obfuscated => &mut ace.obfuscated,
                AceCondition::Distracted => &mut ace.distracted_next,
            } = true;
        }
        if typed.down {
            if ace.damage >= self.rules.damage.allowed && self.rules.damage.last == LastDamage::Eject {
                let problem = format!("{key}.down: an Ace with {} results of frame damage ejects", ace.damage);
                return Err(InputError::plain(problem));
            }
            (ace.life, ace.vigor, ace.damage) = (Life::Down, 0, ace.damage + 1);
        }
        if typed.ejected {
            (ace.life, ace.vigor, ace.at) = (Life::Ejected, 0, None);
            state.on_map.remove(id);
        }
        if typed.acted {
            state.acted.insert(id);
        }
        Ok(())
    }

    /// Applies a result of frame damage to an Ace, as if the Ace had returned with it.
    fn arrange_damage(&self, state: &mut State, key: &str, id: AceId, face: u8) -> Result<(), InputError> {
        value_within(key, face, 1, 6)?;
        let (possible, damage) = (self.possible(state, id), &self.rules.damage);
        if possible >> face & 1 == 0 || state.ace(id).damage >= damage.allowed {
            let problem = format!("{key}: the Ace cannot have the result {face} as well");
            return Err(InputError::plain(problem));
        }
        let ace = state.ace_mut(id);
        (ace.damage, ace.max_tension) = (ace.damage + 1, ace.max_tension + damage.tension_gained);
        let hit = match face {
            4 => self.replaceable(state, id).lowest().map(Damaged::Armament),
            5 => self.hittable(state, id).lowest().map(Damaged::Item),
            _ => None,
        };
        state.turn.ace = Some(id);
        let mut play = Play { mission: self, state, watch: &mut Unwatched };
        match hit {
            Some(hit) => play.damage_to(hit),
            None => play.damage_takes_hold(id, face),
        }
        (state.turn, state.ace_mut(id).damage_faces) = (Turn::default(), state.ace(id).damage_faces | 1 << face);
        Ok(())
    }

    fn arrange_enemy(&self, state: &mut State, key: &str, id: EnemyId, typed: &TypedEnemy) -> Result<(), InputError> {
        if let Some(hex) = &typed.at {
            state.enemy_mut(id).at = self.hex_named(state, &format!("{key}.at"), hex)?;
        }
        let enemy = state.enemy_mut(id);
        enemy.vigor = value_within(&format!("{key}.vigor"), typed.vigor.unwrap_or(enemy.vigor), 0, enemy.max_vigor)?;
        enemy.shields = value_within(&format!("{key}.shields"), typed.shields.unwrap_or(enemy.shields), 0, MOST)?;
        let most = enemy.restorations;
        let restorations = typed.restorations.unwrap_or(most);
        enemy.restorations = value_within(&format!("{key}.restorations"), restorations, 0, most)?;
        for condition in &typed.conditions {
            let marks = &mut state.marks;
            let set: &mut EnemySet = match condition {
                EnemyCondition::Held => &mut marks.held,
                EnemyCondition::Emp => &mut marks.emp,
                EnemyCondition::Painted => &mut marks.painted,
                EnemyCondition::Distracted => &mut marks.distracted,
                EnemyCondition::Enduring => &mut marks.enduring,
            };
            set.insert(id);
        }
        if typed.down {
            if state.enemy(id).restorations == 0 {
                return Err(InputError::plain(format!("{key}.down: only a Prime with restorations left can be down")));
            }
            state.enemy_mut(id).vigor = 0;
            state.marks.up.remove(id);
            state.marks.down.insert(id);
        } else if state.enemy(id).vigor == 0 {
            state.marks.up.remove(id);
            if let Some(colossus) = state.enemy(id).colossus {
                let (left, _) = &mut state.parts[colossus.index()];
                *left = left.saturating_sub(1);
            }
        }
        Ok(())
    }

    /// Returns a hex of the battle's map by its name `q,r`.
    fn hex_named(&self, state: &State, key: &str, name: &str) -> Result<HexId, InputError> {
        let map = &self.encounter(state).map;
        map.named(name).map_err(|problem| InputError::plain(format!("{key}: {problem}")))
    }
}

/// Sets what an Ace has left.
fn arrange_resources(ace: &mut AceState, key: &str, typed: &TypedAce) -> Result<(), InputError> {
    let limits = [
        ("vigor", typed.vigor, 1, ace.max_vigor),
        ("tension", typed.tension, 0, ace.max_tension),
        ("ammo", typed.ammo, 0, ace.ammo),
        ("shields", typed.shields, 0, MOST),
    ];
    let parts = [&mut ace.vigor, &mut ace.tension, &mut ace.ammo, &mut ace.shields];
    for (part, (name, value, least, most)) in parts.into_iter().zip(limits) {
        if let Some(value) = value {
            *part = value_within(&format!("{key}.{name}"), value, least, most)?;
        }
    }
    Ok(())
}
