//! Positions as people type them: what differs from the state at the start of the first round.

use super::Mission;
use super::engine::{Dice, Play};
use super::state::{Phase, State};
use crate::ids::{AceId, EnemyId};
use hitchart_config::{InputError, same_name, value_within};
use hitchart_play::Unwatched;
use serde::Deserialize;

/// A position between two turns of Aces. Keys that are left out keep the state at the start of the first round.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedPosition {
    /// The round of the battle, 1 to 99.
    pub round: Option<u8>,
    /// Aces that differ.
    #[serde(default)]
    pub aces: Vec<TypedAce>,
    /// Enemies that differ.
    #[serde(default)]
    pub enemies: Vec<TypedEnemy>,
}

/// An Ace that differs.
#[derive(Clone, Debug, Deserialize)]
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
    /// True if the Ace has acted this round.
    #[serde(default)]
    pub acted: bool,
}

/// An enemy that differs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedEnemy {
    /// Number of the enemy on the field, from 1 in the order of the encounter.
    pub enemy: usize,
    /// Vigor left; 0 for an enemy that is removed for good.
    pub vigor: u8,
}

/// Largest round of a position.
const MOST: u8 = 99;

impl<D: Dice> Mission<D> {
    /// Changes the state at the start of the first round to a position, and plays up to its next decision.
    ///
    /// # Errors
    /// Names of no Ace, numbers of no enemy, numbers out of range, and positions in which the mission is over.
    pub fn arrange(&self, state: &mut State, typed: &TypedPosition) -> Result<(), InputError> {
        if let Some(round) = typed.round {
            state.round = value_within("position.round", round, 1, MOST)?;
        }
        for (nth, ace) in typed.aces.iter().enumerate() {
            self.arrange_ace(state, &format!("position.aces[{nth}]"), ace)?;
        }
        let on_field: Vec<EnemyId> = state.marks.up.iter().collect();
        for (nth, enemy) in typed.enemies.iter().enumerate() {
            let key = format!("position.enemies[{nth}]");
            let id = on_field[value_within(&format!("{key}.enemy"), enemy.enemy, 1, on_field.len())? - 1];
            let vigor = value_within(&format!("{key}.vigor"), enemy.vigor, 0, state.enemy(id).max_vigor)?;
            state.enemy_mut(id).vigor = vigor;
            if vigor == 0 {
                state.marks.up.remove(id);
                if let Some(colossus) = state.enemy(id).colossus {
                    let (left, _) = &mut state.parts[colossus.index()];
                    *left = left.saturating_sub(1);
                }
            }
        }
        // A single Ace is asked in its turn at once.
        if state.phase == Phase::Aces || state.marks.all_gone() {
            state.asked = None;
        }
        Play { mission: self, state, watch: &mut Unwatched }.advance();
        let over =
            || InputError::plain("the mission of the position is over").with_help(Some("leave an enemy on the field"));
        state.asked.map(|_| ()).ok_or_else(over)
    }

    fn arrange_ace(&self, state: &mut State, key: &str, typed: &TypedAce) -> Result<(), InputError> {
        let names = self.aces.iter().map(|ace| ace.name.as_str());
        let found = self.aces.iter().position(|ace| same_name(&ace.name, &typed.ace));
        let unknown = || InputError::unknown("Ace", &typed.ace, names.clone());
        let id = AceId::new(found.ok_or_else(unknown)? as u8);
        let ace = state.ace_mut(id);
        let limits = [
            ("vigor", typed.vigor, 1, ace.max_vigor),
            ("tension", typed.tension, 0, ace.max_tension),
            ("ammo", typed.ammo, 0, ace.ammo),
        ];
        let parts = [&mut ace.vigor, &mut ace.tension, &mut ace.ammo];
        for (part, (name, value, least, most)) in parts.into_iter().zip(limits) {
            if let Some(value) = value {
                *part = value_within(&format!("{key}.{name}"), value, least, most)?;
            }
        }
        if typed.acted {
            state.acted.insert(id);
        }
        Ok(())
    }
}
