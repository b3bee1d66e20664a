//! Rules of an Ace's turn: payable uses of systems, legal targets, and free steps.

use super::super::attack::Outcome;
use super::super::catalogue::item::Effect;
use super::super::ids::{AceId, ArmSlot, EnemyId, EnemySet, HexId, ItemSet, ItemSlot};
use super::super::ruleset::EmptyPool;
use super::Mission;
use super::action::Step;
use super::reach::{Ranges, is_open};
use super::state::{Attack, Life, State};

impl<D> Mission<D> {
    /// Returns true if an Ace can pay for a use of a system now, with `tension` Tension in addition (A38).
    #[inline]
    pub fn can_pay(&self, state: &State, ace: AceId, item: ItemSlot, tension: u8) -> bool {
        self.payable(state, ace, tension).has(item)
    }

    /// Returns the systems that an Ace can pay for now, with `tension` Tension in addition (A38).
    #[inline]
    pub(super) fn payable(&self, state: &State, ace: AceId, tension: u8) -> ItemSet {
        let (frame, kit) = (state.ace(ace), self.kit(ace));
        if frame.tension < tension {
            return ItemSet::EMPTY;
        }
        let (used, held_out) =
            if frame.life == Life::LastStand { Default::default() } else { (frame.used, frame.held_out) };
        let ready = kit.all - held_out - (used & kit.limited);
        match frame.ammo {
            0 if frame.tension > tension => (ready & kit.holdout) - used,
            0 => ItemSet::EMPTY,
            _ => ready,
        }
    }
}

/// Returns true if the attack under way may be rerolled: this needs Tension and a possible better result (A08).
pub fn may_reroll<D>(mission: &Mission<D>, state: &State) -> bool {
    let (ace, rules) = (state.turn.acting(), &mission.rules);
    let Some(Attack { shot, roll, rerolls, .. }) = state.turn.attack else { return false };
    let dice = shot.dice + mission.ace(ace).reroll_dice as i8;
    let fixed = dice <= 0 && rules.rolls.empty_pool == EmptyPool::Failure;
    let may = state.ace(ace).tension > 0 && rerolls < rules.turn.rerolls;
    may && roll.result < mission.best_face(state, ace) && !fixed
}

/// Returns true if a system could remove Armor and Shields from the target of the attack under way before its Harm
/// (A34, A68). All other systems can wait until after the Harm.
pub fn may_lay_bare<D>(mission: &Mission<D>, state: &State) -> bool {
    let ace = state.turn.acting();
    let kit = mission.kit(ace);
    let Some(Attack { target, roll, .. }) = state.turn.attack else { return false };
    if kit.emp.is_empty() || roll.outcome(&mission.rules.rolls) == Outcome::Failure {
        return false;
    }
    let guard = mission.enemy_guard(state, target);
    let bare = guard.armor == 0 && guard.shields == 0;
    !bare && !(mission.payable(state, ace, 0) & kit.emp).is_empty()
}

/// Returns the systems that an Ace can pay for while something else is under way (A68). Damaged systems are excluded if
/// no further consequence can become due.
pub fn payable_meanwhile<D>(mission: &Mission<D>, state: &State) -> ItemSet {
    let (ace, due) = (state.turn.acting(), &state.turn.due);
    let payable = mission.payable(state, ace, 0);
    let full = due.later.is_some() || due.roll && due.answer.is_some();
    if full { payable - state.ace(ace).rolled_items } else { payable }
}

/// Returns the enemies that may be picked next: in reach, with a higher number than those picked, and near those if the
/// system requires it.
pub fn picks<D>(mission: &Mission<D>, state: &State) -> EnemySet {
    let (ace, aim) = (state.turn.acting(), &state.turn.aim);
    let Effect::Volley { at, together, .. } = mission.kit(ace).items[aim.item.index()].effect else {
        return EnemySet::EMPTY;
    };
    let ranges = mission.ranges(state, ace);
    let further = mission.within(ace, at, &ranges).above(aim.picked);
    if !together {
        return further;
    }
    let map = &mission.encounter(state).map;
    let apart = |a: EnemyId, b: EnemyId| map.distance(state.enemy(a).at, state.enemy(b).at) > 1;
    let fits = |enemy: &EnemyId| !aim.picked.iter().any(|other| apart(*enemy, other));
    further.iter().filter(fits).collect()
}

/// Returns the targets of a second attack of Parallel Processors: with another armament, and by the rules at another
/// target (A29).
pub fn second_targets<D>(mission: &Mission<D>, state: &State, armament: ArmSlot, ranges: &Ranges) -> EnemySet {
    let Some(first) = state.turn.attack.filter(|first| first.armament != armament) else { return EnemySet::EMPTY };
    let targets = mission.attackable(state, state.turn.acting(), armament, ranges);
    if mission.rules.traits.parallel_targets_differ { targets - EnemySet::of(first.target) } else { targets }
}

/// Returns true if a second attack is possible.
pub fn has_second<D>(mission: &Mission<D>, state: &State) -> bool {
    let ace = state.turn.acting();
    let ranges = mission.ranges(state, ace);
    mission.kit(ace).slots().any(|armament| !second_targets(mission, state, armament, &ranges).is_empty())
}

/// Returns the hexes of a free step: systems can reach rooftops, motors cannot.
pub fn steps<'a, D>(
    mission: &'a Mission<D>,
    state: &'a State,
    ace: AceId,
    why: Step,
) -> impl Iterator<Item = HexId> + 'a {
    let around = mission.encounter(state).map.around(state.ace(ace).hex()).iter().copied();
    around.filter(move |to| why != Step::Drive || is_open(state, *to))
}

/// Returns true if a free step is possible.
pub fn can_step<D>(mission: &Mission<D>, state: &State, ace: AceId, why: Step) -> bool {
    steps(mission, state, ace, why).next().is_some()
}
