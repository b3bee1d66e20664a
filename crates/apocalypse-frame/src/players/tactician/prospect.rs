//! Worth of attacks by exact odds, and of the systems that an Ace uses during another action.

use super::super::chances::{Chances, met, plain};
use super::plan::{Here, Ranked};
use super::{View, spot::Spot};
use crate::attack::{Blow, Guard, Outcome, Shot};
use crate::ids::{ArmId, ArmSlot, Combatant, EnemyId, EnemySet, HexId, ItemSlot};
use crate::mission::state::{Life, Provoked, State};
use crate::mission::{Action, MissionDice};
use crate::{
    catalogue::entries::Trait, catalogue::item::Effect, catalogue::numbers::Number, catalogue::tag::Tag,
    mission::action::ItemUse, mission::kit::ItemKit,
};
use hitchart_play::Game;

// Worth of attacks.

/// Worth of an attack by outcome.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    pub chances: Chances,
    pub failure: f64,
    pub mixed: f64,
    pub full: f64,
    pub six: f64,
}

impl Prospect {
    /// Expected worth of a single roll.
    #[inline]
    pub(super) fn worth(&self) -> f64 {
        let c = &self.chances;
        let six = c.six.min(c.full);
        c.failure * self.failure + c.mixed * self.mixed + (c.full - six) * self.full + six * self.six
    }

    /// Expected worth with the option of a reroll at this price.
    #[inline]
    pub(super) fn worth_with(&self, price: f64) -> f64 {
        let again = self.worth() - price;
        let c = &self.chances;
        let six = c.six.min(c.full);
        c.failure * self.failure.max(again)
            + c.mixed * self.mixed.max(again)
            + (c.full - six) * self.full.max(again)
            + six * self.six.max(again)
    }

    /// Worth of a roll with this outcome.
    pub(super) fn of(&self, outcome: Outcome, six: bool) -> f64 {
        match outcome {
            Outcome::Failure => self.failure,
            Outcome::Mixed => self.mixed,
            Outcome::Full if six => self.six,
            Outcome::Full => self.full,
        }
    }
}

