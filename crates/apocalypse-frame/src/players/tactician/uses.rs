//! Worth of uses of systems, beyond their price.

use super::super::chances::Chances;
use super::super::rounds::{Shell, Struck, one_more};
use super::{View, plan::Here};
use crate::catalogue::item::{Effect, ItemTag, expected_ammo};
use crate::ids::{AceId, AceSet, Combatant, EnemyId, EnemySet, HexId, ItemSlot};
use crate::mission::state::{AceState, State};
use crate::mission::{Decision, MissionDice};
use crate::{attack::Blow, catalogue::numbers::Number, mission::action::ItemUse, mission::kit::ItemKit};

/// Worth of a mark, and of stunning one enemy.
const MARK: f64 = 0.7;
const STUN: f64 = 0.5;
/// Weight of protection at the current place while the Ace can still move away.
const EARLY: f64 = 0.5;

impl<D: MissionDice> View<'_, D> {
    /// Worth of a use, less its price.
    pub(super) fn use_of(
        &self,
        here: &Here,
        item: ItemSlot,
        way: ItemUse,
        target: Option<Combatant>,
        to: Option<HexId>,
    ) -> f64 {
        let kit = &self.mission.kit(self.ace).items[item.index()];
        self.beyond_price(here, (item, way), self.effect(here, kit, way, target, to))
    }

    /// Subtracts the price from the worth of a use, and applies the chances of a required roll.
    pub(super) fn beyond_price(&self, here: &Here, (item, way): (ItemSlot, ItemUse), worth: f64) -> f64 {
        let kit = &self.mission.kit(self.ace).items[item.index()];
        let frame = self.state.ace(self.ace);
        if worth <= 0.0 {
            return worth - 0.01;
        }
        let mut worth = worth;
        if frame.rolled_items.has(item) {
            worth = self.rolled(here, item, worth);
        }
        let first = !frame.used.has(item);
        let mut price = if frame.ammo > 0 { self.ammo(self.state) } else { self.tension(self.state) };
        if kit.tags.has(ItemTag::Efficient) && first && frame.ammo > 0 {
            price *= expected_ammo(kit.spared_from());
        }
        if way == ItemUse::Projected {
            price += self.tension(self.state);
        }
        worth - price
    }

    /// Expected worth of a damaged system, which requires a roll (A49).
    fn rolled(&self, here: &Here, item: ItemSlot, worth: f64) -> f64 {
        let dice = self.mission.item_dice(self.state, self.ace, item);
        let chances = Chances::of(dice, 6, &self.mission.rules);
        worth * (1.0 - chances.failure) - (chances.failure + chances.mixed) * here.spot.answer(self.tactics)
    }

    /// Worth of a system's hit on an enemy.
    pub(super) fn item_hit(&self, kit: &ItemKit, enemy: EnemyId, harm: u8, from: HexId) -> f64 {
        let foe = &self.foes.all[enemy.index()];
        let steps = self.mission.range(self.state, from, foe.at);
        let harm = self.mission.item_harm(self.state, harm, enemy, steps);
        let less = self.mission.cover_less(self.state, steps, enemy);
        self.blow(foe, Blow::of_item(harm, kit.tags), less, 0.0)
    }

    pub(super) fn enemies_at(&self, hex: impl Into<Option<HexId>>) -> EnemySet {
        let hex = hex.into();
        self.foes.up.iter().filter(|enemy| Some(self.foes.all[enemy.index()].at) == hex).collect()
    }

    fn all(&self, kit: &ItemKit, mask: EnemySet, harm: u8, from: HexId) -> f64 {
        mask.iter().map(|enemy| self.item_hit(kit, enemy, harm, from)).sum()
    }

    /// Worth of a mortar round on the enemies at a hex, after the rounds that are in the air (A36).
    fn mortar(&self, kit: &ItemKit, to: Option<HexId>) -> f64 {
        let Some(at) = to else { return 0.0 };
        let shell = Shell { kit, from: self.state.ace(self.ace).hex(), at };
        let worth = |struck: Struck| {
            let out = self.foes.all[struck.enemy.index()].out;
            self.blow_on((struck.vigor, struck.guard), struck.blow, out)
        };
        one_more(self.mission, self.state, shell, worth)
    }

    pub(super) fn effect(
        &self,
        here: &Here,
        kit: &ItemKit,
        way: ItemUse,
        target: Option<Combatant>,
        to: Option<HexId>,
    ) -> f64 {
        let frame = self.state.ace(self.ace);
        let at = frame.hex();
        let enemy = target.and_then(Combatant::enemy);
        let hit = |harm: u8| enemy.map_or(0.0, |enemy| self.item_hit(kit, enemy, harm, at));
        match kit.effect {
            Effect::Strike { .. } => {
                let Some(enemy) = enemy else { return 0.0 };
                let steps = self.mission.range(self.state, at, self.foes.all[enemy.index()].at);
                hit(kit.effect.strike_harm(steps, frame.is_wounded()))
            }
            Effect::Volley { targets, harm, or_targets, or_harm, emp, .. } => {
                let (targets, harm) = if way == ItemUse::Other { (or_targets, or_harm) } else { (targets, harm) };
                let further = self.volley(kit, enemy.into_iter().collect(), targets - 1, harm);
                let stun = if emp { STUN * (1 + further.1.len()) as f64 } else { 0.0 };
                hit(harm) + further.0 + stun
            }
            Effect::Around { harm } => self.all(kit, self.enemies_at(at), harm, at),
            Effect::Discharge { spare } => {
                let hexes = self.state.turn.hexes;
                let recoil = f64::from(hexes.saturating_sub(spare + frame.plate));
                self.all(kit, self.enemies_at(at), hexes, at) - recoil
            }
            Effect::Blast { harm, .. } => self.all(kit, self.enemies_at(to), harm, at),
            Effect::Mortar { .. } => self.mortar(kit, to),
            Effect::Paint { harm, .. } => {
                let painted = enemy.is_some_and(|enemy| self.state.marks.painted.has(enemy));
                // Its own Harm is not raised by the mark (A33).
                hit(harm.saturating_sub(u8::from(painted))) + if painted { 0.0 } else { MARK }
            }
            Effect::Repulse { harm } => hit(harm) + 0.3,
            Effect::Enter { .. } | Effect::Dash { .. } => self.carried(here, kit, target, to),
            Effect::Exit { harm } => hit(harm),
            _ => self.support(here, kit, way, target.and_then(Combatant::ace)),
        }
    }

    /// Chooses the best further targets of a volley; returns their worth and the targets.
    pub(super) fn volley(&self, kit: &ItemKit, picked: EnemySet, left: u8, harm: u8) -> (f64, EnemySet) {
        let Effect::Volley { at, together, .. } = kit.effect else { return (0.0, EnemySet::EMPTY) };
        let from = self.state.ace(self.ace).hex();
        let ranges = self.mission.ranges(self.state, self.ace);
        let mut open = ranges.within(at).above(picked);
        let (mut sum, mut chosen) = (0.0, EnemySet::EMPTY);
        for _ in 0..left {
            let mut best = (0.0, None);
            for enemy in open.iter() {
                if together && (picked | chosen).iter().any(|other| self.apart(enemy, other)) {
                    continue;
                }
                let worth = self.item_hit(kit, enemy, harm, from);
                if worth > best.0 {
                    best = (worth, Some(enemy));
                }
            }
            let (worth, Some(enemy)) = best else { break };
            sum += worth;
            chosen.insert(enemy);
            open -= chosen;
        }
        (sum, chosen)
    }

    fn apart(&self, a: EnemyId, b: EnemyId) -> bool {
        let at = |enemy: EnemyId| self.foes.all[enemy.index()].at;
        self.mission.encounter(self.state).map.distance(at(a), at(b)) > 1
    }

    /// Worth of systems that move their user: the Harm, and the gain by the new place.
    fn carried(&self, here: &Here, kit: &ItemKit, target: Option<Combatant>, to: Option<HexId>) -> f64 {
        let Some(to) = to.filter(|_| target.is_none() || matches!(kit.effect, Effect::Enter { .. })) else {
            return 0.0;
        };
        let actions = self.state.turn.actions;
        let best = here.attack.map_or(0.0, |attack| attack.0).max(0.0);
        let dash = matches!(kit.effect, Effect::Dash { .. });
        if dash && best > 0.0 && here.spot.exposure < 3.0 {
            return 0.0;
        }
        let mut there = *self.state;
        let frame = &mut there.aces[self.ace.index()];
        frame.at = Some(to);
        frame.moves += 1;
        let spot = self.spot(&there, self.ace);
        let attack = self.best_attack(&there, &spot, None).map_or(0.0, |attack| attack.0).max(0.0);
        let hit = match (kit.effect, target) {
            (Effect::Enter { harm }, Some(Combatant::Enemy(enemy))) => self.item_hit(kit, enemy, harm, to),
            _ => 0.0,
        };
        hit + self.place(&there, &spot) - here.place + f64::from(actions) * (attack - best)
    }

    /// Returns the Ace that a system for one Ace affects.
    pub(super) fn whom(&self, kit: &ItemKit, way: ItemUse, ally: Option<AceId>) -> AceId {
        let for_ally = way == ItemUse::Projected || matches!(kit.effect, Effect::Cover { .. });
        ally.filter(|_| for_ally).unwrap_or(self.ace)
    }

    /// Worth of systems that help Aces: Harm prevented in the GM turn, or a gain for the attacks of this turn.
    fn support(&self, here: &Here, kit: &ItemKit, way: ItemUse, ally: Option<AceId>) -> f64 {
        let whom = self.whom(kit, way, ally);
        if let Effect::Aim { dice } = kit.effect {
            return self.aimed(here, dice);
        }
        // Protection counts at the final place, so it comes after movement, unless an answer is pending.
        let early = self.state.turn.actions > 0;
        if early && self.state.asked != Some(Decision::BeforeAnswer) {
            return 0.0;
        }
        let (affected, then) = self.helped(kit, whom);
        let exposure = |state: &State, ace: AceId| self.spot_of(state, ace, 1.0).exposure;
        let spared: f64 = affected.iter().map(|ace| exposure(self.state, ace) - exposure(&then, ace)).sum();
        let lasting = matches!(kit.effect, Effect::Shield { fleeting: false, .. } | Effect::Cover { .. });
        let lasts = if lasting { 1.5 } else { 1.0 } * if early { EARLY } else { 1.0 };
        spared * lasts * self.tactics.support
    }

    /// Returns the Aces that a system for Aces affects, and the state after its effect.
    pub(super) fn helped(&self, kit: &ItemKit, whom: AceId) -> (AceSet, State) {
        let mut then = *self.state;
        let more = kit.number(ItemTag::Enveloping, Number::Shields);
        let change = |frame: &mut AceState| match kit.effect {
            Effect::Plate { armor } => frame.plate = frame.plate.max(armor),
            Effect::Chaff { less } => frame.chaff = frame.chaff.max(less),
            Effect::Shield { shields, fleeting: true } => frame.fleeting = frame.fleeting.max(shields + more),
            Effect::Shield { shields, .. } | Effect::Cover { shields } => {
                frame.shields = frame.shields.max(shields + more);
            }
            _ => {}
        };
        let affected = if matches!(kit.effect, Effect::Chaff { .. }) { self.aces_beside() } else { AceSet::of(whom) };
        affected.iter().for_each(|ace| change(&mut then.aces[ace.index()]));
        (affected, then)
    }

    fn aces_beside(&self) -> AceSet {
        let at = self.state.ace(self.ace).at;
        self.state.exposed().filter(|(_, frame)| frame.at == at).map(|(ace, _)| ace).collect()
    }

    /// Worth of additional dice for the remaining attacks of the turn.
    fn aimed(&self, here: &Here, dice: u8) -> f64 {
        let Some((worth, _)) = here.attack.filter(|_| self.state.turn.actions > 0) else { return 0.0 };
        let mut then: State = *self.state;
        then.aces[self.ace.index()].aim = dice;
        let aimed = self.best_attack(&then, &here.spot, None).map_or(0.0, |attack| attack.0);
        f64::from(self.state.turn.actions) * (aimed - worth)
    }
}
