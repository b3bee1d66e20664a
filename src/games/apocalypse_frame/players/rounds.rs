//! Mortar rounds: the blow of one, and what those under way are expected to leave of an enemy (A36).

use super::super::attack::{Blow, Guard};
use super::super::catalogue::item::{Effect, ItemTag};
use super::super::catalogue::numbers::Number;
use super::super::catalogue::tag::Band;
use super::super::ids::{AceId, EnemyId, HexId};
use super::super::mission::kit::ItemKit;
use super::super::mission::{Mission, State};
use super::chances::met;

/// Chance that an enemy that is not activated before is still where a round comes down,
/// and was not taken out by an Ace.
pub const STAYS: f64 = 0.3;

/// Returns true if a round that an Ace fires at a hex from where it is flies beyond Far, for 1 Harm less.
pub fn is_extended<D>(mission: &Mission<D>, state: &State, ace: AceId, at: HexId) -> bool {
    mission.range(state, state.ace(ace).hex(), at) > Band::Far.hexes()
}

/// Returns the blow of a round to an enemy where it comes down, if all who are there now stay.
pub fn blow(state: &State, kit: &ItemKit, (at, extended): (HexId, bool), enemy: EnemyId) -> Blow {
    let Effect::Mortar { harm, .. } = kit.effect else { return Blow::of_item(0, kit.tags) };
    let there = state.marks.up.iter().filter(|other| state.enemy(*other).at == at);
    let hottest = there.max_by_key(|other| (state.enemy(*other).vigor, std::cmp::Reverse(*other)));
    let hot = kit.tags.has(ItemTag::Superhot) && hottest == Some(enemy);
    let more = if hot { kit.number(ItemTag::Superhot, Number::Harm) } else { 0 };
    Blow::of_item((harm + more).saturating_sub(u8::from(extended)), kit.tags)
}

/// Returns the Vigor that the rounds under way to a hex are expected to take from an enemy there.
pub fn falling<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, at: HexId) -> f64 {
    let under_way = state.mortars[..usize::from(state.mortar_count)].iter().filter(|round| round.at == at);
    let expected = under_way.map(|round| {
        let kit = &mission.kit(round.ace).items[round.item.index()];
        let guard = Guard { less: 0, ..mission.enemy_guard(state, enemy) };
        let (harm, held) = met(blow(state, kit, (at, round.extended), enemy), guard, mission.rules.harm.order);
        f64::from(harm) * (1.0 - held)
    });
    expected.sum()
}

/// Returns what the rounds under way are expected to leave of the Vigor of an enemy that stays where it is.
pub fn outlasts<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, vigor: u8) -> u8 {
    let taken = falling(mission, state, enemy, state.enemy(enemy).at);
    // A sum of sixths may be a little below a whole number.
    vigor.saturating_sub((taken + 1e-9) as u8)
}
