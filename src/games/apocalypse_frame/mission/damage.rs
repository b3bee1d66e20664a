//! Frame damage: going down, coming back with a result, ejecting, the last stand ("Frame Damage").

use super::super::hexes::NOWHERE;
use super::super::ruleset::{LastDamage, Repeated};
use super::Mission;
use super::action::Decision;
use super::dice::Dice;
use super::engine::Play;
use super::event::{DieOf, Event, Reason, Resource, Source};
use super::state::{AceState, Life, State};
use crate::play::Observer;

/// Rolls for frame damage before it is let be: a result is possible at least once in six, and never a matter of luck.
const MAX_ROLLS: usize = 200;

impl<D> Mission<D> {
    /// Bit by armament: those that frame damage can replace, because they have a backup left.
    pub(super) fn replaceable(&self, state: &State, ace: u8) -> u8 {
        self.kit(ace).backups & !state.ace(ace).backups
    }

    /// Bit by system: modular ones that frame damage has not hit.
    pub(super) fn hittable(&self, state: &State, ace: u8) -> u8 {
        let kit = self.kit(ace);
        kit.all & !kit.integral & !state.ace(ace).rolled_items
    }

    /// Bit by face: results of frame damage that an Ace can have (A47).
    fn possible(&self, state: &State, ace: u8) -> u8 {
        let frame = state.ace(ace);
        let mut faces = 0b1110;
        faces |= u8::from(self.replaceable(state, ace) != 0) << 4;
        faces |= u8::from(self.hittable(state, ace) != 0) << 5;
        faces |= u8::from(self.kit(ace).integral & !frame.rolled_items != 0) << 6;
        match self.rules.damage.repeated {
            Repeated::Stack => faces,
            Repeated::Reroll => faces & !frame.damage_faces,
        }
    }
}

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// An Ace's Vigor is gone (A46, A50).
    pub fn ace_goes_down(&mut self, ace: u8, source: Source) {
        let rules = &self.rules().damage;
        let frame = self.state.ace_mut(ace);
        frame.damage += 1;
        let ejected = frame.damage > rules.allowed && rules.last == LastDamage::Eject;
        if ejected {
            // Its frame goes on with the damage that is allowed, once it is repaired.
            frame.damage = rules.allowed;
            (frame.life, frame.at) = (Life::Ejected, NOWHERE);
            self.state.on_map &= !(1 << ace);
        } else {
            frame.life = Life::Down;
        }
        let damage = self.state.ace(ace).damage;
        self.tell(|| Event::AceDown { ace, source, damage, ejected });
    }

    /// An Ace that was down acts again: resources back, and a result of frame damage, or its last stand.
    pub fn recover(&mut self, ace: u8) {
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

    /// No damage any more, no Harm, more than full: the last turn of an Ace.
    fn begin_last_stand(&mut self, ace: u8) {
        let extra = self.rules().damage.last_stand_extra;
        let of = &self.mission.aces[usize::from(ace)];
        let frame = self.state.ace_mut(ace);
        let AceState { max_tension, .. } = *frame;
        frame.life = Life::LastStand;
        (frame.superstructure, frame.legs, frame.sensors) = (0, 0, 0);
        (frame.rolled_items, frame.damage_faces) = (0, 0);
        frame.backups &= !std::mem::take(&mut frame.replaced);
        frame.max_vigor = of.vigor;
        frame.vigor = of.vigor;
        frame.tension = max_tension + extra;
        frame.ammo = of.ammo + extra;
    }

    fn damage_takes_hold(&mut self, ace: u8, face: u8) {
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
            4 => return self.choose_damage(self.mission.replaceable(self.state, ace), Decision::DamagedArmament),
            5 => return self.choose_damage(self.mission.hittable(self.state, ace), Decision::DamagedModule),
            _ => frame.rolled_items |= integral,
        }
        self.tell(|| Event::FrameDamaged { ace, face, of: None });
    }

    /// The game master chooses what is hit, where there is a choice.
    fn choose_damage(&mut self, which: u8, decision: Decision) {
        if which.count_ones() > 1 {
            return self.ask(decision);
        }
        self.damage_to(Some(decision), which.trailing_zeros() as u8);
    }

    /// Frame damage to an armament or a modular system.
    pub fn damage_to(&mut self, asked: Option<Decision>, which: u8) {
        let ace = self.state.turn.ace;
        let frame = self.state.ace_mut(ace);
        let face = if asked == Some(Decision::DamagedArmament) {
            frame.backups |= 1 << which;
            frame.replaced |= 1 << which;
            4
        } else {
            frame.rolled_items |= 1 << which;
            5
        };
        self.tell(|| Event::FrameDamaged { ace, face, of: Some(which) });
    }
}
