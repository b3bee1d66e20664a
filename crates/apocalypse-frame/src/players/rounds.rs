//! Mortar rounds in the air (A36), and the worth of one more round at the same hex.
//!
//! All rounds come down at the start of the next round, in the order in which they were fired. A later round meets the
//! Vigor and the Shields that the earlier rounds have left.

use super::chances::met;
use crate::attack::{Blow, Guard};
use crate::catalogue::item::{Effect, ItemTag};
use crate::ids::{EnemyId, EnemySet, HexId};
use crate::mission::state::{MAX_MORTARS, State};
use crate::{catalogue::numbers::Number, mission::Mission, mission::kit::ItemKit, ruleset::GuardOrder};

/// Chance that a living enemy is at the same hex in the next round.
const STAYS: f64 = 0.3;
/// Chance that an enemy survives the round, and its decrease per action of the Aces for each point of Vigor on the
/// field.
const SURVIVES: f64 = 0.7;
const PRESSURE: f64 = 1.8;
/// The same chance for Primes that survive or return, and for Primes that are down: their free Move takes them away.
const PRIME_STAYS: f64 = 0.45;
const RETURNS: f64 = 0.05;

/// An enemy at the moment when a mortar round hits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Struck {
    pub enemy: EnemyId,
    pub vigor: u8,
    pub guard: Guard,
    pub blow: Blow,
}

/// A mortar round: its blow, and the additional Harm to the enemy with the most Vigor (Superhot).
#[derive(Clone, Copy, Debug)]
struct Round {
    blow: Blow,
    hot: u8,
}

impl Round {
    const NONE: Round = Round { blow: Blow { harm: 0, ignores_armor: false, ignores_shields: false }, hot: 0 };

    fn of(kit: &ItemKit, extended: bool) -> Round {
        let Effect::Mortar { harm, .. } = kit.effect else { return Round::NONE };
        let hot = if kit.tags.has(ItemTag::Superhot) { kit.number(ItemTag::Superhot, Number::Harm) } else { 0 };
        Round { blow: Blow::of_item(harm.saturating_sub(u8::from(extended)), kit.tags), hot }
    }

    fn blow(&self, hottest: bool) -> Blow {
        Blow { harm: self.blow.harm + if hottest { self.hot } else { 0 }, ..self.blow }
    }
}

/// A mortar round that may be fired: the mortar, the hex of its user and the hex where the round comes down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shell<'a> {
    pub kit: &'a ItemKit,
    pub from: HexId,
    pub at: HexId,
}

/// Returns the expected worth of one more round.
///
/// `worth` values the hit on an enemy with the Vigor and the guard that the rounds in the air leave; an enemy that they
/// take out for certain is worth 0. Primes that return before the round comes down count at full Vigor.
pub(super) fn one_more<D>(
    mission: &Mission<D>,
    state: &State,
    Shell { kit, from, at }: Shell<'_>,
    mut worth: impl FnMut(Struck) -> f64,
) -> f64 {
    let there = |enemy: &EnemyId| state.enemy(*enemy).at == at;
    let there: EnemySet = (state.marks.up | state.marks.down).iter().filter(there).collect();
    if there.is_empty() {
        return 0.0;
    }
    let mut earlier = [Round::NONE; MAX_MORTARS];
    let mut count = 0;
    for mortar in state.mortars[..usize::from(state.mortar_count)].iter().filter(|mortar| mortar.at == at) {
        let kit = &mission.kit(mortar.ace).items[mortar.item.index()];
        earlier[count] = Round::of(kit, mortar.extended);
        count += 1;
    }
    let last = Round::of(kit, mission.range(state, from, at) > 2);
    let hottest = there.iter().max_by_key(|enemy| (vigor(state, *enemy), std::cmp::Reverse(*enemy)));
    let order = mission.rules.harm.order;
    let mut sum = 0.0;
    for enemy in there.iter() {
        let here = stays(mission, state, enemy);
        let hot = hottest == Some(enemy);
        let before = (vigor(state, enemy), guard(mission, state, enemy));
        leave(&earlier[..count], hot, order, (1.0, before.0, before.1), &mut |chance, vigor, guard| {
            sum += here * chance * worth(Struck { enemy, vigor, guard, blow: last.blow(hot) });
        });
    }
    sum
}

