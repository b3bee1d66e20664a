//! What a use of a system is worth beyond its price.

use super::super::chances::Chances;
use super::plan::Here;
use super::view::View;
use crate::games::apocalypse_frame::attack::Blow;
use crate::games::apocalypse_frame::catalogue::item::{Effect, ItemTag};
use crate::games::apocalypse_frame::mission::items::{OTHER, PROJECTED};
use crate::games::apocalypse_frame::mission::kit::ItemKit;
use crate::games::apocalypse_frame::mission::state::{AceState, Mask, State, each};
use crate::games::apocalypse_frame::mission::{Dice, NONE};

/// Chance that enemies are still where a mortar round comes down.
const STAYS: f64 = 0.5;
/// Worth of a mark and of stunning, for each attack or enemy that it changes.
const MARK: f64 = 0.7;
const STUN: f64 = 0.5;
/// Share of Efficient uses that spend Ammo.
const SPENT: f64 = 0.5;

impl<D: Dice> View<'_, D> {
    /// Worth of a use beyond its price.
    pub fn use_of(&self, here: &Here, item: u8, way: u8, target: u8, to: u8) -> f64 {
        let kit = &self.mission.kit(self.ace).items[usize::from(item)];
        let frame = self.state.ace(self.ace);
        let mut worth = self.effect(here, kit, way, target, to);
        if worth <= 0.0 {
            return worth - 0.01;
        }
        if frame.rolled_items >> item & 1 == 1 {
            worth = self.rolled(here, item, worth);
        }
        let first = frame.used >> item & 1 == 0;
        let mut price = if frame.ammo > 0 { self.ammo(self.state) } else { self.tension(self.state) };
        if kit.tags.has(ItemTag::Efficient) && first && frame.ammo > 0 {
            price *= SPENT;
        }
        if way == PROJECTED {
            price += self.tension(self.state);
        }
        worth - price
    }

    /// The worth of a damaged system, which needs a roll (A49).
    fn rolled(&self, here: &Here, item: u8, worth: f64) -> f64 {
        let (frame, attributes) = (self.state.ace(self.ace), self.mission.aces[usize::from(self.ace)].attributes);
        let dice = match self.mission.kit(self.ace).integral >> item & 1 == 1 {
            true => attributes.drive as i8 - frame.superstructure as i8,
            false => attributes.control as i8 - frame.sensors as i8,
        };
        let chances = Chances::of(dice, 6, &self.mission.rules);
        worth * (1.0 - chances.failure) - (chances.failure + chances.mixed) * here.spot.answer(self.tactics)
    }

    /// Worth of Harm of a system to an enemy.
    pub fn item_hit(&self, kit: &ItemKit, enemy: u8, harm: u8, from: u8) -> f64 {
        let foe = &self.foes.all[usize::from(enemy)];
        let steps = self.mission.range(self.state, from, foe.at);
        let harm = self.mission.item_harm(self.state, harm, enemy, steps);
        let covers = (self.state.fields.cover | self.state.fields.low_cover) >> foe.at & 1 == 1;
        let infantry = self.state.marks.infantry >> enemy & 1 == 1;
        let less = if covers && (steps >= 2 || infantry) { self.mission.rules.fields.cover_less } else { 0 };
        let (ignores_armor, ignores_shields) = (kit.tags.has(ItemTag::Energy), kit.tags.has(ItemTag::Piercing));
        self.blow(foe, Blow { harm, ignores_armor, ignores_shields }, less, 0.0)
    }

    fn enemies_at(&self, hex: u8) -> Mask {
        let there = each(self.foes.up).filter(|enemy| self.foes.all[usize::from(*enemy)].at == hex);
        there.fold(0, |mask, enemy| mask | 1 << enemy)
    }

    fn all(&self, kit: &ItemKit, mask: Mask, harm: u8, from: u8) -> f64 {
        each(mask).map(|enemy| self.item_hit(kit, enemy, harm, from)).sum()
    }

    fn effect(&self, here: &Here, kit: &ItemKit, way: u8, target: u8, to: u8) -> f64 {
        let frame = self.state.ace(self.ace);
        let at = frame.at;
        match kit.effect {
            Effect::Strike { close, near, far, wounded } => {
                let half = u16::from(frame.vigor) * 2 <= u16::from(frame.max_vigor);
                let steps = self.mission.range(self.state, at, self.foes.all[usize::from(target)].at);
                let harm = [close, near, far, far][usize::from(steps.min(3))];
                self.item_hit(kit, target, harm + if half { wounded } else { 0 }, at)
            }
            Effect::Volley { targets, harm, or_targets, or_harm, emp, .. } => {
                let (targets, harm) = if way == OTHER { (or_targets, or_harm) } else { (targets, harm) };
                let further = self.volley(kit, 1 << target, targets - 1, harm, at);
                let stun = if emp { STUN * f64::from(1 + further.1.count_ones()) } else { 0.0 };
                self.item_hit(kit, target, harm, at) + further.0 + stun
            }
            Effect::Around { harm } => self.all(kit, self.enemies_at(at), harm, at),
            Effect::Discharge { spare } => {
                let hexes = self.state.turn.hexes;
                let recoil = f64::from(hexes.saturating_sub(spare + frame.plate));
                self.all(kit, self.enemies_at(at), hexes, at) - recoil
            }
            Effect::Blast { harm, .. } => self.all(kit, self.enemies_at(to), harm, at),
            Effect::Mortar { harm, .. } => STAYS * self.all(kit, self.enemies_at(to), harm, at),
            Effect::Paint { harm, .. } => {
                let painted = self.state.marks.painted >> target & 1 == 1;
                self.item_hit(kit, target, harm, at) + if painted { 0.0 } else { MARK }
            }
            Effect::Repulse { harm } => self.item_hit(kit, target, harm, at) + 0.3,
            Effect::Enter { .. } | Effect::Dash { .. } => self.carried(here, kit, target, to),
            Effect::Exit { harm } => {
                if target == NONE {
                    0.0
                } else {
                    self.item_hit(kit, target, harm, at)
                }
            }
            _ => self.support(here, kit, way, target),
        }
    }

    /// The further targets of a volley that are best: their worth, and who they are.
    pub fn volley(&self, kit: &ItemKit, picked: Mask, left: u8, harm: u8, from: u8) -> (f64, Mask) {
        let Effect::Volley { at, together, .. } = kit.effect else { return (0.0, 0) };
        let ranges = self.mission.ranges(self.state, self.ace);
        let highest = 31 - picked.leading_zeros();
        let mut open = ranges.within(at) & (u32::MAX << highest << 1);
        let (mut sum, mut chosen) = (0.0, 0);
        for _ in 0..left {
            let mut best = (0.0, NONE);
            for enemy in each(open) {
                if together && each(picked | chosen).any(|other| self.apart(enemy, other)) {
                    continue;
                }
                let worth = self.item_hit(kit, enemy, harm, from);
                if worth > best.0 {
                    best = (worth, enemy);
                }
            }
            if best.1 == NONE {
                break;
            }
            sum += best.0;
            chosen |= 1 << best.1;
            open &= !chosen;
        }
        (sum, chosen)
    }

    fn apart(&self, a: u8, b: u8) -> bool {
        let at = |enemy: u8| self.foes.all[usize::from(enemy)].at;
        self.mission.encounter(self.state).map.distance(at(a), at(b)) > 1
    }

    /// Systems that move their user: Harm, and what the place is better for.
    fn carried(&self, here: &Here, kit: &ItemKit, target: u8, to: u8) -> f64 {
        if to == NONE || target != NONE && !matches!(kit.effect, Effect::Enter { .. }) {
            return 0.0;
        }
        let actions = self.state.turn.actions;
        let best = here.attack.map_or(0.0, |attack| attack.0).max(0.0);
        let dash = matches!(kit.effect, Effect::Dash { .. });
        if dash && best > 0.0 && here.spot.exposure < 3.0 {
            return 0.0;
        }
        let mut there = *self.state;
        let frame = &mut there.aces[usize::from(self.ace)];
        frame.at = to;
        frame.moves += 1;
        let spot = self.spot(&there, self.ace);
        let attack = self.best_attack(&there, &spot, None).map_or(0.0, |attack| attack.0).max(0.0);
        let hit = match kit.effect {
            Effect::Enter { harm } if target != NONE => self.item_hit(kit, target, harm, to),
            _ => 0.0,
        };
        hit + self.place(&there, &spot) - here.place + f64::from(actions) * (attack - best)
    }

    /// Systems that help Aces: what they spare them in the GM turn, or add to the attacks of this turn.
    fn support(&self, here: &Here, kit: &ItemKit, way: u8, target: u8) -> f64 {
        let whom = if target == NONE || way != PROJECTED && !matches!(kit.effect, Effect::Cover { .. }) {
            self.ace
        } else {
            target
        };
        if let Effect::Aim { dice } = kit.effect {
            return self.aimed(here, dice);
        }
        // Where it will stand counts, so that protection comes after movement.
        if self.state.turn.actions > 0 {
            return 0.0;
        }
        let mut then = *self.state;
        let mut spared = 0.0;
        let more = u8::from(kit.tags.has(ItemTag::Enveloping));
        let mut lasts = 1.0;
        let change = |frame: &mut AceState| match kit.effect {
            Effect::Plate { armor } => frame.plate = frame.plate.max(armor),
            Effect::Chaff { less } => frame.chaff = frame.chaff.max(less),
            Effect::Shield { shields, fleeting: true } => frame.fleeting = frame.fleeting.max(shields + more),
            Effect::Shield { shields, .. } | Effect::Cover { shields } => {
                frame.shields = frame.shields.max(shields + more);
            }
            _ => {}
        };
        if matches!(kit.effect, Effect::Shield { fleeting: false, .. } | Effect::Cover { .. }) {
            lasts = 1.5;
        }
        let affected = if matches!(kit.effect, Effect::Chaff { .. }) { self.aces_beside() } else { 1 << whom };
        for ace in each(affected) {
            change(&mut then.aces[usize::from(ace)]);
            spared += self.spot_of(self.state, ace, 1.0).exposure - self.spot_of(&then, ace, 1.0).exposure;
        }
        spared * lasts * self.tactics.support
    }

    fn aces_beside(&self) -> Mask {
        let at = self.state.ace(self.ace).at;
        self.state.exposed().filter(|(_, frame)| frame.at == at).fold(0, |mask, (ace, _)| mask | 1 << ace)
    }

    /// What dice add to the attacks that are left.
    fn aimed(&self, here: &Here, dice: u8) -> f64 {
        let Some((worth, _)) = here.attack.filter(|_| self.state.turn.actions > 0) else { return 0.0 };
        let mut then: State = *self.state;
        then.aces[usize::from(self.ace)].aim = dice;
        let aimed = self.best_attack(&then, &here.spot, None).map_or(0.0, |attack| attack.0);
        f64::from(self.state.turn.actions) * (aimed - worth)
    }
}
