//! Uses of systems during another action: before the Harm of a roll, before an answer, between two attacks (A68).

use super::plan::{Here, Ranked};
use super::view::View;
use crate::attack::{Blow, Guard};
use crate::catalogue::item::Effect;
use crate::ids::{Combatant, EnemyId, EnemySet, HexId, ItemSlot};
use crate::mission::action::ItemUse;
use crate::mission::kit::ItemKit;
use crate::mission::state::Provoked;
use crate::mission::{Action, Dice};
use crate::players::chances::met;
use hitchart_play::Game;

impl<D: Dice> View<'_, D> {
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
