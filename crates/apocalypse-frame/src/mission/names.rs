//! Names of gear, enemies and choices, as people read them.

use super::action::{Action, Damaged, ItemUse, Protection};
use super::{Mission, State};
use crate::ids::{AceId, ArmId, ArmSlot, AttackId, Combatant, EnemyId, HexId, ItemSlot, MAX_ARMAMENTS};
use hitchart_play::in_words;
use serde_json::json;

impl<D> Mission<D> {
    /// Returns the name of an enemy, that of its kind.
    pub fn enemy_name(&self, state: &State, enemy: EnemyId) -> &str {
        self.kind_name(state, state.enemy(enemy).kind).unwrap_or_default()
    }

    /// Returns the name of a kind of enemy of the current battle. `None` if there is no such kind.
    pub fn kind_name(&self, state: &State, kind: u8) -> Option<&str> {
        self.encounter(state).kinds.get(usize::from(kind)).map(|kind| kind.name.as_str())
    }

    /// Returns the name of an armament by number, backups from [`MAX_ARMAMENTS`] on. `None` if there is no such armament.
    pub fn armament_name(&self, ace: AceId, number: ArmId) -> Option<&str> {
        let ace = self.aces.get(ace.index())?;
        let armament = match number.index().checked_sub(MAX_ARMAMENTS) {
            None => ace.armaments.get(number.index()),
            Some(backup) => ace.backups.get(backup),
        };
        armament.map(|armament| armament.name.as_str())
    }

    /// Returns the name of a system by its place among all systems of an Ace. `None` if there is no such system.
    pub fn item_name(&self, ace: AceId, item: ItemSlot) -> Option<&str> {
        self.aces.get(ace.index())?.items().nth(item.index()).map(|item| item.name.as_str())
    }

    /// Returns the name of an attack of an enemy. `None` if there is no such attack.
    pub fn attack_name(&self, state: &State, enemy: EnemyId, attack: AttackId) -> Option<&str> {
        let kind = self.encounter(state).kinds.get(usize::from(state.enemy(enemy).kind))?;
        kind.attacks.get(attack.index()).map(|attack| attack.name.as_str())
    }

    /// Returns a choice in words: `attack Velite on 2,0 with Machine Gun`.
    pub fn action_text(&self, state: &State, action: &Action) -> String {
        let (foe, hex) = (|enemy| self.foe(state, enemy), |hex| self.encounter(state).map.name(hex));
        let ace = |ace: AceId| self.aces.get(ace.index()).map_or("an Ace", |ace| &ace.name);
        match *action {
            Action::Begin(next) => format!("{} takes its turn", ace(next)),
            Action::Move(to) => format!("move to {}", hex(to)),
            Action::Sprint(to) => format!("sprint to {}", hex(to)),
            Action::Climb(to) => format!("climb to {}", hex(to)),
            Action::Step(to) => format!("step to {}", hex(to)),
            Action::Shove(to) => format!("push the enemy to {}", hex(to)),
            Action::Attack { armament, target } => {
                format!("attack {} with {}", foe(target), self.armament_in_use(state, armament))
            }
            Action::Swap(armament) => format!("swap {} for its backup", self.armament_in_use(state, armament)),
            Action::Extra => "pay 1 Tension for an action".to_owned(),
            Action::Use { item, way, target, to } => self.use_text(state, (item, way), target, to),
            Action::Reroll => "pay 1 Tension for a reroll".to_owned(),
            Action::Pick(enemy) => format!("target {} as well", foe(enemy)),
            Action::Choose(target) => format!("choose {}", self.combatant(state, target)),
            Action::Damage(Damaged::Armament(armament)) => {
                format!("damage {}", self.armament_in_use(state, armament))
            }
            Action::Damage(Damaged::Item(item)) => format!("damage {}", self.item_of_turn(state, item)),
            Action::Give(to) => format!("give the drop to {}", ace(to)),
            _ => self.enemy_text(state, action),
        }
    }