/// Chance that an enemy is on the field and at its present hex when mortar rounds come down.
///
/// The constants fit 59,000 enemies in missions of the built-in encounters: teams of M1, L1, H1 and M3, L3, H3, the
/// tactician against the greedy, ruthless and spread game masters, keys 0 to 39.
fn stays<D>(mission: &Mission<D>, state: &State, enemy: EnemyId) -> f64 {
    let marks = &state.marks;
    if marks.down.has(enemy) {
        return RETURNS;
    }
    let vigor: u32 = marks.up.iter().map(|enemy| u32::from(state.enemy(enemy).vigor)).sum();
    let to_act = state.on_map - state.acted;
    let later = to_act.iter().filter(|ace| Some(*ace) != state.turn.ace).count() as u32;
    let actions = u32::from(state.turn.actions) + later * u32::from(mission.rules.turn.actions);
    // Actions of this Aces' turn per point of Vigor.
    let pressure = f64::from(actions) / f64::from(vigor.max(1));
    if state.enemy(enemy).restorations > 0 {
        return PRIME_STAYS * (1.0 - pressure).max(0.0);
    }
    STAYS * (SURVIVES - PRESSURE * pressure).max(0.0)
}

/// Vigor of an enemy when mortar rounds come down. Superhot uses the Vigor of now.
fn vigor(state: &State, enemy: EnemyId) -> u8 {
    let this = state.enemy(enemy);
    if state.marks.down.has(enemy) { this.max_vigor } else { this.vigor }
}

/// Armor and Shields of an enemy when mortar rounds come down: without EMP, and without Moves that end before.
fn guard<D>(mission: &Mission<D>, state: &State, enemy: EnemyId) -> Guard {
    let mut then = *state.enemy(enemy);
    let (marks, kind) = (&state.marks, mission.kind(state, enemy));
    if marks.down.has(enemy) {
        (then.armor, then.shields) = (then.armor.max(kind.armor), kind.shields);
    }
    let granted = if marks.granted_on.has(enemy) { then.granted } else { 0 };
    let armor = then.armor + u8::from(marks.enduring_on.has(enemy));
    Guard { less: 0, armor, shields: mission.stacked(then.shields, granted) }
}

/// Visits each result of some rounds on an enemy that leaves it alive: its chance, the Vigor and the guard. Only
/// Shields make more than one result.
fn leave(
    rounds: &[Round],
    hottest: bool,
    order: GuardOrder,
    (chance, vigor, guard): (f64, u8, Guard),
    visit: &mut impl FnMut(f64, u8, Guard),
) {
    if vigor == 0 {
        return;
    }
    let Some((first, rest)) = rounds.split_first() else { return visit(chance, vigor, guard) };
    let (harm, held) = met(first.blow(hottest), guard, order);
    leave(rest, hottest, order, (chance * (1.0 - held), vigor.saturating_sub(harm), guard), visit);
    if held > 0.0 {
        let worn = Guard { shields: guard.shields.saturating_sub(1), ..guard };
        leave(rest, hottest, order, (chance * held, vigor, worn), visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::{Through, through};

    /// Expected Harm of the last of some rounds by all throws of the Shield dice.
    fn by_throws(rounds: &[Round], order: GuardOrder, vigor: u8, guard: Guard) -> f64 {
        let throws = 6u32.pow(rounds.len() as u32);
        let of = |throw: u32| {
            let (mut vigor, mut guard, mut throw, mut last) = (vigor, guard, throw, 0);
            for round in rounds {
                let face = (throw % 6 + 1) as u8;
                throw /= 6;
                let met = if vigor == 0 {
                    Through { harm: 0, shielded: false }
                } else {
                    through(round.blow, guard, order, || face)
                };
                guard.shields -= u8::from(met.shielded);
                last = met.harm.min(vigor);
                vigor -= last;
            }
            f64::from(last)
        };
        (0..throws).map(of).sum::<f64>() / f64::from(throws)
    }

    #[test]
    fn later_rounds_meet_what_earlier_rounds_leave() {
        let blows = [(2, false), (3, false), (1, false), (2, true)];
        let blow = |(harm, ignores_shields)| Blow { harm, ignores_armor: false, ignores_shields };
        let rounds = blows.map(|of| Round { blow: blow(of), hot: 0 });
        for order in [GuardOrder::ArmorFirst, GuardOrder::ShieldsFirst] {
            for (vigor, armor, shields) in [(1, 0, 0), (3, 0, 2), (4, 1, 3), (9, 0, 6), (5, 2, 1)] {
                let guard = Guard { less: 0, armor, shields };
                for count in 1..=rounds.len() {
                    let (last, earlier) = rounds[..count].split_last().unwrap();
                    let mut sum = 0.0;
                    leave(earlier, false, order, (1.0, vigor, guard), &mut |chance, vigor, guard| {
                        sum += chance * super::super::chances::expected(last.blow, guard, order, vigor);
                    });
                    let want = by_throws(&rounds[..count], order, vigor, guard);
                    assert!((sum - want).abs() < 1e-12, "{count} rounds on {vigor} behind {guard:?}: {sum}, {want}");
                }
            }
        }
    }
}
