//! Frame damage: going down, recovering with a result, ejecting, the last stand ("Frame Damage").

use super::super::ids::{AceId, ArmSlots, ItemSet};
use super::super::ruleset::{LastDamage, Repeated};
use super::Mission;
use super::action::{Damaged, Decision};
use super::dice::Dice;
use super::event::{DieOf, Event, Reason, Resource, Source};
use super::play::Play;
use super::state::{AceState, Life, State};
use hitchart_play::Observer;

/// Most rolls for frame damage. Each roll has a chance of at least one in six, so the limit is practically never
/// reached.
const MAX_ROLLS: usize = 200;

impl<D> Mission<D> {
    /// Returns the armaments that frame damage can replace, since they have a backup left.
    pub(super) fn replaceable(&self, state: &State, ace: AceId) -> ArmSlots {
        self.kit(ace).backups - state.ace(ace).backups
    }

    /// Returns the modular systems that frame damage has not hit.
    pub(super) fn hittable(&self, state: &State, ace: AceId) -> ItemSet {
        let kit = self.kit(ace);
        kit.all - kit.integral - state.ace(ace).rolled_items
    }

    /// Returns the possible results of frame damage of an Ace, one bit per face (A47).
    fn possible(&self, state: &State, ace: AceId) -> u8 {
        let frame = state.ace(ace);
        let mut faces = 0b1110;
        faces |= u8::from(!self.replaceable(state, ace).is_empty()) << 4;
        faces |= u8::from(!self.hittable(state, ace).is_empty()) << 5;
        faces |= u8::from(!(self.kit(ace).integral - frame.rolled_items).is_empty()) << 6;
        match self.rules.damage.repeated {
            Repeated::Stack => faces,
            Repeated::Reroll => faces & !frame.damage_faces,
        }
    }
}

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Handles an Ace without Vigor left (A46, A50).
    pub fn ace_goes_down(&mut self, ace: AceId, source: Source) {
        let rules = &self.rules().damage;
        let frame = self.state.ace_mut(ace);
        frame.damage += 1;
        let ejected = frame.damage > rules.allowed && rules.last == LastDamage::Eject;
        if ejected {
            // The repaired frame returns with the maximum allowed damage.
            frame.damage = rules.allowed;
            (frame.life, frame.at) = (Life::Ejected, None);
            self.state.on_map.remove(ace);
        } else {
            frame.life = Life::Down;
        }
        let damage = self.state.ace(ace).damage;
        self.tell(|| Event::AceDown { ace, source, damage, ejected });
    }

    /// Lets an Ace that was down act again: resources return, with a result of frame damage, or with its last stand.
    pub fn recover(&mut self, ace: AceId) {
        let rules = &self.rules().damage;
        let last_stand = self.state.ace(ace).damage > rules.allowed;
        self.tell(|| Event::Recovered { ace, last_stand });
        if last_stand {
            return self.begin_last_stand(ace);
        }
        let frame = self.state.ace_mut(ace);
        frame.life = Life::Ready;
        frame.max_tension += rules.tension_gained;
        self.regain(ace, Resource::Vigor, u8::MAX, Reason::FrameDamage);
        self.regain(ace, Resource::Ammo, rules.ammo_gained, Reason::FrameDamage);
        self.regain(ace, Resource::Tension, u8::MAX, Reason::FrameDamage);
        let possible = self.mission.possible(self.state, ace);
        if possible == 0 {
            return;
        }
        for _ in 0..MAX_ROLLS {
            let face = self.d6(DieOf::FrameDamage { ace });
            if possible >> face & 1 == 1 {
                return self.damage_takes_hold(ace, face);
            }
        }
    }

    /// Begins the last turn of an Ace: damage is lifted, Harm has no effect, resources exceed their maximum.
    fn begin_last_stand(&mut self, ace: AceId) {
        let extra = self.rules().damage.last_stand_extra;
        let of = self.mission.ace(ace);
        let frame = self.state.ace_mut(ace);
        let AceState { max_tension, .. } = *frame;
        frame.life = Life::LastStand;
        (frame.superstructure, frame.legs, frame.sensors) = (0, 0, 0);
        (frame.rolled_items, frame.damage_faces) = (ItemSet::EMPTY, 0);
        frame.backups -= std::mem::take(&mut frame.replaced);
        frame.max_vigor = of.vigor;
        frame.vigor = of.vigor;
        frame.tension = max_tension + extra;
        frame.ammo = of.ammo + extra;
    }

    fn damage_takes_hold(&mut self, ace: AceId, face: u8) {
        let superstructure = self.rules().damage.superstructure;
        let integral = self.mission.kit(ace).integral;
        let frame = self.state.ace_mut(ace);
        frame.damage_faces |= 1 << face;
        match face {
            1 => {
                frame.superstructure += 1;
                frame.max_vigor = frame.max_vigor.saturating_sub(superstructure).max(1);
                frame.vigor = frame.vigor.min(frame.max_vigor);
            }
            2 => frame.legs += 1,
            3 => frame.sensors += 1,
            4 => {
                return match self.mission.replaceable(self.state, ace).only() {
                    Some(only) => self.damage_to(Damaged::Armament(only)),
                    None => self.ask(Decision::DamagedArmament),
                };
            }
            5 => {
                return match self.mission.hittable(self.state, ace).only() {
                    Some(only) => self.damage_to(Damaged::Item(only)),
                    None => self.ask(Decision::DamagedModule),
                };
            }
            _ => frame.rolled_items |= integral,
        }
        self.tell(|| Event::FrameDamaged { ace, face, of: None });
    }

    /// Applies frame damage to an armament or a modular system; the game master chooses if there are several.
    pub fn damage_to(&mut self, of: Damaged) {
        let ace = self.state.turn.acting();
        let frame = self.state.ace_mut(ace);
        let face = match of {
            Damaged::Armament(armament) => {
                frame.backups.insert(armament);
                frame.replaced.insert(armament);
                4
            }
            Damaged::Item(item) => {
                frame.rolled_items.insert(item);
                5
            }
        };
        self.tell(|| Event::FrameDamaged { ace, face, of: Some(of) });
    }
}
