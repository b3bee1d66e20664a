//! What systems do to enemies and Aces ("Modular System Stock Models", "Integral Systems", "System Tags").

use super::super::attack::Blow;
use super::super::catalogue::enemy::Rank;
use super::super::catalogue::item::{Effect, ItemTag};
use super::Mission;
use super::dice::Dice;
use super::engine::Play;
use super::event::{Event, Moving, Source, Who};
use super::items::{OTHER, PROJECTED};
use super::state::{MAX_MORTARS, Mask, Mortar, Volley, each};
use super::{NONE, state::Life};
use crate::play::Observer;

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// A system takes effect.
    pub fn take_effect(&mut self, item: u8, way: u8, target: u8, to: u8) {
        let ace = self.state.turn.ace;
        match self.mission.kit(ace).items[usize::from(item)].effect {
            Effect::Strike { .. } => self.fire_at(item, self.strike_harm(ace, item, target), 1 << target, 0),
            Effect::Volley { targets, harm, or_targets, or_harm, .. } => {
                let (targets, harm) = if way == OTHER { (or_targets, or_harm) } else { (targets, harm) };
                self.state.turn.aim = Volley { item, harm, left: targets - 1, picked: 1 << target, at: 0 };
                self.state.turn.due.volley = true;
            }
            Effect::Around { harm } => self.fire_at(item, harm, self.enemies_at(self.state.ace(ace).at), 0),
            Effect::Discharge { .. } => {
                let harm = self.state.turn.hexes;
                self.fire_at(item, harm, self.enemies_at(self.state.ace(ace).at), 0);
            }
            Effect::Blast { harm, .. } => self.fire_at(item, harm, self.enemies_at(to), to),
            Effect::Mortar { .. } => self.fire_mortar(item, to),
            Effect::Paint { harm, .. } => self.fire_at(item, harm, 1 << target, 0),
            Effect::Repulse { harm } => self.repulse(item, harm, target),
            Effect::Enter { harm } => {
                self.move_ace(ace, to, Moving::Item { item });
                if target != NONE {
                    self.fire_at(item, harm, 1 << target, 0);
                }
                self.support(item, 1 << ace, false);
            }
            Effect::Exit { harm } => {
                if target != NONE {
                    self.fire_at(item, harm, 1 << target, 0);
                }
                self.state.turn.aim.item = item;
                self.state.turn.due.exit = true;
                self.support(item, 1 << ace, false);
            }
            _ => self.help(item, way, target, to),
        }
    }

    /// Harm of a strike at the distance of its target, and at half Vigor or less.
    fn strike_harm(&self, ace: u8, item: u8, target: u8) -> u8 {
        let Effect::Strike { close, near, far, wounded } = self.mission.kit(ace).items[usize::from(item)].effect else {
            return 0;
        };
        let frame = self.state.ace(ace);
        let half = u16::from(frame.vigor) * 2 <= u16::from(frame.max_vigor);
        let harm = match self.mission.range(self.state, frame.at, self.state.enemy(target).at) {
            0 => close,
            1 => near,
            _ => far,
        };
        harm + if half { wounded } else { 0 }
    }

    /// Effects on Aces alone.
    fn help(&mut self, item: u8, way: u8, target: u8, to: u8) {
        let ace = self.state.turn.ace;
        let kit = &self.mission.kit(ace).items[usize::from(item)];
        let enveloping = u8::from(kit.tags.has(ItemTag::Enveloping));
        let whom = if way == PROJECTED { target } else { ace };
        let mut affected = 1 << whom;
        let mut shielded = false;
        match kit.effect {
            Effect::Dash { .. } => self.move_ace(whom, to, Moving::Item { item }),
            Effect::Shield { shields, fleeting } => {
                self.give_shields(whom, shields + enveloping, fleeting);
                shielded = true;
            }
            Effect::Cover { shields } => {
                affected = 1 << target;
                self.give_shields(target, shields + enveloping, false);
                shielded = true;
            }
            Effect::Plate { armor } => {
                let frame = self.state.ace_mut(whom);
                frame.plate = frame.plate.max(armor);
            }
            Effect::Chaff { less } => {
                affected = self.aces_at(self.state.ace(ace).at);
                for other in each(u32::from(affected)) {
                    let frame = self.state.ace_mut(other);
                    frame.chaff = frame.chaff.max(less);
                }
            }
            Effect::Aim { dice } => self.state.ace_mut(whom).aim = dice,
            _ => {}
        }
        self.support(item, affected, shielded);
    }

    /// Support tags, for the Aces affected.
    fn support(&mut self, item: u8, affected: u8, shielded: bool) {
        let tags = self.mission.kit(self.state.turn.ace).items[usize::from(item)].tags;
        for ace in each(u32::from(affected)) {
            let frame = self.state.ace_mut(ace);
            frame.encouraged |= tags.has(ItemTag::Encouraging);
            frame.protected |= tags.has(ItemTag::Protective);
            frame.obfuscated |= tags.has(ItemTag::Obfuscating);
        }
        if tags.has(ItemTag::Motivating) {
            self.state.turn.due.motivated |= affected;
        }
        if tags.has(ItemTag::Enveloping) && !shielded {
            if affected.count_ones() == 1 {
                return self.give_shields(affected.trailing_zeros() as u8, 1, false);
            }
            let aim = &mut self.state.turn.aim;
            (aim.item, aim.picked) = (item, u32::from(affected));
            self.state.turn.due.choose = true;
        }
    }

    fn fire_at(&mut self, item: u8, harm: u8, picked: Mask, at: u8) {
        self.state.turn.aim = Volley { item, harm, left: 0, picked, at };
        self.aimed();
    }

    /// Harm to all targets, one more to `hot`; then what the system does besides.
    pub fn shots_land(&mut self, hot: u8) {
        let ace = self.state.turn.ace;
        let Volley { item, harm, picked, at, .. } = self.state.turn.aim;
        let effect = self.mission.kit(ace).items[usize::from(item)].effect;
        let up_before = self.state.marks.up;
        let paints = matches!(effect, Effect::Paint { .. });
        let mut fell = 0;
        for enemy in each(picked) {
            let steps = self.mission.range(self.state, self.state.ace(ace).at, self.state.enemy(enemy).at);
            let harm = match paints {
                true => harm.saturating_sub(u8::from(steps > 2)),
                false => self.mission.item_harm(self.state, harm, enemy, steps),
            };
            let less = self.cover_meets(steps, enemy, harm);
            let harm = harm + u8::from(hot == enemy);
            fell |= Mask::from(self.item_harms(ace, item, enemy, (harm, less), Source::Item { ace, item })) << enemy;
        }
        self.besides(ace, item, effect, (picked, fell, at));
        self.drive_free(ace, up_before & !self.state.marks.up);
    }

    /// Harm of a system to an enemy with its offensive tags; whether Harm came through.
    fn item_harms(&mut self, ace: u8, item: u8, enemy: u8, (harm, less): (u8, u8), source: Source) -> bool {
        let tags = self.mission.kit(ace).items[usize::from(item)].tags;
        let blow =
            Blow { harm, ignores_armor: tags.has(ItemTag::Energy), ignores_shields: tags.has(ItemTag::Piercing) };
        if self.harm_enemy(enemy, blow, less, source) == 0 {
            return false;
        }
        if tags.has(ItemTag::Distracting) {
            self.state.marks.distracted |= 1 << enemy;
        }
        if tags.has(ItemTag::Flashy) {
            self.state.enemy_mut(enemy).flashed_by |= 1 << ace;
        }
        if tags.has(ItemTag::Suppressive) && self.mission.kind(self.state, enemy).rank == Rank::Standard {
            self.state.marks.held |= 1 << enemy;
        }
        true
    }

    /// Marks, nets and recoil.
    fn besides(&mut self, ace: u8, item: u8, effect: Effect, (picked, fell, at): (Mask, Mask, u8)) {
        match effect {
            Effect::Paint { .. } => self.state.marks.painted |= picked & self.state.marks.up,
            Effect::Volley { emp: true, .. } => self.state.marks.emp |= picked & self.state.marks.up,
            Effect::Blast { pull: true, harm, .. } => self.nets_pull(ace, item, harm, (fell, at)),
            Effect::Discharge { spare } => {
                let past = self.rules().items.recoil_ignores_armor;
                let harm = self.state.turn.hexes.saturating_sub(spare);
                let blow = Blow { harm, ignores_armor: past, ignores_shields: past };
                self.harm_ace(ace, blow, (None, 0), Source::Item { ace, item });
            }
            _ => {}
        }
    }

    /// Nets pull those whose Vigor fell (A35).
    fn nets_pull(&mut self, ace: u8, item: u8, harm: u8, (fell, at): (Mask, u8)) {
        let to = self.state.ace(ace).at;
        for enemy in each(fell & self.state.marks.up) {
            if self.mission.kind(self.state, enemy).rank != Rank::Part {
                self.place_enemy(enemy, to);
            }
        }
        if !self.rules().items.nets_catch_aces {
            return;
        }
        for other in each(u32::from(self.aces_at(at) & !(1 << ace))) {
            let blow = Blow { harm, ignores_armor: false, ignores_shields: false };
            if self.harm_ace(other, blow, (None, 0), Source::Item { ace, item }) > 0 && self.still_acts(other) {
                self.move_ace(other, to, Moving::Forced);
            }
        }
    }

    /// Rams an enemy: to its place, Harm, and a push if wanted.
    fn repulse(&mut self, item: u8, harm: u8, target: u8) {
        let ace = self.state.turn.ace;
        let to = self.state.enemy(target).at;
        if to != self.state.ace(ace).at {
            self.move_ace(ace, to, Moving::Item { item });
        }
        self.fire_at(item, harm, 1 << target, 0);
        let up = self.state.marks.up >> target & 1 == 1;
        if up && self.mission.kind(self.state, target).rank != Rank::Part {
            self.state.turn.due.shove = target + 1;
        }
    }

    fn fire_mortar(&mut self, item: u8, at: u8) {
        let ace = self.state.turn.ace;
        let count = usize::from(self.state.mortar_count);
        if count < MAX_MORTARS {
            let extended = self.mission.range(self.state, self.state.ace(ace).at, at) > 2;
            self.state.mortars[count] = Mortar { ace, item, at, extended };
            self.state.mortar_count += 1;
            self.tell(|| Event::MortarFired { ace, at });
        }
    }

    /// A mortar round comes down; Superhot burns the enemy with most Vigor.
    pub fn mortar_falls(&mut self, mortar: Mortar) {
        let Mortar { ace, item, at, extended } = mortar;
        let kit = &self.mission.kit(ace).items[usize::from(item)];
        let Effect::Mortar { harm, .. } = kit.effect else { return };
        let there = self.enemies_at(at);
        let hottest = each(there).max_by_key(|enemy| (self.state.enemy(*enemy).vigor, std::cmp::Reverse(*enemy)));
        let hot = hottest.filter(|_| kit.tags.has(ItemTag::Superhot));
        for enemy in each(there) {
            let harm = (harm + u8::from(hot == Some(enemy))).saturating_sub(u8::from(extended));
            self.item_harms(ace, item, enemy, (harm, 0), Source::Mortar { ace, item });
        }
    }

    /// Enemies at a place.
    pub fn enemies_at(&self, at: u8) -> Mask {
        let there = each(self.state.marks.up).filter(|enemy| self.state.enemy(*enemy).at == at);
        there.fold(0, |mask, enemy| mask | 1 << enemy)
    }

    /// Aces at a place that can act, bit by number.
    pub fn aces_at(&self, at: u8) -> u8 {
        let aces = (0u8..).zip(&self.state.aces);
        let there = aces.filter(|(_, ace)| ace.at == at && matches!(ace.life, Life::Ready | Life::LastStand));
        there.fold(0, |mask, (ace, _)| mask | 1 << ace)
    }

    /// Puts an enemy elsewhere by somebody else's will.
    pub fn place_enemy(&mut self, enemy: u8, to: u8) {
        let from = std::mem::replace(&mut self.state.enemy_mut(enemy).at, to);
        self.tell(|| Event::Moved { who: Who::Enemy(enemy), from, to, how: Moving::Forced });
    }
}
