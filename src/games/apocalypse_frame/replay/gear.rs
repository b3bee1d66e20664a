//! What the gear of Aces and the attacks of enemies are called.

use super::super::ace::{Ace, MAX_ARMAMENTS};
use super::super::catalogue::item::Item;
use super::super::ids::{AceId, ArmId, AttackId, EnemyId, ItemSlot};
use super::super::mission::{Mission, State};

/// The name of an armament by its number, backups from [`MAX_ARMAMENTS`] on; none where there is no such armament.
pub fn armament<D>(mission: &Mission<D>, ace: AceId, number: ArmId) -> Option<String> {
    let ace = mission.aces.get(ace.index())?;
    let armament = match number.index().checked_sub(MAX_ARMAMENTS) {
        None => ace.armaments.get(number.index()),
        Some(backup) => ace.backups.get(backup),
    };
    armament.map(|armament| armament.name.clone())
}

/// Systems of an Ace, the integral one first.
pub fn items(ace: &Ace) -> impl Iterator<Item = &Item> {
    ace.integral.iter().chain(&ace.modular)
}

/// The name of a system by its place; none where there is no such system.
pub fn item<D>(mission: &Mission<D>, ace: AceId, item: ItemSlot) -> Option<String> {
    items(mission.aces.get(ace.index())?).nth(item.index()).map(|item| item.name.clone())
}

/// The name of an attack of an enemy by its number.
pub fn attack<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, attack: AttackId) -> Option<String> {
    let kind = mission.encounter(state).kinds.get(usize::from(state.enemy(enemy).kind))?;
    kind.attacks.get(attack.index()).map(|attack| attack.name.clone())
}

/// The name of a kind of enemy of the battle that is on.
pub fn kind<D>(mission: &Mission<D>, state: &State, kind: u8) -> Option<String> {
    mission.encounter(state).kinds.get(usize::from(kind)).map(|kind| kind.name.clone())
}