    /// Returns a choice of the game master in words, or a choice without fields by its name.
    fn enemy_text(&self, state: &State, action: &Action) -> String {
        let (foe, hex) = (|enemy| self.foe(state, enemy), |hex| self.encounter(state).map.name(hex));
        match *action {
            Action::Activate(enemy) => format!("activate {}", foe(enemy)),
            Action::EnemyMove { enemy, to } => format!("move {} to {}", foe(enemy), hex(to)),
            Action::EnemySprint { enemy, to } => format!("sprint with {} to {}", foe(enemy), hex(to)),
            Action::EnemyAttack { enemy, attack, ace, before, after } => {
                let name = self.attack_name(state, enemy, attack).unwrap_or("an attack");
                let step =
                    |when: &str, to: Option<HexId>| to.map_or_else(String::new, |to| format!(", {when} {}", hex(to)));
                let target = &self.ace(ace).name;
                let steps = step("after a step to", before) + &step("then a step to", after);
                format!("{} attacks {target} with {name}{steps}", foe(enemy))
            }
            Action::Reinvigorate(enemy) => format!("{} regains 1 Vigor", foe(enemy)),
            Action::Endure(enemy) => format!("{} gains Armor", foe(enemy)),
            Action::Shield(enemy) => format!("{} gains Shields", foe(enemy)),
            Action::Protect { enemy, other, with } => {
                let defense = if with == Protection::Armor { "Armor" } else { "Shields" };
                format!("{} gives {defense} to {}", foe(enemy), foe(other))
            }
            Action::Reinforce { enemy, kind, at } => {
                let called = self.kind_name(state, kind).unwrap_or("an enemy");
                format!("{} calls {called} to {}", foe(enemy), hex(at))
            }
            Action::Purge(enemy) => format!("{} ends the effects on it", foe(enemy)),
            _ => in_words(&json!(action)).replace('-', " "),
        }
    }

    /// Returns the use of a system in words, with its mode, target and place.
    fn use_text(
        &self,
        state: &State,
        (item, way): (ItemSlot, ItemUse),
        target: Option<Combatant>,
        to: Option<HexId>,
    ) -> String {
        let way = match way {
            ItemUse::Main => "",
            ItemUse::Other => " in its second mode",
            ItemUse::Projected => " projected",
        };
        let on = target.map_or_else(String::new, |target| format!(" on {}", self.combatant(state, target)));
        let at = to.map_or_else(String::new, |to| format!(" at {}", self.encounter(state).map.name(to)));
        format!("use {}{way}{on}{at}", self.item_of_turn(state, item))
    }

    /// Returns an enemy by its kind and hex, with its Vigor if others of the kind are on the hex.
    fn foe(&self, state: &State, enemy: EnemyId) -> String {
        let (name, now) = (self.enemy_name(state, enemy), state.enemy(enemy));
        let is_alike = |other: &EnemyId| {
            *other != enemy && state.enemy(*other).at == now.at && self.enemy_name(state, *other) == name
        };
        let vigor = if state.marks.up.iter().any(|other| is_alike(&other)) {
            format!(" with {} Vigor", now.vigor)
        } else {
            String::new()
        };
        format!("{name} on {}{vigor}", self.encounter(state).map.name(now.at))
    }

    fn combatant(&self, state: &State, who: Combatant) -> String {
        match who {
            Combatant::Ace(ace) => self.ace(ace).name.clone(),
            Combatant::Enemy(enemy) => self.foe(state, enemy),
        }
    }

    /// Returns the name of the armament of the acting Ace in a slot: of its backup after a swap.
    fn armament_in_use(&self, state: &State, slot: ArmSlot) -> &str {
        let name = |ace| self.armament_name(ace, self.arm_in_use(state, ace, slot));
        state.turn.ace.and_then(name).unwrap_or("an armament")
    }

    fn item_of_turn(&self, state: &State, item: ItemSlot) -> &str {
        state.turn.ace.and_then(|ace| self.item_name(ace, item)).unwrap_or("a system")
    }
}
