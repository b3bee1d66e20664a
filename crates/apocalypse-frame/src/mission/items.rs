//! Uses of systems: costs, targets, follow-ups, and effects ("Systems", "Modular System Stock Models", "Integral
//! Systems", "System Tags").

use super::super::attack::{Blow, Outcome};
use super::super::catalogue::item::{Effect, ItemTag};
use super::super::ids::{AceId, AceSet, Combatant, EnemyId, EnemySet, HexId, ItemSlot};
use super::super::{catalogue::entries::Rank, catalogue::numbers::Number};
use super::action::{Decision, ItemUse};
use super::event::{DieOf, Event, Moving, Reason, Resource, RollOf, Source};
use super::state::{Life, MAX_MORTARS, Mortar, Volley};
use super::{Mission, reach};
use super::{engine::MissionDice, engine::Play};
use hitchart_play::Observer;

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Uses a system.
    pub(super) fn use_item(&mut self, item: ItemSlot, way: ItemUse, target: Option<Combatant>, to: Option<HexId>) {
        let ace = self.state.turn.acting();
        self.tell(|| Event::Used { ace, item, way, target, to });
        self.pay_for(ace, item, way == ItemUse::Projected);
        if self.state.ace(ace).rolled_items.has(item) && !self.item_works(ace, item, target) {
            return;
        }
        self.take_effect(item, way, target, to);
    }

    /// Rolls for a damaged system (A49) and returns true if it works; a consequence becomes due.
    fn item_works(&mut self, ace: AceId, item: ItemSlot, target: Option<Combatant>) -> bool {
        let dice = self.mission.item_dice(self.state, ace, item);
        let enemy = target.and_then(Combatant::enemy);
        self.attribute_roll(ace, RollOf::Item { item }, dice, enemy) != Outcome::Failure
    }

    /// Pays Ammo, or Tension without Ammo; Efficient systems may spend nothing (A38, A39).
    fn pay_for(&mut self, ace: AceId, item: ItemSlot, projected: bool) {
        let spared_from = self.mission.kit(ace).items[item.index()].spared_from();
        let frame = self.state.ace_mut(ace);
        let first = !frame.used.has(item);
        frame.used.insert(item);
        let has_ammo = frame.ammo > 0;
        if !has_ammo {
            frame.held_out.insert(item);
        }
        let why = Reason::Item { item };
        if projected {
            self.pay(ace, Resource::Tension, 1, why);
        }
        if !has_ammo {
            return self.pay(ace, Resource::Tension, 1, why);
        }
        if spared_from <= 6 && first && self.d6(DieOf::Efficient { ace, item }) >= spared_from {
            return;
        }
        self.pay(ace, Resource::Ammo, 1, why);
    }

    /// Asks for more targets, or resolves the shots.
    pub(super) fn volley_step(&mut self) {
        if self.state.turn.aim.left > 0 && !reach::picks(self.mission, self.state).is_empty() {
            return self.ask(Decision::Volley);
        }
        self.state.turn.due.volley = false;
        self.aimed();
    }

    /// Picks a target.
    pub(super) fn pick(&mut self, enemy: EnemyId) {
        let aim = &mut self.state.turn.aim;
        aim.picked.insert(enemy);
        aim.left -= 1;
    }

    /// Continues after all targets are picked; Superhot asks for one of several targets.
    pub(super) fn aimed(&mut self) {
        let Volley { item, picked, .. } = self.state.turn.aim;
        let tags = self.mission.kit(self.state.turn.acting()).items[item.index()].tags;
        if tags.has(ItemTag::Superhot) && picked.len() > 1 {
            self.state.turn.due.choose = true;
        } else {
            self.shots_land(picked.lowest().filter(|_| tags.has(ItemTag::Superhot)));
        }
    }

    /// Applies the chosen target of Superhot, or of Enveloping.
    pub(super) fn choose(&mut self, target: Combatant) {
        self.state.turn.due.choose = false;
        match target {
            Combatant::Enemy(enemy) => self.shots_land(Some(enemy)),
            Combatant::Ace(ace) => {
                let item = self.state.turn.aim.item;
                let kit = &self.mission.kit(self.state.turn.acting()).items[item.index()];
                self.give_shields(ace, kit.number(ItemTag::Enveloping, Number::Shields), false);
            }
        }
    }

    /// Asks for a push of the enemy that Repulsor Shield hit.
    pub(super) fn shove_step(&mut self) {
        if self.state.turn.due.shove.is_some_and(|enemy| self.state.marks.up.has(enemy)) {
            self.ask(Decision::Shove);
        } else {
            self.state.turn.due.shove = None;
        }
    }

    /// Pushes the enemy.
    pub(super) fn shove(&mut self, to: HexId) {
        if let Some(enemy) = self.state.turn.due.shove.take() {
            self.place_enemy(enemy, to);
        }
    }

    /// Resolves mortar rounds (A36): they harm enemies only, and only Armor and Shields reduce the Harm.
    pub(super) fn mortars_fall(&mut self) {
        let rounds = self.state.mortars;
        let count = std::mem::take(&mut self.state.mortar_count);
        for mortar in &rounds[..usize::from(count)] {
            self.mortar_falls(*mortar);
        }
    }

    /// Applies a system.
    pub(super) fn take_effect(&mut self, item: ItemSlot, way: ItemUse, target: Option<Combatant>, to: Option<HexId>) {
        let ace = self.state.turn.acting();
        let enemy = target.and_then(Combatant::enemy);
        let at_enemy = EnemySet::from_iter(enemy);
        match self.mission.kit(ace).items[item.index()].effect {
            Effect::Strike { .. } => {
                let harm = enemy.map_or(0, |enemy| self.strike_harm(ace, item, enemy));
                self.fire_at(item, harm, at_enemy, None);
            }
            Effect::Volley { targets, harm, or_targets, or_harm, .. } => {
                let (targets, harm) = if way == ItemUse::Other { (or_targets, or_harm) } else { (targets, harm) };
                self.state.turn.aim = Volley { item, harm, left: targets - 1, picked: at_enemy, ..Volley::default() };
                self.state.turn.due.volley = true;
            }
            Effect::Around { harm } => self.fire_at(item, harm, self.enemies_at(self.state.ace(ace).at), None),
            Effect::Discharge { .. } => {
                let harm = self.state.turn.hexes;
                self.fire_at(item, harm, self.enemies_at(self.state.ace(ace).at), None);
            }
            Effect::Blast { harm, .. } => self.fire_at(item, harm, self.enemies_at(to), to),
            Effect::Mortar { .. } => to.into_iter().for_each(|at| self.fire_mortar(item, at)),
            Effect::Paint { harm, .. } => self.fire_at(item, harm, at_enemy, None),
            Effect::Repulse { harm } => enemy.into_iter().for_each(|enemy| self.repulse(item, harm, enemy)),
            Effect::Enter { harm } => {
                to.into_iter().for_each(|to| self.move_ace(ace, to, Moving::Item { item }));
                if enemy.is_some() {
                    self.fire_at(item, harm, at_enemy, None);
                }
                self.support(item, AceSet::of(ace), false);
            }
            Effect::Exit { harm } => {
                if enemy.is_some() {
                    self.fire_at(item, harm, at_enemy, None);
                }
                self.state.turn.aim.item = item;
                self.state.turn.due.exit = true;
                self.support(item, AceSet::of(ace), false);
            }
            _ => self.help(item, way, target.and_then(Combatant::ace), to),
        }
    }

    /// Returns the Harm of a strike at the distance of its target.
    fn strike_harm(&self, ace: AceId, item: ItemSlot, target: EnemyId) -> u8 {
        let frame = self.state.ace(ace);
        let steps = self.mission.range(self.state, frame.hex(), self.state.enemy(target).at);
        self.mission.kit(ace).items[item.index()].effect.strike_harm(steps, frame.is_wounded())
    }

    /// Applies effects on Aces alone.
    fn help(&mut self, item: ItemSlot, way: ItemUse, target: Option<AceId>, to: Option<HexId>) {
        let ace = self.state.turn.acting();
        let kit = &self.mission.kit(ace).items[item.index()];
        let enveloping = kit.number(ItemTag::Enveloping, Number::Shields);
        let other = target.unwrap_or(ace);
        let whom = if way == ItemUse::Projected { other } else { ace };
        let mut affected = AceSet::of(whom);
        let mut shielded = false;
        match kit.effect {
            Effect::Dash { .. } => to.into_iter().for_each(|to| self.move_ace(whom, to, Moving::Item { item })),
            Effect::Shield { shields, fleeting } => {
                self.give_shields(whom, shields + enveloping, fleeting);
                shielded = true;
            }
            Effect::Cover { shields } => {
                affected = AceSet::of(other);
                self.give_shields(other, shields + enveloping, false);
                shielded = true;
            }
            Effect::Plate { armor } => {
                let frame = self.state.ace_mut(whom);
                frame.plate = frame.plate.max(armor);
            }
            Effect::Chaff { less } => {
                affected = self.aces_at(self.state.ace(ace).at);
                for other in affected.iter() {
                    let frame = self.state.ace_mut(other);
                    frame.chaff = frame.chaff.max(less);
                }
            }
            Effect::Aim { dice } => self.state.ace_mut(whom).aim = dice,
            _ => {}
        }
        self.support(item, affected, shielded);
    }

    /// Applies support tags to the affected Aces.
    fn support(&mut self, item: ItemSlot, affected: AceSet, shielded: bool) {
        let kit = &self.mission.kit(self.state.turn.acting()).items[item.index()];
        let (tags, enveloping) = (kit.tags, kit.number(ItemTag::Enveloping, Number::Shields));
        for ace in affected.iter() {
            let frame = self.state.ace_mut(ace);
            frame.encouraged |= tags.has(ItemTag::Encouraging);
            frame.protected |= tags.has(ItemTag::Protective);
            frame.obfuscated |= tags.has(ItemTag::Obfuscating);
        }
        if tags.has(ItemTag::Motivating) {
            self.state.turn.due.motivated |= affected;
        }
        if tags.has(ItemTag::Enveloping) && !shielded {
            if let Some(only) = affected.only() {
                return self.give_shields(only, enveloping, false);
            }
            self.state.turn.aim = Volley { item, aces: affected, ..Volley::default() };
            self.state.turn.due.choose = true;
        }
    }

    fn fire_at(&mut self, item: ItemSlot, harm: u8, picked: EnemySet, at: Option<HexId>) {
        self.state.turn.aim = Volley { item, harm, picked, at, ..Volley::default() };
        self.aimed();
    }

    /// Harms all targets, with extra Harm to `hot`; then applies the other effects of the system.
    pub(super) fn shots_land(&mut self, hot: Option<EnemyId>) {
        let ace = self.state.turn.acting();
        let Volley { item, harm, picked, at, .. } = self.state.turn.aim;
        let kit = &self.mission.kit(ace).items[item.index()];
        let (effect, superhot) = (kit.effect, kit.number(ItemTag::Superhot, Number::Harm));
        let up_before = self.state.marks.up;
        let paints = matches!(effect, Effect::Paint { .. });
        let mut fell = EnemySet::EMPTY;
        for enemy in picked.iter() {
            let steps = self.mission.range(self.state, self.state.ace(ace).hex(), self.state.enemy(enemy).at);
            let harm = match paints {
                true => harm.saturating_sub(u8::from(steps > 2)),
                false => self.mission.item_harm(self.state, harm, enemy, steps),
            };
            let less = self.cover_meets(steps, enemy, harm);
            let harm = harm + if hot == Some(enemy) { superhot } else { 0 };
            if self.item_harms(ace, item, enemy, (harm, less), Source::Item { ace, item }) {
                fell.insert(enemy);
            }
        }
        self.besides(ace, item, effect, (picked, fell, at));
        self.drive_free(ace, up_before - self.state.marks.up);
    }

    /// Harms an enemy by a system with its offensive tags; returns true if Harm got through.
    fn item_harms(
        &mut self,
        ace: AceId,
        item: ItemSlot,
        enemy: EnemyId,
        (harm, less): (u8, u8),
        source: Source,
    ) -> bool {
        let tags = self.mission.kit(ace).items[item.index()].tags;
        let blow = Blow::of_item(harm, tags);
        if self.harm_enemy(enemy, blow, less, source) == 0 {
            return false;
        }
        if tags.has(ItemTag::Distracting) {
            self.state.marks.distracted.insert(enemy);
        }
        if tags.has(ItemTag::Flashy) {
            self.state.enemy_mut(enemy).flashed_by.insert(ace);
        }
        if tags.has(ItemTag::Suppressive) && self.mission.kind(self.state, enemy).rank == Rank::Standard {
            self.state.marks.held.insert(enemy);
        }
        true
    }

    /// Applies marks, nets and recoil.
    fn besides(
        &mut self,
        ace: AceId,
        item: ItemSlot,
        effect: Effect,
        (picked, fell, at): (EnemySet, EnemySet, Option<HexId>),
    ) {
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

    /// Pulls enemies that lost Vigor to the user of a net (A35).
    fn nets_pull(&mut self, ace: AceId, item: ItemSlot, harm: u8, (fell, at): (EnemySet, Option<HexId>)) {
        let to = self.state.ace(ace).hex();
        for enemy in (fell & self.state.marks.up).iter() {
            if self.mission.kind(self.state, enemy).rank != Rank::Part {
                self.place_enemy(enemy, to);
            }
        }
        if !self.rules().items.nets_catch_aces {
            return;
        }
        for other in (self.aces_at(at) - AceSet::of(ace)).iter() {
            let blow = Blow { harm, ignores_armor: false, ignores_shields: false };
            if self.harm_ace(other, blow, (None, 0), Source::Item { ace, item }) > 0 && self.still_acts(other) {
                self.move_ace(other, to, Moving::Forced);
            }
        }
    }

    /// Rams an enemy: moves to its place, harms it, and allows a push.
    fn repulse(&mut self, item: ItemSlot, harm: u8, target: EnemyId) {
        let ace = self.state.turn.acting();
        let to = self.state.enemy(target).at;
        if Some(to) != self.state.ace(ace).at {
            self.move_ace(ace, to, Moving::Item { item });
        }
        self.fire_at(item, harm, EnemySet::of(target), None);
        let up = self.state.marks.up.has(target);
        if up && self.mission.kind(self.state, target).rank != Rank::Part {
            self.state.turn.due.shove = Some(target);
        }
    }

    fn fire_mortar(&mut self, item: ItemSlot, at: HexId) {
        let ace = self.state.turn.acting();
        let count = usize::from(self.state.mortar_count);
        if count < MAX_MORTARS {
            let extended = self.mission.range(self.state, self.state.ace(ace).hex(), at) > 2;
            self.state.mortars[count] = Mortar { ace, item, at, extended };
            self.state.mortar_count += 1;
            self.tell(|| Event::MortarFired { ace, at });
        }
    }

    /// Resolves a mortar round; Superhot hits the enemy with the most Vigor.
    pub(super) fn mortar_falls(&mut self, mortar: Mortar) {
        let Mortar { ace, item, at, extended } = mortar;
        let kit = &self.mission.kit(ace).items[item.index()];
        let Effect::Mortar { harm, .. } = kit.effect else { return };
        let there = self.enemies_at(at);
        let hottest = there.iter().max_by_key(|enemy| (self.state.enemy(*enemy).vigor, std::cmp::Reverse(*enemy)));
        let hot = hottest.filter(|_| kit.tags.has(ItemTag::Superhot));
        let superhot = kit.number(ItemTag::Superhot, Number::Harm);
        for enemy in there.iter() {
            let harm = (harm + if hot == Some(enemy) { superhot } else { 0 }).saturating_sub(u8::from(extended));
            self.item_harms(ace, item, enemy, (harm, 0), Source::Mortar { ace, item });
        }
    }

    /// Returns the enemies at a place.
    pub(super) fn enemies_at(&self, at: impl Into<Option<HexId>>) -> EnemySet {
        let at = at.into();
        self.state.marks.up.iter().filter(|enemy| Some(self.state.enemy(*enemy).at) == at).collect()
    }

    /// Returns the Aces at a place that can act.
    pub(super) fn aces_at(&self, at: impl Into<Option<HexId>>) -> AceSet {
        let at = at.into();
        let aces = self.state.numbered();
        let there = aces.filter(|(_, ace)| ace.at == at && matches!(ace.life, Life::Ready | Life::LastStand));
        there.map(|(ace, _)| ace).collect()
    }

    /// Moves an enemy by force.
    pub(super) fn place_enemy(&mut self, enemy: EnemyId, to: HexId) {
        let from = std::mem::replace(&mut self.state.enemy_mut(enemy).at, to);
        self.tell(|| Event::Moved { who: Combatant::Enemy(enemy), from, to, how: Moving::Forced });
    }
}
