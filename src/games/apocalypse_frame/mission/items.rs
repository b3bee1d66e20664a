//! Uses of systems: what they cost, whom they are aimed at, and what follows ("Systems").

use super::super::attack::Outcome;
use super::super::catalogue::item::{Effect, ItemTag};
use super::Mission;
use super::action::Decision;
use super::candidates;
use super::dice::Dice;
use super::engine::Play;
use super::event::{DieOf, Event, Reason, Resource, RollOf};
use super::state::{Life, State, Volley};
use crate::play::Observer;

/// A use as the system's text begins.
pub const MAIN: u8 = 0;
/// The other way to fire a volley.
pub const OTHER: u8 = 1;
/// For a Close ally in place of the user, or a Near one in place of a Close one (Projecting).
pub const PROJECTED: u8 = 2;

/// Lowest face on which an Efficient use spends no Ammo.
const SPARED_FROM: u8 = 4;

impl<D> Mission<D> {
    /// Whether an Ace can pay for a use of a system now, with so much Tension besides (A38).
    #[inline]
    pub fn can_pay(&self, state: &State, ace: u8, item: u8, tension: u8) -> bool {
        self.payable(state, ace, tension) >> item & 1 == 1
    }

    /// Bit by system: those whose use an Ace can pay for now, with so much Tension besides (A38).
    #[inline]
    pub(super) fn payable(&self, state: &State, ace: u8, tension: u8) -> u8 {
        let (frame, kit) = (state.ace(ace), self.kit(ace));
        if frame.tension < tension {
            return 0;
        }
        let (used, held_out) = if frame.life == Life::LastStand { (0, 0) } else { (frame.used, frame.held_out) };
        let ready = kit.all & !held_out & !(used & kit.limited);
        match frame.ammo {
            0 if frame.tension > tension => ready & kit.holdout & !used,
            0 => 0,
            _ => ready,
        }
    }

    /// Harm of a system to an enemy, before what meets it: marks add to it (A33), extended range takes from it (A28).
    #[inline]
    pub fn item_harm(&self, state: &State, harm: u8, enemy: u8, steps: u8) -> u8 {
        (harm + (state.marks.painted >> enemy & 1) as u8).saturating_sub(u8::from(steps > 2))
    }
}

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Uses a system.
    pub fn use_item(&mut self, item: u8, way: u8, target: u8, to: u8) {
        let ace = self.state.turn.ace;
        self.tell(|| Event::Used { ace, item, way, target, to });
        self.pay_for(ace, item, way == PROJECTED);
        if self.state.ace(ace).rolled_items >> item & 1 == 1 && !self.item_works(ace, item, target) {
            return;
        }
        self.take_effect(item, way, target, to);
    }

    /// A damaged system needs a roll (A49); what it provokes is due.
    fn item_works(&mut self, ace: u8, item: u8, target: u8) -> bool {
        let attributes = self.mission.aces[usize::from(ace)].attributes;
        let frame = self.state.ace(ace);
        let integral = self.mission.kit(ace).integral >> item & 1 == 1;
        let dice = match integral {
            true => attributes.drive as i8 - frame.superstructure as i8,
            false => attributes.control as i8 - frame.sensors as i8,
        };
        let target = if self.is_aimed_at_enemy(ace, item) { target } else { super::NONE };
        self.attribute_roll(ace, RollOf::Item { item }, dice, target) != Outcome::Failure
    }

    /// Whether the target of a use is an enemy.
    fn is_aimed_at_enemy(&self, ace: u8, item: u8) -> bool {
        matches!(
            self.mission.kit(ace).items[usize::from(item)].effect,
            Effect::Strike { .. }
                | Effect::Volley { .. }
                | Effect::Paint { .. }
                | Effect::Repulse { .. }
                | Effect::Enter { .. }
                | Effect::Exit { .. }
        )
    }

    /// Ammo, or Tension where there is none; Efficient systems may spend nothing (A38, A39).
    fn pay_for(&mut self, ace: u8, item: u8, projected: bool) {
        let tags = self.mission.kit(ace).items[usize::from(item)].tags;
        let frame = self.state.ace_mut(ace);
        let first = frame.used >> item & 1 == 0;
        frame.used |= 1 << item;
        let has_ammo = frame.ammo > 0;
        if !has_ammo {
            frame.held_out |= 1 << item;
        }
        let why = Reason::Item { item };
        if projected {
            self.pay(ace, Resource::Tension, 1, why);
        }
        if !has_ammo {
            return self.pay(ace, Resource::Tension, 1, why);
        }
        if tags.has(ItemTag::Efficient) && first && self.d6(DieOf::Efficient { ace, item }) >= SPARED_FROM {
            return;
        }
        self.pay(ace, Resource::Ammo, 1, why);
    }

    /// More targets, or the shots.
    pub fn volley_step(&mut self) {
        if self.state.turn.aim.left > 0 && candidates::picks(self.mission, self.state) != 0 {
            return self.ask(Decision::Volley);
        }
        self.state.turn.due.volley = false;
        self.aimed();
    }

    /// Picks a target.
    pub fn pick(&mut self, enemy: u8) {
        let aim = &mut self.state.turn.aim;
        aim.picked |= 1 << enemy;
        aim.left -= 1;
    }

    /// All targets are known; one of several may be chosen for Superhot.
    pub fn aimed(&mut self) {
        let Volley { item, picked, .. } = self.state.turn.aim;
        let tags = self.mission.kit(self.state.turn.ace).items[usize::from(item)].tags;
        match (tags.has(ItemTag::Superhot), picked.count_ones()) {
            (true, 2..) => self.state.turn.due.choose = true,
            (true, 1) => self.shots_land(picked.trailing_zeros() as u8),
            _ => self.shots_land(super::NONE),
        }
    }

    /// The target of Superhot, or of Enveloping, is chosen.
    pub fn choose(&mut self, target: u8) {
        self.state.turn.due.choose = false;
        let Volley { item, .. } = self.state.turn.aim;
        let tags = self.mission.kit(self.state.turn.ace).items[usize::from(item)].tags;
        if tags.has(ItemTag::Superhot) {
            self.shots_land(target);
        } else {
            self.give_shields(target, 1, false);
        }
    }

    /// The enemy that Repulsor Shield hit may be pushed.
    pub fn shove_step(&mut self) {
        let enemy = self.state.turn.due.shove - 1;
        if self.state.marks.up >> enemy & 1 == 1 {
            self.ask(Decision::Shove);
        } else {
            self.state.turn.due.shove = 0;
        }
    }

    /// Pushes it.
    pub fn shove(&mut self, to: u8) {
        let enemy = self.state.turn.due.shove - 1;
        self.state.turn.due.shove = 0;
        self.place_enemy(enemy, to);
    }

    /// Mortar rounds come down (A36): on enemies only, met by Armor and Shields alone.
    pub fn mortars_fall(&mut self) {
        let rounds = self.state.mortars;
        let count = std::mem::take(&mut self.state.mortar_count);
        for mortar in &rounds[..usize::from(count)] {
            self.mortar_falls(*mortar);
        }
    }
}
