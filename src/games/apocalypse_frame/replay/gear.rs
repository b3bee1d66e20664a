//! What the gear of Aces and the attacks of enemies are called.

use super::super::ace::{Ace, MAX_ARMAMENTS};
use super::super::catalogue::item::{Effect, Item};
use super::super::mission::{Mission, State};

/// The name of an armament by its number, backups from [`MAX_ARMAMENTS`] on; none where there is no such armament.
pub fn armament<D>(mission: &Mission<D>, ace: u8, number: u8) -> Option<String> {
    let ace = mission.aces.get(usize::from(ace))?;
    let armament = match usize::from(number).checked_sub(MAX_ARMAMENTS) {
        None => ace.armaments.get(usize::from(number)),
        Some(backup) => ace.backups.get(backup),
    };
    armament.map(|armament| armament.name.clone())
}

/// Systems of an Ace, the integral one first.
pub fn items(ace: &Ace) -> impl Iterator<Item = &Item> {
    ace.integral.iter().chain(&ace.modular)
}

fn item_of<D>(mission: &Mission<D>, ace: u8, item: u8) -> Option<&Item> {
    mission.aces.get(usize::from(ace)).and_then(|ace| items(ace).nth(usize::from(item)))
}

/// The name of a system by its place; none where there is no such system.
pub fn item<D>(mission: &Mission<D>, ace: u8, item: u8) -> Option<String> {
    item_of(mission, ace, item).map(|item| item.name.clone())
}

/// Whether the target of a system is an enemy; else it is an Ace.
pub fn aims_at_enemies<D>(mission: &Mission<D>, ace: u8, item: u8) -> bool {
    item_of(mission, ace, item).is_some_and(|item| {
        matches!(
            item.effect,
            Effect::Strike { .. }
                | Effect::Volley { .. }
                | Effect::Paint { .. }
                | Effect::Repulse { .. }
                | Effect::Enter { .. }
                | Effect::Exit { .. }
        )
    })
}

/// The name of an attack of an enemy by its number.
pub fn attack<D>(mission: &Mission<D>, state: &State, enemy: u8, attack: u8) -> Option<String> {
    let kind = mission.encounter(state).kinds.get(usize::from(state.enemy(enemy).kind))?;
    kind.attacks.get(usize::from(attack)).map(|attack| attack.name.clone())
}

/// The name of a kind of enemy of the battle that is on.
pub fn kind<D>(mission: &Mission<D>, state: &State, kind: u8) -> Option<String> {
    mission.encounter(state).kinds.get(usize::from(kind)).map(|kind| kind.name.clone())
}