impl<D: MissionDice> View<'_, D> {
    /// Returns the prospect of an attack from the Ace's place in a real or hypothetical state.
    pub(super) fn prospect(&self, state: &State, spot: &Spot, armament: ArmSlot, target: EnemyId) -> Prospect {
        let (shot, guard) = self.mission.shot(state, self.ace, armament, target);
        let number = self.mission.arm_in_use(state, self.ace, armament);
        self.prospect_of(state, spot, &shot, guard.less, (number, target), 0)
    }

    /// Returns the prospect of a shot with `dice` more dice.
    pub(super) fn prospect_of(
        &self,
        state: &State,
        spot: &Spot,
        shot: &Shot,
        less: u8,
        (number, target): (ArmId, EnemyId),
        dice: i8,
    ) -> Prospect {
        let foe = &self.foes.all[target.index()];
        let chances = Chances::of(shot.dice + dice, self.mission.best_face(state, self.ace), &self.mission.rules);
        let out = self.reward(state, number);
        let hit = self.blow(foe, plain(shot, shot.harm), less, out);
        let mut six = hit;
        if shot.six_bonus > 0 {
            six = self.blow(foe, plain(shot, shot.harm + shot.six_bonus), less, out);
        }
        if shot.splash > 0 {
            for enemy in (self.foes.up - EnemySet::of(target)).iter() {
                let beside = &self.foes.all[enemy.index()];
                if beside.at == foe.at {
                    six += self.blow(beside, plain(shot, shot.splash), 0, out);
                }
            }
        }
        let gas = state.everywhere.reactive_gas && shot.ignores_armor;
        let gas = if gas { f64::from(self.mission.rules.fields.gas_harm) } else { 0.0 };
        let guard = Guard { less, ..foe.guard };
        let through = met(plain(shot, shot.harm), guard, self.mission.rules.harm.order).0;
        let missed = spot.answer_of(target, self.tactics).max(self.regained(spot, target, 0));
        let answer = spot.answer_of(target, self.tactics).max(self.regained(spot, target, through));
        let mut after_mixed = answer;
        let kit = self.mission.kit(self.ace);
        if chances.mixed > 0.0 && kit.has(Trait::HairpinControls) && !self.is_steered(state) {
            // After a 4 the answer cannot do Harm.
            let face = kit.number(Trait::HairpinControls, Number::Face);
            let four = (chances.mixed_on(face, &self.mission.rules.rolls) / chances.mixed).min(1.0);
            after_mixed = answer * (1.0 - four) + four * self.tactics.answer_move.min(answer);
        }
        Prospect { chances, failure: -missed - gas, mixed: hit - after_mixed - gas, full: hit - gas, six: six - gas }
    }

    /// Worth of the Vigor that an enemy regains in answer if no enemy reaches the Ace; `through` is the Harm to the
    /// target. An attack that lets the enemies regain more than it takes is not worth while.
    fn regained(&self, spot: &Spot, target: EnemyId, through: u8) -> f64 {
        if spot.is_in_reach() {
            return 0.0;
        }
        let others = self.foes.wounded - EnemySet::of(target);
        let stays = through < self.foes.all[target.index()].vigor;
        let wounded = stays && (through > 0 || self.foes.wounded.has(target));
        if wounded || !others.is_empty() { self.foes.harm } else { 0.0 }
    }

    fn is_steered(&self, state: &State) -> bool {
        state.turn.ace == Some(self.ace) && state.turn.hairpin
    }

    /// Additional worth of taking an enemy out by Hot and Invigorating.
    fn reward(&self, state: &State, number: ArmId) -> f64 {
        let armament = &self.mission.kit(self.ace).arms[number.index()].armament;
        let (tags, numbers) = (armament.tags, &armament.numbers);
        let frame = state.ace(self.ace);
        let mut worth = 0.0;
        if tags.has(Tag::Hot) && !frame.hot.has(number) && frame.tension < frame.max_tension {
            let lacks = frame.max_tension - frame.tension;
            worth += self.tactics.tension * f64::from(numbers.get(Tag::Hot, Number::Tension).min(lacks));
        }
        if tags.has(Tag::Invigorating) && !frame.invigorating.has(number) && frame.vigor < frame.max_vigor {
            let lacks = frame.max_vigor - frame.vigor;
            worth += f64::from(numbers.get(Tag::Invigorating, Number::Vigor).min(lacks));
        }
        worth
    }

    /// Returns the best attack from the Ace's place in a state: worth, armament and target.
    pub(super) fn best_attack(
        &self,
        state: &State,
        spot: &Spot,
        not: Option<(ArmSlot, EnemyId)>,
    ) -> Option<(f64, ArmSlot, EnemyId)> {
        let ranges = self.mission.ranges(state, self.ace);
        let price = self.rerolled(state);
        let mut best: Option<(f64, ArmSlot, EnemyId)> = None;
        for armament in self.mission.kit(self.ace).slots() {
            let mut targets = self.mission.attackable(state, self.ace, armament, &ranges);
            if let Some((done, hit)) = not {
                if done == armament {
                    continue;
                }
                if self.mission.rules.traits.parallel_targets_differ {
                    targets.remove(hit);
                }
            }
            for target in targets.iter() {
                let prospect = self.prospect(state, spot, armament, target);
                let worth = price.map_or_else(|| prospect.worth(), |price| prospect.worth_with(price));
                if best.is_none_or(|best| worth > best.0) {
                    best = Some((worth, armament, target));
                }
            }
        }
        best
    }

    /// Price of a reroll; `None` without Tension. `None` in a last stand, where the same Tension buys another attack.
    fn rerolled(&self, state: &State) -> Option<f64> {
        let frame = state.ace(self.ace);
        let may = frame.tension > 0 && frame.life != Life::LastStand && self.mission.rules.turn.rerolls > 0;
        may.then(|| self.tension(state))
    }
}

// Uses of systems during another action: before the Harm of a roll, before an answer, between two attacks (A68).

