//! Names of the gear of Aces and of the attacks of enemies.

use super::super::ace::{Ace, MAX_ARMAMENTS};
use super::super::catalogue::item::Item;
use super::super::ids::{AceId, ArmId, AttackId, EnemyId, ItemSlot};
use super::super::mission::{Mission, State};

/// Returns the name of an armament by number, backups from [`MAX_ARMAMENTS`] on; `None` if there is no such armament.
pub fn armament<D>(mission: &Mission<D>, ace: AceId, number: ArmId) -> Option<String> {
    let ace = mission.aces.get(ace.index())?;
    let armament = match number.index().checked_sub(MAX_ARMAMENTS) {
        None => ace.armaments.get(number.index()),
        Some(backup) => ace.backups.get(backup),
    };
    armament.map(|armament| armament.name.clone())
}

/// Returns the systems of an Ace, the integral one first.
pub fn items(ace: &Ace) -> impl Iterator<Item = &Item> {
    ace.integral.iter().chain(&ace.modular)
}

/// Returns the name of a system by index; `None` if there is no such system.
pub fn item<D>(mission: &Mission<D>, ace: AceId, item: ItemSlot) -> Option<String> {
    items(mission.aces.get(ace.index())?).nth(item.index()).map(|item| item.name.clone())
}

/// Returns the name of an attack of an enemy by number.
pub fn attack<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, attack: AttackId) -> Option<String> {
    let kind = mission.encounter(state).kinds.get(usize::from(state.enemy(enemy).kind))?;
    kind.attacks.get(attack.index()).map(|attack| attack.name.clone())
}

/// Returns the name of a kind of enemy of the current battle.
pub fn kind<D>(mission: &Mission<D>, state: &State, kind: u8) -> Option<String> {
    mission.encounter(state).kinds.get(usize::from(kind)).map(|kind| kind.name.clone())
}
