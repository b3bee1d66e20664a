//! States and actions of a mission as data, for players outside the program.

use super::super::ids::{AceId, EnemyId};
use super::super::mission::{Action, Mission, MissionDice, State};
use hitchart_play::Shown;
use serde_json::{Value, json};

impl<D: MissionDice> Shown for Mission<D> {
    const NAME: &'static str = "apocalypse-frame";

    fn kind_of_decision(&self, state: &State) -> &'static str {
        // The state and the candidates show which Ace decides, and why.
        state.asked.map_or("", |asked| asked.kind())
    }

    fn decision_in_words(&self, state: &State) -> String {
        state.asked.map_or("", |asked| asked.in_words()).to_owned()
    }

    fn state_as_data(&self, state: &State) -> Value {
        let map = &self.encounter(state).map;
        let enemies = state.marks.up | state.marks.down;
        let ace = |ace: AceId| self.ace_as_data(state, ace);
        let enemy = |enemy: EnemyId| (enemy.number().to_string(), self.enemy_as_data(state, enemy));
        json!({
            "battle": state.battle,
            "round": state.round,
            "acting": state.turn.ace,
            "actions": state.turn.actions,
            "hexes": map.places().map(|(_, place)| place).collect::<Vec<(i8, i8)>>(),
            "aces": self.ace_ids().map(ace).collect::<Vec<Value>>(),
            "enemies": enemies.iter().map(enemy).collect::<serde_json::Map<String, Value>>(),
            "materials": state.materials,
        })
    }

    fn action_in_words(&self, state: &State, action: &Action) -> String {
        self.action_text(state, action)
    }
}

impl<D> Mission<D> {
    fn ace_as_data(&self, state: &State, ace: AceId) -> Value {
        let (known, now) = (self.ace(ace), state.ace(ace));
        json!({
            "name": known.name,
            "model": known.model,
            "life": now.life,
            "at": now.at,
            "vigor": now.vigor,
            "max_vigor": now.max_vigor,
            "tension": now.tension,
            "ammo": now.ammo,
            "shields": now.shields + now.fleeting,
            "damage": now.damage,
            "acted": state.acted.has(ace),
        })
    }

    fn enemy_as_data(&self, state: &State, enemy: EnemyId) -> Value {
        let now = state.enemy(enemy);
        json!({
            "name": self.enemy_name(state, enemy),
            "kind": now.kind,
            "at": now.at,
            "vigor": now.vigor,
            "max_vigor": now.max_vigor,
            "armor": now.armor,
            "shields": now.shields + now.granted,
            "down": state.marks.down.has(enemy),
            "activated": state.marks.activated.has(enemy),
        })
    }
}