impl<D: MissionDice> View<'_, D> {
    /// Ranks systems before an answer to a consequence. Only systems that reduce the answer count; others can wait.
    pub(super) fn before_answer(&self, actions: &mut Vec<Action>, into: &mut Vec<Ranked>) {
        into.push((0.0, Action::Skip));
        let Some(provoked) = self.state.turn.provoked() else { return };
        let spot = self.spot(self.state, self.ace);
        let due = spot.answer_without(provoked, EnemySet::EMPTY, self.foes.up, self.tactics);
        if due <= self.tactics.answer_move {
            return;
        }
        self.mission.candidates(self.state, actions);
        let here = self.here(self.state);
        for action in actions {
            if let Action::Use { item, way, target, to } = *action {
                let kit = self.kit_of(item);
                let relief = due - self.answer_after(&here, provoked, kit, way, (target, to));
                if relief > 0.0 {
                    let worth = relief + self.effect(&here, kit, way, target, to);
                    into.push((self.beyond_price(&here, (item, way), worth), *action));
                }
            }
        }
    }

    /// Cost of the pending answer after a use.
    fn answer_after(
        &self,
        here: &Here,
        provoked: Provoked,
        kit: &ItemKit,
        way: ItemUse,
        (target, to): (Option<Combatant>, Option<HexId>),
    ) -> f64 {
        let (up, tactics) = (self.foes.up, self.tactics);
        let cost = |state: &_| self.spot(state, self.ace).answer_without(provoked, EnemySet::EMPTY, up, tactics);
        match kit.effect {
            Effect::Dash { .. } | Effect::Enter { .. } if target.and_then(Combatant::ace).is_none() => {
                let mut there = *self.state;
                there.aces[self.ace.index()].at = to;
                cost(&there)
            }
            Effect::Plate { .. } | Effect::Chaff { .. } | Effect::Shield { .. } | Effect::Cover { .. } => {
                let (affected, then) = self.helped(kit, self.whom(kit, way, target.and_then(Combatant::ace)));
                let none = EnemySet::EMPTY;
                if affected.has(self.ace) { cost(&then) } else { here.spot.answer_without(provoked, none, up, tactics) }
            }
            _ => here.spot.answer_without(provoked, self.felled(kit, way, target, to), up, tactics),
        }
    }

    /// Enemies that a use takes out for certain, without further targets of volleys.
    fn felled(&self, kit: &ItemKit, way: ItemUse, target: Option<Combatant>, to: Option<HexId>) -> EnemySet {
        let frame = self.state.ace(self.ace);
        let named = EnemySet::from_iter(target.and_then(Combatant::enemy));
        let (hit, harm) = match kit.effect {
            Effect::Strike { .. } => {
                let steps =
                    |enemy: EnemyId| self.mission.range(self.state, frame.hex(), self.foes.all[enemy.index()].at);
                let harm = named.lowest().map_or(0, |enemy| kit.effect.strike_harm(steps(enemy), frame.is_wounded()));
                (named, harm)
            }
            Effect::Volley { or_harm, .. } if way == ItemUse::Other => (named, or_harm),
            Effect::Volley { harm, .. } | Effect::Repulse { harm } => (named, harm),
            Effect::Around { harm } => (self.enemies_at(frame.at), harm),
            Effect::Blast { harm, .. } => (self.enemies_at(to), harm),
            _ => return EnemySet::EMPTY,
        };
        hit.iter().filter(|enemy| self.is_felled(kit, *enemy, harm)).collect()
    }

    fn is_felled(&self, kit: &ItemKit, enemy: EnemyId, harm: u8) -> bool {
        let foe = &self.foes.all[enemy.index()];
        let steps = self.mission.range(self.state, self.state.ace(self.ace).hex(), foe.at);
        let less = self.mission.cover_less(self.state, steps, enemy);
        let harm = self.mission.item_harm(self.state, harm, enemy, steps);
        let guard = Guard { less, ..foe.guard };
        let (through, held) = met(Blow::of_item(harm, kit.tags), guard, self.mission.rules.harm.order);
        through >= foe.vigor && held <= 0.0
    }

    /// Ranks systems between the two attacks of Parallel Processors above all that is ranked already.
    pub(super) fn between_attacks(&self, actions: &[Action], into: &mut Vec<Ranked>) {
        let rest = into.iter().map(|ranked| ranked.0).fold(f64::NEG_INFINITY, f64::max);
        let here = self.here(self.state);
        for action in actions {
            if let Action::Use { item, way, target, to } = *action {
                let worth = self.use_of(&here, item, way, target, to);
                if worth > 0.0 {
                    into.push((rest + worth, *action));
                }
            }
        }
    }

    /// Ranks systems that take the target's Armor and Shields before the Harm of a roll; the Harm gains `gain`.
    pub(super) fn before_harm(
        &self,
        actions: &[Action],
        target: EnemyId,
        (kept, gain): (f64, f64),
        into: &mut Vec<Ranked>,
    ) {
        let here = self.here(self.state);
        for action in actions {
            if let Action::Use { item, way, target: Some(Combatant::Enemy(enemy)), to } = *action
                && enemy == target
                && self.mission.kit(self.ace).emp.has(item)
            {
                let worth = gain + self.effect(&here, self.kit_of(item), way, Some(Combatant::Enemy(enemy)), to);
                into.push((kept + self.beyond_price(&here, (item, way), worth), *action));
            }
        }
    }

    fn kit_of(&self, item: ItemSlot) -> &ItemKit {
        &self.mission.kit(self.ace).items[item.index()]
    }
}
