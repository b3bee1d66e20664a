//! Uses of systems: costs, targets, and follow-ups ("Systems").

use super::super::attack::Outcome;
use super::super::catalogue::item::ItemTag;
use super::super::catalogue::numbers::Number;
use super::super::ids::{AceId, EnemyId, HexId, ItemSlot, Who};
use super::Mission;
use super::action::{Decision, Way};
use super::allowed;
use super::dice::Dice;
use super::event::{DieOf, Event, Reason, Resource, RollOf};
use super::play::Play;
use super::state::Volley;
use hitchart_play::Observer;

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Uses a system.
    pub fn use_item(&mut self, item: ItemSlot, way: Way, target: Option<Who>, to: Option<HexId>) {
        let ace = self.state.turn.acting();
        self.tell(|| Event::Used { ace, item, way, target, to });
        self.pay_for(ace, item, way == Way::Projected);
        if self.state.ace(ace).rolled_items.has(item) && !self.item_works(ace, item, target) {
            return;
        }
        self.take_effect(item, way, target, to);
    }

    /// Rolls for a damaged system (A49) and returns true if it works; a consequence becomes due.
    fn item_works(&mut self, ace: AceId, item: ItemSlot, target: Option<Who>) -> bool {
        let dice = self.mission.item_dice(self.state, ace, item);
        let enemy = target.and_then(Who::enemy);
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
    pub fn volley_step(&mut self) {
        if self.state.turn.aim.left > 0 && !allowed::picks(self.mission, self.state).is_empty() {
            return self.ask(Decision::Volley);
        }
        self.state.turn.due.volley = false;
        self.aimed();
    }

    /// Picks a target.
    pub fn pick(&mut self, enemy: EnemyId) {
        let aim = &mut self.state.turn.aim;
        aim.picked.insert(enemy);
        aim.left -= 1;
    }

    /// Continues after all targets are picked; Superhot asks for one of several targets.
    pub fn aimed(&mut self) {
        let Volley { item, picked, .. } = self.state.turn.aim;
        let tags = self.mission.kit(self.state.turn.acting()).items[item.index()].tags;
        if tags.has(ItemTag::Superhot) && picked.len() > 1 {
            self.state.turn.due.choose = true;
        } else {
            self.shots_land(picked.lowest().filter(|_| tags.has(ItemTag::Superhot)));
        }
    }

    /// Applies the chosen target of Superhot, or of Enveloping.
    pub fn choose(&mut self, target: Who) {
        self.state.turn.due.choose = false;
        match target {
            Who::Enemy(enemy) => self.shots_land(Some(enemy)),
            Who::Ace(ace) => {
                let item = self.state.turn.aim.item;
                let kit = &self.mission.kit(self.state.turn.acting()).items[item.index()];
                self.give_shields(ace, kit.number(ItemTag::Enveloping, Number::Shields), false);
            }
        }
    }

    /// Asks for a push of the enemy that Repulsor Shield hit.
    pub fn shove_step(&mut self) {
        if self.state.turn.due.shove.is_some_and(|enemy| self.state.marks.up.has(enemy)) {
            self.ask(Decision::Shove);
        } else {
            self.state.turn.due.shove = None;
        }
    }

    /// Pushes the enemy.
    pub fn shove(&mut self, to: HexId) {
        if let Some(enemy) = self.state.turn.due.shove.take() {
            self.place_enemy(enemy, to);
        }
    }

    /// Resolves mortar rounds (A36): they harm enemies only, and only Armor and Shields reduce the Harm.
    pub fn mortars_fall(&mut self) {
        let rounds = self.state.mortars;
        let count = std::mem::take(&mut self.state.mortar_count);
        for mortar in &rounds[..usize::from(count)] {
            self.mortar_falls(*mortar);
        }
    }
}
